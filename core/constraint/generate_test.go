package constraint_test

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/seeded"
)

// maker makes random small domains, policies, records and facts that are true of them.
type maker struct {
	randompolicy.Maker
	t *testing.T
	r *seeded.Source
}

func newMaker(t *testing.T, seed uint64) maker {
	r := seeded.New(20140618, seed)
	return maker{randompolicy.New(t, r), t, r}
}

// must fails the test on an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// scene is a policy with facts that are true of some records.
type scene struct {
	policy  *policy.Policy
	facts   constraint.Facts
	records [][]int // values
}

// scene makes a scene whose domain has from two to most possible cells.
func (m maker) scene(most int) scene {
	for {
		columns := []*domain.Attribute{m.Column("a", m.Pick(1, 4))}
		for i := range m.Pick(0, 2) {
			columns = append(columns, m.Column(string(rune('b'+i)), 2))
		}
		d := m.Domain(columns, m.Chance(4))
		if k := d.PossibleCells(); k < 2 || k > most {
			continue
		}
		s := scene{policy: m.policy(d)}
		s.records = m.people(d, 6)
		f, err := constraint.New(d, m.statements(d, s.records))
		must(m.t, err)
		s.facts = f
		return s
	}
}

// policy makes a policy of any kind: as all tests do, as a graph of random edges, or with
// weights, and with being in the file a secret for all, some or none.
func (m maker) policy(d *domain.Domain) *policy.Policy {
	if m.Chance(2) {
		return m.Policy(d)
	}
	s := policy.Spec{Domain: d, Parts: m.Policy(d).Parts()}
	if m.Chance(3) {
		s.Parts = []policy.Part{m.pairs(d)}
	}
	if m.Chance(2) {
		for i, part := range s.Parts {
			weighed, err := part.Weigh(big.NewRat(int64(m.Pick(1, 6)), 2))
			must(m.t, err)
			s.Parts[i] = weighed
		}
	}
	s.Together = m.Pick(0, len(s.Parts))
	for range m.Pick(-1, 2) {
		a := policy.Absence{Weight: big.NewRat(int64(m.Pick(1, 4)), 2)}
		if m.Chance(2) {
			column := d.Attributes()[m.Pick(0, len(d.Attributes())-1)]
			a.Where = domain.Combination{column.Name(): {column.Label(m.Pick(0, column.Size()-1))}}
		}
		s.Absences = append(s.Absences, a)
	}
	p, err := policy.New(s)
	must(m.t, err)
	return p
}

// pairs joins about half of all combinations, with weights.
func (m maker) pairs(d *domain.Domain) policy.Part {
	k, err := d.Cells()
	must(m.t, err)
	labels := func(cell int) []string {
		var out []string
		for i, a := range d.Attributes() {
			out = append(out, a.Label(d.Value(cell, i)))
		}
		return out
	}
	even := m.Chance(2)
	list := []policy.Pair{{A: labels(0), B: labels(k - 1)}}
	for u := range k {
		for v := range u {
			if u-v == k-1 || m.Chance(2) {
				continue
			}
			x := policy.Pair{A: labels(u), B: labels(v)}
			if !even {
				x.Weight = big.NewRat(int64(m.Pick(1, 6)), 2)
			}
			list = append(list, x)
		}
	}
	part, err := policy.Pairs(d.Attributes(), list)
	must(m.t, err)
	return part
}

// people makes records in possible cells.
func (m maker) people(d *domain.Domain, n int) [][]int {
	k, err := d.Cells()
	must(m.t, err)
	var out [][]int
	for len(out) < n {
		if cell := m.r.IntN(k); d.Possible(cell) {
			values := make([]int, len(d.Attributes()))
			d.Values(values, cell)
			out = append(out, values)
		}
	}
	return out
}

// statements makes one to three facts that are true of the records.
func (m maker) statements(d *domain.Domain, records [][]int) []constraint.Fact {
	var out []constraint.Fact
	for i := range m.Pick(1, 3) {
		f := constraint.Fact{ID: fmt.Sprint(i)}
		switch m.Pick(0, 5) {
		case 0:
			n := int64(len(records))
			f.People = &n
		case 1, 2:
			f.Totals = m.totals(d, records)
		default:
			for range m.Pick(1, 2) {
				p := m.predicate(d)
				f.Counts = append(f.Counts, constraint.Count{Of: p, Count: m.countOf(d, p, records)})
			}
		}
		out = append(out, f)
	}
	return out
}

