package cells

import (
	"context"
	"math/big"

	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// BalancedCells adds discrete Laplace noise to the count of every cell of a small table, drawn so that it adds up to zero: what the
// public knows, the sum of all cells, stays as it is, and every draw is smaller than one that is made to fit afterwards. It is
// the K-norm mechanism of what an edge can change where everything is secret (Hardt and Talwar 2010, "On the geometry of
// differential privacy", section 4).
//
// # Guarantee
//
// Rows are single cells, scale Δ/ε with Δ the policy's sensitivity of the histogram, as of LaplaceCells. An edge takes
// one from a cell and adds one to another, so that noise which adds up to zero can make up for it by noise which does, and the chances of
// both differ as those of independent draws (docs/mathematics.md, "Balanced noise"; docs/proofs,
// Noise.conditioned_noise). Nobody comes or goes.
//
// # Expected error
//
// Exact, by the law's own variance. Independent draws of the same scale that are made to add up to the known sum have twice
// that with two cells, and 6/5 of it with eight.
//
// # Cost
//
// As LaplaceCells; a release draws all cells about √(πk) times.
type BalancedCells struct{}

func (BalancedCells) Info() mechanism.Info {
	return mechanism.Info{
		ID:     "laplace-balanced",
		Name:   message.Sprintf("Balanced noise on each cell"),
		Source: message.Sprintf("Hardt and Talwar 2010, section 4; Steward 2026, proofs, section “Balanced noise”"),
	}
}

func (BalancedCells) Check(p mechanism.Problem) mechanism.Fit {
	c, err := p.Components()
	if err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	known, cells := p.Known(c), p.Workload.Domain().PossibleCells()
	switch {
	case p.Policy.Presence():
		return mechanism.Unfit(guide.Secrets, "who is in the file is a secret, and noise that adds up to zero reveals how many people are in it")
	case known.Count != 1:
		return mechanism.Unfit(guide.Facts, "the number of people has to be known, and no other sum of cells is published exactly")
	case cells < 2 || cells > noise.MaxBalanced:
		return mechanism.Unfit(guide.Questions, "it is for tables of 2 to %d cells: with more, noise on each cell is as good", noise.MaxBalanced)
	case anyFree(c):
		return mechanism.Unfit(guide.Secrets, "there are cells that no secret pair changes")
	}
	return LaplaceCells{}.Check(p)
}

// anyFree reports whether no edge changes some possible cell.
func anyFree(c mechanism.ComponentCells) bool {
	for cell, n := range c.Of {
		if n >= 0 && c.Free(cell) {
			return true
		}
	}
	return false
}

func (m BalancedCells) Prepare(_ context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return prepareCells(m.Info(), p, func(size, budget *big.Rat) (noise.Law, error) {
		scale, err := noise.NewScale(new(big.Rat).Quo(size, budget))
		if err != nil {
			return noise.Law{}, err
		}
		return noise.Balanced(scale, p.Workload.Domain().PossibleCells())
	})
}
