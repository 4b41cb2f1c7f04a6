package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/release"
	"steward/core/seeded"
	"steward/gui/words"
	"steward/io/ledger"
)

// spends has the ledger note a release of the present plan.
func (d *desk) spends(t *testing.T) {
	t.Helper()
	d.spendsAs(t, "The first tables")
}

// spendsAs is spends with a title.
func (d *desk) spendsAs(t *testing.T, title string) {
	t.Helper()
	c := d.session.Compiled()
	l, err := ledger.Open(d.session.LedgerDir(), c.Plan.DataSet)
	if err != nil {
		t.Fatal(err)
	}
	spend := release.Spend{DataSet: c.Plan.DataSet, Title: title, Time: "2026-02-03T14:02:00Z", Epsilon: c.Budget, Limit: c.Limit, By: d.session.Balance.By()}
	if _, err := l.Debit(t.Context(), spend); err != nil {
		t.Fatal(err)
	}
	d.session.Balance.Refresh()
}

// A first release sets the limit under a name; after it, a lower one is the plan's alone unless it is to hold for
// everybody, and a higher one takes a name and a reason, which the form shows from then on.
func TestLimitsAsAPerson(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.sees(t, "From this release on, the limit applies to every plan about these people.")
	d.tap(t, "Change what is allowed…")
	d.sees(t, "The first release sets this limit for every plan about these people")
	d.not(t, "later summaries show")
	d.types(t, "a name or an office", "A. Steward") // enter allows it
	d.sees(t, "the limit set by A. Steward applies to every plan about these people.")
	d.spends(t)
	d.not(t, "applies to every plan about these people")
	d.tap(t, "Change what is allowed…")
	d.sees(t, "The account allows 2 to all plans about these people, since the release “The first tables” (3 February 2026, A. Steward).")
	d.not(t, "a few words", "not for this one alone")
	d.entry(t, "2").SetText("1.5")
	d.sees(t, "For every plan about these people, not for this one alone")
	d.tap(t, "Allow it")
	if everybodys, _ := d.session.Balance.EverybodysLimits(); d.over() || everybodys != "2" || d.session.Plan().Budget.Limit != "1.5" {
		t.Fatalf("the ledger allows %q, the plan %q", everybodys, d.session.Plan().Budget.Limit)
	}
	d.tap(t, "Change what is allowed…")
	d.types(t, "1.5", "4")
	d.sees(t, "The change is recorded in the account with its date", "Say why")
	d.types(t, "a few words", "More tables are asked for")
	if everybodys, _ := d.session.Balance.EverybodysLimits(); d.over() || everybodys != "4" || d.session.Plan().Budget.Limit != "4" {
		t.Fatalf("the ledger allows %q, the plan %q", everybodys, d.session.Plan().Budget.Limit)
	}
	d.tap(t, "Change what is allowed…")
	d.sees(t, "The account allows 4 to all plans about these people: “More tables are asked for”")
	d.entry(t, "4").SetText("3")
	d.tap(t, "For every plan about these people, not for this one alone")
	d.tap(t, "Allow it")
	d.sees(t, "Say why")
}

// TestLimitLook photographs what asks for a limit, when STEWARD_SHOTS names a folder.
func TestLimitLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for _, c := range []struct {
		name, language string
		variant        fyne.ThemeVariant
		size           fyne.Size
	}{
		{"light", words.English, fynetheme.VariantLight, fyne.NewSize(1440, 960)}, {"dark-small", words.English, fynetheme.VariantDark, fyne.NewSize(900, 640)},
		{"german-small", "de", fynetheme.VariantLight, fyne.NewSize(900, 640)}, {"german-dark", "de", fynetheme.VariantDark, fyne.NewSize(1440, 960)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.language != words.English {
				german(t)
			}
			d := newDesk(t, c.variant, c.size)
			d.session.OpenSample()
			d.frame.Show(atBudget)
			d.tap(t, words.T("Change what is allowed…"))
			d.settled().picture(t, "limit-"+c.name+"-first")
			d.tap(t, words.T("Cancel"))
			d.session.Balance.SetBy("A. Steward")
			d.spends(t)
			d.session.Budget.AcceptChance(true)
			d.session.Budget.SetBudget("2.5")
			d.settled().picture(t, "limit-"+c.name+"-short")
			d.tap(t, words.T("Raise the limit…"))
			d.tap(t, words.T("Allow it"))
			d.settled().picture(t, "limit-"+c.name+"-raise")
			d.entry(t, words.Number("3")).SetText("1")
			d.settled().picture(t, "limit-"+c.name+"-lower")
		})
	}
}
