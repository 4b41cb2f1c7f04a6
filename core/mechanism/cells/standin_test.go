package cells

import (
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// Where the error can be computed, the simulation agrees with it.
func TestSimulateAgreesWithComputedErrors(t *testing.T) {
	const runs = 4000
	e := mechanismtest.Open(t)
	q, err := LaplaceCells{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	standIn, err := mechanism.Even(e.Scene.Workload.Domain(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Scene.Simulator(q, mechanism.Trial{StandIn: standIn, Runs: runs})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Run(t.Context(), seeded.New(20260101, 8))
	if err != nil {
		t.Fatal(err)
	}
	var simulated []float64
	for _, a := range got.Unadjusted.Answers {
		simulated = append(simulated, a.Variance)
	}
	if err := mechanismtest.SquaresAgree(simulated, mechanismtest.Variances(q), runs, mechanismtest.LeastVariance(mechanismtest.Measured(t, q)), seeded.Among(len(s.Truth))); err != nil {
		t.Errorf("simulated: %v", err)
	}
	if tidied, raw := got.Tidied.Summary().MeanSquare, got.Unadjusted.Summary().MeanSquare; tidied > raw+0.25 {
		t.Errorf("tidied answers have squared error %v, unadjusted %v", tidied, raw)
	}
}
