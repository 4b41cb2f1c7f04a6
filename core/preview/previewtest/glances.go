// Package previewtest has planners for tests of what shows errors: these need not be those of the best methods.
package previewtest

import (
	"context"
	"slices"
	"strconv"

	"steward/core/accuracy"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/preview"
)

// Glances is a Planner of first looks, which leave out the methods that are searched for longest: the window shows
// what they say like anything else.
type Glances struct{ preview.Planner }

// Preview is for preview.Planner.
func (g Glances) Preview(ctx context.Context, c *plan.Compiled, first *preview.Preview) (preview.Preview, error) {
	if first != nil {
		return *first, nil
	}
	p, err := g.Planner.Preview(ctx, c.FirstLook(), nil)
	if err != nil {
		return p, err
	}
	p.Questions = slices.Clone(p.Questions)
	for i := range p.Questions {
		q := &p.Questions[i]
		if q.Plains, err = registry.Plains(ctx, q.Problem, q.Candidates[:len(registry.All())]); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Errors is for preview.Planner.
func (g Glances) Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Estimate, error) {
	return g.Planner.Errors(ctx, c.FirstLook())
}

// Alone is for preview.Planner.
func (g Glances) Alone(ctx context.Context, c *plan.Compiled, question int) (accuracy.Summary, error) {
	return g.Planner.Alone(ctx, c.FirstLook(), question)
}

// Points is for preview.Planner: errors fall with the budget, as those of noise in proportion to it do.
func (g Glances) Points(_ context.Context, w preview.CurveWork) ([]preview.Point, error) {
	var out []preview.Point
	for _, text := range w.Epsilons {
		epsilon, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, err
		}
		by := w.Plan.Budget.Float() / epsilon
		at := func(s accuracy.Summary) accuracy.Summary {
			for _, error := range []*float64{&s.RMSE, &s.Worst, &s.Typical, &s.HalfWidth, &s.WorstHalfWidth} {
				*error *= by
			}
			s.MeanSquare *= by * by
			return s
		}
		out = append(out, preview.Point{Epsilon: epsilon, Own: at(w.Preview.Of().Summary),
			Changed: at(w.Preview.Plains[0].Summary), Present: at(w.Preview.Plains[1].Summary)})
	}
	return out, nil
}
