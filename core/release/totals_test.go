package release

import (
	"context"
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/sensitivity"
	"steward/core/table"
)

// rentPlan asks for totals and averages of rents by town.
func rentPlan(id string) plan.Plan {
	low, high := int64(1), int64(9)
	return plan.Plan{
		Version: plan.Version, DataSet: "Survey", Budget: plan.Budget{Epsilon: "1"},
		Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}},
		Columns: []plan.Column{
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}},
			{Name: "rent", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}},
		},
		Questions: []plan.Question{{ID: "r", Title: "Rents", Kind: "totals", Columns: []domain.AttributeName{"town", "rent"}, Totals: true, Mechanism: id,
			Sum: &plan.Sum{Of: []domain.AttributeName{"rent"}, Averages: true, Unit: "EUR"}}},
	}
}

// Intervals of averages hold the true ones at least 19 times in 20, by every mechanism, for groups of
// nobody, of a few and of many, under full secrecy, small differences and presence.
func TestAveragesCover(t *testing.T) {
	runs := seeded.Often(80, 600)
	alpha := seeded.Among(2 * (len(registry.All()) + 1) * 2 * 3)
	tried := 0
	for _, counts := range [][]int64{
		{0, 3, 400, 90, 1, 1, 12, 30, 7, 5, 2000, 1500, 800, 3, 0, 1, 1, 1, 200, 9},
		{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 3, 1},
	} {
		for _, m := range append(registry.All(), nil) {
			id := ""
			if m != nil {
				id = m.Info().ID
			}
			if m != nil && m.Info().DataDependent || id == "matrix" {
				continue
			}
			for _, near := range []bool{false, true} {
				p := rentPlan(id)
				if strings.HasPrefix(id, "gaussian") {
					p.Budget.Delta = "0.000001"
				}
				if near {
					p.Secrets.Columns = []secret.Secret{{Kind: secret.Near, Columns: []domain.AttributeName{"rent"}, Within: "2"}}
				}
				c, err := plan.Compile(p)
				if err != nil {
					continue // it does not apply
				}
				tried++
				groups, err := c.Arrange(remembering)
				if err != nil {
					t.Fatal(err)
				}
				checkAverages(t, c, groups[0], counts, runs, alpha)
			}
		}
	}
	if tried < 16 {
		t.Errorf("only %d were tried", tried)
	}
}

func checkAverages(t *testing.T, c *plan.Compiled, g registry.Group, counts []int64, runs int, alpha float64) {
	t.Helper()
	vector, err := histogram.FromCounts(g.Problem.Workload.Domain(), counts)
	if err != nil {
		t.Fatal(err)
	}
	// By town, and of all, from the counts by town and rent, the last of which is blank.
	want, people := [3]float64{}, [3]float64{}
	for cell, n := range counts {
		if rent := cell%10 + 1; rent < 10 {
			for _, at := range []int{cell / 10, 2} {
				want[at] += float64(rent) * float64(n)
				people[at] += float64(n)
			}
		}
	}
	id := g.Prepared.Info().ID
	held := [3]int{}
	src := seeded.New(12, uint64(len(id)))
	for range runs {
		a, err := g.Prepared.Release(context.Background(), vector, src)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Derive(c, g, 0, a.Unadjusted, published(g, a))
		if err != nil || len(got) != 1 || got[0].Unit != plan.InAverages {
			t.Fatalf("%s: %v, %v", id, got, err)
		}
		if err := Contain(c, 0, got); err != nil {
			t.Fatal(err)
		}
		for i, v := range got[0].Values {
			if people[i] == 0 || v.Low <= want[i]/people[i]+1e-9 && want[i]/people[i] <= v.High+1e-9 {
				held[i]++
			}
			if v.Low < 1-1e-9 || v.High > 9+1e-9 || !v.Unreliable && (v.Value < v.Low-1e-6 || v.Value > v.High+1e-6) {
				t.Fatalf("%s, %v: %v from %v to %v", id, v.Key, v.Value, v.Low, v.High)
			}
		}
	}
	for i, n := range held {
		if err := seeded.AtLeast(n, runs, 0.95, alpha); err != nil {
			t.Errorf("%s, group %d: the intervals hold the truth: %v", id, i, err)
		}
	}
}

