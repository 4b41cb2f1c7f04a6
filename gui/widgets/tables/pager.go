package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// pager is the line under a long table: which rows are shown, and buttons to turn the page.
type pager struct {
	paint.Widget
	table          *Table
	rule           *canvas.Line
	words          *prose.Text
	previous, next *forms.IconButton
}

func newPager(t *Table) *pager {
	p := &pager{table: t, rule: &canvas.Line{StrokeWidth: 1}, words: prose.Caption("").OneLine()}
	p.previous = forms.NewIconButton(fynetheme.NavigateBackIcon(), words.T("Previous"), func() { t.turn(t.page - 1) })
	p.next = forms.NewIconButton(fynetheme.NavigateNextIcon(), words.T("Next"), func() { t.turn(t.page + 1) })
	p.ExtendBaseWidget(p)
	return p
}

func (p *pager) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{p.rule, p.words, p.previous, p.next}
}

func (p *pager) Least() fyne.Size { return fyne.NewSize(tableNarrow, pagerHeight) }

func (p *pager) Restyle() {
	t := p.table
	first := t.page * PageRows
	p.words.Set(prose.Plain(words.T("Rows %s to %s of %s",
		numbers.Thousands(first+1), numbers.Thousands(first+t.Count), numbers.Thousands(t.all))))
	p.rule.StrokeColor = paint.Ink(p, theme.Line)
	input.Enable(p.previous, t.page > 0)
	input.Enable(p.next, first+PageRows < t.all)
}

func (p *pager) Arrange(size fyne.Size) {
	p.rule.Position1, p.rule.Position2 = fyne.NewPos(0, 0.5), fyne.NewPos(size.Width, 0.5)
	left := paint.FromRight([]fyne.CanvasObject{p.previous, p.next}, size.Width-4, size.Height, 0)
	height := p.words.LineHeight()
	paint.Place(p.words, tablePad, (size.Height-height)/2, max(0, left-2*tablePad), height)
}
