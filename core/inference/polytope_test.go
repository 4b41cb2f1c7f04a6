package inference

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// margins are the sums of rows and columns of a table, and chain those of neighbours.
func margins(truth []int64, rows, columns int) []Sum {
	var sums []Sum
	for i := range rows {
		sums = append(sums, told(truth, runOf(i*columns, (i+1)*columns-1)))
	}
	for j := range columns {
		var cells []int32
		for i := range rows {
			cells = append(cells, int32(i*columns+j))
		}
		sums = append(sums, told(truth, cells))
	}
	return sums
}

func chain(truth []int64, run int) []Sum {
	var sums []Sum
	for i := 0; i+run <= len(truth); i++ {
		sums = append(sums, told(truth, runOf(i, i+run-1)))
	}
	return sums
}

func anySums(r *seeded.Source, truth []int64, n int) []Sum {
	var sums []Sum
	for range n {
		var cells []int32
		for u := range truth {
			if r.IntN(2) == 0 {
				cells = append(cells, int32(u))
			}
		}
		sums = append(sums, told(truth, cells))
	}
	return sums
}

// The nearest counts that meet sums: the sums are met, and no other counts that meet them are nearer, which their
// multipliers prove.
func TestCountsAreNearest(t *testing.T) {
	for seed := range uint64(seeded.Often(60, 600)) {
		r := seeded.New(seed, 31)
		rows, columns := 2+r.IntN(12), 2+r.IntN(12)
		truth := counts(r, rows*columns, []int64{1, 10, 1000}[r.IntN(3)])
		for i := range truth {
			if r.IntN(3) > 0 {
				truth[i] = 0
			}
		}
		var none []bool
		if r.IntN(2) == 0 {
			none = make([]bool, len(truth))
			for i, n := range truth {
				none[i] = n == 0 && r.IntN(2) == 0
			}
		}
		sums := [][]Sum{margins(truth, rows, columns), chain(truth, 2), chain(truth, 3), anySums(r, truth, 1+len(truth)/3)}[r.IntN(4)]
		if r.IntN(2) == 0 {
			sums = append(sums, told(truth, runOf(0, len(truth)-1)))
		}
		y := noisyOf(r, truth, []float64{1, 30, 5000}[r.IntN(3)])
		c := NewCounts(len(y), none, sums)
		z := append([]float64(nil), y...)
		if err := c.Project(z); err != nil {
			t.Fatal(err)
		}
		largest := 1.0
		for i, s := range sums {
			n := 0.0
			for _, u := range s.Cells {
				n += z[u]
			}
			largest = max(largest, float64(s.Total))
			if math.Abs(n-float64(s.Total)) > 1e-8*largest {
				t.Fatalf("seed %d: sum %d is %v, want %d", seed, i, n, s.Total)
			}
		}
		g := make([]float64, len(y))
		size, at := 0.0, 0.0
		for i := range y {
			if z[i] < -1e-9*largest || none != nil && none[i] && z[i] != 0 {
				t.Fatalf("seed %d: entry %d is %v", seed, i, z[i])
			}
			if g[i] = y[i] - z[i]; none != nil && none[i] {
				g[i] = 0
			}
			size += g[i] * g[i]
			at += g[i] * z[i]
		}
		for u, by := range c.grow {
			if by > 0 {
				g[u] = min(g[u], 0)
			}
		}
		if gap := c.Most(g) - at; math.Abs(gap) > 1e-4*(1+size) {
			t.Errorf("seed %d: the gap is %v of %v", seed, gap, size)
		}
	}
}

