package registry

import (
	"math/big"
	"strings"

	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// The most cells over which the losses of sides are added up edge by edge, the most numbers that the rows of a side have there, and the most
// losses that are told apart.
const (
	maxWalkedCells = 256
	maxWalkedRows  = 1 << 18
	maxLosses      = 1 << 11
)

// sideLoss is what the rows of a side tell of a move from one of its cells to another: a loss, or, where losses count by their squares, that.
type sideLoss struct {
	laws    []noise.Law
	lawOf   []int     // by row
	of      [][]int64 // by cell, with "not in the file" last, and row
	squares bool
	known   map[[2]int]*big.Rat
}

// lossOf reads the rows that a prepared side states; false where it states none, or too many.
func lossOf(q mechanism.Prepared, squares bool) (*sideLoss, bool) {
	rows, ok := mechanism.Within(q).(mechanism.RowLister)
	asked, also := mechanism.Within(q).(interface{ Asked() mechanism.Problem })
	if !ok || !also || q.Info().DataDependent || alongPairs(q) != nil {
		return nil, false
	}
	k := asked.Asked().Workload.Operator().Columns()
	s := &sideLoss{squares: squares, of: make([][]int64, k+1), known: make(map[[2]int]*big.Rat)}
	at := make(map[noise.Law]int)
	rows.EachRow(func(runs []mechanism.CountRun, l noise.Law) bool {
		if _, seen := at[l]; !seen {
			at[l] = len(s.laws)
			s.laws = append(s.laws, l)
		}
		s.lawOf = append(s.lawOf, at[l])
		for cell := range s.of {
			s.of[cell] = append(s.of[cell], 0)
		}
		for _, r := range runs {
			for cell := r.First; cell <= r.Last; cell++ {
				s.of[cell][len(s.lawOf)-1] = r.Times
			}
		}
		return len(s.lawOf)*(k+1) <= maxWalkedRows
	})
	return s, len(s.lawOf)*(k+1) <= maxWalkedRows
}

// between returns what a move tells; nil where a row without noise would show it.
func (s *sideLoss) between(a, b int) *big.Rat {
	if a > b {
		a, b = b, a
	}
	if loss, seen := s.known[[2]int{a, b}]; seen {
		return loss
	}
	moved, sums := make([]int64, len(s.laws)), make([]int64, len(s.laws))
	for row, at := range s.lawOf {
		sums[at] += s.of[a][row] - s.of[b][row]
		d := mechanism.MagnitudeOf(s.of[a][row] - s.of[b][row])
		if s.laws[at].Family().Squares() {
			d *= d
		}
		moved[at] += d
	}
	linear, squared := new(big.Rat), new(big.Rat)
	for i, l := range s.laws {
		if _, keptBack := l.Balanced(); keptBack { // which makes up for what the others change together
			moved[i] += mechanism.MagnitudeOf(sums[i])
		}
		switch {
		case moved[i] == 0:
		case l.IsZero():
			s.known[[2]int{a, b}] = nil
			return nil
		case l.Family().Squares():
			squared.Add(squared, new(big.Rat).Quo(new(big.Rat).SetInt64(moved[i]), l.Rat()))
		default:
			linear.Add(linear, new(big.Rat).Quo(new(big.Rat).SetInt64(moved[i]), l.Rat()))
		}
	}
	if s.squares {
		linear.Add(linear.Mul(linear, linear), squared)
	}
	s.known[[2]int{a, b}] = linear
	return linear
}

// loads returns what part of what is promised of each edge its move tells of each side, edges that are alike once: by the rows that prepared sides
// state, exactly. It is false where that would take too long or is not known.
func (m alongside) loads(p mechanism.Problem, sides []sidePrepared) ([][]*big.Rat, bool) {
	k, err := p.Workload.Domain().Cells()
	if err != nil || k > maxWalkedCells {
		return nil, false
	}
	losses, cells := make([]*sideLoss, len(sides)), make([][]int, len(sides))
	for i, own := range sides {
		var ok bool
		if losses[i], ok = lossOf(own.prepared, p.Gaussian); !ok {
			return nil, false
		}
		cells[i] = make([]int, k+1)
		cellOf := own.cellOf(p)
		for cell := range k {
			cells[i][cell] = cellOf(cell)
		}
		cells[i][k] = len(losses[i].of) - 1
	}
	promised := make(map[weighted.Weight]*big.Rat)
	seen := make(map[string]bool)
	var out [][]*big.Rat
	known := true
	err = p.Policy.Edges(func(e policy.Edge) bool {
		u, v := int(e.U), int(e.V)
		if e.V == policy.Absent {
			v = k
		}
		most, ok := promised[e.Weight]
		if !ok {
			most = p.EffectiveAt(e.Weight).Rat()
			if p.Gaussian {
				most = most.Mul(most, most)
			}
			promised[e.Weight] = most
		}
		load := make([]*big.Rat, len(sides))
		var key strings.Builder
		for i, l := range losses {
			if a, b := cells[i][u], cells[i][v]; a != b {
				loss := l.between(a, b)
				if known = known && loss != nil; !known {
					return false
				}
				load[i] = new(big.Rat).Quo(loss, most)
				key.WriteString(load[i].String())
			}
			key.WriteByte(' ')
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			out = append(out, load)
		}
		return len(out) <= maxLosses
	})
	return out, err == nil && known && len(out) <= maxLosses
}

// fullest returns the largest sum of a load.
func fullest(loads [][]*big.Rat) *big.Rat {
	most := new(big.Rat)
	for _, load := range loads {
		sum := new(big.Rat)
		for _, part := range load {
			if part != nil {
				sum.Add(sum, part)
			}
		}
		if sum.Cmp(most) > 0 {
			most = sum
		}
	}
	return most
}
