package release

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/seeded"
)

// derivedPlan asks for a table over age and town with everything that follows from one.
func derivedPlan(n int64, mechanism string) plan.Plan {
	p := smallPlan(n)
	low, high := int64(20), int64(24)
	p.Columns[0].Lowest, p.Columns[0].Highest = &low, &high
	for i := range p.Columns {
		p.Columns[i].Blank, p.Columns[i].Other = plan.Special{Rule: domain.Refuse}, plan.Special{Rule: domain.Refuse}
	}
	p.Budget.Epsilon = "1"
	p.Questions = []plan.Question{{
		ID: "t", Title: "Ages by town", Kind: "table", Columns: []domain.AttributeName{"age", "town"}, Totals: true, Mechanism: mechanism,
		Percent:     []plan.Percent{{}, {Within: []domain.AttributeName{"age"}}},
		Rates:       []plan.Rate{{Column: "age", Values: []string{"20", "22"}}},
		Differences: []plan.Difference{{Column: "town", First: "North", Second: "South"}, {Column: "town", First: "North", Second: "South", Shares: true}},
		Publishing:  &plan.Publishing{RoundTo: 5, HideTimes: "2"},
	}}
	return p
}

// Intervals of percentages, rates and differences hold the true ones at least 19 times in 20, by
// every mechanism, for groups of nobody, of a few and of many. In the fast run the number of people is known to
// every other one.
func TestDerivedCovers(t *testing.T) {
	runs := seeded.Often(60, 600)
	asked := 2 * (len(registry.All()) + 1)
	counts := []int64{0, 3, 400, 90, 1, 1, 12, 30, 2000, 1500} // by age, North and South
	var people int64
	for _, n := range counts {
		people += n
	}
	for j, m := range append(registry.All(), nil) {
		id := ""
		if m != nil {
			id = m.Info().ID
		}
		for _, known := range []bool{true, false} {
			if known != (j%2 == 0) && !seeded.Audit {
				continue
			}
			p := derivedPlan(people, id)
			if !known {
				p.Facts.People = nil
			}
			if strings.HasPrefix(id, "gaussian") {
				p.Budget.Delta = "0.000001"
			}
			c, err := plan.Compile(p)
			if err != nil {
				continue // it does not apply
			}
			groups, err := c.Arrange(remembering)
			if err != nil {
				t.Fatal(err)
			}
			g := groups[0]
			vector, err := histogram.FromCounts(g.Problem.Workload.Domain(), counts)
			if err != nil {
				t.Fatal(err)
			}
			truth := make([]float64, g.Problem.Workload.Len())
			exact := make([]int64, len(truth))
			g.Problem.Workload.Operator().Apply(exact, vector.Counts())
			for i, n := range exact {
				truth[i] = float64(n)
			}
			tables, err := c.Plan.Questions[0].Derived(g.Problem.Workload)
			if err != nil {
				t.Fatal(err)
			}
			held, comparisons := make([][]int, len(tables)), 0
			for k, table := range tables {
				held[k] = make([]int, len(table.Values))
				comparisons += asked * len(table.Values)
			}
			src := seeded.New(11, uint64(len(id)))
			shown := 0
			for range runs {
				a, err := g.Prepared.Release(context.Background(), vector, src)
				if err != nil {
					t.Fatal(err)
				}
				published := published(g, a)
				got, err := Derive(c, g, 0, a.Unadjusted, published)
				if err != nil {
					t.Fatalf("%s: %v", id, err)
				}
				worked(t, tables, got, published)
				if err := Contain(c, 0, got); err != nil {
					t.Fatal(err)
				}
				for k, table := range got {
					for i, v := range table.Values {
						want, defined := trueValue(tables[k].Unit, tables[k].Values[i], truth)
						if !v.Unreliable {
							shown++
						}
						if !defined || v.Low <= want+1e-6 && want <= v.High+1e-6 {
							held[k][i]++
						}
						if v.Low > v.High || !v.Unreliable && (v.Value < v.Low || v.Value > v.High || tables[k].SaysNothing(v.High-v.Low)) || table.Unit == plan.InCounts && v.High > v.Low && v.Low != math.Trunc(v.Low) && v.Low != v.Value {
							t.Fatalf("%s, %s, %v: %v from %v to %v", id, table.Title, v.Key, v.Value, v.Low, v.High)
						}
					}
				}
			}
			for k := range held {
				for i, n := range held[k] {
					if err := seeded.AtLeast(n, runs, 0.95, seeded.Among(comparisons)); err != nil {
						t.Errorf("%q, people known %v: %s, %v: the intervals hold the truth: %v", id, known, tables[k].Title, tables[k].Values[i].Key, err)
					}
				}
			}
			if shown < runs*5 {
				t.Errorf("%q: hardly anything is shown", id)
			}
		}
	}
}

