package inference

import (
	"math"

	"steward/core/message"
)

// DyadicMean returns estimates of counts along an order from noisy ones: y[i] is a count that is not
// below zero, plus Laplace noise of a scale, drawn for each by itself. Where neighbours look
// alike their noise is averaged, where nearly all look empty they are taken for empty, and what
// sticks out stays: the mean over all ways to cut the order into dyadic runs, each weighed by how
// well it explains y (sums over dyadic partitions: Willems, Shtarkov and Tjalkens 1995; as a
// prior of densities Wong and Ma 2010). No estimate is below zero.
//
// A run is cut into its halves with chance s, for s of 0.3, 0.7 and 0.9 alike. One that is not cut
// is empty with chance 0.01, of one level with 0.7, and else sparse: each count is zero but for a
// chance of 1, 1/4, 1/16, 1/64 or 1/256. Levels and single counts have heavy-tailed priors, half
// about zero at 1, 10 and 100 times the scale, half about the median of the run two sizes larger
// at 1/4, 1 and 4 times; in the integral over levels a prior is taken to be constant over
// short stretches.
//
// Unlike the projections this can be further off than y where the prior is far from the truth.
//
// O(k log k) for k counts and O(k) memory. It errors when y is empty, not finite or beyond 2^53, and when the
// scale is not above zero or not finite.
func DyadicMean(y []float64, scale float64) ([]float64, error) {
	if err := checkFinite("even", y); err != nil {
		return nil, err
	}
	for i, v := range y {
		if math.Abs(v) > 1<<53 {
			return nil, message.Errorf("even: value %d is %v, at most 2^53 in magnitude is possible", i, v)
		}
	}
	if !(scale > 0) || math.IsInf(scale, 1) {
		return nil, message.Errorf("even: noise of scale %v, it must be above zero and finite", scale)
	}
	return newPartitioned(y, scale).estimate(), nil
}

// What is likely before anything is seen. The form and the main weights were found on the public
// data sets of docs/evidence.md; made-up counts confirmed them and set the scales about the median
// of a run. They are the same for everybody's data, so no promise depends on them.
var (
	evenCut      = []float64{0.3, 0.7, 0.9}
	evenEmpty    = 0.01
	evenLevel    = 0.7
	evenSparse   = [sparseKinds]float64{1, 1. / 4, 1. / 16, 1. / 64, 1. / 256}
	evenAbout0   = []float64{1, 10, 100}
	evenAboutRun = []float64{0.25, 1, 4}
)

const (
	sparseKinds = 5
	// evenLarger is by how many sizes the run is larger whose median a level is likely to be near.
	evenLarger = 2
	// unlikely is the exponent below which a power counts for nothing.
	unlikely = -36
)

// partitioned is noisy counts with the dyadic runs that partitions of them are made of.
type partitioned struct {
	scale float64
	cells int
	runs  [][]dyadic // by size, then place
	// sparse are the means of each count by itself, by how sparse its run is.
	sparse [][sparseKinds]float64
}

// dyadic is what a run of counts says: logarithms of its likelihood, weighed by the prior, if it is
// empty, of one level or sparse, and of the sum of these.
type dyadic struct {
	empty, level float64
	sparse       [sparseKinds]float64
	all          float64
	mean         float64 // of the level
}

func newPartitioned(y []float64, scale float64) *partitioned {
	e := &partitioned{scale: scale, cells: len(y), sparse: make([][sparseKinds]float64, len(y))}
	medians := e.medians(y)
	sorting := newMergeSort(y)
	for size, middles := range medians {
		if size > 0 {
			sorting.next()
		}
		runs := make([]dyadic, len(middles))
		larger := min(size+evenLarger, len(medians)-1)
		for at := range runs {
			d := &runs[at]
			d.level, d.mean = e.ofOneLevel(sorting.run(at), medians[larger][at>>(larger-size)])
			d.empty = e.ofNone(sorting.run(at))
			switch {
			case size == 0:
				d.sparse, e.sparse[at] = sparsely(*d)
			case 2*at+1 < len(e.runs[size-1]):
				for i := range d.sparse {
					d.sparse[i] = e.runs[size-1][2*at].sparse[i] + e.runs[size-1][2*at+1].sparse[i]
				}
			default:
				d.sparse = e.runs[size-1][2*at].sparse
			}
		}
		e.runs = append(e.runs, runs)
	}
	e.weigh()
	return e
}

