package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui/widgets/editors"
)

// What follows from a table is asked for in the form, and undone in one step.
func TestDerivedNumbersAreAsked(t *testing.T) {
	d := quietAt(t, questionsStep)
	d.touch(t, "Smokers by district")
	question := func() plan.Question { return d.session.Plan().Questions[1] }
	test.Tap(d.check(t, "Per cent within each district"))
	if q := question(); !q.Totals || len(q.Percent) != 1 || d.session.Compiled() == nil {
		t.Fatalf("asked %+v", q)
	}
	d.sees(t, "They cost nothing.", "too unreliable to show", "Totals are among them.")
	d.tap(t, "Add a rate…")
	d.tap(t, "Add a difference between groups…")
	if q := question(); len(q.Rates) != 1 || len(q.Differences) != 1 || d.session.Compiled() == nil {
		t.Fatalf("asked %+v", q)
	}
	d.pick(t, "In", "in percentage points")
	d.pick(t, "Rounding", "rounded to multiples of 5")
	if q := question(); !q.Differences[0].Shares || q.Publishing == nil || q.Publishing.RoundTo != 5 {
		t.Fatalf("asked %+v", q)
	}
	d.sees(t, "multiples of 5")
	d.pick(t, "Tables that are too noisy", "left out if most numbers are off by more than 25 % of the average one")
	if q := question(); q.Publishing.LeaveOut != "25" || q.Publishing.RoundTo != 5 || d.session.Compiled() == nil {
		t.Fatalf("asked %+v", q.Publishing)
	}
	d.sees(t, "a public size", "public choices alone")
	d.pick(t, "Tables that are too noisy", "left out if most are off by more than 50 % of their value (biases what stays)")
	if q := question(); q.Publishing.LeaveOutSize != plan.SizeOfAnswers {
		t.Fatalf("asked %+v", q.Publishing)
	}
	d.sees(t, "too high on average")
	d.not(t, "About how large its numbers are")
	d.pick(t, "Tables that are too noisy", "left out if most numbers are off by more than 50 % of the average one")
	size := d.field(t, "About how large its numbers are (public, such as 200)")
	for _, typed := range []string{"many", "120.5"} {
		d.typeInto(t, size, typed)
		size.Commit()
		if bad := typed == "many"; bad != (size.Problem() != "") {
			t.Errorf("of %q it says %q", typed, size.Problem())
		}
	}
	if q := question(); q.Publishing.LeaveOutSize != "120.5" || d.session.Compiled() == nil {
		t.Fatalf("asked %+v", q.Publishing)
	}
	d.settled()
	d.pick(t, "Tables that are too noisy", "left out if most numbers are off by more than 25 % of 120.5")
	if q := question(); q.Publishing.LeaveOut != "25" || q.Publishing.LeaveOutSize != "120.5" {
		t.Fatalf("asked %+v", q.Publishing)
	}
	d.pick(t, "Tables that are too noisy", "published anyway")
	test.Tap(d.check(t, "Totals of rows and columns"))
	if q := question(); q.Totals || q.Derives() {
		t.Fatalf("without totals %+v", q)
	}
	d.session.Undo()
	d.settled()
	if q := question(); !q.Totals || !q.Derives() {
		t.Errorf("undone %+v", q)
	}
}

