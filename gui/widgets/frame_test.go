package widgets

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// textsIn returns all texts in sight below an object.
func textsIn(o fyne.CanvasObject) string {
	var list []string
	for _, s := range sights(o) {
		if text, ok := s.object.(*canvas.Text); ok && text.Text != "" {
			list = append(list, text.Text)
		}
	}
	return strings.Join(list, " | ")
}

func TestRail(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var told []int
	rail := NewRail(sampleSteps(), func(step int) { told = append(told, step) })
	w := exhibit(t, rail, 212, 600)
	if got := rail.MinSize().Width; got != 212 {
		t.Errorf("width = %v, want 212", got)
	}
	test.TapCanvas(w.Canvas(), fyne.NewPos(80, railPad+2*(railItemHeight+railGap)+10))
	if !slices.Equal(told, []int{2}) || rail.Current() != 0 {
		t.Errorf("a tap on the third step told %v and made %d the current one", told, rail.Current())
	}
	rail.SetCurrent(2)
	w.Canvas().Focus(rail)
	press(rail, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn, fyne.KeyHome, fyne.KeySpace, fyne.KeyEnd, fyne.KeyDown, fyne.KeySpace)
	if want := []int{2, 4, 0, 7}; !slices.Equal(told, want) {
		t.Errorf("keys told %v, want %v", told, want)
	}
	shown := textsIn(rail)
	for _, want := range []string{"Your data", "4,812 people", "5", "8"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the rail shows %q, want %q in it", shown, want)
		}
	}
	rail.SetNarrow(true)
	if got := rail.MinSize().Width; got != railNarrow || strings.Contains(textsIn(rail), "Your data") {
		t.Errorf("narrow: %v wide with %q", got, textsIn(rail))
	}
	rail.SetSteps(sampleSteps()[:3])
	if got := len(rail.items); got != 3 {
		t.Errorf("%d steps, want 3", got)
	}
}

func TestHeader(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	taps := 0
	undo := NewIconButton(fynetheme.ContentUndoIcon(), "Undo", func() { taps++ })
	header := NewHeader(fynetheme.HomeIcon(), "Steward", NewBadge(BadgeNeutral, "2.0 of 2.0"), undo)
	header.Set(strings.Repeat("A very long title ", 20), "Saved 14:02")
	exhibit(t, header, 900, 48)
	if got := header.MinSize().Height; got != 48 {
		t.Errorf("height = %v, want 48", got)
	}
	if shown := textsIn(header); !strings.Contains(shown, "…") || !strings.Contains(shown, "Saved 14:02") {
		t.Errorf("with a long title it shows %q, want it shortened and the rest kept", shown)
	}
	test.Tap(undo)
	if taps != 1 || undo.AccessibilityLabel() != "Undo" {
		t.Errorf("a tap on %q was told %d times", undo.AccessibilityLabel(), taps)
	}
	header.SetNarrow(true)
	if strings.Contains(textsIn(header), "Steward") {
		t.Errorf("narrow: still shows the program's name")
	}
}

func TestFooter(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var told []string
	footer := NewFooter(func() { told = append(told, "back") }, func() { told = append(told, "next") })
	exhibit(t, footer, 1000, 56)
	test.Tap(footer.Back())
	test.Tap(footer.Next())
	press(footer.Next(), fyne.KeySpace)
	if want := []string{"back", "next", "next"}; !slices.Equal(told, want) {
		t.Errorf("taps told %q, want %q", told, want)
	}
	told = nil
	footer.Set(FooterState{Next: "Release and spend 0.5", NextDisabled: true, Missing: Marked("Accept the *list*.")})
	test.Tap(footer.Next())
	if len(told) != 0 || footer.Back().Visible() || !footer.Next().Disabled() {
		t.Errorf("blocked: told %q, Back visible %v", told, footer.Back().Visible())
	}
	if shown := textsIn(footer); !strings.Contains(shown, "Accept the") || !strings.Contains(shown, "Release and spend 0.5") {
		t.Errorf("blocked: shows %q", shown)
	}
	footer.Set(FooterState{Back: "Back", Next: "Next"})
	if shown := textsIn(footer); strings.Contains(shown, "Accept") || !footer.Back().Visible() {
		t.Errorf("free again: shows %q", shown)
	}
}

