package plantest

import (
	"slices"

	"steward/core/constraint"
	"steward/core/plan"
	"steward/core/seeded"
)

// InGroup draws a plan about the same people that is about those with some values of a column alone, which no edge leads out of. It is
// false where there is no such group.
func (d *Drawn) InGroup(r *seeded.Source) (*Drawn, bool) {
	at := r.IntN(len(d.columns))
	c := d.columns[at]
	set := make([]int, c.size()) // values that edges join have the same number
	for v := range set {
		set[v] = v
	}
	for u, edges := range d.Graph.Edge[:d.Graph.Absent()] {
		for v, e := range edges[:d.Graph.Absent()] {
			from, to := set[d.Graph.values[u][at]], set[d.Graph.values[v][at]]
			for i := range set {
				if e != nil && set[i] == from {
					set[i] = to
				}
			}
		}
	}
	g := &plan.Answers{Column: c.Name}
	of := set[r.IntN(len(set))]
	for v, k := range set {
		if k == of {
			g.Values = append(g.Values, c.label(v))
		}
	}
	if len(g.Values) == len(set) {
		return nil, false
	}
	out := *d
	out.Plan.Group, out.Plan.Facts.People, out.Plan.Facts.Stated = g, nil, nil
	for _, f := range d.Plan.Facts.Stated {
		about := len(f.Counts) > 0 && slices.ContainsFunc(f.Counts[0].Of[0], func(x constraint.Condition) bool { return x.Column == c.Name && slices.Contains(g.Values, x.Values[0]) })
		if about && r.IntN(2) == 0 {
			out.Plan.Facts.Stated = append(out.Plan.Facts.Stated, f)
		}
	}
	return &out, true
}

// Among returns the pair as a release sees it that is about a group of people, nil for everybody.
func (p Pair) Among(g *plan.Answers) Pair {
	if g == nil {
		return p
	}
	at := slices.IndexFunc(p.From.of.columns, func(c column) bool { return c.Name == g.Column })
	p.counts = func(cell int) bool {
		c := p.From.of
		return slices.Contains(g.Values, c.columns[at].label(c.Graph.values[cell][at]))
	}
	p.Moves = slices.DeleteFunc(slices.Clone(p.Moves), func(m Move) bool {
		absent := p.From.of.Graph.Absent()
		return !(m.From < absent && p.counts(m.From)) && !(m.To < absent && p.counts(m.To))
	})
	return p
}
