package gui_test

import (
	"fmt"
	"strings"
	"testing"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/current"
)

// The window asks who a row is about where entries of a key stand in several rows, goes on only when that was said, and offers the
// key neither for publication nor its entries as values.
func TestWhoARowIsAboutIsAsked(t *testing.T) {
	d := plainDesk(t)
	lines := []string{"patient id,ward"}
	for i := range 160 {
		lines = append(lines, fmt.Sprintf("P-%03d,%s", i*7%39, []string{"East", "West"}[i%2]))
	}
	d.session.Data.OpenFile(writeText(t, "visits.csv", lines...), plan.Data{})
	d.sees(t, "These 160 rows are about 39 people: entries of patient id appear in several rows.")
	if p := d.session.Progress(guide.Data); p.State != current.Attention || !strings.Contains(p.Missing, "patient id") {
		t.Errorf("the step is %+v", p)
	}
	d.tap(t, "One row for each person")
	d.sees(t, "One person, one row.")
	if !d.session.Plan().Data.OneRowEach {
		t.Error("that every row is about someone else was not kept")
	}
	d.tap(t, "People can have several rows")
	if r := d.session.Plan().Rows; r == nil || r.Person != "patient id" || d.session.Plan().Data.OneRowEach {
		t.Errorf("the plan has %+v", d.session.Plan())
	}
	if p := d.session.Progress(guide.Data); p.State != current.Done {
		t.Errorf("the step is %+v", p)
	}
	d.tap(t, "One row for each person")
	d.session.Edit(func(p *plan.Plan) { p.DataSet = "Visits" })
	d.tap(t, "Next")
	d.chooseColumn(t, "patient id")
	d.sees(t, "This column tells people apart.", "none of its entries is proposed as a value")
	d.not(t, "Publish patient id", "Propose from the data")
	d.tap(t, "This column does not identify anyone")
	d.tap(t, "Publish patient id")
	d.not(t, "P-007")
	c, _ := d.session.Columns.Published("patient id")
	if proposed, err := d.session.Columns.ProposeFor(c); err == nil {
		t.Errorf("%+v is proposed", proposed)
	}
}
