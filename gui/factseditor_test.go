package gui_test

import (
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/core/plan/secret"
	"steward/gui/session/facts"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
)

// adds opens the menu of facts and chooses a form.
func (d desk) adds(t *testing.T, form string) {
	t.Helper()
	test.Tap(part(t, d, "Add a fact", func(m *forms.Menu) bool { return m.Text == "Add a fact" }))
	d.touch(t, form)
	d.settled()
}

func TestCountIsEnteredPricedAndStated(t *testing.T) {
	seeded.ForAudits(t)
	d := atStep(t, factsStep)
	d.adds(t, "A count")
	d.sees(t, "Count the people who have", "Choose which answers of", "Cancel")
	d.pick(t, "Whose answers count", "district")
	d.settled().touch(t, "Harbour")
	d.sees(t, "“… people have district Harbour.”", "× 2", "Type the number of people that is known.")
	d.writes(t, "for example 300", "many")
	d.sees(t, "whole number such as 4812")
	d.writes(t, "many", "300")
	d.pick(t, "and one more column", "smoker")
	d.settled().touch(t, "yes")
	d.sees(t, "“300 people have district Harbour and smoker yes.”")
	d.tap(t, "or, other people as well…")
	d.writes(t, "made from what it says", "Smokers by the sea")
	if len(d.session.Plan().Facts.Stated) > 0 {
		t.Fatal("a fact was stated before it was added")
	}
	d.sees(t, "Choose which answers of")
	d.tap(t, "Remove these people")
	d.tap(t, "Add this fact")
	stated := d.session.Plan().Facts.Stated
	if len(stated) != 1 || stated[0].Title != "Smokers by the sea" || stated[0].Counts[0].Count != 300 || stated[0].Counts[0].Of.String() != "district Harbour and smoker yes" {
		t.Fatalf("stated %+v", stated)
	}
	d.sees(t, "Smokers by the sea", "single count", "noise × 2", "Edit", "Remove")
	d.tap(t, "Edit")
	d.sees(t, "A fact of your own", "Save")
	d.writes(t, "300", "301")
	d.tap(t, "Save")
	if n := d.session.Plan().Facts.Stated[0].Counts[0].Count; n != 301 {
		t.Errorf("after editing %d are stated", n)
	}
	d.session.Undo()
	if n := d.session.Plan().Facts.Stated[0].Counts[0].Count; n != 300 {
		t.Errorf("after undoing %d are stated", n)
	}
	d.tap(t, "Remove")
	d.not(t, "Smokers by the sea")
	d.session.Undo()
	d.sees(t, "Smokers by the sea")
}

func TestRangesAreEntered(t *testing.T) {
	d := atStep(t, factsStep)
	d.adds(t, "Counts by range")
	d.pickTyped(t, "From", "20")
	d.pickTyped(t, "To", "29")
	d.writes(t, "people", "600")
	d.sees(t, "“600 people have age 20 to 29.”")
	d.tap(t, "Add this fact")
	stated := d.session.Plan().Facts.Stated
	if len(stated) != 1 || stated[0].Counts[0].Of.String() != "age 20 to 29" || stated[0].Counts[0].Count != 600 {
		t.Fatalf("stated %+v", stated)
	}
}

func TestTotalsArePasted(t *testing.T) {
	seeded.ForAudits(t)
	d := atStep(t, factsStep)
	d.adds(t, "Totals by columns")
	for _, c := range d.session.Facts.Draft().Columns {
		if c != "district" {
			d.session.Facts.Change(func(f *facts.Draft) { f.Columns = []domain.AttributeName{"smoker"} })
		}
	}
	fyne.CurrentApp().Clipboard().SetContent("smoker\tpeople\nyes\t1,000\nno\tlots\n")
	d.tap(t, "Paste from a spreadsheet")
	d.sees(t, "Not added.", "What was copied cannot be read", "line 3", "lots")
	fyne.CurrentApp().Clipboard().SetContent("smoker\tpeople\nyes\t1,000\nno\t3,800\n")
	d.tap(t, "Paste from a spreadsheet")
	d.sees(t, "2 values of smoker", "It is known that nobody has a combination without a number")
	d.tap(t, "Add this fact")
	stated := d.session.Plan().Facts.Stated
	if len(stated) != 1 || len(stated[0].Totals.Rows) != 2 || stated[0].Totals.Rows[1].Count != 3800 {
		t.Fatalf("stated %+v", stated)
	}
	d.sees(t, "Totals by smoker (2 numbers)")
}

