package publish_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// What an expert needs of groups and of made-up records.
type (
	jsonClustering struct {
		ID, Mechanism, Epsilon string
		Effective              string `json:"effectiveEpsilon"`
		Rounds                 int
		Noise                  []jsonNoise
		RoundNoise             []struct {
			Sizes, Sums int64
			SizeScale   string
			SumScales   []string
			From        [][]float64
			About       [][]int64
		}
		Axes []struct {
			Name             string
			Low, High, Scale float64
		}
		Groups []struct {
			Centre, CentreError        []float64
			Near                       []string
			Published, Size, SizeError float64
			TooSmall                   bool
		}
	}
	jsonSynthetic struct {
		ID, Mechanism, Epsilon, Digest string
		Effective                      string `json:"effectiveEpsilon"`
		People                         int64
		Records                        int
		Steps                          []struct {
			Columns, Cell     []string
			Numbers           int
			Chosen            bool
			Rate, Loss, Scale string
		}
	}
)

// madePlan asks for groups in rounds and from a table, and for records by each method. All that is said
// of anybody is secret, and who is in the file.
func madePlan() plan.Plan {
	p := recomputePlan()
	p.Questions, p.Choices = p.Questions[:1], nil
	p.Questions[0].Percent = nil
	p.Clusters = []plan.Clustering{
		{ID: "alike", Title: "Ages alike", Columns: []plan.ClusterColumn{{Name: "age"}}, Clusters: 3, Way: "rounds", Rounds: 2, Share: "2"},
		{ID: "aged", Title: "Ages by a table", Columns: []plan.ClusterColumn{{Name: "age"}}, Clusters: 2, Way: "summary"},
	}
	p.Synthetic = publishtest.EveryKindPlan().Synthetic
	return p
}

// An expert recomputes the figures of groups and of made-up records from the record alone: digests,
// budgets, what noise costs along every edge, and errors.
func TestRecomputeGroupsAndRecords(t *testing.T) {
	j := publishtest.EveryKindJob(t)
	p := madePlan()
	p.Data = j.Plan.Plan.Data
	j.Plan = publishtest.Compiled(t, p)
	if _, err := publish.Release(context.Background(), j); err != nil {
		t.Fatal(err)
	}
	text := publishtest.ContentOf(t, filepath.Join(j.Out, "every.json"))
	var r jsonRecord
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Clusters) != 2 || len(r.Synthetic) != 3 {
		t.Fatalf("%d clusterings, %d synthetic tables", len(r.Clusters), len(r.Synthetic))
	}
	r.digests(t, text, j.Out)
	r.budgets(t)
	r.Clusters[0].rounds(t)
	r.Clusters[0].errors(t)
	r.Clusters[1].table(t)
	for i := range r.Synthetic {
		r.Synthetic[i].spends(t)
		r.Synthetic[i].records(t, filepath.Join(j.Out, "every-"+r.Synthetic[i].ID+".csv"))
	}
}

// rounds finds the largest change of sizes and sums along every edge: from any age to any other, and to
// nobody. What they cost together, over all rounds, is in the budget.
func (c *jsonClustering) rounds(t *testing.T) {
	t.Helper()
	const ages = 10 // of the plan, in steps from 0
	if len(c.RoundNoise) != c.Rounds || c.Rounds != 2 {
		t.Fatalf("%d rounds, the noise of %d", c.Rounds, len(c.RoundNoise))
	}
	total := make(map[[2]int]*big.Rat)
	dearests := new(big.Rat)
	for k, n := range c.RoundNoise {
		nearest := func(age int) (best int) {
			for g, from := range n.From {
				if math.Abs(float64(age)-from[0]) < math.Abs(float64(age)-n.From[best][0]) {
					best = g
				}
			}
			return best
		}
		var sizes, sums int64
		dearest := new(big.Rat)
		for a := range ages {
			for b := -1; b < a; b++ { // -1 is nobody
				of, changed, moved := nearest(a), int64(1), int64(0)
				moved = max(int64(a)-n.About[of][0], n.About[of][0]-int64(a))
				if b >= 0 {
					if to := nearest(b); to == of {
						changed, moved = 0, int64(a-b)
					} else {
						changed, moved = 2, moved+max(int64(b)-n.About[to][0], n.About[to][0]-int64(b))
					}
				}
				sizes, sums = max(sizes, changed), max(sums, moved)
				cost := new(big.Rat).Quo(big.NewRat(changed, 1), exact(t, n.SizeScale))
				if moved > 0 {
					cost.Add(cost, new(big.Rat).Quo(big.NewRat(moved, 1), exact(t, n.SumScales[0])))
				}
				if cost.Cmp(dearest) > 0 {
					dearest = cost
				}
				edge := [2]int{a, b}
				if total[edge] == nil {
					total[edge] = new(big.Rat)
				}
				total[edge].Add(total[edge], cost)
			}
		}
		dearests.Add(dearests, dearest)
		if sizes != n.Sizes || sums != n.Sums {
			t.Errorf("round %d: sizes change by %d and sums by %d, the record says %d and %d", k+1, sizes, sums, n.Sizes, n.Sums)
		}
	}
	most := new(big.Rat)
	for _, cost := range total {
		if cost.Cmp(most) > 0 {
			most = cost
		}
	}
	// One edge need not be the dearest of every round, as centres move: the dearest of each are what the
	// budget is parted by.
	part, _ := new(big.Rat).Quo(most, exact(t, c.Effective)).Float64()
	sum, _ := new(big.Rat).Quo(dearests, exact(t, c.Effective)).Float64()
	if part > 1 || sum > 1 || sum < 0.9 {
		t.Errorf("the rounds spend %v of their budget along one edge, %v along the dearest of each", part, sum)
	}
}

