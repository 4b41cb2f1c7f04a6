package inference

import (
	"math"
	"slices"
)

// crossing is a system of sums over unknown counts: row i says that the counts of its columns
// add up to right[i].
type crossing struct {
	rows   int
	right  []float64
	of     [][]int32 // per row, its columns
	in     [][]int32 // per column, its rows
	weight []float64 // per column, how many cells it has: the more, the easier it moves
	z      []float64 // the counts
	found  []int64   // made whole
}

// crossing returns the system of a block, with what is known on the right.
func (g *agreement) crossing(b block) *crossing {
	v := &crossing{rows: len(b.sums), right: make([]float64, len(b.sums)), of: make([][]int32, len(b.sums))}
	row := make(map[int32]int32, len(b.sums))
	for i, s := range b.sums {
		row[s] = int32(i)
		v.right[i] = float64(g.sums[s].Total)
		for _, k := range g.of[s] {
			if g.known[k] {
				v.right[i] -= float64(g.value[k])
			}
		}
	}
	for j, k := range b.sets {
		var own []int32
		for _, s := range g.in[k] {
			i := row[s]
			own = append(own, i)
			v.of[i] = append(v.of[i], int32(j))
		}
		v.in = append(v.in, own)
		v.weight = append(v.weight, float64(len(g.sets[k])))
		v.z = append(v.z, g.near[k])
	}
	return v
}

// project moves z to the closest counts, none below zero, that meet the sums.
func (v *crossing) project() error {
	c := &Counts{right: v.right, of: slices.Clone(v.of), in: slices.Clone(v.in), weight: v.weight, moving: make([]bool, len(v.z))}
	c.prepare()
	return c.Project(v.z)
}

// tiny tells numbers from whole ones.
const tiny = 1e-7

// toVertex moves z along directions that change no sum until as many counts as possible are
// whole: those left between whole numbers have independent columns. It keeps the inverse of a
// basis of columns, at first one of its own for every row. Each try takes the counts in another order.
func (v *crossing) toVertex(try int) {
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
	for at := range v.z {
		j := v.place(try, at)
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
		own := -1 // a row of its own that the column can take
		for r := range v.rows {
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

// place returns the count that is moved at a place in the order of a try: all one after another at first, then in steps of which
// none falls on a count twice.
func (v *crossing) place(try, at int) int {
	n := len(v.z)
	step := try + 1
	for gcd(step, n) > 1 {
		step++
	}
	return (try + at*step) % n
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
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
// vertex is not whole.
const mend = 6

// whole rounds z and reports whether all sums are met, trying so many ways of that for each number of changes.
func (v *crossing) whole(mendTries int) bool {
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

func (v *crossing) move(missing []int64, j int32, step int64) {
	v.found[j] += step
	for _, i := range v.in[j] {
		missing[i] -= step
	}
}
