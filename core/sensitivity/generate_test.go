package sensitivity

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
)

// maker makes random small columns, domains and policies. Two makers of the same seed make
// the same ones.
type maker struct {
	t *testing.T
	r *rand.Rand
}

func newMaker(t *testing.T, seed uint64) maker {
	return maker{t, rand.New(rand.NewPCG(20140622, seed))}
}

func (m maker) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

// chance is true once in n times.
func (m maker) chance(n int) bool { return m.r.IntN(n) == 0 }

// pick returns a number from lo to hi, both included.
func (m maker) pick(lo, hi int) int { return lo + m.r.IntN(hi-lo+1) }

// column makes a column of any kind with up to most declared values; only those with an
// order when ordered is set.
func (m maker) column(name string, most int, ordered bool) *domain.Attribute {
	rule := func() domain.Special {
		if m.chance(2) {
			return domain.Special{Rule: domain.Refuse}
		}
		return domain.Special{Rule: domain.OwnCell}
	}
	opts := domain.Options{Origin: domain.Typed, Blank: rule(), Other: rule()}
	n, id := m.pick(1, most), domain.AttributeName(name)
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprintf("%s%d", name, i)
	}
	kind := m.pick(0, 3)
	if ordered {
		kind = m.pick(1, 3)
	}
	var a *domain.Attribute
	var err error
	switch kind {
	case 0:
		a, err = domain.NewList(id, values, opts)
	case 1:
		a, err = domain.NewOrdered(id, values, opts)
	case 2:
		a, err = domain.NewWhole(id, 5, 4+int64(n), opts)
	case 3:
		whole := m.chance(2)
		a, err = domain.NewRanges(id, m.ranges(n, whole), whole, opts)
	}
	m.must(err)
	return a
}

// ranges makes n ranges of uneven widths, in halves unless they are of whole numbers, and
// sometimes with open ends.
func (m maker) ranges(n int, whole bool) []domain.Range {
	per, last := int64(2), int64(0)
	if whole {
		per, last = 1, 1
	}
	text := func(at int64) string { return big.NewRat(at, per).FloatString(1) }
	if whole {
		text = func(at int64) string { return fmt.Sprint(at) }
	}
	out, at := make([]domain.Range, n), int64(-3)
	for i := range out {
		end := at + int64(m.pick(1, 4))
		out[i] = domain.Range{From: text(at), To: text(end - last)}
		at = end
	}
	if m.chance(3) {
		out[0].From = ""
	}
	if m.chance(3) {
		out[n-1].To = ""
	}
	return out
}

// threshold makes a threshold in quarters, so that fractions occur.
func (m maker) threshold() *big.Rat { return big.NewRat(int64(m.pick(1, 24)), 4) }

func (m maker) special() policy.Special {
	if m.chance(2) {
		return policy.JoinAll
	}
	return policy.OwnGroup
}

// part makes a secret of one column.
func (m maker) part(a *domain.Attribute) policy.Part {
	kind := m.pick(0, 5)
	switch {
	case kind == 0:
		return policy.Complete(a)
	case kind <= 3 && a.HasOrder():
		p, err := policy.Near(a, m.threshold(), m.special())
		m.must(err)
		return p
	}
	p, err := policy.Groups(a, m.groups(a), m.special())
	m.must(err)
	return p
}

// groups cuts the values into runs, or deals them out.
func (m maker) groups(a *domain.Attribute) []policy.Group {
	n, scattered := m.pick(1, 3), m.chance(2)
	list := make([]policy.Group, n)
	for v := range a.Size() {
		if v >= a.Regular() && m.chance(2) {
			continue // a special cell in no group
		}
		g := v * n / a.Size()
		if scattered {
			g = m.pick(0, n-1)
		}
		list[g].Values = append(list[g].Values, a.Label(v))
	}
	out := list[:0]
	for g, group := range list {
		if len(group.Values) > 0 {
			out = append(out, policy.Group{Name: fmt.Sprint("g", g), Values: group.Values})
		}
	}
	return out
}

// policy makes a policy over the given columns, with impossible combinations when zeros is
// set.
func (m maker) policy(columns []*domain.Attribute, zeros bool) *policy.Policy {
	d, err := domain.New(columns, m.impossible(columns, zeros))
	m.must(err)
	if m.chance(12) {
		return policy.PresenceOnly(d)
	}
	s := policy.Spec{Domain: d, Presence: m.chance(4)}
	rest := columns
	if len(rest) > 1 && rest[0].HasOrder() && rest[1].HasOrder() && m.chance(2) {
		tied := []policy.Scaled{{Attribute: rest[1], Scale: big.NewRat(int64(m.pick(1, 5)), 2)}, {Attribute: rest[0], Scale: big.NewRat(1, 1)}}
		p, err := policy.NearTogether(tied, m.threshold(), m.special())
		m.must(err)
		s.Parts, rest = append(s.Parts, p), rest[2:]
	}
	for _, a := range rest {
		s.Parts = append(s.Parts, m.part(a))
	}
	s.Together = m.pick(0, len(s.Parts))
	p, err := policy.New(s)
	m.must(err)
	return p
}

func (m maker) impossible(columns []*domain.Attribute, zeros bool) []domain.Combination {
	var out []domain.Combination
	for zeros && len(out) < 2 {
		c := make(domain.Combination)
		for _, a := range columns {
			if m.chance(2) {
				continue
			}
			for _, l := range a.Labels() {
				if m.chance(3) {
					c[a.Name()] = append(c[a.Name()], l)
				}
			}
		}
		if len(c) > 0 {
			out = append(out, c)
		}
		zeros = m.chance(2)
	}
	return out
}

// onOneColumn makes a policy over up to three columns and projects it to one of them, which
// has up to most values.
func (m maker) onOneColumn(most int, zeros bool) *policy.Policy {
	columns := []*domain.Attribute{m.column("a", most, false)}
	for i := range m.pick(0, 2) {
		columns = append(columns, m.column(string(rune('b'+i)), 4, false))
	}
	m.r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	p, err := m.policy(columns, zeros).Project([]domain.AttributeName{"a"})
	m.must(err)
	return p
}

// describe writes a policy for a failure.
func describe(p *policy.Policy) string {
	k, _ := p.Domain().Cells()
	return fmt.Sprintf("%d cells (%d possible), %s", k, p.Domain().PossibleCells(), p.Describe().Expert)
}
