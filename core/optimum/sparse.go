package optimum

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// neighbours is a symmetric matrix by those entries that are not zero: its own or, where these are fewer, those of its differences between
// neighbours along both sides. Of a Gram matrix of runs an entry of the latter is not zero only where runs begin or end.
type neighbours struct {
	differences bool
	first       []int // by row, of its entries, and last of all how many there are
	column      []int
	at          []float64
	sums        []float64 // room for a row
}

func neighboursOf(g blas64.Symmetric) neighbours {
	at := func(i, j int) float64 {
		if i < 0 || j < 0 {
			return 0
		}
		return g.Data[min(i, j)*g.Stride+max(i, j)]
	}
	own := neighboursBy(g.N, at)
	between := neighboursBy(g.N, func(i, j int) float64 { return at(i, j) - at(i-1, j) - at(i, j-1) + at(i-1, j-1) })
	if len(own.at) <= len(between.at) {
		return own
	}
	between.differences, between.sums = true, make([]float64, g.N)
	return between
}

func neighboursBy(n int, at func(i, j int) float64) neighbours {
	out := neighbours{first: make([]int, 1, n+1)}
	for i := range n {
		for j := range n {
			if v := at(i, j); v != 0 {
				out.column, out.at = append(out.column, j), append(out.at, v)
			}
		}
		out.first = append(out.first, len(out.at))
	}
	return out
}

// multiply writes rows times the matrix.
func (m neighbours) multiply(dst, rows []float64) {
	n := len(m.first) - 1
	for start := 0; start < len(rows); start += n {
		from, to := rows[start:][:n], dst[start:][:n]
		if m.differences {
			sum := 0.0
			for i, v := range slices.Backward(from) {
				sum += v
				m.sums[i] = sum
			}
			from = m.sums
		}
		before := 0.0
		for i := range to {
			sum := 0.0
			for k := m.first[i]; k < m.first[i+1]; k++ {
				sum += m.at[k] * from[m.column[k]]
			}
			if m.differences {
				sum += before
				before = sum
			}
			to[i] = sum
		}
	}
}

// envelope is the Cholesky factor of a matrix by rows, each from its first entry that is not zero on: few numbers where edges join unknowns
// that are near each other, or all with the last.
type envelope struct {
	first []int
	rows  [][]float64
}

func envelopeOf(m *mat.SymDense) envelope {
	n := m.SymmetricDim()
	f := envelope{make([]int, n), make([][]float64, n)}
	for i := range n {
		for m.At(i, f.first[i]) == 0 {
			f.first[i]++
		}
		row := make([]float64, i-f.first[i]+1)
		for j := f.first[i]; j <= i; j++ {
			from, of := max(f.first[i], f.first[j]), row
			if j < i {
				of = f.rows[j]
			}
			v := m.At(i, j) - dot(row[from-f.first[i]:j-f.first[i]], of[from-f.first[j]:j-f.first[j]])
			if j < i {
				row[j-f.first[i]] = v / of[j-f.first[j]]
			} else {
				row[j-f.first[i]] = math.Sqrt(v)
			}
		}
		f.rows[i] = row
	}
	return f
}

// solve replaces a vector by the solution for it.
func (f envelope) solve(x []float64) {
	for i, row := range f.rows {
		before := x[f.first[i] : i+1]
		last := len(row) - 1
		for j, v := range row[:last] {
			before[last] -= v * before[j]
		}
		before[last] /= row[last]
	}
	for i, row := range slices.Backward(f.rows) {
		before := x[f.first[i] : i+1]
		last := len(row) - 1
		before[last] /= row[last]
		for j, v := range row[:last] {
			before[j] -= v * before[last]
		}
	}
}
