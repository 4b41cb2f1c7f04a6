package release_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/choice"
	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/plan/secret"
	"steward/core/promise"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/result"
	"steward/core/seeded"
)

// unread is noise that nobody may draw.
type unread struct{ t *testing.T }

func (u unread) Uint64() uint64 {
	u.t.Fatal("noise is drawn for what costs nothing")
	return 0
}

// alike returns other counts with the same known sums as some, which are public.
func alike(r *seeded.Source, p mechanism.Problem, counts *histogram.Vector) (*histogram.Vector, error) {
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	out, err := histogram.New(counts.Domain())
	if err != nil {
		return nil, err
	}
	known := p.Known(c)
	sums := known.Values(counts)
	return out, known.Each(func(s int, cells []int) error {
		for range sums[s] {
			out.Add(cells[r.IntN(len(cells))])
		}
		return nil
	})
}

// TestWhatIsExactCostsNothing compiles random plans: what is published exactly takes nothing of the budget and everything else
// takes all of it. It is answered without noise, by numbers that are true, and that are the same whatever is in the file so
// long as the sums are that are public. Whatever else has an answer that is not exact has a share.
func TestWhatIsExactCostsNothing(t *testing.T) {
	r := seeded.New(20261123, 24)
	met := make(map[string]int)
	every := []string{"table", "ranges", "totals", "cumulative", "choices", "groups", "groups in rounds", "of other files", "released", "spends nothing"}
	lacking := func(what string) bool { return met[what] == 0 }
	for n := 0; n < seeded.Often(160, 3000) || n < 3000 && slices.ContainsFunc(every, lacking); n++ {
		d := plantest.Draw(r)
		asked := partition(r, d)
		d.Ask(r, methods())
		for i := range d.Plan.Questions {
			if r.IntN(4) > 0 {
				d.Plan.Questions[i].Mechanism = ""
			}
		}
		d.Plan.Questions = append(d.Plan.Questions, asked)
		if r.IntN(3) == 0 {
			d.Plan.Clusters = append(d.Plan.Clusters, plan.Clustering{ID: "groups", Title: "Groups", Clusters: 1 + r.IntN(2), Columns: []plan.ClusterColumn{{Name: asked.Columns[0]}},
				Way: []string{"", "rounds"}[r.IntN(2)], Start: []string{"", "chosen"}[r.IntN(2)]})
		}
		if r.IntN(3) == 0 {
			d.Plan.Choices = append(d.Plan.Choices, plan.Choice{ID: "choice", Title: "Choice", Kind: "most common", Column: asked.Columns[0]})
		}
		c, err := plan.Compile(d.Plan)
		if err == nil && len(c.Disclosed) > 0 && r.IntN(4) > 0 {
			d.Plan.Agreed = c.Agree()
			c, err = plan.Compile(d.Plan)
		}
		if err != nil {
			continue
		}
		var parts []account.Epsilon
		some := false
		for i, p := range c.Problems {
			q := c.Plan.Questions[i]
			if some = some || p.Exact; !p.Exact {
				parts = append(parts, p.Budget)
				continue
			}
			met[q.Kind]++
			g, err := c.Group(context.Background(), []int{i}, q.Mechanism)
			if err != nil {
				t.Fatalf("%v\n%s", err, about(d, plantest.Pair{Times: new(big.Rat)}))
			}
			if !g.Prepared.Loss().IsZero() || !c.CostsNothing(q.ID) {
				t.Fatalf("it takes %s", g.Prepared.Loss())
			}
			var columns []string
			for _, name := range q.Columns {
				columns = append(columns, string(name))
			}
			counts, err := histogram.FromCounts(p.Workload.Domain(), d.File.Counts(columns))
			if err != nil {
				t.Fatal(err)
			}
			truth := make([]int64, p.Workload.Len())
			p.Workload.Operator().Apply(truth, counts.Counts())
			other, err := alike(r, p, counts)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(other.Counts(), counts.Counts()) {
				met["of other files"]++
			}
			if a, b := seen(t, p, counts), seen(t, p, other); !slices.Equal(a.Counts(), b.Counts()) {
				t.Fatalf("of one file %v is seen, of another %v", a.Counts(), b.Counts())
			}
			for _, v := range []*histogram.Vector{counts, other, seen(t, p, counts)} {
				a, err := g.Prepared.Release(context.Background(), v, unread{t})
				if err != nil {
					t.Fatal(err)
				}
				for k, x := range truth {
					if want := p.UnitOf(k).Of(float64(x)); !near(a.Unadjusted[k], want) {
						t.Fatalf("%s: answer %d is %v, want %v: %s\n%s", g.Prepared.Info().ID, k, a.Unadjusted[k], want, q.Kind, about(d, plantest.Pair{From: d.File, To: d.File, Times: new(big.Rat)}))
					}
				}
			}
		}
		for i, p := range c.Choices {
			if !p.Cells.Exact {
				continue
			}
			some = true
			met["choices"]++
			prepared, err := choice.Prepare(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			if !prepared.Loss().IsZero() || !c.CostsNothing(c.Plan.Choices[i].ID) {
				t.Fatalf("a choice takes %s", prepared.Loss())
			}
			var columns []string
			for _, name := range c.Plan.Choices[i].About() {
				columns = append(columns, string(name))
			}
			counts, err := histogram.FromCounts(p.Cells.Workload.Domain(), d.File.Counts(columns))
			if err != nil {
				t.Fatal(err)
			}
			truth, err := prepared.Release(context.Background(), counts, unread{t})
			if err != nil {
				t.Fatal(err)
			}
			other, err := alike(r, p.Cells, counts)
			if err != nil {
				t.Fatal(err)
			}
			of, err := prepared.Release(context.Background(), seen(t, p.Cells, other), unread{t})
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(of) != fmt.Sprint(truth) {
				t.Fatalf("of one file %+v is published, of another with the same sums %+v", truth, of)
			}
		}
		for i, p := range c.Clusters {
			if !p.Cells.Exact {
				continue
			}
			some = true
			met["groups"]++
			found, err := cluster.Prepare(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			if !found.Loss().IsZero() || !c.CostsNothing(c.Plan.Clusters[i].ID) {
				t.Fatalf("groups take %s", found.Loss())
			}
			compared, err := cluster.Alternatives(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			if best, err := cluster.Best(p, compared); err != nil || best.Info().ID != found.Info().ID || best.Rounds() != found.Rounds() {
				t.Fatalf("groups are found by %q, and of all ways compared the best is another: %v", found.Info().ID, err)
			}
			var columns []string
			for _, x := range c.Plan.Clusters[i].Columns {
				columns = append(columns, string(x.Name))
			}
			counts, err := histogram.FromCounts(p.Cells.Workload.Domain(), d.File.Counts(columns))
			if err != nil {
				t.Fatal(err)
			}
			got, err := found.Release(context.Background(), seen(t, p.Cells, counts), unread{t})
			if err != nil {
				t.Fatal(err)
			}
			if c.Plan.Clusters[i].Way == "rounds" {
				met["groups in rounds"]++
			}
			people, counted := 0.0, 0.0
			for _, g := range got.Groups {
				people += g.Size
				if !near(g.Tidied, g.Size) {
					t.Fatalf("%v people are in a group, tidied %v", g.Size, g.Tidied)
				}
				if g.SizeError != 0 || slices.ContainsFunc(g.Error, func(x float64) bool { return x != 0 }) {
					t.Fatalf("groups without noise are off: %+v", g)
				}
			}
			for cell, n := range counts.Counts() {
				if !blank(p.Cells.Workload.Domain(), cell) {
					counted += p.Cells.Unit.Of(float64(n))
				}
			}
			if !near(people, counted) {
				t.Fatalf("%v people are in groups, and there are %v\n%s", people, counted, about(d, plantest.Pair{From: d.File, To: d.File, Times: new(big.Rat)}))
			}
		}
		if !some {
			continue
		}
		for _, x := range c.Choices {
			if x.Cells.Workload != nil && !x.Cells.Exact {
				parts = append(parts, x.Cells.Budget)
			}
		}
		for _, x := range c.Clusters {
			if !x.Cells.Exact {
				parts = append(parts, x.Cells.Budget)
			}
		}
		for _, x := range c.Synthetic {
			parts = append(parts, x.Budget())
		}
		if c.Spends().Epsilon().IsZero() != (len(parts) == 0) {
			t.Fatalf("%d parts spend %s", len(parts), c.Spends())
		}
		if len(parts) == 0 {
			met["spends nothing"]++
			spendsNothing(t, c, d)
			continue
		}
		if sum := account.Sum(parts); c.Promise.Pure() && sum.Cmp(c.Budget) != 0 || !c.Promise.Keeps(parts) || len(parts) == 1 && parts[0].Cmp(c.Promise.Budget()) != 0 {
			t.Fatalf("the parts add up to %s of %s", sum, c.Budget)
		}
		if n%4 > 0 {
			continue
		}
		shown, err := releasetest.Release(c, release.FromRows(d.File), noisetest.NewScript(fmt.Sprint("costs nothing ", n)), releasetest.NoLedger())
		if err != nil {
			continue // refused for what is beside it
		}
		met["released"]++
		for i, p := range c.Problems {
			if got := shown.Questions[i].Epsilon; p.Exact && (got != "0" || shown.Questions[i].Effective != "0" || slices.Contains(shown.Questions[i].Exact, false)) {
				t.Fatalf("question %d takes %s, for noise %s: %v", i, got, shown.Questions[i].Effective, shown.Questions[i].Exact)
			}
		}
	}
	t.Log(met)
	for _, what := range every {
		if lacking(what) {
			t.Errorf("nothing that costs nothing was %q", what)
		}
	}
}

// spendsNothing releases a plan of which everything is published exactly: nothing is debited, no noise is drawn, and the
// release says so.
func spendsNothing(t *testing.T, c *plan.Compiled, d *plantest.Drawn) {
	var debits debits
	script := noisetest.NewScript("spends nothing")
	r, err := releasetest.Release(c, release.FromRows(d.File), script, &debits)
	if err != nil {
		return // refused for what is in the file
	}
	if len(script.Draws) > 0 {
		t.Fatalf("noise is drawn: %+v", script.Draws)
	}
	if len(debits) != 1 || !debits[0].Epsilon.IsZero() || !debits[0].Delta.IsZero() || !debits[0].Rho.IsZero() {
		t.Fatalf("it is debited %+v", debits)
	}
	if r.Epsilon != "0" || r.Delta+r.Rho+r.R != "" {
		t.Fatalf("it says that it spends %q, %q, %q, %q", r.Epsilon, r.Delta, r.Rho, r.R)
	}
	if p := promise.Of(c); p.Worst() > 0 && (p.Guess() != "50" || p.Loss() != 0) {
		t.Fatalf("someone guesses right %s times in 100", p.Guess())
	}
}

// debits keeps what a ledger is debited.
type debits []release.Spend

func (d *debits) Debit(_ context.Context, s release.Spend) (result.LedgerEntry, error) {
	*d = append(*d, s)
	return result.LedgerEntry{DataSet: s.DataSet, Sequence: len(*d), SpentBefore: "0", SpentAfter: "0"}, nil
}

// seen is what a release answers a problem from.
func seen(t *testing.T, p mechanism.Problem, counts *histogram.Vector) *histogram.Vector {
	v, err := p.Seen(counts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// blank reports whether a value of a cell is none.
func blank(of *domain.Domain, cell int) bool {
	for j, a := range of.Attributes() {
		if of.Value(cell, j) >= a.Regular() {
			return true
		}
	}
	return false
}

// partition makes only small groups of the first column's values secret, or none, so that more is disclosed, and returns a
// question about what may be.
func partition(r *seeded.Source, d *plantest.Drawn) plan.Question {
	first := d.Plan.Columns[0]
	asked := plan.Question{ID: "partition", Title: "Partition", Kind: []string{"table", "cumulative"}[r.IntN(2)], Columns: []domain.AttributeName{first.Name}}
	if r.IntN(3) == 0 {
		asked.Kind, asked.Sum = "totals", &plan.Sum{Of: asked.Columns, Averages: r.IntN(2) == 0}
	}
	rule := secret.Secret{Kind: secret.Public, Columns: asked.Columns}
	if a, err := first.Attribute(); err == nil && r.IntN(2) == 0 {
		rule.Kind, asked.Kind, asked.Sum = secret.Groups, "ranges", nil
		for from := 0; from < a.Regular(); from += 2 {
			to := min(from+2, a.Regular())
			rule.Groups = append(rule.Groups, secret.Group{Name: a.Label(from), Values: a.Labels()[from:to]})
			asked.Ranges = append(asked.Ranges, plan.Span{From: a.Label(from), To: a.Label(to - 1)})
		}
	}
	d.Plan.Secrets = secret.Secrets{Columns: []secret.Secret{rule}}
	for _, c := range d.Plan.Columns[1:] {
		d.Plan.Secrets.Columns = append(d.Plan.Secrets.Columns, secret.Secret{Kind: secret.Everything, Columns: []domain.AttributeName{c.Name}})
	}
	return asked
}

func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }
