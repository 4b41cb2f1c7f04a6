package registry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// trueFacts makes facts about a question's columns that are true of counts of its cells: totals
// of some of the columns, and counts of boxes.
func trueFacts(t *testing.T, m mechanismtest.Maker, s mechanismtest.Scene, x []int64) constraint.Facts {
	t.Helper()
	d := s.Workload.Domain()
	count := func(in func(values []int) bool) int64 {
		n := int64(0)
		values := make([]int, len(d.Attributes()))
		for cell, c := range x {
			if d.Values(values, cell); in(values) {
				n += c
			}
		}
		return n
	}
	var list []constraint.Fact
	if m.Chance(2) {
		n := count(func([]int) bool { return true })
		list = append(list, constraint.Fact{ID: "people", People: &n})
	}
	for i, a := range d.Attributes() {
		if m.Chance(2) {
			f := constraint.Fact{ID: fmt.Sprint("totals", i), Totals: &constraint.Totals{Columns: []domain.AttributeName{a.Name()}}}
			for v := range a.Size() {
				if m.Chance(3) && i > 0 {
					continue // not stated
				}
				f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{a.Label(v)}, Count: count(func(u []int) bool { return u[i] == v })})
			}
			if len(f.Totals.Rows) > 0 {
				list = append(list, f)
			}
		}
	}
	for k := range m.Pick(0, 2) {
		f := constraint.Fact{ID: fmt.Sprint("count", k)}
		var b constraint.Box
		var in [][]bool
		for _, a := range d.Attributes() {
			c := constraint.Condition{Column: a.Name()}
			own := make([]bool, a.Size())
			for v := range own {
				if own[v] = m.Chance(2); own[v] {
					c.Values = append(c.Values, a.Label(v))
				}
			}
			if len(c.Values) == 0 {
				c.Values, own[0] = []string{a.Label(0)}, true
			}
			b, in = append(b, c), append(in, own)
		}
		f.Counts = []constraint.Count{{Of: constraint.Predicate{b}, Count: count(func(u []int) bool {
			for i, v := range u {
				if !in[i][v] {
					return false
				}
			}
			return true
		})}}
		list = append(list, f)
	}
	f, err := constraint.New(s.Published.Domain(), list)
	if impossible := (*constraint.Contradiction)(nil); errors.As(err, &impossible) {
		return constraint.Facts{} // a combination of other columns rules the counts out
	}
	if err != nil {
		t.Fatalf("%s: true facts are refused: %v", s.Name, err)
	}
	return f
}

// Tidied answers agree with every stated fact over the question's columns, whatever the noise.
func TestTidiedAnswersAgreeWithFacts(t *testing.T) {
	met, determined := 0, 0
	enough := func() bool { return met > 0 && met >= determined/4 }
	mechanismtest.EachSceneUntil(t, 90, mechanismtest.Problems/3, enough, func(m mechanismtest.Maker, s mechanismtest.Scene) {
		x := s.Counts(m)
		s.Facts = trueFacts(t, m, s, x)
		s.Tied = constraint.Multiplier{Factor: 2} // what facts tie together is not the matter here
		sums := s.Facts.Sums(s.Workload.Domain())
		if len(sums) == 0 || s.Workload.Weighs() { // totals of numbers are tidied by themselves
			return
		}
		for _, mech := range All() {
			if !mech.Check(s.Problem).OK() {
				continue
			}
			q, err := mech.Prepare(context.Background(), s.Problem)
			if err != nil {
				t.Fatalf("%s, %s: %v", mech.Info().ID, s.Name, err)
			}
			for seed := range uint64(2) {
				a := mechanismtest.MustRelease(t, s, q, x, seed)
				if problem := mechanismtest.Untidy(s, q, x, a); problem != "" {
					t.Fatalf("%s, %s: %s: %v", q.Info().ID, s.Name, problem, a.Tidied)
				}
				for _, u := range sums {
					checked, wrong := disagrees(s, q, a, u)
					if wrong != "" {
						t.Fatalf("%s, %s: %s", q.Info().ID, s.Name, wrong)
					}
					met += checked
				}
				determined += len(sums)
			}
		}
	})
	if !enough() {
		t.Errorf("%d of %d sums were compared: too few to tell", met, determined)
	}
}

// disagrees compares tidied answers with a public sum: the answer that is that sum, and the sum of those that are its cells.
func disagrees(s mechanismtest.Scene, q mechanism.Prepared, a mechanism.Answers, u constraint.Sum) (checked int, wrong string) {
	op, d := s.Workload.Operator(), s.Workload.Domain()
	single := mechanismtest.Singles(op)
	parts := max(a.Parts, 1)
	differs := func(n, cells int64) bool { // decimals are rounded, each by less than its last
		return n != u.Total*parts && (parts == 1 || mechanism.MagnitudeOf(n-u.Total*parts) > cells)
	}
	n, all := int64(0), true
	for _, c := range u.Cells {
		at, ok := single[int(c)]
		if all = all && ok; ok {
			n += a.Tidied[at]
		}
	}
	if all {
		checked++
		if differs(n, int64(len(u.Cells))) {
			return checked, fmt.Sprintf("the cells %v add up to %d/%d, but %d are known", u.Cells, n, parts, u.Total)
		}
	}
	for i := range op.Rows() {
		var cells []int32
		once := true
		op.Row(i, func(c int, v int64) {
			once = once && v == 1
			if d.Possible(c) {
				cells = append(cells, int32(c))
			}
		})
		if once && slices.Equal(cells, u.Cells) {
			checked++
			if differs(a.Tidied[i], int64(len(cells))) {
				return checked, fmt.Sprintf("answer %d is %d/%d, but %d are known", i, a.Tidied[i], parts, u.Total)
			}
		}
	}
	return checked, ""
}
