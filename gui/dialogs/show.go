package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Show opens something to read, as large as it needs within the window and scrolled beyond.
func Show(w fyne.Window, title string, content fyne.CanvasObject) {
	pane := layouts.NewPane(title, content)
	closable(w, title, sized(w, fyne.NewSize(640, 440), pane), pane)
}

// Wide opens something with pages of its own, as large as it may be within the window. first gets the keyboard.
func Wide(w fyne.Window, title string, content fyne.CanvasObject, first fyne.Focusable) *dialog.CustomDialog {
	return closable(w, title, sized(w, fyne.NewSize(980, 620), content), first)
}

// Plain opens something as large as it asks for, with a button to close it.
func Plain(w fyne.Window, title string, content fyne.CanvasObject) { closable(w, title, content, nil) }

// New returns a dialog without buttons yet. Its title is drawn as texts are ([paint.Shown]).
func New(w fyne.Window, title string, content fyne.CanvasObject) *dialog.CustomDialog {
	return dialog.NewCustomWithoutButtons(paint.Shown(title), content, w)
}

// Form opens something to fill in, with a button that cancels and others that use it. first gets the keyboard, the button that
// cancels where it is nil.
func Form(w fyne.Window, title string, content fyne.CanvasObject, first fyne.Focusable, buttons ...fyne.CanvasObject) *dialog.CustomDialog {
	d := New(w, title, content)
	cancel := forms.NewButton(words.T("Cancel"), d.Hide)
	if first == nil {
		first = cancel
	}
	d.SetButtons(append([]fyne.CanvasObject{cancel}, buttons...))
	d.Show()
	w.Canvas().Focus(first)
	return d
}

// Failed says why something did not work.
func Failed(w fyne.Window, err error) {
	Plain(w, words.T("That did not work."), prose.Body(words.SentenceOf(err)))
}

// closable opens a dialog with a button to close it. first gets the keyboard, the button where it is nil.
func closable(w fyne.Window, title string, content fyne.CanvasObject, first fyne.Focusable) *dialog.CustomDialog {
	d := New(w, title, content)
	closing := forms.NewButton(words.T("Close"), d.Hide)
	d.SetButtons([]fyne.CanvasObject{closing})
	d.Show()
	if pane, ok := first.(*layouts.Pane); first == nil || ok && pane.Disabled() {
		first = closing
	}
	w.Canvas().Focus(first)
	return d
}
