package widgets_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

func TestRail(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var told []int
	rail := frames.NewRail(shownSteps(), func(step int) { told = append(told, step) })
	w := widgettest.Exhibit(t, rail, 212, 600)
	if got := rail.MinSize().Width; got != 212 {
		t.Errorf("width = %v, want 212", got)
	}
	test.TapCanvas(w.Canvas(), fyne.NewPos(80, 10+2*(52+4)+10))
	if !slices.Equal(told, []int{2}) || rail.Current() != 0 {
		t.Errorf("a tap on the third step told %v and made %d the current one", told, rail.Current())
	}
	rail.SetCurrent(2)
	w.Canvas().Focus(rail)
	widgettest.Press(rail, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn, fyne.KeyHome, fyne.KeySpace, fyne.KeyEnd, fyne.KeyDown, fyne.KeySpace)
	if want := []int{2, 4, 0, 7}; !slices.Equal(told, want) {
		t.Errorf("keys told %v, want %v", told, want)
	}
	shown := widgettest.TextsIn(rail)
	for _, want := range []string{"Your data", "4,812 people", "5", "8"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the rail shows %q, want %q in it", shown, want)
		}
	}
	rail.SetNarrow(true)
	if got := rail.MinSize().Width; got != 98 || !strings.Contains(widgettest.TextsIn(rail), "Your data") || strings.Contains(widgettest.TextsIn(rail), "4,812 people") {
		t.Errorf("narrow: %v wide with %q", got, widgettest.TextsIn(rail))
	}
	rail.SetSteps(shownSteps()[:3])
	if got := len(rail.Parts()); got != 2+3 { // the ground, its border, and the steps
		t.Errorf("%d parts, want 5", got)
	}
}

func TestHeader(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	taps := 0
	undo := forms.NewIconButton(fynetheme.ContentUndoIcon(), "Undo", func() { taps++ })
	header := frames.NewHeader(fynetheme.HomeIcon(), "Steward", notices.NewBadge(notices.BadgeNeutral, "2.0 of 2.0"), undo)
	header.Set(strings.Repeat("A very long title ", 20), "Saved 14:02")
	widgettest.Exhibit(t, header, 900, 48)
	if got := header.MinSize().Height; got != 48 {
		t.Errorf("height = %v, want 48", got)
	}
	if shown := widgettest.TextsIn(header); !strings.Contains(shown, "…") || !strings.Contains(shown, "Saved 14:02") {
		t.Errorf("with a long title it shows %q, want it shortened and the rest kept", shown)
	}
	test.Tap(undo)
	if taps != 1 || undo.AccessibilityLabel() != "Undo" {
		t.Errorf("a tap on %q was told %d times", undo.AccessibilityLabel(), taps)
	}
	header.SetNarrow(true)
	if strings.Contains(widgettest.TextsIn(header), "Steward") {
		t.Errorf("narrow: still shows the program's name")
	}
}

func TestFooter(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var told []string
	footer := frames.NewFooter(func() { told = append(told, "back") }, func() { told = append(told, "next") })
	widgettest.Exhibit(t, footer, 1000, 56)
	test.Tap(footer.Back())
	test.Tap(footer.Next())
	widgettest.Press(footer.Next(), fyne.KeySpace)
	if want := []string{"back", "next", "next"}; !slices.Equal(told, want) {
		t.Errorf("taps told %q, want %q", told, want)
	}
	told = nil
	footer.Set(frames.FooterState{Next: "Release and spend 0.5", NextDisabled: true, Missing: prose.Marked("Accept the *list*.")})
	test.Tap(footer.Next())
	if len(told) != 0 || footer.Back().Visible() || !footer.Next().Disabled() {
		t.Errorf("blocked: told %q, Back visible %v", told, footer.Back().Visible())
	}
	if shown := widgettest.TextsIn(footer); !strings.Contains(shown, "Accept the") || !strings.Contains(shown, "Release and spend 0.5") {
		t.Errorf("blocked: shows %q", shown)
	}
	footer.Set(frames.FooterState{Back: "Back", Next: "Next"})
	if shown := widgettest.TextsIn(footer); strings.Contains(shown, "Accept") || !footer.Back().Visible() {
		t.Errorf("free again: shows %q", shown)
	}
}

// What is missing is never hidden behind a button, however long it is and narrow the window.
func TestFooterMakesRoomForTheSentence(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	footer := frames.NewFooter(nil, nil)
	footer.Set(frames.FooterState{Back: "Back", Next: "Next", Missing: []prose.Span{prose.Plain(widgettest.Sentence)}})
	for _, width := range []float32{700, 1000, 1600} {
		widgettest.Exhibit(t, container.NewBorder(nil, footer, nil, nil), width, 300)
		left := footer.Back().Position().X + footer.Back().Size().Width
		mark, missing := footer.Parts()[3], footer.Parts()[4]
		if mark.Position().X < left {
			t.Errorf("at %v: the sign begins at %v, over Back, which ends at %v", width, mark.Position().X, left)
		}
		if end := missing.Position().X + missing.Size().Width; end > footer.Next().Position().X {
			t.Errorf("at %v: the sentence ends at %v, under Next at %v", width, end, footer.Next().Position().X)
		}
		if least := missing.MinSize().Height; missing.Size().Height < least || footer.Size().Height < least {
			t.Errorf("at %v: the sentence has %v of height, needs %v", width, footer.Size().Height, least)
		}
	}
}

func TestQuestionAndLink(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	taps := 0
	q := frames.NewQuestion("Which columns?", "Say which.", func() { taps++ })
	w := widgettest.Exhibit(t, q, 600, 80)
	test.Tap(q.Why())
	w.Canvas().Focus(q.Why())
	widgettest.Press(q.Why(), fyne.KeySpace, fyne.KeyReturn)
	if taps != 3 {
		t.Errorf("a tap, space and return told %d times, want 3", taps)
	}
	q.SetText("Another?", "")
	if shown := widgettest.TextsIn(q); shown != "Another? | Why does this matter?" {
		t.Errorf("shows %q", shown)
	}
	if frames.NewQuestion("a", "b", nil).Why() != nil {
		t.Errorf("a question without a reason has a link")
	}
	link := prose.NewLink("Change", nil)
	link.MouseIn(nil)
	link.SetText("Edit")
	if link.Tapped(nil); link.String() != "Edit" {
		t.Errorf("the link says %q", link)
	}
}
