package preview

import (
	"context"
	"fmt"

	"steward/core/accuracy"
	"steward/core/mechanism/registry"
	"steward/core/plan"
)

// Point is an expected error at a budget for the whole release.
type Point struct {
	Epsilon          float64
	Own              accuracy.Summary
	Changed, Present accuracy.Summary // plain differential privacy
}

// CurveWork is points to be worked out: of a question of a plan, by the methods of its preview, at budgets.
type CurveWork struct {
	Plan     *plan.Compiled
	Preview  Question
	Question int
	Epsilons []string
}

// Points is for Planner.
func (Planning) Points(ctx context.Context, w CurveWork) ([]Point, error) {
	var out []Point
	for _, e := range w.Epsilons {
		at, err := WithBudget(w.Plan, e)
		if err != nil {
			return nil, err
		}
		own, err := w.Preview.errorAt(ctx, at, w.Question)
		if err != nil {
			return nil, err
		}
		plains, err := registry.PlainsBy(ctx, at.Problems[w.Question], w.Preview.Plains)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out = append(out, Point{at.Budget.Float(), own, plains[0].Summary, plains[1].Summary})
	}
	return out, nil
}

// by names the methods that points are worked out by, with the budgets.
func (w CurveWork) by() string {
	of := []any{w.Epsilons, w.Preview.Of().Info.ID, w.Preview.Group.Questions, w.Preview.Group.Prepared.Info().ID}
	for _, p := range w.Preview.Plains {
		of = append(of, p.Info.ID)
	}
	return fmt.Sprint(of...)
}

// WithBudget returns the plan compiled with another budget.
func WithBudget(c *plan.Compiled, epsilon string) (*plan.Compiled, error) {
	p := c.Plan.Clone()
	p.Budget.Epsilon, p.Budget.Limit, p.Budget.DeltaLimit = epsilon, "", ""
	return c.Again(p)
}
