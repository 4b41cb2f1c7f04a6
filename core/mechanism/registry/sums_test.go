package registry

import (
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// eachTotal prepares every mechanism that applies for n random problems of totals, and for more until enough of what is
// looked for has come.
func eachTotal(t *testing.T, stream uint64, n int, enough func() bool, do func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared)) {
	t.Helper()
	for seed, made := uint64(0), 0; made < n || !enough(); seed++ {
		m := mechanismtest.TotalsMaker(t, stream<<32+seed)
		s, ok := mechanismtest.SceneBy(t, m, seed)
		if !ok || mechanismtest.Impossible(s) {
			continue // nobody can be in such a file, so that facts tie nobody together
		}
		if made++; made > 40*n {
			t.Fatalf("%d random totals have too little of what is looked for", 40*n)
		}
		for _, q := range prepareAll(t, s, All()) {
			do(m, s, q)
		}
	}
}

// TestTotalsKeepThePolicy checks, on random problems of totals alone, the certificates, the errors and
// the answers of every mechanism that applies to them.
func TestTotalsKeepThePolicy(t *testing.T) {
	used, tight := make(map[string]int), make(map[string]int)
	enough := func() bool {
		return !slices.ContainsFunc([]string{"totals", "gaussian-totals", "laplace", "gaussian", "edge-laplace"}, func(id string) bool {
			return used[id] < mechanismtest.Problems/8 || tight[id] < max(used[id]/3, 1)
		})
	}
	eachTotal(t, 70, mechanismtest.Problems/2, enough, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
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
}
