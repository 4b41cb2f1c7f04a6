package policy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
)

// both runs a property on policies without and with impossible combinations.
func both(t *testing.T, property func(t *rapid.T, s scene)) {
	t.Run("all possible", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { property(t, drawScene(t, false)) })
	})
	t.Run("some impossible", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { property(t, drawScene(t, true)) })
	})
}

// TestWeightsFollowTheDefinition compares Weight, AbsentWeight and Neighbours with the
// definition of an edge.
func TestWeightsFollowTheDefinition(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		p := s.policy
		for u := range s.k {
			seen := make([]int, s.k)
			p.Neighbours(Vertex(u), func(v Vertex, w Weight) bool {
				if w != One {
					t.Fatalf("the edge of %d and %d weighs %d", u, v, w)
				}
				seen[v]++
				return true
			})
			degree := 0
			for v := range s.k {
				want := s.joined[u][v]
				if w, ok := p.Weight(Vertex(u), Vertex(v)); ok != want || (ok && w != One) {
					t.Fatalf("%d and %d: weight %d (%v), joined %v", u, v, w, ok, want)
				}
				if seen[v] > 1 || (seen[v] == 1) != want {
					t.Fatalf("%d is %d times a neighbour of %d, joined %v", v, seen[v], u, want)
				}
				degree += seen[v]
			}
			for stop := 1; stop <= min(degree, 3); stop++ {
				calls := 0
				p.Neighbours(Vertex(u), func(Vertex, Weight) bool { calls++; return calls < stop })
				if calls != stop {
					t.Fatalf("told to stop after %d neighbours, it yields %d", stop, calls)
				}
			}
			want := p.Presence() && p.Domain().Possible(u)
			_, there := p.AbsentWeight(Vertex(u))
			_, joined := p.Weight(Vertex(u), Absent)
			_, turned := p.Weight(Absent, Vertex(u))
			if there != want || joined != want || turned != want {
				t.Fatalf("%d and not in the file: %v %v %v, want %v", u, there, joined, turned, want)
			}
		}
		if _, ok := p.Weight(Absent, Absent); ok {
			t.Fatal("not in the file is joined to itself")
		}
	})
}

func TestEdgesComeOnce(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		want := make(map[[2]Vertex]bool)
		for u := range s.k {
			for v := u + 1; v < s.k; v++ {
				if s.joined[u][v] {
					want[[2]Vertex{Vertex(u), Vertex(v)}] = true
				}
			}
			if s.policy.Presence() && s.policy.Domain().Possible(u) {
				want[[2]Vertex{Vertex(u), Absent}] = true
			}
		}
		values, all := len(want) > 0 && hasValueEdge(want), len(want)
		if got := s.policy.HasValueEdges(); got != values {
			t.Fatalf("HasValueEdges is %v, want %v", got, values)
		}
		err := s.policy.Edges(func(e Edge) bool {
			if key := [2]Vertex{e.U, e.V}; !want[key] || e.Weight != One {
				t.Fatalf("edge %v is not one, or comes twice", e)
			} else {
				delete(want, key)
			}
			return true
		})
		if err != nil || len(want) > 0 {
			t.Fatalf("edges that did not come: %v (%v)", want, err)
		}
		for _, stop := range []int{1, all / 2, all} {
			calls := 0
			if err := s.policy.Edges(func(Edge) bool { calls++; return calls < stop }); err != nil || (all > 0 && calls != max(stop, 1)) {
				t.Fatalf("told to stop after %d of %d edges, it yields %d (%v)", stop, all, calls, err)
			}
		}
	})
}

func hasValueEdge(edges map[[2]Vertex]bool) bool {
	for e := range edges {
		if e[1] != Absent {
			return true
		}
	}
	return false
}

// withAbsent adds the vertex for "not in the file" behind the cells.
func (s scene) withAbsent() [][]bool {
	return edgesOf(s.k+1, func(u, v int) bool {
		if u == s.k || v == s.k {
			return s.policy.Presence() && s.policy.Domain().Possible(min(u, v))
		}
		return s.joined[u][v]
	})
}

