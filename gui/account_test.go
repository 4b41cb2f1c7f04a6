package gui_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/seeded"
	"steward/gui/widgets/forms"
	"steward/gui/words"
	"steward/io/ledger"
)

// accounted has the account of the sample's people tell of a release, a note, a link and a part that is set aside, once, and
// opens its page.
func (d desk) accounted(t *testing.T) {
	t.Helper()
	own, err := ledger.Open(d.session.LedgerDir(), d.session.Plan().DataSet)
	if err != nil {
		t.Fatal(err)
	}
	if said, err := own.Statement(); err == nil && len(said.Reservations) == 0 {
		d.spendsAs(t, d.session.Plan().DataSet)
		note := ledger.Words{Time: "2026-02-10T09:00:00Z", By: "B. Clerk", Why: "Jubilee"}
		_, noted := own.Annotate(t.Context(), 1, note)
		_, aside := own.Reserve(t.Context(), d.session.Compiled().Budget, "Next year", note)
		other, found := ledger.Open(d.session.LedgerDir(), "Register")
		if err := errors.Join(noted, aside, found, own.Link(t.Context(), other, note)); err != nil {
			t.Fatal(err)
		}
		d.session.Balance.Refresh()
	}
	d.tap(t, d.chip())
}

// chip is what the chip in the header says.
func (d desk) chip() string { return d.session.Balance.Account().Short() }

// TestAccountLook photographs the page of an account when STEWARD_SHOTS names a folder.
func TestAccountLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for _, c := range []struct {
		name, language string
		variant        fyne.ThemeVariant
		size           fyne.Size
	}{
		{"light", words.English, fynetheme.VariantLight, fyne.NewSize(1280, 800)}, {"dark-small", words.English, fynetheme.VariantDark, fyne.NewSize(640, 460)},
		{"german-small", "de", fynetheme.VariantLight, fyne.NewSize(640, 460)}, {"german-dark", "de", fynetheme.VariantDark, fyne.NewSize(1280, 800)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.language != words.English {
				german(t)
			}
			d := newDesk(t, c.variant, c.size)
			d.remembers(t)
			d.accounted(t)
			for i, page := range []string{"releases", "together", "allowed", "ledger"} {
				d.tab(t, i)
				d.settled().picture(t, "account-"+c.name+"-"+page)
			}
			d.tab(t, 2)
			d.tap(t, words.T("Set a part aside…"))
			d.settled().picture(t, "account-"+c.name+"-aside")
		})
	}
}

// The page of the account says what the command line says, and does what it does.
func TestAccountAsAPerson(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	out := d.remembers(t)
	d.tap(t, d.chip())
	d.sees(t, "All releases about these people have spent 0.5.", "Clinic survey 2026: who comes, and how often", "3 February 2026", "Taken as known: how many people there are: 4,812.", "sample.xlsx", "sample.json")
	d.tap(t, "Add a note…")
	d.tap(t, "Add it")
	d.sees(t, "Say why")
	d.entry(t, "a name or an office").SetText("B. Clerk")
	d.types(t, "a few words", "shown to the board.")
	d.sees(t, "Note: shown to the board (3 February 2026, B. Clerk).")
	d.tap(t, "Withdraw it…")
	d.sees(t, "What it revealed cannot be taken back", "no other release")
	d.types(t, "a few words", "one column was coded wrongly")
	d.sees(t, "The notice for its readers is "+filepath.Join(out, "sample-notice.txt"))
	d.tap(t, "Close")
	d.sees(t, "Not to be used.", "It is withdrawn: one column was coded wrongly (3 February 2026, B. Clerk).")
	d.tab(t, 1)
	d.sees(t, "guesses right at most 63 times in 100", "anyone may learn exactly", "Could someone tell?", "all releases together shift them by a factor of at most 1.65")
	d.pick(t, "column", "district")
	d.sees(t, "Alderton and Brookside seemed before, all releases together")
	d.tab(t, 2)
	d.sees(t, "All releases about these people may spend 2 together. 1.5 of it is neither spent nor set aside.", "The limit was set to 2", "Nothing is set aside")
	d.tap(t, "Set a part aside…")
	d.tap(t, "Set it aside")
	d.sees(t, "“” cannot be set aside")
	part(t, d, "how much", func(e *forms.Entry) bool { return e.Name == "How much" }).SetText("5")
	part(t, d, "for what", func(e *forms.Entry) bool { return e.Name == "Title of the releases that it is for" }).SetText("Next year")
	d.tap(t, "Set it aside")
	d.sees(t, "and 1.5 is left")
	part(t, d, "how much", func(e *forms.Entry) bool { return e.Name == "How much" }).SetText("0.75")
	d.tap(t, "Set it aside")
	d.sees(t, "0.75 is set aside for “Next year”: 3 February 2026, B. Clerk.", "0.75 of it is neither spent nor set aside")
	d.tap(t, "Give it back…")
	d.types(t, "all of it", "0.25")
	d.sees(t, "0.5 is set aside for “Next year”")
	d.tab(t, 3)
	d.sees(t, "sample.steward, which is open")
	d.tap(t, "Another data set is about the same people…")
	part(t, d, "which", func(e *forms.Entry) bool { return e.Name == "Name of the other data set" }).SetText("Clinic survey 2025")
	d.types(t, "a few words", "the same clinic")
	d.sees(t, "no account of")
	d.tap(t, "Cancel")
	d.sees(t, "Export it…")
	d.closes()
	d.frame.Show(atSummary)
	d.sees(t, "0.5 of the 2 that you allowed is spent. 0.5 is set aside for other releases. 1 remain.", "Not to be used.", "It is withdrawn: one column was coded wrongly (3 February 2026, B. Clerk).")
	d.frame.Show(atRelease)
	d.sees(t, "Not to be used.", "It is withdrawn: one column was coded wrongly (3 February 2026, B. Clerk).")
	// Files that are gone are named.
	if err := os.Remove(filepath.Join(out, "sample.xlsx")); err != nil {
		t.Fatal(err)
	}
	d.tap(t, d.chip())
	d.sees(t, "Not found near this project: sample.xlsx.")
	d.closes()
	// What is set aside is given back where that is enough for what is planned.
	d.session.Release.Again()
	d.session.Budget.SetBudget("1.2")
	d.frame.Show(atBudget)
	d.sees(t, "or give back some of the 0.5 that is set aside for other releases")
	d.not(t, "Raise the limit…")
	d.tap(t, "Give back what is set aside…")
	d.tap(t, "Give it back…")
	d.tap(t, "Give it back")
	d.sees(t, "Nothing is set aside for later releases.")
	d.closes()
	d.not(t, "More than is left.")
}
