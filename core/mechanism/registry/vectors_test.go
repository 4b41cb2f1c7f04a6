package registry

import (
	"math"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/line"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// average returns the average expected squared error of a mechanism, times the square of
// the budget: for small budgets, where discrete noise is nearly continuous, figures
// that were worked out for epsilon 1.
func average(t testing.TB, e mechanismtest.Example, id string) float64 {
	t.Helper()
	m, ok := ByID(id)
	if !ok {
		t.Fatalf("there is no mechanism %q", id)
	}
	q, err := m.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatalf("%s, %s: %v", id, e.Name, err)
	}
	return q.ExpectedError().Summary().MeanSquare * mechanism.Square(e.Scene.Budget.Float())
}

// Averages over all ranges that were worked out independently.
func TestVectorsOfAverages(t *testing.T) {
	for _, c := range []struct {
		name           string
		e              mechanismtest.Example
		id             string
		want, relative float64
	}{
		{"ordered, DLap(1)", mechanismtest.EveryRange(t, 8, 1, "1"), "ordered", 2.864318, 1e-6},
		{"ordered, two steps", mechanismtest.EveryRange(t, 8, 2, "0.001"), "ordered", 12.444444, 1e-6},
		{"cells, projected", mechanismtest.EveryRange(t, 64, 0, "0.001"), "laplace", 86.62, 1e-4},
	} {
		if got := average(t, c.e, c.id); math.Abs(got-c.want) > c.relative*c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The closed forms of single ranges: min(b, k-b) cells become
// b(1 - b/k) after projecting; a cumulative count for each end inside.
func TestVectorsOfRanges(t *testing.T) {
	const k = 10
	e := mechanismtest.EveryRange(t, k, 2, "1")
	cells, err := cells.LaplaceCells{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := line.Ordered{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	v2 := 7.8353961780 // V(2), test vector 13
	i := 0
	for lo := range k {
		for hi := lo; hi < k; hi++ {
			b := float64(hi - lo + 1)
			if got, want := cells.ExpectedError().Answers[i].Variance, b*(1-b/k)*v2; math.Abs(got-want) > 1e-8 {
				t.Errorf("cells %d to %d: %v, want %v", lo, hi, got, want)
			}
			inside := 0.0
			if lo > 0 {
				inside++
			}
			if hi < k-1 {
				inside++
			}
			if got, want := ends.ExpectedError().Answers[i].Variance, inside*v2; math.Abs(got-want) > 1e-8 {
				t.Errorf("ends of %d to %d: %v, want %v", lo, hi, got, want)
			}
			i++
		}
	}
}

// Average errors over all ranges that the tuned mechanisms have
// to meet, within half a per cent.
func TestVectorsOfTheBestKnown(t *testing.T) {
	for i, c := range []struct {
		k, theta int
		want     float64
	}{
		{64, 1, 3.88}, {64, 2, 15.51}, {64, 3, 34.89}, {64, 4, 37.30}, {64, 8, 56.06}, {64, 16, 78.77}, {64, 32, 86.62}, {64, 0, 86.62},
		{256, 1, 3.97}, {256, 2, 15.88}, {256, 3, 35.72}, {256, 4, 40.27}, {256, 8, 64.49}, {256, 16, 102.11}, {256, 32, 152.72}, {256, 64, 217.52}, {256, 0, 217.52},
	} {
		if i%seeded.Often(4, 1) > 0 {
			continue
		}
		e := mechanismtest.EveryRange(t, c.k, c.theta, "0.001")
		got := average(t, e, "ordered-hierarchical")
		if got > c.want*1.005 {
			t.Errorf("%s: average error %.2f, best known %.2f", e.Name, got, c.want)
		}
		t.Logf("%s: average error %.2f, best known %.2f", e.Name, got, c.want)
		if levels := average(t, e, "hierarchical"); got > levels*1.001 {
			t.Errorf("%s: with cumulative counts %.2f, without %.2f", e.Name, got, levels)
		}
	}
}
