package box

import (
	"context"
	"math"
	"math/big"
	"steward/core/limits"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// GaussianWaves measures weighted sums of all cells of a grid: along each column the weights rise and
// fall like one of its waves, from a single arch over all values to one that changes its sign at
// every value, and a sum has the product of one weight per column. Each sum has Gaussian noise of its
// own size: the long waves, on which the answers to ranges depend most, carry the least. The
// waves of a column diagonalise the Gram matrix of all its ranges, so that this is nearly the best
// that there is for ranges over several columns, where the optimum itself is out of reach (see
// docs/mathematics.md).
//
// # Guarantee
//
// The weights are whole numbers. The squared changes of the sums over their sigma², added up over all
// sums, are worked out for every edge: the largest is at most r².
//
// # Expected error
//
// Exact, from the inverses of the columns' matrices of whole numbers.
//
// # Cost
//
// Cells times the sizes of the columns to release, and times the pairs of values that an edge joins in a
// column to prepare.
type GaussianWaves struct{ mechanism.Lattice }

func (GaussianWaves) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-waves", Name: message.Sprintf("Waves over a grid, Gaussian noise"), Source: message.Sprintf(mechanism.Steward + "Gaussian noise on grids"), Gaussian: true}
}

// Bounds on the work: pairs of values times cells, edges that change several columns times cells, and runs of values times
// values.
const (
	maxWavePairs  = 1 << 31
	maxWaveEdges  = 1 << 29
	maxWaveTables = 1 << 23
)

// coarsestWave is the least number of binary digits that the weights of one column's waves have.
const coarsestWave = 4

func (m GaussianWaves) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	attrs := p.Workload.Domain().Attributes()
	if n := len(attrs); n < 2 || n > limits.MaxWaveColumns {
		return mechanism.Unfit(guide.Questions, "it is for grids of two or three columns, and the question is over %d: use another method", n)
	}
	if f := CheckBoxes(p); !f.OK() {
		return f
	}
	cells := 1
	for _, a := range attrs {
		if a.Size() > limits.MaxWaveValues {
			return mechanism.Unfit(guide.Questions, "it can be worked out for up to %d values in a column, but %q has %d: ask over coarser values", limits.MaxWaveValues, a.Name(), a.Size())
		}
		if cells *= a.Size(); cells > limits.MaxWaveCells {
			return mechanism.Unfit(guide.Questions, "it can be worked out for up to %d cells, but there are more: ask over coarser values", limits.MaxWaveCells)
		}
	}
	if m.TooCoarse(waveDigits(p, cells), coarsestWave) {
		return mechanism.Unfit(guide.Questions, "its noise would be larger than can be drawn: give the question more of the budget, or use another method")
	}
	sizes := p.Workload.Domain().Sizes()
	tables := 0
	for j, runs := range linop.NewBoxList(p.Workload.Operator(), sizes).Runs {
		if tables += len(runs) * sizes[j]; tables > maxWaveTables {
			return mechanism.Unfit(guide.Questions, "there are too many answers to work out their errors: ask for fewer")
		}
	}
	if _, fit := waveEdgesOf(p); !fit.OK() {
		return fit
	}
	return mechanism.Fit{}
}

// waveDigits returns how many binary digits the weights of a column's waves are rounded to: at most
// so many that sums over limits.MaxCountedRecords records stay below 2^62, and that no sum needs
// noise larger than can be drawn.
func waveDigits(p mechanism.Problem, cells int) int {
	const records, noiseRoom = 22, 30
	r := p.Effective().Float()
	all := min(records, int(math.Floor(noiseRoom-math.Log2(float64(cells))/2+math.Log2(r))))
	return all / len(p.Workload.Domain().Attributes())
}

func (m GaussianWaves) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	edges, _ := waveEdgesOf(p)
	list := linop.NewBoxList(p.Workload.Operator(), p.Workload.Domain().Sizes())
	var best *preparedWaves
	var needs []float64
	for _, axes := range waveChoices(p, m.Lattice) {
		q := &preparedWaves{Task: mechanism.Task{By: GaussianWaves{}.Info(), Problem: p}, cells: c, known: p.Known(c), axes: axes}
		need := waveNeeds(p, axes, list)
		q.design(ctx, edges, need, waveGlance)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if best == nil || q.total < best.total*(1-1e-6) {
			best, needs = q, need
		}
	}
	best.design(ctx, edges, needs, waveRounds)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := best.equip(edges); err != nil {
		return nil, err
	}
	best.estimate = best.Condition(best, best.known, best.variances(list).EstimateOf(list, best.known.Count > 0, noise.Gaussian), 1)
	return best, ctx.Err()
}

// preparedWaves is a product of waves.
type preparedWaves struct {
	mechanism.Task
	cells    mechanism.ComponentCells
	known    mechanism.KnownSums
	axes     []waveAxis
	shares   []float64 // by sum, how much of the budget it has, in proportion
	total    float64   // the error that the shares would have, in proportion
	groups   []waveGroup
	law      []int // group of each sum
	estimate accuracy.Estimate
}

