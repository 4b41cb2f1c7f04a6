package release_test

import (
	"context"
	"testing"

	"steward/core/noise"
	"steward/core/plan/plantest"
	"steward/core/release"
	"steward/core/result"
	"steward/core/seeded"
)

// unspent is a ledger in which nothing is noted.
type unspent struct{}

func (unspent) Debit(_ context.Context, s release.Spend) (result.LedgerEntry, error) {
	return result.LedgerEntry{DataSet: s.DataSet, Sequence: 1, SpentBefore: "0", SpentAfter: s.Epsilon.String()}, nil
}

// TestPreviewOfRandomPlans carries random plans out on made-up people: whatever can be asked is answered, without a file, and whatever
// is known of the people whom the plan is about.
func TestPreviewOfRandomPlans(t *testing.T) {
	r := seeded.New(20261127, 28)
	previewed := 0
	for range seeded.Often(40, 400) {
		d := plantest.Draw(r)
		c := compiled(r, d, methods())
		if c == nil {
			continue
		}
		made, err := release.Preview(context.Background(), release.Job{Plan: c, Ledger: unspent{}, Time: "2026-01-01T00:00:00Z", Program: "Steward", Noise: func() noise.Fresh { return seeded.Named("preview") }}, 99)
		if err != nil {
			t.Fatalf("%v\n%+v", err, d.Plan)
		}
		if previewed++; len(made.Outputs()) != len(c.Plan.Outputs()) || made.Epsilon != c.Spends().Epsilon().String() {
			t.Errorf("%d outputs for %s", len(made.Outputs()), made.Epsilon)
		}
	}
	if previewed == 0 {
		t.Error("nothing was previewed")
	}
}
