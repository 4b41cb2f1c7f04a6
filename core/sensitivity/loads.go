package sensitivity

import (
	"context"
	"math/big"
	"math/bits"

	"steward/core/linop"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Load is by how much an edge changes the rows of several operators, each by itself, and what the
// edge weighs. Rows of operator i with noise of scale t_i keep the edge within a budget where
// Σ Changes[i]/t_i is at most the budget times Weight.
type Load struct {
	Changes []int64 // in L1, or squared in L2
	Weight  weighted.Weight
}

// below reports whether no scales make the load more than another's.
func (l Load) below(m Load, norm Norm) bool {
	for i, c := range l.Changes {
		if !atMost(c, m.Weight, m.Changes[i], l.Weight, norm) {
			return false
		}
	}
	return true
}

// atMost reports whether a·v <= b·w, exactly, of weights squared in L2.
func atMost(a int64, v weighted.Weight, b int64, w weighted.Weight, norm Norm) bool {
	if v == w {
		return a <= b
	}
	if norm == L1 {
		left, right := [2]uint64{}, [2]uint64{}
		left[0], left[1] = bits.Mul64(uint64(a), uint64(v))
		right[0], right[1] = bits.Mul64(uint64(b), uint64(w))
		return left[0] < right[0] || left[0] == right[0] && left[1] <= right[1]
	}
	t := tally{norm: norm}
	return !less(t.times(b, w), t.times(a, v))
}

// Size returns the largest change of operator i in some loads per unit of weight, squared in L2.
func Size(loads []Load, i int, norm Norm) *big.Rat {
	t := tally{norm: norm}
	for _, l := range loads {
		t.show(l.Changes[i], l.Weight)
	}
	return t.size(t.best)
}

// Heaviest returns the largest Σ Changes[i]/t_i over Weight of some loads, exactly; a t_i that is nil
// stands for rows that are not measured. In L2 the t_i are sigma², and the weight counts squared.
func Heaviest(loads []Load, t []*big.Rat, norm Norm) *big.Rat {
	worst := new(big.Rat)
	for _, l := range loads {
		sum := new(big.Rat)
		for i, c := range l.Changes {
			if t[i] != nil && c > 0 {
				sum.Add(sum, new(big.Rat).Quo(new(big.Rat).SetInt64(c), t[i]))
			}
		}
		sum.Quo(sum, l.Weight.Rat())
		if norm == L2Squared {
			sum.Quo(sum, l.Weight.Rat())
		}
		if sum.Cmp(worst) > 0 {
			worst = sum
		}
	}
	return worst
}

// Frontier collects the loads that others do not make needless.
type Frontier struct {
	norm  Norm
	loads []Load
	hot   int // the load that the last one was below
}

// NewFrontier returns an empty frontier.
func NewFrontier(norm Norm) *Frontier { return &Frontier{norm: norm} }

// mostLoads is how many loads are kept. Beyond it the changes of new ones are rounded up into old
// ones, which is safe and costs accuracy.
const mostLoads = 1 << 12

// Add adds a load; the changes are copied.
func (f *Frontier) Add(changes []int64, w weighted.Weight) {
	l := Load{changes, w}
	if len(f.loads) > 0 && l.below(f.loads[f.hot], f.norm) {
		return
	}
	none := true
	for _, c := range changes {
		none = none && c == 0
	}
	if none {
		return
	}
	kept := f.loads[:0]
	for i, old := range f.loads {
		if l.below(old, f.norm) {
			f.hot = i // nothing was dropped before it: what is below l would be below old
			return
		}
		if !old.below(l, f.norm) {
			kept = append(kept, old)
		}
	}
	f.loads = append(kept, Load{append([]int64(nil), changes...), w})
	f.hot = len(f.loads) - 1
	if len(f.loads) > mostLoads {
		f.merge()
	}
}

// merge makes one load of the last two, no smaller than either: the lighter weight with the larger
// changes.
func (f *Frontier) merge() {
	n := len(f.loads)
	a, b := f.loads[n-2], f.loads[n-1]
	for i, c := range b.Changes {
		a.Changes[i] = max(a.Changes[i], c)
	}
	a.Weight = min(a.Weight, b.Weight)
	f.loads, f.hot = append(f.loads[:n-2], a), n-2
}

// Loads returns what was collected.
func (f *Frontier) Loads() []Load { return f.loads }

// Loads returns by how much the edges of a policy change several operators over its cells, each by
// itself, those to "not in the file" included, without those that are below others: for all scales
// of their noise the largest cost of an edge is that of a load. It walks over up to so many edges,
// and errors when there are more, when numbers are too large to add up, and when ctx ends.
func Loads(ctx context.Context, ops []linop.Operator, p *policy.Policy, norm Norm, most int) ([]Load, error) {
	k, err := p.Domain().Cells()
	if err != nil {
		return nil, err
	}
	changes := make([]change, len(ops))
	for i, op := range ops {
		if op.Columns() != k {
			return nil, message.Errorf("the queries are over %d cells, and the policy over %d: project the policy to the columns of the question", op.Columns(), k)
		}
		if changes[i], err = changeOf(op, norm, frameOf(p.Domain().Attributes())); err != nil {
			return nil, err
		}
	}
	f, now, edges := NewFrontier(norm), make([]int64, len(ops)), 0
	err = p.Edges(func(e policy.Edge) bool {
		if edges++; edges > most || edges&(1<<12-1) == 0 && ctx.Err() != nil {
			return false
		}
		for i, c := range changes {
			if e.V == policy.Absent {
				now[i] = c.alone(int(e.U))
			} else {
				now[i] = c.between(int(e.U), int(e.V))
			}
		}
		f.Add(now, e.Weight)
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case edges > most:
		return nil, errTooMany(most)
	}
	return f.Loads(), nil
}