// published returns the published answers to a group's question.
func published(g registry.Group, a mechanism.Answers) []float64 {
	out := make([]float64, len(a.Tidied))
	for i := range out {
		out[i] = g.Problem.UnitOf(i).Of(a.TidiedAt(i))
	}
	return out
}

// worked compares derived numbers with what a reader works out from the published ones.
func worked(t *testing.T, tables []plan.DerivedTable, got []result.DerivedTable, published []float64) {
	t.Helper()
	for k, table := range got {
		for i, v := range table.Values {
			if want, defined := trueValue(tables[k].Unit, tables[k].Values[i], published); defined && !v.Unreliable && math.Abs(v.Value-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("%s, %v: %v, but the published numbers make it %v", table.Title, v.Key, v.Value, want)
			}
		}
	}
}

// trueValue works a derived number out from true answers; false where it divides by nothing.
func trueValue(unit plan.Unit, v plan.Derivation, truth []float64) (float64, bool) {
	sum := func(terms []mechanism.Term) (s float64) {
		for _, x := range terms {
			s += x.Weight * truth[x.Answer]
		}
		return s
	}
	switch {
	case unit == plan.InCounts:
		return sum(v.Sum), true
	case sum(v.Whole) == 0 || unit == plan.InPoints && sum(v.LessOfWhole) == 0:
		return 0, false
	case unit == plan.InPercent:
		return 100 * sum(v.Sum) / sum(v.Whole), true
	}
	return 100*sum(v.Sum)/sum(v.Whole) - 100*sum(v.LessSum)/sum(v.LessOfWhole), true
}

// A release carries what follows from its answers, and its digest covers that; one without is
// digested as ever.
func TestReleaseDerives(t *testing.T) {
	data := people(200)
	for _, r := range data.rows {
		r[0] = r[0][:1] + string('0'+(r[0][1]-'0')%5)
	}
	r, err := runSmall(t, derivedPlan(200, ""), data, newWitness())
	if err != nil {
		t.Fatal(err)
	}
	q := &r.Questions[0]
	if len(q.Derived) != 5 || q.Rule.RoundTo != 5 || q.Rule.Times != 2 {
		t.Fatalf("%d tables, rule %+v", len(q.Derived), q.Rule)
	}
	joined := 0
	for k := range q.Derived {
		table := &q.Derived[k]
		if !table.Joined.Said.IsZero() {
			joined++
		}
		for i, v := range table.Values { // what is said in other languages is in English what the record has
			if said := table.SaidKey(message.Text.String, i); !slices.Equal(said, v.Key) {
				t.Errorf("%s: %q is said as %q", table.Title, v.Key, said)
			}
		}
	}
	if joined != 3 {
		t.Errorf("of the rate and the two differences %d say which values they put together", joined)
	}
	for i := range q.Len() {
		n, shown := q.Published(i)
		if hide := q.High[i]-q.Low[i] > 2*q.Tidied[i] && !q.Exact[i]; shown == hide || math.Mod(n, 5) != 0 || n < q.Low[i] || n > q.High[i] {
			t.Errorf("%v: %v, %v published of %v, from %v to %v", q.Key(i), n, shown, q.Tidied[i], q.Low[i], q.High[i])
		}
	}
	var text strings.Builder
	if err := r.Canonical(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), "steward release 2\n") || strings.Count(text.String(), "\nderived ") != 5 {
		t.Errorf("the canonical form is %.400s", text.String())
	}
	before := r.Digest
	q.Derived[1].Values[0].High += 1e-9
	if after, err := r.ComputeDigest(); err != nil || after == before {
		t.Errorf("another percentage has the same digest, %v", err)
	}
	plain, err := runSmall(t, smallPlan(200), people(200), newWitness())
	if err != nil {
		t.Fatal(err)
	}
	text.Reset()
	if err := plain.Canonical(&text); err != nil || !strings.HasPrefix(text.String(), "steward release 1\n") {
		t.Errorf("without anything derived: %.60s, %v", text.String(), err)
	}
}
