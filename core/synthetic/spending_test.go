package synthetic

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// Steps are charged until one of them is refused: never before some class of edges would lose more than its
// budget, always when one would, and a step that is refused leaves what was spent as it was.
func TestSpendingRefusesOneStepMore(t *testing.T) {
	refused, heavy := 0, 0
	for seed := range uint64(60) {
		r := seeded.New(31, seed)
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(3), false)
		p := m.Policy(d)
		classes, err := classesOf(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		problem, _ := problemOf(t, Question{Title: "random", Columns: namesOf(d)}, p, constraint.Facts{}, "0.7", nil)
		whole := problem.whole()
		whole.Gaussian = seed%3 == 0
		a, lost := newSpending(whole, classes), make([]*big.Rat, len(classes))
		for i, c := range classes {
			if lost[i] = new(big.Rat); c.weight != weighted.One {
				heavy++
			}
		}
		for over := false; !over; {
			table, part := problem.Sheet.tables[r.IntN(len(problem.Sheet.tables))], big.NewRat(1+r.Int64N(9), 40)
			l, err := a.lawFor(part)
			if err != nil {
				t.Fatal(err)
			}
			by := new(big.Rat).Inv(l.Rat())
			moves, charge := func(c class) int64 { return c.moves(table) }, func() error { return a.measure(table, l) }
			squared := false
			switch r.IntN(3) {
			case 0:
				moves, charge = func(c class) int64 { return min(c.moves(table), 1) }, func() error { return a.measureOne(table, l) }
			case 1:
				by, squared, charge = part, whole.Gaussian, func() error { return a.choose(part, moves) }
			}
			next := make([]*big.Rat, len(classes))
			for i, c := range classes {
				loss := new(big.Rat).Mul(by, big.NewRat(moves(c), 1))
				if squared { // a log ratio that spans a range of l has a loss of l²/4
					loss.Mul(loss, loss)
					loss.Quo(loss, big.NewRat(4, 1))
				}
				limit := new(big.Rat).Mul(whole.Budget.Rat(), c.weight.Rat())
				if whole.Gaussian {
					limit.Mul(limit, limit)
				}
				next[i] = loss.Add(loss, lost[i])
				over = over || next[i].Cmp(limit) > 0
			}
			if err := charge(); (err != nil) != over {
				t.Fatalf("seed %d: %v, where the budget is exceeded: %v (%s)", seed, err, over, randompolicy.Describe(p))
			}
			if !over {
				lost = next
			}
			for i := range classes {
				if a.spent[i].Cmp(lost[i]) != 0 {
					t.Fatalf("seed %d: class %d has spent %s, and not %s", seed, i, a.spent[i], lost[i])
				}
			}
		}
		refused++
	}
	if refused < 60 || heavy == 0 {
		t.Errorf("%d budgets were used up, of %d classes with other weights", refused, heavy)
	}
}

// What a table is measured with is charged to every class that it moves, noted, and noisy: what is fitted later is
// not the true table.
func TestMeasuringIsChargedAndNoisy(t *testing.T) {
	refuse := domain.Special{Rule: domain.Refuse}
	opts := domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse}
	var columns []*domain.Attribute
	for _, name := range []domain.AttributeName{"a", "b", "c"} {
		a, err := domain.NewWhole(name, 0, 3, opts)
		if err != nil {
			t.Fatal(err)
		}
		columns = append(columns, a)
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, gaussian := range []bool{false, true} {
		problem, _ := problemOf(t, Question{Title: "three", Columns: namesOf(d)}, policy.Full(d, true), constraint.Facts{}, "0.7", nil)
		for i := range problem.Tables {
			problem.Tables[i].Gaussian = gaussian
		}
		prepared, err := Prepare(t.Context(), problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range prepared.problem.Sheet.tables {
			r := prepared.start()
			r.src = seeded.New(41, 1)
			l, err := r.spending.lawFor(big.NewRat(1, 100))
			if err != nil {
				t.Fatal(err)
			}
			truth := make([]int64, int(table.cells(r.sheet().sizes)))
			noisy, err := r.measure(table, truth, l, nil)
			if err != nil {
				t.Fatal(err)
			}
			if exact := slices.IndexFunc(noisy, func(n float64) bool { return n != 0 }) < 0; exact || len(noisy) != len(truth) || len(r.made.Steps) != 1 {
				t.Errorf("a table of %d cells became %v in %d steps", len(truth), noisy, len(r.made.Steps))
			}
			for i, c := range r.spending.classes {
				if want := new(big.Rat).Quo(big.NewRat(c.moves(table), 1), l.Rat()); r.spending.spent[i].Cmp(want) != 0 || want.Sign() == 0 {
					t.Errorf("class %d has spent %s on a table, want %s", i, r.spending.spent[i], want)
				}
			}
		}
	}
}

// What a round may lose is made a short fraction that is not above it.
func TestCoarserIsBelow(t *testing.T) {
	r := seeded.Named(t.Name())
	step := big.NewRat(1, 1<<40)
	for range 1000 {
		loss := big.NewRat(1+r.Int64N(1<<50), 1+r.Int64N(1<<50))
		if left := new(big.Rat).Sub(loss, coarser(loss)); left.Sign() < 0 || left.Cmp(step) >= 0 {
			t.Fatalf("%s became %s", loss, coarser(loss))
		}
	}
}

// A record whose steps have together spent more than the budget is refused, by each method: it is not only
// other than what this version would have measured.
func TestOverspentRecordsAreRefused(t *testing.T) {
	d := tiny(t)
	for _, method := range []Method{Graph, Weights, Small} {
		for _, gaussian := range []bool{false, true} {
			p := policy.Full(d, false)
			facts, err := constraint.Known(4)
			if err != nil {
				t.Fatal(err)
			}
			problem, counts := problemOf(t, Question{Title: "small", Columns: namesOf(d), Method: method}, p, facts, "0.7", [][]int{{0, 0}, {1, 1}, {1, 0}, {0, 1}})
			for i := range problem.Tables {
				problem.Tables[i].Gaussian = gaussian
			}
			prepared, made := released(t, problem, counts, 3)
			if err := prepared.Check(context.Background(), made); err != nil {
				t.Fatalf("%s: %v", method, err)
			}
			more := *made
			more.Steps = slices.Clone(made.Steps)
			for i := range more.Steps {
				s := &more.Steps[i]
				for _, text := range []*string{&s.Scale, &s.SigmaSquared} {
					if *text != "" {
						*text = new(big.Rat).Quo(rat(t, *text), big.NewRat(16, 1)).RatString()
					}
				}
				if s.Rate != "" {
					s.Rate = new(big.Rat).Mul(rat(t, s.Rate), big.NewRat(16, 1)).RatString()
				}
			}
			err = prepared.Check(context.Background(), &more)
			if err == nil || errors.As(err, new(*Differs)) {
				t.Errorf("%s, delta %v: steps that spend sixteen times as much: %v", method, gaussian, err)
			}
		}
	}
}
