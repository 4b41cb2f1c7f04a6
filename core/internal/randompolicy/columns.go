package randompolicy

import (
	"fmt"
	"math/big"

	"steward/core/domain"
)

// Column makes a column of any kind with one to most declared values, and any of the two
// special cells.
func (m Maker) Column(name string, most int) *domain.Attribute {
	m.t.Helper()
	return m.column(m.Pick(0, 3), name, most)
}

// Ordered makes a column whose values have an order, like Column.
func (m Maker) Ordered(name string, most int) *domain.Attribute {
	m.t.Helper()
	return m.column(m.Pick(1, 3), name, most)
}

// Columns makes one to three columns named a, b and c in any order: a with up to most
// declared values, the others with up to four.
func (m Maker) Columns(most int) []*domain.Attribute {
	m.t.Helper()
	columns := []*domain.Attribute{m.Column("a", most)}
	for i := range m.Pick(0, 2) {
		columns = append(columns, m.Column(string(rune('b'+i)), 4))
	}
	m.shuffle(columns)
	return columns
}

func (m Maker) column(kind int, name string, most int) *domain.Attribute {
	m.t.Helper()
	rule := func() domain.Special {
		if m.Chance(2) {
			return domain.Special{Rule: domain.Refuse}
		}
		return domain.Special{Rule: domain.OwnCell}
	}
	opts := domain.Options{Origin: domain.Typed, Blank: rule(), Other: rule()}
	n, id := m.Pick(1, most), domain.AttributeName(name)
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprintf("%s%d", name, i)
	}
	var a *domain.Attribute
	var err error
	switch kind {
	case 0:
		a, err = domain.NewList(id, values, opts)
	case 1:
		a, err = domain.NewOrdered(id, values, opts)
	case 2:
		lo := int64(m.Pick(-9, 9))
		a, err = domain.NewWhole(id, lo, lo+int64(n)-1, opts)
	default:
		whole := m.Chance(2)
		a, err = domain.NewRanges(id, m.ranges(n, whole), whole, opts)
	}
	m.must(err)
	return a
}

// ranges makes n ranges of uneven widths, in halves unless they are of whole numbers, and
// sometimes with open ends.
func (m Maker) ranges(n int, whole bool) []domain.Range {
	per, last := int64(2), int64(0)
	if whole {
		per, last = 1, 1
	}
	text := func(at int64) string {
		if whole {
			return fmt.Sprint(at)
		}
		return big.NewRat(at, per).FloatString(1)
	}
	out, at := make([]domain.Range, n), int64(-3)
	for i := range out {
		end := at + int64(m.Pick(1, 4))
		out[i] = domain.Range{From: text(at), To: text(end - last)}
		at = end
	}
	if m.Chance(3) {
		out[0].From = ""
	}
	if m.Chance(3) {
		out[n-1].To = ""
	}
	return out
}

// Domain makes a domain over the columns, with impossible combinations when zeros is set.
func (m Maker) Domain(columns []*domain.Attribute, zeros bool) *domain.Domain {
	m.t.Helper()
	d, err := domain.New(columns, m.impossible(columns, zeros))
	m.must(err)
	return d
}

func (m Maker) impossible(columns []*domain.Attribute, zeros bool) []domain.Combination {
	var out []domain.Combination
	for zeros && len(out) < 2 {
		c := make(domain.Combination)
		for _, a := range columns {
			if m.Chance(2) {
				continue
			}
			for _, l := range a.Labels() {
				if m.Chance(3) {
					c[a.Name()] = append(c[a.Name()], l)
				}
			}
		}
		if len(c) > 0 {
			out = append(out, c)
		}
		zeros = m.Chance(2)
	}
	return out
}
