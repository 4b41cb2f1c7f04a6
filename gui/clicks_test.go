package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/gui/steps/release"
	"steward/gui/widgets/tables"
)

// counted is a person at the desk whose clicks and decisions are counted. Typing a word counts as a click into its field.
type counted struct {
	desk
	clicks, decisions int
}

// click presses on what carries some words.
func (c *counted) click(t *testing.T, words string) {
	t.Helper()
	c.clicks++
	c.tap(t, words)
}

// decide is click where something is decided and not only gone on.
func (c *counted) decide(t *testing.T, words string) {
	t.Helper()
	c.decisions++
	c.click(t, words)
}

// The most clicks and decisions from a messy workbook to the summary of a release with three columns and two questions.
const (
	mostClicks    = 20
	mostDecisions = 8

	underResults = 100 // pixels for the foot of the window and margins
)

// TestFewClicksToARelease goes the way from a messy workbook, in which a row of totals is left out and cells are read by rules, to the
// summary, with three columns, two questions, a known number of people, and the proposed name of the data set, key of rows and limit.
// It counts clicks and decisions, and that what concerns privacy is in the plan only after somebody has said so.
func TestFewClicksToARelease(t *testing.T) {
	c := &counted{desk: newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 1000))}
	c.frame.Drop(messyWorkbook(t, t.TempDir()))
	c.clicks += 2 // Open a file, and on the file
	c.sees(t, "The entries in No tell the rows apart, which fits.", `Read “n/a” as blank`, `Read “harbour” as “Harbour”`, "a number in it is the sum of those above.")
	c.decide(t, "Accept all 3 proposals")
	c.sees(t, "nothing to decide")
	c.click(t, "Next")

	for _, column := range []string{"Age", "Part of town", "Sport"} {
		c.clicks++
		c.tickColumn(t, column)
	}
	c.decisions++ // which columns
	c.click(t, "Propose values for all of them…")
	for _, column := range c.session.Plan().Columns {
		if column.Regular() > 0 {
			t.Fatalf("%s has values that nobody has called public", column.Name)
		}
	}
	c.clicks++
	c.decisions++
	test.Tap(c.check(t, "These values are public knowledge: everyone could know them without this file."))
	c.click(t, "Use these values")
	for _, column := range c.session.Plan().Columns {
		if column.Regular() == 0 || column.Origin != domain.Confirmed {
			t.Errorf("%s has %d values, %s", column.Name, column.Regular(), column.Origin)
		}
	}
	c.click(t, "Next")

	c.sees(t, "What must nobody be able to tell?")
	c.decisions++ // the strongest usual card stays
	c.click(t, "Next")

	if c.session.Plan().Facts.People != nil {
		t.Fatal("the number of people is taken as known before anyone has said so")
	}
	c.clicks++
	c.decisions++
	test.Tap(c.check(t, ""))
	c.click(t, "Next")

	c.sees(t, "You could begin with", "Cross-table: People by Part of town and Sport (")
	if len(c.session.Plan().Questions) > 0 {
		t.Fatal("something is asked before anyone has asked it")
	}
	c.decide(t, "Ask these 2 questions")
	c.not(t, "You could begin with")
	if q := c.session.Plan().Questions; len(q) != 2 || q[1].Columns[0] != "Age" {
		t.Fatalf("asked were %+v", q)
	}
	c.click(t, "Next")

	c.sees(t, "recommended")
	c.click(t, "Next")

	c.sees(t, "The file was checked, and some of its rows do not count") // the row of totals
	if c.session.Release.Finished() != nil {
		t.Fatal("checking the records has released something")
	}
	c.click(t, release.Offer("0.5"))
	c.decide(t, release.Offer("0.5")) // the question's own button
	if c.session.Release.Finished() == nil {
		t.Fatalf("nothing was released; the screen says:\n%s", c.screen())
	}
	bottom := float32(0)
	c.objects(func(o fyne.CanvasObject) bool {
		if table, ok := o.(*tables.Table); ok {
			bottom = max(bottom, fyne.CurrentApp().Driver().AbsolutePositionForObject(table).Y+table.Size().Height)
		}
		return true
	})
	if room := c.window.Canvas().Size().Height - bottom; room > underResults {
		t.Errorf("%v pixels are left below the numbers, the foot of the window and a margin are %v", room, underResults)
	}
	c.click(t, "Next: Summary")
	c.sees(t, "Figures computed again", "all agree")
	if c.clicks > mostClicks || c.decisions > mostDecisions {
		t.Errorf("it took %d clicks and %d decisions, at most %d and %d are wanted", c.clicks, c.decisions, mostClicks, mostDecisions)
	}
}
