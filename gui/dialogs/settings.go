package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets"
	"steward/gui/words"
)

// Setting is one choice among a few.
type Setting struct {
	Name, Note string
	Options    []string
	Now        int
	Chosen     func(option int)
}

// Settings opens the settings; a choice takes effect at once.
func Settings(w fyne.Window, settings []Setting, notes ...string) {
	var rows []fyne.CanvasObject
	for _, s := range settings {
		choice := widget.NewRadioGroup(s.Options, nil)
		choice.Horizontal, choice.Required = true, true
		choice.SetSelected(s.Options[s.Now])
		choice.OnChanged = func(label string) {
			for i, o := range s.Options {
				if o == label {
					s.Chosen(i)
				}
			}
		}
		rows = append(rows, widgets.Strong(s.Name), choice)
		if s.Note != "" {
			rows = append(rows, widgets.Caption(widgets.Plain(s.Note)))
		}
	}
	for _, n := range notes {
		rows = append(rows, widgets.Caption(widgets.Plain(n)))
	}
	dialog.ShowCustom(words.T("Settings"), words.T("Close"), sized(w, fyne.NewSize(520, 0), widgets.Column(8, rows...)), w)
}
