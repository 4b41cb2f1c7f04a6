package chart

import (
	"math"
	"slices"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
)

// Course shows what was spent over time, in steps, below what is allowed. On what was spent stands what was set aside for later
// releases; the room above both is left.
type Course struct {
	// Spends, Asides and Limits are in the order of their days; a sum holds until the next. Asides, which are set aside beside what
	// is spent, and Limits may be empty.
	Spends, Asides, Limits []Step
	// Until is the day on which the chart ends.
	Until time.Time
	// Spent, Aside and Allowed name the lines, Left the room between them.
	Spent, Aside, Allowed, Left string
	// Day writes a day for the axis.
	Day func(time.Time) string
}

// Step is a sum from a day on, finite and from 0.
type Step struct {
	At  time.Time
	Sum float64
}

// Draw draws the chart onto all of a canvas. It errors when there is nothing to draw, or sums that are not finite or below 0.
func (k *Course) Draw(c draw.Canvas, th Theme) error {
	if err := k.check(); err != nil {
		return err
	}
	l := &course{pen: pen{c, th}, Course: k}
	l.background()
	l.arrange()
	l.frame()
	l.lines()
	return nil
}

func (k *Course) check() error {
	if len(k.Spends) == 0 {
		return message.New("chart: there is no course to draw")
	}
	for _, s := range slices.Concat(k.Spends, k.Asides, k.Limits) {
		if !(s.Sum >= 0) || math.IsInf(s.Sum, 0) {
			return message.Errorf("chart: a course has the sum %v, but finite numbers from 0 are expected", s.Sum)
		}
	}
	return nil
}

// taken adds up what is spent and what is set aside, from each day on which either changes.
func (k *Course) taken() []Step {
	if len(k.Asides) == 0 {
		return nil
	}
	until := func(steps []Step, at time.Time) (sum float64) {
		for _, s := range steps {
			if !s.At.After(at) {
				sum = s.Sum
			}
		}
		return sum
	}
	var out []Step
	for _, s := range slices.Concat(k.Spends, k.Asides) {
		out = append(out, Step{s.At, until(k.Spends, s.At) + until(k.Asides, s.At)})
	}
	slices.SortStableFunc(out, func(a, b Step) int { return a.At.Compare(b.At) })
	return slices.CompactFunc(out, func(a, b Step) bool { return a.At.Equal(b.At) })
}

// course is a course, laid out.
type course struct {
	pen
	*Course
	taken  []Step // what is spent or set aside, empty where nothing ever was set aside
	x, y   scale
	yTicks []float64
	from   time.Time
}

// days tells how long after the first step something was.
func (l *course) days(at time.Time) float64 { return max(at.Sub(l.from).Hours()/24, 0) }

// arrange settles the scales. There is a little room before the first step, so that its rise is seen.
func (l *course) arrange() {
	size := l.th.Size
	l.taken = l.Course.taken()
	l.from = l.Spends[0].At
	last, top := l.Until, 0.0
	for _, s := range slices.Concat(l.Spends, l.taken, l.Limits) {
		top = max(top, s.Sum)
		if s.At.After(last) {
			last = s.At
		}
		if s.At.Before(l.from) {
			l.from = s.At
		}
	}
	if top == 0 {
		top = 1
	}
	span := max(l.days(last), 1)
	l.from = l.from.Add(-time.Duration(span * 0.04 * 24 * float64(time.Hour)))
	bottom, ceiling := l.Min.Y+2*size, l.Max.Y-2.2*size
	l.y.hi, l.yTicks = rising(top, min(max(int((ceiling-bottom)/(1.9*size)), 2), 6))
	l.y.from, l.y.to = bottom, ceiling
	left := vg.Length(0)
	for _, t := range l.yTicks {
		left = max(left, l.width(l.tick(t)))
	}
	l.x = scale{0, span * 1.04, l.Min.X + left + 0.9*size, l.Max.X - size}
}

// frame draws what lies behind the lines: the sums at the left and the days below.
func (l *course) frame() {
	size := l.th.Size
	l.rungs(l.x, l.y, l.yTicks)
	l.line(l.th.Line, 0.75, vg.Point{X: l.x.from, Y: l.y.from}, vg.Point{X: l.x.to, Y: l.y.from})
	end := Printable(l.Day(l.Until))
	free := l.x.to - l.width(end) - size
	l.write(l.quiet(end, -1), vg.Point{X: l.x.to, Y: l.y.from - size})
	taken := l.x.from
	for _, s := range l.Spends {
		x, day := l.x.at(l.days(s.At)), Printable(l.Day(s.At))
		l.line(l.th.Line, 0.75, vg.Point{X: x, Y: l.y.from}, vg.Point{X: x, Y: l.y.from - 0.4*size})
		if x >= taken && x+l.width(day) <= free {
			l.write(l.quiet(day, 0), vg.Point{X: x, Y: l.y.from - size})
			taken = x + l.width(day) + size
		}
	}
}

// corners are the corners of a line of steps, from the first to where the chart ends.
func (l *course) corners(steps []Step, rises bool) []vg.Point {
	var out []vg.Point
	y := l.y.at(0)
	for i, s := range steps {
		x := l.x.at(l.days(s.At))
		if i == 0 && !rises {
			y = l.y.at(s.Sum)
		}
		out = append(out, vg.Point{X: x, Y: y})
		y = l.y.at(s.Sum)
		out = append(out, vg.Point{X: x, Y: y})
	}
	return append(out, vg.Point{X: l.x.to, Y: y})
}

// lines draws what was spent as a filled shape, what is set aside as a dotted line above it and what is allowed as a dashed one, says
// which is which, and what is left above them all.
func (l *course) lines() {
	size := l.th.Size
	spent := l.corners(l.Spends, true)
	l.FillPolygon(l.th.Band, append(slices.Clone(spent), vg.Point{X: l.x.to, Y: l.y.at(0)}))
	if len(l.taken) > 0 {
		l.StrokeLines(seriesStyle(l.th, 2), l.corners(l.taken, true))
	}
	l.StrokeLines(seriesStyle(l.th, 0), spent)
	x := l.x.from
	name := func(i int, text string) {
		y := l.Max.Y - 0.8*size
		l.StrokeLine2(seriesStyle(l.th, i), x, y, x+2.4*size, y)
		text = Printable(text)
		l.write(l.plain(text, 0), vg.Point{X: x + 3*size, Y: y})
		x += 4.5*size + l.width(text)
	}
	name(0, l.Spent)
	if len(l.taken) > 0 {
		name(2, l.Aside)
	}
	if len(l.Limits) == 0 {
		return
	}
	l.StrokeLines(seriesStyle(l.th, 1), l.corners(l.Limits, false))
	name(1, l.Allowed)
	low, high := l.Spends[len(l.Spends)-1].Sum, l.Limits[len(l.Limits)-1].Sum
	if n := len(l.taken); n > 0 {
		low = max(low, l.taken[n-1].Sum)
	}
	if gap := l.y.at(high) - l.y.at(low); gap > 1.6*size {
		l.write(l.quiet(Printable(l.Left), -1), vg.Point{X: l.x.to - 0.6*size, Y: l.y.at(low) + gap/2})
	}
}
