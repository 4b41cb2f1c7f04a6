package release

import (
	"math"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/plan"
)

// totalsPlan asks for the total of each of three columns of 0 to 9.
func totalsPlan(together int) plan.Plan {
	low, high := int64(0), int64(9)
	p := plan.Plan{Version: plan.Version, DataSet: "Survey", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}}, Secrets: plan.Secrets{Together: together}}
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
