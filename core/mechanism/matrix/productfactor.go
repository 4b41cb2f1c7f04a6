package matrix

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// measuredColumn is how a product measures along one column: by whole-number combinations of its values, on level
// 0, or by their sum, on level 1. With M the Gram matrix of the combinations and 1 the sum, the spaces of
// least squares are, in the same order, what is at right angles to M⁻¹1, and the line along it.
type measuredColumn struct {
	size, rows int
	matrix     []int64 // by rows
	// norm is the largest sum of absolute entries of a value, and moved the largest change along an edge of
	// the column's own part; 0 where it has none.
	norm, moved int64
	// inverse makes the values of the combinations by least squares: M⁻¹Aᵀ.
	inverse *mat.Dense
	line    []float64 // M⁻¹1
	all     float64   // 1ᵀM⁻¹1
	// before are the sums of M⁻¹ over the first values both ways, and lineBefore of the line over the first.
	before     []float64
	lineBefore []float64
}

// maxCondition is the condition number of a column's combinations above which too much of what they tell
// is lost.
const maxCondition = 1e6

// newMeasuredColumn makes whole numbers of rows with so many binary digits, or measures every value by
// itself where they do not tell the values apart any more.
func newMeasuredColumn(found *mat.Dense, digits float64, pairs [][2]int) (*measuredColumn, error) {
	rows, n := found.Dims()
	f := &measuredColumn{size: n, rows: rows, matrix: make([]int64, rows*n)}
	lattice, small := smallNumbers(found)
	if !small || math.Log2(mat.Max(absolute(found))*lattice) > digits {
		lattice = math.Exp2(math.Floor(digits - math.Log2(mat.Max(absolute(found)))))
	}
	whole := mat.NewDense(rows, n, nil)
	for i := range rows {
		for u, v := range found.RawRowView(i) {
			v = math.Round(v * lattice)
			f.matrix[i*n+u] = int64(v)
			whole.Set(i, u, v)
		}
	}
	var factors mat.QR
	factors.Factorize(whole)
	if single := unitRows(n); factors.Cond() > maxCondition && !mat.Equal(found, single) {
		return newMeasuredColumn(single, digits, pairs)
	}
	f.inverse = mat.NewDense(n, rows, nil)
	if err := factors.SolveTo(f.inverse, false, unitRows(rows)); err != nil {
		return nil, message.Errorf("the combinations do not tell the values of a column apart: use another method: %w", err)
	}
	f.bound(pairs)
	f.sumUp()
	return f, nil
}

// unitRows returns a row for each of so many values.
func unitRows(n int) *mat.Dense {
	out := mat.NewDense(n, n, nil)
	for i := range n {
		out.Set(i, i, 1)
	}
	return out
}

// bound works out the largest changes, exactly.
func (f *measuredColumn) bound(pairs [][2]int) {
	columns := make([][]int64, f.size)
	for u := range columns {
		columns[u] = make([]int64, f.rows)
		for i := range columns[u] {
			columns[u][i] = f.matrix[i*f.size+u]
		}
		f.norm = max(f.norm, distance(columns[u], nil))
	}
	for _, p := range pairs {
		f.moved = max(f.moved, distance(columns[p[0]], columns[p[1]]))
	}
}

func (f *measuredColumn) sumUp() {
	n := f.size
	var gram mat.SymDense // M⁻¹
	gram.SymOuterK(1, f.inverse)
	f.line, f.lineBefore, f.before = make([]float64, n), make([]float64, n+1), make([]float64, (n+1)*(n+1))
	for u := range n {
		row := 0.0
		for v := range n {
			row += gram.At(u, v)
			f.before[(u+1)*(n+1)+v+1] = f.before[u*(n+1)+v+1] + row
		}
		f.line[u] = row
		f.lineBefore[u+1] = f.lineBefore[u] + row
	}
	f.all = f.lineBefore[n]
}

func (f *measuredColumn) Cells() int { return f.size }

func (f *measuredColumn) Levels() int {
	if f.size == 1 {
		return 1
	}
	return 2
}

// Of returns the variance of a run's sum under least squares of the combinations alone with noise of
// variance one, and its covariance with the sum of all values.
func (f *measuredColumn) Of(r linop.Interval) (variance, covariance float64) {
	n := f.size + 1
	a, b := r.Lo, r.Hi+1
	variance = f.before[b*n+b] - f.before[a*n+b] - f.before[b*n+a] + f.before[a*n+a]
	return variance, f.lineBefore[b] - f.lineBefore[a]
}

func (f *measuredColumn) Parts(r linop.Interval) []float64 {
	variance, covariance := f.Of(r)
	if f.Levels() == 1 {
		return []float64{variance}
	}
	line := covariance * covariance / f.all
	return []float64{max(variance-line, 0), line}
}

func (f *measuredColumn) Along(r linop.Interval) []float64 {
	_, covariance := f.Of(r)
	if f.Levels() == 1 {
		return []float64{covariance}
	}
	return []float64{0, covariance}
}

// pairsOfColumn returns the pairs of values of a column that a part of it alone joins.
func pairsOfColumn(p *policy.Policy, column int) (out [][2]int) {
	for _, part := range p.Parts() {
		if len(part.Attributes()) > 1 {
			continue
		}
		if j, _ := p.Domain().Position(part.Attributes()[0].Name()); j != column {
			continue
		}
		for u := range part.Size() {
			part.Neighbours(u, func(v int, _ weighted.Weight) bool {
				if u < v {
					out = append(out, [2]int{u, v})
				}
				return true
			})
		}
	}
	return out
}

// EachRow lists products of columns: of every group the products of one row of each column, its own
// combinations or the sum of all values.
func (q *preparedProduct) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	for _, g := range q.Groups {
		rows := make([]int, len(q.factors))
		for j, f := range q.factors {
			if rows[j] = 1; g.Levels[j] == 0 {
				rows[j] = f.rows
			}
		}
		factor := func(j, i int) []int64 {
			f := q.factors[j]
			if g.Levels[j] == 0 {
				return f.matrix[i*f.size : (i+1)*f.size]
			}
			return slices.Repeat([]int64{1}, f.size)
		}
		if !box.EachProduct(rows, factor, func(of []int64) bool { return yield(mechanism.RunsOfRow(of), g.Law) }) {
			return
		}
	}
	q.EachKnown(q.known, yield)
}
