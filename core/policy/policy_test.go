package policy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// both runs a property on policies without and with impossible combinations.
func both(t *testing.T, property func(t *rapid.T, s scene)) {
	t.Run("all possible", func(t *testing.T) {
		seeded.Check(t, func(t *rapid.T) { property(t, drawScene(t, false)) })
	})
	t.Run("some impossible", func(t *testing.T) {
		seeded.Check(t, func(t *rapid.T) { property(t, drawScene(t, true)) })
	})
}

// TestWeightsFollowTheDefinition compares Weight, AbsentWeight, Weights and Neighbours with
// the definition of an edge.
func TestWeightsFollowTheDefinition(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		p := s.policy
		lightest, heaviest := p.Weights()
		for u := range s.k {
			seen := make([]int, s.k)
			p.Neighbours(Vertex(u), func(v Vertex, w weighted.Weight) bool {
				if w != s.edge[u][v] || w < lightest || w > heaviest {
					t.Fatalf("the edge of %d and %d weighs %d, want %d, from %d to %d", u, v, w, s.edge[u][v], lightest, heaviest)
				}
				seen[v]++
				return true
			})
			degree := 0
			for v := range s.k {
				want := s.edge[u][v]
				if w, ok := p.Weight(Vertex(u), Vertex(v)); ok != (want > 0) || (ok && w != want) {
					t.Fatalf("%d and %d: weight %d (%v), want %d", u, v, w, ok, want)
				}
				if seen[v] > 1 || (seen[v] == 1) != (want > 0) {
					t.Fatalf("%d is %d times a neighbour of %d, weight %d", v, seen[v], u, want)
				}
				degree += seen[v]
			}
			for stop := 1; stop <= min(degree, 3); stop++ {
				calls := 0
				p.Neighbours(Vertex(u), func(Vertex, weighted.Weight) bool { calls++; return calls < stop })
				if calls != stop {
					t.Fatalf("told to stop after %d neighbours, it yields %d", stop, calls)
				}
			}
			want := s.absent[u]
			there, ok := p.AbsentWeight(Vertex(u))
			joined, to := p.Weight(Vertex(u), Absent)
			turned, from := p.Weight(Absent, Vertex(u))
			if ok != (want > 0) || to != ok || from != ok || ok && (there != want || joined != want || turned != want || want < lightest || want > heaviest) {
				t.Fatalf("%d and not in the file: %d %d %d (%v), want %d", u, there, joined, turned, ok, want)
			}
		}
		if _, ok := p.Weight(Absent, Absent); ok {
			t.Fatal("not in the file is joined to itself")
		}
		if _, ok := p.AbsentWeight(Absent); ok {
			t.Fatal("not in the file is joined to itself")
		}
	})
}

func TestEdgesComeOnce(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		want := make(map[[2]Vertex]weighted.Weight)
		for u := range s.k {
			for v := u + 1; v < s.k; v++ {
				if s.edge[u][v] > 0 {
					want[[2]Vertex{Vertex(u), Vertex(v)}] = s.edge[u][v]
				}
			}
			if s.absent[u] > 0 {
				want[[2]Vertex{Vertex(u), Absent}] = s.absent[u]
			}
		}
		values, all := len(want) > 0 && hasValueEdge(want), len(want)
		if got := s.policy.HasValueEdges(); got != values {
			t.Fatalf("HasValueEdges is %v, want %v", got, values)
		}
		err := s.policy.Edges(func(e Edge) bool {
			if key := [2]Vertex{e.U, e.V}; want[key] == 0 || e.Weight != want[key] {
				t.Fatalf("edge %v is not one, or comes twice", e)
			} else {
				delete(want, key)
			}
			return true
		})
		if err != nil || len(want) > 0 {
			t.Fatalf("edges that did not come: %v (%v)", want, err)
		}
		if least := s.policy.EdgesAtLeast(); least > float64(all) {
			t.Fatalf("at least %g edges, of %d", least, all)
		}
		for _, stop := range []int{1, all / 2, all} {
			calls := 0
			if err := s.policy.Edges(func(Edge) bool { calls++; return calls < stop }); err != nil || (all > 0 && calls != max(stop, 1)) {
				t.Fatalf("told to stop after %d of %d edges, it yields %d (%v)", stop, all, calls, err)
			}
		}
	})
}

func hasValueEdge(edges map[[2]Vertex]weighted.Weight) bool {
	for e := range edges {
		if e[1] != Absent {
			return true
		}
	}
	return false
}

// TestDistanceAgainstSearch compares distances with the closure over all cells and "not in
// the file". A distance that is too short would promise more than is kept: the odds between
// two records may shift by what the shortest chain of edges allows, and no bound that is
// told may be below that.
func TestDistanceAgainstSearch(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		p, d := s.policy, s.policy.Domain()
		exact := s.distancesExact()
		cells, all := shortest(s.edge), shortest(s.withAbsent())
		from, to := make([]int, len(d.Attributes())), make([]int, len(d.Attributes()))
		for u := range s.k {
			d.Values(from, u)
			for v := range s.k {
				if !seeded.Audit && (u+v)%6 > 0 {
					continue // the fast run looks at a sixth of all pairs
				}
				d.Values(to, v)
				got, want := p.Distance(from, to), all[u][v]
				if got < want || exact && got != want {
					t.Fatalf("%v and %v: distance %g, want %g (exact: %v)", from, to, got.Steps(), want.Steps(), exact)
				}
				if d.AllPossible() && cells[u][v] < weighted.Infinite && got == weighted.Infinite {
					t.Fatalf("%v and %v: no distance, though a chain of edges joins them", from, to)
				}
			}
			got, want := p.DistanceToAbsent(from), all[u][s.k]
			if got != want {
				t.Fatalf("%v and not in the file: distance %g, want %g", from, got.Steps(), want.Steps())
			}
		}
	})
}

