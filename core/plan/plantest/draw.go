package plantest

import (
	"fmt"
	"math/big"
	"slices"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
)

// Drawn is a random plan, the file that it is about, and its secrets by their definitions.
type Drawn struct {
	Plan  plan.Plan
	Graph Graph
	File  File

	columns []column
	facts   []func(values []int) bool // whom each number of the stated facts counts
}

// Draw makes a plan without questions, of one to three columns and at most about a dozen cells, and a file of a few people that agrees with its
// facts. Of plans that are refused, since facts and secrets do not go together, another must be drawn.
func Draw(r *seeded.Source) *Drawn { return drawn(r, (*Drawn).drawFile) }

// DrawOf is Draw with a file of so many people, nearly all of them in few places where it is skewed.
func DrawOf(r *seeded.Source, people int, skewed bool) *Drawn {
	return drawn(r, func(d *Drawn, r *seeded.Source) { d.drawCrowd(r, people, skewed) })
}

func drawn(r *seeded.Source, file func(*Drawn, *seeded.Source)) *Drawn {
	d := &Drawn{Plan: plan.Plan{Version: plan.Version, DataSet: "People", Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}}}}
	d.Plan.Budget.Epsilon = pick(r, "0.25", "0.5", "1", "2")
	if r.IntN(3) == 0 {
		d.Plan.Budget.Delta = pick(r, "0.000001", "0.001")
	}
	parts := d.drawColumns(r)
	for i, c := range d.columns {
		if !slices.ContainsFunc(parts, func(p part) bool { return slices.Contains(p.columns, i) }) {
			parts = append(parts, part{[]int{i}, always}) // nothing is said of it
		}
		d.Plan.Columns = append(d.Plan.Columns, c.Column)
	}
	if len(parts) > 1 && r.IntN(4) == 0 {
		parts = []part{d.oneAnswer(parts)}
	}
	together := len(parts)
	if len(d.columns) > 1 && (together > 1 && r.IntN(4) == 0 || together == 1 && r.IntN(2) == 0) {
		together, d.Plan.Secrets.Together = 1, 1
	}
	possible := d.drawImpossible(r)
	switch r.IntN(6) {
	case 0:
		d.Plan.Rows = &plan.Rows{Person: "who", AtMost: 1 + r.IntN(3), Key: pick(r, "", "visit")}
	case 1:
		d.Plan.Weight = &plan.Weight{Column: "weight", Step: "1", Cap: pick(r, "1", "3")}
	case 2:
		d.Plan.Rows = &plan.Rows{Person: "who", AtMost: 2}
		d.Plan.Weight = &plan.Weight{Column: "weight", Step: "1", Cap: "2"}
	}
	only := !slices.ContainsFunc(d.Plan.Secrets.Columns, func(s secret.Secret) bool { return s.Kind != secret.Everything || s.Weight != "" }) && together == len(parts) && r.IntN(2) == 0
	if only { // being in the file is all that is secret
		together, d.Plan.Secrets = 0, secret.Secrets{Presence: true, PresenceOnly: true}
	}
	absent := d.drawPresence(r)
	d.Graph = newGraph(d.columns, parts, together, possible, absent)
	file(d, r)
	d.drawFacts(r)
	if r.IntN(2) == 0 {
		d.Plan.StandIn = &plan.StandIn{Kind: plan.StandInEven}
	}
	return d
}

// oneAnswer makes all columns parts of one answer: any of their secrets can change, or all.
func (d *Drawn) oneAnswer(parts []part) part {
	whole := part{joined: func(u, v []int) *big.Rat { return edge(parts, len(parts), u, v) }}
	for i := range d.columns {
		whole.columns = append(whole.columns, i)
		d.columns[i].PartOf, d.Plan.Columns[i].PartOf = "answer", "answer"
	}
	return whole
}

