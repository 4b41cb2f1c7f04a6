package chart

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// scale maps numbers to places along an axis.
type scale struct {
	lo, hi   float64
	from, to vg.Length
}

func (s scale) at(x float64) vg.Length {
	return s.from + vg.Length((x-s.lo)/(s.hi-s.lo))*(s.to-s.from)
}

// clipped is at for numbers that may lie outside.
func (s scale) clipped(x float64) vg.Length { return s.at(min(max(x, s.lo), s.hi)) }

// axis chooses the range and the ticks of an axis that shows numbers from lo to hi: at most
// so many ticks, at least two, and ends on a tick where that wastes little room.
func axis(lo, hi float64, most int) (from, to float64, ticks []float64) {
	width := hi - lo
	step := stepFor(width, most)
	for range 3 { // a coarse step may leave a single tick inside
		if ticks = within(lo, hi, step); len(ticks) >= 2 {
			break
		}
		step = finer(step)
	}
	from, to = math.Floor(lo/step+1e-9)*step, math.Ceil(hi/step-1e-9)*step
	if lo-from > 0.2*width {
		from = lo
	}
	if to-hi > 0.2*width {
		to = hi
	}
	return from, to, within(from, to, step)
}

// rising chooses the ticks of an axis that shows sums from 0 up to a top one, so that the last tick is no lower than any of them, and
// where the axis ends: a little above the top.
func rising(top float64, most int) (to float64, ticks []float64) {
	step := stepFor(top, most)
	ticks = within(0, math.Ceil(top/step-1e-9)*step, step)
	return max(ticks[len(ticks)-1], top*1.05), ticks
}

// within returns the multiples of step from lo to hi.
func within(lo, hi, step float64) (out []float64) {
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+step*1e-9; k++ {
		out = append(out, k*step)
	}
	return out
}

// stepFor returns 1, 2 or 5 times a power of ten such that a range takes at most so many
// ticks.
func stepFor(width float64, most int) float64 {
	if !(width > 0) || math.IsInf(width, 0) {
		return 1
	}
	raw := width / float64(max(most-1, 1))
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// finer returns the next round step below one of 1, 2 or 5 times a power of ten.
func finer(step float64) float64 {
	if first := step / math.Pow(10, math.Floor(math.Log10(step*(1+1e-9)))); first > 4 {
		return step * 2 / 5
	}
	return step / 2
}

// tickText writes a tick: whole numbers with commas, others as short as they go.
func tickText(x float64) string {
	if x == 0 {
		return "0"
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', -1, 64)
	if len(text) > 12 || math.Abs(x) < 1e-6 {
		text = strconv.FormatFloat(math.Abs(x), 'g', 4, 64)
	} else {
		text = commas(text)
	}
	if x < 0 {
		return "-" + text
	}
	return text
}

// commas puts a comma between each three digits before the point.
func commas(text string) string {
	whole, rest, found := strings.Cut(text, ".")
	var b strings.Builder
	for i, d := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	if found {
		b.WriteString("." + rest)
	}
	return b.String()
}

// rounded writes an error for people: upwards, to a tenth below ten, otherwise whole.
func rounded(x float64) string {
	if x < 10 {
		return tickText(math.Ceil(x*10-1e-9) / 10)
	}
	return tickText(math.Ceil(x - 1e-9))
}

// rungs draws a line across at each tick of an upright axis, with its number at the left.
func (p pen) rungs(x, y scale, ticks []float64) {
	for _, t := range ticks {
		at := y.at(t)
		p.line(p.th.Grid, 0.5, vg.Point{X: x.from, Y: at}, vg.Point{X: x.to, Y: at})
		p.write(p.quiet(p.tick(t), -1), vg.Point{X: x.from - 0.5*p.th.Size, Y: at})
	}
}
