package release

import (
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/plan"
)

// A release with a delta debits both, is answered by Gaussian and pure methods side by side, and
// says of each what it spends; all of them together keep the promise, exactly.
func TestReleaseWithDelta(t *testing.T) {
	p := smallPlan(60)
	p.Budget.Delta, p.Budget.DeltaLimit = "0.000001", "0.0001"
	p.Questions[0].Mechanism, p.Questions[1].Mechanism = "gaussian", "laplace"
	w := newWitness()
	r, err := runSmall(t, p, people(60), w)
	if err != nil {
		t.Fatal(err)
	}
	s := w.spent[0]
	if s.Epsilon.String() != "0.5" || s.Delta.String() != "0.000001" || s.DeltaLimit.String() != "0.0001" || s.Rho.IsZero() {
		t.Errorf("debited %+v", s)
	}
	if e, err := s.Rho.EpsilonAt(s.Delta.Float()); err != nil || e > 0.5*(1+1e-6) {
		t.Errorf("rho %s is epsilon %v at the delta, %v", s.Rho, e, err)
	}
	if r.Epsilon != "0.5" || r.Delta != "0.000001" || r.Rho != s.Rho.String() || r.R == "" {
		t.Errorf("the release says epsilon %s, delta %s, rho %s, r %s", r.Epsilon, r.Delta, r.Rho, r.R)
	}
	number := func(text string) *big.Rat {
		x, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%q is no number", text)
		}
		return x
	}
	gaussian, pure := r.Questions[0].Noise[0], r.Questions[1].Noise[0]
	if gaussian.SigmaSquared == "" || gaussian.Scale != "" || !gaussian.Noisy() || pure.SigmaSquared != "" || pure.Scale == "" {
		t.Errorf("noise %+v and %+v", gaussian, pure)
	}
	if spent := new(big.Rat).Quo(number(gaussian.Sensitivity), number(gaussian.SigmaSquared)); spent.Cmp(number(gaussian.Spent)) != 0 {
		t.Errorf("Gaussian noise %+v spends %s", gaussian, spent)
	}
	// The squares of what is spent add up to no more than that of r.
	all := number(gaussian.Spent)
	all.Add(all, new(big.Rat).Mul(number(pure.Spent), number(pure.Spent)))
	r2 := number(r.R)
	if limit := r2.Mul(r2, r2); all.Cmp(limit) > 0 || all.Cmp(new(big.Rat).Mul(limit, big.NewRat(99, 100))) < 0 {
		t.Errorf("the questions spend the square %s of %s", all.FloatString(12), limit.FloatString(12))
	}
}

// A pilot is paid for by epsilon alone, whatever the plan accepts.
func TestPilotIsPure(t *testing.T) {
	p := smallPlan(60)
	p.Budget.Delta = "0.000001"
	w := newWitness()
	budget, err := account.ParseEpsilon("0.1")
	if err != nil {
		t.Fatal(err)
	}
	j := Job{Plan: compileSmall(t, p), Data: people(60), Ledger: w, Noise: w.open, Time: "2026-01-02T03:04:05Z", Program: "test"}
	if _, _, err := Pilot(t.Context(), j, 0, budget); err != nil {
		t.Fatal(err)
	}
	if s := w.spent[0]; !s.Delta.IsZero() || !s.Rho.IsZero() || s.Epsilon.String() != "0.1" {
		t.Errorf("a pilot debited %+v", s)
	}
}

// What a release would spend above its promise is refused before anything is spent.
func TestPromiseIsChecked(t *testing.T) {
	p := smallPlan(60)
	p.Budget.Delta = "0.000001"
	c := compileSmall(t, p)
	c.Problems[0].Budget = c.Problems[0].Budget.Plus(c.Promise.Budget())
	w := newWitness()
	if _, err := Run(remembering, Job{Plan: c, Data: people(60), Ledger: w, Time: "2026-01-02T03:04:05Z", Noise: w.open}); err == nil || len(w.events) > 0 {
		t.Errorf("budgets above the promise: %v, %v", err, w.events)
	}
	if !mustMechanism(t, "gaussian").Info().Gaussian || mustMechanism(t, "laplace").Info().Gaussian {
		t.Error("which methods are Gaussian is wrong")
	}
}

func compileSmall(t *testing.T, p plan.Plan) *plan.Compiled {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustMechanism(t *testing.T, id string) mechanism.Mechanism {
	t.Helper()
	m, ok := registry.ByID(id)
	if !ok {
		t.Fatalf("there is no %q", id)
	}
	return m
}
