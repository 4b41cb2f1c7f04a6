package mechanismtest

import (
	"slices"
	"testing"

	"steward/core/mechanism"
)

func SumOf(counts []int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// Like makes up a stand-in for a scene.
func Like(t testing.TB, s Scene) mechanism.StandIn {
	t.Helper()
	standIn, err := mechanism.Even(s.Workload.Domain(), 20)
	if err != nil {
		t.Fatal(err)
	}
	return standIn
}

// EachDependent prepares the mechanisms of a list, whose error depends on the data, for n random problems
// with stand-ins, and for more until half as many had each and enough of what is looked for has come.
func EachDependent(t *testing.T, list []mechanism.Mechanism, stream uint64, n int, enough func() bool, do func(m Maker, s Scene, q mechanism.Prepared)) {
	t.Helper()
	used := make(map[string]int)
	seldom := func(mech mechanism.Mechanism) bool { return used[mech.Info().ID] < n/2 }
	EachSceneUntil(t, stream, n, func() bool { return !slices.ContainsFunc(list, seldom) && enough() }, func(m Maker, s Scene) {
		if s.Workload.Domain().PossibleCells() == 0 {
			return // nobody can be in such a file, so that there is nothing to go by
		}
		s.StandIn = Like(t, s)
		for _, mech := range list {
			if !mech.Check(s.Problem).OK() {
				continue
			}
			q, err := mech.Prepare(t.Context(), s.Problem)
			if err != nil {
				t.Fatalf("%s, %s: %v", mech.Info().ID, s.Name, err)
			}
			used[mech.Info().ID]++
			do(m, s, q)
		}
	})
}
