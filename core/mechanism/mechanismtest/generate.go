package mechanismtest

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/seeded"
)

// Maker makes the random problems of the tests; what kinds there are is for randompolicy to
// say.
type Maker = randompolicy.Maker

func NewMaker(t testing.TB, seed uint64) Maker {
	m := randompolicy.New(t, seeded.New(20150901, seed))
	m.Secrets = append(m.Secrets, treeOfPairs)
	return m
}

// treeOfPairs makes secret pairs that form a tree over some values of a column, which the other
// kinds seldom do.
var treeOfPairs = randompolicy.Kind{
	Name: "pairs in a tree", Columns: 1, Often: 3,
	Fits: func(columns []*domain.Attribute) bool { return columns[0].Size() > 1 },
	Make: func(m Maker, columns []*domain.Attribute) (policy.Part, error) {
		a, weighed := columns[0], m.Chance(2)
		var list []policy.Pair
		for v := 1; v < a.Size(); v++ {
			if v == 1 || !m.Chance(6) {
				pair := policy.Pair{A: []string{a.Label(v)}, B: []string{a.Label(m.Pick(0, v-1))}}
				if weighed {
					pair.Weight = big.NewRat(int64(m.Pick(1, 6)), 2)
				}
				list = append(list, pair)
			}
		}
		return policy.Pairs(columns, list)
	},
}

// Scene is a problem with the published policy that it comes from.
type Scene struct {
	mechanism.Problem
	Published *policy.Policy
	Name      string
}

// randomScene makes a random problem. It returns false when the question does not fit the
// columns.
func randomScene(t testing.TB, m Maker) (Scene, bool) {
	t.Helper()
	r, ok := m.Problem()
	if !ok {
		return Scene{}, false
	}
	var facts constraint.Facts
	var err error
	if r.Known {
		if facts, err = constraint.Known(r.People); err != nil {
			t.Fatal(err)
		}
	}
	p, err := mechanism.NewProblem(r.Workload, r.Published, facts, r.Budget)
	if err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	p.Disclose = r.Disclose
	return Scene{p, r.Published, r.String()}, true
}

// EachScene makes n random problems.
func EachScene(t testing.TB, stream uint64, n int, do func(m Maker, s Scene)) {
	t.Helper()
	EachSceneUntil(t, stream, n, func() bool { return true }, do)
}

// EachSceneUntil makes n random problems, and more until enough of what is looked for has come.
func EachSceneUntil(t testing.TB, stream uint64, n int, enough func() bool, do func(m Maker, s Scene)) {
	t.Helper()
	for seed, made := uint64(0), 0; made < n || !enough(); seed++ {
		m := NewMaker(t, stream<<32+seed)
		s, ok := SceneBy(t, m, seed)
		if !ok {
			continue
		}
		if made++; made > max(40*n, leastTried) {
			t.Fatalf("%d random problems have too little of what is looked for", made-1)
		}
		do(m, s)
	}
}

// leastTried is how many problems are made at least before a test gives up looking for enough.
const leastTried = 2000

// SceneBy makes a random problem in whose data somebody can be; with every other seed a delta is accepted.
func SceneBy(t testing.TB, m Maker, seed uint64) (Scene, bool) {
	t.Helper()
	s, ok := randomScene(t, m)
	if !ok || s.Published.Domain().PossibleCells() == 0 {
		return s, false
	}
	s.Name = fmt.Sprintf("seed %d: %s", seed, s.Name)
	if s.Gaussian = seed%2 == 1; s.Gaussian {
		s.Name += ", a delta accepted"
	}
	s.Optima = new(optimum.Memory) // what is searched for the same scene again is the same
	return s, true
}

// Counts makes counts that agree with the stated number of people.
func (s Scene) Counts(m Maker) []int64 {
	people, known := s.Facts.Total()
	if !known {
		people = -1
	}
	return m.Counts(s.Policy.Domain(), people)
}
