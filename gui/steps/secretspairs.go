package steps

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/domain"
	"steward/gui/widgets"
)

// valuePair is a line with two values of a column to choose, and a button that takes the line
// away: a range, or a pair that nobody may tell apart.
type valuePair struct {
	a, b   *widgets.Picker
	first  int // the value that b's options begin with
	remove *widgets.IconButton
	row    *fyne.Container
}

// newValuePair returns a line; changed is told the two values.
func newValuePair(hints [2]string, word string, changed func(a, b int), removed func()) *valuePair {
	p := &valuePair{}
	tell := func(int) { changed(p.a.Selected(), p.first+max(p.b.Selected(), 0)) }
	p.a, p.b = widgets.NewPicker(hints[0], tell), widgets.NewPicker(hints[1], tell)
	p.remove = widgets.NewIconButton(fynetheme.DeleteIcon(), "Remove this line", removed)
	p.remove.Importance = widget.LowImportance
	p.row = container.NewBorder(nil, nil, nil, p.remove, container.New(between{}, p.a, widgets.Quiet(widgets.Plain(word)).OneLine(), p.b))
	return p
}

// show shows two values, -1 for one that there is not, out of n; b is chosen among those from
// first on.
func (p *valuePair) show(column *domain.Attribute, n, first int, values [2]int, removable bool) {
	p.first = first
	label := func(i int) widgets.Option { return widgets.Option{Text: column.Label(i)} }
	p.a.SetSource(n, label)
	p.b.SetSource(n-first, func(i int) widgets.Option { return label(first + i) })
	p.a.SetSelected(values[0])
	p.b.SetSelected(max(values[1]-first, -1))
	enable(p.remove, removable)
}

// pairList is the list of pairs of the column that is looked at.
type pairList struct {
	of   *secrets
	box  *fyne.Container
	rows *fyne.Container
	made []*valuePair
}

func newPairList(of *secrets) *pairList {
	l := &pairList{of: of, rows: widgets.Column(6)}
	l.box = widgets.Column(8, l.rows, widgets.NewLink("Add a pair", func() { l.try(of.Session.AddPair(of.column)) }))
	return l
}

// try says why a change was refused, and otherwise forgets an earlier refusal.
func (l *pairList) try(err error) {
	l.of.refuse(err)
}

// update shows the pairs, if the column has such a list.
func (l *pairList) update() {
	pairs, ok := l.of.Session.PairsOf(l.of.column)
	column, known := l.of.Session.Column(l.of.column)
	visible(l.box, ok && known)
	if !ok || !known {
		return
	}
	for len(l.made) < len(pairs) {
		k := len(l.made)
		l.made = append(l.made, newValuePair([2]string{"One of the pair", "The other of the pair"}, "and",
			func(a, b int) { l.try(l.of.Session.SetPair(l.of.column, k, a, b)) },
			func() { l.try(l.of.Session.RemovePair(l.of.column, k)) }))
	}
	objects := make([]fyne.CanvasObject, len(pairs))
	for k, p := range pairs {
		l.made[k].show(column, column.Size(), 0, p, len(pairs) > 1)
		objects[k] = l.made[k].row
	}
	if len(objects) != len(l.rows.Objects) {
		fill(l.rows, objects...)
	}
}

// columnList chooses which columns are secret, for the card "Only these columns".
type columnList struct {
	of    *secrets
	box   *fyne.Container
	chips *fyne.Container
	more  *widgets.Picker
	left  *widgets.Text
	shown string // the columns that the chips show
}

func newColumnList(of *secrets) *columnList {
	l := &columnList{of: of, chips: widgets.Inline(6), left: widgets.Caption()}
	l.more = widgets.NewPicker("Add a column", func(i int) {
		out, _ := of.Session.LeftOut()
		l.more.SetSelected(-1)
		of.refuse(of.Session.LeaveOut(out[i], false))
	})
	l.box = widgets.Column(6, widgets.Caption(widgets.Plain("Secret are")), l.chips, l.left)
	return l
}

// update shows the columns, for its card.
func (l *columnList) update(on bool) {
	visible(l.box, on)
	if !on {
		return
	}
	out, secret := l.of.Session.LeftOut()
	l.more.SetTexts(out)
	l.more.SetSelected(-1)
	l.left.Set(widgets.Plain("Shown exactly: "), widgets.Bold(strings.Join(out, ", ")), widgets.Plain(". Columns that you leave out can be learnt without error, each combination of their answers too."))
	if key := strings.Join(secret, ", ") + "\n" + strings.Join(out, ", "); key != l.shown {
		l.shown = key
		var objects []fyne.CanvasObject
		for _, c := range secret {
			var removed func()
			if len(secret) > 1 {
				removed = func() { l.of.refuse(l.of.Session.LeaveOut(c, true)) }
			}
			objects = append(objects, widgets.NewChip(c, removed))
		}
		if len(out) > 0 {
			objects = append(objects, l.more)
		}
		fill(l.chips, objects...)
	}
}
