package synthetic

import (
	"math/big"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// spending adds up what the edges of each class have lost, in the course of one release whose steps
// depend on what came out before: for every course the losses along an edge add up to at most its
// budget, so that the release keeps it (the steps compose adaptively; docs/mathematics.md). Pure losses
// are added as they are, those of a promise with a delta as their squares (2 rho).
type spending struct {
	family  noise.Family
	classes []class
	limit   []*big.Rat // of each class, squared where squares add up
	spent   []*big.Rat
}

// newSpending returns an empty one for classes under a problem's budget.
func newSpending(p mechanism.Problem, classes []class) *spending {
	a := &spending{family: p.Family(), classes: classes}
	for _, c := range classes {
		b := p.EffectiveAt(c.weight).Rat()
		a.limit, a.spent = append(a.limit, mechanism.Spendable(a.family, b)), append(a.spent, new(big.Rat))
	}
	return a
}

// left returns what edges of class i may still lose.
func (a *spending) left(i int) *big.Rat { return new(big.Rat).Sub(a.limit[i], a.spent[i]) }

// least returns the least that is left to any class.
func (a *spending) least() *big.Rat {
	least := a.left(0)
	for i := range a.classes {
		if l := a.left(i); l.Cmp(least) < 0 {
			least = l
		}
	}
	return least
}

// room returns the least that is left to the classes that move a table.
func (a *spending) room(table columns) *big.Rat {
	var least *big.Rat
	for i, c := range a.classes {
		if c.moves(table) == 0 {
			continue
		}
		if l := a.left(i); least == nil || l.Cmp(least) < 0 {
			least = l
		}
	}
	if least == nil {
		panic("synthetic: a table that no class moves")
	}
	return least
}

// charge adds losses of each class. It errors, and adds nothing, where one would be above its budget.
func (a *spending) charge(loss func(c class) *big.Rat) error {
	sums := make([]*big.Rat, len(a.classes))
	for i, c := range a.classes {
		if sums[i] = new(big.Rat).Add(a.spent[i], loss(c)); sums[i].Cmp(a.limit[i]) > 0 {
			return message.Errorf("the tables and choices would spend more than the budget")
		}
	}
	a.spent = sums
	return nil
}

// lawFor returns the noise on a table that costs edges which change it at most so much.
func (a *spending) lawFor(loss *big.Rat) (noise.Law, error) {
	return a.family.Law(new(big.Rat).Quo(big.NewRat(2, 1), loss))
}

// measure charges a table with noise of a law.
func (a *spending) measure(table columns, l noise.Law) error {
	return a.charge(func(c class) *big.Rat {
		return new(big.Rat).Quo(new(big.Rat).SetInt64(c.moves(table)), l.Rat())
	})
}

// measureOne charges one count of a table with noise of a law.
func (a *spending) measureOne(table columns, l noise.Law) error {
	return a.charge(func(c class) *big.Rat {
		return new(big.Rat).Quo(new(big.Rat).SetInt64(min(c.moves(table), 1)), l.Rat())
	})
}

// choose charges a choice by scores at a rate, whose range along the edges of a class is known.
func (a *spending) choose(rate *big.Rat, span func(c class) int64) error {
	return a.charge(func(c class) *big.Rat {
		l := new(big.Rat).Mul(rate, new(big.Rat).SetInt64(span(c)))
		if a.family.Squares() {
			// A log ratio that spans a range of l has a loss of 2 rho = l²/4 (docs/mathematics.md, "The promise with a delta").
			l.Mul(l, l)
			l.Quo(l, big.NewRat(4, 1))
		}
		return l
	})
}

// rateFor returns the rate of a choice by scores that costs edges at most a loss, whose range along
// every edge is at most span.
func (a *spending) rateFor(loss *big.Rat, span int64) (*big.Rat, error) {
	rate := new(big.Rat).Set(loss)
	if a.family.Squares() {
		rate = rootOf(rate.Mul(rate, big.NewRat(4, 1)))
	}
	if rate.Sign() <= 0 {
		return nil, message.Errorf("the budget is too small to choose tables by: use a larger one, or fewer columns")
	}
	return rate.Quo(rate, new(big.Rat).SetInt64(span)), nil
}

// draw charges a choice, then draws one of some options by their scores, exactly (the exponential
// mechanism).
func (a *spending) draw(src noise.Source, rate *big.Rat, scores []int64, span func(c class) int64) (int, error) {
	if err := a.choose(rate, span); err != nil {
		return 0, err
	}
	return noise.Choose(src, rate, scores, nil)
}
