package main

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
)

// With a public file the methods are compared on it whose error depends on the data, and it is
// named; the file that the plan protects is refused.
func TestPreviewLike(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) { p.Questions = p.Questions[1:] })
	d.check()
	if said := d.must("preview", d.plan); strings.Contains(said, "measured on") {
		t.Errorf("the preview says\n%s", said)
	}
	d.refused([]string{"preview", d.plan, "--like", d.data}, "the very file")
	earlier := filepath.Join(d.dir, "earlier.csv")
	write(t, earlier, strings.ReplaceAll(sixty(), "20,", "21,"))
	for want, args := range map[string][]string{
		"measured on earlier.csv":    {"preview", d.plan, "--like", earlier},
		`"measuredOn": "earlier.csv`: {"--json", "preview", d.plan, "--like", earlier},
	} {
		if said := d.must(args...); !strings.Contains(said, want) {
			t.Errorf("the preview does not say %q:\n%s", want, said)
		}
	}
}
