package registry

import (
	"context"
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// sharedStream is the stream of the problems that the properties share.
const sharedStream = 1

// eachPrepared prepares every mechanism that applies for n random problems, and each for one in 20 at least:
// where those are too few that it applies to, for more. Those whose error depends on the data apply to none
// of them, having no stand-in; EachDependent prepares them.
func eachPrepared(t *testing.T, stream uint64, n int, do func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared)) {
	t.Helper()
	eachPreparedUntil(t, stream, n, func() bool { return true }, do)
}

// eachPreparedUntil is eachPrepared that goes on until enough of what is looked for has come.
func eachPreparedUntil(t *testing.T, stream uint64, n int, enough func() bool, do func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared)) {
	t.Helper()
	used := make(map[string]int)
	visit := func(m mechanismtest.Maker, p mechanismtest.Prepared) {
		for _, q := range p.By {
			used[q.Info().ID]++
			do(m, p.Scene, q)
		}
	}
	eachProblem(t, stream, n, visit)
	for seed, left := n, independent(); ; seed++ {
		left = slices.DeleteFunc(left, func(m mechanism.Mechanism) bool { return used[m.Info().ID] >= n/20 })
		if len(left) == 0 && (enough() || seed >= 40*n) {
			return
		}
		by := left
		if len(by) == 0 {
			by = independent()
		} else if seed == 40*n {
			t.Fatalf("%s applies to %d of %d problems only", left[0].Info().ID, used[left[0].Info().ID], seed)
		}
		m := mechanismtest.NewMaker(t, stream<<32+1<<31+uint64(seed))
		if s, ok := mechanismtest.SceneBy(t, m, uint64(seed)); ok {
			visit(m, mechanismtest.Prepared{Scene: s, By: prepareAll(t, s, by)})
		}
	}
}

// eachProblem makes n random problems with the mechanisms that apply to them: the shared ones but where each test has its own.
func eachProblem(t *testing.T, stream uint64, n int, do func(m mechanismtest.Maker, p mechanismtest.Prepared)) {
	t.Helper()
	if ownProblems {
		mechanismtest.EachScene(t, stream, n, func(m mechanismtest.Maker, s mechanismtest.Scene) {
			do(m, mechanismtest.Prepared{Scene: s, By: prepareAll(t, s, All())})
		})
		return
	}
	for _, p := range preparedProblems(t, n) {
		do(mechanismtest.NewMaker(t, stream<<32+p.Seed), p)
	}
}

// preparedProblems returns the first n of the problems that are shared.
func preparedProblems(t *testing.T, n int) []mechanismtest.Prepared {
	t.Helper()
	for ; len(mechanismtest.SharedProblems) < n; mechanismtest.NextSeed++ {
		if s, ok := mechanismtest.SceneBy(t, mechanismtest.NewMaker(t, sharedStream<<32+mechanismtest.NextSeed), mechanismtest.NextSeed); ok {
			mechanismtest.SharedProblems = append(mechanismtest.SharedProblems, mechanismtest.Prepared{Seed: mechanismtest.NextSeed, Scene: s, By: prepareAll(t, s, All())})
		}
	}
	return mechanismtest.SharedProblems[:n]
}

// prepareAll prepares the mechanisms of a list that apply.
func prepareAll(t *testing.T, s mechanismtest.Scene, list []mechanism.Mechanism) (out []mechanism.Prepared) {
	t.Helper()
	for _, mech := range list {
		if !mech.Check(s.Problem).OK() {
			continue
		}
		q, err := mech.Prepare(context.Background(), s.Problem)
		if err != nil {
			t.Fatalf("%s, %s: %v", mech.Info().ID, s.Name, err)
		}
		out = append(out, q)
	}
	return out
}
