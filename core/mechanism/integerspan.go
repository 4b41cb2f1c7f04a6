package mechanism

import (
	"math"
	"math/bits"
)

// integerSpan is all sums of multiples of some sums of cells, for telling exactly whether another sum is one. It computes
// with whole numbers modulo a prime, on a few numbers for each sum: sums of its cells with weights that look like
// random ones. That it errs has a chance of about the number of sums over 2^61 for weights that are random indeed.
type integerSpan struct {
	numbers int
	rows    [][]uint64 // each has a 1 at its pivot, where those after it have 0
	pivots  []int
	counted countedCells
}

// prime is 2^61 - 1.
const prime = 1<<61 - 1

// spanOf returns the span of sums, over the cells that count.
func spanOf(sums []publicSum, counted countedCells) *integerSpan {
	s := newIntegerSpan(len(sums), counted)
	for _, sum := range sums {
		s.add(sum)
	}
	return s
}

// newIntegerSpan returns an empty span with room for so many sums.
func newIntegerSpan(sums int, counted countedCells) *integerSpan {
	return &integerSpan{numbers: sums + 2, counted: counted}
}

// add adds a sum to the span, and reports whether it was not in it.
func (s *integerSpan) add(sum publicSum) bool {
	rest := s.reduce(func(yield func(cell int, times float64)) {
		for _, cell := range sum.cells {
			yield(int(cell), 1)
		}
	})
	for at, v := range rest {
		if v != 0 {
			scale(rest, inverse(v))
			s.rows, s.pivots = append(s.rows, rest), append(s.pivots, at)
			return true
		}
	}
	return false
}

// holds reports whether a weighted sum of cells is in the span.
func (s *integerSpan) holds(row func(yield func(cell int, times float64))) bool {
	for _, v := range s.reduce(row) {
		if v != 0 {
			return false
		}
	}
	return true
}

// reduce returns the numbers of a weighted sum without what the rows account for.
func (s *integerSpan) reduce(row func(yield func(cell int, times float64))) []uint64 {
	out := make([]uint64, s.numbers)
	row(func(cell int, times float64) {
		if !s.counted.has(cell) {
			return
		}
		n, weight := residue(times), uint64(cell)+1
		for i := range out {
			weight = next(weight)
			if n == 1 {
				out[i] = plus(out[i], weight&prime)
			} else {
				out[i] = plus(out[i], product(n, weight&prime))
			}
		}
	})
	for r, of := range s.rows {
		if times := out[s.pivots[r]]; times != 0 {
			for i, v := range of {
				out[i] = plus(out[i], prime-product(times, v))
			}
		}
	}
	return out
}

// next mixes the bits of a number (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
func next(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// residue returns a float, which is a whole number times a power of two.
func residue(v float64) uint64 {
	fraction, exponent := math.Frexp(math.Abs(v))
	n := product(uint64(math.Ldexp(fraction, 53)), 1<<uint(((exponent-53)%61+61)%61)) // 2^61 is 1
	if v < 0 {
		return (prime - n) % prime
	}
	return n
}

// plus adds numbers up to the prime.
func plus(a, b uint64) uint64 {
	if a += b; a >= prime {
		a -= prime
	}
	return a
}

func product(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return plus(low&prime, high<<3|low>>61)
}

func scale(row []uint64, by uint64) {
	for i, v := range row {
		row[i] = product(v, by)
	}
}

// inverse is by Fermat's little theorem.
func inverse(v uint64) uint64 {
	out := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 == 1 {
			out = product(out, v)
		}
		v = product(v, v)
	}
	return out
}
