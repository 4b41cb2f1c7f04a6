package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"

	"steward/gui/session/questions"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/secrets"
)

// TestResultsLook takes pictures of what a release of totals, tables and choices shows, before and after,
// and of graded protection, into the folder that STEWARD_SHOTS names, for people to look at.
func TestResultsLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for _, look := range []struct {
		name    string
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		{"light-1024", fynetheme.VariantLight, fyne.NewSize(1024, 700)},
		{"dark-1600", fynetheme.VariantDark, fyne.NewSize(1600, 1000)},
	} {
		t.Run(look.name, func(t *testing.T) {
			d := newDesk(t, look.variant, look.size)
			d.session.OpenSample()
			shoot := func(name string) { d.settled().picture(t, "r-"+look.name+"-"+name) }
			d.frame.Show(secretsStep)
			if err := d.session.Secrets.Choose(secrets.CardGraded); err != nil {
				t.Fatal(err)
			}
			shoot("graded")
			d.session.Undo()
			ask := func(id string) {
				for _, k := range questions.Kinds() {
					if k.ID == id {
						if _, err := d.session.Questions.Ask(k); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			ask(questions.AskTotals)
			at := len(d.session.Plan().Questions) - 1
			if err := d.session.Questions.Sum(at).SetBy([]domain.AttributeName{"district"}); err != nil {
				t.Fatal(err)
			}
			d.session.Edit(func(p *plan.Plan) { p.Questions = p.Questions[1:] })
			d.frame.Show(questionsStep)
			d.tap(t, "Add a question")
			d.touch(t, "Percentile or median")
			shoot("questions")
			d.frame.Show(5)
			shoot("error")
			d.session.Release.Review()
			d.frame.Show(6)
			shoot("before")
			d.session.Release.Carry(t.TempDir(), "look")
			if d.session.Release.Finished() == nil {
				t.Fatalf("nothing was released: %+v", d.session.Problem())
			}
			shoot("results")
			d.tap(t, d.session.Plan().Questions[2-1].Title)
			shoot("results-2")
			d.tap(t, d.session.Plan().Questions[2].Title)
			shoot("results-totals")
			d.frame.Show(7)
			shoot("summary")
		})
	}
}
