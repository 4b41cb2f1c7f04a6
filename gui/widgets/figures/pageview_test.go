//go:build audit

package figures

import (
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/widgettest"
)

// samplePages is a document of three pages.
func samplePages() *PageView {
	v := NewPageView(nil)
	v.SetPages(3, 794, 1123, func(int) Draw { return waves })
	return v
}

func TestPageViewTurnsPages(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	v := samplePages()
	w := widgettest.Exhibit(t, v, 500, 600)
	says := func(want string) {
		t.Helper()
		if shown := widgettest.TextsIn(v); !strings.Contains(strings.ReplaceAll(shown, " | ", ""), want) {
			t.Errorf("shows %q, want %q in it", shown, want)
		}
	}
	says("Page 1 of 3")
	test.Tap(v.next)
	says("Page 2 of 3")
	w.Canvas().Focus(v)
	widgettest.Press(v, fyne.KeyEnd, fyne.KeyRight, fyne.KeyPageDown)
	says("Page 3 of 3")
	if !v.next.Disabled() || v.previous.Disabled() {
		t.Error("on the last page one can go on, or not back")
	}
	widgettest.Press(v, fyne.KeyLeft, fyne.KeyHome, fyne.KeyLeft, fyne.KeyPageUp)
	if v.Page() != 0 || !v.previous.Disabled() {
		t.Errorf("page %d is shown", v.Page())
	}
	v.Turn(2)
	v.SetPages(2, 794, 1123, func(int) Draw { return waves })
	says("Page 2 of 2")
	v.SetPages(0, 794, 1123, nil)
	says("No page yet")
	widgettest.Press(v, fyne.KeyRight, fyne.KeyDown, fyne.KeyUp)
}

// A page keeps its shape at every zoom, is all in sight when it is fitted, and is drawn for
// the pixels that it takes.
func TestPageViewZooms(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	v := samplePages()
	widgettest.Exhibit(t, v, 500, 600)
	desk := fyne.NewSize(498, 600-pageBar-1)
	for _, z := range []Zoom{FitPage, FitWidth, Original} {
		v.SetZoom(z)
		v.Refresh()
		size := v.figure.Size()
		if r := size.Height / size.Width; math.Abs(float64(r)-1123.0/794) > 0.001 {
			t.Errorf("%s: the page is %v", zoomWords[z], size)
		}
		if picture := v.figure.image.Image.Bounds(); math.Abs(float64(picture.Dx())-float64(size.Width)) > 1 {
			t.Errorf("%s: the page is %v, its picture %v", zoomWords[z], size, picture)
		}
		switch z {
		case FitPage:
			if size.Width > desk.Width || size.Height > desk.Height || size.Height < desk.Height-2*pageMargin-1 {
				t.Errorf("fitted, the page is %v on %v", size, desk)
			}
		case FitWidth:
			if math.Abs(float64(size.Width-(desk.Width-2*pageMargin))) > 1 || v.holder.MinSize().Height < size.Height {
				t.Errorf("at full width, the page is %v on %v", size, desk)
			}
		case Original:
			if size != fyne.NewSize(794, 1123) {
				t.Errorf("at its original size, the page is %v", size)
			}
		}
	}
	before := v.scroll.Offset.Y
	widgettest.Press(v, fyne.KeyDown, fyne.KeyDown)
	if v.scroll.Offset.Y <= before {
		t.Error("the down key does not scroll")
	}
	test.Tap(v.next)
	if v.scroll.Offset.Y != 0 {
		t.Error("another page is not shown from its top")
	}
}
