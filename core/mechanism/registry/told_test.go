package registry

import (
	"context"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// silent is noise that nobody may draw.
type silent struct{ t *testing.T }

func (s silent) Uint64() uint64 {
	s.t.Fatal("noise is drawn for what facts determine")
	return 0
}

// TestWhatFactsDetermineCostsNothing states counts of some values: a table and its totals need no noise exactly where at most one value is
// left and the number of people is known, and are answered truly, by the same numbers whatever else is in the file.
func TestWhatFactsDetermineCostsNothing(t *testing.T) {
	const k = 5
	a := wholeNumbers(t, "a", k)
	d := columns(t, a)
	r := seeded.New(20261124, 18)
	met := map[bool]int{}
	for range 60 {
		truth := make([]int64, d.PossibleCells())
		people, stated := int64(0), 0
		var facts []constraint.Fact
		for v := range truth {
			truth[v] = r.Int64N(50)
			people += truth[v]
			if stated < len(truth)-1-r.IntN(2) {
				facts, stated = append(facts, constraint.Fact{ID: a.Label(v), Counts: []constraint.Count{{
					Of: constraint.Predicate{{{Column: "a", Values: []string{a.Label(v)}}}}, Count: truth[v]}}}), stated+1
			}
		}
		known := r.IntN(2) == 0
		if known {
			facts = append(facts, constraint.Fact{ID: "n", People: &people})
		}
		of, err := constraint.New(d, facts)
		if err != nil {
			t.Fatal(err)
		}
		w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: []domain.AttributeName{"a"}, Totals: r.IntN(2) == 0}, d)
		if err != nil {
			t.Fatal(err)
		}
		epsilon, err := account.ParseEpsilon("0.5")
		if err != nil {
			t.Fatal(err)
		}
		p, err := mechanism.NewProblem(w, policy.Full(d, false), of, epsilon)
		if err != nil {
			t.Fatal(err)
		}
		free, err := CostsNothing(t.Context(), p, "")
		if err != nil {
			t.Fatal(err)
		}
		if want := known && stated >= len(truth)-1; free != want {
			t.Fatalf("%d of %d values are stated, the number of people %v: it costs nothing: %v", stated, len(truth), known, free)
		}
		if met[free]++; !free {
			continue
		}
		p.Exact = true
		q, _, err := Choose(t.Context(), p, "")
		if err != nil {
			t.Fatal(err)
		}
		want := make([]int64, w.Len())
		w.Operator().Apply(want, truth)
		for _, in := range [][]int64{truth, elsewhere(truth)} {
			counts, err := histogram.FromCounts(d, slices.Clone(in))
			if err != nil {
				t.Fatal(err)
			}
			seen, err := p.Seen(counts)
			if err != nil {
				t.Fatal(err)
			}
			for _, from := range []*histogram.Vector{seen, counts} {
				got, err := q.Release(context.Background(), from, silent{t})
				if err != nil {
					t.Fatal(err)
				}
				if !q.Loss().IsZero() || !slices.Equal(got.Tidied, want) || !slices.Equal(seen.Counts(), truth) {
					t.Fatalf("%v is published as %v for a loss of %s, from %v", want, got.Tidied, q.Loss(), from.Counts())
				}
			}
		}
	}
	if t.Log(met); met[true] < 5 || met[false] < 5 {
		t.Error("too few")
	}
}

// elsewhere returns counts of as many people, all in the first cell.
func elsewhere(counts []int64) []int64 {
	out := make([]int64, len(counts))
	for _, n := range counts {
		out[0] += n
	}
	return out
}
