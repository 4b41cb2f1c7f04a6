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

// Hierarchical measures counts of nested groups of values and reconciles them by least
// squares (Hay, Rastogi, Miklau and Suciu 2010; fan-out after Qardaji, Yang and Li 2013), with widths and budgets per level chosen for the question.
//
// # Guarantee
//
// Along an edge a level changes by 2 or, where the policy keeps groups apart, by 0; the
// changes times the levels' budgets add up to at most ε.
//
// # Expected error
//
// Exact, by the eigenvalues of the hierarchy (docs/mathematics.md, "4. Chains").
//
// # Cost
//
// Linear in cells and answers; choosing takes some hundreds of closed forms.
type Hierarchical struct{}

func (Hierarchical) Info() mechanism.Info {
	return mechanism.Info{ID: "hierarchical", Name: message.Sprintf("Nested groups"), Source: message.Sprintf("Hay, Rastogi, Miklau and Suciu 2010; Qardaji, Yang and Li 2013")}
}

func (Hierarchical) Check(p mechanism.Problem) mechanism.Fit { return CheckLine(p) }

func (m Hierarchical) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Laplace, p, tuned(p.Optima, true))
}

// OrderedHierarchical measures cumulative counts at the ends of blocks and nested groups of
// values inside them, reconciled by least squares (the ordered hierarchical mechanism, He et
// al. 2014 section 7.2, as a chain strategy with the scales of docs/mathematics.md, "4. Chains", which correct the paper's
// budget for the first block), with blocks, levels and budgets chosen for the question.
//
// # Guarantee
//
// An edge changes at most κ cumulative counts by one and every level by at most 2; κ times
// the former's budget plus the levels' changes times theirs is at most ε.
//
// # Expected error
//
// Exact (docs/mathematics.md, "4. Chains").
//
// # Cost
//
// Linear in cells and answers; choosing takes some hundreds of closed forms.
type OrderedHierarchical struct{}

func (OrderedHierarchical) Info() mechanism.Info {
	return mechanism.Info{ID: "ordered-hierarchical", Name: message.Sprintf("Noise on cumulative counts of groups"), Source: message.Sprintf("He, Machanavajjhala and Ding 2014, section 7.2, with least squares")}
}

func (OrderedHierarchical) Check(p mechanism.Problem) mechanism.Fit { return CheckLine(p) }

func (m OrderedHierarchical) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Laplace, p, tuned(p.Optima, false))
}

// tuned returns the design that searches chain strategies for the least error; with
// levelsOnly no cumulative counts are measured.
func tuned(m *optimum.Memory, levelsOnly bool) Design {
	return tunedOnce(m, fmt.Sprint("chains, levels only ", levelsOnly), func(ctx context.Context, b Brief) (Strategy, []float64, error) {
		t, err := strategy.Tune(ctx, strategy.TuneProblem{
			Cells:      b.Line.Cells(),
			KnownTotal: b.KnownTotal,
			Target:     b.Target,
			Budget:     b.Epsilon,
			Variance:   b.family.Variance,
			Loads: func(block int, widths []int) []strategy.Load {
				return loadsOf(b.Line, block, widths)
			},
			FreeScale:  b.FreeScale,
			LevelsOnly: levelsOnly,
			Blocks:     []int{b.Line.Longest()},
		})
		if err != nil {
			return nil, nil, err
		}
		least := 2.0 / noise.MaxScale
		if b.family.Squares() {
			least = least / noise.MaxScale
		}
		return Chained{t.Chain}, floored(t, b.Epsilon, least), nil
	})
}

// floored returns the tuned scales with none below the least share, and all that edges
// change reduced so that no class of edges spends more than epsilon. None is below what noise can
// still be drawn for either.
func floored(t *strategy.Tuned, epsilon, least float64) []float64 {
	least = max(mechanism.LeastShare*epsilon, least)
	out := slices.Clone(t.Scales)
	for g := range out {
		out[g] = max(out[g], least)
	}
	spent := epsilon
	for _, load := range t.Loads {
		sum := 0.0
		for g, n := range load {
			if n > 0 {
				sum += float64(n) * out[g]
			}
		}
		spent = max(spent, sum)
	}
	for g := range out {
		out[g] *= epsilon / spent
	}
	return out
}
