package line

import (
	"context"
	"fmt"
	"slices"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/strategy"
)

// Ramps measures every single value and, at even distances, sums of some cumulative counts in a
// row, reconciled by least squares: where the ordered hierarchical mechanism measures a cumulative
// count, which every edge across it pays for, it measures the average over about as many as an edge
// is long, which only the longest edges pay for in full.
//
// # Guarantee
//
// An edge changes two single values and at most λ of the cumulative counts in sums, counted over
// all edges; 2 times the former's budget plus λ times the latter's is at most ε.
//
// # Expected error
//
// Exact, by the factors of the banded normal equations.
//
// # Cost
//
// Linear in cells and answers.
type Ramps struct{}

func (Ramps) Info() mechanism.Info {
	return mechanism.Info{ID: "ramps", Name: message.Sprintf("Averaged cumulative counts"), Source: message.Sprintf(mechanism.Steward + "6")}
}

func (Ramps) Check(p mechanism.Problem) mechanism.Fit { return CheckLine(p) }

func (m Ramps) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Laplace, p, TunedSoft(p.Optima, false))
}

// SoftBlocks measures every single value and groups of neighbouring values that overlap, each
// rising and falling evenly, in one or two sizes, with averaged cumulative counts beside them where
// these help; all reconciled by least squares. An edge that is shorter than a group changes it by
// part of a person only.
//
// # Guarantee
//
// An edge changes two single values, the groups of one size by at most twice as many parts of a
// person as the edge is long or the group wide, and sums of cumulative counts as in ramps; the
// changes times the budgets add up to at most ε.
//
// # Expected error
//
// Exact, by the factors of the banded normal equations.
//
// # Cost
//
// Linear in cells and answers.
type SoftBlocks struct{}

func (SoftBlocks) Info() mechanism.Info {
	return mechanism.Info{ID: "soft-blocks", Name: message.Sprintf("Overlapping groups"), Source: message.Sprintf(mechanism.Steward + "7")}
}

func (SoftBlocks) Check(p mechanism.Problem) mechanism.Fit { return CheckLine(p) }

func (m SoftBlocks) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Laplace, p, TunedSoft(p.Optima, true))
}

// TunedSoft returns the design that searches soft strategies for the least error.
func TunedSoft(m *optimum.Memory, blocks bool) Design {
	return tunedOnce(m, fmt.Sprint("soft, blocks ", blocks), func(ctx context.Context, b Brief) (Strategy, []float64, error) {
		t, err := strategy.TuneSoft(ctx, strategy.SoftProblem{
			Cells:      b.Line.Cells(),
			KnownTotal: b.KnownTotal,
			Target:     b.Target,
			Budget:     b.Epsilon,
			Variance:   noise.Laplace.Variance,
			Loads: func(s *strategy.Soft) [][]int {
				line := b.Line
				if n := s.Spec().Cells; n < line.Cells() {
					line = line.Slice(0, n-1)
				}
				return Soft{s}.Loads(line)
			},
			Reach:  b.Line.Longest(),
			Blocks: blocks,
		})
		if err != nil {
			return nil, nil, err
		}
		if slices.Min(t.Scales) < 1.0/noise.MaxScale {
			return nil, nil, message.Errorf("its noise would be larger than can be drawn: give the question more of the budget, or use another method")
		}
		return Soft{t.Soft}, t.Scales, nil
	})
}
