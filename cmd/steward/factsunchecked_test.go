package main

import (
	"fmt"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// Facts of which nobody can tell beforehand whether they can all be true are no reason to refuse a plan, but they are not passed over in silence.
func TestFactsThatAreNotCheckedBeforehand(t *testing.T) {
	p := peoplePlan()
	const size = 16
	low, high, refuse := int64(1), int64(size), plan.Special{Rule: domain.Refuse}
	names := []domain.AttributeName{"a", "b", "c"}
	for _, name := range names {
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse})
		p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{name}, Kind: secret.Public})
	}
	p.Facts.People = nil
	for i, first := range names {
		second := names[(i+1)%len(names)]
		f := constraint.Fact{ID: fmt.Sprint(first, second), Totals: &constraint.Totals{Columns: []domain.AttributeName{first, second}}}
		for x := range size {
			for y := range size {
				f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{fmt.Sprint(x + 1), fmt.Sprint(y + 1)}, Count: 1})
			}
		}
		p.Facts.Stated = append(p.Facts.Stated, f)
	}
	d := newDesk(t, "people.csv", sixty(), p)
	const says = "could not be worked out beforehand: together they state too many numbers"
	if out := d.must("preview", d.plan); !strings.Contains(out, says) || !strings.Contains(out, "“totals by c × a”") {
		t.Errorf("the preview does not say so:\n%s", out)
	}
	p.Facts.Stated = p.Facts.Stated[:2] // tables that fit together one after the other
	d.save(p)
	if out := d.must("preview", d.plan); strings.Contains(out, says) {
		t.Errorf("the preview says so of facts that agree:\n%s", out)
	}
}