// Ranges of several columns are listed, added and removed.
func TestBoxesAreAsked(t *testing.T) {
	d := quietAt(t, questionsStep)
	d.session.Questions.Add(workload.Ranges, []domain.AttributeName{"age", "district"})
	d.settled()
	table := part[*editors.QuestionTable](t, d, "the table of questions", nil)
	d.window.Canvas().Focus(table)
	for range d.session.Plan().Questions {
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	d.settled()
	at := len(d.session.Plan().Questions) - 1
	d.sees(t, "Ranges of", "1 count")
	d.tap(t, "Add a range")
	if n := len(d.session.Plan().Questions[at].Boxes); n != 2 || d.session.Compiled() == nil {
		t.Fatalf("%d combinations", n)
	}
	d.pick(t, "Which ranges", "every range, from any value to any other")
	if q := d.session.Plan().Questions[at]; !q.Every || q.Boxes != nil {
		t.Errorf("asked %+v", q)
	}
}

// TestDerivedLook takes pictures of the form with all that follows from a table into the folder
// that STEWARD_SHOTS names, for people to look at.
func TestDerivedLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for name, look := range map[string]struct {
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		"light-1280": {fynetheme.VariantLight, fyne.NewSize(1280, 1250)},
		"dark-1024":  {fynetheme.VariantDark, fyne.NewSize(1024, 1250)},
		"dark-640":   {fynetheme.VariantDark, fyne.NewSize(640, 1400)},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, look.variant, look.size)
			d.session.OpenSample()
			for _, err := range []error{
				d.session.Questions.Derived(1).SetPercent(nil, true), d.session.Questions.Derived(1).SetPercent(d.session.Plan().Questions[1].Columns[1:], true),
				d.session.Questions.Derived(1).AddRate(), d.session.Questions.Derived(1).AddDifference(),
				d.session.Questions.Derived(1).SetPublishing(func(p *plan.Publishing) { p.RoundTo, p.HideTimes = 5, "1" }),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			d.session.Questions.Add(workload.Ranges, []domain.AttributeName{"age", "district"})
			at := len(d.session.Plan().Questions) - 1
			if err := d.session.Questions.Ranges(at).AddBox(); err != nil {
				t.Fatal(err)
			}
			d.frame.Show(questionsStep)
			d.settled()
			table := part[*editors.QuestionTable](t, d, "the table of questions", nil)
			d.window.Canvas().Focus(table)
			table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			d.settled().picture(t, "derived-"+name+"-table")
			for range at {
				table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			}
			d.settled().picture(t, "derived-"+name+"-boxes")
		})
	}
}

// After a release percentages are shown in place of the numbers, and answers are added up.
func TestDerivedResults(t *testing.T) {
	seeded.ForAudits(t)
	d, _ := opening(t)
	for _, err := range []error{
		d.session.Questions.Derived(1).SetPercent(nil, true), d.session.Questions.Derived(1).AddDifference(),
		d.session.Questions.Derived(1).SetPublishing(func(p *plan.Publishing) { p.RoundTo = 5 }),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	d.released(t)
	d.frame.Show(atRelease)
	d.tab(t, 1)
	d.sees(t, "Add numbers up", "multiples of 5")
	d.choose(t, "category", "Per cent of all")
	d.sees(t, "per cent", "19 times in 20")
	d.choose(t, "Add an answer", "Alderton, no")
	d.choose(t, "Subtract an answer", "Alderton, no")
	d.sees(t, "0 people, exactly.")
	d.picture(t, "derived-results")
}

// A table that its rule will leave out is counted nowhere among what becomes public, and one that it may leave out is said to be.
func TestTablesLeftOutAreNotCounted(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	asked := d.session.Questions.Asked()
	all, out := 0, asked[1].Numbers
	for _, a := range asked {
		all += a.Numbers
	}
	rule := func(p plan.Publishing) {
		d.session.Edit(func(edited *plan.Plan) { edited.Questions[1].Publishing = &p })
		d.settled()
	}
	for _, c := range []struct {
		name      string
		rule      plan.Publishing
		published int
		says, not string
	}{
		{"will", plan.Publishing{LeaveOut: "0.01"}, all - out, fmt.Sprintf("%d more will be left out as too noisy", out), "may be left out"},
		{"may", plan.Publishing{LeaveOut: "50", LeaveOutSize: plan.SizeOfAnswers}, all, fmt.Sprintf("%d of them may be left out as too noisy", out), "will be left out"},
		{"stays", plan.Publishing{LeaveOut: "100000"}, all, "", "as too noisy"},
	} {
		d.frame.Show(questionsStep)
		rule(c.rule)
		numbers := fmt.Sprintf("%d numbers", c.published)
		for _, step := range []int{questionsStep, atRelease} {
			d.frame.Show(step)
			d.settled()
			d.sees(t, numbers, c.says)
			if step == atRelease {
				d.not(t, c.not)
			}
		}
		d.frame.Show(atBudget)
		d.settled()
		d.pick(t, "question", fmt.Sprintf("2 %s", asked[1].Title))
		if will := c.name == "will"; will {
			d.sees(t, "As the plan is now, this table will be left out")
		} else {
			d.not(t, "will be left out")
		}
	}
}
