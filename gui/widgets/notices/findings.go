package notices

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Finding is one line of Findings: what was checked, and how it stands.
type Finding struct {
	Kind   Kind
	Open   bool   // not checked yet: a ring instead of an icon
	Title  string // bold, unless the list is Compact
	Detail string // under it, quiet; "" for none
	Note   string // at the right end of the title's line, or under it where that has no room, quiet; "" for none
	// Action stands at the right, such as a button that mends what is wrong; nil for none.
	Action fyne.CanvasObject
}

// Findings is a list of what was checked, each with an icon of how it stands: a tick, a
// triangle, or a ring for what is not known yet.
type Findings struct {
	paint.Widget
	// Compact leaves the rules between the lines out and sets titles in ordinary weight.
	// Set it before the list is shown.
	Compact bool

	rows []*findingRow
}

const (
	findingIcon  = 18
	findingInset = 30
)

// NewFindings returns a list.
func NewFindings(list ...Finding) *Findings {
	f := &Findings{}
	f.ExtendBaseWidget(f)
	f.Set(list...)
	return f
}

// Set shows other findings.
func (f *Findings) Set(list ...Finding) {
	for len(f.rows) < len(list) {
		f.rows = append(f.rows, newFindingRow(f))
	}
	f.rows = f.rows[:len(list)]
	for i, r := range f.rows {
		r.set(list[i], i == len(list)-1)
	}
	f.Refresh()
}

func (f *Findings) Parts() []fyne.CanvasObject {
	list := make([]fyne.CanvasObject, len(f.rows))
	for i, r := range f.rows {
		list[i] = r
	}
	return list
}

func (f *Findings) Least() (least fyne.Size) {
	for _, r := range f.rows {
		m := r.MinSize()
		least = fyne.NewSize(max(least.Width, m.Width), least.Height+m.Height)
	}
	return least
}

func (f *Findings) Restyle() {
	for _, r := range f.rows {
		r.Refresh()
	}
}

func (f *Findings) Arrange(size fyne.Size) {
	y := float32(0)
	for _, r := range f.rows {
		y += paint.PlaceWide(r, 0, y, size.Width)
	}
}

// findingRow is one line of the list.
type findingRow struct {
	paint.Widget
	list    *Findings
	finding Finding
	last    bool

	icon          *canvas.Image
	ring          *canvas.Circle
	rule          *canvas.Line
	title, detail *prose.Text
	note          *prose.Text
}

func newFindingRow(list *Findings) *findingRow {
	r := &findingRow{
		list: list, icon: paint.NewIcon(), ring: &canvas.Circle{}, rule: &canvas.Line{StrokeWidth: 1},
		title: prose.NewText(theme.SizeBody, theme.Text), detail: prose.NewText(theme.SizeTable, theme.QuietText),
		note: prose.NewText(theme.SizeCaption, theme.QuietText).OneLine(),
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *findingRow) set(f Finding, last bool) {
	r.finding, r.last = f, last
	r.title.Set(prose.Span{Text: f.Title, Bold: !r.list.Compact})
	r.detail.Set(prose.Plain(f.Detail))
	r.note.Set(prose.Plain(f.Note))
	r.Refresh()
}

func (r *findingRow) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{r.ring, r.icon, r.title, r.detail, r.note}
	if r.finding.Action != nil {
		list = append(list, r.finding.Action)
	}
	return append(list, r.rule)
}

func (r *findingRow) pad() float32 {
	if r.list.Compact {
		return 3
	}
	return 7
}

func (r *findingRow) Least() fyne.Size {
	height := r.title.MinSize().Height
	if r.below(r.right(r.Size())) {
		height += r.note.LineHeight()
	}
	if r.finding.Detail != "" {
		height += r.detail.MinSize().Height
	}
	width := float32(160)
	if a := r.finding.Action; a != nil {
		height = max(height, a.MinSize().Height)
		width += a.MinSize().Width
	}
	return fyne.NewSize(width, max(height, findingIcon)+2*r.pad())
}

func (r *findingRow) Restyle() {
	mark, _, _ := r.finding.Kind.Roles()
	paint.SetIcon(r.icon, r.finding.Kind.Icon(), mark)
	paint.Show(r.icon, !r.finding.Open)
	paint.Show(r.ring, r.finding.Open)
	r.ring.FillColor, r.ring.StrokeColor, r.ring.StrokeWidth = paint.Ink(r, theme.Surface), paint.Ink(r, theme.Control), 1.5
	r.rule.StrokeColor = paint.Ink(r, theme.Line)
	paint.Show(r.rule, !r.last && !r.list.Compact)
	paint.Show(r.detail, r.finding.Detail != "")
	paint.Show(r.note, r.finding.Note != "")
}

// right returns where words end.
func (r *findingRow) right(size fyne.Size) float32 {
	if a := r.finding.Action; a != nil {
		return size.Width - a.MinSize().Width - paint.Dim(r, theme.SizeWideGap)
	}
	return size.Width
}

// below reports whether the note stands under the title, because it has no room beside it.
func (r *findingRow) below(right float32) bool {
	beside := r.title.NaturalWidth() + paint.Dim(r, theme.SizeGap) + r.note.NaturalWidth()
	return r.finding.Note != "" && r.Size().Width > 0 && findingInset+beside > right+paint.Slack
}

func (r *findingRow) Arrange(size fyne.Size) {
	pad, right := r.pad(), r.right(size)
	line := r.title.LineHeight()
	if a := r.finding.Action; a != nil {
		paint.PlaceMiddle(a, size.Width-a.MinSize().Width, 0, size.Height)
	}
	room, below := right, r.below(right)
	if r.finding.Note != "" && !below {
		width := r.note.NaturalWidth()
		paint.Place(r.note, right-width, pad+(line-r.note.LineHeight())/2, width, r.note.LineHeight())
		room = right - width - paint.Dim(r, theme.SizeGap)
	}
	paint.Place(r.icon, 2, pad+(line-findingIcon)/2, findingIcon, findingIcon)
	paint.Place(r.ring, 3, pad+(line-findingIcon)/2+1, findingIcon-2, findingIcon-2)
	y := pad + paint.PlaceWide(r.title, findingInset, pad, room-findingInset)
	if below {
		paint.Place(r.note, findingInset, y, right-findingInset, r.note.LineHeight())
		y += r.note.LineHeight()
	}
	if r.finding.Detail != "" {
		paint.PlaceWide(r.detail, findingInset, y, right-findingInset)
	}
	r.rule.Position1, r.rule.Position2 = fyne.NewPos(0, size.Height-0.5), fyne.NewPos(size.Width, size.Height-0.5)
}
