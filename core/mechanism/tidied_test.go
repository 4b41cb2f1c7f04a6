package mechanism

import (
	"math"
	"slices"
	"testing"

	"steward/core/linop"
	"steward/core/workload"
)

// consistent says whether a mechanism's tidied answers are sums of one set of tidied cells.
func consistent(q Prepared) bool {
	_, each := q.(*preparedAnswers)
	return !each
}

// Tidied answers are possible counts that agree with one another and with what is known.
func TestTidiedAnswersAreCounts(t *testing.T) {
	eachPrepared(t, 20, problems, func(m maker, s scene, q Prepared) {
		x := s.counts(m)
		for seed := range uint64(3) {
			a := mustRelease(t, s, q, x, seed)
			if problem := untidy(s, q, x, a); problem != "" {
				t.Fatalf("%s, %s: %s: %v", q.Info().ID, s.name, problem, a.Tidied)
			}
		}
	})
}

// untidy says what is wrong with tidied answers, or nothing.
func untidy(s scene, q Prepared, x []int64, a Answers) string {
	if len(a.Tidied) != s.Workload.Len() || len(a.Unadjusted) != s.Workload.Len() {
		return "the number of answers is wrong"
	}
	people, known := s.Facts.Total()
	truth := make([]int64, len(a.Tidied))
	s.Workload.Operator().Apply(truth, x)
	for i, n := range a.Tidied {
		low, high, weighs := numbersIn(s, i)
		if weighs && known && (n < min(low, 0)*people || n > max(high, 0)*people) {
			return "a total is beyond what the numbers allow"
		}
		switch {
		case weighs && q.ExpectedError().Answers[i].Variance > 0:
		case n < 0 && !weighs:
			return "an answer is below zero"
		case known && n > people && !weighs:
			return "an answer is above the number of people"
		case q.ExpectedError().Answers[i].Variance == 0 && n != truth[i]:
			return "an exact answer was changed"
		}
	}
	if !consistent(q) {
		return ""
	}
	cells, all := cellsOf(s, a.Tidied)
	var sum int64
	for _, n := range cells {
		if n < 0 {
			return "cumulative counts fall"
		}
		sum += n
	}
	if all && known && sum != people {
		return "the answers do not add up to the number of people"
	}
	if w, ok := s.Workload.Sums(); ok {
		for at := w.Groups; w.Overall && at < len(a.Tidied); at += w.Figures() {
			sum := a.Tidied[at]
			for _, n := range a.Tidied[at-w.Groups : at] {
				sum -= n
			}
			if sum != 0 {
				return "a total is not the sum of its groups"
			}
		}
		return ""
	}
	if q := s.Workload.Question(); (q.Every || q.Totals) && !additive(s.Workload.Operator(), a.Tidied) {
		return "ranges or totals are not sums of their cells"
	}
	return ""
}

// numbersIn returns what a person adds to an answer at least and at most, in units, and whether the answer
// adds up numbers.
func numbersIn(s scene, answer int) (low, high int64, weighs bool) {
	parts := s.Workload.Parts()
	if parts == nil {
		parts = []*workload.Workload{s.Workload}
	}
	for _, p := range parts {
		if answer < p.Len() {
			if sums, ok := p.Sums(); ok && sums.IsTotal(answer) {
				return sums.Least, sums.Most, true
			}
			return 0, 0, false
		}
		answer -= p.Len()
	}
	return 0, 0, false
}

// cellsOf returns the tidied cells of a table or of cumulative counts, and whether these are
// all cells.
func cellsOf(s scene, tidied []int64) (cells []int64, all bool) {
	switch s.Workload.Question().Kind {
	case workload.Table:
		for _, i := range singles(s.Workload.Operator()) {
			cells = append(cells, tidied[i])
		}
		return cells, true
	case workload.Cumulative:
		regular := s.Workload.Domain().Attributes()[0].Regular()
		for i, n := range tidied {
			if i > 0 && i < regular {
				n -= tidied[i-1]
			}
			cells = append(cells, n)
		}
		return cells, true
	}
	return nil, false
}

// singles returns by cell the answer that counts it alone.
func singles(op linop.Operator) map[int]int {
	single := make(map[int]int)
	for i := range op.Rows() {
		cells, last := 0, 0
		op.Row(i, func(cell int, _ int64) { cells, last = cells+1, cell })
		if cells == 1 {
			single[last] = i
		}
	}
	return single
}

// additive says whether every answer is the sum of those to its single cells; a cell that
// has none cannot occur, or is a blank or other without a place in the order.
func additive(op linop.Operator, tidied []int64) bool {
	single := singles(op)
	for i, n := range tidied {
		op.Row(i, func(cell int, _ int64) {
			if at, ok := single[cell]; ok {
				n -= tidied[at]
			}
		})
		if n != 0 {
			return false
		}
	}
	return true
}

