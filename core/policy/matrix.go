package policy

import (
	"math/big"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Matrix returns the part of a table of weights between the values of a column, as it
// stands in a sheet: labels head the rows and the columns, weights are multiples of the
// budget, and an empty (nil) entry leaves a pair unjoined. On the diagonal stands nothing or
// zero. Every declared value has a row; special cells without one follow special, joined at
// weight One.
//
// The weights need not be a metric: kept is their shortest-path closure (d_X-privacy,
// Kamalaruban et al. 2020 section 2.3), and Strengthen says for which pairs
// that is less than what stands in the table. It errors on unknown, missing and repeated
// labels, a table that is not square, entries that differ from those across the diagonal,
// negative ones, and zeros off the diagonal.
func Matrix(a *domain.Attribute, labels []string, rows [][]*big.Rat, special Special) (Part, error) {
	p, err := newListed([]*domain.Attribute{a})
	if err != nil {
		return nil, err
	}
	if len(labels) > limits.MaxWeightRows {
		return nil, message.Errorf("the table of weights for %q has %d rows, more than %d: use a distance or groups instead", a.Name(), len(labels), limits.MaxWeightRows)
	}
	at, err := headings(a, labels)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(labels) {
		return nil, message.Errorf("the table of weights for %q has %d rows where %d are expected, one for each of its headings", a.Name(), len(rows), len(labels))
	}
	for i, row := range rows {
		if len(row) != len(labels) {
			return nil, message.Errorf("row %q of the table of weights for %q has %d entries where %d are expected", labels[i], a.Name(), len(row), len(labels))
		}
	}
	for i, row := range rows {
		if d := row[i]; d != nil && d.Sign() != 0 {
			return nil, message.Errorf("the table of weights for %q has %s between %q and itself: leave the diagonal empty", a.Name(), plain(d), labels[i])
		}
		for j := range i {
			if err := p.enter(entry{labels[j], labels[i], at[j], at[i], rows[j][i], row[j]}); err != nil {
				return nil, message.Errorf("the table of weights for %q: %w", a.Name(), err)
			}
		}
	}
	if p.special, err = p.joinSpecial(at, special); err != nil {
		return nil, err
	}
	p.table = message.Sprintf("answers in %s from one another, as the table of weights says", columnNames(p.attrs))
	p.expert = message.Sprintf("%s: weighted graph from a table of %d rows", a.Name(), len(labels))
	return p.done(), nil
}

// headings returns the value of each heading.
func headings(a *domain.Attribute, labels []string) ([]int, error) {
	at, row := make([]int, len(labels)), make(map[int]int, len(labels))
	for i, label := range labels {
		v, ok := a.Find(strings.TrimSpace(label))
		if !ok {
			return nil, message.Errorf("the table of weights for %q has the heading %q, which is not one of its values", a.Name(), label)
		}
		if j, twice := row[v]; twice {
			return nil, message.Errorf("the table of weights for %q has the heading %q twice, as number %d and number %d: remove one", a.Name(), label, j+1, i+1)
		}
		at[i], row[v] = v, i
	}
	for v := range a.Regular() {
		if _, ok := row[v]; !ok {
			return nil, message.Errorf("the table of weights for %q has no row for %q: add one", a.Name(), a.Label(v))
		}
	}
	return at, nil
}

// entry is a pair in a table, with the weight above the diagonal and the one below.
type entry struct {
	a, b         string
	u, v         int
	above, below *big.Rat
}

// enter adds the pair of an entry.
func (p *listed) enter(e entry) error {
	switch {
	case e.above == nil && e.below == nil:
		return nil
	case e.above == nil || e.below == nil:
		return message.Errorf("it has a weight for %q and %q in one half and none in the other: fill in both, or neither", e.a, e.b)
	case e.above.Cmp(e.below) != 0:
		return message.Errorf("it has %s for %q and %q above the diagonal and %s below: make them the same", plain(e.above), e.a, e.b, plain(e.below))
	case e.above.Sign() == 0:
		return message.Errorf("it has zero for %q and %q, so nothing could be published that tells them apart: give a weight above zero, or make the two values one", e.a, e.b)
	}
	w, err := weighted.NewWeight(e.above)
	if err != nil {
		return message.Errorf("%q and %q: %w", e.a, e.b, err)
	}
	p.add(e.u, e.v, w)
	return nil
}

// joinSpecial joins special cells that are not among the values to all others, or leaves
// them alone; it returns the labels of those joined.
func (p *listed) joinSpecial(listed []int, special Special) ([]string, error) {
	a := p.attrs[0]
	given := make([]bool, a.Size())
	for _, v := range listed {
		given[v] = true
	}
	var labels []string
	for s := a.Regular(); s < a.Size(); s++ {
		if given[s] {
			continue
		}
		if err := special.check(a); err != nil {
			return nil, err
		}
		if special != JoinAll {
			continue
		}
		labels = append(labels, a.Label(s))
		for v := range a.Size() {
			if v != s {
				p.add(v, s, weighted.One)
			}
		}
	}
	return labels, nil
}
