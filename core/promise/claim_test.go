package promise

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// What a claim states in ordinary terms is worked out again from the graph of random plans: the distance between the two answers
// that are farthest apart, and to "not in the file". None is stated where there is none.
func TestClaimAgainstGraph(t *testing.T) {
	r := seeded.New(28, 2)
	seen := make(map[string]int)
	wanted := []string{"bounded", "bounded rho", "unboundedRelation", "not joined", "tied", "not everybody's"}
	for n := 0; n < seeded.Often(300, 5000) || n < 4000 && slices.ContainsFunc(wanted, func(kind string) bool { return seen[kind] < 4 }); n++ {
		d := draw(r)
		c, err := plan.Compile(d.Plan)
		if err != nil {
			t.Fatalf("%+v: %v", d.Plan, err)
		}
		last, apart, away := d.Graph.Absent(), 0.0, 0.0
		for u := range last {
			if !d.Graph.Possible(u) {
				continue
			}
			away = max(away, d.distance[u][last])
			for v := range u {
				if d.Graph.Possible(v) {
					apart = max(apart, d.distance[u][v])
				}
			}
		}
		for _, term := range Claim(c, Account{"0", "1"}) {
			here := term.Here.String()
			if term.ID == "unbounded" && strings.Contains(here, "every two answers") && math.IsInf(apart, 1) {
				t.Fatalf("%+v: %s", d.Plan.Secrets, here)
			}
			truth, known := map[string]float64{"bounded": apart, "unboundedRelation": away}[term.ID]
			if !known {
				continue
			}
			figure, rho := strings.CutPrefix(here, "rho = ")
			if !rho {
				var pure bool
				if figure, pure = strings.CutPrefix(here, "epsilon = "); !pure {
					switch {
					case strings.Contains(here, "tie"):
						seen["tied"]++
					case strings.Contains(here, "are not joined"):
						seen["not joined"]++
						if !math.IsInf(apart, 1) {
							t.Fatalf("%+v: %s, and the farthest are %v apart", d.Plan.Secrets, here, apart)
						}
					case strings.Contains(here, "everybody"):
						seen["not everybody's"]++
					}
					continue
				}
			}
			stated, ok := new(big.Rat).SetString(figure)
			if !ok || c.FactsTie() {
				t.Fatalf("%+v %+v: %s", d.Plan.Secrets, d.Plan.Facts, here)
			}
			distance, _ := stated.Float64()
			if rho {
				of := Of(c).law.Rho()
				distance = math.Sqrt(distance / of.Float())
				seen[term.ID+" rho"]++
			} else {
				distance /= number64(d.Plan.Budget.Epsilon)
				seen[term.ID]++
			}
			// Impossible combinations lengthen distances, so that only a bound is stated.
			exact := len(d.Plan.Impossible) == 0 && c.Policy.Presence() == c.Policy.PresenceOfAll() && term.ID == "bounded"
			if distance < truth*(1-1e-9) || exact && distance > truth*(1+1e-9) {
				t.Fatalf("%+v %+v: %s is %v edges, the farthest are %v apart", d.Plan.Secrets, d.Plan.Budget, here, distance, truth)
			}
		}
	}
	t.Log(seen)
}

// Whatever is said of odds leaves out the chance of failure where one was accepted, and nothing else: in plans of every kind.
func TestOddsLeaveOutTheChance(t *testing.T) {
	r, chancy := seeded.New(28, 3), 0
	for range 300 {
		d := draw(r)
		c, err := plan.Compile(d.Plan)
		if err != nil {
			t.Fatalf("%+v: %v", d.Plan, err)
		}
		p, except := Of(c), "except in a case whose chance is at most "+c.Promise.Delta().InWords().String()
		said := []string{p.By(weighted.One).String(), p.By(weighted.Weight(1 << 40)).String()}
		if p.Worst() > 0 {
			said = append(said, p.Shifting().String())
		}
		for _, text := range said {
			if strings.Contains(text, except) == c.Promise.Pure() {
				t.Errorf("delta %s: %s", d.Plan.Budget.Delta, text)
			}
		}
		if !c.Promise.Pure() {
			chancy++
		}
	}
	if chancy < 30 {
		t.Errorf("%d plans accept a chance of failure", chancy)
	}
}
