package registry

import (
	"fmt"
	"slices"
	"testing"

	"steward/core/internal/audit"
	"steward/core/mechanism"
	"steward/core/mechanism/edges"
	"steward/core/mechanism/line"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
	"steward/core/workload"
)

// Automatic takes the families where they are the best, which on some hundred values searched
// combinations are: the fast run has them compete only where none are searched for, beyond 256 values.
func TestFamiliesAreChosen(t *testing.T) {
	const whole = 256
	for _, c := range []struct {
		cells, theta int
		id           string
	}{{64, 2, "edge-laplace"}, {300, 8, "ramps"}, {whole, whole - 1, "soft-blocks"}}[:seeded.Often(1, 3)] {
		q, _, err := Choose(t.Context(), mechanismtest.Ranging(t, c.cells, c.theta).Scene.Problem, "")
		if err != nil || q.Info().ID != c.id {
			t.Errorf("%d cells, secret within %d: %v is chosen, not %s (%v)", c.cells, c.theta, q.Info().ID, c.id, err)
		}
	}
}

// On larger domains, where ramps and blocks are what is measured, releases err by what is stated.
func TestSampledErrorsOfFamilies(t *testing.T) {
	runs := seeded.Often(800, 1500)
	for _, c := range []struct {
		cells, theta int
		m            mechanism.Mechanism
	}{{40, 6, line.Ramps{}}, {96, 95, line.SoftBlocks{}}, {40, 3, edges.EdgeLaplace{}}} {
		e := mechanismtest.Ranging(t, c.cells, c.theta)
		if !seeded.Audit {
			e = mechanismtest.Wide(t, c.cells, c.theta, false, workload.Cumulative) // fewer answers
		}
		q, err := c.m.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if len(q.Noise()) < 2 && q.Info().ID != "edge-laplace" {
			t.Fatalf("%s: only %v are measured", e.Name, q.Noise())
		}
		stated := mechanismtest.Variances(q)
		s := takeSample(t, e, q, runs)
		if err := mechanismtest.SquaresAgree(s.square, stated, runs, mechanismtest.LeastVariance(mechanismtest.Measured(t, q)), seeded.Among(3*len(stated))); err != nil {
			t.Errorf("%s, %s: %v", q.Info().ID, e.Name, err)
		}
		sum, want := s.sizes.unadjusted, 0.0
		for _, v := range stated {
			want += v
		}
		t.Logf("%s, %s: sampled %.1f in all, stated %.1f", q.Info().ID, e.Name, sum, want)
	}
}

// On larger domains releases do not tell neighbours apart beyond the budget, along a longest edge
// in the middle.
func TestAuditOfFamilies(t *testing.T) {
	seeded.ForAudits(t)
	sampled := audit.Sampled{Runs: seeded.Often(800, 3000), FalseAlarm: seeded.Among(3)}
	for _, c := range []struct {
		cells, theta int
		m            mechanism.Mechanism
	}{{40, 6, line.Ramps{}}, {96, 95, line.SoftBlocks{}}, {40, 3, edges.EdgeLaplace{}}} {
		e := mechanismtest.Wide(t, c.cells, c.theta, false, workload.Cumulative)
		e.Scene.Budget = e.Scene.Budget.Plus(e.Scene.Budget)
		q, err := c.m.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		from, to := (c.cells-c.theta)/2, (c.cells-c.theta)/2+c.theta
		if e.Counts[from] == 0 {
			from, to = to, from
		}
		moved := slices.Clone(e.Counts)
		moved[from]--
		moved[to]++
		pair := audit.Pair{What: fmt.Sprint("one from ", from, " to ", to), A: e.Counts, B: moved, Weight: mechanismtest.Rat(1, 1)}
		for _, f := range findings(t, sampled, e.Scene, q, []audit.Pair{pair}) {
			if f.Broken() {
				t.Errorf("%s, %s: %s", q.Info().ID, e.Name, f)
			}
		}
	}
}
