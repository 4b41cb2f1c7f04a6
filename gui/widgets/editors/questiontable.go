package editors

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// Asked is one question of a QuestionTable.
type Asked struct {
	Title, Kind string
	Columns     []string
	Numbers     string  // how many numbers it publishes
	Share       float64 // of the budget, in per cent
	Spends      string  // that share as a budget
	Free        string  // why it has no share, "" where it has one
}

// QuestionTable lists the questions of a release with their shares of the budget, each to be
// set by a slider or by typing. It takes the focus: up, down, home and end choose a question,
// delete and backspace remove it.
type QuestionTable struct {
	lists.List
	// OnSelected is told the question that the person chooses, OnRemoved the one to remove,
	// OnShare the per cent that a question is to have, once dragging or typing has ended.
	OnSelected func(i int)
	OnRemoved  func(i int)
	OnShare    func(i int, percent float64)

	asked  []Asked
	budget string
	shares []*share // nil for those that never were in sight
	header *paint.Sketch
}

const (
	questionRowTall = 52
	questionHead    = 34
	questionMost    = 7 // rows in sight; with more they scroll

	questionWide = 660 // from here on the columns have a place of their own
	questionFair = 440 // and from here on the sliders
)

// The titles over the places of a row; the last is followed by the budget.
var questionTitles = []string{"", words.Key("Question"), words.Key("Columns"), words.Key("Numbers"), words.Key("Share"), words.Key("Of %s")}

// NewQuestionTable returns a table without questions.
func NewQuestionTable() *QuestionTable {
	t := &QuestionTable{}
	t.Init(t, questionRowTall)
	t.Halo = paint.NewHalo(0)
	t.Head, t.Round, t.Name = questionHead, true, words.T("Questions")
	t.header = paint.NewSketch(t.drawHeader)
	t.DrawRow, t.OnKeyed, t.OnKey, t.OnTap = t.drawQuestion, t.choose, t.act, func(i int, _ float32) { t.choose(i) }
	t.Says = func(i int) string { return t.asked[i].Title }
	return t
}

// Set shows other questions and the budget that they share.
func (t *QuestionTable) Set(asked []Asked, budget string) {
	t.asked, t.budget = asked, budget
	for len(t.shares) < len(asked) {
		t.shares = append(t.shares, nil)
	}
	t.shares = t.shares[:len(asked)]
	for i, s := range t.shares {
		if s != nil {
			s.set(i, asked[i])
		}
	}
	t.Reset(len(asked), t.Chosen)
}

// SetSelected highlights a question and brings it into sight; -1 for none.
func (t *QuestionTable) SetSelected(i int) {
	t.Reset(t.Count, i)
	t.Highlight(t.Chosen)
}

// act does what the keys ask for that do not move; left and right move as up and down do.
func (t *QuestionTable) act(key fyne.KeyName) {
	switch key {
	case fyne.KeyLeft:
		t.Go(t.Led(fyne.KeyUp, t.Chosen))
	case fyne.KeyRight:
		t.Go(t.Led(fyne.KeyDown, t.Chosen))
	case fyne.KeyDelete, fyne.KeyBackspace:
		if t.Chosen >= 0 && t.OnRemoved != nil {
			t.OnRemoved(t.Chosen)
		}
	}
}

// choose is what the person does.
func (t *QuestionTable) choose(i int) {
	t.SetSelected(i)
	if t.OnSelected != nil {
		t.OnSelected(i)
	}
}

// Parts is for Drawn.
func (t *QuestionTable) Parts() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{t.header}, t.List.Parts()...)
}

// Least is for Drawn.
func (t *QuestionTable) Least() fyne.Size {
	return fyne.NewSize(300, questionHead+questionRowTall*float32(max(min(len(t.asked), questionMost), 1)))
}

// Arrange is for Drawn.
func (t *QuestionTable) Arrange(size fyne.Size) {
	paint.Place(t.header, 0, 0, size.Width, questionHead)
	t.header.Refresh()
	t.List.Arrange(size)
	paint.PlaceHalo(t.Halo, 2, 2, size.Width-4, size.Height-4)
}

// drawHeader writes the titles over their places.
func (t *QuestionTable) drawHeader(p *paint.Pen, size fyne.Size) {
	p.Ground(fyne.Position{}, size, theme.Quiet, false)
	for i, at := range questionPlaces(size.Width, paint.Enlarged(t)) {
		l := paint.Label{Text: words.Text(questionTitles[i]), Size: theme.SizeCaption, Role: theme.QuietText, Bold: true}
		if i == 5 {
			l.Text = words.T(questionTitles[i], words.Number(t.budget))
		}
		t.write(p, l, i == 3 || i == 5, at, questionHead/2)
	}
	p.Line(fyne.NewPos(0, questionHead-0.5), fyne.NewPos(size.Width, questionHead-0.5), theme.Line, 1)
}

// write writes a label at a place of a row, around a height, at its right end for numbers.
func (t *QuestionTable) write(p *paint.Pen, l paint.Label, number bool, at stretch, middle float32) {
	if at.width <= 0 {
		return
	}
	if l.Room = at.width; number {
		l.Align = fyne.TextAlignTrailing
		at.x += at.width
	}
	p.Text(fyne.NewPos(at.x, middle-p.Tall(l)/2), l)
}

// stretch is a place along a row; one without width is left out.
type stretch struct{ x, width float32 }

// The widths of places of a row, in the usual size of text.
const (
	questionNumber = 24
	questionCount  = 64
	questionTrack  = 106
	questionShort  = 60 // of the slider, where the titles need the room
	questionEntry  = 66
	questionSpends = 60
	questionTitle  = 220 // that titles have before the slider is as long as it can be
)

// questionPlaces returns where the six places of a row are in a width, for text that is larger than usual by
// a factor.
func questionPlaces(width, larger float32) [6]stretch {
	const pad = 12
	number, numbers, slim, spends := questionNumber*larger, questionCount*larger, questionEntry*larger, questionSpends*larger
	titles := width - 2*pad - number - numbers - slim - spends - 3*16
	share := slim + min(max(titles-questionTitle*larger, questionShort), questionTrack)
	var at [6]stretch
	x := width - pad
	from := func(i int, w, gap float32) {
		x -= w
		at[i] = stretch{x, w}
		x -= gap
	}
	from(5, spends, 16)
	if width >= questionFair*larger {
		from(4, share, 16)
	} else {
		from(4, slim, 12)
	}
	from(3, numbers, 16)
	left := pad + number
	if width >= questionWide*larger {
		from(2, (x-left)*0.38, 8)
	}
	at[0] = stretch{pad, number}
	at[1] = stretch{left, max(x-left, 0)}
	return at
}