// TestDistanceAgainstSearch compares distances with a search over all cells and "not in
// the file". A distance that is too short would promise more than is kept.
func TestDistanceAgainstSearch(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		p, d := s.policy, s.policy.Domain()
		// One part at a time, or all at once, leaves nothing open around impossible cells.
		exact := d.AllPossible() || s.together <= 1 || s.together == len(p.Parts())
		graph := s.withAbsent()
		from, to := make([]int, len(d.Attributes())), make([]int, len(d.Attributes()))
		for u := range s.k {
			d.Values(from, u)
			way := steps(graph, u)
			for v := range s.k {
				d.Values(to, v)
				got, want := p.Distance(from, to), Infinite
				if way[v] >= 0 {
					want = Weight(way[v]) * One
				}
				if got < want || (exact && got != want) {
					t.Fatalf("%v and %v: distance %g, want %g (exact: %v)", from, to, got.Steps(), want.Steps(), exact)
				}
				if got != Infinite && got > 2*One && p.Presence() {
					t.Fatalf("%v and %v: distance %g, though both are joined to not in the file", from, to, got.Steps())
				}
			}
			got, want := p.DistanceToAbsent(from), Infinite
			if way[s.k] >= 0 {
				want = Weight(way[s.k]) * One
			}
			if got != want {
				t.Fatalf("%v and not in the file: distance %g, want %g", from, got.Steps(), want.Steps())
			}
		}
	})
}

func TestComponentsAgainstSearch(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		graph := s.withAbsent()
		want, count := sets(graph, func(v int) bool { return v < s.k && s.policy.Domain().Possible(v) })
		got, n, err := s.policy.Components()
		if err != nil {
			t.Fatal(err)
		}
		if want = want[:s.k]; !slices.Equal(got, want) || (n != count && s.policy.Domain().PossibleCells() > 0) {
			t.Fatalf("%d components %v, want %d %v", n, got, count, want)
		}
	})
}

// TestProjectKeepsEveryEdge compares the edges of a projection with the edges of the
// policy seen through the kept columns. Without impossible combinations they are the same;
// a combination that names a dropped column is left out, so there may be more, never fewer.
func TestProjectKeepsEveryEdge(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		d := s.policy.Domain()
		var names []domain.AttributeName
		order := rapid.Permutation(d.Attributes()).Draw(t, "columns")
		for _, a := range order[:rapid.IntRange(1, len(order)).Draw(t, "kept")] {
			names = append(names, a.Name())
		}
		q, err := s.policy.Project(names)
		if err != nil {
			t.Fatal(err)
		}
		kq, _ := q.Domain().Cells()
		image := make([]int, s.k)
		values := make([]int, len(names))
		for u := range image {
			for i, n := range names {
				at, _ := d.Position(n)
				values[i] = d.Value(u, at)
			}
			image[u] = q.Domain().Index(values)
		}
		edge := edgesOf(kq, func(int, int) bool { return false })
		absent := make([]bool, kq)
		for u := range s.k {
			absent[image[u]] = absent[image[u]] || s.policy.Presence() && d.Possible(u)
			for v := range s.k {
				if image[u] != image[v] && s.joined[u][v] {
					edge[image[u]][image[v]] = true
				}
			}
		}
		for a := range kq {
			for b := range kq {
				_, got := q.Weight(Vertex(a), Vertex(b))
				if got != edge[a][b] && (!got || d.AllPossible()) {
					t.Fatalf("onto %v: %d and %d joined: %v, by the edges seen through them: %v", names, a, b, got, edge[a][b])
				}
			}
			_, got := q.AbsentWeight(Vertex(a))
			if got != absent[a] && (!got || d.AllPossible()) {
				t.Fatalf("onto %v: %d joined to not in the file: %v, want %v", names, a, got, absent[a])
			}
		}
		if q.Presence() != s.policy.Presence() {
			t.Fatal("the projection forgets whether being in the file is a secret")
		}
	})
}

// TestLineTellsTheEdges compares what a policy over one column says of its reach with its
// edges.
func TestLineTellsTheEdges(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		q, err := s.policy.Project([]domain.AttributeName{s.policy.Domain().Attributes()[0].Name()})
		if err != nil {
			t.Fatal(err)
		}
		k, _ := q.Domain().Cells()
		r, ok := q.Line()
		if !ok {
			if q.Domain().AllPossible() {
				t.Fatal("a policy over one column without impossible values does not tell its reach")
			}
			return
		}
		checkReach(t, r, secret{q.Parts()[0], edgesOf(k, func(u, v int) bool {
			_, joined := q.Weight(Vertex(u), Vertex(v))
			return joined
		})})
	})
}
