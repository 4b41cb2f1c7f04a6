package mechanism

import (
	"context"

	"steward/core/guide"
	"steward/core/strategy"
)

const orderedID = "ordered"

// ordered measures every cumulative count along the order of the values and answers a range
// by the difference of two (the ordered mechanism, He et al. 2014 section 7.1; M3 of
// MECHANISMS).
//
// # Guarantee
//
// An edge that reaches over l values changes at most l cumulative counts by one; scale l/ε.
//
// # Expected error
//
// Exact: V(l/ε) for every end of a range inside its connected component.
//
// # Cost
//
// Linear in cells and answers.
type ordered struct{}

func (ordered) Info() Info {
	return Info{ID: orderedID, Name: "Counting up", Source: "He, Machanavajjhala and Ding 2014, section 7.1"}
}

func (ordered) Check(p Problem) Fit {
	if f := checkLine(p); !f.OK() {
		return f
	}
	if p.Policy.Presence() {
		return unfit(guide.Secrets, "when it is secret who is in the file, one person changes every cumulative count: keep the number of people public, or use another method")
	}
	return Fit{}
}

func (m ordered) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	return prepareLine(ctx, m.Info(), p, func(_ context.Context, b brief) (lineStrategy, []float64, error) {
		spec := strategy.Spec{Cells: b.line.Cells(), Block: 1}
		if !b.knownTotal {
			spec.Total = strategy.TotalMeasured
		}
		chain, err := strategy.NewChain(spec)
		if err != nil {
			return nil, nil, err
		}
		scales := make([]float64, len(chain.Groups()))
		for g := range scales {
			scales[g] = b.epsilon // equip divides the exact load by the exact budget
		}
		return chained{chain}, scales, nil
	})
}
