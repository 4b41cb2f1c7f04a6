package editors

import (
	"math"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// scale returns where the first cut and the last one stand in a width.
func (r *Ruler) scale(width float32) (left, right float32) {
	left, right = rulerSide, width-rulerSide
	open := min(float32(rulerOpen), width/5)
	if r.strip.Below {
		left += open
	}
	if r.strip.Above {
		right -= open
	}
	return left, right
}

// places returns where the cuts stand in a width.
func (r *Ruler) places(width float32) []float32 {
	left, right := r.scale(width)
	n := len(r.cuts) - 1
	xs := make([]float32, len(r.cuts))
	if n <= 0 {
		xs[0] = left
		if r.strip.Below && r.strip.Above {
			xs[0] = width / 2
		}
		return xs
	}
	even := !r.inProportion(right - left)
	low, high := r.cuts[0], r.cuts[n]
	for i, c := range r.cuts {
		part := float64(i) / float64(n)
		if !even {
			part = (c - low) / (high - low)
		}
		xs[i] = left + float32(part)*(right-left)
	}
	return xs
}

// inProportion tells whether every range is wide enough on a scale of a width. It is judged
// by the cuts as they were before a drag, lest the scale jump under the pointer.
func (r *Ruler) inProportion(width float32) bool {
	cuts := r.strip.Cuts
	least, all := math.Inf(1), cuts[len(cuts)-1]-cuts[0]
	for i := range len(cuts) - 1 {
		least = min(least, cuts[i+1]-cuts[i])
	}
	return all > 0 && float32(least/all)*width >= rulerLeast
}

// valueAt returns the number at a place, along the straight lines between the cuts as they
// were before a drag.
func (r *Ruler) valueAt(x float32) float64 {
	cuts := r.strip.Cuts
	moved := r.cuts
	r.cuts = cuts
	xs := r.places(r.Size().Width)
	r.cuts = moved
	if len(cuts) == 1 {
		return cuts[0] + float64((x-xs[0])/rulerMarks)*10*r.strip.Step
	}
	i := 0
	for i < len(cuts)-2 && x > xs[i+1] {
		i++
	}
	part := float64((x - xs[i]) / (xs[i+1] - xs[i]))
	return cuts[i] + part*(cuts[i+1]-cuts[i])
}

// cutAt returns the cut at a place, -1 for none.
func (r *Ruler) cutAt(x float32) int {
	if len(r.strip.Cuts) == 0 || r.thin() {
		return noCut
	}
	best, reach := noCut, float32(rulerReach)
	for i, at := range r.places(r.Size().Width) {
		if d := float32(math.Abs(float64(at - x))); d <= reach {
			best, reach = i, d
		}
	}
	return best
}

// rangeAt returns the range at a place.
func (r *Ruler) rangeAt(x float32) int {
	if len(r.strip.Cuts) == 0 {
		return -1
	}
	i := 0
	for _, at := range r.places(r.Size().Width) {
		if x >= at {
			i++
		}
	}
	if !r.strip.Below {
		i--
	}
	return min(max(i, 0), r.strip.Ranges()-1)
}

// thin tells whether the ranges are too many to be drawn one by one.
func (r *Ruler) thin() bool {
	left, right := r.scale(r.Size().Width)
	return float32(len(r.strip.Cuts)-1)*rulerThin > right-left
}

// drawRanges draws the boxes.
func (r *Ruler) drawRanges(p *paint.Pen, xs []float32, width float32) {
	n := r.strip.Ranges()
	edges := xs
	if r.strip.Below {
		edges = append([]float32{rulerSide}, edges...)
	}
	if r.strip.Above {
		edges = append(edges[:len(edges):len(edges)], width-rulerSide)
	}
	if r.thin() {
		r.drawRange(p, edges[0], edges[len(edges)-1], words.T(rulerMany, numbers.Thousands(n)), false)
		return
	}
	for i := range n {
		label := ""
		if i < len(r.strip.Labels) {
			label = r.strip.Labels[i]
		}
		if r.dragged >= 0 && (r.cutAfter(i) == r.dragged || r.cutAfter(i-1) == r.dragged) {
			label = "" // it is changing
		}
		r.drawRange(p, edges[i], edges[i+1], label, i == r.selected)
	}
	if cut := max(r.dragged, r.near); cut >= 0 {
		p.Line(fyne.NewPos(xs[cut], rulerTop-4), fyne.NewPos(xs[cut], rulerTop+rulerBox+4), theme.Primary, 3)
	}
}

// rulerMany stands in the box of many ranges.
const rulerMany = "%s ranges"

// drawRange draws a box between two places, with its label where that has room.
func (r *Ruler) drawRange(p *paint.Pen, from, to float32, text string, chosen bool) {
	ground, mark := theme.Selected, theme.Text
	if chosen {
		ground, mark = theme.Primary, theme.OnPrimary
	}
	p.Box(fyne.NewPos(from+0.75, rulerTop), fyne.NewSize(max(to-from-1.5, 1), rulerBox), ground, theme.Primary)
	for _, size := range []fyne.ThemeSizeName{theme.SizeCaption, theme.SizeAxis} {
		l := paint.Label{Text: text, Size: size, Role: mark, Align: fyne.TextAlignCenter}
		if p.Width(l) <= to-from-6 {
			p.Text(fyne.NewPos((from+to)/2, rulerTop+(rulerBox-p.Tall(l))/2), l)
			return
		}
	}
}

// drawMarks writes as many cuts under the boxes as there is room for, and that which is
// dragged.
func (r *Ruler) drawMarks(p *paint.Pen, xs []float32) {
	const top = rulerTop + rulerBox
	mark := func(i int, text string, role func() paint.Label) {
		p.Line(fyne.NewPos(xs[i], top+2), fyne.NewPos(xs[i], top+8), theme.Control, 1)
		l := role()
		l.Text = text
		half := p.Width(l) / 2
		x := min(max(xs[i], half), r.Size().Width-half)
		p.Text(fyne.NewPos(x, top+9), l)
	}
	plain := func() paint.Label {
		return paint.Label{Size: theme.SizeAxis, Role: theme.QuietText, Align: fyne.TextAlignCenter}
	}
	strong := func() paint.Label {
		return paint.Label{Size: theme.SizeAxis, Role: theme.Primary, Bold: true, Align: fyne.TextAlignCenter}
	}
	if r.dragged >= 0 {
		mark(r.dragged, numbers.ShownFigures(r.cuts[r.dragged], r.strip.Step), strong)
	}
	last := len(xs) - 1
	free := float32(math.Inf(-1))
	for i := range xs {
		if i != last && (xs[i]-free < rulerMarks || xs[last]-xs[i] < rulerMarks) && i != 0 {
			continue
		}
		if r.dragged >= 0 && math.Abs(float64(xs[i]-xs[r.dragged])) < rulerMarks {
			continue
		}
		if i < len(r.strip.Marks) {
			mark(i, r.strip.Marks[i], plain)
			free = xs[i]
		}
	}
}
