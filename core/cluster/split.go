package cluster

import (
	"math"
	"math/big"

	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/policy/weighted"
)

// loss is what a round may spend.
type loss struct {
	// budget is the epsilon of an edge of weight One, or, with Gaussian noise, the square of r.
	budget *big.Rat
	family noise.Family
}

// at returns what an edge may lose: budget times weight, or times its square.
func (l loss) at(w weighted.Weight) *big.Rat {
	r := mechanism.Spendable(l.family, w.Rat())
	return r.Mul(r, l.budget)
}

// amounts is noise for one round: of every size, and of the sums along every axis.
type amounts struct {
	sizes noise.Law
	sums  []noise.Law
}

// splitting is what the noise of a round is chosen for.
type splitting struct {
	changes []change
	loss    loss
	spare   weighted.Weight
	// agreed says that what no edge changes is published as it is; otherwise it has the noise of the smallest change that a
	// secret could make: of one size, and of the sums by least, 0 where they are zero for everybody.
	agreed bool
	least  int64
	axes   []axis
	// inverse is the sum over groups of one over their people, and off that of the squared distance
	// of their means from the points of reference over their people, as far as they are public: the
	// noise of sums and of sizes is weighed by them.
	inverse, off float64
}

// split returns noise that hides every edge: with x and y the parts of the budget per size and per
// part of a sum, x·sizes + y·sums is at most what the edge may lose. The ratio x/y is the one with
// the least expected error, rounded; y is then as large as can be, exactly.
func (s splitting) split() (amounts, error) {
	crosses, moves := false, false
	for _, c := range s.changes {
		crosses, moves = crosses || c.sizes > 0, moves || c.sums > 0
	}
	alike := s.loss.at(s.spare)
	var x, y *big.Rat
	switch {
	case crosses && moves:
		ratio := s.ratio()
		y = s.most(ratio)
		x = new(big.Rat).Mul(ratio, y)
	case crosses:
		x = s.most(big.NewRat(1, 1))
	case moves:
		y = s.most(new(big.Rat))
	}
	// Nothing is published without noise that the steward has not agreed to, and it has no more of it than
	// under any secret.
	if x == nil && !s.agreed {
		x = alike
	}
	if y == nil && !s.agreed && s.least > 0 {
		y = new(big.Rat).Quo(alike, new(big.Rat).SetInt64(s.least))
	}
	return s.laws(x, y)
}

// laws returns the laws of parts x per size and y per part of a sum, nil for those that need no noise.
func (s splitting) laws(x, y *big.Rat) (a amounts, err error) {
	a.sums = make([]noise.Law, len(s.axes))
	lawOf := func(part *big.Rat) (noise.Law, error) { return s.loss.family.Law(new(big.Rat).Inv(part)) }
	if x != nil {
		if a.sizes, err = lawOf(x); err != nil {
			return a, err
		}
	}
	if y == nil {
		return a, nil
	}
	for j := range s.axes {
		part := mechanism.Spendable(s.loss.family, new(big.Rat).SetInt64(s.axes[j].part))
		if a.sums[j], err = lawOf(part.Mul(part, y)); err != nil {
			return a, err
		}
	}
	return a, nil
}

// most returns the largest y for which ratio·y and y hide every edge.
func (s splitting) most(ratio *big.Rat) *big.Rat {
	var least *big.Rat
	for _, c := range s.changes {
		load := new(big.Rat).Mul(ratio, new(big.Rat).SetInt64(int64(c.sizes)))
		load.Add(load, new(big.Rat).SetInt64(c.sums))
		if load.Sign() == 0 {
			continue
		}
		if y := load.Quo(s.loss.at(c.weight), load); least == nil || y.Cmp(least) < 0 {
			least = y
		}
	}
	return least
}

// ratios are those that are tried: eight per doubling.
var ratios = func() (out []float64) {
	const grid = 8
	for i := -6 * grid; i <= 56*grid; i++ {
		out = append(out, math.Exp2(float64(i)/grid))
	}
	return out
}()

// ratio searches for the ratio x/y with the least expected error, which goes by 1/y²
// and 1/x² of Laplace noise and by 1/y and 1/x of Gaussian noise.
func (s splitting) ratio() *big.Rat {
	weights := make([]float64, len(s.changes))
	for i, c := range s.changes {
		if weights[i] = c.weight.Steps(); s.loss.family.Squares() {
			weights[i] *= weights[i]
		}
	}
	sums := 0.0
	for _, x := range s.axes {
		sums += s.inverse * square(x.factor/float64(x.part))
	}
	cost := func(ratio float64) float64 {
		worst := 0.0
		for i, c := range s.changes {
			worst = max(worst, (ratio*float64(c.sizes)+float64(c.sums))/weights[i])
		}
		if s.loss.family.Squares() {
			return (sums + s.off/ratio) * worst
		}
		return (sums + s.off/(ratio*ratio)) * worst * worst
	}
	best, least := 0.0, math.Inf(1)
	for _, ratio := range ratios {
		if c := cost(ratio); c < least {
			best, least = ratio, c
		}
	}
	// Rounding costs less than a hundredth of a step of the grid.
	return new(big.Rat).SetFrac64(int64(min(math.Round(best*64), 1<<62)), 64)
}

// error returns the expected error that is weighed: the sum over groups of people times the squared
// error of their centre, as far as the noise makes it.
func (s splitting) error(a amounts) float64 {
	sums := 0.0
	for j := range s.axes {
		sums += square(s.axes[j].factor) * a.sums[j].Variance()
	}
	return s.inverse*sums + s.off*a.sizes.Variance()
}

// rootBelow returns a number not above the root of r, within 2^-30 of it for r about 1.
func rootBelow(r *big.Rat) *big.Rat {
	const digits = 64
	n := new(big.Int).Mul(r.Num(), r.Denom())
	n.Lsh(n, 2*digits)
	n.Sqrt(n)
	return new(big.Rat).SetFrac(n, new(big.Int).Lsh(r.Denom(), digits))
}
