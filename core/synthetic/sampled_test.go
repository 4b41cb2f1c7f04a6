package synthetic

import (
	"context"
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/histogram"
	"steward/core/internal/audit"
	"steward/core/noise"
	"steward/core/seeded"
)

// sampledRuns is how many releases are made on each data set.
var sampledRuns = seeded.Often(350, 1200)

// subject is a release as an audit sees it: how many records have each combination, and which tables were
// chosen.
func subject(t *testing.T, p *Prepared, epsilon float64) audit.Subject {
	t.Helper()
	return audit.Subject{
		Release: func(ctx context.Context, counts []int64, src noise.Source) (audit.Output, error) {
			var tables []*histogram.Vector
			s := p.problem.Sheet
			for i, one := range p.problem.Tables {
				table := make([]int64, int(s.tables[i].cells(s.sizes)))
				for cell, at := range places(of(indices(len(s.sizes))), s.tables[i], s.sizes) {
					table[at] += counts[cell]
				}
				v, err := histogram.FromCounts(one.Workload.Domain(), table)
				if err != nil {
					return nil, err
				}
				tables = append(tables, v)
			}
			made, err := p.Release(ctx, tables, src)
			if err != nil {
				return nil, err
			}
			out := make([]float64, 0, 7)
			for _, n := range tally(made.Records, of(indices(len(s.sizes))), s.sizes) {
				out = append(out, float64(n))
			}
			return audit.Output{out, {float64(len(made.Steps))}}, nil
		},
		Claim:  audit.Pure{Epsilon: epsilon},
		Source: func(stream uint64) noise.Source { return seeded.New(stream, 2026) },
	}
}

// TestAuditBySampling audits whole releases by the graphical model on neighbouring files of four people: the
// records do not tell them apart beyond the budget. A copy with eight times the budget is found out, in the
// fast run one with 25 times.
func TestAuditBySampling(t *testing.T) {
	d := tiny(t)
	policies := tinyPolicies(t, d)
	facts, err := constraint.Known(4)
	if err != nil {
		t.Fatal(err)
	}
	sampled := audit.Sampled{Runs: sampledRuns, FalseAlarm: seeded.Among(2)}
	caught, much := false, int64(seeded.Often(25, 8))
	for _, name := range []string{"all", "each answer"}[:seeded.Often(1, 2)] {
		problem, _ := problemOf(t, Question{Title: name, Columns: namesOf(d)}, policies[name], facts, "1", nil)
		pairs := []audit.Pair{
			{What: "four at one end", A: []int64{4, 0, 0, 0, 0, 0}, B: []int64{3, 1, 0, 0, 0, 0}, Weight: big.NewRat(1, 1)},
			{What: "one beside others", A: []int64{1, 1, 0, 0, 2, 0}, B: []int64{1, 0, 0, 0, 3, 0}, Weight: big.NewRat(1, 1)},
		}[:seeded.Often(1, 2)]
		for _, times := range []int64{1, much} {
			if times > 1 && caught && !seeded.Audit {
				continue // once is enough for the fast run
			}
			budget, err := problem.Tables[0].Budget.Times(big.NewRat(times, 1))
			if err != nil {
				t.Fatal(err)
			}
			own := problem
			own.Tables = append(own.Tables[:0:0], problem.Tables...)
			for i := range own.Tables {
				own.Tables[i].Budget = budget
			}
			p, err := Prepare(t.Context(), own)
			if err != nil {
				t.Fatal(err)
			}
			findings, err := sampled.Run(t.Context(), subject(t, p, 1), pairs)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range findings {
				switch {
				case f.Broken() && times == 1:
					t.Errorf("%s: %s", name, f)
				case f.Broken():
					t.Log(name, f)
					caught = true
				}
			}
		}
	}
	if !caught {
		t.Errorf("%d times the budget is not found out", much)
	}
}
