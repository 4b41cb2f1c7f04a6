package tree_test

import (
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/tree"
)

// forestByHand says whether a policy's graph, "not in the file" included, has no ring: every
// edge joins two components of the edges before it.
func forestByHand(t *testing.T, p *policy.Policy, k int) bool {
	t.Helper()
	group := make([]int, k+1)
	for i := range group {
		group[i] = i
	}
	ok := true
	err := p.Edges(func(e policy.Edge) bool {
		v := int(e.V)
		if e.V == policy.Absent {
			v = k
		}
		a, b := group[e.U], group[v]
		ok = ok && a != b
		for i, g := range group {
			if g == a {
				group[i] = b
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// moved returns by how much each coordinate changes when a person goes along an edge.
func moved(f *tree.Forest, e policy.Edge) (changes int, rest int64) {
	x, z := make([]int64, f.Cells()), make([]int64, f.Cells())
	x[e.U]++
	if e.V != policy.Absent {
		x[e.V]--
	}
	f.Sum(z, x)
	for u, d := range z {
		switch {
		case f.HasCoordinate(u):
			changes += int(max(d, -d))
		case f.Parent(u) == tree.Root:
			rest += max(d, -d)
		}
	}
	return changes, rest
}

// Policies that are forests are recognised, and only those; along every edge of one exactly one
// coordinate changes, by one, and no public number does.
func TestOfPolicies(t *testing.T) {
	forests, others := 0, 0
	for seed := range uint64(1500) {
		m := randompolicy.New(t, seeded.New(7, seed))
		p := m.Policy(m.Domain(m.Columns(8), m.Chance(3)))
		k, err := p.Domain().Cells()
		if err != nil || k > 400 {
			continue
		}
		f, ok, err := tree.Of(p)
		if err != nil {
			t.Fatal(err)
		}
		if want := forestByHand(t, p, k); ok != want {
			t.Fatalf("seed %d, %s: a forest: %v, want %v", seed, randompolicy.Describe(p), ok, want)
		}
		if !ok {
			others++
			continue
		}
		forests++
		if n := sizes(f, p.Domain()); n != p.Domain().PossibleCells() {
			t.Fatalf("seed %d, %s: %d cells of %d", seed, randompolicy.Describe(p), n, p.Domain().PossibleCells())
		}
		err = p.Edges(func(e policy.Edge) bool {
			if n, rest := moved(f, e); n != 1 || rest != 0 {
				t.Fatalf("seed %d, %s: the edge %v changes %d coordinates and public numbers by %d", seed, randompolicy.Describe(p), e, n, rest)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if most, ok, err := f.Stretch(p); err != nil || !ok || most > 1 {
			t.Fatalf("seed %d: a stretch of %d, %v, %v", seed, most, ok, err)
		}
	}
	if forests < 50 || others < 50 {
		t.Errorf("%d forests and %d others", forests, others)
	}
}

func sizes(f *tree.Forest, d *domain.Domain) (possible int) {
	for u := range f.Cells() {
		if f.Parent(u) != tree.None && d.Possible(u) {
			possible++
		}
	}
	return possible
}

// whole returns a column of the numbers 0..k-1 and its line of a threshold.
func threshold(t testing.TB, k, theta int) *policy.Policy {
	t.Helper()
	refuse := domain.Special{Rule: domain.Refuse}
	a, err := domain.NewWhole("x", 0, int64(k-1), domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse})
	if err != nil {
		t.Fatal(err)
	}
	part, err := policy.Near(a, big.NewRat(int64(theta), 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func reachOf(t testing.TB, p *policy.Policy) []int {
	t.Helper()
	r, ok := p.Line()
	if !ok {
		t.Fatal("no line")
	}
	return r.Reach()
}

// The stretches of combs on thresholds are those found by hand and by
// the closed form alike, for every width.
func TestCombStretch(t *testing.T) {
	for _, c := range []struct{ k, theta, want int }{{5, 3, 2}, {6, 3, 3}, {10, 3, 3}, {9, 1, 1}, {7, 2, 3}} {
		p := threshold(t, c.k, c.theta)
		f := tree.Combs(make([]int, c.k), 1, c.theta)
		if most, ok, err := f.Stretch(p); err != nil || !ok || most != c.want {
			t.Errorf("k %d, theta %d: stretch %d, %v, %v; want %d", c.k, c.theta, most, ok, err, c.want)
		}
	}
	for k := 2; k <= 24; k++ {
		for theta := 1; theta <= min(7, k-1); theta++ {
			p := threshold(t, k, theta)
			for width := 1; width <= k; width++ {
				want, ok, err := tree.Combs(make([]int, k), 1, width).Stretch(p)
				if err != nil || !ok {
					t.Fatal(ok, err)
				}
				if got := tree.CombStretch(make([]int, k), 1, width, reachOf(t, p)); got != want {
					t.Fatalf("k %d, theta %d, width %d: stretch %d, want %d", k, theta, width, got, want)
				}
				if width == theta && theta > 1 && k >= 2*theta && want != 3 {
					t.Fatalf("k %d, theta %d: stretch %d, want 3", k, theta, want)
				}
			}
		}
	}
}

// A comb that was worked out independently.
func TestCombOfTheSpecification(t *testing.T) {
	f := tree.Combs(make([]int, 10), 1, 3)
	var parents []int
	x, z := make([]int64, 10), make([]int64, 10)
	for u := range 10 {
		parents, x[u] = append(parents, f.Parent(u)), int64(u+1)
	}
	if want := []int{2, 2, 5, 5, 5, 8, 8, 8, tree.Root, 8}; !slices.Equal(parents, want) {
		t.Errorf("parents %v, want %v", parents, want)
	}
	f.Sum(z, x)
	if z[2] != 6 || z[5] != 21 || z[5]+z[6] != 28 {
		t.Errorf("sums %v", z)
	}
}

// Spanning forests of small graphs have the stretches that walking over the edges finds; a
// ring of four has none below three, and a star in the middle of a short line has two.
func TestSpanning(t *testing.T) {
	best := func(p *policy.Policy) int {
		list, err := tree.Spanning(p)
		if err != nil {
			t.Fatal(err)
		}
		least := 1 << 20
		for _, f := range list {
			most, ok, err := f.Stretch(p)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			least = min(least, most)
		}
		return least
	}
	if got := best(threshold(t, 5, 2)); got != 2 {
		t.Errorf("five values within two: %d, want 2", got)
	}
	if list, err := tree.Spanning(threshold(t, 8, 7)); err != nil || list != nil {
		t.Errorf("a dense graph: %v, %v", list, err)
	}
	refuse := domain.Special{Rule: domain.Refuse}
	a, err := domain.NewList("x", []string{"a", "b", "c", "d"}, domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse})
	if err != nil {
		t.Fatal(err)
	}
	var ring []policy.Pair
	for _, e := range []string{"ab", "bc", "cd", "da"} {
		ring = append(ring, policy.Pair{A: []string{e[:1]}, B: []string{e[1:]}})
	}
	part, err := policy.Pairs([]*domain.Attribute{a}, ring)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
	if err != nil {
		t.Fatal(err)
	}
	if got := best(p); got != 3 {
		t.Errorf("a ring of four: %d, want 3", got)
	}
	if list, err := tree.Spanning(policy.PresenceOnly(d)); err != nil || list != nil {
		t.Errorf("presence only: %v, %v", list, err)
	}
}

// A forest whose roots are taken for public does not serve a policy that moves people between
// its trees.
func TestStretchRefusesMovesBetweenPublicTrees(t *testing.T) {
	p := threshold(t, 6, 1)
	f := tree.Combs([]int{0, 0, 0, 1, 1, 1}, 2, 1)
	if _, ok, err := f.Stretch(p); ok || err != nil {
		t.Errorf("two halves of a line: %v, %v", ok, err)
	}
	if most, ok, err := f.Hung().Stretch(p); !ok || err != nil || most != 4 {
		t.Errorf("hung outside: %d, %v, %v", most, ok, err)
	}
}

// BenchmarkOf recognises the line graph.
func BenchmarkOf(b *testing.B) {
	p := threshold(b, 1<<20, 1)
	for b.Loop() {
		if _, ok, err := tree.Of(p); !ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}
