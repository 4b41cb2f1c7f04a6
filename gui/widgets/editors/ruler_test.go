//go:build audit

package editors

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/widgettest"
)

// loggedRuler returns a ruler in a window, 420 wide, and what it was told.
func loggedRuler(t *testing.T, s Strip) (*Ruler, fyne.Window, *[]string) {
	t.Helper()
	widgettest.Dress(t, fynetheme.VariantLight)
	log := &[]string{}
	r := NewRuler()
	r.OnMoved = func(cut int, to float64) { *log = append(*log, fmt.Sprint("move ", cut, " ", to)) }
	r.OnSelected = func(i int) { *log = append(*log, fmt.Sprint("select ", i)) }
	r.OnSplit = func(i int) { *log = append(*log, fmt.Sprint("split ", i)) }
	r.OnJoined = func(i int) { *log = append(*log, fmt.Sprint("join ", i)) }
	r.Set(s)
	return r, widgettest.Exhibit(t, r, 420, rulerTall), log
}

var tens = Strip{Cuts: []float64{0, 10, 20, 30, 40}, Marks: []string{"0", "10", "20", "30", "40"}, Labels: []string{"0–9", "10–19", "20–29", "30–39"}, Step: 1}

func TestRulerKeys(t *testing.T) {
	r, w, log := loggedRuler(t, tens)
	w.Canvas().Focus(r)
	for _, k := range []fyne.KeyName{fyne.KeyDelete, fyne.KeyRight, fyne.KeyRight, fyne.KeyInsert, fyne.KeyDelete, fyne.KeyEnd, fyne.KeyLeft} {
		r.TypedKey(&fyne.KeyEvent{Name: k})
	}
	r.TypedRune('+')
	r.TypedRune('-')
	r.TypedRune('x')
	want := []string{"select 0", "select 1", "split 1", "join 1", "select 3", "select 2", "move 3 31", "move 3 29"}
	if !slices.Equal(*log, want) {
		t.Errorf("the keys did %q, want %q", *log, want)
	}
}

// A cut does not pass its neighbours.
func TestRulerKeepsTheOrder(t *testing.T) {
	r, _, log := loggedRuler(t, Strip{Cuts: []float64{0, 1, 3}, Step: 1})
	r.SetSelected(0)
	r.TypedRune('-')
	r.moveTo(1, 99)
	r.moveTo(0, -99)
	if want := []string{"move 1 2", "move 0 -99"}; !slices.Equal(*log, want) {
		t.Errorf("moved were %q, want %q", *log, want)
	}
}

func TestRulerTapsAndDrags(t *testing.T) {
	r, w, log := loggedRuler(t, tens) // 0 at 10, 40 at 410
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r)
	test.TapCanvas(w.Canvas(), at.AddXY(150, 20))
	drag := func(from, to float32) {
		r.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(from+1, 20)}, Dragged: fyne.NewDelta(1, 0)})
		r.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(to, 20)}, Dragged: fyne.NewDelta(to-from-1, 0)})
		r.DragEnd()
	}
	drag(110, 136) // 10 to 12.6
	drag(160, 200) // begins on no end
	drag(210, 900) // beyond the next
	if want := []string{"select 1", "move 1 13", "move 2 29"}; !slices.Equal(*log, want) {
		t.Errorf("did %q, want %q", *log, want)
	}
}

// Ranges of very different widths are drawn alike, open ones included, and none outside.
func TestRulerDrawsAnyRanges(t *testing.T) {
	many := Strip{Step: 1, Above: true}
	for i := range 3000 {
		many.Cuts, many.Marks = append(many.Cuts, float64(i)), append(many.Marks, fmt.Sprint(i))
	}
	for name, s := range map[string]Strip{
		"uneven": {Cuts: []float64{0, 1, 1e6}, Marks: []string{"0", "1", "1000000"}, Labels: []string{"under 0", "0", "1–999999", "1000000+"}, Below: true, Above: true, Step: 1},
		"one":    {Cuts: []float64{5}, Marks: []string{"5"}, Labels: []string{"under 5", "5+"}, Below: true, Above: true, Step: 1},
		"many":   many,
		"none":   {},
	} {
		r, w, log := loggedRuler(t, s)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r)
		for x := float32(0); x < 420; x += 7 {
			test.TapCanvas(w.Canvas(), at.AddXY(x, 20))
			r.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 20)}})
			r.DragEnd()
		}
		if name != "none" && len(*log) == 0 {
			t.Errorf("%s: nothing could be chosen", name)
		}
		if len(r.Parts()) > 200 {
			t.Errorf("%s: %d objects", name, len(r.Parts()))
		}
		for _, o := range r.Parts() {
			if o.Position().X < -1 || o.Position().X+o.Size().Width > 421 {
				t.Errorf("%s: %T lies at %v, %v wide", name, o, o.Position(), o.Size().Width)
			}
		}
		r.Resize(fyne.NewSize(1, 1))
	}
}
