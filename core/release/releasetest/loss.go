package releasetest

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"

	"steward/core/noise"
	"steward/core/noise/noisetest"
	"steward/core/plan/plantest"
)

// Loss is what the draws of the two releases tell: a sum of epsilons, or of rhos where the plan accepts a chance of failure.
func (c *Coupled) Loss() (*big.Rat, error) {
	sum, pure := new(big.Rat), c.plan.Promise.Pure()
	trials := 0.0 // log ratio of what came of all trials, which are steps of one choice
	together, err := c.balanced()
	if err != nil {
		return nil, err
	}
	for _, loss := range together {
		if !pure {
			loss.Mul(loss, loss).Mul(loss, big.NewRat(1, 2))
		}
		sum.Add(sum, loss)
	}
	for i, a := range c.from.Draws {
		b := c.to.Draws[i]
		if !sameLaw(a, b) {
			return nil, fmt.Errorf("draw %d is of another law on the other file: %+v and %+v", i, a, b)
		}
		// What the noise has to make good.
		moved := big.NewRat((b.Outcome-b.Value)-(a.Outcome-a.Value), 1)
		moved.Abs(moved)
		var loss *big.Rat
		switch draws, _ := a.Balanced(); {
		case draws > 0 && a.OfNoise(): // counted together
			continue
		case a.Rate != nil:
			worst, spread := chosen(a, b)
			if loss = new(big.Rat).SetFloat64(worst); !pure {
				if loss.Mul(loss, loss).Mul(loss, big.NewRat(1, 2)); !a.Flip { // of bounded range (Dong, Durfee and Rogers 2020)
					loss.SetFloat64(spread * spread / 8)
				}
			}
		case a.Chance > 0:
			if a.Outcome == 0 {
				a.Chance, b.Chance = 1-a.Chance, 1-b.Chance
			}
			trials += math.Log(a.Chance / b.Chance)
			continue
		case moved.Sign() == 0:
			continue
		case !a.Family().Squares():
			if loss = moved.Quo(moved, a.Rat()); !pure {
				loss.Mul(loss, loss).Mul(loss, big.NewRat(1, 2))
			}
		case pure:
			return nil, fmt.Errorf("draw %d is Gaussian without a chance of failure", i)
		default:
			loss = moved.Mul(moved, moved).Quo(moved, new(big.Rat).Mul(big.NewRat(2, 1), a.Rat()))
		}
		sum.Add(sum, loss)
	}
	if trials = math.Abs(trials); !pure {
		trials *= trials / 2
	}
	return sum.Add(sum, new(big.Rat).SetFloat64(trials)), nil
}

// balanced returns what draws tell that add up to zero, all of a law together. It errors where they have to add up to other sums on the two
// files, which such noise cannot make up for, unless a draw is kept back that does.
func (c *Coupled) balanced() (losses []*big.Rat, err error) {
	by := make(map[noise.Law][]int64)
	for i, a := range c.from.Draws {
		if draws, _ := a.Balanced(); a.OfNoise() && draws > 0 {
			b := c.to.Draws[i]
			by[a.Law] = append(by[a.Law], (b.Outcome-b.Value)-(a.Outcome-a.Value))
		}
	}
	for law, changes := range by {
		sum, moved := int64(0), int64(0)
		for _, d := range changes {
			sum, moved = sum+d, moved+max(d, -d)
		}
		if _, kept := law.Balanced(); kept {
			moved += max(sum, -sum)
		}
		for _, without := range law.Without() {
			sum := int64(0)
			for i, times := range without {
				sum += times * changes[i]
			}
			if sum != 0 {
				return nil, fmt.Errorf("%d draws that add up to zero would have to be %d more on the other file", len(without), sum)
			}
		}
		loss := big.NewRat(moved, 1)
		losses = append(losses, loss.Quo(loss, law.Rat()))
	}
	return losses, nil
}

// Limit is what the plan promises of a pair, as Loss counts it.
func (c *Coupled) Limit(pair plantest.Pair) *big.Rat {
	if c.plan.Promise.Pure() {
		return new(big.Rat).Mul(c.plan.Budget.Rat(), pair.Times)
	}
	out := new(big.Rat).Mul(c.plan.Promise.Rho().Rat(), pair.Times)
	return out.Mul(out, pair.Times)
}

// sameLaw reports whether two draws are of laws that may differ by values, scores and chances only.
func sameLaw(a, b noisetest.Draw) bool {
	switch {
	case a.Rate != nil && b.Rate != nil:
		return a.Rate.Cmp(b.Rate) == 0 && a.Flip == b.Flip && len(a.Scores) == len(b.Scores) && slices.Equal(a.Points, b.Points)
	case a.OfNoise() && b.OfNoise():
		return a.Law == b.Law
	}
	return a.Rate == nil && b.Rate == nil && a.Chance > 0 && b.Chance > 0
}

// chosen returns the largest log ratio of the chances of an option, and the difference of the largest and the
// least such ratio.
func chosen(a, b noisetest.Draw) (worst, spread float64) {
	p, q := lawOf(a), lawOf(b)
	low, high := math.Inf(1), math.Inf(-1)
	for i := range p {
		if p[i] == 0 && q[i] == 0 {
			continue
		}
		ratio := math.Log(p[i] / q[i])
		low, high = min(low, ratio), max(high, ratio)
	}
	return max(-low, high), high - low
}

// lawOf returns the chances of the options, by the definitions of both ways to choose (docs/mathematics.md, "Choices").
func lawOf(d noisetest.Draw) []float64 {
	rate, _ := d.Rate.Float64()
	best := slices.Max(d.Scores)
	out, sum := make([]float64, len(d.Scores)), 0.0
	for i, s := range d.Scores {
		out[i] = math.Exp(-rate * float64(best-s))
		if len(d.Points) > 0 {
			out[i] *= float64(d.Points[i])
		}
		sum += out[i]
	}
	if !d.Flip {
		for i := range out {
			out[i] /= sum
		}
		return out
	}
	coins := slices.Clone(out)
	for i := range out { // the others that come before an option, a uniform share of them, all fail
		out[i] = quad.Fixed(func(t float64) float64 {
			x := coins[i]
			for j, p := range coins {
				if j != i {
					x *= 1 - p*t
				}
			}
			return x
		}, 0, 1, len(coins)/2+1, quad.Legendre{}, 0)
	}
	return out
}
