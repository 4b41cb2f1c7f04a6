package noise

import (
	"fmt"
	"math"
	"math/big"

	"steward/core/message"
)

// maxDigits is how many random bits Choose compares before it takes the source for broken.
const maxDigits = 4096

// Choose returns the index of one option, i with probability
//
//	points[i] e^(rate scores[i]) / sum over j of points[j] e^(rate scores[j]),
//
// exactly: the exponential mechanism (McSherry and Talwar 2007), with rate the
// budget over the range sensitivity of the score. points[i] is how many equally good results
// option i stands for, zero or more; nil stands for one each. For scores that are fractions, give
// their numerators over a common denominator and divide the rate by it.
//
// A uniform number is compared with the cumulated weights. Each weight is known by an enclosure
// in whole numbers and the uniform number by its first digits; if these leave open which option
// it falls to, both are taken more exactly, until it is decided. The first attempt is made in
// machine words and takes 64 bits of src, the second 128, and so on. Of all draws from k options
// with p points in total the first fails for at most a share of about k p 2^-56.
//
// The time is proportional to the number of options, nanoseconds each in words and about a
// microsecond otherwise. It is an error if there are no options, the lengths differ, rate is nil
// or below zero, or points are negative, all zero or above 2^63 in total. Should 4096 bits not
// decide, which has a chance below 2^-3900 with up to 2^32 options, then src is broken: Choose
// panics, and nothing is chosen.
func Choose(src Source, rate *big.Rat, scores, points []int64) (int, error) {
	c, err := newChoice(rate, scores, points)
	if err != nil {
		return 0, err
	}
	if script, ok := src.(Scripted); ok {
		return script.Pick(rate, scores, points, false), nil
	}
	return c.draw(src), nil
}

// choice is what Choose was given, checked, and the powers of the first attempt.
type choice struct {
	rate   *big.Rat
	scores []int64
	points []int64 // nil for one each
	best   int64   // the highest score of an option with points
	words  wordPowers
}

func newChoice(rate *big.Rat, scores, points []int64) (*choice, error) {
	if err := checkChoice(rate, scores); err != nil {
		return nil, err
	}
	if points != nil && len(points) != len(scores) {
		return nil, message.Errorf("choice: %d scores and %d numbers of points, give as many of each", len(scores), len(points))
	}
	c := &choice{rate: rate, scores: scores, points: points, best: math.MinInt64, words: newWordPowers(rate)}
	left := uint64(1 << 63)
	for i, s := range scores {
		if points != nil && points[i] < 0 {
			return nil, message.Errorf("choice: option %d stands for %d points, give zero or more", i, points[i])
		}
		n := c.pointsOf(i)
		if n > left {
			return nil, message.New("choice: the options stand for more than 2^63 points, count in a larger unit")
		}
		if left -= n; n > 0 {
			c.best = max(c.best, s)
		}
	}
	if left == 1<<63 {
		return nil, message.New("choice: no option stands for any points, give at least one that does")
	}
	return c, nil
}

// checkChoice refuses what no mechanism of choice can do.
func checkChoice(rate *big.Rat, scores []int64) error {
	switch {
	case len(scores) == 0:
		return message.New("choice: there are no options, give at least one")
	case rate == nil:
		return message.New("choice: no rate was given, a fraction of zero or more is needed")
	case rate.Sign() < 0:
		return message.Errorf("choice: the rate is %s, it must be zero or more; to favour low scores, negate the scores", rate.RatString())
	}
	return nil
}

func (c *choice) pointsOf(i int) uint64 {
	if c.points == nil {
		return 1
	}
	return uint64(c.points[i])
}

// gap returns how far the score of an option with points is below the best.
func (c *choice) gap(i int) uint64 {
	return distance(c.best, c.scores[i])
}

// distance returns a - b for a >= b, which an int64 need not hold.
func distance(a, b int64) uint64 {
	return uint64(a) - uint64(b)
}

// draw finds the option that a uniform number falls to. The digits that left it open are kept and
// others added to them: drawing all of them again would favour the options that are decided soon.
func (c *choice) draw(src Source) int {
	first := src.Uint64()
	if i, ok := c.findByWords(first); ok {
		return i
	}
	digits := new(big.Int).SetUint64(first)
	word := new(big.Int)
	for known := uint(64); known < maxDigits; known *= 2 {
		for range known / 64 {
			digits.Lsh(digits, 64).Or(digits, word.SetUint64(src.Uint64()))
		}
		if i, ok := c.find(digits, 2*known); ok {
			return i
		}
	}
	panic(fmt.Sprintf("noise: %d random bits leave a choice open; the random source is broken", maxDigits))
}

// findByWords returns the option that the uniform numbers u 2^-64 .. (u+1) 2^-64 fall to, unless
// that is left open.
func (c *choice) findByWords(u uint64) (option int, ok bool) {
	var total, below span
	for i := range c.scores {
		if n := c.pointsOf(i); n > 0 {
			total.add(n, c.words.power(c.gap(i)))
		}
	}
	// From and to enclose the numbers, on the scale where the cumulated weights end at total.
	from, to := total.lo.share(u), total.hi.shareUp(u)
	for i := range c.scores {
		n := c.pointsOf(i)
		if n == 0 {
			continue
		}
		above := below
		above.add(n, c.words.power(c.gap(i)))
		if above.lo.atLeast(to) {
			return i, from.atLeast(below.hi)
		}
		below = above
	}
	return 0, false
}

// find is findByWords for known digits, with weights as exact.
func (c *choice) find(digits *big.Int, known uint) (option int, ok bool) {
	e := newPowers(c.rate, known)
	total := interval{new(big.Int), new(big.Int)}
	for i := range c.scores {
		if n := c.pointsOf(i); n > 0 {
			total.add(n, e.power(c.gap(i)))
		}
	}
	from := new(big.Int).Mul(digits, total.lo)
	to := new(big.Int).Add(digits, bigOne)
	to.Mul(to, total.hi)
	from.Rsh(from, known)
	shiftUp(to, known)
	below, above := interval{new(big.Int), new(big.Int)}, interval{new(big.Int), new(big.Int)}
	for i := range c.scores {
		n := c.pointsOf(i)
		if n == 0 {
			continue
		}
		above.add(n, e.power(c.gap(i)))
		if above.lo.Cmp(to) >= 0 {
			return i, from.Cmp(below.hi) >= 0
		}
		below.lo.Set(above.lo)
		below.hi.Set(above.hi)
	}
	return 0, false
}
