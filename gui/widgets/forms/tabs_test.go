package forms

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/widgettest"
)

func TestTabs(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var opened []int
	tabs := NewTabs([]string{"One", "The second of them", "Three"}, func(i int) { opened = append(opened, i) })
	w := widgettest.Exhibit(t, layouts.Column(0, tabs), 600, 100)
	w.Canvas().Focus(tabs)
	widgettest.Press(tabs, fyne.KeyRight, fyne.KeyEnd, fyne.KeyRight, fyne.KeyLeft, fyne.KeyHome)
	if want := []int{1, 2, 1, 0}; !slices.Equal(opened, want) {
		t.Errorf("opened %v, want %v", opened, want)
	}
	widths := tabs.widths()
	tabs.Tapped(&fyne.PointEvent{Position: fyne.NewPos(widths[0]+5, 10)})
	tabs.Tapped(&fyne.PointEvent{Position: fyne.NewPos(590, 10)}) // beside them
	if tabs.Chosen() != 1 || tabs.AccessibilityLabel() != "Pages: The second of them" {
		t.Errorf("%d is open, called %q", tabs.Chosen(), tabs.AccessibilityLabel())
	}
	widgettest.Exhibit(t, layouts.Column(0, tabs), 150, 100)
	sum := float32(0)
	for _, w := range tabs.widths() {
		sum += w
	}
	if sum > 151 {
		t.Errorf("the titles take %v of 150", sum)
	}
}

func TestButtonsTakeEnter(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	n := 0
	b, i := NewButton("Do", func() { n++ }), NewIconButton(fynetheme.HelpIcon(), "Help", func() { n++ })
	widgettest.Exhibit(t, layouts.Column(0, b, i), 200, 100)
	widgettest.Press(b, fyne.KeyReturn, fyne.KeySpace, fyne.KeyEnter)
	widgettest.Press(i, fyne.KeyReturn, fyne.KeySpace)
	if n != 5 {
		t.Errorf("tapped %d times", n)
	}
	b.Disable()
	widgettest.Press(b, fyne.KeyReturn)
	if n != 5 {
		t.Error("what cannot be used is tapped")
	}
}
