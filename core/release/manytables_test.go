package release_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/reconcile"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/result"
	"steward/core/seeded"
)

// records are people given by their answers.
type records [][]int

func (records) Name() message.Text { return message.Verbatim("records") }

func (d records) Read(_ context.Context, _ *plan.Compiled, v release.Visit) (release.Totals, error) {
	for _, values := range d {
		if err := v.Cell(values, 1); err != nil {
			return release.Totals{}, err
		}
	}
	return release.Totals{Records: int64(len(d)), People: int64(len(d))}, nil
}

// twoWay is a plan of thirty columns, which have a billion combinations, with tables of two columns or one, some with totals, and cumulative counts.
func twoWay(r *seeded.Source, tables int) plan.Plan {
	p := plan.Plan{Version: plan.Version, DataSet: "People", Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}}, Budget: plan.Budget{Epsilon: "1"}}
	low := int64(0)
	for j := range 30 {
		high := int64(1 + j%3)
		p.Columns = append(p.Columns, plan.Column{Name: domain.AttributeName(fmt.Sprint("c", j)), Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed,
			Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}})
	}
	for i := range tables {
		a, b := i%30, (i+1+i/30+r.IntN(3))%30
		q := plan.Question{ID: fmt.Sprint("q", i), Title: fmt.Sprint("Q", i), Kind: "table", Columns: []domain.AttributeName{p.Columns[a].Name, p.Columns[b].Name}, Totals: i%7 == 3}
		if a == b || i%11 == 5 {
			q.Columns = q.Columns[:1]
		}
		p.Questions = append(p.Questions, q)
		if i%6 == 2 {
			p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint("r", i), Title: fmt.Sprint("R", i), Kind: "cumulative", Columns: q.Columns[:1]})
		}
	}
	return p
}

// drawRecords draws so many people.
func drawRecords(r *seeded.Source, p plan.Plan, n int) (out records) {
	for range n {
		values := make([]int, len(p.Columns))
		for j, c := range p.Columns {
			values[j] = r.IntN(int(*c.Highest) + 1)
		}
		out = append(out, values)
	}
	return out
}

// TestManyTablesOfNeighbours audits tables over columns with more combinations than can be counted: of two files that differ in a person the
// same is published, by draws whose noise makes up for no more than is promised, exactly.
func TestManyTablesOfNeighbours(t *testing.T) {
	r := seeded.New(20261128, 40)
	for n, c := range []struct {
		secrets secret.Secrets
		moved   int // how many answers of a person change at most; none for one who leaves
		delta   string
		known   bool
	}{
		{secret.Secrets{}, 30, "0.000001", true}, {secret.Secrets{Together: 1}, 1, "", true}, {secret.Secrets{Together: 1}, 1, "0.000001", true},
		{secret.Secrets{Together: 2}, 2, "0.000001", false}, {secret.Secrets{Presence: true, Together: 1}, 0, "", false}, {secret.Secrets{Presence: true, Together: 1}, 0, "0.000001", false},
	} {
		p := twoWay(r, 28)
		p.Secrets, p.Budget.Delta = c.secrets, c.delta
		file := drawRecords(r, p, 20)
		if c.known {
			people := int64(len(file))
			p.Facts.People = &people
		}
		compiled, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		most := new(big.Rat)
		promised := compiled.Budget.Rat()
		if c.delta != "" {
			promised = compiled.Promise.Rho().Rat()
		}
		for try := range seeded.Often(2, 8) { // each designs and releases twice
			other := slices.Clone(file)
			who := r.IntN(len(other))
			other[who] = slices.Clone(other[who])
			if c.moved == 0 {
				other = slices.Delete(other, who, who+1)
			}
			for range c.moved {
				j := r.IntN(30)
				if c.moved == 30 && r.IntN(3) > 0 {
					continue
				}
				other[who][j] = (other[who][j] + 1) % (int(*p.Columns[j].Highest) + 1)
			}
			from := noisetest.NewScript(fmt.Sprint("many tables ", n, " ", try))
			shown, err := releasetest.Release(compiled, file, from, releasetest.NoLedger())
			if err != nil {
				t.Fatal(err)
			}
			to := from.Follow(nil)
			again, err := releasetest.Release(compiled, other, to, releasetest.NoLedger())
			if err != nil {
				t.Fatal(err)
			}
			a, _ := json.Marshal(shown)
			if b, _ := json.Marshal(again); string(a) != string(b) {
				t.Fatalf("%+v: other things are published", c)
			}
			together := shown.Questions[0].Together
			if cumulative := slices.ContainsFunc(together, func(id string) bool { return id[0] == 'r' }); !cumulative && c.delta != "" {
				t.Fatalf("%+v: no cumulative counts are answered with tables", c)
			}
			if len(together) < 10 || c.delta != "" && len(shown.Questions[0].Noise) > 4 {
				t.Fatalf("%+v: answered with %d others, of %d groups of noise", c, len(together), len(shown.Questions[0].Noise))
			}
			made, stated := make(map[string][]int64), statedChanges(p, shown, file[who], nil)
			if c.moved > 0 {
				stated = statedChanges(p, shown, file[who], other[who])
			}
			loss := new(big.Rat)
			for i, d := range from.Draws {
				law := fmt.Sprint(d.Stated())
				made[law] = append(made[law], d.Value-to.Draws[i].Value)
				if to.Draws[i].Law != d.Law || to.Draws[i].Outcome != d.Outcome {
					t.Fatal("a draw is another")
				}
				moved := new(big.Rat).SetInt64(d.Value - to.Draws[i].Value)
				if c.delta != "" {
					loss.Add(loss, moved.Mul(moved, moved).Quo(moved, new(big.Rat).Mul(big.NewRat(2, 1), d.Rat())))
				} else {
					loss.Add(loss, moved.Abs(moved).Quo(moved, d.Rat()))
				}
			}
			for law, rows := range stated {
				slices.Sort(rows)
				slices.Sort(made[law])
				if !slices.Equal(rows, made[law]) {
					t.Fatalf("%+v: noise of %s makes good %v, and what is stated %v", c, law, made[law], rows)
				}
			}
			if len(stated) == 0 {
				t.Fatalf("%+v: no tables are stated", c)
			}
			if loss.Cmp(promised) > 0 {
				t.Fatalf("%+v: a loss of %s, of %s", c, loss.FloatString(9), promised.FloatString(9))
			}
			if loss.Cmp(most) > 0 {
				most = loss
			}
		}
		share, _ := most.Quo(most, promised).Float64()
		t.Logf("%+v: the largest loss is %.4f of what is promised", c, share)
		if share < 0.3 || c.moved == 0 && share < 0.999 {
			t.Errorf("%+v: the largest loss is %v of what is promised: another budget is kept", c, share)
		}
	}
}

