package figures

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/input"
	"steward/gui/widgets/widgettest"
)

// TestTheWheelOverAPage turns the wheel over a page: what the view stands in is scrolled as long as the page is only looked at, and
// always where all of the page is in sight.
func TestTheWheelOverAPage(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	v := NewPageView(nil)
	v.SetPages(1, 794, 1123, func(int) Draw { return nil })
	w := widgettest.Exhibit(t, v, 500, 600)
	beyond, more := 0, true
	input.Beyond = func(*fyne.ScrollEvent) bool {
		beyond++
		return more
	}
	t.Cleanup(func() { input.Beyond = nil })
	turn := func() { v.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -40)}) }

	turn()
	w.Canvas().Focus(v)
	turn()
	if beyond != 2 || v.scroll.Offset != (fyne.Position{}) {
		t.Errorf("all of the page is in sight: it is at %v, what is around it was scrolled %d times", v.scroll.Offset, beyond)
	}
	v.SetZoom(FitWidth)
	if turn(); beyond != 2 || v.scroll.Offset.Y != 40 {
		t.Errorf("with the keyboard the page is at %v, what is around it was scrolled %d times", v.scroll.Offset, beyond-2)
	}
	w.Canvas().Unfocus()
	if turn(); beyond != 3 || v.scroll.Offset.Y != 40 {
		t.Errorf("looked at, the page is at %v, what is around it was scrolled %d times", v.scroll.Offset, beyond-2)
	}
	more = false
	if turn(); v.scroll.Offset.Y != 80 {
		t.Errorf("at the end of what is around it the page is at %v", v.scroll.Offset)
	}
}
