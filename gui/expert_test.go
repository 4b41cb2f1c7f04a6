package gui_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui"
	"steward/gui/session/expert"
	"steward/gui/theme"
	"steward/gui/words"
)

// TestExpertView turns the expert view on and reads it in every step.
func TestExpertView(t *testing.T) {
	seeded.ForAudits(t)
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1400))
	d.quicker()
	d.frame.Show(5)
	d.not(t, "In the field's terms", "e^ε")
	d.tap(t, "View: expert view, text size, light and dark")
	d.tap(t, "Expert view")
	d.sees(t, "In the field's terms", "e^ε", "1.649")
	for i, says := range []string{"ledger", "|T|", "edge weights", "multiplier", "linear queries", "ε1", "ε2"} {
		d.frame.Show(i)
		d.sees(t, "In the field's terms", says)
		d.picture(t, "expert-"+string(rune('1'+i)))
	}
	d.frame.Show(5)
	d.tap(t, "Strategies, plan and command line…")
	d.sees(t, "over the lower bound", "DLap(t)", "L1 sensitivity", "Measured rows")
	d.picture(t, "expert-strategies")
	d.tap(t, "lower bound")
	d.sees(t, "No unbiased method that adds noise of this kind")
	d.picture(t, "expert-term")
	d.press(fyne.KeyEscape)
	if d.over() {
		t.Error("escape does not close the glossary")
	}
}

// TestExpertTermsAreExplained finds every term of the expert view in the glossary.
func TestExpertTermsAreExplained(t *testing.T) {
	seeded.ForAudits(t)
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 900))
	known := map[string]bool{"": true}
	for _, term := range assets.Glossary(words.English) {
		known[term.ID] = true
	}
	check := func(lines []expert.Line) {
		for _, l := range lines {
			if !known[l.Term] {
				t.Errorf("the glossary lacks %q", l.Term)
			}
			if l.Value == "" {
				t.Errorf("%q says nothing", l.Label)
			}
		}
	}
	for _, step := range guide.Steps() {
		check(d.session.Expert.Lines(step))
	}
	questions := d.session.Expert.Questions()
	if len(questions) != 3 {
		t.Fatalf("%d questions", len(questions))
	}
	for _, q := range questions {
		check(q.Lines)
		if len(q.Noise) == 0 || len(q.Methods) == 0 {
			t.Errorf("%s: %d groups of rows, %d methods", q.Title, len(q.Noise), len(q.Methods))
		}
		for _, row := range append(q.Noise, q.NoiseHead) {
			if len(row) != len(q.NoiseHead) {
				t.Errorf("%s: a row %v under %v", q.Title, row, q.NoiseHead)
			}
		}
	}
	var p plan.Plan
	if err := json.Unmarshal([]byte(d.session.Expert.PlanJSON()), &p); err != nil || p.DataSet != d.session.Plan().DataSet {
		t.Errorf("the plan does not read back: %v", err)
	}
	commands := strings.Join(d.session.Expert.CommandLines(), "\n")
	for _, want := range []string{"steward check", "steward preview", "steward release", "steward verify", "clinic-survey.xlsx'"} {
		if !strings.Contains(commands, want) {
			t.Errorf("the command lines lack %q:\n%s", want, commands)
		}
	}
	if d.session.Expert.Lines(guide.Secrets) == nil {
		t.Error("nothing is said of secrets")
	}
}

// TestTextGrows makes the text larger by the menu. The pages in it are the audits', TestLargeTextFits looks at them.
func TestTextGrows(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	gui.Look(fyne.CurrentApp())
	before := theme.Size(theme.SizeBody)
	d.tap(t, "View: expert view, text size, light and dark")
	d.tap(t, "Larger text")
	if got := theme.Size(theme.SizeBody); got != before*1.15 {
		t.Errorf("text of %v is %v after growing", before, got)
	}
	if seeded.Audit || os.Getenv("STEWARD_SHOTS") != "" {
		d.session.OpenSample()
		for i := range 7 {
			d.frame.Show(i)
			d.settled().picture(t, "large-"+string(rune('1'+i)))
		}
	}
	d.tap(t, "View: expert view, text size, light and dark")
	d.tap(t, "Smaller text")
	if got := theme.Size(theme.SizeBody); got != before {
		t.Errorf("text of %v is %v after growing and shrinking", before, got)
	}
}