// medians returns those of all runs, none below zero.
func (e *partitioned) medians(y []float64) [][]float64 {
	var out [][]float64
	sorting := newMergeSort(y)
	for {
		middles := make([]float64, sorting.runs())
		for at := range middles {
			run := sorting.run(at)
			middles[at] = max(run[len(run)/2], 0)
		}
		out = append(out, middles)
		if len(middles) == 1 {
			return out
		}
		sorting.next()
	}
}

// weigh puts the prior to the likelihoods.
func (e *partitioned) weigh() {
	empty, level, sparse := math.Log(evenEmpty), math.Log(evenLevel), math.Log((1-evenEmpty-evenLevel)/sparseKinds)
	for _, runs := range e.runs {
		for at := range runs {
			d := &runs[at]
			d.empty += empty
			d.level += level
			d.all = logSum(d.empty, d.level)
			for i := range d.sparse {
				d.sparse[i] += sparse
				d.all = logSum(d.all, d.sparse[i])
			}
		}
	}
}

// ofNone returns the logarithm of the likelihood of a run of zeros, but for a constant for each count.
func (e *partitioned) ofNone(sorted []float64) float64 {
	sum := 0.0
	for _, v := range sorted {
		sum += math.Abs(v)
	}
	return -sum / e.scale
}

// ofOneLevel returns the logarithm of the likelihood of a run of one level, but for the same
// constant, and the mean of the level. From the likeliest level it goes up and down over the noisy
// counts, between which the likelihood is an exponential.
func (e *partitioned) ofOneLevel(sorted []float64, near float64) (likelihood, mean float64) {
	m := len(sorted)
	top := max(sorted[m/2], 0)
	least := 0.0
	for _, v := range sorted {
		least += math.Abs(v - top)
	}
	mass, first := 0.0, 0.0
	// stretch adds what lies between from and from + length (or as far below), where the likelihood
	// falls at a rate; it returns the exponent at the end.
	stretch := func(from, length, sign, rate, exponent float64) float64 {
		for gone := math.Abs(from - top); length > 0 && exponent > unlikely; {
			part := min(length, max(e.scale/4, min(gone, math.Abs(from-near))))
			area, moment := integrals(rate, part)
			w := math.Exp(exponent) * e.prior(from+sign*part/2, near)
			mass += w * area
			first += w * (from*area + sign*moment)
			exponent -= rate * part
			from += sign * part
			gone += part
			length -= part
		}
		return exponent
	}
	up := m / 2
	for up < m && sorted[up] <= top {
		up++
	}
	for from, exponent := top, 0.0; exponent > unlikely; up++ {
		length := math.Inf(1)
		if up < m {
			length = sorted[up] - from
		}
		if length > 0 {
			exponent = stretch(from, length, 1, float64(2*up-m)/e.scale, exponent)
		}
		if up == m {
			break
		}
		from = sorted[up]
	}
	down := m / 2
	for down > 0 && sorted[down-1] >= top {
		down--
	}
	for from, exponent := top, 0.0; from > 0 && exponent > unlikely; down-- {
		to := 0.0
		if down > 0 {
			to = max(sorted[down-1], 0)
		}
		if from > to {
			exponent = stretch(from, from-to, -1, float64(m-2*down)/e.scale, exponent)
		}
		from = to
	}
	return math.Log(mass) - least/e.scale, first / mass
}

// integrals returns those of e^(-rate t) and of t e^(-rate t) from 0 to a length.
func integrals(rate, length float64) (area, moment float64) {
	fall := rate * length
	if fall < 1e-6 {
		return length, length * length / 2
	}
	rest := math.Exp(-fall)
	area = (1 - rest) / rate
	return area, (area - length*rest) / rate
}

// prior is the density of a level, of which half is about a place that it is likely to be near.
func (e *partitioned) prior(level, near float64) float64 {
	about0, aboutRun := 0.0, 0.0
	for _, s := range evenAbout0 {
		s *= e.scale
		about0 += s / ((level + s) * (level + s))
	}
	for _, s := range evenAboutRun {
		s *= e.scale
		d := math.Abs(level-near) + s
		aboutRun += s / (2 * d * d)
	}
	return (about0/float64(len(evenAbout0)) + aboutRun/float64(len(evenAboutRun))) / 2
}

