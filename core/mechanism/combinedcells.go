package mechanism

import (
	"cmp"
	"math"
	"slices"

	"steward/core/linop"
)

// cellWeight is how often a cell counts in a sum of answers.
type cellWeight struct {
	Cell   int
	Weight float64
}

// CellWeights returns how often each cell counts in a sum of answers, cells rising.
func CellWeights(op linop.Operator, terms []Term) []cellWeight {
	var list []cellWeight
	for _, t := range terms {
		op.Row(t.Answer, func(cell int, v int64) { list = append(list, cellWeight{cell, t.Weight * float64(v)}) })
	}
	if len(terms) > 1 {
		slices.SortStableFunc(list, func(a, b cellWeight) int { return cmp.Compare(a.Cell, b.Cell) })
	}
	out := list[:0]
	for _, c := range list {
		if n := len(out); n > 0 && out[n-1].Cell == c.Cell {
			out[n-1].Weight += c.Weight
			continue
		}
		out = append(out, c)
	}
	return out
}

// Spread returns the same for every cell, in a slice of its own.
func Spread(list []cellWeight, cells int) []float64 {
	out := make([]float64, cells)
	for _, c := range list {
		out[c.Cell] = c.Weight
	}
	return out
}

// Rounding is the part of weights that is taken for the rounding of their sums.
const Rounding = 1e-12

// Apart returns the difference of two weights, zero where it is their rounding.
func Apart(a, b float64) float64 {
	if d := a - b; math.Abs(d) > Rounding*(math.Abs(a)+math.Abs(b)) {
		return d
	}
	return 0
}