// What is disclosed by consent is met by the tidied table, component by component.
func TestTidiedTablesMeetWhatIsDisclosed(t *testing.T) {
	met := 0
	eachPrepared(t, 21, problems, func(m maker, s scene, q Prepared) {
		if s.Workload.Question().Kind != workload.Table || !s.Disclose || s.Policy.Presence() || !consistent(q) || !bySets(q) {
			return
		}
		x := s.counts(m)
		of, count, err := s.Policy.Components()
		if err != nil {
			t.Fatal(err)
		}
		difference := make([]int64, count)
		tidied := mustRelease(t, s, q, x, 5).Tidied
		for cell, i := range singles(s.Workload.Operator()) {
			if of[cell] >= 0 {
				difference[of[cell]] += tidied[i] - x[cell]
			}
		}
		for c, d := range difference {
			if d != 0 {
				t.Fatalf("%s, %s: component %d is off by %d", q.Info().ID, s.name, c, d)
			}
		}
		met += count
	})
	if met == 0 {
		t.Fatal("nothing was disclosed")
	}
}

// bySets says whether a mechanism estimates each disclosed sum's cells by themselves; on a
// line it can where they are runs of values.
func bySets(q Prepared) bool {
	l, ok := q.(*preparedLine)
	return !ok || len(l.segments) == l.known.count
}

// projects says whether tidying is a projection of the answers themselves onto a convex set
// that holds the truth, followed by rounding: tables from cells, and cumulative counts from
// one chain.
func projects(s scene, q Prepared) bool {
	switch q := q.(type) {
	case *preparedCells:
		return s.Workload.Question().Kind == workload.Table && !s.Workload.Question().Totals
	case *preparedLine:
		op, ok := s.Workload.Operator().(linop.Intervals)
		return ok && op.ArePrefixes() && len(q.segments) == 1 && s.Policy.Domain().AllPossible()
	}
	return false
}

// A projection never takes the answers as a whole farther from the truth, whatever the
// noise; rounding moves each by less than one (MECHANISMS 10).
func TestTidyingIsNoWorse(t *testing.T) {
	checked := 0
	eachPrepared(t, 22, problems, func(m maker, s scene, q Prepared) {
		if !projects(s, q) {
			return
		}
		x := s.counts(m)
		truth := make([]int64, s.Workload.Len())
		s.Workload.Operator().Apply(truth, x)
		for seed := range uint64(4) {
			a := mustRelease(t, s, q, x, seed)
			var before, after float64
			for i, want := range truth {
				before += square(a.Unadjusted[i] - float64(want))
				after += square(float64(a.Tidied[i] - want))
			}
			if limit := math.Sqrt(before) + math.Sqrt(float64(len(truth))); math.Sqrt(after) > limit+1e-6 {
				t.Fatalf("%s, %s: tidying took the answers from %v to %v away from the truth", q.Info().ID, s.name, math.Sqrt(before), math.Sqrt(after))
			}
			checked++
		}
	})
	if checked < problems/4 {
		t.Fatalf("only %d releases were compared", checked)
	}
}

// On the examples the tidied answers are, all together, no farther from the truth than the
// unadjusted ones, where tidying is a projection; elsewhere the two are shown.
func TestTidiedErrorsOfExamples(t *testing.T) {
	compared := 0
	eachTrial(t, func(s trial) {
		t.Logf("%-22s %-36s unadjusted %9.1f, tidied %9.1f", s.q.Info().ID, s.name, s.sizes.unadjusted, s.sizes.tidied)
		if !projects(s.scene, s.q) {
			return
		}
		compared++
		if rounding := float64(s.scene.Workload.Len()) / 4; s.sizes.tidied > s.sizes.unadjusted+rounding {
			t.Errorf("%s, %s: squared error %v unadjusted, %v tidied", s.q.Info().ID, s.name, s.sizes.unadjusted, s.sizes.tidied)
		}
	})
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// Where nobody reads tidied answers the unadjusted ones are what they are otherwise, and the tidied ones
// possible counts all the same.
func TestRawAnswers(t *testing.T) {
	eachPrepared(t, 23, problems/4, func(m maker, s scene, q Prepared) {
		raw := s
		raw.Raw = true
		quick, err := mustByID(t, q.Info().ID).Prepare(t.Context(), raw.Problem)
		if err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, s.name, err)
		}
		x := s.counts(m)
		a, b := mustRelease(t, s, q, x, 6), mustRelease(t, raw, quick, x, 6)
		if !slices.Equal(a.Unadjusted, b.Unadjusted) {
			t.Fatalf("%s, %s: unadjusted answers are %v, and %v where tidied ones are read", q.Info().ID, s.name, b.Unadjusted, a.Unadjusted)
		}
		if problem := untidy(raw, quick, x, b); problem != "" {
			t.Fatalf("%s, %s: %s: %v", q.Info().ID, s.name, problem, b.Tidied)
		}
	})
}