// drawColumns draws columns and their secrets, and returns these with the columns that each is of.
func (d *Drawn) drawColumns(r *seeded.Source) []part {
	var parts []part
	add := func(k secret.Kind, columns ...column) {
		s := secret.Secret{Kind: k}
		p := part{}
		for i, c := range columns {
			s.Columns, p.columns = append(s.Columns, c.Name), append(p.columns, len(d.columns)+i)
		}
		p.joined = kinds[k].make(r, columns, &s)
		if w := pick(r, "", "", "2", "0.5"); w != "" && k != secret.Public && kinds[k].most > 0 {
			s.Weight = w
			bare := p.joined
			p.joined = func(u, v []int) *big.Rat {
				if x := bare(u, v); x != nil {
					return new(big.Rat).Mul(x, weight(w))
				}
				return nil
			}
		}
		d.Plan.Secrets.Columns, parts = append(d.Plan.Secrets.Columns, s), append(parts, p)
		d.columns = append(d.columns, columns...)
	}
	whole := func(name string, n int, plain bool) column {
		c := newColumn(r, name, domain.Whole, n)
		if plain {
			c.blank, c.Blank = false, plan.Special{Rule: domain.Refuse}
		}
		return c
	}
	of := secret.Kinds()
	k := of[r.IntN(len(of))]
	switch {
	case kinds[k].degrees:
		var both []column
		for _, name := range []string{"lat", "lon"} {
			c := newColumn(r, name, domain.Ranges, 2)
			c.blank, c.Blank = false, plan.Special{Rule: domain.Refuse}
			both = append(both, c)
		}
		add(k, both...)
	case kinds[k].most > 1 && r.IntN(2) == 0:
		add(k, whole("a", 3, true), whole("b", 2+r.IntN(2), true))
	default:
		add(k, whole("a", 3+r.IntN(2), false))
	}
	switch r.IntN(3) {
	case 0: // nothing is said of it
		d.columns = append(d.columns, newColumn(r, "more", domain.List, 2))
	case 1:
		add(pick(r, secret.Everything, secret.Public, secret.PerValue), newColumn(r, "more", domain.Ordered, 2))
	}
	return parts
}

// drawImpossible declares that some combination cannot be, and returns which ones can.
func (d *Drawn) drawImpossible(r *seeded.Source) func(values []int) bool {
	if len(d.columns) < 2 || r.IntN(4) > 0 {
		return func([]int) bool { return true }
	}
	d.Plan.Impossible = []domain.Combination{{d.columns[0].Name: {d.columns[0].label(0)}, d.columns[1].Name: {d.columns[1].label(1)}}}
	return func(values []int) bool { return values[0] != 0 || values[1] != 1 }
}

// drawPresence makes it a secret of some whether they are in the file.
func (d *Drawn) drawPresence(r *seeded.Source) func(values []int) *big.Rat {
	one := big.NewRat(1, 1)
	slotted := d.Plan.Slotted()
	all := slotted
	var chosen *big.Rat
	switch n := r.IntN(6); {
	case n == 0 || d.Plan.Secrets.PresenceOnly:
		d.Plan.Secrets.Presence, all = true, true
	case n == 1:
		w := pick(r, "0.5", "1", "3")
		d.Plan.Secrets.Absences, chosen = []secret.Absence{{Weight: w, Where: domain.Combination{d.columns[0].Name: {d.columns[0].label(0)}}}}, weight(w)
	}
	return func(values []int) *big.Rat {
		var w *big.Rat
		if all {
			w = one
		}
		if values[0] == 0 {
			w = lesser(w, chosen)
		}
		return w
	}
}

// drawFacts states some numbers about the file, of everybody and of some.
func (d *Drawn) drawFacts(r *seeded.Source) {
	if r.IntN(3) == 0 {
		n := int64(len(d.File.People))
		d.Plan.Facts.People = &n
		if !d.Plan.Slotted() { // of slots it says nothing: each person keeps a row
			d.facts = append(d.facts, func([]int) bool { return true })
		}
	}
	if d.Plan.Slotted() || r.IntN(2) == 0 {
		return
	}
	if r.IntN(3) == 0 {
		d.Plan.Facts.Reading = constraint.Strict
	}
	for i := range 1 + r.IntN(2) {
		f := constraint.Fact{ID: fmt.Sprint("fact ", i)}
		if at := r.IntN(len(d.columns)); r.IntN(2) == 0 {
			c := d.columns[at]
			f.Totals = &constraint.Totals{Columns: []domain.AttributeName{c.Name}}
			for v := range c.size() {
				if r.IntN(3) > 0 || v == 0 {
					counts := func(values []int) bool { return values[at] == v }
					f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{c.label(v)}, Count: d.count(counts)})
					d.facts = append(d.facts, counts)
				}
			}
		} else {
			cell := d.Graph.values[r.IntN(len(d.Graph.values))]
			var box constraint.Box
			for j, c := range d.columns {
				box = append(box, constraint.Condition{Column: c.Name, Values: []string{c.label(cell[j])}})
			}
			counts := func(values []int) bool { return slices.Equal(values, cell) }
			f.Counts = []constraint.Count{{Of: constraint.Predicate{box}, Count: d.count(counts)}}
			d.facts = append(d.facts, counts)
		}
		d.Plan.Facts.Stated = append(d.Plan.Facts.Stated, f)
	}
}

// count is how many people of the file a fact counts.
func (d *Drawn) count(of func(values []int) bool) (n int64) {
	for _, p := range d.File.People {
		if of(d.Graph.values[p.Rows[0].Cell]) {
			n++
		}
	}
	return n
}
