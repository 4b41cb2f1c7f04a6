package mechanismtest

import (
	"testing"

	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// Prepared is a random problem with the mechanisms that apply to it, made ready.
type Prepared struct {
	Seed  uint64
	Scene Scene
	By    []mechanism.Prepared
}

// What the tests share: but in the longest audits (make evidence) the properties are checked on the same random
// problems, which are prepared once. The fast run walks over the edges of policies once.
var (
	SharedProblems []Prepared
	NextSeed       uint64 // of a further one
	walked         = make(map[[2]*policy.Policy]edges)
)

// edge is a pair of cells of a question that must not be told apart; -1 is "not in the file".
type edge struct {
	U, V   int
	Weight weighted.Weight
}

// edges are those of a policy over a question's columns, and of the policy over all published
// columns, seen through them; equal ones are listed once.
type edges struct{ Own, Published []edge }

// Edges returns the edges that a scene's releases must hide.
func (s Scene) Edges(t testing.TB) edges {
	t.Helper()
	key := [2]*policy.Policy{s.Policy, s.Published}
	if e, ok := walked[key]; ok {
		return e
	}
	var out edges
	err := s.Policy.Edges(func(e policy.Edge) bool {
		out.Own = append(out.Own, edge{int(e.U), int(e.V), e.Weight})
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	seen, listed := s.seen(), make(map[edge]bool)
	err = s.Published.Edges(func(e policy.Edge) bool {
		if f := (edge{seen(int(e.U)), seen(int(e.V)), e.Weight}); f.U != f.V && !listed[f] {
			listed[f] = true
			out.Published = append(out.Published, f)
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
func (s Scene) seen() func(cell int) int {
	full, small := s.Published.Domain(), s.Policy.Domain()
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