// What is refused is said in the form, with what would be accepted, and is not stated.
func TestRefusedFactIsNotAdded(t *testing.T) {
	seeded.ForAudits(t)
	d := atStep(t, factsStep)
	if err := d.session.Secrets.Choose(secrets.CardAll); err != nil {
		t.Fatal(err)
	}
	d.session.Edit(func(p *plan.Plan) { p.Facts = plan.Facts{Stated: []constraint.Fact{districts(d, 12)}} })
	before := d.session.Facts.Factor()
	d.adds(t, "Totals by columns")
	d.session.Facts.Change(func(f *facts.Draft) {
		f.Columns = []domain.AttributeName{"visits"}
	})
	d.session.Facts.Change(func(f *facts.Draft) { f.Numbers[0], f.Numbers[1] = "1", "2" })
	d.sees(t, "Refused", "overlap in a way whose effect cannot be bounded", "eave out")
	d.tap(t, "Add this fact")
	d.sees(t, "Not added.", "overlap in a way whose effect cannot be bounded")
	if len(d.session.Plan().Facts.Stated) != 1 || d.session.Facts.Factor() != before {
		t.Errorf("stated %+v", d.session.Plan().Facts.Stated)
	}
	d.tap(t, "Cancel")
	d.not(t, "Not added.")
}

// districts are totals of the sample's districts.
func districts(d desk, each int64) constraint.Fact {
	f := constraint.Fact{ID: "districts", Totals: &constraint.Totals{Columns: []domain.AttributeName{"district"}}}
	a, _ := d.session.Attribute("district")
	for _, l := range a.Labels() {
		f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l}, Count: each})
	}
	return f
}

func TestReadingIsChosen(t *testing.T) {
	d := atStep(t, factsStep)
	d.sees(t, "Which files nobody may tell apart", "Changes that you keep secret (edge-minimal).", "in the edge-minimal reading of neighbours")
	d.tap(t, "Choose another reading…")
	d.sees(t, "To the letter (strict)", "Definition 4.1", "No extra noise.")
	d.settled().touch(t, "To the letter (strict)")
	if got := d.session.Plan().Facts.Reading; got != constraint.Strict {
		t.Fatalf("the reading is %q", got)
	}
	d.sees(t, "in the strict reading of neighbours")
	d.tap(t, "Close")
	d.sees(t, "To the letter (strict).")
}

func TestGroupsApart(t *testing.T) {
	seeded.ForAudits(t)
	d := atStep(t, factsStep)
	d.pick(t, "Column of the groups", "district")
	d.sees(t, "No: separate releases about the groups cost as much as all of them added together.", "What is spent on each adds up.", "Secret pairs lead from one of these groups to another")
	if err := d.session.Secrets.Choose(secrets.CardGroups); err != nil {
		t.Fatal(err)
	}
	g, ok := d.session.Secrets.At(secrets.RuleAt{Column: "district"}).Grouping()
	if !ok {
		t.Skip("no grouping of districts")
	}
	d.session.Secrets.SetGrouping(g.Start(secrets.InOnes))
	d.sees(t, "Yes: together, releases about separate groups cost no more than the most expensive one.")
}

func TestImpossibleCombinationsAreReached(t *testing.T) {
	seeded.ForAudits(t)
	d := atStep(t, factsStep)
	d.adds(t, "Combinations that cannot occur")
	d.sees(t, "Which columns will be published?", "Add a combination…")
}

// TestFactsLook takes pictures of the forms for facts.
func TestFactsLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for _, look := range []struct {
		name    string
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		{"light-1280", fynetheme.VariantLight, fyne.NewSize(1280, 1500)},
		{"dark-1600", fynetheme.VariantDark, fyne.NewSize(1600, 1300)},
		{"dark-640", fynetheme.VariantDark, fyne.NewSize(640, 1500)},
		{"light-800", fynetheme.VariantLight, fyne.NewSize(800, 700)},
	} {
		d := newDesk(t, look.variant, look.size)
		d.session.OpenSample()
		d.frame.Show(factsStep)
		shoot := func(name string) { d.settled().picture(t, "facts-"+look.name+"-"+name) }
		shoot("0-start")
		d.session.Edit(func(p *plan.Plan) {
			harbour := constraint.Fact{ID: "harbour", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "district", Values: []string{"Harbour"}}}}, Count: 300}}}
			p.Facts.Stated = []constraint.Fact{harbour}
			p.Impossible = []domain.Combination{{"smoker": {"yes"}, "age": {"0", "1", "2", "3", "4"}}}
		})
		_ = d.session.Facts.Tick("stated harbour", false)
		shoot("1-aside")
		_ = d.session.Facts.Tick("stated harbour", true)
		d.adds(t, "A count")
		d.pick(t, "Whose answers count", "district")
		d.settled().touch(t, "Harbour")
		d.writes(t, "for example 300", "300")
		d.pick(t, "and one more column", "age")
		d.pickTyped(t, "From", "20")
		d.pickTyped(t, "To", "29")
		d.tap(t, "or, other people as well…")
		shoot("2-count")
		d.tap(t, "Cancel")
		d.adds(t, "Counts by range")
		shoot("3-ranges")
		d.tap(t, "Cancel")
		d.adds(t, "Totals by columns")
		d.session.Facts.Change(func(f *facts.Draft) { f.Columns = []domain.AttributeName{"district", "smoker"} })
		d.session.Facts.Change(func(f *facts.Draft) {
			f.Numbers[0] = "120"
			f.Trouble = "These two facts overlap in a way whose effect cannot be bounded."
		})
		shoot("4-totals")
		d.session.Facts.Change(func(f *facts.Draft) { f.Columns = []domain.AttributeName{"age", "smoker"} })
		shoot("5-many")
		d.tap(t, "Cancel")
		d.tap(t, "Choose another reading…")
		if !strings.Contains(d.screen(), "district") {
			t.Error("the page lost its columns")
		}
		d.pick(t, "Column of the groups", "smoker")
		shoot("6-reading")
	}
}

