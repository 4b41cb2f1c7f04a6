package line

import (
	"context"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/strategy"
)

const orderedID = "ordered"

// Ordered measures every cumulative count along the order of the values and answers a range
// by the difference of two (the ordered mechanism, He et al. 2014 section 7.1).
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
type Ordered struct{}

func (Ordered) Info() mechanism.Info {
	return mechanism.Info{ID: orderedID, Closed: true, Name: message.Sprintf("Noise on cumulative counts"), Source: message.Sprintf("He, Machanavajjhala and Ding 2014, section 7.1")}
}

func (Ordered) Check(p mechanism.Problem) mechanism.Fit {
	if f := CheckLine(p); !f.OK() {
		return f
	}
	return withoutPresence(p)
}

func (m Ordered) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Laplace, p, func(_ context.Context, b Brief) (Strategy, []float64, error) {
		spec := strategy.Spec{Cells: b.Line.Cells(), Block: 1}
		if !b.KnownTotal {
			spec.Total = strategy.TotalMeasured
		}
		chain, err := strategy.NewChain(spec)
		if err != nil {
			return nil, nil, err
		}
		scales := make([]float64, len(chain.Groups()))
		for g := range scales {
			scales[g] = b.Epsilon // equip divides the exact load by the exact budget
		}
		return Chained{chain}, scales, nil
	})
}
