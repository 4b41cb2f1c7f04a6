package box

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/mechanism"
)

// space is a column as what adds up over boxes sees it: every sum over a run of its values has a part
// in each of some spaces, in which the noise is the same in all directions.
type space interface {
	// Cells is the number of values, levels that of spaces.
	Cells() int
	Levels() int
	// Parts returns, for the sum over a run, its squared length in each space.
	Parts(r linop.Interval) []float64
	// Along returns, for the sum over a run, its product with the sum of all values there.
	Along(r linop.Interval) []float64
}

// SpacesOf returns columns as spaces.
func SpacesOf[A space](axes []A) []space {
	out := make([]space, len(axes))
	for j, a := range axes {
		out[j] = a
	}
	return out
}

// waveAxis is a column measured by weighted sums of its values, one for each wave. Every wave is a
// space of its own.
type waveAxis struct {
	size int
	rows [][]int64 // by wave and value
	// inverse has for every value how much it takes of each wave's sum, upTo the same for the sums of
	// the first values.
	inverse, upTo [][]float64
}

func (a waveAxis) Cells() int  { return a.size }
func (a waveAxis) Levels() int { return a.size }

// taken returns how much the sum over a run takes of each wave's sum.
func (a waveAxis) taken(r linop.Interval) []float64 {
	out := make([]float64, a.size)
	for i := range out {
		out[i] = a.upTo[r.Hi+1][i] - a.upTo[r.Lo][i]
	}
	return out
}

func (a waveAxis) Parts(r linop.Interval) []float64 {
	out := a.taken(r)
	for i, v := range out {
		out[i] = v * v
	}
	return out
}

func (a waveAxis) Along(r linop.Interval) []float64 {
	out, all := a.taken(r), a.upTo[a.size]
	for i := range out {
		out[i] *= all[i]
	}
	return out
}

// waves are kinds of weights for a column of so many values: that of wave i at value v, at most 1 in size.
type waves func(i, v, size int) float64

// sines are the eigenvectors of the Gram matrix of all ranges: it is size+1 times the inverse of the
// path's second differences.
func sines(i, v, size int) float64 {
	return math.Sin(math.Pi * float64(i+1) * float64(v+1) / float64(size+1))
}

// cosines begin with the sum of all values, and are as good as any others where all pairs of values are
// secret and the answers are single values and their sum.
func cosines(i, v, size int) float64 {
	return math.Cos(math.Pi * float64(i) * (float64(v) + 0.5) / float64(size))
}

// newWaveAxis rounds weights to so many binary digits. It returns false where the rounded ones do not
// tell the values apart.
func newWaveAxis(size int, w waves, digits int) (waveAxis, bool) {
	a := waveAxis{size: size, rows: make([][]int64, size)}
	dense := mat.NewDense(size, size, nil)
	for i := range a.rows {
		a.rows[i] = make([]int64, size)
		for v := range a.rows[i] {
			a.rows[i][v] = int64(math.Round(math.Ldexp(w(i, v, size), digits)))
			dense.Set(i, v, float64(a.rows[i][v]))
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(dense); err != nil {
		return a, false
	}
	a.fill(&inverse)
	return a, true
}

// newValueAxis counts the values one by one.
func newValueAxis(size int) waveAxis {
	a := waveAxis{size: size, rows: make([][]int64, size)}
	one := mat.NewDense(size, size, nil)
	for i := range a.rows {
		a.rows[i] = make([]int64, size)
		a.rows[i][i] = 1
		one.Set(i, i, 1)
	}
	a.fill(one)
	return a
}

func (a *waveAxis) fill(inverse *mat.Dense) {
	a.upTo = append(a.upTo, make([]float64, a.size))
	for v := range a.size {
		row := append([]float64(nil), inverse.RawRowView(v)...)
		a.inverse = append(a.inverse, row)
		sum := append([]float64(nil), a.upTo[v]...)
		for i, c := range row {
			sum[i] += c
		}
		a.upTo = append(a.upTo, sum)
	}
}

// waveChoices returns the waves that are tried, one kind per column in each.
func waveChoices(p mechanism.Problem, l mechanism.Lattice) [][]waveAxis {
	attrs := p.Workload.Domain().Attributes()
	cells := 1
	for _, a := range attrs {
		cells *= a.Size()
	}
	digits := l.Digits(waveDigits(p, cells))
	out := [][]waveAxis{nil}
	for _, a := range attrs {
		var next [][]waveAxis
		for _, own := range wavesFor(a, digits) {
			for _, axes := range out {
				next = append(next, append(append([]waveAxis(nil), axes...), own))
			}
		}
		out = next
	}
	return out
}

// wavesFor returns the kinds of waves that are tried for a column.
func wavesFor(a *domain.Attribute, digits int) (out []waveAxis) {
	kinds := []waves{cosines}
	if a.HasOrder() {
		kinds = []waves{sines}
	}
	if a.Size() == 1 {
		return []waveAxis{newValueAxis(1)}
	}
	for _, w := range kinds {
		if axis, ok := newWaveAxis(a.Size(), w, digits); ok {
			out = append(out, axis)
		}
	}
	return append(out, newValueAxis(a.Size()))
}

// EachRow lists waves: the products of one row of each column.
func (q *preparedWaves) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	place, rows := 0, make([]int, len(q.axes))
	for j, a := range q.axes {
		rows[j] = a.size
	}
	wave := func(j, i int) []int64 { return q.axes[j].rows[i] }
	if EachProduct(rows, wave, func(of []int64) bool {
		place++
		return yield(mechanism.RunsOfRow(of), q.groups[q.law[place-1]].law)
	}) {
		q.EachKnown(q.known, yield)
	}
}
