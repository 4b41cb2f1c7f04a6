package constraint

import (
	"slices"
	"testing"

	"steward/core/seeded"
)

func random(r *seeded.Source, n int, chance float64) graph {
	g := newGraph(n)
	for u := range n {
		for v := range u {
			if r.Float64() < chance {
				g.join(u, v)
			}
		}
	}
	return g
}

// cycleByTrying returns the length of a longest cycle by following every path.
func cycleByTrying(g graph) int {
	best := 0
	used := make([]bool, g.n)
	var walk func(start, at, length int)
	walk = func(start, at, length int) {
		used[at] = true
		g.neighbours(at, func(v int) bool {
			if v == start {
				best = max(best, length)
			} else if v > start && !used[v] {
				walk(start, v, length+1)
			}
			return true
		})
		used[at] = false
	}
	for s := range g.n {
		walk(s, s, 1)
	}
	return best
}

func TestLongestCycleByTrying(t *testing.T) {
	r := seeded.New(7, 1)
	for range 600 {
		g := random(r, 1+r.IntN(9), []float64{0.15, 0.3, 0.5, 0.8}[r.IntN(4)])
		got, want := g.longestCycle(), cycleByTrying(g)
		if got.edges != want || !got.exact {
			t.Fatalf("%v: %+v, want %d", g.rows, got, want)
		}
	}
}

// Beyond the exact search the length is a bound, and exact only where it is.
func TestLongestCycleOfLargeGraphs(t *testing.T) {
	const n = 40
	ring, path, star, sides := newGraph(n), newGraph(n), newGraph(n), newGraph(n)
	for u := range n {
		ring.join(u, (u+1)%n)
		star.join(0, u)
		if u > 0 {
			path.join(u-1, u)
		}
		for v := range 12 { // 12 on one side, 28 on the other
			if u >= 12 {
				sides.join(u, v)
			}
		}
	}
	complete := newGraph(n)
	complete.fill()
	squared := newGraph(n)
	for u := range n {
		squared.join(u, min(u+1, n-1))
		squared.join(u, min(u+2, n-1))
	}
	// Two vertices joined to twenty, which are not joined to one another: every cycle
	// passes both, so none has more than four edges.
	brush := newGraph(22)
	for v := 2; v < 22; v++ {
		brush.join(0, v)
		brush.join(1, v)
	}
	brush.join(0, 1)
	for _, c := range []struct {
		name string
		g    graph
		want length
	}{
		{"ring", ring, length{n, true}},
		{"path", path, length{2, true}},
		{"star", star, length{2, true}},
		{"two sides", sides, length{24, true}},
		{"complete", complete, length{n, true}},
		{"line of two steps", squared, length{n, true}},
		{"brush", brush, length{22, false}},
		{"nothing", newGraph(n), length{0, true}},
	} {
		if got := c.g.longestCycle(); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	r := seeded.New(7, 2)
	found := 0
	for range 40 {
		if got := random(r, 30, 0.3).longestCycle(); got.exact {
			found++
		}
	}
	if found < 30 {
		t.Errorf("a cycle through all vertices was found in %d of 40 graphs of nine neighbours each", found)
	}
}

// A vertex is in several blocks exactly when its component falls apart without it.
func TestBlocksAndComponents(t *testing.T) {
	r := seeded.New(7, 3)
	for range 300 {
		g := random(r, 1+r.IntN(12), 0.2)
		times, edges := make([]int, g.n), 0
		for _, b := range g.blocks() {
			in := g.induced(b)
			if len(in.components()) != 1 {
				t.Fatalf("block %v of %v is not connected", b, g.rows)
			}
			for _, v := range b {
				times[v]++
			}
			for u := range in.n {
				edges += in.degree(u)
			}
		}
		all := 0
		parts := len(g.components())
		for v := range g.n {
			all += g.degree(v)
			rest := make([]int, 0, g.n)
			for u := range g.n {
				if u != v {
					rest = append(rest, u)
				}
			}
			without := len(g.induced(rest).components())
			if cut := without > parts; cut != (times[v] > 1) {
				t.Fatalf("vertex %d of %v is in %d blocks; %d components, %d without it", v, g.rows, times[v], parts, without)
			}
		}
		if all != edges {
			t.Fatalf("%v: blocks have %d edge ends of %d", g.rows, edges, all)
		}
	}
}

func TestInducedKeepsTheOrder(t *testing.T) {
	g := newGraph(4)
	g.join(0, 3)
	g.join(1, 2)
	in := g.induced([]int{3, 1, 0})
	if !in.joined(0, 2) || in.joined(0, 1) || in.joined(1, 2) {
		t.Errorf("induced graph %v", in.rows)
	}
	if got := g.components(); !slices.EqualFunc(got, [][]int{{0, 3}, {1, 2}}, slices.Equal) {
		t.Errorf("components %v", got)
	}
}

// A bound for paths is never below the longest path, and equal to it where blocks are single
// edges or complete.
func TestPathBound(t *testing.T) {
	pathByTrying := func(g graph) int {
		best := 0
		used := make([]bool, g.n)
		var walk func(at, length int)
		walk = func(at, length int) {
			used[at] = true
			best = max(best, length)
			g.neighbours(at, func(v int) bool {
				if !used[v] {
					walk(v, length+1)
				}
				return true
			})
			used[at] = false
		}
		for s := range g.n {
			walk(s, 0)
		}
		return best
	}
	r := seeded.New(7, 4)
	equal := 0
	for range 500 {
		g := random(r, 1+r.IntN(9), []float64{0.1, 0.2, 0.4}[r.IntN(3)])
		got, want := g.pathBound(), pathByTrying(g)
		if got < want {
			t.Fatalf("%v: %d, a path of %d edges was found", g.rows, got, want)
		}
		easy := true
		for _, b := range g.blocks() {
			easy = easy && g.induced(b).complete()
		}
		if easy && got != want {
			t.Fatalf("%v: %d, the longest path has %d edges", g.rows, got, want)
		}
		if easy {
			equal++
		}
	}
	if equal < 100 {
		t.Errorf("%d graphs of which the longest path is known", equal)
	}
}
