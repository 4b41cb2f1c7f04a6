package release

import (
	"math"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// totalsPlan asks for the total of each of three columns of 0 to 9.
func totalsPlan(together int) plan.Plan {
	low, high := int64(0), int64(9)
	p := plan.Plan{Version: plan.Version, DataSet: "Survey", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}}, Secrets: secret.Secrets{Together: together}}
	for _, name := range []domain.AttributeName{"rent", "heating", "water"} {
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Nearest}})
		p.Questions = append(p.Questions, plan.Question{ID: string(name), Title: string(name), Kind: "totals", Columns: []domain.AttributeName{name}, Sum: &plan.Sum{Of: []domain.AttributeName{name}}})
	}
	return p
}

// Where one answer at a time is secret a pair changes one of three totals, and each has the whole budget; where a pair may change all of
// them they share it.
func TestTotalsSideBySide(t *testing.T) {
	for together, want := range map[int]float64{1: 162, 0: 1458} {
		c, err := plan.Compile(totalsPlan(together))
		if err != nil {
			t.Fatal(err)
		}
		groups, err := c.Arrange(remembering)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Problems {
			g, n, _ := registry.GroupOf(groups, i)
			if v := g.Error(n).Answers[0].Variance; math.Abs(v-want) > 0.01*want || strings.HasPrefix(g.Prepared.Info().ID, registry.AlongsideID) != (together == 1) {
				t.Errorf("%d at a time: total %d has a variance of %g by %s, not %g", together, i, v, g.Prepared.Info().ID, want)
			}
		}
	}
}

// weightedPlan asks for several totals of one column, whose values stand for other numbers in each, under a metric of the values.
func weightedPlan(numbers ...[]string) plan.Plan {
	p := plan.Plan{Version: plan.Version, DataSet: "Survey", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}}}
	values := []string{"A", "B", "C", "D"}
	p.Columns = []plan.Column{{Name: "place", Kind: domain.List, Values: values, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}}
	for i, list := range numbers {
		q := plan.Question{ID: string(rune('a' + i)), Title: string(rune('A' + i)), Kind: "totals", Columns: []domain.AttributeName{"place"}, Sum: &plan.Sum{Of: []domain.AttributeName{"place"}}}
		for k, n := range list {
			q.Sum.Numbers = append(q.Sum.Numbers, plan.Number{Values: []string{values[k]}, Number: n})
		}
		p.Questions = append(p.Questions, q)
	}
	return p
}

// Totals of the same people share noise where the pairs that change one of them most change others less: each has the whole budget if what pairs
// change of all, in parts of the most, adds up to one, and two that every pair changes alike have half of it.
func TestWeightedTotalsShareNoise(t *testing.T) {
	for name, c := range map[string]struct {
		plan   plan.Plan
		shared bool
	}{
		"by other pairs each": {weightedPlan([]string{"0", "8", "4", "4"}, []string{"4", "4", "0", "8"}), true},
		"alike":               {weightedPlan([]string{"0", "8", "4", "4"}, []string{"0", "8", "4", "4"}), false},
	} {
		compiled, err := plan.Compile(c.plan)
		if err != nil {
			t.Fatal(err)
		}
		groups, err := compiled.Arrange(remembering)
		if err != nil {
			t.Fatal(err)
		}
		for i := range compiled.Problems {
			g, n, _ := registry.GroupOf(groups, i)
			half, err := compiled.Group(remembering, []int{i}, "totals")
			if err != nil {
				t.Fatal(err)
			}
			of, alone := g.Error(n).Answers[0].Variance, half.Error(0).Answers[0].Variance
			if shared := registry.SideBySide(g.Prepared.Info().ID); shared != c.shared || shared && math.Abs(4*of/alone-1) > 0.03 {
				t.Errorf("%s: total %d has a variance of %g by %s, and of %g with half of the budget", name, i, of, g.Prepared.Info().ID, alone)
			}
		}
	}
}

// What is answered by noise along pairs when it is by itself, which does not stand beside others, gives way to another method where that has the whole budget.
func TestPairsGiveWay(t *testing.T) {
	p := totalsPlan(1)
	p.Questions = p.Questions[:2]
	p.Questions[0].Kind, p.Questions[0].Sum = "table", nil
	p.Secrets.Columns = []secret.Secret{{Kind: secret.Near, Columns: p.Questions[0].Columns, Within: "1"}}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := c.Arrange(remembering)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Problems {
		g, n, _ := registry.GroupOf(groups, i)
		alone, err := c.Group(remembering, []int{i}, "")
		if err != nil {
			t.Fatal(err)
		}
		if id := alone.Prepared.Info().ID; i == 0 && id != "edge-laplace" {
			t.Fatalf("the table is answered by %s when it is by itself", id)
		}
		if of, before := g.Error(n).Summary().MeanSquare, alone.Error(0).Summary().MeanSquare; !registry.SideBySide(g.Prepared.Info().ID) || of > 0.6*before {
			t.Errorf("question %d has an error of %g by %s, and of %g by itself", i, of, g.Prepared.Info().ID, before)
		}
	}
}
