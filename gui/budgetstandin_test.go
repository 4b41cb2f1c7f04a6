package gui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/core/seeded"
)

// likeTheSample writes a public file like the sample.
func likeTheSample(t *testing.T) string {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("age,district,smoker,education,income,visits\n")
	for i := range 300 {
		fmt.Fprintf(&rows, "%d,Harbour,no,,1200,%d\n", 30+i%9, i%3)
	}
	path := filepath.Join(t.TempDir(), "lastyear.csv")
	if err := os.WriteFile(path, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// By tapping alone methods are compared on made-up data, with what that means said, a pilot is paid
// for after a second look, and all of it is left out again.
func TestCompareOnPublicData(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.settled().tap(t, "Compare more methods on public data…")
	d.sees(t, "never on yours", "Its counts become public with the release.", "do their best on it")
	d.not(t, "Leave these methods out")
	d.tap(t, "Made-up data, spread evenly")
	d.settled().sees(t, "Measured on made-up data spread evenly, yours may differ: ")
	if s := d.session.Plan().StandIn; s == nil || s.Kind != plan.StandInEven {
		t.Fatalf("compared on %+v", s)
	}

	d.tap(t, "Compare on other public data…")
	d.tap(t, "Pay for a pilot…")
	d.sees(t, "Check every record first")
	d.disabled(t, "Spend 0.05…")
	d.tap(t, "Cancel")
	d.session.Release.Review()
	d.settled()
	d.tap(t, "Compare on other public data…")
	d.tap(t, "Pay for a pilot…")
	d.types(t, "0.05", "many")
	d.disabled(t, "Spend many…")
	d.types(t, "many", "0.1")
	d.sees(t, "1.9 of 2 would remain")
	d.tap(t, "Spend 0.1…")
	d.sees(t, "at once, in addition to what the release will spend", "2 of the 2 that you allowed is left now; 1.9 will be left afterwards.")
	d.tap(t, "Spend 0.1")
	d.settled().sees(t, "a noisy pilot that 0.1 was spent on", "apart from the pilot, which was paid for", "There is no pilot for")
	if a := d.session.Balance.Account(); a.Spent != "0.1" {
		t.Errorf("the account says %+v", a)
	}
	d.tap(t, "Compare on other public data…")
	d.tap(t, "Leave these methods out")
	d.settled().sees(t, "Compare more methods on public data…", "it depends only on your choices")
	if d.session.Plan().StandIn != nil {
		t.Error("they are not left out")
	}
}

// A public file is chosen, its name stands where errors were measured on it, and it is found missing
// with what to do. A release by such a method says so next to its numbers.
func TestCompareOnAPublicFile(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	public := likeTheSample(t)
	d.session.Budget.ComparePublic(public)
	d.settled().sees(t, "Measured on lastyear.csv, yours may differ: ")
	d.session.Questions.Question(1).Change(func(q *plan.Question) { q.Mechanism = "tree-isotonic" })
	d.choose(t, "question", "2 How often people come")
	d.settled().sees(t, "measured on lastyear.csv; yours may differ", "≈ ")
	lost := func(p *plan.Plan) { // as when the plan is opened without the file beside it
		p.StandIn.Tables, p.StandIn.File = p.StandIn.Tables[:1], &plan.Fingerprint{Salt: "00", Digest: "another"}
	}
	d.session.Edit(lost)
	d.settled().sees(t, "The public file", "lastyear.csv", "Put it beside the plan, or choose it again")
	d.session.Undo()
	d.session.Release.Review()
	d.frame.Show(atRelease)
	d.session.Release.Carry(t.TempDir(), "on")
	if d.session.Release.Finished() == nil {
		t.Fatalf("nothing was released: %+v", d.session.Problem())
	}
	d.tab(t, 1)
	d.settled().sees(t, "Measured on a stand-in, lastyear.csv", "how far off they were on the stand-in")
}

// TestStandInPictures photographs what methods are compared on when STEWARD_SHOTS names a folder.
func TestStandInPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for _, look := range []struct {
		name    string
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		{"light", fynetheme.VariantLight, usual},
		{"dark", fynetheme.VariantDark, usual},
		{"narrow", fynetheme.VariantDark, fyne.NewSize(1024, 700)},
	} {
		t.Setenv("TMPDIR", t.TempDir())
		d := newDesk(t, look.variant, look.size)
		s := d.session
		s.OpenSample()
		s.Questions.Remove(0)
		d.frame.Show(atBudget)
		d.settled().picture(t, "standin-"+look.name+"-none")
		d.tap(t, "Compare more methods on public data…")
		d.settled().picture(t, "standin-"+look.name+"-ask")
		d.tap(t, "Cancel")
		s.Budget.ComparePublic(likeTheSample(t))
		d.settled().picture(t, "standin-"+look.name+"-file")
		s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "tree-isotonic" })
		d.settled().picture(t, "standin-"+look.name+"-chosen")
		s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "" })
		s.Edit(func(p *plan.Plan) {
			p.StandIn.Tables, p.StandIn.File = nil, &plan.Fingerprint{Salt: "00", Digest: "another"}
		})
		d.settled().picture(t, "standin-"+look.name+"-missing")
		s.Release.Review()
		d.tap(t, "Compare on other public data…")
		d.tap(t, "Pay for a pilot…")
		d.settled().picture(t, "standin-"+look.name+"-pilot")
		d.tap(t, "Spend 0.05…")
		d.settled().picture(t, "standin-"+look.name+"-confirm")
		d.tap(t, "Spend 0.05")
		s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "tree-isotonic" })
		d.settled().picture(t, "standin-"+look.name+"-paid")
		d.frame.Show(atRelease)
		s.Release.Carry(t.TempDir(), "on")
		d.settled().picture(t, "standin-"+look.name+"-released")
	}
}
