package gui_test

import (
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/steps/spend"
)

// Where a release is about a group of people, every sum says for whom it is, before the release and after it: the sums of the group
// and those of everybody differ.
func TestSumsOfAGroupSayForWhom(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.session.OpenSample()
	about := func(district, epsilon string) {
		t.Helper()
		d.session.Edit(func(p *plan.Plan) {
			p.Title, p.Facts, p.Budget = district, plan.Facts{}, plan.Budget{Epsilon: epsilon, Limit: "2"}
			p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"district"}, Kind: secret.Public}}}
			p.Questions = []plan.Question{{ID: "q", Title: "Smokers", Kind: "table", Columns: []domain.AttributeName{"smoker"}}}
			p.Group = &plan.Answers{Column: "district", Values: []string{district}}
		})
		d.session.Release.Review()
	}
	carry := func() {
		t.Helper()
		if d.session.Release.Carry(filepath.Join(t.TempDir(), "out"), "group"); d.session.Release.Finished() == nil {
			t.Fatal(d.session.Problem())
		}
	}
	about("Harbour", "0.5")
	carry()
	d.session.Release.Again()
	about("Eastgate", "0.4")
	d.frame.Show(atRelease)
	d.settled().sees(t, "0.5 of it is about other groups of people, to which this release does not add. 1.6 remain for the group that this release is about.")
	if got, want := spend.Remains(d.session, "0.4"), "For the group that this release is about, 2 of the 2 that you allowed is left now; 1.6 will be left afterwards."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	carry()
	d.frame.Show(atSummary)
	d.settled().sees(t, "0.5 of the 2 that you allowed is spent. Some releases are about groups of people that have nobody in common, of which only the most expensive counts; added up, the releases spent 0.9. 0.1 of it is about other groups of people, to which this release does not add. 1.6 remain for the group that this release is about.")
}
