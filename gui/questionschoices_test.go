package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/gui/session/questions"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/widgets/editors"
)

// Percentiles, most common values and best choices are asked for in the form, share the budget and
// are undone in one step.
func TestChoicesAreAskedInTheWindow(t *testing.T) {
	d := quietAt(t, questionsStep)
	before := len(d.session.Plan().Questions)
	d.tap(t, "Add a question")
	d.touch(t, "Percentile or median")
	choice := func() plan.Choice { return d.session.Plan().Choices[0] }
	if n := len(d.session.Plan().Choices); n != 1 || d.session.Compiled() == nil || choice().Title != "Median of age" {
		t.Fatalf("%d choices: %+v", n, d.session.Plan().Choices)
	}
	d.sees(t, "Percentile or median", "Median of age", "in 100")
	d.typeInto(t, d.field(t, "Percentile: 50 is the median"), "90")
	d.keys(t, fyne.KeyReturn)
	if q := choice(); q.Percentile != "90" || q.Title != "90th percentile of age" {
		t.Errorf("typed: %+v", q)
	}
	d.typeInto(t, d.field(t, "Percentile: 50 is the median"), "900")
	d.keys(t, fyne.KeyReturn)
	d.sees(t, "above 0 and below 100")
	if q := choice(); q.Percentile != "90" {
		t.Errorf("a percentile of %s was taken", q.Percentile)
	}
	test.Tap(d.check(t, "Also publish between which values it lies, 19 times in 20"))
	d.pick(t, "For whom", "each district")
	if q := choice(); !q.Interval || len(q.By) != 1 || d.session.Compiled() == nil {
		t.Errorf("asked: %+v", q)
	}
	d.session.Undo()
	d.settled()
	if q := choice(); len(q.By) != 0 {
		t.Errorf("undone: %+v", q)
	}
	if sum := d.session.Questions.SharePercent(before); sum < 10 || sum > 60 {
		t.Errorf("it has %v per cent", sum)
	}

	d.tap(t, "Add a question")
	d.touch(t, "Best choice")
	if n := len(d.session.Plan().Choices); n != 2 || d.session.Compiled() == nil {
		t.Fatalf("%d choices", n)
	}
	list := d.field(t, "Options, one on each line")
	d.typeInto(t, list, "20\ncheap")
	list.Commit()
	d.sees(t, "where a number such as 2.5 is expected")
	if n := len(d.session.Plan().Choices[1].Options); n < 3 {
		t.Errorf("a list with a word was taken: %d options", n)
	}
	d.tap(t, "Remove")
	if n := len(d.session.Plan().Choices); n != 1 || len(d.session.Plan().Questions) != before {
		t.Errorf("%d choices are left", n)
	}
}

// Chosen values are shown after a release.
func TestChosenValuesAreShown(t *testing.T) {
	seeded.ForAudits(t)
	d, _ := opening(t)
	for _, k := range questions.ChoiceKinds() {
		if _, err := d.session.Questions.AskChoice(k); err != nil {
			t.Fatal(err)
		}
	}
	d.released(t)
	d.frame.Show(atRelease)
	d.sees(t, "Chosen values", "Median of age", "Each of the counts")
}

// A release of choices alone goes through every page.
func TestChoicesAloneGoThroughEveryPage(t *testing.T) {
	seeded.ForAudits(t)
	d, _ := opening(t)
	if _, err := d.session.Questions.AskChoice(questions.ChoiceKinds()[0]); err != nil {
		t.Fatal(err)
	}
	d.session.Edit(func(p *plan.Plan) { p.Questions, p.Choices[0].Share = nil, "" })
	for step := range 8 {
		d.frame.Show(step)
		d.settled()
	}
	d.frame.Show(atBudget)
	d.sees(t, "Percentiles, most common values, best choices", "Median of age")
	d.released(t)
	d.frame.Show(atRelease)
	d.sees(t, "Chosen values")
	d.not(t, "Preparing the numbers…")
	d.frame.Show(atSummary)
	d.settled()
}

// TestChoiceFormsLook takes pictures of the forms, the comparison and the results into the folder
// that STEWARD_SHOTS names, for people to look at.
func TestChoiceFormsLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for name, look := range map[string]struct {
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		"light-1280": {fynetheme.VariantLight, fyne.NewSize(1280, 1250)},
		"dark-640":   {fynetheme.VariantDark, fyne.NewSize(640, 1500)},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, look.variant, look.size)
			d.session.OpenSample()
			for _, k := range questions.ChoiceKinds() {
				if _, err := d.session.Questions.AskChoice(k); err != nil {
					t.Fatal(err)
				}
			}
			d.frame.Show(questionsStep)
			d.settled()
			table := part[*editors.QuestionTable](t, d, "the table of questions", nil)
			d.window.Canvas().Focus(table)
			for range d.session.Plan().Questions {
				table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			}
			d.settled().picture(t, "choices-"+name+"-median")
			table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			d.settled().picture(t, "choices-"+name+"-best")
			d.frame.Show(questionsStep + 1)
			d.settled().picture(t, "choices-"+name+"-errors")
			d.frame.Show(questionsStep + 2)
			d.settled().picture(t, "choices-"+name+"-before")
		})
	}
}
