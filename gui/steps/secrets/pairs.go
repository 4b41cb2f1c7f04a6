package secrets

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/gui/session/amounts"
	"steward/gui/session/secrets"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// pairList is the list of pairs of the rule that is looked at.
type pairList struct {
	box     *fyne.Container
	of      *Page
	rows    layouts.Remade
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
	lines  []*editors.ValuePair
	weight *forms.Field
	row    fyne.CanvasObject
}

// pagePairs is how many pairs are shown at once.
const pagePairs = 12

func newPairList(of *Page) *pairList {
	l := &pairList{of: of, rows: layouts.Remade{Box: layouts.Column(6)}, where: prose.Caption("").OneLine()}
	add := prose.NewLink(words.T("Add a pair"), func() {
		err := of.rule().AddPair()
		if pairs, ok := of.rule().Pairs(); ok && err == nil {
			l.page = (len(pairs) - 1) / pagePairs
		}
		of.refuse(err)
	})
	l.weigh = prose.NewLink(words.T("Weigh the pairs…"), func() {
		l.weighed = true
		of.Update()
	})
	sheet := of.importLink(words.T("Import pairs…"), secrets.Rule.Import)
	flip := func(by int) func() {
		return func() {
			l.page += by
			of.Update()
		}
	}
	l.turn = layouts.Inline(12, prose.NewLink(words.T("‹ Previous"), flip(-1)), l.where, prose.NewLink(words.T("Next ›"), flip(1)))
	l.note = prose.Caption(words.T("The number at the right is how much of the budget telling the two apart may cost: 1 is all of it; with 2 they are hidden half as well."))
	l.box = layouts.Column(8, l.rows.Box, l.note, l.turn, layouts.Inline(16, add, l.weigh, sheet))
	return l
}

func (l *pairList) update(secret secret.Secret, _ secrets.Form) bool {
	at := l.of.at()
	pairs, ok := l.of.secrets.At(at).Pairs()
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
	paint.Show(l.weigh, !weighed)
	paint.Show(l.note, weighed)
	pages := (len(pairs) + pagePairs - 1) / pagePairs
	l.page = min(max(l.page, 0), max(pages-1, 0))
	first := l.page * pagePairs
	end := min(first+pagePairs, len(pairs))
	paint.Show(l.turn, pages > 1)
	l.where.SetText(words.T("Pairs %d to %d of %s", first+1, end, amounts.Commas(len(pairs))))
	l.rows.Show(fmt.Sprint(at, secret.Columns, first, end, weighed), func() []fyne.CanvasObject {
		return l.make(at, secret, first, end, weighed)
	})
	for i, row := range l.made {
		p := pairs[first+i]
		for k, line := range row.lines {
			line.Set(attrs[k], attrs[k].Size(), 0, [2]int{p.U[k], p.V[k]}, len(pairs) > 1)
		}
		row.weight.SetValue(words.Number(p.Weight))
	}
	return true
}

// make makes the rows of the pairs from first on.
func (l *pairList) make(at secrets.RuleAt, secret secret.Secret, first, end int, weighed bool) []fyne.CanvasObject {
	l.made = nil
	var objects []fyne.CanvasObject
	for k := first; k < end; k++ {
		row := &pairRow{}
		changed := func(int, int) { l.of.refuse(l.of.secrets.At(at).SetPair(k, row.ends(0), row.ends(1))) }
		removed := func() { l.of.refuse(l.of.secrets.At(at).RemovePair(k)) }
		var lines []fyne.CanvasObject
		for i, n := range secret.Columns {
			hints := [2]string{words.T("One of the pair"), words.T("The other of the pair")}
			word := words.T("and")
			if len(secret.Columns) > 1 {
				hints = [2]string{words.T("One of the pair, %s", n), words.T("The other of the pair, %s", n)}
			}
			line := editors.NewValuePair(hints, word, changed, removed)
			paint.Show(line.Remove, i == 0)
			if len(secret.Columns) > 1 {
				line.A.SetPrefix(string(n) + ": ")
				line.B.SetPrefix(string(n) + ": ")
			}
			row.lines, lines = append(row.lines, line), append(lines, line.Row)
		}
		row.weight = ruleField("", func(text string) error { return l.of.secrets.At(at).Set(secrets.PairWeight(k), text) })
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
		if out[i] = line.A.Selected(); side == 1 {
			out[i] = line.B.Selected()
		}
	}
	return out
}
