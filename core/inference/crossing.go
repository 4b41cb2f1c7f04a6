package inference

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// crossing is a system of sums over unknown counts: row i says that the counts of its columns
// add up to right[i].
type crossing struct {
	rows   int
	right  []float64
	of     [][]int   // per row, its columns
	in     [][]int   // per column, its rows
	weight []float64 // per column, how many cells it has: the more, the easier it moves
	z      []float64 // the counts
	found  []int64   // made whole
}

// crossing returns the system of a block, with what is known on the right.
func (g *agreement) crossing(b block) *crossing {
	v := &crossing{rows: len(b.sums), right: make([]float64, len(b.sums)), of: make([][]int, len(b.sums))}
	row := make(map[int32]int, len(b.sums))
	for i, s := range b.sums {
		row[s] = i
		v.right[i] = float64(g.sums[s].Total)
		for _, k := range g.of[s] {
			if g.known[k] {
				v.right[i] -= float64(g.value[k])
			}
		}
	}
	for j, k := range b.sets {
		var own []int
		for _, s := range g.in[k] {
			i := row[s]
			own = append(own, i)
			v.of[i] = append(v.of[i], j)
		}
		v.in = append(v.in, own)
		v.weight = append(v.weight, float64(len(g.sets[k])))
		v.z = append(v.z, g.near[k])
	}
	return v
}

// settled is how far below zero a count may be, relative to the largest sum, when the projections end.
const settled = 1e-10

// project moves z to the closest counts, none below zero, that meet the sums, by Dykstra's projections on the
// two in turn. Sums are affine, so that only the step to zero needs a correction, and are met by solving for all at once:
// one by one, those of a long chain would hardly be met at all.
func (v *crossing) project() {
	sums := v.normal()
	largest := 1.0
	for _, n := range v.right {
		largest = max(largest, math.Abs(n))
	}
	below := make([]float64, len(v.z))
	for range agreeSweeps {
		sums.meet(v)
		if slices.Min(v.z) >= -settled*largest {
			break
		}
		for j, x := range v.z {
			x += below[j]
			v.z[j] = max(x, 0)
			below[j] = min(x, 0)
		}
	}
	sums.meet(v)
}

// normal is the normal equations of a system's sums: those of its rows that do not follow from others.
type normal struct {
	rows   []int
	solver mat.Cholesky
	left   *mat.VecDense
}

func (v *crossing) normal() *normal {
	products := mat.NewSymDense(v.rows, nil)
	for j, rows := range v.in {
		for _, a := range rows {
			for _, b := range rows {
				if a <= b {
					products.SetSym(a, b, products.At(a, b)+v.weight[j])
				}
			}
		}
	}
	var order mat.PivotedCholesky
	order.Factorize(products, tiny)
	n := &normal{rows: order.ColumnPivots(nil)[:order.Rank()]}
	n.left = mat.NewVecDense(len(n.rows), nil)
	own := mat.NewSymDense(len(n.rows), nil)
	for a, i := range n.rows {
		for b := a; b < len(n.rows); b++ {
			own.SetSym(a, b, products.At(i, n.rows[b]))
		}
	}
	n.solver.Factorize(own)
	return n
}

// meet moves the counts of a system to the nearest ones that meet its sums.
func (n *normal) meet(v *crossing) {
	for a, i := range n.rows {
		missing := v.right[i]
		for _, j := range v.of[i] {
			missing -= v.z[j]
		}
		n.left.SetVec(a, missing)
	}
	var by mat.VecDense
	if n.solver.SolveVecTo(&by, n.left) != nil && by.Len() == 0 {
		return
	}
	for a, i := range n.rows {
		for _, j := range v.of[i] {
			v.z[j] += v.weight[j] * by.AtVec(a)
		}
	}
}

// tiny tells numbers from whole ones.
const tiny = 1e-7

