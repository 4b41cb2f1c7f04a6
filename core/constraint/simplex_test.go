package constraint

import (
	"math/big"
	"testing"

	"steward/core/seeded"
)

// feasibleByBases decides by looking at every choice of columns: a system that has a
// solution has one whose columns are independent.
func feasibleByBases(rows [][]int64, right []int64) answer {
	n := len(rows[0])
	for mask := range 1 << n {
		if solves(rows, right, mask) {
			return yes
		}
	}
	return no
}

// solves solves the equations for the columns of a mask by elimination in fractions, the
// free ones being zero, and reports whether the solution is not below zero.
func solves(rows [][]int64, right []int64, mask int) bool {
	var m [][]*big.Rat
	for i, r := range rows {
		var row []*big.Rat
		for j, x := range r {
			if mask>>j&1 == 1 {
				row = append(row, big.NewRat(x, 1))
			}
		}
		m = append(m, append(row, big.NewRat(right[i], 1)))
	}
	width := len(m[0]) - 1
	rank := 0
	for c := range width {
		p := rank
		for p < len(m) && m[p][c].Sign() == 0 {
			p++
		}
		if p == len(m) {
			return false // dependent: a smaller choice will do
		}
		m[rank], m[p] = m[p], m[rank]
		for i := range m {
			if i == rank || m[i][c].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(m[i][c], m[rank][c])
			for j := range m[i] {
				m[i][j] = new(big.Rat).Sub(m[i][j], new(big.Rat).Mul(f, m[rank][j]))
			}
		}
		rank++
	}
	for i := range m {
		if i >= rank && m[i][width].Sign() != 0 {
			return false
		}
		if i < rank && m[i][width].Sign()*m[i][i].Sign() < 0 {
			return false
		}
	}
	return true
}

func TestFeasibleAgainstAllBases(t *testing.T) {
	r := seeded.New(1, 2)
	seen := map[answer]int{}
	tried := seeded.Often(700, 3000)
	for range tried {
		m, n := 1+r.IntN(5), 1+r.IntN(7)
		rows, right := make([][]int64, m), make([]int64, m)
		for i := range rows {
			rows[i] = make([]int64, n)
			for j := range rows[i] {
				rows[i][j] = int64(r.IntN(3) - 1)
				if r.IntN(3) > 0 {
					rows[i][j] = max(rows[i][j], 0)
				}
			}
			right[i] = int64(r.IntN(4))
			if r.IntN(20) == 0 {
				right[i] <<= 36 // beyond the fast path
			}
		}
		got, want := feasible(rows, right), feasibleByBases(rows, right)
		if got != want {
			t.Fatalf("%v x = %v: %d, by all bases %d", rows, right, got, want)
		}
		seen[got]++
	}
	if seen[yes] < tried/6 || seen[no] < tried/6 {
		t.Errorf("answers %v", seen)
	}
}

// Numbers that do not fit are not decided, never guessed.
func TestFeasibleGivesUp(t *testing.T) {
	big := int64(1) << 61
	if got := feasible([][]int64{{big, 3}, {5, big}}, []int64{big, big - 1}); got != undecided {
		t.Errorf("huge numbers: %d", got)
	}
	rows := make([][]int64, 1200)
	for i := range rows {
		rows[i] = make([]int64, 1000)
	}
	if got := feasible(rows, make([]int64, len(rows))); got != undecided {
		t.Errorf("a huge system: %d", got)
	}
	if got := feasible(nil, nil); got != yes {
		t.Errorf("no equations: %d", got)
	}
}