// errors recomputes the errors of the last round: of sizes, and of means around a point of reference.
func (c *jsonClustering) errors(t *testing.T) {
	t.Helper()
	last := c.RoundNoise[len(c.RoundNoise)-1]
	sizes, _ := laplaceSum(ratio(t, last.SizeScale), 1)
	sums, _ := laplaceSum(ratio(t, last.SumScales[0]), 1)
	for i, g := range c.Groups {
		if math.Abs(g.SizeError-math.Sqrt(sizes)) > 1e-6*g.SizeError || g.Published != max(g.Size, 0) || g.TooSmall != (g.Size < 1+2*math.Sqrt(sizes)) {
			t.Errorf("group %d has the size %v ± %v, want ± %v: %+v", i+1, g.Size, g.SizeError, math.Sqrt(sizes), g)
		}
		if x := g.Centre[0]; x < c.Axes[0].Low || x > c.Axes[0].High {
			t.Errorf("group %d lies at %v", i+1, x)
		}
		found := false
		for _, about := range last.About {
			off := g.Centre[0] - float64(about[0])
			want := min(math.Sqrt(sums+off*off*sizes)/max(g.Size, 1), 9)
			found = found || math.Abs(g.CentreError[0]-want) < 1e-6*want
		}
		if !found {
			t.Errorf("the mean of group %d is %v ± %v, which no point of reference gives", i+1, g.Centre, g.CentreError)
		}
	}
}

// table divides sensitivities by scales: what the table behind the groups costs. An edge need not change
// all rows by as much as any, so that the parts can be more together.
func (c *jsonClustering) table(t *testing.T) {
	t.Helper()
	if len(c.Noise) == 0 || c.Rounds != 0 {
		t.Errorf("%s: %d rounds, noise %+v", c.ID, c.Rounds, c.Noise)
	}
	for _, n := range c.Noise {
		cost := new(big.Rat).Quo(exact(t, n.Sensitivity), exact(t, n.Scale))
		if cost.Cmp(exact(t, n.Spent)) != 0 || cost.Cmp(exact(t, c.Effective)) > 0 {
			t.Errorf("%s, %s: spends %s of %s, want %s", c.ID, n.What, n.Spent, c.Effective, cost.RatString())
		}
	}
}

// spends adds up what an edge loses that moves a person from one record to another, which changes each
// table by two, and one between being in the file and not, which changes each by one.
func (s *jsonSynthetic) spends(t *testing.T) {
	t.Helper()
	for _, moves := range []int64{1, 2} {
		spent := new(big.Rat)
		lose := func(n int64, by string) *big.Rat {
			cost := new(big.Rat).Quo(big.NewRat(n, 1), exact(t, by))
			spent.Add(spent, cost)
			return cost
		}
		for _, step := range s.Steps {
			chosen := new(big.Rat)
			if step.Chosen { // scores of two options move apart by what both change
				span := min(2*moves, 2)
				if s.Mechanism == "graphical-model" {
					span = 2 * moves
				}
				chosen.Mul(exact(t, step.Rate), big.NewRat(span, 1))
				spent.Add(spent, chosen)
			}
			switch {
			case step.Columns == nil: // the number of people
				if moves == 1 {
					lose(1, step.Scale)
				}
			case step.Scale == "": // a data set was drawn
				if len(s.Steps) > 2 || step.Numbers == 0 {
					t.Errorf("%s: %+v", s.ID, step)
				}
			case step.Cell != nil:
				lose(1, step.Scale)
			default:
				cost := lose(moves, step.Scale)
				if step.Loss == "" {
					continue
				}
				if of, _ := cost.Add(cost, chosen).Quo(cost, exact(t, step.Loss)).Float64(); moves == 2 && (of > 1 || of < 0.99 && step.Chosen) {
					t.Errorf("%s: measuring %q costs %v of what it was to", s.ID, step.Columns, of)
				}
			}
		}
		if part, _ := new(big.Rat).Quo(spent, exact(t, s.Effective)).Float64(); part > 1 || moves == 2 && part < 0.5 {
			t.Errorf("%s: an edge that changes tables by %d loses %v of the budget", s.ID, moves, part)
		}
	}
}

// records recomputes the digest of the records from their file.
func (s *jsonSynthetic) records(t *testing.T, path string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(publishtest.ContentOf(t, path)), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var canonical strings.Builder
	for _, row := range rows {
		for _, label := range row {
			canonical.WriteString(strconv.Quote(strings.ReplaceAll(label, " ", "")) + " ") // files may tidy blanks
		}
		canonical.WriteByte('\n')
	}
	if got := sha256Of([]byte(canonical.String())); got != s.Digest || len(rows)-1 != s.Records {
		t.Errorf("%s: %d records with the digest %s, the record says %d and %s", s.ID, len(rows)-1, got, s.Records, s.Digest)
	}
}

// made is what the digest of plan and answers is of, behind the choices.
func (r *jsonRecord) made() string {
	var out strings.Builder
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, c := range r.Clusters {
		fmt.Fprintf(&out, "clustering %q %q %d %d\n", c.ID, c.Mechanism, c.Rounds, len(c.Groups))
		for _, g := range c.Groups {
			for k := range g.Centre {
				near := ""
				if k < len(g.Near) {
					near = g.Near[k]
				}
				fmt.Fprintf(&out, "%s %s %q ", number(g.Centre[k]), number(g.CentreError[k]), near)
			}
			fmt.Fprintf(&out, "%s %s %s %v\n", number(g.Size), number(g.Published), number(g.SizeError), g.TooSmall)
		}
	}
	for _, s := range r.Synthetic {
		fmt.Fprintf(&out, "synthetic %q %q %d %d %s\n", s.ID, s.Mechanism, s.People, s.Records, s.Digest)
	}
	return out.String()
}
