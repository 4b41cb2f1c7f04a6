package widgets

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
)

// press sends keys to what has the keyboard.
func press(o fyne.Focusable, keys ...fyne.KeyName) {
	for _, k := range keys {
		o.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func TestChoiceList(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var told []string
	list := NewChoiceList(sampleChoices(), func(id string) { told = append(told, id) })
	w := exhibit(t, list, 320, 400)
	if list.Selected() != "" {
		t.Errorf("a new list has %q chosen, want none", list.Selected())
	}
	list.SetSelected("all")
	if len(told) != 0 {
		t.Errorf("SetSelected called back with %q", told)
	}
	w.Canvas().Focus(list)
	press(list, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyHome, fyne.KeyHome, fyne.KeyEnd)
	want := []string{"answers", "near", "answers", "presence", "near"} // never the disabled last one
	if !slices.Equal(told, want) {
		t.Errorf("keys told %q, want %q", told, want)
	}
	told = nil
	test.TapCanvas(w.Canvas(), fyne.NewPos(100, 30))
	test.TapCanvas(w.Canvas(), fyne.NewPos(100, 30))
	if w.Canvas().Focused() != fyne.Focusable(list) {
		t.Errorf("a tap on a card does not give the list the keyboard")
	}
	test.TapCanvas(w.Canvas(), fyne.NewPos(100, list.cards[4].Position().Y+20))
	if !slices.Equal(told, []string{"presence"}) || list.Selected() != "presence" {
		t.Errorf("two taps on the first and one on the disabled card told %q", told)
	}
}

func TestChoiceListKeepsTheChoice(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	list := NewChoiceList(sampleChoices(), nil)
	list.SetSelected("near")
	list.SetChoices([]Choice{{ID: "near", Title: "Near"}, {ID: "all", Title: "All"}})
	if got := list.Selected(); got != "near" || len(list.cards) != 2 {
		t.Errorf("after SetChoices %q of %d is chosen, want near of 2", got, len(list.cards))
	}
	list.SetChoices([]Choice{{ID: "all", Title: "All"}})
	if got := list.Selected(); got != "" {
		t.Errorf("a choice that is gone is still chosen: %q", got)
	}
	press(list, fyne.KeyDown)
	if got := list.Selected(); got != "all" {
		t.Errorf("down in a list without a choice chose %q, want the first", got)
	}
}

func TestStep(t *testing.T) {
	odd := func(i int) bool { return i%2 == 1 }
	cases := []struct {
		key  fyne.KeyName
		from int
		skip func(int) bool
		want int
	}{
		{fyne.KeyDown, 0, nil, 1},
		{fyne.KeyDown, 4, nil, 4},
		{fyne.KeyUp, 0, nil, 0},
		{fyne.KeyDown, 0, odd, 2},
		{fyne.KeyUp, 4, odd, 2},
		{fyne.KeyEnd, 0, odd, 4},
		{fyne.KeyHome, 4, odd, 0},
		{fyne.KeyDown, -1, nil, 0},
		{fyne.KeyUp, -1, nil, 4},
		{fyne.KeyA, 3, nil, 3},
	}
	for _, c := range cases {
		if got := step(c.key, c.from, 5, c.skip); got != c.want {
			t.Errorf("step(%s, %d) = %d, want %d", c.key, c.from, got, c.want)
		}
	}
}
