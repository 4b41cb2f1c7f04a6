package sensitivity

import (
	"math/big"

	"steward/core/linop"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// bruteForce returns the sensitivity of an operator by walking over all edges of the policy:
// the definition (docs/mathematics.md, "1. The promise"). It errors when the domain has too many cells to
// number. Its cost is edges times nonzeros per column.
func bruteForce(op linop.Operator, p *policy.Policy, norm Norm) (*big.Rat, error) {
	best := new(big.Rat)
	from, to := make(map[int]int64), make(map[int]int64)
	column := func(m map[int]int64, u policy.Vertex) {
		clear(m)
		if u != policy.Absent {
			op.Column(int(u), func(row int, value int64) { m[row] = value })
		}
	}
	at := policy.Absent
	largest := make(map[weighted.Weight]int64) // changes
	err := p.Edges(func(e policy.Edge) bool {
		if at != e.U {
			column(from, e.U)
			at = e.U
		}
		column(to, e.V)
		largest[e.Weight] = max(largest[e.Weight], differ(from, to, norm))
		return true
	})
	for w, change := range largest {
		if d := ratio(change, w, norm); d.Cmp(best) > 0 {
			best = d
		}
	}
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
