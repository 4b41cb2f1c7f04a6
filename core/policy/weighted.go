package policy

import (
	"container/heap"
	"math"
	"math/big"
)

// Weighted is a Part whose edges weigh other than One: graded protection (Kamalaruban et al.
// 2020). A pair of weight w is protected by w times the budget, so that a heavier edge hides
// less.
type Weighted interface {
	Part
	// EdgeWeight returns the weight of the edge between two joined combinations.
	EdgeWeight(u, v int) Weight
	// WeightedDistance returns the length of the shortest chain of edges between u and v in
	// their weights, or a bound above it, and false when no chain joins them or none is known.
	WeightedDistance(u, v int) (Weight, bool)
	// Least returns the least weight of any edge, One when there is none.
	Least() Weight
}

// WeightOf returns the weight of an exact number of budgets, rounded down to a multiple of
// 2^-20, toward more privacy. It returns false when the number is not above zero after
// rounding, or too large for sums of weights.
func WeightOf(r *big.Rat) (Weight, bool) {
	n := new(big.Int).Mul(r.Num(), big.NewInt(int64(One)))
	n.Quo(n, r.Denom())
	if n.Sign() <= 0 || !n.IsInt64() || n.Int64() > int64(maxWeight) {
		return 0, false
	}
	return Weight(n.Int64()), true
}

// maxWeight is the heaviest edge: sums of two million of them do not overflow.
const maxWeight = Weight(1) << 42

// edgeWeight returns the weight of an edge of a part.
func edgeWeight(p Part, u, v int) Weight {
	if w, ok := p.(Weighted); ok {
		return w.EdgeWeight(u, v)
	}
	return One
}

// leastWeight returns the least weight of any edge of a part.
func leastWeight(p Part) Weight {
	if w, ok := p.(Weighted); ok {
		return w.Least()
	}
	return One
}

// LeastWeight returns the least weight of any edge, those to "not in the file" included. A
// mechanism that hides every edge by budget × LeastWeight keeps the policy, whatever the
// weights are: it may treat all edges alike at that budget. Where impossible combinations
// leave no edge of that weight it may be lower than need be.
func (p *Policy) LeastWeight() Weight {
	least := Weight(math.MaxInt64)
	if p.together > 0 {
		for _, part := range p.parts {
			if _, none := part.(public); !none {
				least = min(least, leastWeight(part))
			}
		}
	}
	if p.absent.any() {
		least = min(least, p.absent.weight)
	}
	if least == math.MaxInt64 {
		return One
	}
	return least
}

// Uniform reports whether all edges weigh One.
func (p *Policy) Uniform() bool {
	return p.evenlyWeighted() && (!p.absent.any() || p.absent.weight == One)
}

// weighing is a graph of n vertices with weights, for searches.
type weighing struct {
	n          int
	neighbours func(u int, yield func(v int, w Weight) bool)
}

// distance returns the length of the shortest way between two vertices by Dijkstra's method,
// and false when there is none.
func (g weighing) distance(from, to int) (Weight, bool) {
	best := map[int]Weight{from: 0}
	done := make(map[int]bool)
	queue := &waysByLength{{from, 0}}
	for queue.Len() > 0 {
		at := heap.Pop(queue).(way)
		if done[at.vertex] {
			continue
		}
		done[at.vertex] = true
		if at.vertex == to {
			return at.length, true
		}
		g.neighbours(at.vertex, func(v int, w Weight) bool {
			if length := at.length + w; !done[v] {
				if old, seen := best[v]; !seen || length < old {
					best[v] = length
					heap.Push(queue, way{v, length})
				}
			}
			return true
		})
	}
	return 0, false
}

type way struct {
	vertex int
	length Weight
}

type waysByLength []way

func (q waysByLength) Len() int           { return len(q) }
func (q waysByLength) Less(i, j int) bool { return q[i].length < q[j].length }
func (q waysByLength) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *waysByLength) Push(x any)        { *q = append(*q, x.(way)) }
func (q *waysByLength) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
