package choice

import (
	"math/big"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
)

// percentile makes the score of a percentile.
func (c *Choice) percentile(a *domain.Attribute) error {
	q := &c.question
	if !a.HasOrder() {
		return message.Errorf("the values of %q have no order, so there is no percentile: declare it as an ordered list or as numbers, or ask for the most common value", a.Name())
	}
	if q.Percent == nil || q.Percent.Sign() <= 0 || q.Percent.Cmp(big.NewRat(100, 1)) >= 0 {
		return message.Errorf("the percentile must be above 0 and below 100, such as 50 for the median")
	}
	if q.Width < 0 || q.Width > limits.MaxPercentileWidth {
		return message.Errorf("ranks are to be averaged over %d values on either side: use a number from 0 to %d", q.Width, limits.MaxPercentileWidth)
	}
	part := new(big.Rat).Quo(q.Percent, big.NewRat(100, 1))
	r := rank{values: a.Regular(), width: q.Width, window: int64(2*q.Width + 1)}
	if part.Denom().Cmp(big.NewInt(limits.MaxCoefficient/r.window)) > 0 {
		return message.Errorf("the percentile %s has too many digits: use a rounder one, such as 99.9", q.Percent.RatString())
	}
	r.num, r.den = part.Num().Int64(), part.Denom().Int64()
	c.options, c.score = regularLabels(a), r
	c.scale = new(big.Rat).SetInt64(r.den * r.window)
	return nil
}

// rank scores values by how far their rank is from that of the percentile num/den.
//
// Let K(d) = min(max(d + width + 1, 0), window), let C(p) be the sum of K(p - v) over the values v
// of the people with a declared value, n of them, and r(p) = den C(p) - num window n - offset. With
// width 0, C(p) counts those with a value up to p. The score of option o is -max(0, r(o-1), -r(o)),
// where r(-1) is minus and r(values-1) plus infinity: 0 for the percentile itself, and otherwise
// den·window times how many people too many lie below it or above it.
type rank struct {
	values   int
	num, den int64
	width    int
	window   int64 // 2 width + 1
	offset   int64 // moves the target, for the ends of an interval
}

// kernel returns K.
func (r rank) kernel(d int) int64 { return min(max(int64(d+r.width+1), 0), r.window) }

func (r rank) scores(dst, counts []int64) {
	// C(p) is the sum of plain prefix counts at p - width .. p + width.
	var people int64
	for _, n := range counts[:r.values] {
		people += n
	}
	target := r.num*r.window*people + r.offset
	var upTo, window int64 // the plain count at the window's upper end, and the sum over it
	plain := make([]int64, r.values)
	for v := range plain {
		upTo += counts[v]
		plain[v] = upTo
	}
	at := func(p int) int64 {
		switch {
		case p < 0:
			return 0
		case p >= r.values:
			return people
		}
		return plain[p]
	}
	defer clear(plain)
	for p := -r.width; p <= r.width; p++ {
		window += at(p)
	}
	before := int64(0) // r(o-1), ignored for the first option
	for o := range r.values {
		here := r.den*window - target
		s := int64(0)
		if o > 0 {
			s = max(s, before)
		}
		if o < r.values-1 {
			s = max(s, -here)
		}
		dst[o] = -s
		before = here
		window += at(o+1+r.width) - at(o-r.width)
	}
}

// swap: when somebody goes from u to v > u, every r(p) falls by den f(p), f(p) = K(p-u) - K(p-v),
// for all p. Options below the percentile lose den f(o), options above it win den f(o-1) at most,
// and the one between them neither, or less. Which p the percentile lies at is up to the others'
// data, so the range is den times the sum of the two largest f among p = 0 .. values-2, which stand
// side by side, as f rises, stays and falls.
func (r rank) swap(u, v int) int64 {
	switch {
	case u == v:
		return 0
	case u >= r.values:
		return r.alone(v)
	case v >= r.values:
		return r.alone(u)
	case u > v:
		u, v = v, u
	}
	last := r.values - 2
	f := func(p int) int64 {
		if p < 0 || p > last {
			return 0
		}
		return r.kernel(p-u) - r.kernel(p-v)
	}
	step := int(min(int64(v-u), r.window))
	from, to := u-r.width+step-1, v+r.width-step // where f is largest
	best := min(max(from, 0), to)
	best = max(min(best, last), 0)
	return r.den * (f(best) + max(f(best-1), f(best+1)))
}

// alone: when somebody with value v comes, r(p) changes by e(p) = den K(p-v) - num window, which
// rises with p. Options below the percentile change by e(o), those above by -e(o-1), and the one
// between by nothing or less; at one p the two changes are e(p) apart. So the range is the largest of
// |e(p) + e(p')| for p ≠ p', and of the differences of the e(p) and 0.
func (r rank) alone(v int) int64 {
	last := r.values - 2
	if v >= r.values || last < 0 {
		return 0
	}
	e := func(p int) int64 { return r.den*r.kernel(p-v) - r.num*r.window }
	apart := max(e(last), 0) - min(e(0), 0)
	if last >= 1 {
		apart = max(apart, e(last)+e(last-1), -e(0)-e(1))
	}
	return apart
}

func (r rank) most() int64 {
	if r.values < 2 {
		return 0
	}
	return 2 * r.den * r.window
}
