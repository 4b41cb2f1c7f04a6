package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets"
	"steward/gui/words"
)

// Password asks for the password of a workbook; again tells that the one before was wrong.
// given is called with it unless the person cancels or types nothing.
func Password(w fyne.Window, name string, again bool, given func(password string)) {
	text := words.T("%s is protected with a password. It is used to open the file, and kept only until Steward is closed.", name)
	if again {
		text = words.T("That is not the password of %s. Capitals matter.", name)
	}
	entry := widgets.NewPasswordEntry()
	entry.SetPlaceHolder(words.T("Password"))
	var d *dialog.CustomDialog
	done := func() {
		d.Hide()
		if entry.Text != "" {
			given(entry.Text)
		}
	}
	entry.OnSubmitted = func(string) { done() }
	open := widgets.NewButton(words.T("Open"), done)
	open.Importance = widget.HighImportance
	d = dialog.NewCustomWithoutButtons(words.T("Password needed"), broad(w, 440, widgets.Column(10, widgets.Body(text), entry)), w)
	d.SetButtons([]fyne.CanvasObject{widgets.NewButton(words.T("Cancel"), func() { d.Hide() }), open})
	d.Show()
	w.Canvas().Focus(entry)
}
