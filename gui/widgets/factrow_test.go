package widgets

import (
	"strings"
	"testing"

	fynetheme "fyne.io/fyne/v2/theme"
)

func TestFactRow(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	told := 0
	f := NewFactRow(nil, func(bool) { told++ })
	f.Set(Fact{Ticked: true, Title: "Number of people: 4,812", Note: "single count", State: "agrees", StateKind: Good, Price: "Free", Why: Marked("It costs *nothing*.")})
	exhibit(t, f, 700, 90)
	if told > 0 || !f.Check().Checked {
		t.Error("showing a fact ticks it for the person, or not at all")
	}
	f.Check().SetChecked(false)
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	if s := f.String(); !strings.Contains(s, "4,812") || !strings.Contains(s, "Free") || !strings.Contains(s, "It costs nothing.") {
		t.Errorf("the row says %q", s)
	}
}
