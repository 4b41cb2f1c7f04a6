package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Field is an entry under its label, with a line beneath for what is wrong with what was
// typed. Typing becomes one change: it is told when the person presses enter (in a field of
// several lines ctrl and enter) and when the keyboard goes elsewhere. Escape puts back what
// was there before. What cannot be used stays as it was typed, under the reason, until it is
// mended or taken back. Given less width than its label needs it breaks the label into lines.
type Field struct {
	paint.Widget
	// OnCommitted is told the text, and only when it is another than before. It returns
	// what is wrong with it as a sentence, "" when it was taken over.
	OnCommitted func(text string) (problem string)
	// OnProblem, if set, is told the problem to show, "" for none: for narrow fields, whose
	// owner has more room for it.
	OnProblem func(sentence string)
	// Wide is the least width of the entry, 120 at first, in the usual size of text.
	Wide float32

	label, problem *prose.Text
	wrong          string
	entry          *fieldEntry
}

const fieldGap = 4 // between the label, the entry and the problem

// NewField returns an empty field of one line. An empty label is left out.
func NewField(label string, committed func(text string) (problem string)) *Field {
	f := &Field{OnCommitted: committed, Wide: 120, label: prose.Caption(label), problem: prose.Caption(""), entry: newFieldEntry()}
	f.problem.SetColor(theme.Caution)
	f.entry.name = label
	f.entry.ended = f.Commit
	f.entry.restore = f.Restore
	f.ExtendBaseWidget(f)
	return f
}

// Taking has a field tell what was typed to a function that may refuse it, and say why.
func Taking(take func(text string) error) func(text string) (problem string) {
	return func(text string) string {
		if err := take(text); err != nil {
			return words.SentenceOf(err)
		}
		return ""
	}
}

// NewLongField returns an empty field of several lines, rows of which are in sight.
func NewLongField(label string, rows int, committed func(text string) (problem string)) *Field {
	f := NewField(label, committed)
	f.entry.MultiLine, f.entry.Wrapping = true, fyne.TextWrapOff
	f.entry.Scroll = fyne.ScrollBoth
	f.entry.SetMinRowsVisible(rows)
	return f
}

// SetPlaceHolder shows words in the empty entry.
func (f *Field) SetPlaceHolder(text string) { f.entry.SetPlaceHolder(text) }

// SetLabel shows another label.
func (f *Field) SetLabel(label string) {
	f.entry.name = label
	f.label.Set(prose.Plain(label))
	f.Refresh()
}

// SetValue shows another text, unless what the person typed is not taken over yet.
func (f *Field) SetValue(text string) {
	if f.Dirty() {
		f.entry.shown = text
		return
	}
	f.Reset(text)
}

// Reset shows a text in place of whatever was typed.
func (f *Field) Reset(text string) {
	f.entry.shown = text
	if f.entry.Text != text {
		f.entry.SetText(text)
	}
	f.SetProblem("")
}

// Restore puts back what was there before the person typed.
func (f *Field) Restore() { f.Reset(f.entry.shown) }

// Type puts a text into the entry as if the person had typed it.
func (f *Field) Type(text string) { f.entry.SetText(text) }

// Text returns what stands in the entry.
func (f *Field) Text() string { return f.entry.Text }

// Dirty tells whether the entry holds something that is not taken over.
func (f *Field) Dirty() bool { return f.entry.Text != f.entry.shown }

// Commit tells what was typed, if there is anything to tell.
func (f *Field) Commit() {
	if !f.Dirty() {
		f.SetProblem("")
		return
	}
	text, before := f.entry.Text, f.entry.shown
	f.entry.shown = text // so that showing the result does not look like typing
	problem := ""
	if f.OnCommitted != nil {
		problem = f.OnCommitted(text)
	}
	if problem != "" {
		f.entry.shown = before
	}
	f.SetProblem(problem)
}

// SetProblem shows what is wrong, "" for nothing.
func (f *Field) SetProblem(sentence string) {
	if f.wrong == sentence {
		return
	}
	f.wrong = sentence
	if f.OnProblem != nil {
		f.OnProblem(sentence)
		return
	}
	f.problem.Set(prose.Plain(sentence))
	f.Refresh()
}

// Problem returns what is shown as wrong.
func (f *Field) Problem() string { return f.wrong }

// Called gives a field without a label a name, for those who do not see what it stands beside.
func (f *Field) Called(name string) *Field {
	f.entry.name = name
	return f
}

// Focusable returns what takes the keyboard.
func (f *Field) Focusable() fyne.Focusable { return f.entry }

// Entry returns the entry, for tests.
func (f *Field) Entry() *widget.Entry { return &f.entry.Entry }

// Enable lets the text be changed.
func (f *Field) Enable() { f.entry.Enable() }

// Disable greys the entry.
func (f *Field) Disable() { f.entry.Disable() }

// Disabled tells whether the entry is greyed.
func (f *Field) Disabled() bool { return f.entry.Disabled() }

func (f *Field) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{f.label, f.entry, f.problem}
}

func (f *Field) Restyle() {
	paint.Show(f.label, f.label.String() != "")
	paint.Show(f.problem, f.problem.String() != "")
}

// minSize keeps the entry at its own height: a field of several lines that gets more room
// gives it to the entry.
func (f *Field) Least() fyne.Size {
	entry := f.entry.MinSize()
	size := fyne.NewSize(max(f.wide(), f.label.NaturalWidth()), entry.Height)
	if f.label.String() != "" {
		size.Height += f.labelTall(f.Size().Width) + fieldGap
	}
	if f.problem.String() != "" {
		size.Height += f.problem.MinSize().Height + fieldGap
	}
	return size
}

// wide returns the least width of the entry in the size of text in use.
func (f *Field) wide() float32 { return f.Wide * paint.Enlarged(f) }

// Narrowest returns the width of the entry, or that of the label's widest word.
func (f *Field) Narrowest() float32 { return max(f.wide(), f.label.MinSize().Width) }

// labelTall returns the height of the label at a width, one line where there is none yet.
func (f *Field) labelTall(width float32) float32 {
	if width <= 0 || f.label.NaturalWidth() <= width {
		return f.label.LineHeight()
	}
	return paint.PlaceWide(f.label, 0, 0, width)
}

func (f *Field) Arrange(size fyne.Size) {
	y := float32(0)
	if f.label.String() != "" {
		tall := f.labelTall(size.Width)
		paint.Place(f.label, 0, 0, size.Width, tall)
		y = tall + fieldGap
	}
	below := float32(0)
	if f.problem.String() != "" {
		below = paint.PlaceWide(f.problem, 0, 0, size.Width) + fieldGap
	}
	height := max(size.Height-y-below, f.entry.MinSize().Height)
	paint.Place(f.entry, 0, y, size.Width, height)
	f.problem.Move(fyne.NewPos(0, y+height+fieldGap))
}
