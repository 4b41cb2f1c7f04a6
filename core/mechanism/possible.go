package mechanism

import (
	"math"
	"slices"

	"steward/core/inference"
)

// How much is spent on making answers possible: so many steps at first, of so many additions in all.
const (
	possibleSteps = 400
	possibleWork  = 1e8
	// PossibleTerms is how many runs answers along an order are compared by.
	PossibleTerms = 1 << 20
	// NegligibleMiss is a squared difference of an answer that rounding hides.
	NegligibleMiss = 0.02
	// hiddenMiss is by how much a squared difference of an answer may be more than proved: rounding moves it by as much.
	hiddenMiss = 0.25
)

// StepsOf returns how many steps are worth their time where one takes so many additions.
func StepsOf(each int) int { return min(possibleSteps, possibleWork/max(each, 1)) }

// Tidied are possible counts near estimated cells, and how near the answers may be moved to theirs.
type Tidied struct {
	Cells []int64
	// Share is 1 where the answers of the cells are proved to be in total no farther from the truth than those of the
	// estimated ones, but for rounding; elsewhere so much of the way to them is.
	Share float64
}

// TidyFor returns whole cells, none below zero, that meet the known sums, for the answers of an operator:
// those whose answers are nearest to the ones of the estimated cells x, so that they are in total no farther
// from the truth than these but for rounding (inference.Nearest), however little is known of single cells.
// Cells are rounded by what they add up to along their order, so that sums of neighbours are hardly moved. Where
// answers are the cells themselves, or nobody reads them, the cells are taken for themselves.
func (p Problem) TidyFor(known KnownSums, x []float64, sums []int64) (Tidied, error) {
	var m inference.Metric
	terms, ok := 0, false
	if !p.Raw {
		m, terms, ok = answerMetric(p.Workload.Operator(), p.Workload.Domain().Sizes())
	}
	if !ok {
		cells := slices.Clone(x)
		for cell := range cells {
			if !p.Workload.Domain().Possible(cell) {
				cells[cell] = 0
			}
		}
		whole, err := known.tidy(cells, sums)
		return Tidied{whole, 1}, err
	}
	r := p.possibleCounts(known, sums, len(x))
	z, err := inference.Nearest(x, m, r, StepsOf(terms+4*len(x)))
	if err != nil {
		return Tidied{}, err
	}
	return Tidied{r.round(z.Vector), z.Share}, nil
}

// TidiedTo is TidyFor where a search of its own found cells near x, and whole ones near these: they are taken where as
// much is proved of them, and what more is known of the cells is met.
func (p Problem) TidiedTo(known KnownSums, x []float64, sums []int64, near []float64, whole []int64) (Tidied, error) {
	if p.Raw {
		return Tidied{whole, 1}, nil
	}
	m, _, ok := answerMetric(p.Workload.Operator(), p.Workload.Domain().Sizes())
	if !ok {
		return Tidied{whole, 1}, nil
	}
	r, z := p.possibleCounts(known, sums, len(x)), slices.Clone(near)
	if err := r.Project(z); err != nil {
		return Tidied{}, err
	}
	switch found := inference.Proved(x, m, r, z); {
	case found.Share < 1:
		return p.TidyFor(known, x, sums)
	case slices.Equal(found.Vector, near):
		return Tidied{whole, 1}, nil
	default:
		return Tidied{r.round(found.Vector), 1}, nil
	}
}

// possibleCounts are the counts that are possible, as far as what is known of them is simple: none below zero, nobody
// where nobody can be, and parts of the cells that add up to known totals. Facts whose sums cross are left out.
type possibleCounts struct {
	parts []possiblePart
	none  []int  // cells that hold nobody
	free  []bool // which cells may hold any number; nil where there are none
}

// possiblePart is cells of which the total is known, or nothing.
type possiblePart struct {
	cells  []int
	total  int64
	known  bool
	values []float64
}

func (p Problem) possibleCounts(known KnownSums, totals []int64, cells int) *possibleCounts {
	d := p.Workload.Domain()
	sums := p.PublicSums(known, totals)
	if sums == nil {
		sums = known.sums(totals)
	}
	parts, ok := inference.Parts(cells, sums)
	if !ok {
		parts, _ = inference.Parts(cells, known.sums(totals))
	}
	r := new(possibleCounts)
	for _, of := range parts {
		part := possiblePart{total: of.Total, known: of.Known}
		for _, cell := range of.Cells {
			switch {
			case !d.Possible(int(cell)):
				r.none = append(r.none, int(cell))
			default:
				part.cells = append(part.cells, int(cell))
			}
		}
		if len(part.cells) == 0 {
			continue
		}
		part.values = make([]float64, len(part.cells))
		r.parts = append(r.parts, part)
		if !part.known {
			if r.free == nil {
				r.free = make([]bool, cells)
			}
			for _, cell := range part.cells {
				r.free[cell] = true
			}
		}
	}
	return r
}

// Project implements inference.Region.
func (r *possibleCounts) Project(z []float64) error {
	for _, cell := range r.none {
		z[cell] = 0
	}
	for _, part := range r.parts {
		for i, cell := range part.cells {
			part.values[i] = z[cell]
		}
		err := error(nil)
		if part.known {
			err = inference.Simplex(part.values, float64(part.total))
		} else {
			err = inference.Nonnegative(part.values)
		}
		if err != nil {
			return err
		}
		for i, cell := range part.cells {
			z[cell] = part.values[i]
		}
	}
	return nil
}

// Most implements inference.Region.
func (r *possibleCounts) Most(g []float64) float64 {
	sum := 0.0
	for _, part := range r.parts {
		most := math.Inf(-1)
		for _, cell := range part.cells {
			most = max(most, g[cell])
		}
		switch {
		case part.known:
			sum += float64(part.total) * most
		case most > 0:
			return math.Inf(1)
		}
	}
	return sum
}

// Free implements inference.Region.
func (r *possibleCounts) Free() []bool { return r.free }

// round returns whole counts near those of the region: each part's running totals are rounded, so that neighbours are
// hardly moved together.
func (r *possibleCounts) round(z []float64) []int64 {
	out := make([]int64, len(z))
	for _, part := range r.parts {
		upto, before := 0.0, int64(0)
		for i, cell := range part.cells {
			upto += z[cell]
			n := RoundCount(upto)
			if part.known && (i == len(part.cells)-1 || n > part.total) {
				n = part.total
			}
			out[cell], before = n-before, n
		}
	}
	return out
}

// sums lists the known sums with their totals.
func (k KnownSums) sums(totals []int64) []inference.Sum {
	out := make([]inference.Sum, k.Count)
	for s := range out {
		out[s].Total = totals[s]
	}
	for cell, s := range k.Set {
		if s >= 0 && k.Count > 0 {
			out[s].Cells = append(out[s].Cells, int32(cell))
		}
	}
	return out
}
