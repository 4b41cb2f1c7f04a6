package forms

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/widgettest"
)

func TestChoiceList(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var told []string
	list := NewChoiceList(sampleChoices(), func(id string) { told = append(told, id) })
	w := widgettest.Exhibit(t, list, 320, 400)
	if list.Selected() != "" {
		t.Errorf("a new list has %q chosen, want none", list.Selected())
	}
	list.SetSelected("all")
	if len(told) != 0 {
		t.Errorf("SetSelected called back with %q", told)
	}
	w.Canvas().Focus(list)
	widgettest.Press(list, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyHome, fyne.KeyHome, fyne.KeyEnd)
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
	widgettest.Dress(t, fynetheme.VariantLight)
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
	widgettest.Press(list, fyne.KeyDown)
	if got := list.Selected(); got != "all" {
		t.Errorf("down in a list without a choice chose %q, want the first", got)
	}
}

func sampleChoices() []Choice {
	return []Choice{
		{ID: "presence", Title: "Everything, even who is in the file", Note: "Even whether a person took part"},
		{ID: "all", Title: "Everything about a person", Note: "Default. Any answer from any other"},
		{ID: "answers", Title: "Each answer by itself", Note: "One answer, the rest being equal"},
		{ID: "near", Title: "Small differences", Note: "An answer from another nearby"},
		{ID: "groups", Title: "Details inside a group", Note: "Needs a column with groups", Disabled: true},
	}
}
