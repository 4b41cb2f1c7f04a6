package registry

import (
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
)

// gaussianError returns the mean squared error of all ranges times r², with the noise that is
// drawn, of a mechanism on k values that are secret within theta of one another.
func gaussianError(t testing.TB, id string, k, theta int) float64 {
	t.Helper()
	p := mechanismtest.Ranging(t, k, theta).Scene.Problem
	r, err := account.ParseEpsilon("0.25")
	if err != nil {
		t.Fatal(err)
	}
	p.Budget, p.Gaussian = r, true
	m, ok := ByID(id)
	if !ok {
		t.Fatalf("there is no %q", id)
	}
	q, err := m.Prepare(t.Context(), p)
	if err != nil {
		t.Fatalf("%s on %d values within %d: %v", id, k, theta, err)
	}
	return q.ExpectedError().Summary().MeanSquare / 16
}

// The best combinations are within 2 per cent of the exact optimum of the convex problem, and not
// below it, rounding to whole numbers included (STRATEGIES section 4).
func TestGaussianOptimum(t *testing.T) {
	for _, c := range []struct {
		cells, theta int
		optimum      float64
	}{{64, 1, 1.918}, {64, 2, 3.061}, {64, 4, 4.484}, {64, 8, 6.028}, {64, 16, 7.432}, {64, 32, 8.326}, {64, 63, 8.475}, {128, 4, 4.693}, {128, 32, 9.988}}[:seeded.Often(3, 9)] {
		got := gaussianError(t, "gaussian-optimal", c.cells, c.theta)
		t.Logf("%d values within %d: %.4f, optimum %.3f", c.cells, c.theta, got, c.optimum)
		if got > 1.02*c.optimum || got < 0.995*c.optimum {
			t.Errorf("%d values within %d: %.4f, the optimum is %.3f", c.cells, c.theta, got, c.optimum)
		}
	}
}

// Correlated noise is as good as it is without rounding.
func TestGaussianStationary(t *testing.T) {
	for _, c := range []struct {
		cells, theta int
		stated       float64
	}{{64, 2, 3.125}, {64, 4, 4.660}, {128, 8, 6.715}, {256, 4, 4.851}, {256, 16, 9.173}} {
		if got := gaussianError(t, "gaussian-stationary", c.cells, c.theta); got > 1.005*c.stated {
			t.Errorf("%d values within %d: %.4f, stated %.3f", c.cells, c.theta, got, c.stated)
		}
	}
}

// Gaussian chains are tuned for squares: the ordered one is at most that of cumulative counts
// alone, the hierarchy at most that of uniform levels.
func TestGaussianChains(t *testing.T) {
	for _, c := range []struct {
		id           string
		cells, theta int
		stated       float64
	}{{"gaussian-ordered", 64, 1, 1.94}, {"gaussian-ordered", 64, 4, 6.22}, {"gaussian-ordered", 128, 16, 13.08}, {"gaussian-hierarchical", 128, 127, 19.33}} {
		if got := gaussianError(t, c.id, c.cells, c.theta); got > 1.005*c.stated {
			t.Errorf("%s, %d values within %d: %.4f, stated %.3f", c.id, c.cells, c.theta, got, c.stated)
		}
	}
}

// Without a delta the Gaussian mechanisms do not apply, whatever else they need, and where nothing else
// is in the way they say in which step one is accepted.
func TestGaussianNeedsADelta(t *testing.T) {
	problems, found := mechanismtest.AuditProblems(t), 0
	for _, m := range All() {
		if !m.Info().Gaussian {
			continue
		}
		found++
		applied := 0
		for _, e := range problems {
			p := e.Scene.Problem
			p.Gaussian = true
			with := m.Check(p)
			p.Gaussian = false
			without := m.Check(p)
			switch {
			case without.OK():
				t.Errorf("%s, %s: it applies without a delta", m.Info().ID, e.Name)
			case with.OK() && without.Reasons[0].Step != guide.Budget:
				t.Errorf("%s, %s: what is missing is a delta, and it says %+v", m.Info().ID, e.Name, without.Reasons)
			}
			if with.OK() {
				applied++
			}
		}
		if applied == 0 {
			t.Errorf("%s applies to no problem with a delta", m.Info().ID)
		}
	}
	if found < 8 {
		t.Errorf("%d Gaussian mechanisms", found)
	}
}

// The rows of the matrix mechanism on a line, a grid and with presence keep every edge within r²
// in exact fractions, and nearly use it up on some; one that is a ten-thousandth larger does not.
func TestGaussianCertificatesAreTight(t *testing.T) {
	seeded.ForAudits(t)
	for _, e := range mechanismtest.Examples(t) {
		if !e.Scene.Gaussian {
			continue
		}
		for _, q := range applying(e, t) {
			if q.Info().ID != "gaussian-optimal" {
				continue
			}
			m, most := mechanismtest.Measured(t, q), new(big.Rat)
			r := e.Scene.Effective().Rat()
			err := e.Scene.Policy.Edges(func(edge policy.Edge) bool {
				c, _ := m.Cost(int(edge.U), int(edge.V))
				w := edge.Weight.Rat()
				if per := new(big.Rat).Quo(c.Squares, w.Mul(w, w)); per.Cmp(most) > 0 {
					most = per
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			square := new(big.Rat).Mul(r, r)
			if most.Cmp(square) > 0 || most.Cmp(new(big.Rat).Mul(square, big.NewRat(9999, 10000))) < 0 {
				t.Errorf("%s, %s: the most is %s of %s", q.Info().ID, e.Name, most.FloatString(12), square.FloatString(12))
			}
		}
	}
}
