package widgets

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// sampleFindings are findings of every kind.
func sampleFindings(tapped func()) *Findings {
	return NewFindings(
		Finding{Kind: Good, Title: "The plan is complete", Detail: "3 questions, 144 numbers, a budget of 0.5"},
		Finding{Kind: Caution, Title: "The records were not checked yet", Detail: "Every row is read as the release will read it.", Action: widget.NewButton("Check every record", tapped)},
		Finding{Open: true, Title: "The known facts are compared with the data"},
		Finding{Kind: Danger, Title: "More would be spent than is left", Note: "2.5 of 2"},
	)
}

// findingsPage is for the gallery: findings of both sorts, and the pages of a document.
func findingsPage() fyne.CanvasObject {
	compact := sampleFindings(none)
	compact.Compact = true
	compact.Set(Finding{Kind: Good, Title: "Workbook", Note: "same values"}, Finding{Kind: Danger, Title: "Tables", Note: "does not agree"})
	return Column(12, NewTitledCard("Before anything is spent", nil, sampleFindings(none)),
		Split(12, 284, 560, samplePages(), NewTitledCard("Do the files belong together?", nil, compact)))
}

func TestFindings(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	taps := 0
	f := sampleFindings(func() { taps++ })
	w := exhibit(t, f, 600, 260)
	for _, want := range []string{"The plan is complete", "3 questions, 144 numbers", "Check every record", "2.5 of 2"} {
		if shown := textsIn(f); !strings.Contains(shown, want) {
			t.Errorf("shows %q, want %q in it", shown, want)
		}
	}
	test.Tap(f.rows[1].finding.Action.(*widget.Button))
	if taps != 1 {
		t.Errorf("the action was done %d times", taps)
	}
	wide := f.MinSize().Height
	w.Resize(fyne.NewSize(260, 400))
	if narrow := f.MinSize().Height; narrow <= wide {
		t.Errorf("at 260 it is %v high, at 600 %v: the texts did not wrap", narrow, wide)
	}
	for i, r := range f.rows {
		if icon, ring := r.icon.Visible(), r.ring.Visible(); icon == ring || ring != (i == 2) {
			t.Errorf("row %d has an icon: %v, a ring: %v", i, icon, ring)
		}
	}
	f.Set()
	if shown := textsIn(f); shown != "" || f.MinSize().Height != 0 {
		t.Errorf("without findings it shows %q and is %v high", shown, f.MinSize().Height)
	}
}

// samplePages is a document of three pages.
func samplePages() *PageView {
	v := NewPageView(nil)
	v.SetPages(3, 794, 1123, func(int) Draw { return waves })
	return v
}

func TestPageViewTurnsPages(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	v := samplePages()
	w := exhibit(t, v, 500, 600)
	says := func(want string) {
		t.Helper()
		if shown := textsIn(v); !strings.Contains(strings.ReplaceAll(shown, " | ", ""), want) {
			t.Errorf("shows %q, want %q in it", shown, want)
		}
	}
	says("Page 1 of 3")
	test.Tap(v.next)
	says("Page 2 of 3")
	w.Canvas().Focus(v)
	press(v, fyne.KeyEnd, fyne.KeyRight, fyne.KeyPageDown)
	says("Page 3 of 3")
	if !v.next.Disabled() || v.previous.Disabled() {
		t.Error("on the last page one can go on, or not back")
	}
	press(v, fyne.KeyLeft, fyne.KeyHome, fyne.KeyLeft, fyne.KeyPageUp)
	if v.Page() != 0 || !v.previous.Disabled() {
		t.Errorf("page %d is shown", v.Page())
	}
	v.Turn(2)
	v.SetPages(2, 794, 1123, func(int) Draw { return waves })
	says("Page 2 of 2")
	v.SetPages(0, 794, 1123, nil)
	says("No page yet")
	press(v, fyne.KeyRight, fyne.KeyDown, fyne.KeyUp)
}

// A page keeps its shape at every zoom, is all in sight when it is fitted, and is drawn for
// the pixels that it takes.
func TestPageViewZooms(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	v := samplePages()
	exhibit(t, v, 500, 600)
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
	press(v, fyne.KeyDown, fyne.KeyDown)
	if v.scroll.Offset.Y <= before {
		t.Error("the down key does not scroll")
	}
	test.Tap(v.next)
	if v.scroll.Offset.Y != 0 {
		t.Error("another page is not shown from its top")
	}
}

// box is an object of a least size.
func box(width, height float32) *canvas.Rectangle {
	b := canvas.NewRectangle(nil)
	b.SetMinSize(fyne.NewSize(width, height))
	return b
}

func TestStretch(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	a, b, c, hidden := box(10, 20), box(10, 30), box(10, 40), box(10, 50)
	hidden.Hide()
	s := Stretch(5, 1, 100, a, b, hidden, c)
	if got := s.MinSize(); got != fyne.NewSize(10, 100) {
		t.Errorf("least size %v", got)
	}
	for _, k := range []struct{ height, stretched, last float32 }{{100, 30, 60}, {130, 60, 90}, {500, 100, 130}, {50, 30, 60}} {
		s.Resize(fyne.NewSize(200, k.height))
		if b.Size() != fyne.NewSize(200, k.stretched) || c.Position().Y != k.last || a.Size().Height != 20 {
			t.Errorf("in %v: the middle is %v, the last stands at %v", k.height, b.Size(), c.Position())
		}
	}
	b.Hide()
	s.Resize(fyne.NewSize(200, 300))
	if c.Position().Y != 25 || c.Size().Height != 40 {
		t.Errorf("without the middle the last is %v at %v", c.Size(), c.Position())
	}
}

func TestSplit(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	a, b := box(10, 20), box(10, 50)
	s := Split(10, 100, 300, a, b)
	for _, k := range []struct {
		size fyne.Size
		want string
	}{
		{fyne.NewSize(400, 80), "{290 80} at {0 0}, {100 80} at {300 0}"},
		{fyne.NewSize(300, 20), "{190 50} at {0 0}, {100 50} at {200 0}"},
		{fyne.NewSize(200, 100), "{200 40} at {0 0}, {200 50} at {0 50}"},
	} {
		s.Resize(k.size)
		if got := fmt.Sprintf("%v at %v, %v at %v", a.Size(), a.Position(), b.Size(), b.Position()); got != k.want {
			t.Errorf("in %v: %s, want %s", k.size, got, k.want)
		}
	}
	if got := s.MinSize(); got.Height != 80 {
		t.Errorf("one below the other it needs %v", got)
	}
	part := Split(0, 0.25, 0, a, b)
	part.Resize(fyne.NewSize(400, 60))
	if a.Size().Width != 300 || b.Size().Width != 100 {
		t.Errorf("a quarter of 400 is %v", b.Size())
	}
}
