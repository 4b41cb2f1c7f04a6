package steps

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// valuePair is a line with two values of a column to choose, and a button that takes the line
// away: a range, or a pair that nobody may tell apart.
type valuePair struct {
	a, b   *forms.Picker
	first  int // the value that b's options begin with
	remove *forms.IconButton
	row    *fyne.Container
}

// newValuePair returns a line; changed is told the two values.
func newValuePair(hints [2]string, word string, changed func(a, b int), removed func()) *valuePair {
	p := &valuePair{}
	tell := func(int) { changed(p.a.Selected(), p.first+max(p.b.Selected(), 0)) }
	p.a, p.b = forms.NewPicker(hints[0], tell), forms.NewPicker(hints[1], tell)
	p.remove = binFor(words.T("Remove this line"), removed)
	p.row = container.NewBorder(nil, nil, nil, p.remove, container.New(between{}, p.a, prose.Quiet(prose.Plain(word)).OneLine(), p.b))
	return p
}

// show shows two values, -1 for one that there is not, out of n; b is chosen among those from
// first on.
func (p *valuePair) show(column *domain.Attribute, n, first int, values [2]int, removable bool) {
	p.first = first
	label := func(i int) forms.Option { return forms.Option{Text: column.Label(i)} }
	p.a.SetSource(n, label)
	p.b.SetSource(n-first, func(i int) forms.Option { return label(first + i) })
	p.a.SetSelected(values[0])
	p.b.SetSelected(max(values[1]-first, -1))
	enable(p.remove, removable)
}

// pairList is the list of pairs of the rule that is looked at.
type pairList struct {
	box     *fyne.Container
	of      *secretsPage
	rows    remade
	made    []*pairRow
	page    int
	turn    *fyne.Container
	where   *prose.Text
	weigh   *prose.Link
	note    *prose.Text // what the weights are
	weighed bool        // whether weights are shown though no pair has one
}

// pairRow is a pair: for each column of the rule two values to choose, and its weight.
type pairRow struct {
	lines  []*valuePair
	weight *forms.Field
	row    fyne.CanvasObject
}

// pagePairs is how many pairs are shown at once.
const pagePairs = 12

func newPairList(of *secretsPage) *pairList {
	l := &pairList{of: of, rows: remade{box: layouts.Column(6)}, where: prose.Caption().OneLine()}
	add := prose.NewLink(words.T("Add a pair"), func() {
		err := of.secrets.AddPair(of.at())
		if pairs, ok := of.secrets.PairsOf(of.at()); ok && err == nil {
			l.page = (len(pairs) - 1) / pagePairs
		}
		of.refuse(err)
	})
	l.weigh = prose.NewLink(words.T("Weigh the pairs…"), func() {
		l.weighed = true
		of.Update()
	})
	sheet := of.importLink(words.T("Import pairs…"), of.secrets.ImportRule)
	flip := func(by int) func() {
		return func() {
			l.page += by
			of.Update()
		}
	}
	l.turn = layouts.Inline(12, prose.NewLink(words.T("‹ Previous"), flip(-1)), l.where, prose.NewLink(words.T("Next ›"), flip(1)))
	l.note = prose.Caption(prose.Plain(words.T("At the right is how much of the budget telling the two apart may cost: 1 is all of it, 2 hides half as well.")))
	l.box = layouts.Column(8, l.rows.box, l.note, l.turn, layouts.Inline(16, add, l.weigh, sheet))
	return l
}

func (l *pairList) update(secret plan.Secret, _ secrets.Form) bool {
	at := l.of.at()
	pairs, ok := l.of.secrets.PairsOf(at)
	attrs := make([]*domain.Attribute, len(secret.Columns))
	for i, n := range secret.Columns {
		var known bool
		attrs[i], known = l.of.Session.Attribute(string(n))
		ok = ok && known
	}
	if !ok {
		return false
	}
	weighed := l.weighed
	for _, p := range pairs {
		weighed = weighed || p.Weight != ""
	}
	visible(l.weigh, !weighed)
	visible(l.note, weighed)
	pages := (len(pairs) + pagePairs - 1) / pagePairs
	l.page = min(max(l.page, 0), max(pages-1, 0))
	first := l.page * pagePairs
	end := min(first+pagePairs, len(pairs))
	visible(l.turn, pages > 1)
	l.where.SetText(words.T("Pairs %d to %d of %s", first+1, end, thousandsOf(len(pairs))))
	l.rows.show(fmt.Sprint(at, secret.Columns, first, end, weighed), func() []fyne.CanvasObject {
		return l.make(at, secret, first, end, weighed)
	})
	for i, row := range l.made {
		p := pairs[first+i]
		for k, line := range row.lines {
			line.show(attrs[k], attrs[k].Size(), 0, [2]int{p.U[k], p.V[k]}, len(pairs) > 1)
		}
		row.weight.SetValue(words.Number(p.Weight))
	}
	return true
}

// make makes the rows of the pairs from first on.
func (l *pairList) make(at secrets.RuleAt, secret plan.Secret, first, end int, weighed bool) []fyne.CanvasObject {
	l.made = nil
	var objects []fyne.CanvasObject
	for k := first; k < end; k++ {
		row := &pairRow{}
		changed := func(int, int) { l.of.refuse(l.of.secrets.SetPair(at, k, row.ends(0), row.ends(1))) }
		removed := func() { l.of.refuse(l.of.secrets.RemovePair(at, k)) }
		var lines []fyne.CanvasObject
		for i, n := range secret.Columns {
			hints := [2]string{words.T("One of the pair"), words.T("The other of the pair")}
			word := words.T("and")
			if len(secret.Columns) > 1 {
				hints = [2]string{words.T("One of the pair, %s", n), words.T("The other of the pair, %s", n)}
			}
			line := newValuePair(hints, word, changed, removed)
			visible(line.remove, i == 0)
			if len(secret.Columns) > 1 {
				line.a.SetPrefix(string(n) + ": ")
				line.b.SetPrefix(string(n) + ": ")
			}
			row.lines, lines = append(row.lines, line), append(lines, line.row)
		}
		row.weight = ruleField("", func(text string) error { return l.of.secrets.Set(at, secrets.PairWeight(k), text) })
		row.weight.SetPlaceHolder("1")
		row.weight.Wide = 60
		row.row = layouts.Column(4, lines...)
		if weighed {
			row.row = container.NewBorder(nil, nil, nil, container.NewVBox(row.weight), row.row)
		}
		l.made, objects = append(l.made, row), append(objects, row.row)
		if k+1 < end && len(lines) > 1 {
			objects = append(objects, prose.NewRule())
		}
	}
	return objects
}

// ends returns the values at one end of the pair as they are chosen.
func (r *pairRow) ends(side int) []int {
	out := make([]int, len(r.lines))
	for i, line := range r.lines {
		if out[i] = line.a.Selected(); side == 1 {
			out[i] = line.b.Selected()
		}
	}
	return out
}
