package gui_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"steward/core/accuracy"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/preview/previewtest"
	"steward/core/seeded"
	"steward/gui/session"
)

// planner works errors out for the tests of this package, each of them once.
var planner = preview.NewRemembered(preview.Planning{}, math.MaxInt)

// told is a Planner whose errors of other plans than the one that is shown are made up: for tests of what is said
// of them.
type told struct{ previewtest.Glances }

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
	return previewtest.Glances{Planner: planner}
}

// quicker leaves the sample open without the question that takes longest to plan, the one about all ages, in the fast
// run: for tests of pages, which show the other questions likewise. TestFromTheSampleToThePDF and TestMarkup have all.
func (d desk) quicker() {
	if !seeded.Audit {
		d.session.Questions.Remove(0)
	}
}

// thorough are surroundings whose errors are worked out as the program does it, in the fast run too: what needs that
// asks little.
func thorough(t testing.TB) session.Surroundings {
	around := surroundings(t)
	around.Planner = planner
	return around
}
