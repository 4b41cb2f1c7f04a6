package optimum

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// wheel is errors of the cells of a table that add up to zero, cells of which are counted modulo size and are interchangeable, as
// are signs: a linear program over them bounds the error of every method whose errors are whole numbers.
type wheel struct{ cells, size int }

// key names errors up to what is interchangeable: that of from and to apart from the others, where a pair is about them.
func (w wheel) key(from, to int, rest []int) string {
	named := func(from, to int, sign int) string {
		others := make([]int, len(rest))
		for i, z := range rest {
			others[i] = w.mod(sign * z)
		}
		slices.Sort(others)
		return fmt.Sprint(w.mod(from), w.mod(to), others)
	}
	return min(named(from, to, 1), named(-to, -from, -1))
}

func (w wheel) mod(z int) int { return (z%w.size + w.size) % w.size }

// square returns the least squared error that has these remainders.
func (w wheel) square(z []int) float64 {
	over := 0
	near := make([]int, len(z))
	for i, x := range z {
		if near[i] = x; 2*x > w.size {
			near[i] -= w.size
		}
		over += near[i]
	}
	slices.Sort(near)
	for ; over > 0; over -= w.size { // the largest is cheapest to make smaller
		near[len(near)-1] -= w.size
		slices.Sort(near)
	}
	for ; over < 0; over += w.size {
		near[0] += w.size
		slices.Sort(near)
	}
	sum := 0
	for _, x := range near {
		sum += x * x
	}
	return float64(sum)
}

// every calls do for each list of rising errors that add up to zero, unless their opposites came before.
func (w wheel) every(do func(z []int)) {
	seen := make(map[string]bool)
	var grow func(z []int, sum int)
	grow = func(z []int, sum int) {
		if len(z) == w.cells {
			if name := w.key(0, 0, z); sum%w.size == 0 && !seen[name] {
				seen[name] = true
				do(z)
			}
			return
		}
		least := 0
		if len(z) > 0 {
			least = z[len(z)-1]
		}
		for x := least; x < w.size; x++ {
			grow(append(z, x), sum+x)
		}
	}
	grow(nil, 0)
}

// bound returns a lower bound on the error of the whole table, by the dual of the linear program: repeated round and round, what
// it sends along the secret pairs keeps the inequalities of all whole numbers. What is left of them after rounding is taken off.
func (w wheel) bound(t *testing.T, loss float64) float64 {
	t.Helper()
	var squares []float64
	var rows []map[int]float64
	number := make(map[string]int)
	w.every(func(z []int) {
		squares = append(squares, w.square(z))
		row := make(map[int]float64)
		for u := range z {
			for v := range z {
				if u == v {
					continue
				}
				rest := make([]int, 0, w.cells)
				for i, x := range z {
					if i != u && i != v {
						rest = append(rest, x)
					}
				}
				along := func(from, to int, by float64) {
					name := w.key(from, to, rest)
					if _, there := number[name]; !there {
						number[name] = len(number)
					}
					row[number[name]] += by
				}
				along(z[u], z[v], 1)
				along(z[u]-1, z[v]+1, -math.Exp(loss))
			}
		}
		rows = append(rows, row)
	})
	n, pairs := len(rows), len(number)
	a, cost, basis := mat.NewDense(n, 1+pairs+n, nil), make([]float64, 1+pairs+n), make([]int, n)
	cost[0] = -1
	for i, row := range rows {
		a.Set(i, 0, 1)
		for j, by := range row {
			a.Set(i, 1+j, -by)
		}
		a.Set(i, 1+pairs+i, 1)
		basis[i] = 1 + pairs + i
	}
	_, x, err := lp.Simplex(cost, a, squares, 1e-9, basis)
	if err != nil {
		t.Fatal(err)
	}
	left := math.Inf(1)
	for i, row := range rows {
		sum := squares[i]
		for j, by := range row {
			sum += by * max(x[1+j], 0)
		}
		left = min(left, sum)
	}
	return left
}

// The bound of a table is below what linear programs say of methods whose errors are whole numbers, and near it where losses are
// small: less is left out by it that is smaller than a step. Two cells have the very least.
func TestTableAgainstLinearPrograms(t *testing.T) {
	for _, c := range []struct {
		wheel
		loss, near float64
	}{{wheel{2, 50}, 1, 0.99999}, {wheel{3, 24}, 1, 0.95}, {wheel{3, 30}, 0.6, 0.98}, {wheel{4, 16}, 1, 0.89}} {
		got, exact := Table(c.cells, c.loss), c.bound(t, c.loss)/float64(c.cells)
		if got > exact*(1+1e-6) || got < exact*c.near {
			t.Errorf("%d cells and a loss of %v: %v, by the linear program %v", c.cells, c.loss, got, exact)
		}
	}
}
