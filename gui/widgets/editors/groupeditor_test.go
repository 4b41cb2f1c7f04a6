//go:build audit

package editors

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/widgettest"
)

func sampleGrouped(n int) Grouped {
	g := Grouped{Values: widgettest.ManyOptions(n), Groups: []string{"Lower half", "Upper half"}, Alone: "by itself"}
	for i := range n {
		g.Of = append(g.Of, 2*i/n)
	}
	g.Values, g.Of = append(g.Values, "(blank)"), append(g.Of, -1)
	return g
}

func TestGroupEditor(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var told []string
	e := NewGroupEditor()
	e.OnMoved = func(v []int, g int) { told = append(told, fmt.Sprint(v, " to ", g)) }
	e.OnRemoved = func(g int) { told = append(told, fmt.Sprint("removed ", g)) }
	e.OnRenamed = func(g int, name string) string {
		told = append(told, fmt.Sprint(g, " is ", name))
		if name == "" {
			return "A name is missing."
		}
		return ""
	}
	want := func(list ...string) {
		t.Helper()
		if !slices.Equal(told, list) {
			t.Errorf("told %q, want %q", told, list)
		}
		told = nil
	}
	e.Set(sampleGrouped(20))
	widgettest.Exhibit(t, layouts.Inset(10, 10, e), 440, 320)
	if !e.move.Disabled() || !e.fresh.Disabled() {
		t.Error("nothing is ticked, but it can be moved")
	}
	e.values.OnTap(3, 0)
	widgettest.Press(e.values, fyne.KeyDown, fyne.KeySpace)
	e.groups.OnTap(1, 0)
	test.Tap(e.move)
	want("[3 4] to 1")
	widgettest.Press(e.values, fyne.KeyHome, fyne.KeyReturn) // without a tick the marked one moves
	want("[0] to 1")
	e.values.TypedRune('1')
	e.values.TypedRune('9')
	e.values.TypedRune('n')
	want("[0] to 0", "[0] to 2")
	test.Type(e.filter, "blank")
	e.all.Tapped(nil)
	widgettest.Press(e.groups, fyne.KeyReturn)
	want("[20] to 1")
	test.Tap(e.remove)
	widgettest.Press(e.groups, fyne.KeyDelete)
	want("removed 1", "removed 1")
	e.name.Entry().SetText("North")
	e.name.Commit()
	e.name.Entry().SetText("")
	e.name.Commit()
	want("1 is North", "1 is ")
	if e.name.Problem() == "" {
		t.Error("what is wrong with the name is not said")
	}
	e.Set(Grouped{Values: []string{"a", "b"}, Of: []int{0, 0}, Groups: []string{"All"}})
	if !e.remove.Disabled() || len(e.ticked) > 0 || e.filter.Text != "" {
		t.Error("other values are shown with old ticks, or the last group can be removed")
	}
}
