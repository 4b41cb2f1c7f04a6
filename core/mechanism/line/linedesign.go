package line

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"

	"steward/core/mechanism"
	"steward/core/message"
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
	return shape{known, string(reachOf(line)), target}
}

// reachOf says how far each cell's edges reach, in few bytes for each, or in few for all.
func reachOf(line sensitivity.Line) []byte {
	if reach, even := line.Even(); even {
		return fmt.Appendf(nil, "each %d of %d", reach, line.Cells())
	}
	out := append(make([]byte, 0, len(line.Reach)+4), "list"...)
	for u, v := range line.Reach {
		out = binary.AppendUvarint(out, uint64(v-u))
	}
	return out
}

// designAll designs a strategy for every segment.
func (q *PreparedLine) designAll(ctx context.Context, line sensitivity.Line, d Design) error {
	epsilon := q.Problem.Effective().Rat()
	aims := q.aims()
	designed := make(map[shape]*segment)
	for i, s := range q.Segments {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := equipment{mechanism.RowBudget{Epsilon: epsilon, Family: q.family}, line.Slice(s.Lo, s.hi), q.By.ID == orderedID}
		key := shapeOf(e.line, s.sets != nil, aims[i].key)
		if twin, ok := designed[key]; ok {
			s.Strategy, s.weighted, s.Groups = twin.Strategy, twin.weighted, twin.Groups
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
	design Design
	aim    aim
	equipment
}

func (q *PreparedLine) design(ctx context.Context, s *segment, d designing) error {
	if s.Cells() == 1 {
		return s.single(d.equipment)
	}
	epsilon, _ := d.All().Float64()
	b := Brief{Line: d.line, Epsilon: epsilon, KnownTotal: s.sets != nil, Target: d.aim.target, FreeScale: epsilon, family: d.Family}
	if q.Problem.Disclose && !d.line.Presence {
		b.FreeScale = math.Inf(1)
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
	g := RowGroup{What: message.Sprintf("total"), Rows: 1, Loads: []int{0}}
	if s.sets == nil {
		g.Loads[0] = int(e.line.Total())
		l, err := mechanism.LawFor(e.Family, big.NewRat(1, 1), e.Epsilon)
		if err != nil {
			return err
		}
		g.Law = l
	}
	s.Groups = []RowGroup{g}
	return s.mustKeep(e.All())
}