// What is missing is never hidden behind a button, however long it is and narrow the window.
func TestFooterMakesRoomForTheSentence(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	footer := NewFooter(nil, nil)
	footer.Set(FooterState{Back: "Back", Next: "Next", Missing: []Span{Plain(sentence)}})
	for _, width := range []float32{700, 1000, 1600} {
		exhibit(t, container.NewBorder(nil, footer, nil, nil), width, 300)
		left := footer.Back().Position().X + footer.Back().Size().Width
		if footer.mark.Position().X < left {
			t.Errorf("at %v: the sign begins at %v, over Back, which ends at %v", width, footer.mark.Position().X, left)
		}
		if end := footer.missing.Position().X + footer.missing.Size().Width; end > footer.Next().Position().X {
			t.Errorf("at %v: the sentence ends at %v, under Next at %v", width, end, footer.Next().Position().X)
		}
		if least := footer.missing.MinSize().Height; footer.missing.Size().Height < least || footer.Size().Height < least {
			t.Errorf("at %v: the sentence has %v of height, needs %v", width, footer.Size().Height, least)
		}
	}
}

func TestQuestionAndLink(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	taps := 0
	q := NewQuestion("Which columns?", "Say which.", func() { taps++ })
	w := exhibit(t, q, 600, 80)
	test.Tap(q.Why())
	w.Canvas().Focus(q.Why())
	press(q.Why(), fyne.KeySpace, fyne.KeyReturn)
	if taps != 3 {
		t.Errorf("a tap, space and return told %d times, want 3", taps)
	}
	q.SetText("Another?", "")
	if shown := textsIn(q); shown != "Another? | Why does this matter?" {
		t.Errorf("shows %q", shown)
	}
	if NewQuestion("a", "b", nil).Why() != nil {
		t.Errorf("a question without a reason has a link")
	}
	link := NewLink("Change", nil)
	link.MouseIn(nil)
	link.SetText("Edit")
	if link.Tapped(nil); link.String() != "Edit" {
		t.Errorf("the link says %q", link)
	}
}

func TestCardAndBanner(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	inner := Body(sentence)
	card := NewTitledCard("A title", NewBadge(BadgeOutline, "chosen"), inner)
	exhibit(t, container.NewWithoutLayout(card), 400, 400)
	card.Resize(fyne.NewSize(220, card.MinSize().Height))
	card.Resize(fyne.NewSize(220, card.MinSize().Height))
	bottom := inner.Position().Y + inner.MinSize().Height
	if bottom > card.Size().Height || inner.Size().Width != 220-2*16 {
		t.Errorf("content ends at %v of %v and is %v wide", bottom, card.Size().Height, inner.Size().Width)
	}
	card.SetTitle("")
	card.SetTrailing(nil)
	card.SetContent(Body("other"))
	if shown := textsIn(card); shown != "other" {
		t.Errorf("after leaving all out it shows %q", shown)
	}
	card.SetContent(nil)
	if got := card.MinSize(); got.IsZero() {
		t.Errorf("an empty card has no size")
	}

	check := widget.NewCheck("I accept this list", nil)
	banner := NewBanner(Danger, "Not protected.", Marked("Anyone may learn *North*."), check)
	if got := banner.String(); got != "Not protected. Anyone may learn North." {
		t.Errorf("the banner says %q", got)
	}
	with := banner.MinSize().Height
	banner.SetExtra(nil)
	if without := banner.MinSize().Height; without >= with {
		t.Errorf("least height without the check = %v, want less than %v", without, with)
	}
	banner.Set(Good, "Hardly.")
	if got := banner.String(); got != "Hardly." {
		t.Errorf("the banner says %q", got)
	}
}

func TestBigFigureAndBadge(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	b := NewBigFigure("Typically within", "5 people", Marked("19 times in 20 within **15**")...)
	full := b.MinSize().Height
	b.Set("", "6 people")
	if got := textsIn(b); got != "6 people" || b.MinSize().Height >= full {
		t.Errorf("shows %q at height %v of %v", got, b.MinSize().Height, full)
	}
	badge := NewBadge(BadgeGood, "strong")
	narrow := badge.MinSize().Width
	badge.Set(BadgeDanger, "very weak indeed")
	if badge.String() != "very weak indeed" || badge.MinSize().Width <= narrow {
		t.Errorf("badge %q is %v wide, was %v", badge, badge.MinSize().Width, narrow)
	}
}
