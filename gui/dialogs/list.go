package dialogs

import (
	"strings"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
)

// Faults lists why a file cannot be used, an error a line.
func Faults(w fyne.Window, title string, err error) {
	var rows []notices.Finding
	for line := range strings.SplitSeq(words.Error(err), "\n") {
		rows = append(rows, notices.Finding{Kind: notices.Danger, Title: words.Sentence(line)})
	}
	d := NewList(w, title, Findings(words.T("Nothing was changed. Correct the file and try again."), rows, ""))
	d.SetButtons(forms.NewButton(words.T("Close"), d.Hide))
	d.Open()
}

// Findings returns words, a list and words below it.
func Findings(lead string, rows []notices.Finding, foot string) *fyne.Container {
	wording := layouts.Column(layouts.Gap, prose.Prose(prose.Marked(lead)...))
	if len(rows) > 0 {
		list := notices.NewFindings()
		list.Compact = true
		list.Set(rows...)
		wording.Add(list)
	}
	if foot != "" {
		wording.Add(prose.Caption(foot))
	}
	return wording
}

// List is a dialog whose content scrolls where the window has no room for all of it.
type List struct {
	*dialog.CustomDialog
	window  fyne.Window
	content fyne.CanvasObject
	foot    fyne.CanvasObject // below it, where it does not scroll away
	pane    *layouts.Pane
	buttons []fyne.CanvasObject
}

// NewList returns a dialog that Open shows.
func NewList(w fyne.Window, title string, content fyne.CanvasObject) *List {
	return NewFootedList(w, title, content, layouts.Column(0))
}

// NewFootedList is NewList with what is seen wherever the content is scrolled to.
func NewFootedList(w fyne.Window, title string, content, foot fyne.CanvasObject) *List {
	pane := layouts.NewPane(title, content)
	foot = layouts.Inset(0, layouts.PaneSide, foot)
	return &List{New(w, title, container.NewBorder(nil, foot, nil, nil, pane)), w, content, foot, pane, nil}
}

// Offer gives the dialog a button that cancels, and others.
func (d *List) Offer(buttons ...fyne.CanvasObject) {
	d.SetButtons(append([]fyne.CanvasObject{forms.NewButton(words.T("Cancel"), d.Hide)}, buttons...)...)
}

// SetButtons gives the dialog its buttons; the first closes it.
func (d *List) SetButtons(buttons ...fyne.CanvasObject) {
	d.buttons = buttons
	d.CustomDialog.SetButtons(buttons)
}

const (
	dialogWidth = 620 // of dialogs with a list, where there is room
	dialogFrame = 146 // the height of a dialog's title and buttons
	dialogSides = 56  // the space beside a dialog's content
)

// Fit gives the dialog the height that its content and its foot need, as far as the window has room.
func (d *List) Fit() {
	room := d.window.Canvas().Size().SubtractWidthHeight(48, 48)
	width, height := min(dialogWidth, room.Width), float32(dialogFrame)
	for _, part := range []fyne.CanvasObject{d.content, d.foot} {
		for range 2 { // text has its height once it has its width
			part.Resize(fyne.NewSize(width-dialogSides, part.MinSize().Height))
		}
		height += part.MinSize().Height
	}
	d.Resize(fyne.NewSize(width, min(height, room.Height)))
}

// Open shows the dialog, in the middle: it has to know its size before it is shown. The keyboard is on
// what there is to read where it scrolls, else on the button that closes the dialog.
func (d *List) Open() {
	d.Fit()
	d.Show()
	var first fyne.Focusable = d.pane
	if closing, ok := d.buttons[0].(fyne.Focusable); ok && d.pane.Disabled() {
		first = closing
	}
	d.window.Canvas().Focus(first)
}
