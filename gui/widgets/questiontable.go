package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"steward/gui/theme"
	"steward/gui/words"
)

// Asked is one question of a QuestionTable.
type Asked struct {
	Title, Kind string
	Columns     []string
	Numbers     string  // how many numbers it publishes
	Share       float64 // of the budget, in per cent
	Spends      string  // that share as a budget
}

// QuestionTable lists the questions of a release with their shares of the budget, each to be
// set by a slider or by typing. It takes the focus: up, down, home and end choose a question,
// delete and backspace remove it.
type QuestionTable struct {
	Widget
	focus
	// OnSelected is told the question that the person chooses, OnRemoved the one to remove,
	// OnShare the per cent that a question is to have, once dragging or typing has ended.
	OnSelected func(i int)
	OnRemoved  func(i int)
	OnShare    func(i int, percent float64)

	asked    []Asked
	budget   string
	selected int

	ground *canvas.Rectangle
	halo   *canvas.Rectangle
	rule   *canvas.Line
	header []*Text
	rows   *questionRows
	scroll *container.Scroll
}

const (
	questionRowTall = 52
	questionHead    = 34
	questionMost    = 7 // rows in sight; with more they scroll

	questionWide = 660 // from here on the columns have a place of their own
	questionFair = 440 // and from here on the sliders
)

// The titles over the places of a row; the last is followed by the budget.
var questionTitles = []string{"", words.Key("Question"), words.Key("Columns"), words.Key("Numbers"), words.Key("Share of the budget"), words.Key("Of %s")}

// NewQuestionTable returns a table without questions.
func NewQuestionTable() *QuestionTable {
	t := &QuestionTable{
		selected: -1, ground: &canvas.Rectangle{}, halo: newHalo(0), rule: &canvas.Line{StrokeWidth: 1},
	}
	for i := range questionTitles {
		h := newText(theme.SizeCaption, theme.QuietText, Bold(words.Text(questionTitles[i]))).OneLine()
		if i == 3 || i == 5 {
			h.Aligned(fyne.TextAlignTrailing)
		}
		t.header = append(t.header, h)
	}
	t.rows = &questionRows{table: t}
	t.rows.ExtendBaseWidget(t.rows)
	t.scroll = container.NewVScroll(t.rows)
	t.scroll.OnScrolled = func(fyne.Position) { t.rows.Refresh() }
	t.focusChanged = t.Refresh
	t.typed = t.key
	t.ExtendBaseWidget(t)
	return t
}

// Set shows other questions and the budget that they share.
func (t *QuestionTable) Set(asked []Asked, budget string) {
	t.asked, t.budget = asked, budget
	t.header[5].SetText(words.T(questionTitles[5], words.Number(budget)))
	if t.selected >= len(asked) {
		t.selected = -1
	}
	t.rows.set()
	t.Refresh()
}

// SetSelected highlights a question and brings it into sight; -1 for none.
func (t *QuestionTable) SetSelected(i int) {
	if i >= len(t.asked) {
		i = -1
	}
	t.selected = i
	t.reveal()
	t.Refresh()
}

// Selected returns the highlighted question, -1 for none.
func (t *QuestionTable) Selected() int { return t.selected }

// reveal scrolls so that the chosen question is in sight.
func (t *QuestionTable) reveal() {
	height := t.scroll.Size().Height
	if t.selected < 0 || t.fits() || height == 0 {
		return
	}
	top := float32(t.selected) * questionRowTall
	if top < t.scroll.Offset.Y {
		t.scroll.Offset.Y = top
	} else if top+questionRowTall > t.scroll.Offset.Y+height {
		t.scroll.Offset.Y = top + questionRowTall - height
	}
	t.scroll.Refresh()
}

func (t *QuestionTable) key(key fyne.KeyName) {
	switch key {
	case fyne.KeyDelete, fyne.KeyBackspace:
		if t.selected >= 0 && t.OnRemoved != nil {
			t.OnRemoved(t.selected)
		}
	default:
		if i := step(key, t.selected, len(t.asked), nil); i != t.selected {
			t.choose(i)
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

func (t *QuestionTable) fits() bool { return len(t.asked) <= questionMost }

// objects leaves the scroll out where everything fits, so that the wheel scrolls the page.
func (t *QuestionTable) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{t.ground}
	for _, h := range t.header {
		list = append(list, h)
	}
	body := fyne.CanvasObject(t.scroll)
	if t.fits() {
		body = t.rows
	}
	return append(list, t.rule, body, t.halo)
}

func (t *QuestionTable) Least() fyne.Size {
	return fyne.NewSize(300, questionHead+questionRowTall*float32(max(min(len(t.asked), questionMost), 1)))
}

func (t *QuestionTable) Restyle() {
	t.ground.FillColor, t.rule.StrokeColor = ink(t, theme.Quiet), ink(t, theme.Line)
	t.ground.CornerRadius = 0
	styleHalo(t, t.halo, t.focused)
}

func (t *QuestionTable) Arrange(size fyne.Size) {
	place(t.ground, 0, 0, size.Width, questionHead)
	at := questionPlaces(size.Width, enlarged(t))
	for i, h := range t.header {
		if p := at[i]; p.width > 0 {
			place(h, p.x, (questionHead-h.lineHeight())/2, p.width, h.lineHeight())
		}
		show(h, at[i].width > 0)
	}
	t.rule.Position1, t.rule.Position2 = fyne.NewPos(0, questionHead-0.5), fyne.NewPos(size.Width, questionHead-0.5)
	if t.fits() {
		place(t.rows, 0, questionHead, size.Width, size.Height-questionHead)
	} else {
		place(t.scroll, 0, questionHead, size.Width, size.Height-questionHead)
	}
	t.rows.Refresh()
	placeHalo(t.halo, 2, 2, size.Width-4, size.Height-4)
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
