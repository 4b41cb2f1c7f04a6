package gui_test

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/core/coach"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/session/current"
)

// districtsByAge asks for a table that is far too fine for the people in it.
func (d desk) districtsByAge() {
	d.session.Edit(func(p *plan.Plan) {
		p.Secrets = secret.Secrets{}
		p.PublishAs(plan.Plan{Questions: []plan.Question{{ID: "t", Title: "Districts by age", Kind: "table", Columns: []domain.AttributeName{"district", "age"}}}})
	})
}

// TestNoiseIsNotGreen asks for a table that would be mostly noise: the rail does not say that all is well, the step Privacy and error says what
// would help, and it does when it is taken; before a release it is said again.
func TestNoiseIsNotGreen(t *testing.T) {
	d := newQuick(t)
	d.districtsByAge()
	d.frame.Show(atBudget)
	d.settled()
	d.sees(t, "Spread evenly, 4,812 people make a number of about", "numbers would be too noisy to use", "Mostly noise: Districts by age", "What would help", "Compare on a public file…", "more methods, which do better")
	if p := d.session.Progress(guide.Budget); p.State != current.Doubtful {
		t.Errorf("the step is %+v", p)
	}
	d.not(t, "About how many people?")
	d.frame.Show(atRelease)
	d.sees(t, "Noise in “Districts by age”", "The step Privacy and error says what would help.")
	d.frame.Show(atBudget)

	advice := d.session.Budget.Advice(0)
	if len(advice.Ways) < 2 {
		t.Fatalf("%+v", advice)
	}
	way := advice.Ways[0]
	d.tap(t, way.What.String())
	d.settled()
	d.sees(t, "Spread evenly")
	w := d.session.Budget.Worth(&d.session.Budget.Preview().Questions[0])
	if w.Verdict() != coach.Fine || w.Noise != way.Then.Noise || d.session.Progress(guide.Budget).State != current.Done {
		t.Errorf("%s was to leave %s, and is %+v", way.What, way.Then.Short(), w)
	}
	d.frame.Show(atRelease)
	d.not(t, "Noise in")
	d.session.Undo()
	if d.session.Progress(guide.Budget).State != current.Doubtful {
		t.Error("what was taken is not taken back")
	}
}

// TestRoughSizeIsKeptNowhere says about how many people there are, where that is no known fact: the window says what numbers are worth by that, and
// no plan holds it.
func TestRoughSizeIsKeptNowhere(t *testing.T) {
	d := newQuick(t)
	d.districtsByAge()
	d.session.Edit(func(p *plan.Plan) { p.Facts.People = nil })
	d.frame.Show(atBudget)
	d.settled()
	d.sees(t, "A number below about", "About how many people?")
	d.not(t, "What would help", "Mostly noise")
	before := d.session.Plan()
	d.types(t, "2000", "3,187")
	d.settled()
	d.sees(t, "Spread evenly, 3,187 people make a number of about", "What would help", "Mostly noise")
	if after := d.session.Plan(); strings.Contains(written(t, after), "3187") || written(t, after) != written(t, before) {
		t.Error("the plan holds what was said")
	}
}

// written is a plan as it is saved.
func written(t *testing.T, p plan.Plan) string {
	t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
