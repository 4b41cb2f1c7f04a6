package mechanism

import (
	"context"
	"encoding/binary"
	"math"
	"math/big"

	"steward/core/sensitivity"
)

// shape is what the design of a segment depends on beside the budget. Segments of the same
// shape, such as a hundred groups of ten values, are designed once.
type shape struct {
	known  bool   // its total
	reach  string // how far each cell's edges reach
	target string // the parts of the question that end inside
}

func shapeOf(line sensitivity.Line, known bool, target string) shape {
	var reach []byte
	for u, v := range line.Reach {
		reach = binary.AppendUvarint(reach, uint64(v-u))
	}
	return shape{known, string(reach), target}
}

// designAll designs a strategy for every segment.
func (q *preparedLine) designAll(ctx context.Context, line sensitivity.Line, d design) error {
	epsilon := q.Problem.Effective().Rat()
	aims := q.aims()
	designed := make(map[shape]*segment)
	for i, s := range q.segments {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := equipment{RowBudget{epsilon, q.gaussian}, line.Slice(s.lo, s.hi), q.By.ID == orderedID}
		key := shapeOf(e.line, s.sets != nil, aims[i].key)
		if twin, ok := designed[key]; ok {
			s.strategy, s.weighted, s.groups = twin.strategy, twin.weighted, twin.groups
			continue
		}
		if err := q.design(ctx, s, designing{d, aims[i], e}); err != nil {
			return err
		}
		designed[key] = s
	}
	return nil
}

// designing is what a segment's strategy is designed with.
type designing struct {
	design design
	aim    aim
	equipment
}

func (q *preparedLine) design(ctx context.Context, s *segment, d designing) error {
	if s.cells() == 1 {
		return s.single(d.equipment)
	}
	epsilon, _ := d.All().Float64()
	b := brief{line: d.line, epsilon: epsilon, knownTotal: s.sets != nil, target: d.aim.target, freeScale: epsilon, gaussian: d.Gaussian}
	if q.Problem.Disclose && !d.line.Presence {
		b.freeScale = math.Inf(1)
	}
	rows, scales, err := d.design(ctx, b)
	if err != nil {
		return err
	}
	return s.equip(rows, scales, d.equipment)
}

// single equips a segment of one cell, whose count is its total. No edge between two values
// changes it; presence changes it by one, and without presence the noise hides one person
// more or less all the same. Nothing is measured when the total is known.
func (s *segment) single(e equipment) error {
	g := rowGroup{what: "total", rows: 1, loads: []int{0}}
	if s.sets == nil {
		g.loads[0] = int(e.line.Total())
		l, err := lawFor(e.Gaussian, big.NewRat(1, 1), e.Epsilon)
		if err != nil {
			return err
		}
		g.law = l
	}
	s.groups = []rowGroup{g}
	return s.mustKeep(e.All())
}
