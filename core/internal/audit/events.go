package audit

import (
	"fmt"
	"math"
	"slices"
)

// Output is what one release publishes, in parts that belong together: the answers as
// measured, say, and the tidied ones. All releases of a subject have the same shape.
type Output [][]float64

// lens picks the numbers of an output that events are about: a part, the differences of each
// number of a part from the one before, where noise on cells stands alone in cumulative
// counts, or all of these.
type lens struct {
	part  int
	steps bool
	whole bool
}

// lenses returns all lenses for outputs of a shape.
func lenses(shape Output) []lens {
	var out []lens
	for part, numbers := range shape {
		out = append(out, lens{part: part})
		if len(numbers) > 1 {
			out = append(out, lens{part: part, steps: true})
		}
	}
	return append(out, lens{whole: true})
}

// look appends what the lens picks of an output.
func (l lens) look(dst []float64, o Output) []float64 {
	if l.whole {
		for part := range o {
			dst = lens{part: part}.look(dst, o)
			dst = lens{part: part, steps: true}.look(dst, o)
		}
		return dst
	}
	numbers := o[l.part]
	if !l.steps {
		return append(dst, numbers...)
	}
	for i := 1; i < len(numbers); i++ {
		dst = append(dst, numbers[i]-numbers[i-1])
	}
	return dst
}

// view is what a lens shows of a sample.
type view struct {
	rows [][]float64
	// sorted are the values of each number in order; none for a lens on everything, which looks at no
	// number alone.
	sorted [][]float64
}

// through looks at all outputs of a sample.
func (l lens) through(outputs []Output) view {
	v := view{rows: make([][]float64, len(outputs))}
	width := len(l.look(nil, outputs[0]))
	flat := make([]float64, 0, width*len(outputs))
	for i, o := range outputs {
		flat = l.look(flat, o)
		v.rows[i] = flat[i*width : (i+1)*width]
	}
	if l.whole {
		return v
	}
	for i := range width {
		values := column(v.rows, i)
		slices.Sort(values)
		v.sorted = append(v.sorted, values)
	}
	return v
}

// score is a number made of what a lens picks; "at least so much" is an event for each value
// of it.
type score struct {
	name string
	of   func(numbers []float64) float64
	// a and b are its values on the samples of the two data sets, in order.
	a, b []float64
}

// of returns by output what a function makes of what is picked of it.
func (v view) of(score func(numbers []float64) float64) []float64 {
	out := make([]float64, len(v.rows))
	for i, r := range v.rows {
		out[i] = score(r)
	}
	return out
}

// inOrder sorts values in place.
func inOrder(values []float64) []float64 {
	slices.Sort(values)
	return values
}

// above and below score by one number.
func above(i int, a, b view) score {
	return score{fmt.Sprintf("number %d above", i), func(v []float64) float64 { return v[i] }, a.sorted[i], b.sorted[i]}
}

func below(i int, a, b view) score {
	return score{fmt.Sprintf("number %d below", i), func(v []float64) float64 { return -v[i] }, turned(a.sorted[i]), turned(b.sorted[i])}
}

// turned returns the negatives of values in order, in order.
func turned(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[len(out)-1-i] = -v
	}
	return out
}

// scores returns those that may tell numbers a of the one data set from numbers b of the
// other, where the event is to be likelier on the first, beside the likelihood.
func scores(a, b view) (out []score) {
	for i := range a.sorted {
		out = append(out, above(i, a, b), below(i, a, b))
	}
	if s, ok := beyond(a, b); ok {
		out = append(out, s)
	}
	return out
}

// beyond scores by how far all numbers that differ between the data sets lie beyond those of
// the first, seen from the second: with independent Laplace noise on each number the
// likeliest of all events, in proportion. A number differs when its means do by four
// standard errors.
func beyond(a, b view) (score, bool) {
	type side struct {
		i         int
		sign, mid float64
	}
	var sides []side
	for i, x := range a.sorted {
		mx, vx := moments(a.rows, i)
		my, vy := moments(b.rows, i)
		d := mx - my
		if math.Abs(d) <= 4*math.Sqrt((vx+vy)/float64(len(x))) {
			continue
		}
		sides = append(sides, side{i, math.Copysign(1, d), x[len(x)/2]})
	}
	if len(sides) == 0 {
		return score{}, false
	}
	of := func(v []float64) float64 {
		least := math.Inf(1)
		for _, s := range sides {
			least = min(least, s.sign*(v[s.i]-s.mid))
		}
		return least
	}
	return score{"all numbers that differ beyond", of, inOrder(a.of(of)), inOrder(b.of(of))}, true
}

// likelihood is the logarithm of the likelihood ratio of the numbers, taken as independent: what a
// reader who knows how each number falls would go by.
func likelihood(bins []histogram) func(numbers []float64) float64 {
	return func(v []float64) float64 {
		sum := 0.0
		for i, x := range v {
			sum += bins[i].ratio(x)
		}
		return sum
	}
}

// histograms returns one for each number that a lens picks.
func histograms(a, b view) []histogram {
	out := make([]histogram, len(a.sorted))
	for i, x := range a.sorted {
		out[i] = newHistogram(x, b.sorted[i])
	}
	return out
}

// histogram holds the log ratio of the shares of two samples in bins between edges.
type histogram struct{ edges, ratios []float64 }

// maxBins is how many bins a histogram has at most; a number with fewer values has one for
// each.
const maxBins = 40

// newHistogram makes the one of two samples in order.
func newHistogram(a, b []float64) histogram {
	all := merged(a, b)
	var rises []int // where a new value begins
	for i := 1; i < len(all); i++ {
		if all[i] > all[i-1] {
			rises = append(rises, i)
		}
	}
	var h histogram
	for i, at := range rises {
		// The next edge lies beyond the next share of the sample.
		if len(rises) < maxBins || at >= (len(h.edges)+1)*len(all)/maxBins || i == len(rises)-1 {
			h.edges = append(h.edges, (all[at-1]+all[at])/2)
		}
	}
	seen := make([][2]float64, len(h.edges)+1)
	for _, x := range a {
		seen[h.bin(x)][0]++
	}
	for _, x := range b {
		seen[h.bin(x)][1]++
	}
	for _, n := range seen {
		h.ratios = append(h.ratios, math.Log((n[0]+0.5)/(n[1]+0.5)))
	}
	return h
}

// bin returns the number of edges below x.
func (h histogram) bin(x float64) int {
	lo, hi := 0, len(h.edges)
	for lo < hi {
		if mid := (lo + hi) / 2; h.edges[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (h histogram) ratio(x float64) float64 { return h.ratios[h.bin(x)] }

func column(rows [][]float64, i int) []float64 {
	out := make([]float64, len(rows))
	for j, r := range rows {
		out[j] = r[i]
	}
	return out
}

// merged returns the values of two samples in order.
func merged(a, b []float64) []float64 {
	out := make([]float64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// moments returns mean and variance of a number.
func moments(rows [][]float64, i int) (mean, variance float64) {
	n := float64(len(rows))
	for _, r := range rows {
		mean += r[i] / n
	}
	for _, r := range rows {
		variance += (r[i] - mean) * (r[i] - mean) / n
	}
	return mean, variance
}
