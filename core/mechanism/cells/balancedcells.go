package cells

import (
	"context"
	"math/big"

	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/sensitivity"
)

// BalancedCells adds discrete Laplace noise to the count of every cell of a small table, drawn so that it adds up to zero: what the
// public knows, the sum of all cells, stays as it is, and every draw is smaller than one that is made to fit afterwards. Where the sums of
// several sets of cells are public, by agreement or by facts, the noise of each set adds up to zero by itself; and where cells can only change
// together, as where both margins of a table of two rows are known, one draw is for them all. Where no sum is
// known, the noise adds up to zero together with that of one more cell, which is not published: those who are not in the file. It is
// the K-norm mechanism of what an edge can change where everything is secret (Hardt and Talwar 2010, "On the geometry of
// differential privacy", section 4).
//
// # Guarantee
//
// Rows are single cells, scale Δ/ε with Δ the policy's sensitivity of the histogram, as of LaplaceCells. An edge takes
// one from a cell and adds one to another, so that noise which adds up to zero can make up for it by noise which does, and the chances of
// both differ as those of independent draws (docs/mathematics.md, "Balanced noise"; docs/proofs,
// Noise.conditioned_noise). Where the sum is known someone comes for each who goes. Where it is not, whoever goes does so to the cell that
// is not published, and the sum is hidden as well as a cell is.
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
		Closed: true,
		Name:   message.Sprintf("Balanced noise on each cell"),
		Source: message.Sprintf("Hardt and Talwar 2010, section 4; Steward 2026, proofs, section “Balanced noise”"),
	}
}

func (BalancedCells) Check(p mechanism.Problem) mechanism.Fit {
	c, err := p.Components()
	if err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	if all := p.Workload.Domain().PossibleCells(); all > noise.MaxBalanced && len(c.Sizes) == 1 && !p.KnowsSums() { // one set, or none
		return tooManyCells(noise.MaxBalanced - 1 + p.Known(c).Count)
	}
	sets, cells, most := p.KnownSets(c), p.Workload.Domain().PossibleCells(), noise.MaxBalanced
	keptBack := sets.Count == 0
	if keptBack {
		most--
	} else {
		cells = 0
		for _, b := range sets.Blocks {
			if cells = max(cells, b.Numbers()); b.Copies > 1 {
				cells = max(cells, 2)
			}
		}
	}
	switch {
	case sets.Count > 0 && cells < 2, anyFree(c, sets):
		return mechanism.Unfit(guide.Secrets, "there are cells that no secret pair changes")
	case cells < 2 || cells > most:
		return tooManyCells(most)
	case keptBack && sensitivity.Histogram(p.Policy) < 2:
		return mechanism.Unfit(guide.Secrets, "no secret pair changes two cells, so that noise on each cell is less")
	}
	return tooMuch(p, sets.KnownSums)
}

func tooManyCells(most int) mechanism.Fit {
	return mechanism.Unfit(guide.Questions, "it is for tables of 2 to %d cells: with more, noise on each cell is as good", most)
}

// anyFree reports whether no edge changes some possible cell, unless its number is public.
func anyFree(c mechanism.ComponentCells, sets mechanism.KnownSets) bool {
	for cell, n := range c.Of {
		if n >= 0 && c.Free(cell) && (sets.Count == 0 || sets.Sizes[sets.Set[cell]] > 1) {
			return true
		}
	}
	return false
}

func (m BalancedCells) Prepare(_ context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	sets := p.KnownSets(c)
	return prepareCells(m.Info(), p, sets, func(size, budget *big.Rat, b mechanism.Block) (noise.Law, error) {
		scale, err := noise.NewScale(new(big.Rat).Quo(size, budget))
		switch {
		case err != nil:
			return noise.Law{}, err
		case sets.Count == 0:
			return noise.BalancedButOne(scale, b.Numbers()+1)
		case b.Copies > 1:
			return noise.BalancedCopies(scale, b.Numbers(), b.Copies, b.Opposite)
		}
		return noise.Balanced(scale, b.Numbers())
	})
}
