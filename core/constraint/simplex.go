package constraint

import (
	"math"
	"math/bits"
)

// What the search for a solution may take.
const (
	maxTableau = 1 << 20 // entries
	maxWork    = 1 << 28 // multiplications
	maxStuck   = 500     // pivots without progress before the rule that cannot cycle
)

// answer is whether something is so, or was not decided.
type answer int8

const (
	undecided answer = iota
	yes
	no
)

// feasible reports whether the equations rows x = right have a solution x >= 0 in fractions,
// with right >= 0. It is the first phase of the simplex method (Dantzig 1951) on whole
// numbers: pivots divide without rest (Edmonds 1967, J. Res. NBS 71B; Bareiss 1968), so
// the answer is exact. It is undecided when numbers outgrow 64 bits or the work its bounds.
func feasible(rows [][]int64, right []int64) answer {
	n := 0
	if len(rows) > 0 {
		n = len(rows[0])
	}
	if len(rows)*(n+1) > maxTableau {
		return undecided
	}
	t := tableau{den: 1, basis: make([]int, len(rows)), n: n, short: make([]int64, n+1)}
	for i, r := range rows {
		row := make([]int64, n+1)
		copy(row, r)
		row[n] = right[i]
		t.rows, t.basis[i] = append(t.rows, row), artificial
		for j, x := range row {
			if t.short[j] += x; t.short[j] > math.MaxInt64/2 || t.short[j] < math.MinInt64/2 {
				return undecided
			}
		}
	}
	stuck, last := 0, math.MaxFloat64
	for t.work < maxWork {
		column := t.entering(stuck > maxStuck)
		switch {
		case t.short[n] == 0:
			return yes
		case column < 0:
			return no
		}
		if now := float64(t.short[n]) / float64(t.den); now < last {
			stuck, last = 0, now
		} else {
			stuck++
		}
		if !t.pivot(t.leaving(column), column) {
			return undecided
		}
	}
	return undecided
}

// artificial marks a row whose own slack is still in the basis: the sum of these slacks is
// what is short of a solution.
const artificial = -1

// tableau holds whole numbers over a common denominator; the last column is the right side.
type tableau struct {
	rows  [][]int64
	short []int64 // the sum of the rows whose slack is in the basis
	den   int64
	basis []int
	n     int
	work  int
}

// entering returns the column that reduces what is short: the first such column when careful,
// which cannot cycle (Bland 1977), otherwise the steepest. It is -1 when there is none.
func (t *tableau) entering(careful bool) int {
	best := -1
	for j, x := range t.short[:t.n] {
		if x > 0 && (best < 0 || !careful && x > t.short[best]) {
			best = j
		}
	}
	return best
}

// leaving returns the row of the least ratio, of equal ones an artificial one, or the one
// of the lowest column.
func (t *tableau) leaving(column int) int {
	best := -1
	for i, row := range t.rows {
		if row[column] <= 0 {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		// right_i / a_i against right_best / a_best, all not below zero.
		aHi, aLo := bits.Mul64(uint64(row[t.n]), uint64(t.rows[best][column]))
		bHi, bLo := bits.Mul64(uint64(t.rows[best][t.n]), uint64(row[column]))
		if aHi < bHi || aHi == bHi && (aLo < bLo || aLo == bLo && t.basis[i] < t.basis[best]) {
			best = i
		}
	}
	return best
}

// pivot brings a column into the basis. It returns false when a number does not fit.
func (t *tableau) pivot(r, c int) bool {
	by := t.rows[r][c]
	var filled []int // columns in which the row is not zero
	for j, x := range t.rows[r] {
		if x != 0 {
			filled = append(filled, j)
		}
	}
	for i, row := range t.rows {
		if i != r && !t.reduce(row, t.rows[r], filled, c) {
			return false
		}
	}
	if !t.reduce(t.short, t.rows[r], filled, c) {
		return false
	}
	t.den, t.basis[r] = by, c
	return true
}

// reduce takes the pivot's row off another one, so that its column becomes zero.
func (t *tableau) reduce(row, by []int64, filled []int, c int) bool {
	f, pivot := row[c], by[c]
	if pivot == t.den { // what the pivot's row does not touch stays as it is
		if f == 0 {
			return true
		}
		t.work += len(filled)
		for _, j := range filled {
			x, ok := t.cross(row[j], pivot, f, by[j])
			if !ok {
				return false
			}
			row[j] = x
		}
		return true
	}
	t.work += len(row)
	for j := range row {
		x, ok := t.cross(row[j], pivot, f, by[j])
		if !ok {
			return false
		}
		row[j] = x
	}
	return true
}

// small is the size up to which two products and their difference fit in 64 bits.
const small = 1 << 30

// cross returns (a b - c d) / den, which divides without rest.
func (t *tableau) cross(a, b, c, d int64) (int64, bool) {
	if b < small && within30(a) && within30(c) && within30(d) {
		return (a*b - c*d) / t.den, true
	}
	hi, lo := mul128(a, b)
	hi2, lo2 := mul128(c, d)
	lo, borrow := bits.Sub64(lo, lo2, 0)
	hi, _ = bits.Sub64(hi, hi2, borrow)
	negative := int64(hi) < 0
	if negative {
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
	}
	if hi >= uint64(t.den) {
		return 0, false
	}
	q, _ := bits.Div64(hi, lo, uint64(t.den))
	switch {
	case q > math.MaxInt64/4:
		return 0, false // room for sums
	case negative:
		return -int64(q), true
	}
	return int64(q), true
}

func within30(x int64) bool { return -small < x && x < small }

// mul128 returns a product of two signed numbers in two words.
func mul128(a, b int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	return hi, lo
}
