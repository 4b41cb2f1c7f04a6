package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// labelling says how labels stand under upright marks.
type labelling struct {
	// every so manyth label is shown; rows of labels alternate when there are two.
	every, rows int
	turned      bool
	// longest is the width beyond which a turned label is shortened; room is the height
	// that the labels take.
	longest, room vg.Length
}

// slant is the angle of turned labels.
const slant = math.Pi / 4

// labelling chooses how the labels of upright marks stand when each has a slot of the
// given width.
func (l *results) labelling(slot, height vg.Length) labelling {
	size := l.th.Size
	widest, gap := l.widestLabel(), 0.8*size
	line := 1.4 * size
	switch {
	case widest+gap <= slot:
		return labelling{every: 1, rows: 1, room: line}
	case !l.picture.Ordered && len(l.labels) <= mostBars && widest+gap <= 2*slot:
		return labelling{every: 1, rows: 2, room: 2 * line}
	case l.picture.Ordered && widest <= shortLabel*size:
		return labelling{every: roundStep(float64((widest + gap) / slot)), rows: 1, room: line}
	}
	longest := min(widest, 14*size, 0.36*height)
	return labelling{
		every: roundStep(float64(1.7 * size / slot)), rows: 1, turned: true,
		longest: longest, room: longest/math.Sqrt2 + 1.1*size,
	}
}

// roundStep returns the least of 1, 2, 5, 10, 20, 25, 50, 100, ... that is not below x.
func roundStep(x float64) int {
	for power := 1; power < math.MaxInt32/100; power *= 10 {
		for _, m := range []int{1, 2, 5} {
			if float64(m*power) >= x {
				return m * power
			}
			if m == 2 && power >= 10 && float64(power*5/2) >= x {
				return power * 5 / 2
			}
		}
	}
	return math.MaxInt32
}

// slots are the places of labels along an upright panel.
type slots struct {
	from, each vg.Length
	// apart is the wider slot of blanks and others, which stand at the end; regular is the
	// number of places before them.
	apart   vg.Length
	regular int
}

// slots divides a width among the labels. Blanks and others get room for their names.
func (l *results) slots(from, width vg.Length) slots {
	s := slots{from: from, regular: len(l.labels)}
	for s.regular > 0 && l.apart[s.regular-1] {
		s.regular--
	}
	n := vg.Length(len(l.labels))
	s.each, s.apart = width/n, width/n
	special := len(l.labels) - s.regular
	if special == 0 || s.regular == 0 || !l.picture.Ordered {
		return s
	}
	wish := s.apart
	for i := s.regular; i < len(l.labels); i++ {
		wish = max(wish, l.width(l.labels[i])+0.8*l.th.Size)
	}
	s.apart = max(min(wish, 0.3*width/vg.Length(special)), s.each)
	s.each = (width - s.apart*vg.Length(special)) / vg.Length(s.regular)
	return s
}

// middle returns the middle of a place, and width how wide it is.
func (s slots) middle(i int) vg.Length {
	if i < s.regular {
		return s.from + s.each*(vg.Length(i)+0.5)
	}
	return s.from + s.each*vg.Length(s.regular) + s.apart*(vg.Length(i-s.regular)+0.5)
}

func (s slots) width(i int) vg.Length {
	if i < s.regular {
		return s.each
	}
	return s.apart
}

// drawLabels writes the labels below a line.
func (l *results) drawLabels(s slots, how labelling, y vg.Length) {
	size := l.th.Size
	for i, label := range l.labels {
		if i < s.regular && i%how.every != 0 {
			continue
		}
		x := s.middle(i)
		if i < s.regular && s.regular < len(l.labels) && !how.turned && how.rows == 1 {
			// A label must not run into the first of those that stand apart.
			if x+l.width(label)/2 > s.middle(s.regular)-l.width(l.labels[s.regular])/2-0.4*size {
				continue
			}
		}
		if how.turned {
			w := l.quiet("", -1)
			w.text = fit(label, regular, size, min(how.longest, (x-l.Min.X)*math.Sqrt2))
			w.turn = slant
			l.write(w, vg.Point{X: x + 0.3*size, Y: y - 0.7*size})
			continue
		}
		row := vg.Length(0)
		if how.rows == 2 {
			row = vg.Length(i % 2)
		}
		width := min(2*min(x-l.Min.X, l.Max.X-x), s.width(i)*vg.Length(how.every*how.rows))
		l.write(l.quiet(fit(label, regular, size, max(width, l.width("0000"))), -0.5), vg.Point{X: x, Y: y - (0.9+1.4*row)*size})
	}
}
