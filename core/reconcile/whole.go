package reconcile

import (
	"steward/core/domain"
	"steward/core/inference"
	"steward/core/mechanism"
)

// tidied are answers to a question.
type tidied struct {
	values []int64 // multiples of one over parts
	parts  int64
	gave   mechanism.Gave
}

// made makes counts whole that agree, and answers the questions from them; where no whole ones are found they have decimals.
func (s *search) made(z []float64, gave mechanism.Gave) []tidied {
	cells := make([]mechanism.Tidied, len(s.blocks))
	var whole [][]int64
	if gave == mechanism.GaveNothing {
		whole = s.whole(z)
	}
	for b := range s.blocks {
		if whole != nil {
			cells[b] = mechanism.Tidied{Cells: whole[b], Parts: 1}
			continue
		}
		cells[b] = mechanism.InParts(z[s.first[b]:s.first[b+1]], s.sums[b], max(gave, mechanism.GaveWholeness))
	}
	out := make([]tidied, len(s.asked))
	for i, a := range s.asked {
		own := make([]int64, a.at.cells)
		for cell, c := range a.at.of {
			own[c] += cells[a.block].Cells[cell]
		}
		out[i] = tidied{make([]int64, a.op.Rows()), cells[a.block].Parts, cells[a.block].Gave}
		a.op.Apply(out[i].values, own)
	}
	return out
}

// table is whole counts that several blocks share.
type table struct {
	names []domain.AttributeName
	cells []int64
}

// whole returns whole counts of all blocks: what they share is made whole first, the sums over fewer columns before those over
// more, and each block's own cells add up to it: few sums of many cells are not moved by what rounding makes of each. It is
// nil where there are none or none were found: what was made whole may leave no room for the rest, as where nobody can be in some cells.
func (s *search) whole(z []float64) [][]int64 {
	var done []table
	for _, names := range s.shared() {
		for b, over := range s.blocks {
			if !contains(over.names, names) {
				continue
			}
			made, err := s.table(names, b, z, done)
			if err != nil {
				return nil
			}
			done = append(done, table{names, made})
			break
		}
	}
	out := make([][]int64, len(s.blocks))
	for b, over := range s.blocks {
		sums := s.sums[b][:len(s.sums[b]):len(s.sums[b])]
		for _, t := range done {
			if contains(over.names, t.names) {
				at, err := over.margin(t.names)
				if err != nil {
					return nil
				}
				sums = append(sums, t.sums(at)...)
			}
		}
		var err error
		if out[b], err = mechanism.Whole(over.Domain, z[s.first[b]:s.first[b+1]], sums); err != nil {
			return nil
		}
	}
	return out
}

// sums says what cells add up to where they are those of a table.
func (t table) sums(at margin) []inference.Sum {
	out := make([]inference.Sum, at.cells)
	for cell, sum := range at.of {
		out[sum].Cells = append(out[sum].Cells, int32(cell))
	}
	for i := range out {
		out[i].Total = t.cells[i]
	}
	return out
}

// table returns whole counts over columns that blocks share, near those of block b.
func (s *search) table(names []domain.AttributeName, b int, z []float64, done []table) ([]int64, error) {
	at, err := s.blocks[b].margin(names)
	if err != nil {
		return nil, err
	}
	near := make([]float64, at.cells)
	at.add(near, z[s.first[b]:s.first[b+1]])
	if len(names) == 0 {
		return []int64{mechanism.RoundCount(near[0])}, nil
	}
	over := newSpace(at.over)
	var sums []inference.Sum
	for _, t := range done {
		if contains(names, t.names) {
			within, err := over.margin(t.names)
			if err != nil {
				return nil, err
			}
			sums = append(sums, t.sums(within)...)
		}
	}
	for c, block := range s.blocks {
		if contains(block.names, names) {
			at, err := block.margin(names)
			if err != nil {
				return nil, err
			}
			sums = append(sums, block.toldOf(s.sums[c], at)...)
		}
	}
	return mechanism.Whole(at.over, near, sums)
}
