package editors

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/domain"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// ValuePair is a line with two values of a column to choose, and a button that takes the line
// away: a range, or a pair that nobody may tell apart.
type ValuePair struct {
	A, B   *forms.Picker
	Remove *forms.IconButton
	Row    *fyne.Container
	first  int // the value that B's options begin with
}

// NewValuePair returns a line; changed is told the two values.
func NewValuePair(hints [2]string, word string, changed func(a, b int), removed func()) *ValuePair {
	p := &ValuePair{}
	tell := func(int) { changed(p.A.Selected(), p.first+max(p.B.Selected(), 0)) }
	p.A, p.B = forms.NewPicker(hints[0], tell), forms.NewPicker(hints[1], tell)
	p.Remove = forms.NewBin(words.T("Remove this line"), removed)
	p.Row = container.NewBorder(nil, nil, nil, p.Remove, layouts.Between(p.A, prose.Quiet(word).OneLine(), p.B))
	return p
}

// Set shows two values, -1 for one that there is not, out of n; B is chosen among those from
// first on.
func (p *ValuePair) Set(column *domain.Attribute, n, first int, values [2]int, removable bool) {
	p.first = first
	label := func(i int) forms.Option { return forms.Option{Text: column.Label(i)} }
	p.A.SetSource(n, label)
	p.B.SetSource(n-first, func(i int) forms.Option { return label(first + i) })
	p.A.SetSelected(values[0])
	p.B.SetSelected(max(values[1]-first, -1))
	input.Enable(p.Remove, removable)
}
