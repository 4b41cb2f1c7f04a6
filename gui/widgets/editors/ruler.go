package editors

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// Strip is what a Ruler shows: ranges of numbers that follow one another.
type Strip struct {
	// Cuts are the ends of the ranges in rising order, at least one; Marks are the same as
	// they are to be read.
	Cuts  []float64
	Marks []string
	// Labels are those of the ranges, from the lowest to the highest.
	Labels []string
	// Below and Above say that there is a range before the first cut, and one after the
	// last.
	Below, Above bool
	// Step is the smallest move of a cut.
	Step float64
}

// Ranges returns the number of ranges.
func (s Strip) Ranges() int {
	n := max(len(s.Cuts)-1, 0)
	for _, open := range []bool{s.Below, s.Above} {
		if open {
			n++
		}
	}
	return n
}

// Ruler shows ranges as boxes along a scale, in proportion where the narrowest is wide
// enough to be seen and alike where not. Their ends can be dragged. It takes the focus: left
// and right, home and end choose a range, plus and minus move its upper end, insert splits
// it and delete joins it with the next.
type Ruler struct {
	paint.Picture
	input.Focus
	// OnMoved is told a cut, by index, and its new place.
	OnMoved func(cut int, to float64)
	// OnSelected is told the range that the person chooses.
	OnSelected func(i int)
	// OnSplit and OnJoined are told a range to split, and one to join with the next.
	OnSplit, OnJoined func(i int)

	strip    Strip
	selected int
	cuts     []float64 // as they are drawn, while one is dragged
	dragged  int       // cut that is dragged, -1 for none, -2 for a drag that began elsewhere
	near     int       // cut under the pointer, -1 for none
}

const (
	rulerTop    = 8 // room for the ring around what has the keyboard
	rulerBox    = 34
	rulerTall   = rulerTop + rulerBox + 28
	rulerSide   = 10
	rulerOpen   = 74  // width of an open range
	rulerLeast  = 26  // the narrowest box that keeps the proportions
	rulerThin   = 4   // narrower boxes are not drawn one by one
	rulerReach  = 6   // how near a pointer must be to an end
	rulerMarks  = 58  // between two marks
	noCut       = -1  // no end is dragged
	notCut      = -2  // something else is
	rulerNarrow = 240 // least width
)

// NewRuler returns a ruler without ranges.
func NewRuler() *Ruler {
	r := &Ruler{selected: -1, dragged: noCut, near: noCut}
	r.FocusChanged = r.Refresh
	r.Typed = r.key
	r.ExtendBaseWidget(r)
	return r
}

// Set shows other ranges; the chosen one stays chosen if there still is one in its place.
func (r *Ruler) Set(strip Strip) {
	r.strip, r.cuts, r.dragged, r.near = strip, slices.Clone(strip.Cuts), noCut, noCut
	if r.selected >= strip.Ranges() {
		r.selected = -1
	}
	r.Refresh()
}

// Strip returns the ranges that are shown.
func (r *Ruler) Strip() Strip { return r.strip }

// SetSelected chooses a range; -1 for none.
func (r *Ruler) SetSelected(i int) {
	r.selected = min(i, r.strip.Ranges()-1)
	r.Refresh()
}

// Selected returns the chosen range, -1 for none.
func (r *Ruler) Selected() int { return r.selected }

// cutAfter returns the cut at the upper end of a range, -1 for a range open above.
func (r *Ruler) cutAfter(i int) int {
	cut := i
	if !r.strip.Below {
		cut++
	}
	if i < 0 || cut >= len(r.strip.Cuts) {
		return noCut
	}
	return cut
}

// choose is what the person does.
func (r *Ruler) choose(i int) {
	if i < 0 || i >= r.strip.Ranges() || i == r.selected {
		return
	}
	r.selected = i
	r.Refresh()
	if r.OnSelected != nil {
		r.OnSelected(i)
	}
}

func (r *Ruler) key(key fyne.KeyName) {
	switch key {
	case fyne.KeyDelete, fyne.KeyBackspace:
		if r.OnJoined != nil && r.selected >= 0 {
			r.OnJoined(r.selected)
		}
	case fyne.KeyInsert:
		if r.OnSplit != nil && r.selected >= 0 {
			r.OnSplit(r.selected)
		}
	default:
		r.choose(input.Step(key, r.selected, r.strip.Ranges(), nil))
	}
}

