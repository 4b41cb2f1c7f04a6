package gui_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"steward/core/accuracy"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/seeded"
	"steward/gui/session"
)

// planner works errors out for the tests of this package, each of them once.
var planner = preview.NewRemembered(preview.Planning{}, math.MaxInt)

// glances is a Planner of first looks, which leave out the methods that are searched for longest: the window shows
// what they say like anything else.
type glances struct{ preview.Planner }

// Preview is for preview.Planner.
func (g glances) Preview(ctx context.Context, c *plan.Compiled, first *preview.Preview) (preview.Preview, error) {
	if first != nil {
		return *first, nil
	}
	return g.Planner.Preview(ctx, c.FirstLook(), nil)
}

// Errors is for preview.Planner.
func (g glances) Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Summary, error) {
	return g.Planner.Errors(ctx, c.FirstLook())
}

// Alone is for preview.Planner.
func (g glances) Alone(ctx context.Context, c *plan.Compiled, question int) (accuracy.Summary, error) {
	return g.Planner.Alone(ctx, c.FirstLook(), question)
}

// Points is for preview.Planner: errors fall with the budget, as those of noise in proportion to it do.
func (g glances) Points(_ context.Context, w preview.CurveWork) ([]preview.Point, error) {
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

// told is a Planner whose errors of other plans than the one that is shown are made up: for tests of what is said
// of them.
type told struct{ glances }

// someError is what told says of every question.
var someError = accuracy.Summary{Answers: 12, MeanSquare: 400, RMSE: 20, Worst: 30, Typical: 15, HalfWidth: 40, WorstHalfWidth: 60}

// Errors is for preview.Planner.
func (told) Errors(_ context.Context, c *plan.Compiled) ([]accuracy.Summary, error) {
	return slices.Repeat([]accuracy.Summary{someError}, len(c.Problems)), nil
}

// Alone is for preview.Planner.
func (told) Alone(context.Context, *plan.Compiled, int) (accuracy.Summary, error) {
	return someError, nil
}

// usualPlanner is the Planner of most tests: one of first looks in the fast run, and in the audits that of the
// program.
func usualPlanner() preview.Planner {
	if seeded.Audit {
		return planner
	}
	return glances{planner}
}

// quicker leaves the sample open without the question that takes longest to plan, the one about all ages, in the fast
// run: for tests of pages, which show the other questions likewise. TestFromTheSampleToThePDF and TestMarkup have all.
func (d desk) quicker() {
	if !seeded.Audit {
		d.session.RemoveQuestion(0)
	}
}

// thorough are surroundings whose errors are worked out as the program does it, in the fast run too: what needs that
// asks little.
func thorough(t testing.TB) session.Surroundings {
	around := surroundings(t)
	around.Planner = planner
	return around
}
