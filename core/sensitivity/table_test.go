package sensitivity

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/policy"
	"steward/core/policy/distance"
)

// threeParts makes a policy over 4×3×2 whose columns are secret where listed.
func threeParts(t *testing.T, secret [3]bool, together int, presence bool) *policy.Policy {
	t.Helper()
	columns, _ := threeColumns(t)
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := policy.Spec{Domain: d, Together: together, Presence: presence}
	for j, a := range columns {
		if secret[j] {
			s.Parts = append(s.Parts, policy.Complete(a))
		} else {
			s.Parts = append(s.Parts, policy.Alone(a))
		}
	}
	p, err := policy.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The closed form of families of marginals, for every family over three columns:
// twice the most tables that as many secret columns as may change together are in.
func TestFamiliesOfMarginals(t *testing.T) {
	sizes := []int{4, 3, 2}
	for family := range 1 << 8 {
		var sets [][]int
		for set := range 8 {
			if family>>set&1 == 0 {
				continue
			}
			var columns []int
			for j := range 3 {
				if set>>j&1 == 1 {
					columns = append(columns, j)
				}
			}
			sets = append(sets, columns)
		}
		op := linop.NewMarginals(sizes, sets)
		for _, secret := range [][3]bool{{true, true, true}, {true, false, true}, {false, true, false}} {
			for together := 1; together <= 3; together++ {
				most := 0
				for changed := range 8 {
					n, possible, touched := 0, true, 0
					for j := range 3 {
						if changed>>j&1 == 1 {
							n++
							possible = possible && secret[j]
						}
					}
					for set := range 8 {
						if family>>set&1 == 1 && set&changed != 0 {
							touched++
						}
					}
					if possible && n <= together {
						most = max(most, touched)
					}
				}
				h := float64(2 * most)
				name := fmt.Sprintf("family %b, %v secret, %d together", family, secret, together)
				expectOf(t, name, threeParts(t, secret, together, false), op, [2]float64{h, math.Sqrt(h)})
				h = max(h, float64(len(sets)))
				expectOf(t, name+", presence", threeParts(t, secret, together, true), op, [2]float64{h, math.Sqrt(h)})
			}
		}
	}
}

// The closed forms of ordered queries, on sixteen cells.
func TestOrderedQueries(t *testing.T) {
	const k, h = 16, 4
	a := whole(t, "x", 0, k-1)
	squared := func(n int) [2]float64 { return [2]float64{float64(n), math.Sqrt(float64(n))} }
	check := func(name string, part policy.Part, longest, levels int) {
		p := onDomain(t, a, part)
		expect(t, name+", cumulative", p, linop.Prefixes(k, k), squared(longest))
		expect(t, name+", tree", p, stack(linop.Identity(k), level(k, 2), level(k, 4), level(k, 8)), squared(2*levels))
		expect(t, name+", Haar", p, haar(k, false), [2]float64{float64(2 * levels), math.Sqrt(float64(2*levels + 2))})
		expect(t, name+", root", p, level(k, k), [2]float64{})
	}
	check("full", policy.Complete(a), k-1, h)
	for theta := 1; theta < k; theta++ {
		check(fmt.Sprintf("threshold %d", theta), near(t, a, int64(theta)), theta, h)
	}
	for j := 1; j <= h; j++ {
		part, err := policy.Grid([]policy.Cut{{Attribute: a, Width: big.NewRat(1<<j, 1)}}, policy.OwnGroup)
		if err != nil {
			t.Fatal(err)
		}
		check(fmt.Sprintf("blocks of %d", 1<<j), part, 1<<j-1, j)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	only := policy.PresenceOnly(d)
	expect(t, "presence only, cumulative", only, linop.Prefixes(k, k), squared(k))
	expect(t, "presence only, root", only, level(k, k), squared(1))
	expect(t, "presence only, Haar and total", only, haar(k, true), squared(h+1))
}

// The closed forms of vector sums, on 6×4×3 with thresholds of three norms.
func TestVectorSums(t *testing.T) {
	ranges := []int{5, 3, 2}
	var columns []*domain.Attribute
	var scaled []policy.Scaled
	for j, r := range ranges {
		a := whole(t, string(rune('a'+j)), 0, int64(r))
		columns = append(columns, a)
		scaled = append(scaled, policy.Scaled{Attribute: a, Scale: big.NewRat(1, 1)})
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	op := coordinates(6, 4, 3)
	for theta := 1; theta <= 10; theta++ {
		want := map[distance.Norm][2]int{}
		rest, filled := theta, 0 // the largest range first
		for _, r := range ranges {
			z := min(r, rest)
			rest -= z
			filled += z * z
			inf := want[distance.LInf]
			want[distance.LInf] = [2]int{inf[0] + min(r, theta), inf[1] + min(r, theta)*min(r, theta)}
		}
		want[distance.L1] = [2]int{min(theta, 10), filled}
		var two [2]int
		for x := range 6 {
			for y := range 4 {
				for z := range 3 {
					if s := x*x + y*y + z*z; s <= theta*theta {
						two = [2]int{max(two[0], x+y+z), max(two[1], s)}
					}
				}
			}
		}
		want[distance.L2] = two
		for norm, want := range want {
			part, err := policy.Within(scaled, big.NewRat(int64(theta), 1), norm, policy.OwnGroup)
			if err != nil {
				t.Fatal(err)
			}
			p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, fmt.Sprintf("%s within %d", norm, theta), p, op, [2]float64{float64(want[0]), math.Sqrt(float64(want[1]))})
		}
	}
}

// Weighted edges: two columns with budgets of their own, two of which may change together.
// Each column's change is divided by its weight, and both by the heavier.
func TestWeightsOfParts(t *testing.T) {
	a, b := whole(t, "a", 0, 9), whole(t, "b", 0, 4)
	d, err := domain.New([]*domain.Attribute{a, b}, nil)
	if err != nil {
		t.Fatal(err)
	}
	weighed := func(p policy.Part, num, den int64) policy.Part {
		w, err := p.Weigh(big.NewRat(num, den))
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{weighed(policy.Complete(a), 2, 1), weighed(policy.Complete(b), 1, 2)}})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "histogram", p, linop.Identity(50), [2]float64{4, math.Sqrt(8)})
	expect(t, "one-way tables", p, linop.NewMarginals([]int{10, 5}, [][]int{{0}, {1}}), [2]float64{4, math.Sqrt(8)})
	expect(t, "sums", p, coordinates(10, 5), [2]float64{8, 8})
}
