package policy

import (
	"fmt"
	"math/big"
	"slices"
	"steward/core/limits"
	"steward/core/policy/weighted"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/seeded"
)

// TestClosedIsTheShortestWays compares the closure of a part with the recurrence over its
// edges; closing it once more changes nothing.
func TestClosedIsTheShortestWays(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		_, s := drawAnyPart(t)
		p, err := Closed(s.part)
		if err != nil {
			t.Fatal(err)
		}
		want := shortest(s.edge)
		closed := secret{part: p, exact: true, edge: tableOf(len(want), func(u, v int) weighted.Weight {
			if want[u][v] == weighted.Infinite {
				return 0
			}
			return want[u][v]
		})}
		checkPart(t, closed)
		if s.exact {
			for u := range want {
				for v := range want {
					if got := s.part.Distance(u, v); got != p.Distance(u, v) {
						t.Fatalf("%s: the distance of %d and %d was %d and became %d", s.part.Expert(), u, v, got, p.Distance(u, v))
					}
				}
			}
		}
	})
}

// TestStrengthenedPairs compares the list of what is kept better than entered with the
// closure: every pair that a way around makes nearer by more than rounding, and no other.
func TestStrengthenedPairs(t *testing.T) {
	found := 0
	seeded.CheckUntil(t, func() bool { return found > 0 }, func(t *rapid.T) {
		_, s := drawAnyPart(t)
		kept, entered := shortest(s.edge), readOff(abridge(s.part, false))
		type pair struct{ a, b string }
		must, may := make(map[pair]weighted.Weight), make(map[pair]weighted.Weight)
		for u := range kept {
			for v := u + 1; v < len(kept); v++ {
				key := pair{vertexLabel(s.part.Attributes(), u), vertexLabel(s.part.Attributes(), v)}
				switch less := entered[u][v] - kept[u][v]; {
				case entered[u][v] == 0 || less <= 0:
				case less > weighted.Weight(len(kept)): // more than a step for every edge of any way
					must[key] = kept[u][v]
					fallthrough
				default:
					may[key] = kept[u][v]
				}
			}
		}
		pairs, total, err := Strengthen(s.part, len(kept)*len(kept))
		if _, ok := s.part.(*product); ok {
			return // a product names the pairs of its parts
		}
		if err != nil || total != len(pairs) {
			t.Fatalf("%s: %d pairs of %d (%v)", s.part.Expert(), len(pairs), total, err)
		}
		for _, p := range pairs {
			key := pair{p.A, p.B}
			if may[key] != p.Kept || p.Entered <= p.Kept || len(p.Over) == 0 {
				t.Fatalf("%s: %+v, kept is %d", s.part.Expert(), p, may[key])
			}
			delete(must, key)
			found++
		}
		if len(must) > 0 {
			t.Fatalf("%s: nothing is said of %v", s.part.Expert(), must)
		}
		few, all, err := Strengthen(s.part, 1)
		if err != nil || all != total || len(few) != min(total, 1) || total > 0 && !slices.Equal(few[0].Over, pairs[0].Over) {
			t.Fatalf("the first of %d pairs: %v of %d (%v)", total, few, all, err)
		}
	})
}

