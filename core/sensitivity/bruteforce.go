package sensitivity

import (
	"math/big"

	"steward/core/linop"
	"steward/core/policy"
)

// Norm says which norm a sensitivity is in.
type Norm uint8

// The norms. In L2 the values are squares: max of ‖a_u − a_v‖₂² / w².
const (
	L1 Norm = iota
	L2Squared
)

// BruteForce returns the sensitivity of an operator by walking over all edges of the policy:
// the definition (1.2 of MECHANISMS). It errors when the domain has too many cells to
// number. Its cost is edges times nonzeros per column.
func BruteForce(op linop.Operator, p *policy.Policy, norm Norm) (*big.Rat, error) {
	best := new(big.Rat)
	column := func(u policy.Vertex) map[int]int64 {
		m := make(map[int]int64)
		if u != policy.Absent {
			op.Column(int(u), func(row int, value int64) { m[row] = value })
		}
		return m
	}
	from, at := map[int]int64(nil), policy.Absent
	err := p.Edges(func(e policy.Edge) bool {
		if from == nil || at != e.U {
			from, at = column(e.U), e.U
		}
		if d := ratio(differ(from, column(e.V), norm), e.Weight, norm); d.Cmp(best) > 0 {
			best = d
		}
		return true
	})
	return best, err
}

// differ returns the norm of the difference of two sparse columns.
func differ(a, b map[int]int64, norm Norm) int64 {
	var sum int64
	add := func(d int64) {
		if norm == L2Squared {
			sum += d * d
		} else {
			sum += max(d, -d)
		}
	}
	for row, v := range a {
		add(v - b[row])
	}
	for row, v := range b {
		if _, both := a[row]; !both {
			add(v)
		}
	}
	return sum
}

func ratio(change int64, w policy.Weight, norm Norm) *big.Rat {
	r := new(big.Rat).SetInt64(change)
	r.Quo(r, w.Rat())
	if norm == L2Squared {
		r.Quo(r, w.Rat())
	}
	return r
}