// TestTotalsOfWeightedRows goes through all pairs of files that differ in one person's row, its
// weight, its number, or its being there: a row adds its units times its number, and totals and people
// change by no more than as many times the sensitivity as a row has units.
func TestTotalsOfWeightedRows(t *testing.T) {
	p := rentPlan("totals")
	p.Weight = &plan.Weight{Column: "weight", Step: "0.5", Cap: "1.5"}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	problem := c.Problems[0]
	most := int64(problem.Rows)
	if most != 3 {
		t.Fatalf("%d units", most)
	}
	op := problem.Workload.Operator()
	edges, _ := problem.Policy.Unweighted()
	size, err := sensitivity.Of(context.Background(), op, edges, sensitivity.L1)
	if err != nil {
		t.Fatal(err)
	}
	limit := new(big.Rat).Mul(size.Size, big.NewRat(most, 1))
	var files [][]int64
	for _, town := range []string{"", "North", "South"} {
		for _, rent := range []string{"1", "5", "9", "77", ""} {
			for _, w := range []float64{0, 0.5, 1.1, 2} {
				s := &scattered{header: []string{"weight", "town", "rent"}}
				row := func(w float64, town, rent string) {
					cell := table.Cell{Kind: table.Text, Text: rent}
					if rent == "" {
						cell = table.Cell{}
					}
					s.rows = append(s.rows, []table.Cell{{Kind: table.Number, Text: "1", Number: w}, {Kind: table.Text, Text: town}, cell})
				}
				row(1, "South", "4")
				if town != "" {
					row(w, town, rent)
				}
				files = append(files, answersOf(op, countsOf(t, c, s)))
				if town != "North" {
					continue
				}
				number := map[string]int64{"1": 1, "5": 5, "9": 9, "77": 9, "": 0}[rent] // 77 is clipped
				units := map[float64]int64{0: 0, 0.5: 1, 1.1: 2, 2: 3}[w]
				if got := files[len(files)-1]; got[0] != units*number || got[2] != units*number+8 || got[3] != units*min(number, 1) {
					t.Errorf("a row of weight %v with %q adds %v, want %d times %d", w, rent, got, units, number)
				}
			}
		}
	}
	worst := int64(0)
	for _, a := range files {
		for _, b := range files {
			change := int64(0)
			for i := range a {
				change += max(a[i]-b[i], b[i]-a[i])
			}
			worst = max(worst, change)
		}
	}
	if limit.Cmp(big.NewRat(worst, 1)) != 0 {
		t.Errorf("two files differ by %d, and %s times %d is hidden", worst, size.Size.RatString(), most)
	}
	if w, _ := problem.Policy.AbsentWeight(policy.Vertex(0)); w == 0 {
		t.Error("the presence of units is no secret")
	}
}

func answersOf(op linop.Operator, counts []int64) []int64 {
	out := make([]int64, op.Rows())
	op.Apply(out, counts)
	return out
}

// TestReleasedTotals carries a release with fractional numbers out: totals are whole numbers of their
// units, with decimals where units have some, and say so.
func TestReleasedTotals(t *testing.T) {
	p := smallPlan(50)
	p.Budget.Epsilon = "100"
	p.Questions = []plan.Question{{ID: "a", Title: "Hours", Kind: "totals", Columns: []domain.AttributeName{"town"},
		Sum: &plan.Sum{Of: []domain.AttributeName{"town"}, Averages: true, Numbers: []plan.Number{
			{Values: []string{"North"}, Number: "1.25"}, {Values: []string{"South"}, Number: "-0.5"}}}}}
	r, err := runSmall(t, p, people(50), newWitness())
	if err != nil {
		t.Fatal(err)
	}
	q := r.Questions[0]
	if q.Decimals != 2 || q.Len() != 2 {
		t.Fatalf("%d decimals of %d answers", q.Decimals, q.Len())
	}
	for i, n := range q.Tidied {
		unit := []float64{0.25, 1}[i]
		if r := n / unit; r != math.Trunc(r) || math.Abs(n-q.Unadjusted[i]) > unit {
			t.Errorf("answer %d is %v, tidied %v", i, q.Unadjusted[i], n)
		}
	}
	if d := q.Derived[0].Values[0]; d.Unreliable || math.Abs(d.Value-q.Unadjusted[0]/q.Unadjusted[1]) > 0.01 {
		t.Errorf("the average is %+v of %v", d, q.Unadjusted)
	}
}
