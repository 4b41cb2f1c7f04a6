package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/core/seeded"
)

// Made-up records are asked for in the form, share the budget, and say how near their tables would be.
func TestMadeUpRecordsAreAskedInTheWindow(t *testing.T) {
	d := quietAt(t, questionsStep)
	before := len(d.session.Plan().Questions) + len(d.session.Plan().Choices)
	d.tap(t, "Add a question")
	d.touch(t, "Made-up records")
	records := func() plan.Synthetic { return d.session.Plan().Synthetic[0] }
	if n := len(d.session.Plan().Synthetic); n != 1 || d.session.Compiled() == nil || len(records().Columns) < 2 {
		t.Fatalf("%d tables: %+v", n, d.session.Plan().Synthetic)
	}
	d.sees(t, "Made-up records", "None of them belongs to a real person.")
	if share := d.session.Questions.SharePercent(before); share < 5 || share > 60 {
		t.Errorf("it has %v per cent", share)
	}
	columns := records().Columns
	test.Tap(d.check(t, string(columns[0])))
	if got := records().Columns; len(got) != len(columns)-1 || got[0] == columns[0] {
		t.Errorf("columns %q after taking out %q", got, columns[0])
	}
	d.session.Undo()
	d.settled()
	if got := records().Columns; len(got) != len(columns) {
		t.Errorf("columns %q after undo", got)
	}
	near := d.field(t, "Tables that matter; empty for all over two columns")
	d.typeInto(t, near, string(columns[0])+", "+string(columns[1]))
	d.keys(t, fyne.KeyReturn)
	if got := records().Tables; len(got) != 1 || len(got[0]) != 2 {
		t.Errorf("tables %q", got)
	}
	d.typeInto(t, near, "weight")
	d.keys(t, fyne.KeyReturn)
	d.sees(t, "which is not one of its columns")
	d.pick(t, "How records are made", "by multiplicative weights over all combinations")
	d.sees(t, "fewer columns")
	if err := d.session.Questions.Synthetic(0).Try(func(q *plan.Synthetic) { q.Columns, q.Tables = columns[:2], nil }); err != nil {
		t.Fatal(err)
	}
	d.settled()
	d.pick(t, "How records are made", "by multiplicative weights over all combinations")
	rounds := d.field(t, "Rounds: how many tables are measured; empty for a sensible number")
	d.typeInto(t, rounds, "7")
	d.keys(t, fyne.KeyReturn)
	if q := records(); q.Method != "mwem" || q.Rounds != 7 {
		t.Errorf("asked: %+v", q)
	}
}

// The first made-up records of a release are shown, and how far off their tables were on the stand-in.
func TestMadeUpRecordsAreShown(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 1700))
	d.session.OpenSample()
	if _, err := d.session.Questions.AskSynthetic(); err != nil {
		t.Fatal(err)
	}
	d.session.Edit(func(p *plan.Plan) {
		p.Questions, p.StandIn = p.Questions[1:2], &plan.StandIn{Kind: plan.StandInEven}
	})
	d.frame.Show(atBudget)
	d.settled().sees(t, "Tables and a graphical model", "On made-up data spread evenly, the numbers of all 15 tables over two columns were off by")
	d.session.Release.Review()
	d.frame.Show(atRelease)
	d.settled().sees(t, "Made-up records", "records")
	d.session.Release.Carry(t.TempDir(), "sample")
	if p := d.session.Problem(); p != nil || d.session.Release.Finished() == nil {
		t.Fatalf("nothing was released: %+v", p)
	}
	d.settled().sees(t, "The first 10 are shown.", "as many as there are people, which is public knowledge", "How far off tables over two columns were on")
	s := &d.session.Release.Finished().Release.Synthetic[0]
	for row := range s.Rows() {
		d.sees(t, row[1])
		break
	}
}
