//go:build audit

package editors

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"pgregory.net/rapid"

	"steward/core/account"
	"steward/core/seeded"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/widgettest"
)

func TestBudgetSlider(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var l widgettest.Log
	b := NewBudgetSlider("0.50", l.Text)
	b.OnChangeEnded = l.TextEnded
	widgettest.Exhibit(t, b, 600, 140)
	if b.Budget() != "0.50" || b.Value() != 0.5 {
		t.Errorf("the budget is %q, %v", b.Budget(), b.Value())
	}
	widgettest.Press(b.track, fyne.KeyRight, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyEnd, fyne.KeyRight, fyne.KeyHome)
	l.Want(t, "keys", "0.6", "end 0.6", "0.5", "end 0.5", "0.4", "end 0.4", "5", "end 5", "0.01", "end 0.01")
	widgettest.Pull(b.track, 1)
	l.Want(t, "a drag to the end", "5", "end 5")
	widgettest.Pull(b.track, 0.5)
	l.Want(t, "a drag to the middle", "0.22", "end 0.22") // the root of 0.01 x 5, in two digits

	b.SetShowNumber(true)
	b.entry.SetText("0.725")
	b.entry.FocusLost()
	l.Want(t, "typing", "0.725", "end 0.725")
	b.entry.SetText("7,5")
	l.Want(t, "typing beyond the slider with a comma", "7.5")
	if b.track.Value != 1 {
		t.Errorf("beyond the slider its thumb is at %v, want its end", b.track.Value)
	}
	b.entry.SetText("0")
	if !strings.Contains(widgettest.TextsIn(b), "budget is zero") || b.Budget() != "7.5" {
		t.Errorf("zero gives %q and %q", b.Budget(), widgettest.TextsIn(b))
	}
	l.Want(t, "zero")
	b.SetBudget("no number")
	if b.Budget() != "7.5" {
		t.Errorf("a budget that cannot be read gives %q", b.Budget())
	}
	b.Disable()
	widgettest.Press(b.track, fyne.KeyRight)
	l.Want(t, "a disabled slider")
	b.Enable()
}

func TestBudgetSliderSaysTheBand(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	for budget, want := range map[string][]string{
		"0.5": {"strong"},
		"0.8": {"good"},
		"2":   {"weak", "People who guess will often be right."},
		"4":   {"very weak", "Do not use this for anything that could hurt someone."},
	} {
		b := NewBudgetSlider(budget, nil)
		widgettest.Exhibit(t, b, 600, 140)
		for _, w := range append(want, "More protection", "More accuracy", "show the number") {
			if !strings.Contains(widgettest.TextsIn(b), w) {
				t.Errorf("at %s it shows %q, want %q in it", budget, widgettest.TextsIn(b), w)
			}
		}
	}
}

func TestBudgetSliderShowsTheNumberOnDemand(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	b := NewBudgetSlider("0.5", nil)
	var told []bool
	b.OnShowNumber = func(on bool) { told = append(told, on) }
	widgettest.Exhibit(t, b, 600, 140)
	if strings.Contains(widgettest.TextsIn(b), "0.5") {
		t.Errorf("shows the number at first: %q", widgettest.TextsIn(b))
	}
	test.Tap(b.toggle)
	if !strings.Contains(widgettest.TextsIn(b), "0.5") || !slices.Equal(told, []bool{true}) {
		t.Errorf("after the toggle it shows %q and told %v", widgettest.TextsIn(b), told)
	}
	b.SetShowNumber(false)
	if strings.Contains(widgettest.TextsIn(b), "0.5") || len(told) != 1 {
		t.Errorf("after SetShowNumber it shows %q and told %v", widgettest.TextsIn(b), told)
	}
}

// Every place on the slider is a budget that account reads, in at most two digits, and the
// thumb goes back to about that place.
func TestBudgetPlaces(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		place := rapid.Float64Range(0, 1).Draw(t, "place")
		text := budgetAt(place)
		e, err := account.ParseEpsilon(text)
		if err != nil {
			t.Fatalf("budget at %v = %q: %v", place, text, err)
		}
		if digits := strings.Trim(strings.ReplaceAll(text, ".", ""), "0"); len(digits) > 2 {
			t.Fatalf("budget at %v = %q has more than two digits", place, text)
		}
		if back := budgetPlace(e.Float()); math.Abs(back-place) > 0.01 {
			t.Fatalf("budget at %v = %q is at %v", place, text, back)
		}
	})
	for v, want := range map[float64]string{0.01: "0.01", 0.0123: "0.012", 0.5: "0.5", 1.26: "1.3", 0.0999: "0.1", 5: "5", 12: "12"} {
		if got := numbers.TwoDigits(v); got != want {
			t.Errorf("twoDigits(%v) = %q, want %q", v, got, want)
		}
	}
}
