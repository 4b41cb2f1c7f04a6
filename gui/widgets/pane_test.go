package widgets_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

// lines is a text of some lines.
func lines(n int) fyne.CanvasObject {
	var list []fyne.CanvasObject
	for i := range n {
		list = append(list, prose.Body(fmt.Sprint("line ", i)))
	}
	return layouts.Column(4, list...)
}

func TestPaneScrollsByTheKeyboard(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	p := layouts.NewPane("Story", lines(100))
	w := widgettest.Exhibit(t, p, 300, 200)
	w.Canvas().Focus(p)
	if p.Disabled() || w.Canvas().Focused() != p {
		t.Fatal("what has more to read does not take the keyboard")
	}
	last := float32(-1)
	for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyPageDown, fyne.KeySpace, fyne.KeyEnd} {
		widgettest.Press(p, key)
		if p.Offset() <= last {
			t.Errorf("%s scrolls from %v to %v", key, last, p.Offset())
		}
		last = p.Offset()
	}
	if bottom := p.Natural().Height - 200; last < bottom-1 || last > bottom+1 {
		t.Errorf("the end is at %v, want %v", last, bottom)
	}
	widgettest.Press(p, fyne.KeyPageUp)
	if p.Offset() >= last {
		t.Error("page up does not scroll back")
	}
	widgettest.Press(p, fyne.KeyHome)
	if p.Offset() != 0 {
		t.Errorf("the beginning is at %v", p.Offset())
	}
	if p.AccessibilityLabel() != "Story" {
		t.Error("it does not say what it is")
	}
}

// What needs no scrolling is gone past.
func TestPaneThatFits(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	p, b := layouts.NewPane("Story", lines(2)), widget.NewButton("Close", nil)
	w := widgettest.Exhibit(t, layouts.Stretch(4, p, 0, p, b), 300, 400)
	w.Canvas().FocusNext()
	if got := w.Canvas().Focused(); got != b {
		t.Errorf("the keyboard goes to a %T first", got)
	}
}

func TestDropAreaHoldsItsContent(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantDark)
	text := prose.Body("Drop a spreadsheet here, or open one, which is what most people do.")
	d := layouts.NewDropArea(fynetheme.UploadIcon(), text)
	for _, width := range []float32{900, 300} {
		widgettest.Exhibit(t, layouts.Column(0, d), width, 400)
		low := text.Position().Y + text.Size().Height
		if text.Position().X < 0 || text.Size().Width > width || low > d.Size().Height {
			t.Errorf("at %v the text lies at %v to %v in %v", width, text.Position(), low, d.Size())
		}
	}
}
