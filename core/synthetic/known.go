package synthetic

import (
	"context"

	"steward/core/constraint"
	"steward/core/limits"
)

// sums are publicly known numbers of people over some columns, of cells that belong to at most one each.
type sums struct {
	over   columns
	class  []int32 // by cell over the columns, -1 for none
	totals []int64
	param  *param // in a model
}

// knownSums returns what is known of the columns, as far as facts are about them only.
func (p Problem) knownSums() []*sums {
	facts, s := p.Tables[0].Facts, p.Sheet
	var out []*sums
	seen := make(map[columns]bool)
	for _, f := range facts.Stated() {
		over, own := s.factColumns(f)
		if !own || over == 0 || seen[over] || over.cells(s.sizes) > limits.MaxSyntheticTableCells {
			continue
		}
		seen[over] = true
		d, err := s.domain.Project(s.namesOf(over))
		if err != nil {
			continue // its columns are the sheet's, so there is none
		}
		var now *sums
		for _, sum := range facts.Sums(d) {
			if now == nil || now.holds(sum.Cells) {
				now = &sums{over: over, class: make([]int32, int(over.cells(s.sizes)))}
				for i := range now.class {
					now.class[i] = -1
				}
				out = append(out, now)
			}
			for _, cell := range sum.Cells {
				now.class[cell] = int32(len(now.totals))
			}
			now.totals = append(now.totals, sum.Total)
		}
	}
	return out
}

// holds reports whether any of the cells belongs to a sum already.
func (k *sums) holds(cells []int32) bool {
	for _, c := range cells {
		if k.class[c] >= 0 {
			return true
		}
	}
	return false
}

// factColumns returns the columns that a fact is about; false where some are not the sheet's.
func (s *Sheet) factColumns(f constraint.Fact) (over columns, own bool) {
	own = true
	if f.Totals != nil {
		for _, name := range f.Totals.Columns {
			j, ok := s.domain.Position(name)
			if !ok {
				own = false
				continue
			}
			over |= 1 << j
		}
	}
	for _, count := range f.Counts {
		for _, box := range count.Of {
			for _, condition := range box {
				j, ok := s.domain.Position(condition.Column)
				if !ok {
					return 0, false
				}
				over |= 1 << j
			}
		}
	}
	if f.Totals != nil && over != 0 {
		own = true // totals over more columns are added up over those that are not the sheet's
	}
	return over, own
}

// meetKnown makes a model agree with what is known, as far as that fits into it.
func (p *Prepared) meetKnown(ctx context.Context, m *model) error {
	if len(p.known) == 0 {
		return nil
	}
	fresh := false
	for _, k := range p.known {
		k.param = nil
		var sets []columns
		for _, param := range m.params {
			sets = append(sets, param.over)
		}
		if cellsOf(append(sets, k.over), m.sizes) > 4*max(limits.MaxModelCells, cellsOf(sets, m.sizes)) {
			continue // met by the records, if at all
		}
		var made bool
		k.param, made = m.param(k.over)
		fresh = fresh || made
	}
	if fresh {
		m.rebuild()
	}
	return m.meet(ctx, p.known)
}
