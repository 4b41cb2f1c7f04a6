package mechanism

import (
	"math/big"

	"steward/core/linop"
	"steward/core/noise"
)

// Determined is what follows of sums of cells from what is publicly known of others, for mechanisms that put noise on sums
// and estimate no cells: sums that are determined need none.
type Determined struct{ from *conditioning }

// alike stands for cells of which nothing is measured: the most even ones that meet what is known are taken.
type alike struct{ noise noise.Law }

func (a alike) Noise() []Noise { return []Noise{{Law: a.noise}} }

// Covary implements Covarying.
func (alike) Covary(dst, w []float64) bool {
	copy(dst, w)
	return true
}

// Determined returns what facts and impossible combinations determine, nil where they tell no more than the known sums.
func (p Problem) Determined(known KnownSums) (*Determined, error) {
	if !p.KnowsSums() && p.Workload.Domain().AllPossible() {
		return nil, nil
	}
	one, err := noise.Laplace.Law(big.NewRat(1, 1))
	if err != nil {
		return nil, err
	}
	c := p.condition(alike{one}, known)
	if c == nil {
		return nil, nil
	}
	return &Determined{c}, nil
}

// Row reports whether a row of an operator is determined.
func (d *Determined) Row(op linop.Operator, i int) bool {
	return d != nil && d.from.known.holds(func(yield func(cell int, times float64)) {
		op.Row(i, func(cell int, v int64) { yield(cell, float64(v)) })
	})
}

// Sum reports whether how many people are in some cells is determined.
func (d *Determined) Sum(cells []int32) bool {
	return d != nil && d.from.known.holds(func(yield func(cell int, times float64)) {
		for _, cell := range cells {
			yield(int(cell), 1)
		}
	})
}

// Cells returns cells that meet what is known, given the totals of the known sums: what is determined is what they add up to,
// but for rounding. They are made of public numbers alone.
func (d *Determined) Cells(sums []int64) []float64 {
	x := make([]float64, d.from.by.Cols)
	Task{given: d.from}.Meet(x, sums)
	return x
}
