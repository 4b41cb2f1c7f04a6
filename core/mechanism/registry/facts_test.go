package registry

import (
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/seeded"
)

// Where facts tie people together, one of them moves along an edge and the others along any: every
// mechanism keeps what all of them cost together within what the first edge alone allows, under policies
// whose edges differ in weight as under others, and with several rows of a person.
func TestFactsBesideWeights(t *testing.T) {
	weighted, full := 0, make(map[string]bool)
	enough := func() bool { return weighted >= seeded.Often(8, 15) && len(full) >= seeded.Often(4, 6) }
	mechanismtest.EachSceneUntil(t, 71, seeded.Often(40, 400), enough, func(m mechanismtest.Maker, s mechanismtest.Scene) {
		if s.Policy.Uniform() && !m.Chance(6) {
			return
		}
		lightest, heaviest := s.Policy.Weights()
		if heaviest == 0 {
			return
		}
		s.Rows = []int{0, 0, 2}[m.Pick(0, 2)]
		s.Tied = constraint.Multiplier{Moves: m.Pick(2, 3), Reading: constraint.EdgeMinimal, Why: message.Verbatim("facts")}
		others := new(big.Rat).Quo(heaviest.Rat(), lightest.Rat())
		others.Mul(others, big.NewRat(int64(s.Tied.Moves-1), 1))
		for s.Tied.Factor = 1; new(big.Rat).SetInt64(int64(s.Tied.Factor-1)).Cmp(others) < 0; {
			s.Tied.Factor++
		}
		if !s.Policy.Uniform() {
			weighted++
		}
		for _, q := range prepareAll(t, s, All()) {
			if tiedCost(s, t, q) > 0.999 {
				full[q.Info().ID] = true
			}
		}
	})
}

// tiedCost checks the cost of all moves that facts tie together, and returns the largest as a part of what
// the lightest edge allows.
func tiedCost(s mechanismtest.Scene, t *testing.T, q mechanism.Prepared) (worst float64) {
	t.Helper()
	m, edges := mechanismtest.Measured(t, q), s.Edges(t)
	rows, moves := int64(max(s.Rows, 1)), int64(s.Tied.Moves)
	most := new(big.Rat)
	for _, e := range edges.Own {
		if cost, _ := m.Cost(e.U, e.V); cost.Near().Cmp(most) > 0 {
			most = cost.Near()
		}
	}
	for _, e := range edges.Own {
		cost, _ := m.Cost(e.U, e.V)
		all := new(big.Rat).Mul(most, big.NewRat(moves-1, 1))
		all.Add(all, cost.Near()).Mul(all, big.NewRat(rows, 1))
		part, _ := all.Quo(all, new(big.Rat).Mul(s.Budget.Rat(), e.Weight.Rat())).Float64()
		if part > 1+1e-9 { // roots of squares are not exact
			t.Fatalf("%s, %s: %d rows each of %d people who are tied together cost %v of what cells %d and %d allow", q.Info().ID, s.Name, rows, moves, part, e.U, e.V)
		}
		worst = max(worst, part)
	}
	return worst
}
