package gui_test

import (
	"context"
	"math"
	"testing"

	"steward/core/accuracy"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session"
)

// planner works errors out for the tests of this package, each of them once.
var planner = session.NewRemembered(session.Planning{}, math.MaxInt)

// glances is a Planner of first looks, which leave out the methods that are searched for longest: the window shows
// what they say like anything else.
type glances struct{ session.Planner }

// Preview is for session.Planner.
func (g glances) Preview(ctx context.Context, c *plan.Compiled, first *session.Preview) (session.Preview, error) {
	if first != nil {
		return *first, nil
	}
	return g.Planner.Preview(ctx, c.FirstLook(), nil)
}

// Errors is for session.Planner.
func (g glances) Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Summary, error) {
	return g.Planner.Errors(ctx, c.FirstLook())
}

// Alone is for session.Planner.
func (g glances) Alone(ctx context.Context, c *plan.Compiled, question int) (accuracy.Summary, error) {
	return g.Planner.Alone(ctx, c.FirstLook(), question)
}

// usualPlanner is the Planner of most tests: one of first looks in the fast run, and in the audits that of the
// program.
func usualPlanner() session.Planner {
	if seeded.Audit {
		return planner
	}
	return glances{planner}
}

// thorough are surroundings whose errors are worked out as the program does it, in the fast run too.
func thorough(t testing.TB) session.Surroundings {
	around := surroundings(t)
	around.Planner = planner
	return around
}
