package seeded

import (
	"fmt"

	"gonum.org/v1/gonum/mathext"
)

// FalseAlarm bounds the chance, over all seeds, that a test which compares draws with what they should
// be fails though nothing is wrong. A test shares it among its comparisons ([Among]).
const FalseAlarm = 1e-9

// Among returns what each of so many comparisons of a test may have of FalseAlarm.
func Among(comparisons int) float64 { return FalseAlarm / float64(comparisons) }

// Came checks that an event of chance p came k times in n independent draws. It fails for counts that
// are too low or too high to come with a chance of alpha/2 each: exact, a false alarm comes with
// a chance of at most alpha.
func Came(k, n int, p, alpha float64) error {
	if err := AtLeast(k, n, p, alpha/2); err != nil {
		return err
	}
	return AtMost(k, n, p, alpha/2)
}

// AtLeast checks that the chance of an event that came k times in n independent draws is p or more. It
// fails where so few would come with a chance below alpha: exact, as Came.
func AtLeast(k, n int, p, alpha float64) error {
	if err := countable(k, n, p); err != nil {
		return err
	}
	if tail := atMost(k, n, p); tail < alpha {
		return fmt.Errorf("it came %d times in %d, where its chance should be %.6g: so seldom with a chance of %.2g, the limit is %.2g", k, n, p, tail, alpha)
	}
	return nil
}

// AtMost checks that the chance of an event that came k times in n independent draws is p or less, as
// AtLeast does.
func AtMost(k, n int, p, alpha float64) error {
	if err := countable(k, n, p); err != nil {
		return err
	}
	if tail := atLeast(k, n, p); tail < alpha {
		return fmt.Errorf("it came %d times in %d, where its chance should be %.6g: so often with a chance of %.2g, the limit is %.2g", k, n, p, tail, alpha)
	}
	return nil
}

// countable refuses what is no count and no chance, but for what rounding leaves beyond 0 and 1.
func countable(k, n int, p float64) error {
	if k < 0 || k > n || n < 1 || !(p >= -1e-9 && p <= 1+1e-9) {
		return fmt.Errorf("%d of %d draws with a chance of %v", k, n, p)
	}
	return nil
}

// atLeast is P(Bin(n, p) >= k), the regularised incomplete beta function I_p(k, n-k+1).
func atLeast(k, n int, p float64) float64 {
	if k <= 0 {
		return 1
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), min(max(p, 0), 1))
}

// atMost is P(Bin(n, p) <= k), without taking a difference.
func atMost(k, n int, p float64) float64 { return atLeast(n-k, n, 1-p) }

// Lower returns a bound below the chance of an event that came k times in n independent
// trials, which is wrong with a chance of at most alpha whatever the true chance (Clopper
// and Pearson 1934, one-sided): the chance at which k or more are as rare as alpha.
func Lower(k, n int, alpha float64) float64 {
	if k <= 0 {
		return 0
	}
	// P(Bin(n, p) >= k) rises with p; the lower end of the bracket is kept.
	lo, hi := 0.0, float64(k)/float64(n)
	for range 64 {
		p := lo + (hi-lo)/2
		if atLeast(k, n, p) < alpha {
			lo = p
		} else {
			hi = p
		}
	}
	return lo
}

// Upper returns the bound above the chance likewise; it is above zero.
func Upper(k, n int, alpha float64) float64 { return 1 - Lower(n-k, n, alpha) }

// Draws returns after how many independent draws Came at alpha finds out, with a chance of at least
// power, that what should come with the chance p comes with the chance q. The one-sided checks need
// no more.
func Draws(p, q, alpha, power float64) int {
	if !(p >= 0 && p <= 1 && q >= 0 && q <= 1 && p != q && alpha > 0 && power > 0 && power < 1) {
		panic(fmt.Sprintf("seeded: draws that tell %v from %v at %v with %v", q, p, alpha, power))
	}
	if q > p {
		p, q = 1-p, 1-q // as seldom as the opposite
	}
	// Too few are seen: the largest count that fails, then the chance of it or less under q. It rises
	// with the draws but for small steps back; the answer is checked itself.
	found := func(n int) float64 {
		lo, hi := -1, n // lo fails or is no count, hi does not fail
		for hi-lo > 1 {
			if k := lo + (hi-lo)/2; atMost(k, n, p) < alpha/2 {
				lo = k
			} else {
				hi = k
			}
		}
		if lo < 0 {
			return 0
		}
		return atMost(lo, n, q)
	}
	few, many := 0, 1
	for found(many) < power {
		few, many = many, 2*many
	}
	for many-few > 1 {
		if n := few + (many-few)/2; found(n) < power {
			few = n
		} else {
			many = n
		}
	}
	return many
}
