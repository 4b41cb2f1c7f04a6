package mechanismtest

import (
	"math/big"
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Certify checks the certificate of a prepared mechanism and returns the loss of its worst
// edge and the effective budget.
func Certify(t *testing.T, s Scene, q mechanism.Prepared) (worst, epsilon *big.Rat) {
	t.Helper()
	m := Measured(t, q)
	sums := m.balanced()
	worst, epsilon = new(big.Rat), s.Budget.Rat()
	if _, known := s.Facts.Total(); known && placesToLeave(s) > 1 && !allSecret(s) {
		epsilon.Quo(epsilon, big.NewRat(2, 1)) // one leaves where another comes
	}
	check := func(u, v int, w weighted.Weight) {
		cost, told := m.Cost(u, v)
		loss := cost.Near()
		if cost.Squares.Sign() > 0 && !s.Gaussian {
			t.Fatalf("%s, %s: Gaussian noise without a delta", q.Info().ID, s.Name)
		}
		if limit := new(big.Rat).Mul(epsilon, w.Rat()); !cost.Within(limit) {
			t.Fatalf("%s, %s: cells %d and %d cost %s of %s", q.Info().ID, s.Name, u, v, loss.FloatString(9), limit.FloatString(9))
		}
		for _, sum := range sums {
			if sum.At(u) != sum.At(v) {
				told = append(told, sum)
			}
		}
		for _, r := range told {
			if v >= 0 || !StatedTotal(s, r) {
				t.Fatalf("%s, %s: the row %v tells cells %d and %d apart", q.Info().ID, s.Name, r.Of, u, v)
			}
		}
		if loss.Cmp(worst) > 0 {
			worst = loss
		}
	}
	edges := s.Edges(t)
	for _, e := range edges.Own {
		check(e.U, e.V, e.Weight)
	}
	for _, e := range edges.Published {
		check(e.U, e.V, e.Weight)
	}
	return worst, epsilon
}

// placesToLeave counts the possible cells whose people may be in the file or not. Where there is one, who leaves it and
// who comes to it have the same answers.
func placesToLeave(s Scene) int {
	n := 0
	if cells, err := s.Policy.Domain().Cells(); err == nil {
		for cell := range cells {
			if _, joined := s.Policy.AbsentWeight(policy.Vertex(cell)); joined {
				n++
			}
		}
	}
	return n
}

// allSecret reports whether all possible cells are joined to one another and to "not in the file", by edges of weight one, so that somebody who
// leaves as another one comes changes the counts as a single edge does.
func allSecret(s Scene) bool {
	d := s.Published.Domain()
	cells, err := d.Cells()
	if err != nil {
		return false
	}
	for u := range cells {
		for v := -1; v < u; v++ {
			if w, joined := s.Published.Weight(policy.Vertex(u), policy.Vertex(v)); d.Possible(u) && (v < 0 || d.Possible(v)) && (!joined || w != weighted.One) {
				return false
			}
		}
	}
	return true
}

// StatedTotal says whether a row counts every possible cell alike and the number of people
// is a known fact.
func StatedTotal(s Scene, r Row) bool {
	first := slices.IndexFunc(r.Of, func(v int64) bool { return v != 0 })
	for cell, v := range r.Of {
		if s.Policy.Domain().Possible(cell) && first >= 0 && v != r.Of[first] {
			return false
		}
	}
	_, known := s.Facts.Total()
	return known
}

// Empty says whether a row counts no possible cell.
func Empty(s Scene, r Row) bool {
	for cell, v := range r.Of {
		if v != 0 && s.Policy.Domain().Possible(cell) {
			return false
		}
	}
	return true
}
