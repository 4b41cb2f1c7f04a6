package registry

import (
	"reflect"
	"testing"

	"steward/core/account"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// The stated errors are those of the matrix formula, and the answers are unbiased: without
// noise they are the true ones.
func TestErrorIsTheMatrixFormula(t *testing.T) {
	eachPrepared(t, 10, seeded.Often(10, mechanismtest.Problems), func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		mechanismtest.CheckErrors(t, s, q)
	})
}

// The least and the largest budgets that can be typed work as all others do.
func TestExtremeBudgets(t *testing.T) {
	for _, text := range []string{limits.MinEpsilon, "20", limits.MaxEpsilon} {
		epsilon, err := account.ParseEpsilon(text)
		if err != nil {
			t.Fatal(err)
		}
		mechanismtest.EachScene(t, 12, mechanismtest.Problems/10, func(m mechanismtest.Maker, s mechanismtest.Scene) {
			s.Budget = epsilon
			s.Name += " but " + text
			for _, mech := range All() {
				if !mech.Check(s.Problem).OK() {
					continue
				}
				q, err := mech.Prepare(t.Context(), s.Problem)
				if err != nil {
					t.Fatalf("%s, %s: %v", mech.Info().ID, s.Name, err)
				}
				mechanismtest.Certify(t, s, q)
				mechanismtest.CheckErrors(t, s, q)
				x := s.Counts(m)
				if problem := mechanismtest.Untidy(s, q, x, mechanismtest.MustRelease(t, s, q, x, 1)); problem != "" {
					t.Fatalf("%s, %s: %s", q.Info().ID, s.Name, problem)
				}
			}
		})
	}
}

// What mechanisms are compared by is what the stated errors make of what is asked for, and no other method that applies has much less.
func TestChoiceComparesTheStatedErrors(t *testing.T) {
	mechanismtest.EachScene(t, 11, mechanismtest.Problems/4, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		candidates, err := Candidates(t.Context(), s.Problem)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		chosen, why, err := Choose(t.Context(), s.Problem, "")
		if err != nil || why.IsZero() {
			t.Fatalf("%s: %v, because %q", s.Name, err, why)
		}
		least := mechanism.Aimed(s.Workload, chosen)
		for i, c := range candidates {
			if !reflect.DeepEqual(c.Info, All()[i].Info()) {
				t.Fatalf("%s: candidate %d is %s", s.Name, i, c.Info.ID)
			}
			if c.Fit.OK() != (c.Prepared != nil) {
				t.Fatalf("%s: %s applies: %v, prepared: %v", s.Name, c.Info.ID, c.Fit.OK(), c.Prepared != nil)
			}
			if c.Prepared == nil {
				continue
			}
			if got, aim := c.Prepared.ExpectedError().Summary(), mechanism.Aimed(s.Workload, c.Prepared); c.Summary != got || c.Aim != aim {
				t.Fatalf("%s: %s is compared by %+v and %v, stated %+v and %v", s.Name, c.Info.ID, c.Summary, c.Aim, got, aim)
			}
			if c.Aim >= 0 && c.Aim < least*(1-1e-4) {
				t.Fatalf("%s: %s with error %v was chosen over %s with %v", s.Name, chosen.Info().ID, least, c.Info.ID, c.Aim)
			}
		}
	})
}