// TestStrengthenedVector checks a metric worked out independently: 1 and 1 over the middle
// keep at 2 what was entered as 5.
func TestStrengthenedVector(t *testing.T) {
	a := must(domain.NewList("x", []string{"0", "1", "2"}, typed))
	w := func(s string) *big.Rat { return rat(s) }
	p := must(Matrix(a, []string{"0", "1", "2"}, [][]*big.Rat{{nil, w("1"), w("5")}, {w("1"), nil, w("1")}, {w("5"), w("1"), nil}}, ""))
	if d := p.Distance(0, 2); d != 2*weighted.One {
		t.Errorf("distance %v, want 2", d.Steps())
	}
	pairs, total, err := Strengthen(p, 9)
	if err != nil || total != 1 || len(pairs) != 1 {
		t.Fatalf("%v of %d (%v), want one", pairs, total, err)
	}
	if got, want := pairs[0].Said().String(), "0 and 2 are protected as if 2 had been entered instead of 5: by way of 1 they are no further apart"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	policy := must(New(Spec{Domain: over(a), Parts: []Part{p}}))
	if got := policy.Strengthened(9); len(got) != 1 || got[0].String() != pairs[0].Said().String() {
		t.Errorf("the policy says %q", got)
	}
	if got := policy.Strengthened(0); len(got) != 1 || !strings.HasPrefix(got[0].String(), "1 more") {
		t.Errorf("where no pair is to be spelled out: %q", got)
	}
	present := must(New(Spec{Domain: over(a), Parts: []Part{must(p.Weigh(w("3")))}, Presence: true}))
	got := present.Strengthened(9)
	if len(got) != 2 || !strings.Contains(got[1].String(), "no more than 2 had been entered") {
		t.Errorf("with presence: %q", got)
	}
	big := Complete(must(domain.NewWhole("y", 0, limits.MaxClosed, typed)))
	if _, err := Closed(big); err == nil || !strings.Contains(err.Error(), fmt.Sprint(limits.MaxClosed+1)) {
		t.Errorf("closed %d combinations: %v", limits.MaxClosed+1, err)
	}
}

// TestComposedLoss checks that two releases over {01, 12} and {02, 12} lose
// one and two edges for the pair (0, 1).
func TestComposedLoss(t *testing.T) {
	a := must(domain.NewList("x", []string{"0", "1", "2"}, typed))
	pair := func(u, v string) Pair { return Pair{A: []string{u}, B: []string{v}} }
	first := must(Pairs([]*domain.Attribute{a}, []Pair{pair("0", "1"), pair("1", "2")}))
	second := must(Pairs([]*domain.Attribute{a}, []Pair{pair("0", "2"), pair("1", "2")}))
	if x, y := first.Distance(0, 1), second.Distance(0, 1); x != weighted.One || y != 2*weighted.One {
		t.Errorf("distances %v and %v, want 1 and 2", x.Steps(), y.Steps())
	}
}

// TestAbsenceVectors works absences out by hand on the line 0 to 4 of weight
// One: β is 3 at value 0 and 1/2 at value 4.
func TestAbsenceVectors(t *testing.T) {
	a := whole("x", 5, typed)
	p := must(New(Spec{Domain: over(a), Parts: []Part{must(Near(a, rat("1"), ""))}, Absences: []Absence{
		{Where: domain.Combination{"x": {"0"}}, Weight: rat("3")},
		{Where: domain.Combination{"x": {"4"}}, Weight: rat("1/2")},
	}}))
	for u, want := range []string{"3", "7/2", "5/2", "3/2", "1/2"} {
		if got := p.DistanceToAbsent([]int{u}); got.Rat().Cmp(rat(want)) != 0 {
			t.Errorf("%d to not in the file: %v, want %s", u, got.Steps(), want)
		}
	}
	for _, c := range []struct {
		u, v int
		want weighted.Weight
	}{{0, 4, 7 * weighted.One / 2}, {0, 3, 3 * weighted.One}, {1, 4, 3 * weighted.One}, {0, 0, 0}} {
		if got := p.Distance([]int{c.u}, []int{c.v}); got != c.want {
			t.Errorf("%d and %d: %v, want %v", c.u, c.v, got.Steps(), c.want.Steps())
		}
	}
	if p.LeastWeight() != weighted.One/2 || p.Uniform() {
		t.Errorf("least weight %v, uniform %v", p.LeastWeight().Steps(), p.Uniform())
	}
	apart := must(New(Spec{Domain: over(a), Parts: []Part{Alone(a)}, Absences: []Absence{
		{Where: domain.Combination{"x": {"1", "3"}}, Weight: rat("2")},
	}}))
	if of, n, err := apart.Components(); err != nil || n != 4 || !slices.Equal(of, []int{0, 1, 2, 1, 3}) {
		t.Errorf("%d components %v (%v), want 1 and 3 together and the others apart", n, of, err)
	}
	if d := apart.Distance([]int{1}, []int{3}); d != 4*weighted.One {
		t.Errorf("1 and 3 are %v apart, want twice 2 over not in the file", d.Steps())
	}
	if d := apart.Distance([]int{1}, []int{2}); d != weighted.Infinite {
		t.Errorf("1 and 2 are %v apart, want no way", d.Steps())
	}
}
