package policy

import (
	"fmt"
	"math/big"

	"pgregory.net/rapid"

	"steward/core/domain"
)

// column is a random attribute with the numbers that count as each of its declared values,
// from which the tests tell what is within a threshold without asking the attribute.
type column struct {
	attr    *domain.Attribute
	numbers [][]*big.Rat
}

// hair is how far below its upper end the last number of a range of real numbers is taken:
// thresholds and scaled ends are multiples of 1/200 and their squares of 1/40000, so nothing
// finer matters.
var hair = big.NewRat(1, 1_000_000_000_000)

// drawColumn draws a column of any kind with up to most declared values and any of the
// two special cells.
func drawColumn(t *rapid.T, name string, most int) column {
	rules := []domain.Rule{domain.OwnCell, domain.Refuse}
	opts := domain.Options{
		Origin: domain.Typed,
		Blank:  domain.Special{Rule: rapid.SampledFrom(rules).Draw(t, "blank")},
		Other:  domain.Special{Rule: rapid.SampledFrom(rules).Draw(t, "other")},
	}
	n := rapid.IntRange(1, most).Draw(t, "values")
	var c column
	var err error
	var values []string
	for i := range n {
		values = append(values, fmt.Sprintf("%s%d", name, i))
		c.numbers = append(c.numbers, []*big.Rat{big.NewRat(int64(i), 1)})
	}
	id := domain.AttributeName(name)
	switch rapid.SampledFrom([]domain.Kind{domain.List, domain.Ordered, domain.Whole, domain.Ranges}).Draw(t, "kind") {
	case domain.List:
		c.attr, err = domain.NewList(id, values, opts)
	case domain.Ordered:
		c.attr, err = domain.NewOrdered(id, values, opts)
	case domain.Whole:
		lo := rapid.Int64Range(-9, 9).Draw(t, "lowest")
		c.attr, err = domain.NewWhole(id, lo, lo+int64(n)-1, opts)
		for i := range c.numbers {
			c.numbers[i] = []*big.Rat{big.NewRat(lo+int64(i), 1)}
		}
	case domain.Ranges:
		var ranges []domain.Range
		whole := rapid.Bool().Draw(t, "whole numbers")
		ranges, c.numbers = drawRanges(t, n, whole)
		c.attr, err = domain.NewRanges(id, ranges, whole, opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// drawRanges draws n ranges of widths from 1 to 4 units, which are whole numbers, or, for
// real numbers, also halves or tenths.
func drawRanges(t *rapid.T, n int, whole bool) (ranges []domain.Range, numbers [][]*big.Rat) {
	per := rapid.SampledFrom([]int64{1, 2, 10}).Draw(t, "per unit")
	if whole {
		per = 1
	}
	at := rapid.Int64Range(-9, 9).Draw(t, "first end")
	for i := range n {
		width := rapid.Int64Range(1, 4).Draw(t, "width")
		lo, hi := big.NewRat(at, per), big.NewRat(at+width, per)
		at += width
		last := new(big.Rat).Sub(hi, hair)
		if whole {
			last = hi.Sub(hi, big.NewRat(1, 1))
		}
		r := domain.Range{From: lo.FloatString(2), To: hi.FloatString(2)}
		if i == 0 && rapid.Bool().Draw(t, "open below") {
			r.From = ""
		}
		if i == n-1 && rapid.Bool().Draw(t, "open above") {
			r.To = ""
		}
		// The two outermost numbers are the nearest to other ranges; an open end only adds
		// numbers farther away.
		ranges, numbers = append(ranges, r), append(numbers, []*big.Rat{lo, last})
	}
	return ranges, numbers
}

// apart returns the least difference of a number of value i and one of value j.
func (c column) apart(i, j int) *big.Rat {
	least := big.NewRat(1<<40, 1)
	for _, x := range c.numbers[i] {
		for _, y := range c.numbers[j] {
			d := new(big.Rat).Sub(x, y)
			if d.Abs(d).Cmp(least) < 0 {
				least = d
			}
		}
	}
	if i == j {
		return new(big.Rat)
	}
	return least
}