// statedChanges returns by law by how much the rows of the tables that a release states change when somebody's answers do, or they leave.
func statedChanges(p plan.Plan, r *result.Release, from, to []int) map[string][]int64 {
	out := make(map[string][]int64)
	for _, q := range r.Questions {
		if q.Measured == nil {
			continue
		}
		for _, table := range q.Measured.Tables {
			if table.IsZero() {
				continue
			}
			was, is := []int64{1}, []int64{1}
			if to == nil {
				is[0] = 0
			}
			for _, name := range table.Columns {
				j := slices.IndexFunc(p.Columns, func(c plan.Column) bool { return string(c.Name) == name })
				n := int(*p.Columns[j].Highest) + 1
				person := func(of []int64, values []int) (longer []int64) {
					for _, x := range of {
						for v := range n {
							y := int64(0)
							if values != nil && values[j] == v {
								y = 1
							}
							if table.Contrasts {
								y = y*int64(n) - 1
							}
							longer = append(longer, x*y)
						}
					}
					return longer
				}
				was, is = person(was, from), person(is, to)
			}
			for i := range was {
				was[i] -= is[i]
			}
			law := fmt.Sprint(table.Stated)
			out[law] = append(out[law], was...)
		}
	}
	return out
}

// Trial releases of many tables on made-up people are as far off as is stated.
func TestManyTablesAreTried(t *testing.T) {
	p := twoWay(seeded.New(20261128, 42), 28)
	people := int64(300)
	p.Facts.People, p.Budget.Delta = &people, "0.000001"
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := c.Arrange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const runs = 40
	tried, err := reconcile.Simulate(t.Context(), groups, people, runs)
	if err != nil {
		t.Fatal(err)
	}
	many := 0
	for k, g := range groups {
		if g.Problem.Workload.Tables() == nil {
			continue
		}
		many++
		for n := range g.Questions {
			if got, want := g.Within(n, tried[k].Unadjusted).MeanSquare(), g.Error(n).MeanSquare(); got > 2*want || got < want/2 {
				t.Errorf("question %d errs by %v in trials, and %v is stated", g.Questions[n], got, want)
			}
		}
	}
	if many == 0 {
		t.Error("no tables are answered by themselves")
	}
}
