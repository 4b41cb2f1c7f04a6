package mechanism

import (
	"math"

	"steward/core/noise"
)

// Noisy is a set of independently noised cells: how many carry noise, and the sum of their
// variances.
type Noisy struct {
	Cells    int
	Variance float64
}

func (n Noisy) Plus(m Noisy) Noisy { return Noisy{n.Cells + m.Cells, n.Variance + m.Variance} }

func (n Noisy) Minus(m Noisy) Noisy { return Noisy{n.Cells - m.Cells, n.Variance - m.Variance} }

// Within returns the variance of the sum of the cells of n, some of those of a set whose
// sum is known exactly: S − S²/V by weighted least squares. It is exactly zero when n holds
// all of the set's noise or none of it.
func (n Noisy) Within(set Noisy) float64 {
	if n.Cells == 0 || n.Cells == set.Cells {
		return 0
	}
	return n.Variance - n.Variance*n.Variance/set.Variance
}

// Level is that of all intervals: 19 times in 20.
const Level = 0.95

// HalfWidthOf returns the half-width of a weighted sum of independent Laplace rows with no weight
// above one, given its variance; 0 for an exact answer.
func HalfWidthOf(variance float64) float64 { return HalfWidthUnder(noise.Laplace, variance) }

// halfWidths remembers half-widths of sums of equal noise.
type halfWidths struct {
	last noise.Law // whose half-widths are in few
	few  []float64 // by the number of rows, NaN where not known
	all  map[halfWidthKey]float64
}

type halfWidthKey struct {
	rows int
	law  noise.Law
}

// fewWidths is up to how many rows half-widths are kept in a list.
const fewWidths = 1 << 13

func NewHalfWidths() *halfWidths { return &halfWidths{all: make(map[halfWidthKey]float64)} }

// Of returns the half-width of a sum of so many independent rows of one law.
func (h *halfWidths) Of(rows int, l noise.Law) float64 {
	if rows == 0 || l.IsZero() {
		return 0
	}
	if l != h.last {
		h.last, h.few = l, h.few[:0]
	}
	if rows < len(h.few) && !math.IsNaN(h.few[rows]) {
		return h.few[rows]
	}
	key := halfWidthKey{rows, l}
	w, ok := h.all[key]
	if !ok {
		w = l.HalfWidth(rows, Level)
		h.all[key] = w
	}
	if rows < fewWidths {
		for len(h.few) <= rows {
			h.few = append(h.few, math.NaN())
		}
		h.few[rows] = w
	}
	return w
}

// LeastNoise stands for the variance of an answer whose noise is nearly always zero, so that it is not taken for
// an exact one.
const LeastNoise = 1e-300

// HalfWidthUnder is the half-width of a weighted sum of independent rows with noise of a family, with
// no weight above one, given its variance; 0 for an exact answer.
func HalfWidthUnder(f noise.Family, variance float64) float64 {
	return HalfWidthOfWeighted(f, variance, 1)
}

// HalfWidthOfWeighted is HalfWidthUnder where no row counts more than so many times.
func HalfWidthOfWeighted(f noise.Family, variance, weight float64) float64 {
	if variance == 0 {
		return 0
	}
	return f.HalfWidth(math.Sqrt(variance), weight, Level)
}
