package mechanism

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/inference"
	"steward/core/linop"
)

// PublicSums returns what is publicly known of sums of the question's cells, or nil where that
// is no more than the known sums with their totals, which tidying meets anyway. Where the
// public knows more, tidied counts are made to agree with it at no cost: only released numbers
// and public ones go into them.
func (p Problem) PublicSums(known KnownSums, totals []int64) []inference.Sum {
	facts := p.Facts.Sums(p.Workload.Domain())
	if _, people := p.Facts.Total(); len(facts) == 0 || people && len(facts) == 1 {
		return nil
	}
	sums := make([]inference.Sum, 0, len(facts)+known.Count)
	for _, s := range facts {
		sums = append(sums, inference.Sum(s))
	}
	if p.Disclose && known.Count > 0 {
		lists := make([][]int32, known.Count)
		for cell, s := range known.Set {
			if s >= 0 {
				lists[s] = append(lists[s], int32(cell))
			}
		}
		for s, cells := range lists {
			sums = append(sums, inference.Sum{Cells: cells, Total: totals[s]})
		}
	}
	return sums
}

// meets reports whether cells in parts of one add up to all sums: exactly where they are whole, and elsewhere but for what the last
// decimal of each may add.
func meets(cells []int64, parts int64, sums []inference.Sum) bool {
	for _, s := range sums {
		n := -s.Total * parts
		for _, c := range s.Cells {
			n += cells[c]
		}
		if parts == 1 && n != 0 || MagnitudeOf(n) > int64(len(s.Cells)) {
			return false
		}
	}
	return true
}

// meetsNearly reports whether cells add up to all sums but for what computing them adds.
func meetsNearly(cells []float64, sums []inference.Sum) bool {
	for _, s := range sums {
		n := -float64(s.Total)
		for _, c := range s.Cells {
			n += cells[c]
		}
		if math.Abs(n) > sumsNearly*(1+float64(s.Total)) {
			return false
		}
	}
	return true
}

// sumsNearly is the part of a sum that computing it moves it by, at most.
const sumsNearly = 1e-6

// answerBounds bounds single answers by what is publicly known of sums of cells.
type answerBounds struct {
	op     linop.Operator
	domain *domain.Domain
	runs   *inference.Runs // where the answers are runs of cells
	sums   []inference.Sum // otherwise
	inside []bool          // which cells the answer looked at counts
	taken  []bool          // which of them a sum accounts for
	cells  []int           // those that it counts
}

// maxBoundWork is how many cells of sums are looked at for all answers together.
const maxBoundWork = 1 << 28

// AnswerBounds returns what is known of the answers of an operator.
func (p Problem) AnswerBounds(op linop.Operator) *answerBounds {
	b := &answerBounds{op: op, domain: p.Workload.Domain(), inside: make([]bool, op.Columns()), taken: make([]bool, op.Columns())}
	work := 0
	for _, s := range p.Facts.Sums(b.domain) {
		b.sums = append(b.sums, inference.Sum(s))
		work += len(s.Cells)
	}
	if runs, ok := op.(linop.Intervals); ok && len(b.domain.Attributes()) == 1 {
		b.runs, b.op = inference.NewRuns(op.Columns(), b.filled()), runs
	} else if float64(work)*float64(op.Rows()) > maxBoundWork {
		b.sums = nil
	}
	// Larger sums account for more.
	slices.SortStableFunc(b.sums, func(s, t inference.Sum) int { return len(t.Cells) - len(s.Cells) })
	return b
}

// filled returns the sums with the impossible cells between theirs, so that a run of the possible
// cells is a run, and for every run of impossible cells that it holds nobody.
func (b *answerBounds) filled() []inference.Sum {
	var out []inference.Sum
	for cell := range b.inside {
		switch {
		case b.domain.Possible(cell):
		case cell > 0 && !b.domain.Possible(cell-1):
			nobody := &out[len(out)-1]
			nobody.Cells = append(nobody.Cells, int32(cell))
		default:
			out = append(out, inference.Sum{Cells: []int32{int32(cell)}})
		}
	}
	for _, s := range b.sums {
		filled := inference.Sum{Total: s.Total}
		for i, c := range s.Cells {
			if i > 0 {
				for gap := s.Cells[i-1] + 1; gap < c && !b.domain.Possible(int(gap)); gap++ {
					filled.Cells = append(filled.Cells, gap)
				}
			}
			filled.Cells = append(filled.Cells, c)
		}
		out = append(out, filled)
	}
	return out
}

// Of returns the least and the most that answer i can be; bounded is false when no most is
// known. Nothing is known of answers that do not count each of their cells once.
func (b *answerBounds) Of(i int) (least, most int64, bounded bool) {
	if b.runs != nil {
		r := b.op.(linop.Intervals).At(i)
		return b.runs.Bounds(r.Lo, r.Hi)
	}
	for _, cell := range b.cells {
		b.inside[cell], b.taken[cell] = false, false
	}
	b.cells = b.cells[:0]
	cells, once := 0, true
	b.op.Row(i, func(cell int, n int64) {
		b.inside[cell] = true
		b.cells = append(b.cells, cell)
		once = once && n == 1
		if b.domain.Possible(cell) {
			cells++
		}
	})
	if !once {
		return 0, 0, false
	}
	for _, s := range b.sums {
		held, free := 0, true
		for _, c := range s.Cells {
			if b.inside[c] {
				held++
				free = free && !b.taken[c]
			}
		}
		if held == cells && (!bounded || s.Total < most) {
			most, bounded = s.Total, true
		}
		if held == len(s.Cells) && free { // sums without a cell in common add up
			least += s.Total
			for _, c := range s.Cells {
				b.taken[c] = true
			}
		}
	}
	for _, cell := range b.cells {
		if !b.taken[cell] && b.domain.Possible(cell) {
			return least, max(most, least), bounded
		}
	}
	return least, least, true // all of it is accounted for
}