// toVertex moves z along directions that change no sum until as many counts as possible are
// whole: those left between whole numbers have independent columns. It keeps the inverse of a
// basis of columns, at first one of its own for every row.
func (v *crossing) toVertex() {
	inverse := make([][]float64, v.rows)
	basis := make([]int, v.rows) // column of each row's basis vector, -1 for the row's own
	for i := range inverse {
		inverse[i] = make([]float64, v.rows)
		inverse[i][i] = 1
		basis[i] = -1
	}
	low := make([]float64, len(v.z))
	for j, x := range v.z {
		low[j] = math.Floor(x + tiny)
	}
	column := make([]float64, v.rows)
	for j := range v.z {
		if v.z[j]-low[j] < tiny {
			v.z[j] = low[j]
			continue
		}
		clear(column)
		for _, i := range v.in[j] {
			for r := range column {
				column[r] += inverse[r][i]
			}
		}
		at := slices.IndexFunc(basis, func(b int) bool { return b < 0 })
		own := -1 // a row of its own that the column can take
		for r := at; r >= 0 && r < v.rows; r++ {
			if basis[r] < 0 && math.Abs(column[r]) > tiny && (own < 0 || math.Abs(column[r]) > math.Abs(column[own])) {
				own = r
			}
		}
		if own < 0 {
			if own = v.walk(j, low, basis, column); own < 0 {
				continue // it became whole itself
			}
		}
		pivot(inverse, column, own)
		basis[own] = j
	}
}

// walk changes column j by the least that makes it, or a column of the basis, whole, and the
// basis along with it so that no sum changes. It returns the row whose column became whole, or
// -1 for j itself.
func (v *crossing) walk(j int, low []float64, basis []int, column []float64) int {
	best, row := math.Inf(1), -1
	sign := 1.0
	try := func(step, direction float64, r int) {
		if step < best {
			best, row, sign = step, r, direction
		}
	}
	try(low[j]+1-v.z[j], 1, -1)
	try(v.z[j]-low[j], -1, -1)
	for r, b := range basis {
		if b < 0 || math.Abs(column[r]) <= tiny {
			continue
		}
		up, down := low[b]+1-v.z[b], v.z[b]-low[b]
		rate := column[r] // j up by one, b down by this
		if rate < 0 {
			up, down, rate = down, up, -rate
		}
		try(max(down, 0)/rate, 1, r)
		try(max(up, 0)/rate, -1, r)
	}
	v.z[j] += sign * best
	for r, b := range basis {
		if b >= 0 {
			v.z[b] -= sign * best * column[r]
		}
	}
	if row >= 0 {
		v.z[basis[row]] = math.Round(v.z[basis[row]])
	} else {
		v.z[j] = math.Round(v.z[j])
	}
	return row
}

// pivot brings a column, given in the present basis, into row at of the basis.
func pivot(inverse [][]float64, column []float64, at int) {
	scale := 1 / column[at]
	for i := range inverse[at] {
		inverse[at][i] *= scale
	}
	for r := range inverse {
		if r == at || column[r] == 0 {
			continue
		}
		for i, x := range inverse[at] {
			inverse[r][i] -= column[r] * x
		}
	}
}

// mend is how many counts are changed by one each, at most, to make up for rounding where the
// vertex is not whole, and mendTries how many ways of that are tried.
const (
	mend      = 6
	mendTries = 200_000
)

// whole rounds z and reports whether all sums are met.
func (v *crossing) whole() bool {
	v.found = make([]int64, len(v.z))
	for j, x := range v.z {
		v.found[j] = max(int64(math.Round(x)), 0)
	}
	missing := make([]int64, v.rows)
	for i, columns := range v.of {
		missing[i] = int64(v.right[i])
		for _, j := range columns {
			missing[i] -= v.found[j]
		}
	}
	for depth := range mend + 1 {
		tries := mendTries
		if v.mended(missing, depth, &tries) {
			return true
		}
	}
	return false
}

// mended looks for at most depth changes by one that make up for what is missing, beginning
// with the first sum that is not met.
func (v *crossing) mended(missing []int64, depth int, tries *int) bool {
	first := slices.IndexFunc(missing, func(n int64) bool { return n != 0 })
	if first < 0 {
		return true
	}
	if *tries--; depth == 0 || *tries < 0 {
		return false
	}
	step := int64(1)
	if missing[first] < 0 {
		step = -1
	}
	for _, j := range v.of[first] {
		if v.found[j]+step < 0 {
			continue
		}
		v.move(missing, j, step)
		if v.mended(missing, depth-1, tries) {
			return true
		}
		v.move(missing, j, -step)
	}
	return false
}

func (v *crossing) move(missing []int64, j int, step int64) {
	v.found[j] += step
	for _, i := range v.in[j] {
		missing[i] -= step
	}
}
