package line

import (
	"context"
	"math"
	"steward/core/limits"

	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// GaussianStationary measures weighted sums of neighbouring cumulative counts, with the same whole
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
type GaussianStationary struct{ mechanism.Lattice }

func (GaussianStationary) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-stationary", Name: message.Sprintf("Correlated Gaussian noise"), Source: message.Sprintf(mechanism.Steward + "Gaussian noise"), Gaussian: true}
}

const (
	// finestTaps is how many binary digits weights have at most, coarsestTaps at least.
	finestTaps, coarsestTaps = 20, 8
)

func (m GaussianStationary) Check(p mechanism.Problem) mechanism.Fit {
	if f := checkGaussianLine(p); !f.OK() {
		return f
	}
	if f := withoutPresence(p); !f.OK() {
		return f
	}
	line, err := sensitivity.OnLine(p.Policy)
	if err != nil {
		return mechanism.Unfit(guide.Secrets, "%s", err)
	}
	if k, reach := line.Cells(), line.Longest(); k > limits.MaxAnyReach && reach > strategy.MaxLongReach {
		return mechanism.Unfit(guide.Questions, "over more than %d values it is for secrets between values up to %d apart, but here they reach over %d: ask over coarser values", limits.MaxAnyReach, strategy.MaxLongReach, reach)
	}
	if m.TooCoarse(tapDigits(p.Effective().Float()), coarsestTaps) {
		return mechanism.Unfit(guide.Questions, "its noise would be larger than can be drawn: give the question more of the budget, or use another method")
	}
	return mechanism.Fit{}
}

// tapDigits returns how many binary digits weights are rounded to, so that noise of r can be drawn.
func tapDigits(r float64) int {
	return min(finestTaps, int(math.Floor(mechanism.LargestSigma+math.Log2(r))))
}

func (m GaussianStationary) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Gaussian, p, func(_ context.Context, b Brief) (Strategy, []float64, error) {
		spec := strategy.StationarySpec{Cells: b.Line.Cells(), Taps: strategy.StationaryTaps(b.Line.Cells(), b.Line.Longest(), m.Digits(tapDigits(math.Sqrt(b.Epsilon))))}
		if !b.KnownTotal {
			spec.Total = strategy.TotalMeasured
		}
		s, err := strategy.NewStationary(spec)
		if err != nil {
			return nil, nil, err
		}
		rows := stationary{s}
		scales := []float64{b.Epsilon / float64(rows.Loads(b.Line)[0][0])}
		if !b.KnownTotal {
			scales = append(scales, b.FreeScale)
		}
		return rows, scales, nil
	})
}

// stationary is a stationary strategy, for Gaussian noise only: its loads are squared L2 changes.
type stationary struct{ *strategy.Stationary }

// Loads looks at edges of every length up to the longest, each of which changes as many cumulative
// counts in a row.
func (s stationary) Loads(line sensitivity.Line) [][]int {
	loads := make([]int, len(s.Groups()))
	for length := 1; length <= line.Longest(); length++ {
		loads[0] = max(loads[0], int(s.Change(length)))
	}
	return [][]int{loads}
}

func (s stationary) Estimator(precision []float64) (Estimator, error) { return s.Weigh(precision) }