// distancesExact says where the documentation says that distances over several parts are.
func (s scene) distancesExact() bool {
	d := s.policy.Domain()
	if s.together == 0 {
		return true
	}
	if !sharesExactly(s.secrets, s.together) {
		return false
	}
	return d.AllPossible() || s.together == 1 || s.together == len(s.secrets)
}

func TestComponentsAgainstSearch(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		want, count := sets(s.withAbsent(), func(v int) bool { return v < s.k && s.policy.Domain().Possible(v) })
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
		edge := tableOf(kq, func(u, v int) weighted.Weight { return 0 })
		absent := make([]weighted.Weight, kq)
		lighter := func(a, b weighted.Weight) weighted.Weight {
			if a == 0 || b == 0 {
				return max(a, b)
			}
			return min(a, b)
		}
		for u := range s.k {
			absent[image[u]] = lighter(absent[image[u]], s.absent[u])
			for v := range s.k {
				if a, b := image[u], image[v]; a != b {
					edge[a][b] = lighter(edge[a][b], s.edge[u][v])
				}
			}
		}
		want := tableOf(kq+1, func(a, b int) weighted.Weight {
			if a == kq || b == kq {
				return absent[min(a, b)]
			}
			return edge[a][b]
		})
		got := tableOf(kq+1, func(a, b int) weighted.Weight {
			w, joined := q.Weight(vertex(a, kq), vertex(b, kq))
			if !joined {
				return 0
			}
			return w
		})
		rounds := slices.ContainsFunc(s.secrets, func(x secret) bool { return x.rounds })
		kept, asked := shortest(got), shortest(want)
		for a := range got {
			for b := range got {
				// Impossible combinations of dropped columns are forgotten, so there may be
				// more edges, and lighter ones, never fewer or heavier. Of metrics redundant
				// edges are left out.
				if g, w := got[a][b], want[a][b]; g != w && !rounds && (d.AllPossible() || g == 0 || w > 0 && g > w) {
					t.Fatalf("onto %v: %d and %d have weight %d, by the edges seen through them %d", names, a, b, g, w)
				}
				if kept[a][b] > asked[a][b] {
					t.Fatalf("onto %v: %d and %d are kept at %d, by the edges seen through them at %d", names, a, b, kept[a][b], asked[a][b])
				}
			}
		}
		if d.AllPossible() {
			checkNear(t, q.Parts()[0], kept, asked)
		}
		if q.Presence() != s.policy.Presence() {
			t.Fatal("the projection forgets whether being in the file is a secret")
		}
	})
}

// TestLineTellsTheEdges compares what a policy over one column says of its reach with its
// edges, and of the part that is the whole policy with them.
func TestLineTellsTheEdges(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		q, err := s.policy.Project([]domain.AttributeName{s.policy.Domain().Attributes()[0].Name()})
		if err != nil {
			t.Fatal(err)
		}
		k, _ := q.Domain().Cells()
		edge := tableOf(k, func(u, v int) weighted.Weight {
			w, joined := q.Weight(Vertex(u), Vertex(v))
			if !joined {
				return 0
			}
			return w
		})
		if part, ok := q.Sole(); ok {
			checkEdges(t, secret{part: part, edge: edge})
		} else if s.policy.together > 0 && q.Domain().AllPossible() {
			t.Fatal("a policy over one column without impossible values is more than its part")
		}
		if r, ok := q.Line(); ok {
			checkReach(t, r, secret{part: q.Parts()[0], edge: edge})
			for _, row := range edge {
				for _, w := range row {
					if w > 0 && w != weighted.One {
						t.Fatalf("the line has an edge of weight %d", w)
					}
				}
			}
		}
	})
}

// TestUnweightedPolicies checks that the policy without weights has the same edges, and that
// keeping it with the lightest weight's part of the budget keeps the policy.
func TestUnweightedPolicies(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		q, lightest := s.policy.Unweighted()
		for u := range s.k {
			check := func(v Vertex, want weighted.Weight) {
				if w, joined := q.Weight(Vertex(u), v); joined != (want > 0) || joined && w != weighted.One {
					t.Fatalf("%d and %d: weight %d (%v), want One where there was %d", u, v, w, joined, want)
				}
				if want > 0 && want < lightest {
					t.Fatalf("%d and %d weigh %d, less than the lightest %d", u, v, want, lightest)
				}
			}
			check(Absent, s.absent[u])
			for v := range s.k {
				check(Vertex(v), s.edge[u][v])
			}
		}
		if again, one := q.Unweighted(); again != q || one != weighted.One {
			t.Fatalf("without weights once more: %v of One", one.Steps())
		}
	})
}

// vertex returns the cell, or Absent for the one behind the last.
func vertex(u, k int) Vertex {
	if u == k {
		return Absent
	}
	return Vertex(u)
}
