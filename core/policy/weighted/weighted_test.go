package weighted_test

import (
	"testing"

	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// random makes a graph of n vertices: none, few, or most of the edges, all of one weight or of several.
func random(r *seeded.Source, n int, even bool) [][]weighted.Weight {
	w := make([][]weighted.Weight, n)
	for u := range w {
		w[u] = make([]weighted.Weight, n)
	}
	chance := r.IntN(4)
	for u := range n {
		for v := range u {
			if r.IntN(4) < chance || r.IntN(3) == 0 {
				x := weighted.One
				if !even {
					x = weighted.Weight(1+r.IntN(5)) * weighted.One / 2
				}
				w[u][v], w[v][u] = x, x
			}
		}
	}
	return w
}

func adjacency(w [][]weighted.Weight, even bool) weighted.Adjacency {
	return weighted.Adjacency{N: len(w), Even: even, Neighbours: func(u int, yield func(v int, x weighted.Weight) bool) {
		for v, x := range w[u] {
			if x > 0 && !yield(v, x) {
				return
			}
		}
	}}
}

// Searches, closures and ways along edges say the same of every two vertices, and nothing is nearer by way of a third.
func TestDistances(t *testing.T) {
	r := seeded.New(31, 1)
	apart := 0
	for range seeded.Often(300, 5000) {
		even := r.IntN(2) == 0
		w := random(r, 1+r.IntN(9), even)
		g := adjacency(w, even)
		c := weighted.ClosureOf(g.N, func(u, v int) (weighted.Weight, bool) { return w[u][v], w[u][v] > 0 })
		for u := range g.N {
			for v := range g.N {
				d := g.Distance(u, v, weighted.Infinite)
				if d != c.Length[u][v] {
					t.Fatalf("%v: from %d to %d a search finds %d, and the closure has %d", w, u, v, d, c.Length[u][v])
				}
				for m := range g.N {
					if c.Length[u][m].Plus(c.Length[m][v]) < d {
						t.Fatalf("%v: from %d to %d it is less by way of %d", w, u, v, m)
					}
				}
				if d == weighted.Infinite {
					apart++
					if g.Way(u, v) != nil {
						t.Fatalf("%v: there is a way from %d to %d, which are joined by none", w, u, v)
					}
					continue
				}
				along, edges := weighted.Weight(0), 0
				for _, s := range g.Way(u, v) {
					along, edges = along.Plus(s.Weight.Repeated(s.Edges)), edges+s.Edges
				}
				if along != d || edges > g.N-1 {
					t.Fatalf("%v: the way from %d to %d has length %d and %d edges, where %d is the least", w, u, v, along, edges, d)
				}
				if u == v {
					continue
				}
				at := u
				walked := weighted.Weight(0)
				for _, m := range append(c.Between(u, v), v) {
					if w[at][m] == 0 {
						t.Fatalf("%v: %d and %d are no edge", w, at, m)
					}
					walked, at = walked.Plus(w[at][m]), m
				}
				if walked != d {
					t.Fatalf("%v: along the closure's way from %d to %d it is %d, where %d is the least", w, u, v, walked, d)
				}
			}
		}
	}
	if apart == 0 {
		t.Error("no graph had vertices that no way joins")
	}
}

// A bound that is shorter than every way stands: the search may end with it.
func TestDistanceKeepsBounds(t *testing.T) {
	r := seeded.New(31, 2)
	for range 300 {
		even := r.IntN(2) == 0
		w := random(r, 2+r.IntN(7), even)
		g := adjacency(w, even)
		u, v := r.IntN(g.N), r.IntN(g.N)
		exact, bound := g.Distance(u, v, weighted.Infinite), weighted.Weight(r.IntN(6))*weighted.One
		if got := g.Distance(u, v, bound); got != min(exact, bound) && u != v {
			t.Fatalf("%v: from %d to %d with the bound %d: %d, want the less of it and %d", w, u, v, bound, got, exact)
		}
	}
}

// What is joined has one number, and nothing else has it.
func TestDisjoint(t *testing.T) {
	r := seeded.New(31, 3)
	for range 300 {
		w := random(r, 1+r.IntN(9), true)
		g := adjacency(w, true)
		s := weighted.NewDisjoint(g.N)
		for u := range g.N {
			for v := range u {
				if w[u][v] > 0 {
					s.Join(u, v)
				}
			}
		}
		of, count := s.Numbers()
		seen := 0
		for u := range g.N {
			switch {
			case of[u] == seen:
				seen++
			case of[u] > seen:
				t.Fatalf("%v: %v are not numbered in order of first appearance", w, of)
			}
			for v := range g.N {
				if joined := g.Distance(u, v, weighted.Infinite) < weighted.Infinite; joined != (of[u] == of[v]) {
					t.Fatalf("%v: %d and %d have the numbers %d and %d", w, u, v, of[u], of[v])
				}
			}
		}
		if count != seen {
			t.Fatalf("%v: %d components are numbered up to %d", w, count, seen)
		}
	}
}

// Lines answer as searches on the same edges do.
func TestLine(t *testing.T) {
	r := seeded.New(31, 4)
	for range 300 {
		n := 1 + r.IntN(9)
		reach, far := make([]int, n), 0
		for u := range reach {
			far = min(max(far, u)+r.IntN(3), n-1)
			reach[u] = max(far, u)
		}
		l := weighted.Reaching(reach)
		w := make([][]weighted.Weight, n)
		for u := range w {
			w[u] = make([]weighted.Weight, n)
			for v := range n {
				if lo, hi := min(u, v), max(u, v); lo != hi && hi <= reach[lo] {
					w[u][v] = weighted.One
				}
			}
		}
		g := adjacency(w, true)
		component, count := l.Components()
		for u := range n {
			for v := range n {
				if l.Joined(u, v) != (w[u][v] > 0) {
					t.Fatalf("reach %v: whether %d and %d are joined", reach, u, v)
				}
				want := g.Distance(u, v, weighted.Infinite)
				if got := l.Length(u, v, weighted.One); got != want {
					t.Fatalf("reach %v: from %d to %d it is %d, and a search finds %d", reach, u, v, got, want)
				}
				if (component[u] == component[v]) != (want < weighted.Infinite) || component[u] >= count {
					t.Fatalf("reach %v: components %v of %d", reach, component, count)
				}
			}
		}
	}
}