func (m maker) totals(d *domain.Domain, records [][]int) *constraint.Totals {
	var names []domain.AttributeName
	for _, a := range d.Attributes() {
		if len(names) == 0 || m.Chance(3) {
			names = append(names, a.Name())
		}
	}
	m.r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	p, err := d.Project(names)
	must(m.t, err)
	k, err := p.Cells()
	must(m.t, err)
	counts := make([]int64, k)
	values := make([]int, len(names))
	for _, r := range records {
		for i, n := range names {
			pos, _ := d.Position(n)
			values[i] = r[pos]
		}
		counts[p.Index(values)]++
	}
	t := &constraint.Totals{Columns: names}
	some := m.Chance(3)
	t.NobodyElse = m.Chance(4)
	for cell := range k {
		if some && m.Chance(3) && (!t.NobodyElse || counts[cell] == 0) {
			continue
		}
		row := constraint.Row{Count: counts[cell]}
		for i, a := range p.Attributes() {
			row.Labels = append(row.Labels, a.Label(p.Value(cell, i)))
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		t.NobodyElse = false
		row := constraint.Row{Count: counts[0]}
		for i, a := range p.Attributes() {
			row.Labels = append(row.Labels, a.Label(p.Value(0, i)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// predicate makes a union of boxes of listed values and ranges.
func (m maker) predicate(d *domain.Domain) constraint.Predicate {
	var p constraint.Predicate
	for range m.Pick(1, 2) {
		var b constraint.Box
		for _, a := range d.Attributes() {
			if len(b) > 0 && m.Chance(2) {
				continue
			}
			c := constraint.Condition{Column: a.Name()}
			if a.HasOrder() && m.Chance(2) {
				lo := m.Pick(0, a.Regular()-1)
				c.Spans = append(c.Spans, constraint.Span{From: a.Label(lo), To: a.Label(m.Pick(lo, a.Regular()-1))})
			}
			if len(c.Spans) == 0 || m.Chance(3) {
				c.Values = append(c.Values, a.Label(m.Pick(0, a.Size()-1)))
			}
			b = append(b, c)
		}
		p = append(p, b)
	}
	return p
}

// holds says by the definition whether a predicate holds for a record.
func holds(d *domain.Domain, p constraint.Predicate, values []int) bool {
	for _, b := range p {
		all := true
		for _, c := range b {
			pos, _ := d.Position(c.Column)
			a := d.Attributes()[pos]
			in := false
			for _, l := range c.Values {
				v, _ := a.Find(l)
				in = in || v == values[pos]
			}
			for _, s := range c.Spans {
				lo, _ := a.Find(s.From)
				hi, _ := a.Find(s.To)
				in = in || lo <= values[pos] && values[pos] <= hi
			}
			all = all && in
		}
		if all {
			return true
		}
	}
	return false
}

func (m maker) countOf(d *domain.Domain, p constraint.Predicate, records [][]int) int64 {
	var n int64
	for _, r := range records {
		if holds(d, p, r) {
			n++
		}
	}
	return n
}

// counted lists the predicates of facts, as their definitions say.
func counted(d *domain.Domain, f constraint.Facts) []constraint.Predicate {
	var out []constraint.Predicate
	for _, fact := range f.Stated() {
		switch {
		case fact.People != nil:
			out = append(out, constraint.Everyone())
		case fact.Totals != nil:
			out = append(out, totalled(d, fact.Totals)...)
		default:
			for _, c := range fact.Counts {
				out = append(out, c.Of)
			}
		}
	}
	return out
}

func totalled(d *domain.Domain, t *constraint.Totals) []constraint.Predicate {
	box := func(labels []string) constraint.Predicate {
		var b constraint.Box
		for i, l := range labels {
			b = append(b, constraint.Condition{Column: t.Columns[i], Values: []string{l}})
		}
		return constraint.Predicate{b}
	}
	var out []constraint.Predicate
	for _, r := range t.Rows {
		out = append(out, box(r.Labels))
	}
	if !t.NobodyElse {
		return out
	}
	p, err := d.Project(t.Columns)
	if err != nil {
		panic(err)
	}
	k, _ := p.Cells()
	for cell := range k {
		var labels []string
		for i, a := range p.Attributes() {
			labels = append(labels, a.Label(p.Value(cell, i)))
		}
		out = append(out, box(labels))
	}
	return out
}
