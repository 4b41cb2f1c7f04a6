package model_test

import (
	"regexp"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/reports/model/modeltest"
)

// TestRowsAreCounted looks for people where rows are counted: beside a number, an error or in a
// chart. What a release says about people themselves stays.
func TestRowsAreCounted(t *testing.T) {
	p := modeltest.Sample(t)
	p.Facts = plan.Facts{}
	p.Secrets = secret.Secrets{}
	p.Agreed = nil
	p.Rows = &plan.Rows{Person: "respondent", AtMost: 3}
	for i := range p.Questions {
		p.Questions[i].Mechanism = "laplace"
	}
	d := document(t, modeltest.Release(t, p))
	said := words(d)
	for _, want := range []string{
		"They count rows, of which up to 3 are counted of each person.",
		"what is hidden is everything about all three rows together, and how many there are.",
		"How many rows have", " rows, 19 in 20 by less than",
		"Each person can have up to 3 rows, and all of them are hidden together.",
		"What is said about the odds holds for all rows of a person together.",
		"at most 3 slots, of which an unused one contains the absent vertex",
		`The column “respondent” says whose row it is.`,
		"up to 3 rows of one person",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the document does not say %q", want)
		}
	}
	if found := regexp.MustCompile(`How many people|[0-9] people|total but that of all people|one person's row`).FindAllString(said, -1); len(found) > 0 {
		t.Errorf("it counts people: %q", found)
	}
	for _, q := range d.Questions {
		if q.Picture.Counted.String() != "rows" {
			t.Errorf("the chart of %q is of %q", q.Title, q.Picture.Counted)
		}
	}
	n := int64(4812)
	p.Facts.People = &n
	said = words(document(t, modeltest.Release(t, p)))
	for _, want := range []string{"about 4,812 people", "The number of people, 4,812.", "cardinality constraint n = 4812", "3 (each person can have up to 3 rows"} {
		if !strings.Contains(said, want) {
			t.Errorf("with the number of people known, the document does not say %q", want)
		}
	}
}
