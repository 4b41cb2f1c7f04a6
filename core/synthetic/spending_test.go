package synthetic

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
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
			if lost[i] = new(big.Rat); c.weight != policy.One {
				heavy++
			}
		}
		for over := false; !over; {
			table, part := problem.Sheet.tables[r.IntN(len(problem.Sheet.tables))], big.NewRat(1+r.Int64N(9), 40)
			l, err := a.lawFor(part)
			if err != nil {
				t.Fatal(err)
			}
			by := new(big.Rat).Inv(l.rat())
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
