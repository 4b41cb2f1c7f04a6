package gui_test

import (
	"math"
	"testing"

	"steward/core/plan"
	"steward/core/preview"
	"steward/core/preview/previewtest"
	"steward/core/seeded"
	"steward/gui/session"
)

// planner works errors out for the tests of this package, each of them once.
var planner = preview.NewRemembered(preview.Planning{}, math.MaxInt)

// usualPlanner is the Planner of most tests: one of first looks in the fast run, and in the audits that of the
// program.
//
//audited:same
func usualPlanner() preview.Planner {
	if seeded.Audit {
		return planner
	}
	return previewtest.Glances{Planner: planner}
}

// quicker leaves the sample open without the question that takes longest to plan, the one about all ages, in the fast
// run: for tests of pages, which show the other questions likewise. TestMarkup has all.
//
//audited:same
func (d desk) quicker() {
	if !seeded.Audit {
		d.session.Questions.Remove(0)
	}
}

// plain has every question answered by noise on each number in the fast run: for tests of pages that show released
// numbers, however they were found. Finding the best method takes longest.
//
//audited:same
func (d desk) plain() {
	if !seeded.Audit {
		d.session.Edit(func(p *plan.Plan) {
			for i := range p.Questions {
				p.Questions[i].Mechanism = "laplace"
			}
		})
	}
}

// thorough are surroundings whose errors are worked out as the program does it, in the fast run too: what needs that
// asks little.
func thorough(t testing.TB) session.Surroundings {
	around := surroundings(t)
	around.Planner = planner
	return around
}
