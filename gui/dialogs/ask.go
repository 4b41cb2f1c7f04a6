package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
)

// Choice is a button of a question: what it says and what it does.
type Choice struct {
	Label string
	// Main marks the one that goes on with what the person began, Grave one that loses or
	// spends something.
	Main, Grave bool
	Do          func()
}

// Ask asks a question that has to be answered before something is done. Closing it does
// nothing. The keyboard is on the button that closes it, so that a key pressed a moment too late
// does nothing either.
func Ask(w fyne.Window, title, text string, choices ...Choice) {
	var d *dialog.CustomDialog
	var buttons []fyne.CanvasObject
	for _, c := range choices {
		b := forms.NewButton(c.Label, func() {
			d.Hide()
			c.Do()
		})
		switch {
		case c.Grave:
			b.Importance = widget.DangerImportance
		case c.Main:
			b.Importance = widget.HighImportance
		}
		buttons = append(buttons, b)
	}
	d = Form(w, title, layouts.Inset(8, 0, broad(w, 480, prose.Body(text))), nil, buttons...) // inset, or the buttons would touch the text
}
