package mechanism

import (
	"context"
	"fmt"
	"math"

	"steward/core/guide"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// gaussianStationary measures weighted sums of neighbouring cumulative counts, with the same whole
// weights everywhere, and Gaussian noise: what is estimated from them are the cumulative counts
// with correlated noise that is nearly the best there is for ranges under secrets of small
// differences.
//
// # Guarantee
//
// An edge changes up to as many cumulative counts in a row as it is long. The squared L2 change of
// the sums is worked out for every length, exactly, in whole numbers; sigma² is the largest over
// r².
//
// # Expected error
//
// Exact, from the inverse of the Toeplitz matrix of the weights' autocorrelation.
//
// # Cost
//
// Quadratic in cells up to 16384 of them, and nearly linear beyond, where secrets reach over up to
// strategy.MaxLongReach values.
type gaussianStationary struct{ lattice }

func (gaussianStationary) Info() Info {
	return Info{ID: "gaussian-stationary", Name: "Correlated Gaussian noise", Source: steward + "Gaussian noise", Gaussian: true}
}

const (
	// maxAnyReach bounds the cells of lines along which secrets may reach as far as they like.
	maxAnyReach = 1 << 14
	// finestTaps is how many binary digits weights have at most, coarsestTaps at least.
	finestTaps, coarsestTaps = 20, 8
)

func (m gaussianStationary) Check(p Problem) Fit {
	if f := checkGaussianLine(p); !f.OK() {
		return f
	}
	if f := withoutPresence(p); !f.OK() {
		return f
	}
	line, err := sensitivity.OnLine(p.Policy)
	if err != nil {
		return unfit(guide.Secrets, err.Error())
	}
	if k, reach := line.Cells(), line.Longest(); k > maxAnyReach && reach > strategy.MaxLongReach {
		return unfit(guide.Questions, fmt.Sprintf("over more than %d values it is for secrets between values up to %d apart, and here they reach over %d: ask over coarser values", maxAnyReach, strategy.MaxLongReach, reach))
	}
	if m.tooCoarse(tapDigits(p.Effective().Float()), coarsestTaps) {
		return unfit(guide.Questions, "its noise would be larger than can be drawn: give the question more of the budget, or use another method")
	}
	return Fit{}
}

// tapDigits returns how many binary digits weights are rounded to, so that noise of r can be drawn.
func tapDigits(r float64) int {
	return min(finestTaps, int(math.Floor(largestSigma+math.Log2(r))))
}

func (m gaussianStationary) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	return prepareGaussianLine(ctx, m.Info(), p, func(_ context.Context, b brief) (lineStrategy, []float64, error) {
		spec := strategy.StationarySpec{Cells: b.line.Cells(), Taps: strategy.StationaryTaps(b.line.Cells(), b.line.Longest(), m.digits(tapDigits(math.Sqrt(b.epsilon))))}
		if !b.knownTotal {
			spec.Total = strategy.TotalMeasured
		}
		s, err := strategy.NewStationary(spec)
		if err != nil {
			return nil, nil, err
		}
		rows := stationary{s}
		scales := []float64{b.epsilon / float64(rows.loads(b.line)[0][0])}
		if !b.knownTotal {
			scales = append(scales, b.freeScale)
		}
		return rows, scales, nil
	})
}

// stationary is a stationary strategy, for Gaussian noise only: its loads are squared L2 changes.
type stationary struct{ *strategy.Stationary }

// loads looks at edges of every length up to the longest, each of which changes as many cumulative
// counts in a row.
func (s stationary) loads(line sensitivity.Line) [][]int {
	loads := make([]int, len(s.Groups()))
	for length := 1; length <= line.Longest(); length++ {
		loads[0] = max(loads[0], int(s.Change(length)))
	}
	return [][]int{loads}
}

func (s stationary) weigh(precision []float64) (lineEstimator, error) { return s.Weigh(precision) }
