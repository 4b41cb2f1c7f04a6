package linop

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// entries builds a matrix from the definition of its entries.
func entries(rows, columns int, at func(i, j int) int64) [][]int64 {
	m := make([][]int64, rows)
	for i := range m {
		m[i] = make([]int64, columns)
		for j := range m[i] {
			m[i][j] = at(i, j)
		}
	}
	return m
}

// dense is an operator by its entries.
type dense [][]int64

func (d dense) Rows() int    { return len(d) }
func (d dense) Columns() int { return len(d[0]) }

func (d dense) Row(i int, yield func(column int, value int64)) {
	for j, v := range d[i] {
		if v != 0 {
			yield(j, v)
		}
	}
}

func (d dense) Column(j int, yield func(row int, value int64)) {
	for i := range d {
		if d[i][j] != 0 {
			yield(i, d[i][j])
		}
	}
}

func (d dense) Apply(dst, x []int64)        { product(dst, x, d) }
func (d dense) ApplyFloat(dst, x []float64) { product(dst, x, d) }

func product[T number](dst, x []T, d dense) {
	for i, row := range d {
		dst[i] = 0
		for j, v := range row {
			dst[i] += T(v) * x[j]
		}
	}
}

// drawDense draws a matrix.
func drawDense(t *rapid.T, columns int) dense {
	return entries(rapid.IntRange(1, 3).Draw(t, "rows"), columns, func(int, int) int64 {
		return int64(rapid.IntRange(-2, 2).Draw(t, "entry"))
	})
}

// structured draws an operator of every family that is made of others or of columns.
func structured(t *rapid.T) []example {
	sizes := rapid.SliceOfN(rapid.IntRange(1, 3), 1, 3).Draw(t, "sizes")
	b := newBox(sizes)
	k := b.cells
	tables := make([][]int64, len(sizes))
	var tabled []int
	var factors []Operator
	for j, n := range sizes {
		factors = append(factors, drawDense(t, n))
		if rapid.Bool().Draw(t, "tabled") {
			tabled = append(tabled, j)
			tables[j] = drawDense(t, n)[0]
		}
	}
	var sets [][]int
	rows := [][]int64{}
	for range rapid.IntRange(0, 3).Draw(t, "sets") {
		set := []int{}
		combinations := [][]int{{}}
		for j, n := range sizes {
			if !rapid.Bool().Draw(t, "in the set") {
				continue
			}
			set = append(set, j)
			var longer [][]int
			for _, c := range combinations {
				for v := range n {
					longer = append(longer, append(append([]int{}, c...), v))
				}
			}
			combinations = longer
		}
		sets = append(sets, set)
		for _, c := range combinations {
			row := make([]int64, k)
			for u := range row {
				row[u] = 1
				for i, j := range set {
					if b.value(u, j) != c[i] {
						row[u] = 0
					}
				}
			}
			rows = append(rows, row)
		}
	}
	add := func(j, u int) int64 { return tables[j][b.value(u, j)] }
	weights := drawDense(t, k)
	one, two := drawDense(t, k), drawDense(t, k)
	products := entries(rowsOf(factors), k, func(i, u int) int64 {
		p := int64(1)
		for j := len(sizes) - 1; j >= 0; j-- {
			n := factors[j].Rows()
			p *= factors[j].(dense)[i%n][b.value(u, j)]
			i /= n
		}
		return p
	})
	boxes, inside := drawBoxes(t, b)
	runs, products2 := drawRuns(t, b)
	possible := rapid.SliceOfN(rapid.Bool(), k, k).Draw(t, "possible")
	var lifted []int // columns in any order
	for j := range sizes {
		if rapid.Bool().Draw(t, "lifted") {
			lifted = append(lifted, j)
			if at := rapid.IntRange(0, len(lifted)-1).Draw(t, "place"); true {
				lifted[at], lifted[len(lifted)-1] = lifted[len(lifted)-1], lifted[at]
			}
		}
	}
	own := 1
	for _, j := range lifted {
		own *= sizes[j]
	}
	low := drawDense(t, own)
	return []example{
		{"lifted", Lift(low, sizes, lifted), entries(low.Rows(), k, func(i, u int) int64 {
			at := 0
			for _, j := range lifted {
				at = at*sizes[j] + b.value(u, j)
			}
			return low[i][at]
		})},
		{"boxes", NewBoxes(sizes, boxes), inside},
		{"every box", EveryBox(runs), products2},
		{"crosstab", NewCrosstab(sizes, nil), totals(b, func(int) bool { return true })},
		{"crosstab of the possible", NewCrosstab(sizes, func(u int) bool { return possible[u] }), totals(b, func(u int) bool { return possible[u] })},
		{"linear", NewLinear(weights[0]), weights[:1]},
		{"weighed", NewWeighed(one, weights[0]), entries(one.Rows(), k, func(i, u int) int64 { return one[i][u] * weights[0][u] })},
		{"sums", NewSums(sizes, tables), entries(len(tabled), k, func(i, u int) int64 { return add(tabled[i], u) })},
		{"sum", NewSum(sizes, tables), entries(1, k, func(_, u int) (a int64) {
			for _, j := range tabled {
				a += add(j, u)
			}
			return a
		})},
		{"marginals", NewMarginals(sizes, sets), rows},
		{"stack", NewStack(one, two), append(append([][]int64{}, one...), two...)},
		{"kronecker", NewKronecker(factors...), products},
	}
}

