package registry

import (
	"math"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// What records state of a mechanism's rows is what the certificates are checked on (layout), all of it.
func TestStatedRows(t *testing.T) {
	pairs := make(map[string]bool) // the methods that state noise on pairs
	eachPreparedUntil(t, 5, mechanismtest.Problems/2, func() bool { return len(pairs) > 0 }, func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		stated := mechanism.MeasuredBy(q)
		if stated.LeftOut != "" {
			if !q.Info().DataDependent {
				t.Fatalf("%s, %s: %s", q.Info().ID, s.Name, stated.LeftOut)
			}
			return
		}
		m, rows := mechanismtest.Measured(t, q), 0
		for _, group := range stated.Rows {
			rows += len(group.Of)
		}
		if rows != len(m.Rows)-m.Hidden {
			t.Fatalf("%s, %s: %d rows are stated, %d measured", q.Info().ID, s.Name, rows, len(m.Rows)-m.Hidden)
		}
		if len(stated.Pairs) > 0 {
			pairs[q.Info().ID] = true
		}
		if len(stated.Pairs) > 0 && m.Shift == nil {
			t.Fatalf("%s, %s: pairs are stated, and cells are measured", q.Info().ID, s.Name)
		}
		movesItsPairs(t, s, q)
	})
	if len(pairs) == 0 {
		t.Fatal("no noise was on pairs")
	}
	for _, e := range mechanismtest.Examples(t) {
		for _, mech := range independent() {
			if !pairs[mech.Info().ID] && !seeded.Audit {
				continue
			}
			if q, err := mech.Prepare(t.Context(), e.Scene.Problem); mech.Check(e.Scene.Problem).OK() && err == nil {
				movesItsPairs(t, e.Scene, q)
			}
		}
	}
}

// movesItsPairs fails unless people can be moved along the pairs that noise is stated to be on.
func movesItsPairs(t *testing.T, s mechanismtest.Scene, q mechanism.Prepared) {
	t.Helper()
	pairs := mechanism.MeasuredBy(q).Pairs
	if len(pairs) == 0 {
		return
	}
	m := mechanismtest.Measured(t, q)
	for k, ends := range pairs {
		if k < 8 || k == len(pairs)-1 {
			samePublished(t, s, q, m, ends[0], ends[1])
		}
	}
}

// samePublished fails unless moving a person along a pair and the draws by what is stated of the pair leaves
// all answers as they are.
func samePublished(t *testing.T, s mechanismtest.Scene, q mechanism.Prepared, m mechanismtest.Measurement, u, v int) {
	t.Helper()
	people, known := s.Facts.Total()
	if _, told := m.Cost(u, v); len(told) > 0 {
		return // a step of longer ways only, since a total that is published would change with it
	}
	for _, cell := range []int{u, v} {
		if cell < 0 && known || cell >= 0 && !s.Workload.Domain().Possible(cell) {
			return // nobody can be there
		}
	}
	if known && people < 1 {
		return
	}
	before, after := make([]int64, m.Hidden), make([]int64, m.Hidden)
	if u >= 0 {
		before[u], after[u] = max(people, 1), max(people, 1)-1
	}
	if v >= 0 {
		after[v]++
	}
	stay, move := m.Values(before), m.Values(after)
	for i, by := range m.Shift(u, v) {
		move[i] += by
	}
	want, got := m.Answer(stay), m.Answer(move)
	for j := range want {
		if math.Abs(got[j]-want[j]) > 1e-6*max(1, math.Abs(want[j])) {
			t.Fatalf("%s, %s: a person goes from %d to %d, and with them the draws; answer %d is %v, and was %v", q.Info().ID, s.Name, u, v, j, got[j], want[j])
		}
	}
}