// waveGroup is the noise of the sums of one share.
type waveGroup struct {
	share  float64
	rows   int
	change *big.Rat // at least the largest squared change of the group's sums along an edge
	law    noise.Law
}

func (q *preparedWaves) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedWaves) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	for _, g := range q.groups {
		out = append(out, mechanism.Noise{What: message.Sprintf("sums over all cells with the weights of waves, in whole parts"), Rows: g.rows, Sensitivity: new(big.Rat).Set(g.change), Law: g.law})
	}
	return out
}

// weights returns the variance of each sum's noise.
func (q *preparedWaves) weights() []float64 {
	out := make([]float64, len(q.law))
	for i, g := range q.law {
		out[i] = q.groups[g].law.Variance()
	}
	return out
}

func (q *preparedWaves) variances(list *linop.BoxList) *BoxVariances {
	return NewBoxVariances(q.axes, q.weights(), list, q.known.Count > 0)
}

// Combined returns the error of a sum of answers.
func (q *preparedWaves) Combined(terms []mechanism.Term) mechanism.Combined {
	known := q.known.Count > 0
	out := ProductSum{SpacesOf(q.axes), q.weights(), known, known}.Combined(q.Problem.Workload.Operator(), terms)
	out.Family = noise.Gaussian
	return q.Given(terms, out)
}

// Covary implements mechanism.Covarying.
func (q *preparedWaves) Covary(dst, w []float64) bool {
	covary := func(dst, w []float64) {
		copy(dst, w)
		q.alongLines(dst, func(a waveAxis, to, from []float64) {
			for v, c := range from {
				for i, taken := range a.inverse[v] {
					to[i] += taken * c
				}
			}
		})
		for i, v := range q.weights() {
			dst[i] *= v
		}
		q.alongLines(dst, waveAxis.restore)
	}
	covary(dst, w)
	if q.known.Count > 0 {
		lessTotal(dst, covary)
	}
	return true
}

func (q *preparedWaves) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := q.measure(counts.Counts())
	for g := range q.groups {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		q.addNoise(src, g, rows)
	}
	sums := q.known.Values(counts)
	return q.Answers(q.known, q.cellsOf(rows, sums), sums)
}

// addNoise adds the noise of a group's sums.
func (q *preparedWaves) addNoise(src noise.Source, group int, rows []int64) {
	own := make([]int64, 0, q.groups[group].rows)
	for i, g := range q.law {
		if g == group {
			own = append(own, rows[i])
		}
	}
	q.groups[group].law.Add(src, own, own)
	for i, g := range q.law {
		if g == group {
			rows[i], own = own[0], own[1:]
		}
	}
}

// measure returns the exact sums.
func (q *preparedWaves) measure(counts []int64) []int64 {
	rows := make([]int64, len(counts))
	copy(rows, counts)
	q.eachLine(func(a waveAxis, first, stride int) {
		line := make([]int64, a.size)
		for i, weights := range a.rows {
			for v, w := range weights {
				line[i] += w * rows[first+v*stride]
			}
		}
		for i, v := range line {
			rows[first+i*stride] = v
		}
	})
	return rows
}

// cellsOf returns the cells that noisy sums say, with the known number of people imposed.
func (q *preparedWaves) cellsOf(rows, sums []int64) []float64 {
	x := make([]float64, len(rows))
	for i, v := range rows {
		x[i] = float64(v)
	}
	q.alongLines(x, waveAxis.restore)
	if q.known.Count > 0 {
		total := 0.0
		for _, v := range sums {
			total += float64(v)
		}
		imposeTotal(x, total, q.axes, q.weights())
	}
	return x
}

// restore makes values of the sums of a column.
func (a waveAxis) restore(values, sums []float64) {
	for v, taken := range a.inverse {
		for i, w := range taken {
			values[v] += w * sums[i]
		}
	}
}

// alongLines replaces every line of cells along each column in turn by what do adds to zeros.
func (q *preparedWaves) alongLines(x []float64, do func(a waveAxis, to, from []float64)) {
	q.eachLine(func(a waveAxis, first, stride int) {
		to, from := make([]float64, a.size), make([]float64, a.size)
		for i := range from {
			from[i] = x[first+i*stride]
		}
		do(a, to, from)
		for i, v := range to {
			x[first+i*stride] = v
		}
	})
}

// eachLine calls do for every line of cells along each column in turn.
func (q *preparedWaves) eachLine(do func(a waveAxis, first, stride int)) {
	before, after := 1, len(q.law)
	for _, a := range q.axes {
		after /= a.size
		for b := range before {
			for i := range after {
				do(a, b*a.size*after+i, after)
			}
		}
		before *= a.size
	}
}