// The bound is one: no counts that meet the sums come to more.
func TestMostOfCounts(t *testing.T) {
	for seed := range uint64(seeded.Often(200, 2000)) {
		r := seeded.New(seed, 32)
		truth := counts(r, 12, 9)
		sums := [][]Sum{margins(truth, 3, 4), chain(truth, 2), anySums(r, truth, 5)}[r.IntN(3)]
		c := NewCounts(12, nil, append(sums, told(truth, runOf(0, 11))))
		g := noisyOf(r, truth, 20)
		z := make([]float64, len(g)) // the counts far along g come to nearly the most
		for i, v := range g {
			z[i] = 1000 * v
		}
		if err := c.Project(z); err != nil {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 { // and from what was projected before, whatever that was
			if err := c.Project(noisyOf(r, truth, 20)); err != nil {
				t.Fatal(err)
			}
		}
		most, at := c.Most(g), 0.0
		for i, n := range truth {
			at += g[i] * float64(n)
		}
		if at > most+1e-6*(1+math.Abs(most)) || dot(g, z) > most+1e-6*(1+math.Abs(most)) {
			t.Fatalf("seed %d: %v and %v, and at most %v", seed, at, dot(g, z), most)
		}
	}
}

// tables are the counts of two tables that share a column, one after the other, made from the same people, and what says that they
// share it.
func tables(r *seeded.Source, shared, one, other int) (truth []int64, balances []Balance) {
	truth = make([]int64, shared*(one+other))
	for range r.IntN(200) {
		at := r.IntN(1 + r.IntN(shared))
		truth[at*one+r.IntN(one)]++
		truth[shared*one+at*other+r.IntN(1+r.IntN(other))]++
	}
	for at := range shared {
		first := shared*one + at*other
		balances = append(balances, Balance{runOf(at*one, (at+1)*one-1), runOf(first, first+other-1)})
	}
	return truth, balances
}

// The nearest counts of tables that share a column agree on it, however much more easily those of one table move, and no others
// that agree are nearer.
func TestBalancedCountsAreNearest(t *testing.T) {
	for seed := range uint64(seeded.Often(60, 600)) {
		r := seeded.New(seed, 33)
		shared, one, other := 1+r.IntN(6), 1+r.IntN(6), 1+r.IntN(6)
		truth, balances := tables(r, shared, one, other)
		y := noisyOf(r, truth, []float64{1, 30, 500}[r.IntN(3)])
		var sums []Sum
		if r.IntN(2) == 0 {
			sums = []Sum{told(truth, runOf(0, shared*one-1)), told(truth, runOf(shared*one, len(truth)-1))}
		}
		c := NewCounts(len(y), nil, sums, balances...)
		weight := make([]float64, len(y))
		for u := range weight {
			if weight[u] = 1; u < shared*one {
				weight[u] = math.Pow(10, float64(r.IntN(2)*2))
			}
		}
		c.Ease(weight)
		z := append([]float64(nil), y...)
		if err := c.Project(z); err != nil {
			t.Fatal(err)
		}
		largest := 1.0
		for u, v := range z {
			if largest = max(largest, v); v < -1e-7*largest {
				t.Fatalf("seed %d: entry %d is %v", seed, u, v)
			}
		}
		for i, b := range balances {
			if off := over(b.One, z) - over(b.Other, z); math.Abs(off) > 1e-7*largest {
				t.Fatalf("seed %d: balance %d is off by %v", seed, i, off)
			}
		}
		// By any other counts of the region, as far as they can be made, the way there goes up.
		g, at := make([]float64, len(y)), 0.0
		for u := range g {
			g[u] = (y[u] - z[u]) / weight[u]
			at += g[u] * z[u]
		}
		for range 20 {
			t1, _ := tables(r, shared, one, other)
			way := -at
			for u, n := range t1 {
				way += g[u] * float64(n)
			}
			if len(sums) == 0 && way > 1e-6*(1+math.Abs(at)) {
				t.Fatalf("seed %d: other counts are nearer: %v", seed, way)
			}
		}
		if most := c.Most(g); len(sums) > 0 && math.Abs(most-at) > 1e-4*(1+math.Abs(at)) {
			t.Errorf("seed %d: the bound is %v, at the nearest it is %v", seed, most, at)
		}
	}
}
