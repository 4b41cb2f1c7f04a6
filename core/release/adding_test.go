package release

import (
	"math"
	"strings"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/result"
)

// For every mechanism, what is said of errors of sums agrees with the covariances of single pairs of
// answers: independent where all are zero and nowhere else, and the examples' errors are those of the
// variances and covariances of their terms.
func TestAddingAgreesWithPairs(t *testing.T) {
	both := map[bool]int{}
	for _, m := range registry.All() {
		for _, kind := range []string{"table", "cumulative"} {
			p := derivedPlan(4016, m.Info().ID)
			q := &p.Questions[0]
			*q = plan.Question{ID: q.ID, Title: q.Title, Kind: kind, Columns: q.Columns, Mechanism: q.Mechanism}
			if kind == "cumulative" {
				q.Columns = q.Columns[:1]
			}
			if strings.HasPrefix(q.Mechanism, "gaussian") {
				p.Budget.Delta = "0.000001"
			}
			c, err := plan.Compile(p)
			if err != nil {
				continue // it does not apply
			}
			groups, err := c.Arrange(remembering)
			if err != nil {
				continue
			}
			g := groups[0]
			e := g.Error(0)
			of := result.Question{Workload: c.Problems[0].Workload, Unadjusted: make([]float64, len(e.Answers))}
			for i := range of.Unadjusted {
				of.Unadjusted[i] = float64(10 * i)
			}
			of.Error, of.HalfWidth, of.Exact = errors95(e)
			a := Adding(g, 0, &of)
			if m.Info().DataDependent {
				if len(a.Examples) > 0 || a.Independent {
					t.Errorf("%s: sums of which the error depends on the data: %+v", q.Mechanism, a)
				}
				continue
			}
			covariance := func(i, k int) float64 {
				sum, err := g.Combine(0, []mechanism.Term{{Answer: i, Weight: 1}, {Answer: k, Weight: 1}})
				if err != nil {
					t.Fatal(err)
				}
				return (sum.Variance - of.Error[i]*of.Error[i] - of.Error[k]*of.Error[k]) / 2
			}
			apart := true
			for i := range of.Error {
				for k := i + 1; k < len(of.Error); k++ {
					if math.Abs(covariance(i, k)) > 1e-7*(1+of.Error[i]*of.Error[k]) && of.Error[i]*of.Error[k] > 0 {
						apart = false
					}
				}
			}
			if len(a.Examples) == 0 {
				t.Errorf("%s, %s: no example", q.Mechanism, kind)
				continue
			}
			both[apart]++
			if a.Independent != apart {
				t.Errorf("%s, %s: independent %v, want %v", q.Mechanism, kind, a.Independent, apart)
			}
			for _, s := range a.Examples {
				sign := make(map[int]float64)
				value := 0.0
				for _, i := range s.Add {
					sign[i]++
					value += of.Unadjusted[i]
				}
				for _, i := range s.Subtract {
					sign[i]--
					value -= of.Unadjusted[i]
				}
				variance := 0.0
				for i, x := range sign {
					variance += x * x * of.Error[i] * of.Error[i]
					for k, y := range sign {
						if k > i {
							variance += 2 * x * y * covariance(i, k)
						}
					}
				}
				if s.Value != value || math.Abs(s.Error*s.Error-variance) > 1e-6*(1+variance) || s.Error > 0 && s.HalfWidth <= 1.9*s.Error {
					t.Errorf("%s, %s: %+v, want the value %v and the variance %v", q.Mechanism, kind, s, value, variance)
				}
			}
		}
	}
	if both[true] < 1 || both[false] < 5 {
		t.Errorf("of all mechanisms %d have independent errors and %d have not", both[true], both[false])
	}
}
