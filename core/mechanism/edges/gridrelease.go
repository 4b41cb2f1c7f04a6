package edges

import (
	"context"
	"math/big"
	"slices"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/strategy"
)

func (q *preparedGrid) ExpectedError() accuracy.Estimate { return q.estimate }

// Noise adds up the lines of all gaps.
func (q *preparedGrid) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	add := func(n mechanism.Noise) {
		at := slices.IndexFunc(out, func(o mechanism.Noise) bool {
			return o.What.String() == n.What.String() && o.Law == n.Law && o.Sensitivity.Cmp(n.Sensitivity) == 0
		})
		switch {
		case n.Rows == 0:
		case at >= 0:
			out[at].Rows += n.Rows
		default:
			out = append(out, n)
		}
	}
	loads := q.Loads()
	for j, l := range q.lines {
		steps, gaps := int64(0), 0
		for _, load := range loads {
			steps = max(steps, int64(load[j]))
		}
		for gap := range q.columns[j].count() - 1 {
			if !q.quiet(j, gap) {
				gaps++
			}
		}
		if l.strategy == nil {
			add(mechanism.Noise{What: message.Sprintf("pairs of neighbours on the grid"), Rows: gaps * l.pairs, Sensitivity: big.NewRat(steps, 1), Law: l.law})
		}
		for _, g := range l.groups {
			add(mechanism.Noise{What: g.What, Rows: gaps * g.Rows, Sensitivity: big.NewRat(steps*int64(g.Loads[0]), 1), Law: g.Law})
		}
	}
	add(mechanism.Noise{What: message.Sprintf("cells that are not gates"), Rows: q.insides, Sensitivity: big.NewRat(2, 1), Law: q.inside})
	if !q.total.IsZero() {
		add(mechanism.Noise{What: message.Sprintf("total that no secret pair changes"), Rows: 1, Sensitivity: new(big.Rat), Law: q.total})
	}
	return out
}

func (q *preparedGrid) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	cells := slices.Clone(counts.Counts())
	rest := make([]float64, len(cells))
	err := q.eachDraw(func(along *gridLine, ends func(pair int) (from, to int)) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return q.move(along, ends, cells, rest, func(l noise.Law, draws []int64) { l.Fill(src, draws) })
	})
	if err != nil {
		return mechanism.Answers{}, err
	}
	for cell, n := range cells {
		rest[cell] += float64(n)
	}
	return q.Answers(q.known, rest, q.known.Values(counts))
}

// eachDraw calls do for every line of pairs, with the cells at the ends of each: those over the gaps
// between gates, then those inside cubes and that to "not in the file", whose second end is -1, which
// have no strategy.
func (q *preparedGrid) eachDraw(do func(along *gridLine, ends func(pair int) (from, to int)) error) error {
	strides := make([]int, len(q.columns))
	n := 1
	for j := len(strides) - 1; j >= 0; j-- {
		strides[j] = n
		n *= q.columns[j].size
	}
	for j, c := range q.columns {
		for gap := range c.count() - 1 {
			if q.quiet(j, gap) {
				continue
			}
			err := do(&q.lines[j], func(pair int) (from, to int) {
				cell := 0
				for i := len(q.columns) - 1; i >= 0; i-- {
					if i != j {
						count := q.columns[i].count()
						cell += q.columns[i].gate(pair%count) * strides[i]
						pair /= count
					}
				}
				return cell + c.gate(gap)*strides[j], cell + c.gate(gap+1)*strides[j]
			})
			if err != nil {
				return err
			}
		}
	}
	if q.insides > 0 {
		inner := q.inner()
		err := do(&gridLine{pairs: len(inner), law: q.inside}, func(pair int) (from, to int) { return inner[pair], q.gateOf(inner[pair]) })
		if err != nil {
			return err
		}
	}
	if !q.total.IsZero() {
		return do(&gridLine{pairs: 1, law: q.total}, func(int) (from, to int) { return q.at, -1 })
	}
	return nil
}

// gateOf returns the gate of a cell's cube.
func (q *preparedGrid) gateOf(cell int) int {
	gate, stride := 0, 1
	for j := len(q.columns) - 1; j >= 0; j-- {
		c := q.columns[j]
		gate += c.gate(c.Of(cell%c.size)) * stride
		cell, stride = cell/c.size, stride*c.size
	}
	return gate
}

// inner returns the cells that are not gates.
func (q *preparedGrid) inner() []int {
	out := make([]int, 0, q.insides)
	for cell := range q.cells.Of {
		if q.gateOf(cell) != cell {
			out = append(out, cell)
		}
	}
	return out
}

// move draws the noise of a line of pairs and moves people by it: by the draws of single pairs in whole
// numbers, and by what the other rows add to the estimate of each pair in rest. The other rows are
// taken without what the single pairs' draws put in them, which leaves numbers that do not change when
// a person moves along a pair, so that rest may be rounded.
func (q *preparedGrid) move(along *gridLine, ends func(pair int) (from, to int), cells []int64, rest []float64, fill func(noise.Law, []int64)) error {
	single := make([]int64, along.pairs)
	var more []float64
	if along.strategy == nil {
		fill(along.law, single)
	} else {
		rows := make([]int64, along.strategy.Rows())
		groups := along.strategy.Groups()
		for g, group := range groups {
			fill(along.groups[g].Law, rows[group.First:group.First+group.Rows])
			if isSingle(group) {
				copy(single, rows[group.First:group.First+group.Rows])
			}
		}
		put := make([]int64, len(rows))
		if err := along.strategy.MeasureInto(put, single); err != nil {
			return err
		}
		for i := range rows {
			rows[i] -= put[i]
		}
		more = make([]float64, along.pairs)
		if err := along.weighted.Estimate(more, rows, 0); err != nil {
			return err
		}
	}
	for pair, z := range single {
		from, to := ends(pair)
		cells[from] += z
		if to >= 0 {
			cells[to] -= z
		}
		if more != nil {
			rest[from] += more[pair]
			rest[to] -= more[pair]
		}
	}
	return nil
}

// isSingle reports whether a group's rows are the single pairs of a line.
func isSingle(g strategy.Group) bool { return g.Kind == strategy.Level && g.Width == 1 }
