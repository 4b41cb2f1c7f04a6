package gui_test

import (
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/widgets/editors"
)

// Groups of similar people are asked for in the form, share the budget and are undone in one step.
func TestGroupsAreAskedInTheWindow(t *testing.T) {
	d := quietAt(t, questionsStep)
	before := len(d.session.Plan().Questions)
	d.tap(t, "Add a question")
	d.touch(t, "Groups of similar people")
	groups := func() plan.Clustering { return d.session.Plan().Clusters[0] }
	if n := len(d.session.Plan().Clusters); n != 1 || d.session.Compiled() == nil || groups().Clusters != 3 {
		t.Fatalf("%d clusterings: %+v", n, d.session.Plan().Clusters)
	}
	d.sees(t, "Groups of similar people", groups().Title, "Nobody is told which group they are in")
	number := d.field(t, "Number of groups")
	d.typeInto(t, number, "4")
	d.keys(t, fyne.KeyReturn)
	if groups().Clusters != 4 {
		t.Errorf("typed: %+v", groups())
	}
	d.typeInto(t, number, "1")
	d.keys(t, fyne.KeyReturn)
	d.sees(t, "use a number from 2 to 100")
	if groups().Clusters != 4 {
		t.Errorf("one group was taken: %+v", groups())
	}
	name := string(groups().Columns[0].Name)
	scale := d.field(t, "How much one unit of "+name+" counts")
	d.typeInto(t, scale, "2")
	d.keys(t, fyne.KeyReturn)
	for j, c := range groups().Columns {
		if want := []string{"2", "1", "1"}[j]; c.Scale != want {
			t.Errorf("column %d counts %q, want %q", j, c.Scale, want)
		}
	}
	d.pick(t, "How groups are found", "in rounds")
	d.pick(t, "Rounds begin", "with the best of some public lists, drawn by its score")
	if q := groups(); q.Way != "rounds" || q.Start != "chosen" || d.session.Compiled() == nil {
		t.Errorf("asked: %+v", q)
	}
	d.session.Undo()
	d.settled()
	if q := groups(); q.Start != "" {
		t.Errorf("undone: %+v", q)
	}
	d.pick(t, "Rounds begin", "with centres that I give, from outside these data")
	centres := d.field(t, "Centres: a line for each group, its numbers in the order of the columns, separated by semicolons")
	if q := groups(); len(q.Centres) != 4 || strings.Count(centres.Text(), "\n") != 3 {
		t.Errorf("centres %v shown as %q", q.Centres, centres.Text())
	}
	d.typeInto(t, centres, strings.TrimSuffix(centres.Text(), centres.Text()[strings.LastIndex(centres.Text(), "\n"):]))
	d.window.Canvas().Unfocus()
	d.settled()
	d.sees(t, "write one line for each group")
	if sum := d.session.Questions.SharePercent(before + len(d.session.Plan().Choices)); sum < 10 || sum > 60 {
		t.Errorf("it has %v per cent", sum)
	}
	d.tap(t, "Remove")
	if n := len(d.session.Plan().Clusters); n != 0 || len(d.session.Plan().Questions) != before {
		t.Errorf("%d clusterings are left", n)
	}
}

// asksGroups asks for groups by a column of few values, so that the ways to find them are tried in no time.
func (d desk) asksGroups(t *testing.T) {
	t.Helper()
	if _, err := d.session.Questions.AskClusters(); err != nil {
		t.Fatal(err)
	}
	if err := d.session.Questions.Clustering(0).Try(func(q *plan.Clustering) { q.Columns = q.Columns[1:] }); err != nil {
		t.Fatal(err)
	}
}

// Groups are shown after a release, with what was said of their errors before it.
func TestGroupsAreShown(t *testing.T) {
	seeded.ForAudits(t)
	d, _ := opening(t)
	d.quicker()
	d.asksGroups(t)
	d.released(t)
	d.frame.Show(atRelease)
	d.settled()
	c := d.session.Release.Finished().Release.Clusters
	if len(c) != 1 || len(c[0].Groups) != 3 {
		t.Fatalf("released: %+v", c)
	}
	d.sees(t, "Groups of similar people", "Mean "+string(c[0].Asked.Columns[0].Name), "typical errors")
	d.picture(t, "groups-released")
}

// TestGroupsLook takes pictures of the form, the errors and the results into the folder that
// STEWARD_SHOTS names, for people to look at.
func TestGroupsLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for name, variant := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		d := newDesk(t, variant, fyne.NewSize(1280, 1700))
		d.session.OpenSample()
		if _, err := d.session.Questions.AskClusters(); err != nil {
			t.Fatal(err)
		}
		d.frame.Show(questionsStep)
		d.settled()
		table := part[*editors.QuestionTable](t, d, "the table of questions", nil)
		d.window.Canvas().Focus(table)
		for range d.session.Plan().Questions {
			table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		}
		d.settled().picture(t, "g-"+name+"-question")
		d.frame.Show(questionsStep + 1)
		d.settled().picture(t, "g-"+name+"-errors")
	}
}

// TestGroupsAreListedBeforeARelease lists groups of similar people with what will be public, beside the
// questions and by themselves.
func TestGroupsAreListedBeforeARelease(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 1600))
	d.session.OpenSample()
	d.asksGroups(t)
	d.frame.Show(atRelease)
	d.sees(t, d.session.Plan().Clusters[0].Title)
	d = newDeskOn(t, thorough(t), fyne.NewSize(1280, 1600))
	d.session.OpenSample()
	d.session.Edit(func(p *plan.Plan) { p.Questions = nil })
	d.asksGroups(t)
	d.frame.Show(atRelease)
	d.sees(t, d.session.Plan().Clusters[0].Title, "From cells")
}