// Whatever is wrong with facts is said on their page, where they can be mended, by every kind of
// refusal; what each says in full is tested with package plan.
func TestRefusedFactsAreSaidOnTheirPage(t *testing.T) {
	d := atStep(t, factsStep)
	count := func(id string, n int64, of ...constraint.Box) constraint.Fact {
		return constraint.Fact{ID: id, Title: id, Counts: []constraint.Count{{Of: of, Count: n}}}
	}
	young := constraint.Box{{Column: "age", Spans: []constraint.Span{{From: "0", To: "9"}}}}
	older := constraint.Box{{Column: "age", Spans: []constraint.Span{{From: "0", To: "19"}}}}
	smokers := constraint.Box{{Column: "smoker", Values: []string{"yes"}}}
	visits := constraint.Fact{ID: "visits", Title: "visits", Totals: &constraint.Totals{Columns: []domain.AttributeName{"visits"}, NobodyElse: true, Rows: []constraint.Row{{Labels: []string{"0"}, Count: 4812}}}}
	for _, c := range []struct {
		name   string
		change func(p *plan.Plan)
		says   []string
	}{
		{"what the columns cannot say", func(p *plan.Plan) {
			p.Facts.Stated = []constraint.Fact{count("a", 3, constraint.Box{{Column: "shoe", Values: []string{"38"}}})}
		}, []string{"it names the column “shoe”, which is not published"}},
		{"a contradiction", func(p *plan.Plan) { p.Facts.Stated = []constraint.Fact{count("a", 9, young), count("b", 5, older)} },
			[]string{"cannot all be true: 9 people with age 0 to 9 would be among 5 people with age 0 to 19", "correct one of them"}},
		{"more than everybody", func(p *plan.Plan) { p.Facts.Stated = []constraint.Fact{count("a", 5000, smokers)} },
			[]string{"5000 people with smoker yes would be among 4812 people in all"}},
		{"no bound", func(p *plan.Plan) {
			p.Secrets = secret.Secrets{}
			p.Facts.Stated = []constraint.Fact{districts(d, 0), visits}
			p.Facts.Stated[0].Totals.Rows[0].Count = 4812
		}, []string{"overlap in a way whose effect cannot be bounded", "eave out “"}},
		{"no bound in the strict reading", func(p *plan.Plan) {
			p.Facts.Stated, p.Facts.Reading = []constraint.Fact{count("a", 3, constraint.Box{{Column: "smoker", Values: []string{"no"}}})}, constraint.Strict
			p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"smoker"}, Kind: secret.Groups, Groups: []secret.Group{{Name: "a", Values: []string{"yes"}}, {Name: "b", Values: []string{"no", "not stated"}}}}}}
		}, []string{"the edge-minimal reading"}},
		{"several rows each", func(p *plan.Plan) {
			p.Facts.Stated, p.Rows = []constraint.Fact{count("a", 3, smokers)}, &plan.Rows{Person: "who", AtMost: 2}
		}, []string{"acts about rows cannot be bounded yet where people have several rows each: remove all but the number of people"}},
	} {
		d.session.Edit(c.change)
		if d.session.Compiled() != nil {
			t.Errorf("%s: taken", c.name)
		}
		for _, words := range c.says {
			d.sees(t, words)
		}
		d.session.Undo()
		if d.session.Compiled() == nil {
			t.Fatalf("%s: undoing did not mend it", c.name)
		}
	}
}