// TypedRune is for Fyne: plus and minus move the upper end of the chosen range.
func (r *Ruler) TypedRune(typed rune) {
	by := map[rune]float64{'+': 1, '=': 1, '-': -1}[typed]
	if cut := r.cutAfter(r.selected); by != 0 && cut >= 0 {
		r.moveTo(cut, r.strip.Cuts[cut]+by*r.strip.Step)
	}
}

// moveTo tells where a cut is to go, as far as its neighbours let it.
func (r *Ruler) moveTo(cut int, to float64) {
	to = r.within(cut, to)
	if to != r.strip.Cuts[cut] && r.OnMoved != nil {
		r.OnMoved(cut, to)
	}
}

// within brings a place for a cut onto a step and between its neighbours.
func (r *Ruler) within(cut int, to float64) float64 {
	step, cuts := r.strip.Step, r.strip.Cuts
	if step > 0 {
		to = math.Round(to/step) * step
	}
	if cut > 0 {
		to = max(to, cuts[cut-1]+step)
	}
	if cut+1 < len(cuts) {
		to = min(to, cuts[cut+1]-step)
	}
	return to
}

// Tapped is for Fyne.
func (r *Ruler) Tapped(event *fyne.PointEvent) {
	input.FocusOn(r)
	r.choose(r.rangeAt(event.Position.X))
}

// Dragged is for Fyne.
func (r *Ruler) Dragged(event *fyne.DragEvent) {
	if r.dragged == noCut {
		r.dragged = r.cutAt(event.Position.X - event.Dragged.DX)
		if r.dragged < 0 {
			r.dragged = notCut
		}
	}
	if r.dragged < 0 {
		return
	}
	r.cuts[r.dragged] = r.within(r.dragged, r.valueAt(event.Position.X))
	r.Refresh()
}

// DragEnd is for Fyne.
func (r *Ruler) DragEnd() {
	cut := r.dragged
	r.dragged = noCut
	if cut < 0 || r.cuts[cut] == r.strip.Cuts[cut] {
		return
	}
	to := r.cuts[cut]
	r.cuts[cut] = r.strip.Cuts[cut]
	r.moveTo(cut, to)
	r.Refresh()
}

// MouseIn is for Fyne.
func (r *Ruler) MouseIn(event *desktop.MouseEvent) { r.MouseMoved(event) }

// MouseMoved is for Fyne.
func (r *Ruler) MouseMoved(event *desktop.MouseEvent) { r.pointAt(r.cutAt(event.Position.X)) }

// MouseOut is for Fyne.
func (r *Ruler) MouseOut() { r.pointAt(noCut) }

func (r *Ruler) pointAt(cut int) {
	if cut != r.near {
		r.near = cut
		r.Refresh()
	}
}

// Cursor is for Fyne.
func (r *Ruler) Cursor() desktop.Cursor {
	if r.near >= 0 {
		return desktop.HResizeCursor
	}
	return desktop.PointerCursor
}

// AccessibilityLabel returns the label of the chosen range.
func (r *Ruler) AccessibilityLabel() string {
	if r.selected < 0 || r.selected >= len(r.strip.Labels) {
		return ""
	}
	return r.strip.Labels[r.selected]
}

func (r *Ruler) Least() fyne.Size { return fyne.NewSize(rulerNarrow, rulerTall) }

// Paint is for Picture: what is drawn depends on the width.
func (r *Ruler) Paint(p *paint.Pen, size fyne.Size) {
	if len(r.strip.Cuts) == 0 || size.Width <= 0 {
		return
	}
	xs := r.places(size.Width)
	r.drawRanges(p, xs, size.Width)
	r.drawMarks(p, xs)
	if r.Focused {
		halo := paint.NewHalo(paint.Dim(r, theme.SizeEdge))
		paint.StyleHalo(r, halo, true)
		paint.PlaceHalo(halo, rulerSide-2, rulerTop-2, size.Width-2*rulerSide+4, rulerBox+4)
		p.Shapes = append(p.Shapes, halo)
	}
}
