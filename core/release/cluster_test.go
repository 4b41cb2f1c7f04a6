package release

import (
	"math"
	"slices"
	"strings"
	"testing"

	"steward/core/message"
	"steward/core/plan"
)

// groupedPlan asks for groups beside a table; ages are 20 to 29, alike many of each. No age is ever as near to one
// centre as to the other on the way from the given ones: they part 24 from 25 from the first round on.
func groupedPlan(epsilon, way string) plan.Plan {
	p := smallPlan(4000)
	p.Budget = plan.Budget{Epsilon: epsilon}
	p.Questions = p.Questions[:1]
	p.Clusters = []plan.Clustering{{ID: "g", Title: "Ages alike", Columns: []plan.ClusterColumn{{Name: "age"}}, Clusters: 2, Way: way, Rounds: 6}}
	if way == "rounds" {
		p.Clusters[0].Start, p.Clusters[0].Centres = "given", [][]string{{"21"}, {"28"}}
	}
	return p
}

// TestGroupsAreReleasedOnce carries a release with groups out at a budget at which they are as good as
// certain: ages 20 to 24 and 25 to 29.
func TestGroupsAreReleasedOnce(t *testing.T) {
	for _, way := range []string{"rounds", "summary", ""} {
		for _, delta := range []string{"", "0.000001"} {
			p := groupedPlan("60", way)
			p.Budget.Delta = delta
			w := newWitness()
			r, err := runSmall(t, p, people(4000), w)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(w.events, []string{"debit", "noise"}) || !slices.Equal(w.spent[0].Questions, []string{"Ages by town", "Ages alike"}) {
				t.Errorf("what happened: %q, %q", w.events, w.spent[0].Questions)
			}
			if len(r.Clusters) != 1 || len(r.Clusters[0].Groups) != 2 {
				t.Fatalf("groups: %+v", r.Clusters)
			}
			c := r.Clusters[0]
			for i, want := range []float64{22, 27} {
				g := c.Groups[i]
				if math.Abs(g.Centre[0]-want) > 0.1 || math.Abs(g.Size-2000) > 40 || math.Abs(g.Tidied-2000) > 40 || g.Error[0] > 0.1 || g.SizeError > 40 {
					t.Errorf("%q, delta %q: %s %+v", way, delta, c.Say(i, message.Verbatim("people")), g)
				}
			}
			if c.InRounds() != (way == "rounds") && way != "" || len(c.RoundNoise) != c.Rounds || len(c.Says) < 2 || len(c.Noise) == 0 && !c.InRounds() {
				t.Errorf("%q: %d rounds, noise %v, says %q", way, c.Rounds, c.RoundNoise, c.Says)
			}
			digest := r.Digest
			r.Clusters[0].Groups[0].Centre[0]++
			if again, err := r.ComputeDigest(); err != nil || again == digest {
				t.Errorf("another centre has the same digest: %v", err)
			}
			var form strings.Builder
			if err := r.Canonical(&form); err != nil || !strings.HasPrefix(form.String(), "steward release 4\n") {
				t.Errorf("the form of the digest: %v", err)
			}
		}
	}
}
