package gui_test

import (
	"testing"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
)

// TestWhatIsExactHasNoErrors goes to a release of which everything is published exactly: no page speaks of noise that is added, of errors or
// of a budget that is spent.
func TestWhatIsExactHasNoErrors(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, usual)
	d.session.OpenSample()
	of := []domain.AttributeName{"district"}
	d.session.Edit(func(p *plan.Plan) {
		p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: of, Kind: secret.Public}}}
		p.Questions = []plan.Question{{ID: "districts", Title: "Districts", Kind: "table", Columns: of}}
		p.Choices, p.Clusters, p.Synthetic = []plan.Choice{{ID: "most", Title: "The commonest", Kind: "most common", Column: of[0]}}, nil, nil
	})
	d.session.Edit(func(p *plan.Plan) { p.Agreed = d.session.Compiled().Agree() })
	speakOfNone := func(says ...string) {
		t.Helper()
		d.settled()
		d.sees(t, says...)
		d.not(t, "±", "0 fewer", "0 in rank", "One interval in twenty", "Noise has been added", "noise is drawn", "too high on average", "where the exact", "spends 0.5", "budget of 0.5",
			"Error against budget", "I can live with", "would not make these numbers better")
	}
	d.frame.Show(atBudget)
	speakOfNone("spends nothing, wherever the slider is", "exact")
	d.session.Release.Review()
	d.frame.Show(atRelease)
	speakOfNone("all of them exactly, and spend nothing", "None has noise")
	d.session.Release.Carry(t.TempDir(), "exact")
	if d.session.Release.Finished() == nil {
		t.Fatalf("nothing was released: %+v", d.session.Problem())
	}
	speakOfNone("None of them has noise", "Published numbers, without noise", "All of them are exact")
	d.frame.Show(atSummary)
	d.settled()
	d.not(t, "One interval in twenty", "19 times in 20")
}
