package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"steward/gui/widgets"
	"steward/gui/words"
)

// Show opens something to read, as large as it needs within the window and scrolled beyond.
func Show(w fyne.Window, title string, content fyne.CanvasObject) {
	closable(w, title, sized(w, fyne.NewSize(640, 440), container.NewVScroll(content))).Show()
}

// Plain opens something as large as it asks for, with a button to close it.
func Plain(w fyne.Window, title string, content fyne.CanvasObject) {
	closable(w, title, content).Show()
}

// closable is a dialog with a button to close it.
func closable(w fyne.Window, title string, content fyne.CanvasObject) *dialog.CustomDialog {
	d := dialog.NewCustomWithoutButtons(title, content, w)
	d.SetButtons([]fyne.CanvasObject{widgets.NewButton(words.T("Close"), d.Hide)})
	return d
}
