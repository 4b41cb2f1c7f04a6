//go:build audit

package editors

import (
	"strings"
	"testing"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

func TestFactRow(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	told := 0
	f := NewFactRow(nil, func(bool) { told++ })
	f.Set(Fact{Ticked: true, Title: "Number of people: 4,812", Note: "single count", State: "agrees", StateKind: notices.Good, Price: "Free", Why: prose.Marked("It costs *nothing*.")})
	widgettest.Exhibit(t, f, 700, 90)
	if told > 0 || !f.Check().Checked {
		t.Error("showing a fact ticks it for the person, or not at all")
	}
	f.Check().TypedRune(' ')
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	if s := f.String(); !strings.Contains(s, "4,812") || !strings.Contains(s, "Free") || !strings.Contains(s, "It costs nothing.") {
		t.Errorf("the row says %q", s)
	}
}
