package widgets_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

func TestFindings(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	taps := 0
	check := widget.NewButton("Check every record", func() { taps++ })
	f := shownFindings(check)
	w := widgettest.Exhibit(t, f, 600, 260)
	for _, want := range []string{"The plan is complete", "3 questions, 144 numbers", "Check every record", "2.5 of 2"} {
		if shown := widgettest.TextsIn(f); !strings.Contains(shown, want) {
			t.Errorf("shows %q, want %q in it", shown, want)
		}
	}
	test.Tap(check)
	if taps != 1 {
		t.Errorf("the action was done %d times", taps)
	}
	wide := f.MinSize().Height
	w.Resize(fyne.NewSize(260, 400))
	if narrow := f.MinSize().Height; narrow <= wide {
		t.Errorf("at 260 it is %v high, at 600 %v: the texts did not wrap", narrow, wide)
	}
	for i, row := range f.Parts() {
		icon, ring := marks(row)
		if icon == ring || ring != (i == 2) {
			t.Errorf("row %d has an icon: %v, a ring: %v", i, icon, ring)
		}
	}
	f.Set()
	if shown := widgettest.TextsIn(f); shown != "" || f.MinSize().Height != 0 {
		t.Errorf("without findings it shows %q and is %v high", shown, f.MinSize().Height)
	}
}

// TestFindingsKeepTheirNotes narrows a list: a note that has no room beside its title stands under it, whole.
func TestFindingsKeepTheirNotes(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	f := notices.NewFindings(notices.Finding{Kind: notices.Good, Title: "Figures computed again", Note: "all of them agree"})
	w := widgettest.Exhibit(t, f, 600, 100)
	beside := f.MinSize().Height
	for width := float32(600); width >= 180; width -= 10 {
		w.Resize(fyne.NewSize(width, 100))
		if shown := widgettest.TextsIn(f); !strings.Contains(shown, "all of them agree") {
			t.Errorf("at %v it shows %q", width, shown)
		}
	}
	if below := f.MinSize().Height; below <= beside {
		t.Errorf("the list is %v high where the note has no room beside its title, %v where it has", below, beside)
	}
}

// marks tells whether an icon and whether a ring is in sight in a row.
func marks(row fyne.CanvasObject) (icon, ring bool) {
	for _, s := range widgettest.Sights(row) {
		switch s.Object.(type) {
		case *canvas.Image:
			icon = true
		case *canvas.Circle:
			ring = true
		}
	}
	return icon, ring
}

func TestCardAndBanner(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	inner := prose.Body(widgettest.Sentence)
	card := layouts.NewTitledCard("A title", notices.NewBadge(notices.BadgeOutline, "chosen"), inner)
	widgettest.Exhibit(t, container.NewWithoutLayout(card), 400, 400)
	card.Resize(fyne.NewSize(220, card.MinSize().Height))
	card.Resize(fyne.NewSize(220, card.MinSize().Height))
	bottom := inner.Position().Y + inner.MinSize().Height
	if bottom > card.Size().Height || inner.Size().Width != 220-2*16 {
		t.Errorf("content ends at %v of %v and is %v wide", bottom, card.Size().Height, inner.Size().Width)
	}
	card.SetTitle("")
	card.SetTrailing(nil)
	card.SetContent(prose.Body("other"))
	if shown := widgettest.TextsIn(card); shown != "other" {
		t.Errorf("after leaving all out it shows %q", shown)
	}
	card.SetContent(nil)
	if got := card.MinSize(); got.IsZero() {
		t.Errorf("an empty card has no size")
	}

	check := widget.NewCheck("I accept this list", nil)
	banner := notices.NewBanner(notices.Danger, "Not protected.", prose.Marked("Anyone may learn *North*."), check)
	if got := banner.String(); got != "Not protected. Anyone may learn North." {
		t.Errorf("the banner says %q", got)
	}
	with := banner.MinSize().Height
	banner.SetExtra(nil)
	if without := banner.MinSize().Height; without >= with {
		t.Errorf("least height without the check = %v, want less than %v", without, with)
	}
	banner.Set(notices.Good, "Hardly.")
	if got := banner.String(); got != "Hardly." {
		t.Errorf("the banner says %q", got)
	}
}

func TestBigFigureAndBadge(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	b := notices.NewBigFigure("Half of the numbers are within", "5 people", prose.Marked("19 times in 20 within **15**")...)
	full := b.MinSize().Height
	b.Set("", "6 people")
	if got := widgettest.TextsIn(b); got != "6 people" || b.MinSize().Height >= full {
		t.Errorf("shows %q at height %v of %v", got, b.MinSize().Height, full)
	}
	badge := notices.NewBadge(notices.BadgeGood, "strong")
	narrow := badge.MinSize().Width
	badge.Set(notices.BadgeDanger, "very weak indeed")
	if badge.String() != "very weak indeed" || badge.MinSize().Width <= narrow {
		t.Errorf("badge %q is %v wide, was %v", badge, badge.MinSize().Width, narrow)
	}
}