// drawBoxes draws boxes and the matrix of what they hold.
func drawBoxes(t *rapid.T, b box) ([][]Interval, [][]int64) {
	list := make([][]Interval, rapid.IntRange(0, 3).Draw(t, "boxes"))
	for i := range list {
		for _, n := range b.sizes {
			lo := rapid.IntRange(0, n-1).Draw(t, "from")
			list[i] = append(list[i], Interval{lo, rapid.IntRange(lo, n-1).Draw(t, "to")})
		}
	}
	return list, entries(len(list), b.cells, func(i, u int) int64 { return held(list[i], b, u) })
}

func held(runs []Interval, b box, u int) int64 {
	for j, r := range runs {
		if v := b.value(u, j); v < r.Lo || v > r.Hi {
			return 0
		}
	}
	return 1
}

// drawRuns draws runs for each column and the matrix of their combinations.
func drawRuns(t *rapid.T, b box) ([]Intervals, [][]int64) {
	var runs []Intervals
	combinations := [][]Interval{{}}
	for _, n := range b.sizes {
		v := Every(n, rapid.IntRange(1, n).Draw(t, "regular"))
		if rapid.Bool().Draw(t, "prefixes") {
			v = Prefixes(n, n)
		}
		runs = append(runs, v)
		var longer [][]Interval
		for _, c := range combinations {
			for i := range v.Rows() {
				longer = append(longer, append(append([]Interval{}, c...), v.At(i)))
			}
		}
		combinations = longer
	}
	return runs, entries(len(combinations), b.cells, func(i, u int) int64 { return held(combinations[i], b, u) })
}

// totals returns the table with its totals, by the definition of its entries: each column's
// values and then, where there are several, all of them.
func totals(b box, possible func(u int) bool) [][]int64 {
	combinations := [][]Interval{{}}
	for _, n := range b.sizes {
		var longer [][]Interval
		for _, c := range combinations {
			for v := range n {
				longer = append(longer, append(append([]Interval{}, c...), Interval{v, v}))
			}
			if n > 1 {
				longer = append(longer, append(append([]Interval{}, c...), Interval{0, n - 1}))
			}
		}
		combinations = longer
	}
	rows := [][]int64{}
	for _, c := range combinations {
		any := false
		row := entries(1, b.cells, func(_, u int) int64 {
			any = any || held(c, b, u) == 1 && possible(u)
			return held(c, b, u)
		})
		if any {
			rows = append(rows, row[0])
		}
	}
	return rows
}

func rowsOf(factors []Operator) int {
	n := 1
	for _, f := range factors {
		n *= f.Rows()
	}
	return n
}

// Operators tell which of the families they are.
func TestFamiliesOfSome(t *testing.T) {
	for _, c := range []struct {
		op         Intervals
		every, has int // cells in all runs, -1 for none; prefix sums before the cells
	}{
		{Every(5, 4), 4, 5},
		{Every(5, 5), 5, 5},
		{Prefixes(5, 3), -1, 5},
		{PrefixesThenCells(5, 3), -1, 3},
		{Ranges(5, nil), -1, 5},
	} {
		n, ok := c.op.OfEvery()
		if !ok {
			n = -1
		}
		if n != c.every || c.op.ThenCells() != c.has {
			t.Errorf("%v: every run of %d cells, %d prefix sums; want %d and %d", c.op, n, c.op.ThenCells(), c.every, c.has)
		}
	}
}

// Which boxes hold a cell is the same by marks as by going through all boxes.
func TestBoxesByMarks(t *testing.T) {
	const east, north = 9, 7
	var list [][]Interval
	for i := range 150 {
		x, y := i%east, (i*5)%north
		list = append(list, []Interval{{x, min(x+i%4, east-1)}, {y, min(y+i%3, north-1)}})
	}
	marked := NewBoxes([]int{east, north}, list)
	through := marked
	through.holds = nil
	for cell := range east * north {
		var by, all []int
		marked.Column(cell, func(row int, _ int64) { by = append(by, row) })
		through.Column(cell, func(row int, _ int64) { all = append(all, row) })
		if !slices.Equal(by, all) {
			t.Fatalf("cell %d: %v, by going through all %v", cell, by, all)
		}
	}
}
