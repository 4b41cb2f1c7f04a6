package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Password asks for the password of a workbook; again tells that the one before was wrong.
// given is called with it unless the person cancels or types nothing.
func Password(w fyne.Window, name string, again bool, given func(password string)) {
	text := words.T("%s is protected with a password. It is used to open the file, and kept only until Steward is closed.", name)
	if again {
		text = words.T("That is not the password of %s. Capitals matter.", name)
	}
	entry := forms.NewPasswordEntry()
	entry.SetPlaceHolder(words.T("Password"))
	var d *dialog.CustomDialog
	done := func() {
		d.Hide()
		if entry.Text != "" {
			given(entry.Text)
		}
	}
	entry.OnSubmitted = func(string) { done() }
	d = Form(w, words.T("Password needed"), broad(w, 440, layouts.Column(10, prose.Body(text), entry)), entry, forms.NewMainButton(words.T("Open"), done))
}
