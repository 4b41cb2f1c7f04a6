package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets"
)

// Password asks for the password of a workbook; again tells that the one before was wrong.
// given is called with it unless the person cancels or types nothing.
func Password(w fyne.Window, name string, again bool, given func(password string)) {
	text := name + " is protected with a password. It is used to open the file, and kept only until Steward is closed."
	if again {
		text = "That is not the password of " + name + ". Capitals matter."
	}
	entry := widgets.NewPasswordEntry()
	entry.SetPlaceHolder("Password")
	var d *dialog.CustomDialog
	done := func() {
		d.Hide()
		if entry.Text != "" {
			given(entry.Text)
		}
	}
	entry.OnSubmitted = func(string) { done() }
	open := widgets.NewButton("Open", done)
	open.Importance = widget.HighImportance
	d = dialog.NewCustomWithoutButtons("Password needed", sized(w, fyne.NewSize(440, 0), widgets.Column(10, widgets.Body(text), entry)), w)
	d.SetButtons([]fyne.CanvasObject{widgets.NewButton("Cancel", func() { d.Hide() }), open})
	d.Show()
	w.Canvas().Focus(entry)
}
