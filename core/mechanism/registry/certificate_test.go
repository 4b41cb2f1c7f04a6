package registry

import (
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/linop/linoptest"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// Along every edge of the policy the changes of the measured rows over their noise scales
// add up to at most the effective budget times the edge's weight, in exact arithmetic; what
// is published exactly does not change, except for the number of people when that is a
// stated fact (docs/mathematics.md, "2. The shift lemma").
func TestCertificate(t *testing.T) {
	eachPrepared(t, 1, mechanismtest.Problems, func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		mechanismtest.Certify(t, s, q)
	})
}

// Every mechanism uses its whole budget on some edge of one at least of the problems that it is audited
// on: what it does not use makes noise for nothing.
func TestWholeBudgetIsUsed(t *testing.T) {
	problems := mechanismtest.AuditProblems(t)
	for _, mech := range independent() {
		tight := slices.ContainsFunc(problems, func(e mechanismtest.Example) bool {
			if !mech.Check(e.Scene.Problem).OK() {
				return false
			}
			q, err := mech.Prepare(t.Context(), e.Scene.Problem)
			if err != nil {
				t.Fatalf("%s, %s: %v", mech.Info().ID, e.Name, err)
			}
			worst, limit := mechanismtest.Certify(t, e.Scene, q)
			return worst.Cmp(new(big.Rat).Mul(limit, big.NewRat(999, 1000))) > 0
		})
		if !tight {
			t.Errorf("%s uses its whole budget on no edge of any problem", mech.Info().ID)
		}
	}
}

// Nothing is published without noise unless the steward agreed to it, or it is the stated
// number of people.
func TestExactOnlyWithConsent(t *testing.T) {
	exact := 0
	eachPreparedUntil(t, 2, mechanismtest.Problems, func() bool { return exact > 0 }, func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		m := mechanismtest.Measured(t, q)
		for _, r := range m.Exact() {
			if mechanismtest.Empty(s, r) {
				continue
			}
			exact++
			if !mechanismtest.StatedTotal(s, r) && (!s.Disclose || s.Policy.Presence()) {
				t.Fatalf("%s, %s: the row %v is published exactly", q.Info().ID, s.Name, r.Of)
			}
		}
	})
	if exact == 0 {
		t.Fatal("nothing was published exactly, so nothing was checked")
	}
}

// The layout that the certificates are checked on is the one that is measured: for the
// same noise, two data sets between which nobody's exact numbers change are answered with
// exactly the difference of the true answers.
func TestReleasesDifferByTheTruth(t *testing.T) {
	eachPrepared(t, 3, mechanismtest.Problems/2, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		x := s.Counts(m)
		moved := m.Move(s.Policy, x)
		a, b := mechanismtest.MustRelease(t, s, q, x, 7), mechanismtest.MustRelease(t, s, q, moved, 7)
		op := s.Workload.Operator()
		before, after := make([]int64, op.Rows()), make([]int64, op.Rows())
		op.Apply(before, x)
		op.Apply(after, moved)
		for i := range before {
			got, want := b.Unadjusted[i]-a.Unadjusted[i], float64(after[i]-before[i])
			if d := got - want; d > 1e-6 || d < -1e-6 {
				t.Fatalf("%s, %s: answer %d moved by %v, the truth by %v", q.Info().ID, s.Name, i, got, want)
			}
		}
	})
}

// louder returns a mechanism as it is where each of its noisy rows varies enough to be seen to do so: on a problem with so little noise that it is mostly zero, prepared for a small part of the
// budget, where the same answers have to be exact.
func louder(t *testing.T, s mechanismtest.Scene, q mechanism.Prepared) (mechanismtest.Scene, mechanism.Prepared) {
	t.Helper()
	exact := func(q mechanism.Prepared) (flags []bool, least float64) {
		for _, a := range q.ExpectedError().Answers {
			flags = append(flags, a.Variance == 0)
		}
		return flags, mechanismtest.LeastVariance(mechanismtest.Measured(t, q))
	}
	want, least := exact(q)
	for part := int64(4); least < leastLoud; part *= 4 {
		if part > 1<<12 {
			t.Fatalf("%s, %s: a row has the variance %v though a part in %d of the budget is left", q.Info().ID, s.Name, least, part)
		}
		var err error
		if s.Budget, err = account.FromRat(new(big.Rat).Quo(s.Budget.Rat(), big.NewRat(4, 1))); err != nil {
			t.Fatal(err)
		}
		if q, err = mustByID(t, q.Info().ID).Prepare(t.Context(), s.Problem); err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, s.Name, err)
		}
		var got []bool
		if got, least = exact(q); !slices.Equal(got, want) {
			t.Fatalf("%s, %s: with less of the budget other answers are exact", q.Info().ID, s.Name)
		}
	}
	return s, q
}

// leastLoud is a variance of rows whose noise is far from always zero.
const leastLoud = 0.5

// What comes out the same however the noise falls is known to the public: no edge changes
// it, or it is a sum of the stated number of people. It sees the released numbers only.
func TestOnlyKnownAnswersAreConstant(t *testing.T) {
	// With a variance of 1/2 or more the noise of a row is zero with a chance below 0.72, and no other
	// value is likelier. An answer that takes some part of a row is the same throughout with a
	// chance below 1e-14.
	const seeds = 100
	constant := 0
	eachPreparedUntil(t, 4, mechanismtest.Problems, func() bool { return constant > 0 }, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		x := s.Counts(m)
		s, q = louder(t, s, q)
		first := mechanismtest.MustRelease(t, s, q, x, 0)
		same := make([]bool, len(first.Unadjusted))
		for i := range same {
			same[i] = true
		}
		for seed := uint64(1); seed < seeds && slices.Contains(same, true); seed++ {
			for i, v := range mechanismtest.MustRelease(t, s, q, x, seed).Unadjusted {
				d := v - first.Unadjusted[i]
				same[i] = same[i] && d < 1e-6 && d > -1e-6
			}
		}
		rows := linoptest.Dense(s.Workload.Operator())
		for i, r := range rows {
			variance := q.ExpectedError().Answers[i].Variance
			exact := variance == 0
			if exact != same[i] {
				t.Fatalf("%s, %s: answer %d is said to be exact: %v, but is constant: %v", q.Info().ID, s.Name, i, exact, same[i])
			}
			if !exact || mechanismtest.Empty(s, mechanismtest.Row{Of: r}) || mechanismtest.StatedTotal(s, mechanismtest.Row{Of: r}) {
				continue
			}
			constant++
			if !s.Disclose {
				t.Fatalf("%s, %s: answer %d is published exactly", q.Info().ID, s.Name, i)
			}
			for _, e := range s.Edges(t).Published {
				if (mechanismtest.Row{Of: r}).At(e.U) != (mechanismtest.Row{Of: r}).At(e.V) {
					t.Fatalf("%s, %s: answer %d is constant and tells cells %d and %d apart", q.Info().ID, s.Name, i, e.U, e.V)
				}
			}
		}
	})
	if constant == 0 {
		t.Fatal("no answer was constant, so nothing was checked")
	}
}
