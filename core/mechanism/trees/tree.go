package trees

import (
	"context"
	"math"
	"slices"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/tree"
)

// PreparedTree estimates the subtree counts of a spanning forest and answers by them.
type PreparedTree struct {
	mechanism.Task
	*SpanningForest
	Noisy treeNoise
	// Consistent says that the answers are made of counts that are nowhere below zero; the
	// others are made so by tidying only.
	Consistent bool
	estimate   accuracy.Estimate
}

// treeNoise estimates z, the only step that sees counts. What it returns is released, so that
// all that is made of it costs nothing.
type treeNoise interface {
	Estimate(g *SpanningForest, m measuring) ([]float64, error)
	noise(g *SpanningForest) []mechanism.Noise
}

// measuring is what z is estimated from: its true value, the known sums, and randomness.
type measuring struct {
	z    []int64
	sums []int64
	src  noise.Source
}

func (q *PreparedTree) Noise() []mechanism.Noise         { return q.Noisy.noise(q.SpanningForest) }
func (q *PreparedTree) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *PreparedTree) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	sums := q.known.Values(counts)
	z, x, err := q.Cells(measuring{q.SpanningForest.sums(counts.Counts()), sums, src})
	if err != nil {
		return mechanism.Answers{}, err
	}
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	if !q.Consistent {
		if err := q.tidy(z, sums); err != nil {
			return mechanism.Answers{}, err
		}
	}
	cells, err := q.whole(z, sums)
	if err != nil {
		return mechanism.Answers{}, err
	}
	near := make([]float64, len(z))
	q.forest.Split(near, z)
	tidied, err := q.Problem.TidiedTo(q.known, x, sums, near, cells)
	if err != nil {
		return mechanism.Answers{}, err
	}
	return q.Exactly(q.Problem.AnswersBy(x, tidied)), nil
}

// Cells estimates z, and from it the cells that unadjusted answers are made of.
func (q *PreparedTree) Cells(m measuring) (z, x []float64, err error) {
	if z, err = q.Noisy.Estimate(q.SpanningForest, m); err != nil {
		return nil, nil, err
	}
	if q.Consistent {
		if err := q.tidy(z, m.sums); err != nil {
			return nil, nil, err
		}
	}
	x = make([]float64, len(z))
	q.forest.Split(x, z)
	if was := slices.Clone(z); q.Meet(x, m.sums) {
		q.forest.SumFloat(z, x)
		for u, v := range was {
			if !q.forest.HasCoordinate(u) {
				z[u] = v // it is public, and not a sum of estimates
			}
		}
	}
	return z, x, nil
}

// maxTidyWork bounds the work of the exact projection; forests that take more are tidied by a
// quicker one that is not the closest.
const maxTidyWork = 20_000_000

// quickly says that counts are made possible by the quicker projection.
func (q *PreparedTree) quickly() bool { return q.forest.Work() > maxTidyWork }

// tidy moves z to the closest subtree counts of possible data (docs/mathematics.md, "Tidied answers").
func (q *PreparedTree) tidy(z []float64, sums []int64) error {
	if q.star && q.known.Count > 0 {
		return q.known.Each(func(s int, cells []int) error {
			y := pick(z, cells)
			if err := inference.Simplex(y, float64(sums[s])); err != nil {
				return err
			}
			for i, cell := range cells {
				z[cell] = y[i]
			}
			return nil
		})
	}
	tops := math.NaN()
	if n := q.topsOf(sums); n >= 0 {
		tops = float64(n)
	}
	if q.quickly() {
		return q.forest.Fit(z, tops)
	}
	return q.forest.Consistent(z, tops)
}

// whole rounds tidied subtree counts to those of whole cells.
func (q *PreparedTree) whole(z []float64, sums []int64) ([]int64, error) {
	if !q.star || q.known.Count == 0 {
		return q.forest.Whole(z, q.topsOf(sums))
	}
	out := make([]int64, len(z))
	err := q.known.Each(func(s int, cells []int) error {
		whole, err := inference.RoundToTotal(pick(z, cells), sums[s])
		for i, n := range whole {
			out[cells[i]] = n
		}
		return err
	})
	return out, err
}

func pick(z []float64, cells []int) []float64 {
	y := make([]float64, len(cells))
	for i, cell := range cells {
		y[i] = z[cell]
	}
	return y
}

// EachRow lists what is linear: noise of one size on every coordinate.
func (q *PreparedTree) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	n := q.Noisy.(SubtreeNoise)
	k := q.forest.Cells()
	below := make([][]mechanism.CountRun, k)
	for v := range k {
		for w := v; w >= 0 && q.forest.Parent(v) != tree.None; w = q.forest.Parent(w) {
			if last := len(below[w]) - 1; last >= 0 && below[w][last].Last == v-1 {
				below[w][last].Last = v
			} else {
				below[w] = append(below[w], mechanism.CountRun{First: v, Last: v, Times: 1})
			}
		}
	}
	for u := range k {
		switch {
		case q.forest.HasCoordinate(u):
			yield(below[u], n.Scale.Law())
		case q.forest.Parent(u) == tree.Root:
			yield(below[u], noise.Law{})
		}
	}
	q.EachKnown(q.known, yield)
}

// Combined returns the error of a sum of answers made of subtree counts that have noise of one
// scale: that of the edges of the forest whose ends count differently.
func (q *PreparedTree) Combined(terms []mechanism.Term) mechanism.Combined {
	n, ok := q.Noisy.(SubtreeNoise)
	if !ok || q.Consistent {
		panic("mechanism: answers that are not linear in the noise") // Combine asks first
	}
	d := q.coordinates(mechanism.Spread(mechanism.CellWeights(q.Problem.Workload.Operator(), terms), q.forest.Cells()))
	var out mechanism.Combined
	for u, w := range d {
		if q.forest.HasCoordinate(u) {
			out.Variance += n.Scale.Variance() * w * w
			out.Weight = max(out.Weight, math.Abs(w))
		}
	}
	return q.Given(terms, out)
}

// Covary implements mechanism.Covarying: a cell is its subtree's count less those right below.
func (q *PreparedTree) Covary(dst, w []float64) bool {
	d := q.coordinates(w)
	for u := range d {
		if d[u] *= q.Noisy.(SubtreeNoise).Scale.Variance(); !q.forest.HasCoordinate(u) {
			d[u] = 0
		}
	}
	q.forest.Split(dst, d)
	return true
}

// coordinates returns how often the noise of each coordinate counts in a weighted sum of cells.
func (q *PreparedTree) coordinates(c []float64) []float64 {
	d := make([]float64, len(c))
	for u := range c {
		switch on := q.forest.Parent(u); {
		case on >= 0:
			d[u] = mechanism.Apart(c[u], c[on])
		case on == tree.Outside:
			d[u] = c[u]
		}
	}
	q.SpanningForest.centre(d)
	return d
}
