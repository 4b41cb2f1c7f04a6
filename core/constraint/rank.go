package constraint

import "math/bits"

// prime is the modulus of eliminations, 2^61 - 1. The rank modulo a prime is never above the
// true rank.
const prime = 1<<61 - 1

func mulMod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	// a b = hi 2^64 + lo, and 2^61 is 1 modulo the prime.
	s := (lo & prime) + (lo>>61 | hi<<3)
	s = s&prime + s>>61
	if s >= prime {
		s -= prime
	}
	return s
}

func inverseMod(a uint64) uint64 {
	out := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 == 1 {
			out = mulMod(out, a)
		}
		a = mulMod(a, a)
	}
	return out
}

// maxElimination bounds the multiplications of an elimination.
const maxElimination = 1 << 27

// dependence is what an elimination finds out about some vectors.
type dependence struct {
	rank int
	// relation holds, when exactly one relation is left modulo the prime, small whole
	// coefficients with sum_i relation[i] vectors[i] = 0, checked exactly; otherwise nil.
	relation []int64
}

// dependences eliminates vectors of small whole numbers, all of the same length. It returns
// false when that would take too long.
func dependences(vectors [][]int64) (dependence, bool) {
	n := len(vectors)
	if n == 0 {
		return dependence{}, true
	}
	width := len(vectors[0])
	if float64(n)*float64(width+n)*float64(min(n, width)) > maxElimination {
		return dependence{}, false
	}
	// Each row carries which combination of the vectors it is.
	rows := make([][]uint64, n)
	for i, v := range vectors {
		rows[i] = make([]uint64, width+n)
		for j, x := range v {
			rows[i][j] = residue(x)
		}
		rows[i][width+i] = 1
	}
	rank := 0
	for column := 0; column < width && rank < n; column++ {
		pivot := rank
		for pivot < n && rows[pivot][column] == 0 {
			pivot++
		}
		if pivot == n {
			continue
		}
		rows[rank], rows[pivot] = rows[pivot], rows[rank]
		inverse := inverseMod(rows[rank][column])
		for i := rank + 1; i < n; i++ {
			if f := rows[i][column]; f != 0 {
				subtract(rows[i][column:], rows[rank][column:], mulMod(f, inverse))
			}
		}
		rank++
	}
	d := dependence{rank: rank}
	if rank == n-1 {
		d.relation = smallRelation(vectors, rows[n-1][width:])
	}
	return d, true
}

func residue(x int64) uint64 {
	if x < 0 {
		return prime - uint64(-x)
	}
	return uint64(x)
}

// subtract takes f times one row off another.
func subtract(row, from []uint64, f uint64) {
	for j, x := range from {
		if x != 0 {
			if row[j] += prime - mulMod(f, x); row[j] >= prime {
				row[j] -= prime
			}
		}
	}
}

// maxCoefficient is the largest coefficient of a relation that is recognised.
const maxCoefficient = 1 << 12

// smallRelation writes a relation modulo the prime in small whole numbers without a common
// divisor, and checks it exactly. It returns nil when it finds none.
func smallRelation(vectors [][]int64, modulo []uint64) []int64 {
	first := uint64(0)
	for _, x := range modulo {
		if x != 0 {
			first = inverseMod(x)
			break
		}
	}
	out := make([]int64, len(modulo))
	for scale := uint64(1); scale <= maxCoefficient; scale++ {
		small := true
		for i, x := range modulo {
			r := mulMod(mulMod(x, first), scale)
			switch {
			case r <= maxCoefficient:
				out[i] = int64(r)
			case r >= prime-maxCoefficient:
				out[i] = -int64(prime - r)
			default:
				small = false
			}
			if !small {
				break
			}
		}
		if small && vanishes(vectors, out) {
			return out // the least scale, so there is no common divisor
		}
	}
	return nil
}

// vanishes reports whether a combination of vectors is zero.
func vanishes(vectors [][]int64, by []int64) bool {
	for j := range vectors[0] {
		var sum int64
		for i, v := range vectors {
			sum += by[i] * v[j]
		}
		if sum != 0 {
			return false
		}
	}
	return true
}
