package frames

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Question heads a page: its one question (22, bold), a quiet line under it and, where
// there is more to say, the link "Why does this matter?" at the right.
type Question struct {
	paint.Widget
	title, subtitle *prose.Text
	why             *prose.Link
}

// NewQuestion returns the head of a page. A nil why leaves the link out; an empty subtitle
// leaves the line out.
func NewQuestion(title, subtitle string, why func()) *Question {
	q := &Question{
		title:    prose.NewText(theme.SizeQuestion, theme.Text, prose.Bold(title)),
		subtitle: prose.Quiet(subtitle),
	}
	if why != nil {
		q.why = prose.NewIconLink(theme.QuestionIcon(), words.T("Why does this matter?"), why)
	}
	q.ExtendBaseWidget(q)
	return q
}

// SetText shows another question.
func (q *Question) SetText(title, subtitle string) {
	q.title.Set(prose.Bold(title))
	q.subtitle.Set(prose.Plain(subtitle))
	q.Refresh()
}

// Why returns the link "Why does this matter?", nil if there is none.
func (q *Question) Why() *prose.Link { return q.why }

func (q *Question) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{q.title, q.subtitle}
	if q.why != nil {
		list = append(list, q.why)
	}
	return list
}

// whySize returns the room the link takes, with the gap before it.
func (q *Question) whySize() fyne.Size {
	if q.why == nil {
		return fyne.Size{}
	}
	return q.why.MinSize().AddWidthHeight(paint.Dim(q, theme.SizeMargin), 0)
}

func (q *Question) Least() fyne.Size {
	title, subtitle := q.title.MinSize(), q.subtitle.MinSize()
	width := max(title.Width+q.whySize().Width, subtitle.Width)
	return fyne.NewSize(width, title.Height+subtitle.Height)
}

func (q *Question) Restyle() {
	paint.Show(q.subtitle, q.subtitle.String() != "")
}

func (q *Question) Arrange(size fyne.Size) {
	why := q.whySize()
	height := paint.PlaceWide(q.title, 0, 0, size.Width-why.Width)
	if q.why != nil {
		least := q.why.MinSize()
		line := q.title.LineHeight()
		paint.Place(q.why, size.Width-least.Width, (line-least.Height)/2+1, least.Width, least.Height)
	}
	if q.subtitle.Visible() {
		paint.PlaceWide(q.subtitle, 0, height, size.Width)
	}
}
