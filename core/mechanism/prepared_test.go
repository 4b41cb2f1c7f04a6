package mechanism

import (
	"context"
	"slices"
	"testing"

	"steward/core/policy"
	"steward/core/seeded"
)

// prepared is a random problem with the mechanisms that apply to it, made ready.
type prepared struct {
	seed  uint64
	scene scene
	by    []Prepared
}

// What the tests of the fast run share: the properties are checked on the same random problems, which are
// prepared once, and the edges of policies are walked over once. In the audits every property has
// problems of its own.
var (
	sharedProblems []prepared
	nextSeed       uint64 // of a further one
	walked         = make(map[[2]*policy.Policy]edges)
)

// sharedStream is the stream of the problems that the properties share.
const sharedStream = 1

// eachPrepared prepares every mechanism that applies for n random problems, and each for one in 20 at least:
// where those are too few that it applies to, for more. Those whose error depends on the data apply to none
// of them, having no stand-in; eachDependent prepares them.
func eachPrepared(t *testing.T, stream uint64, n int, do func(m maker, s scene, q Prepared)) {
	t.Helper()
	used := make(map[string]int)
	visit := func(m maker, p prepared) {
		for _, q := range p.by {
			used[q.Info().ID]++
			do(m, p.scene, q)
		}
	}
	eachProblem(t, stream, n, visit)
	for seed, left := n, independent(); ; seed++ {
		if left = slices.DeleteFunc(left, func(m Mechanism) bool { return used[m.Info().ID] >= n/20 }); len(left) == 0 {
			return
		}
		if seed == 40*n {
			t.Fatalf("%s applies to %d of %d problems only", left[0].Info().ID, used[left[0].Info().ID], seed)
		}
		m := newMaker(t, stream<<32+1<<31+uint64(seed))
		if s, ok := sceneBy(t, m, uint64(seed)); ok {
			visit(m, prepared{scene: s, by: prepareAll(t, s, left)})
		}
	}
}

// eachProblem makes n random problems with the mechanisms that apply to them: the shared ones in the fast run.
func eachProblem(t *testing.T, stream uint64, n int, do func(m maker, p prepared)) {
	t.Helper()
	if seeded.Audit {
		eachScene(t, stream, n, func(m maker, s scene) { do(m, prepared{scene: s, by: prepareAll(t, s, All())}) })
		return
	}
	for _, p := range preparedProblems(t, n) {
		do(newMaker(t, stream<<32+p.seed), p)
	}
}

// preparedProblems returns the first n of the problems that are shared.
func preparedProblems(t *testing.T, n int) []prepared {
	t.Helper()
	for ; len(sharedProblems) < n; nextSeed++ {
		if s, ok := sceneBy(t, newMaker(t, sharedStream<<32+nextSeed), nextSeed); ok {
			sharedProblems = append(sharedProblems, prepared{nextSeed, s, prepareAll(t, s, All())})
		}
	}
	return sharedProblems[:n]
}

// prepareAll prepares the mechanisms of a list that apply.
func prepareAll(t *testing.T, s scene, list []Mechanism) (out []Prepared) {
	t.Helper()
	for _, mech := range list {
		if !mech.Check(s.Problem).OK() {
			continue
		}
		q, err := mech.Prepare(context.Background(), s.Problem)
		if err != nil {
			t.Fatalf("%s, %s: %v", mech.Info().ID, s.name, err)
		}
		out = append(out, q)
	}
	return out
}

// edge is a pair of cells of a question that must not be told apart; -1 is "not in the file".
type edge struct {
	u, v   int
	weight policy.Weight
}

// edges are those of a policy over a question's columns, and of the policy over all published
// columns, seen through them; equal ones are listed once.
type edges struct{ own, published []edge }

// edges returns the edges that a scene's releases must hide.
func (s scene) edges(t testing.TB) edges {
	t.Helper()
	key := [2]*policy.Policy{s.Policy, s.published}
	if e, ok := walked[key]; ok {
		return e
	}
	var out edges
	err := s.Policy.Edges(func(e policy.Edge) bool {
		out.own = append(out.own, edge{int(e.U), int(e.V), e.Weight})
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	seen, listed := s.seen(), make(map[edge]bool)
	err = s.published.Edges(func(e policy.Edge) bool {
		if f := (edge{seen(int(e.U)), seen(int(e.V)), e.Weight}); f.u != f.v && !listed[f] {
			listed[f] = true
			out.published = append(out.published, f)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if seeded.Audit {
		clear(walked) // of the last one only
	}
	walked[key] = out
	return out
}

// seen returns the function that looks at cells of all published columns through those of the
// question.
func (s scene) seen() func(cell int) int {
	full, small := s.published.Domain(), s.Policy.Domain()
	return func(cell int) int {
		if cell < 0 {
			return cell
		}
		out := make([]int, len(small.Attributes()))
		for i, a := range small.Attributes() {
			at, _ := full.Position(a.Name())
			out[i] = full.Value(cell, at)
		}
		return small.Index(out)
	}
}
