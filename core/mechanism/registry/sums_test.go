package registry

import (
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// eachTotal prepares every mechanism that applies for n random problems of totals.
func eachTotal(t *testing.T, stream uint64, n int, do func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared)) {
	t.Helper()
	for seed := uint64(0); n > 0; seed++ {
		m := mechanismtest.TotalsMaker(t, stream<<32+seed)
		s, ok := mechanismtest.SceneBy(t, m, seed)
		if !ok || mechanismtest.Impossible(s) {
			continue // nobody can be in such a file, so that facts tie nobody together
		}
		n--
		for _, q := range prepareAll(t, s, All()) {
			do(m, s, q)
		}
	}
}

// TestTotalsKeepThePolicy checks, on random problems of totals alone, the certificates, the errors and
// the answers of every mechanism that applies to them.
func TestTotalsKeepThePolicy(t *testing.T) {
	used, tight := make(map[string]int), make(map[string]int)
	eachTotal(t, 70, mechanismtest.Problems/2, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		id := q.Info().ID
		used[id]++
		worst, limit := mechanismtest.Certify(t, s, q)
		mechanismtest.CheckErrors(t, s, q)
		if ratio, _ := worst.Quo(worst, limit).Float64(); ratio > 0.999 {
			tight[id]++
		}
		x := s.Counts(m)
		if problem := mechanismtest.Untidy(s, q, x, mechanismtest.MustRelease(t, s, q, x, 1)); problem != "" {
			t.Fatalf("%s, %s: %s", id, s.Name, problem)
		}
	})
	for _, id := range []string{"totals", "gaussian-totals", "laplace", "gaussian", "edge-laplace"} {
		if used[id] < mechanismtest.Problems/8 || tight[id] < used[id]/3 {
			t.Errorf("%s was used %d times, %d times with its whole budget: %v", id, used[id], tight[id], used)
		}
	}
}