// sparsely returns, for a single count, the logarithms of its likelihood in a sparse run and its
// mean there.
func sparsely(d dyadic) (likelihood, mean [sparseKinds]float64) {
	for i, q := range evenSparse {
		taken := math.Log(q) + d.level
		likelihood[i] = taken
		if q < 1 {
			likelihood[i] = logSum(math.Log(1-q)+d.empty, taken)
		}
		mean[i] = math.Exp(taken-likelihood[i]) * d.mean
	}
	return likelihood, mean
}

// estimate returns the means over all cuts.
func (e *partitioned) estimate() []float64 {
	out, best := make([]float64, e.cells), math.Inf(-1)
	total := 0.0
	for _, cut := range evenCut {
		c := cuts{partitioned: e, cut: math.Log(cut), whole: math.Log(1 - cut), out: make([]float64, e.cells)}
		evidence := c.sum()
		c.walk(len(e.runs)-1, 0, reached{chance: 1})
		if evidence > best { // what came before weighs less
			total *= math.Exp(best - evidence)
			for i := range out {
				out[i] *= math.Exp(best - evidence)
			}
			best = evidence
		}
		w := math.Exp(evidence - best)
		total += w
		for i, v := range c.out {
			out[i] += w * v
		}
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// cuts are all ways to cut the order into runs, for one chance to cut.
type cuts struct {
	*partitioned
	cut, whole float64     // logarithms of the chance to cut a run, and not to
	sums       [][]float64 // logarithms of the likelihoods of all cuts of a run, added up
	out        []float64
}

// sum fills in sums and returns that of everything.
func (c *cuts) sum() float64 {
	for size, runs := range c.runs {
		sums := make([]float64, len(runs))
		for at, d := range runs {
			switch {
			case size == 0:
				sums[at] = d.all
			case 2*at+1 < len(c.runs[size-1]):
				sums[at] = logSum(c.whole+d.all, c.cut+c.sums[size-1][2*at]+c.sums[size-1][2*at+1])
			default:
				sums[at] = c.sums[size-1][2*at] // the same counts
			}
		}
		c.sums = append(c.sums, sums)
	}
	return c.sums[len(c.sums)-1][0]
}

// reached says with what chance a run is looked at, and what the larger runs that it is not cut
// out of say of its counts.
type reached struct {
	chance, mean float64
	sparse       [sparseKinds]float64
}

// walk puts the means of a run's counts into out.
func (c *cuts) walk(size, at int, r reached) {
	if size > 0 && 2*at+1 >= len(c.runs[size-1]) {
		c.walk(size-1, 2*at, r)
		return
	}
	d := c.runs[size][at]
	off := c.whole - c.sums[size][at]
	if size == 0 {
		off = -c.sums[size][at]
	}
	stays := math.Exp(d.all + off)
	r.mean += r.chance * math.Exp(d.level+off) * d.mean
	for i, s := range d.sparse {
		r.sparse[i] += r.chance * math.Exp(s+off)
	}
	r.chance *= 1 - stays
	if size > 0 && r.chance > 1e-12 {
		c.walk(size-1, 2*at, r)
		c.walk(size-1, 2*at+1, r)
		return
	}
	for i := at << size; i < min((at+1)<<size, c.cells); i++ {
		c.out[i] = r.mean
		for kind, w := range r.sparse {
			c.out[i] += w * c.sparse[i][kind]
		}
	}
}

// logSum returns log(e^a + e^b).
func logSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// mergeSort sorts dyadic runs, one size after the other.
type mergeSort struct {
	sorted, spare []float64
	width         int
}

func newMergeSort(y []float64) *mergeSort {
	m := &mergeSort{make([]float64, len(y)), make([]float64, len(y)), 1}
	copy(m.sorted, y)
	return m
}

func (m *mergeSort) runs() int { return (len(m.sorted) + m.width - 1) / m.width }

func (m *mergeSort) run(at int) []float64 {
	return m.sorted[at*m.width : min((at+1)*m.width, len(m.sorted))]
}

// next goes on to runs twice as wide.
func (m *mergeSort) next() {
	for from := 0; from < len(m.sorted); from += 2 * m.width {
		middle, to := min(from+m.width, len(m.sorted)), min(from+2*m.width, len(m.sorted))
		a, b, dst := m.sorted[from:middle], m.sorted[middle:to], m.spare[from:to]
		for i := range dst {
			if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
				dst[i], a = a[0], a[1:]
			} else {
				dst[i], b = b[0], b[1:]
			}
		}
	}
	m.sorted, m.spare = m.spare, m.sorted
	m.width *= 2
}
