package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"

	"steward/core/guide"
	"steward/gui/widgets"
)

// Key is something the keyboard does.
type Key struct{ Keys, Does string }

// Help opens the help: the explanation of every step, the keys, and what the program is.
// It begins with a step's.
func Help(w fyne.Window, steps []guide.Step, now guide.Step, keys []Key, about string) {
	tabs := container.NewAppTabs()
	for _, s := range steps {
		item := container.NewTabItem(string(s), explanation(Topic(s)))
		tabs.Append(item)
		if s == now {
			tabs.Select(item)
		}
	}
	list := container.New(layout.NewFormLayout())
	for _, k := range keys {
		list.Add(widgets.Strong(k.Keys).OneLine())
		list.Add(widgets.Body(k.Does))
	}
	tabs.Append(container.NewTabItem("Keys", container.NewVScroll(container.NewPadded(list))))
	tabs.Append(container.NewTabItem("About", container.NewVScroll(container.NewPadded(widgets.Body(about)))))
	tabs.SetTabLocation(container.TabLocationLeading)
	dialog.ShowCustom("Help", "Close", sized(w, fyne.NewSize(820, 480), tabs), w)
}
