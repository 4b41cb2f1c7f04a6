package registry

import (
	"testing"

	"steward/core/internal/audit"
	"steward/core/mechanism/mechanismtest"
)

// neighbourhood says which data sets a problem's releases must not tell apart.
func neighbourhood(s mechanismtest.Scene) audit.Neighbourhood {
	people, known := s.Facts.Total()
	return audit.Neighbourhood{Policy: s.Policy, Known: known, People: people}
}

// pairsOf returns pairs of neighbours.
func pairsOf(t testing.TB, n audit.Neighbourhood) []audit.Pair {
	t.Helper()
	pairs, err := n.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// change is by how much the true answers of a pair differ, per unit of its weight: for noise
// of the same size on every answer, how hard the pair is to keep.
func change(s mechanismtest.Scene) func(p audit.Pair) float64 {
	return func(p audit.Pair) float64 {
		op := s.Workload.Operator()
		a, b := make([]int64, op.Rows()), make([]int64, op.Rows())
		op.Apply(a, p.A)
		op.Apply(b, p.B)
		sum := 0.0
		for i := range a {
			sum += float64(max(a[i]-b[i], b[i]-a[i]))
		}
		w, _ := p.Weight.Float64()
		return sum / w
	}
}
