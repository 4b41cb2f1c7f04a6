package audit

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
)

var noSpecial = domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}

// line makes a policy over the numbers 0 to k-1 that joins those within one of one another.
func line(t *testing.T, k int64, presence bool, impossible ...string) *policy.Policy {
	t.Helper()
	a, err := domain.NewWhole("x", 0, k-1, noSpecial)
	check(t, err)
	var zeros []domain.Combination
	if len(impossible) > 0 {
		zeros = []domain.Combination{{"x": impossible}}
	}
	d, err := domain.New([]*domain.Attribute{a}, zeros)
	check(t, err)
	part, err := policy.Near(a, big.NewRat(1, 1), policy.OwnGroup)
	check(t, err)
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}, Presence: presence})
	check(t, err)
	return p
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// written lists pairs as "A|B", sorted.
func written(t *testing.T, n Neighbourhood) []string {
	t.Helper()
	pairs, err := n.Pairs()
	check(t, err)
	var out []string
	for _, p := range pairs {
		if p.Weight.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s weighs %s", p, p.Weight)
		}
		out = append(out, strings.ReplaceAll(fmt.Sprint(p.A, "|", p.B), " ", ""))
	}
	slices.Sort(out)
	return out
}

func TestPairsByHand(t *testing.T) {
	for _, c := range []struct {
		name string
		n    Neighbourhood
		want []string
	}{
		{"three people on a line", Neighbourhood{Policy: line(t, 3, false), Known: true, People: 3}, []string{
			"[1,2,0]|[0,3,0]", "[3,0,0]|[2,1,0]", "[2,1,0]|[1,2,0]", // between 0 and 1
			"[0,1,2]|[0,0,3]", "[0,3,0]|[0,2,1]", "[1,2,0]|[1,1,1]", // between 1 and 2
		}},
		{"one person", Neighbourhood{Policy: line(t, 2, false), Known: true, People: 1}, []string{"[1,0]|[0,1]"}},
		{"nobody", Neighbourhood{Policy: line(t, 2, true), Known: true}, nil},
		{"a person of two rows", Neighbourhood{Policy: line(t, 2, false), Known: true, People: 3, Rows: 2}, []string{
			"[2,1]|[0,3]", "[3,0]|[1,2]",
		}},
		{"presence, two people", Neighbourhood{Policy: line(t, 3, true), Known: true, People: 1}, []string{
			"[0,1,0]|[0,0,1]", "[1,0,0]|[0,1,0]", "[1,0,0]|[0,0,1]", // the last: one leaves, another comes
		}},
		{"presence, number unknown", Neighbourhood{Policy: line(t, 2, true, "1")}, []string{"[1,0]|[0,0]", "[5,0]|[4,0]"}},
		{"number unknown", Neighbourhood{Policy: line(t, 2, false)}, []string{
			"[1,0]|[0,1]", "[1,4]|[0,5]", "[3,2]|[2,3]", "[5,0]|[4,1]",
		}},
	} {
		slices.Sort(c.want)
		for i := range c.want {
			c.want[i] = strings.ReplaceAll(c.want[i], ",", "")
		}
		got := written(t, c.n)
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], ",", "")
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPairsOfTooManyCells(t *testing.T) {
	if _, err := (Neighbourhood{Policy: line(t, 65, false)}).Pairs(); err == nil || !strings.Contains(err.Error(), "64") {
		t.Errorf("%v", err)
	}
}

func TestHardest(t *testing.T) {
	pairs, err := (Neighbourhood{Policy: line(t, 4, false), Known: true, People: 1}).Pairs()
	check(t, err)
	change := func(p Pair) float64 { // the cells of the edge, added up
		sum := 0.0
		for cell := range p.A {
			sum += float64(cell) * float64(p.A[cell]+p.B[cell])
		}
		return sum
	}
	got := Hardest(pairs, 2, change)
	if len(got) != 2 || change(got[0]) != 5 || change(got[1]) != 3 {
		t.Errorf("%v", got)
	}
	if got := Hardest(pairs, 9, change); len(got) != 3 {
		t.Errorf("%d pairs of 3", len(got))
	}
}

// Of pairs that differ alike the first is kept; a light edge differs from a heavy one.
func TestDistinct(t *testing.T) {
	pairs, err := (Neighbourhood{Policy: line(t, 3, false)}).Pairs()
	check(t, err)
	if len(pairs) != 8 {
		t.Fatalf("%d pairs of two edges", len(pairs))
	}
	light := pairs[0]
	light.Weight = big.NewRat(1, 2)
	got := Distinct(append(pairs, light))
	if len(got) != 3 || got[0].What != pairs[0].What || got[2].Weight.Cmp(light.Weight) != 0 {
		t.Errorf("%v", got)
	}
}
