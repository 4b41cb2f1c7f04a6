package matrix

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/line"
	"steward/core/message"
	"steward/core/optimum"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// columnSearch is what the combinations of one column are searched for.
type columnSearch struct {
	attribute *domain.Attribute
	runs      linop.Intervals // that are asked for, as often as they are
	pairs     [][2]int
	starts    []*mat.Dense // made once
	last      *mat.Dense   // what was found for values that may differ by more, from which the next search starts
}

// searches returns those of the columns of a problem for the runs that some boxes have there.
func searchesOf(p mechanism.Problem, list *linop.BoxList) []*columnSearch {
	var out []*columnSearch
	for j, a := range p.Workload.Domain().Attributes() {
		out = append(out, &columnSearch{attribute: a, runs: list.RunsOf(j, box.MaxTuned), pairs: pairsOfColumn(p.Policy, j)})
	}
	return out
}

// search finds the combinations of every column.
func (q *preparedProduct) search(ctx context.Context, columns []*columnSearch, apart float64) error {
	found := make([]*mat.Dense, len(columns))
	searched := 0
	for j, c := range columns {
		var err error
		if found[j], err = c.find(ctx, q.Problem.Optima, apart); err != nil {
			return err
		}
		if _, small := smallNumbers(found[j]); !small {
			searched++
		}
	}
	digits := factorDigits(q.Problem, max(searched, 1))
	q.factors = make([]*measuredColumn, len(columns))
	for j, c := range columns {
		var err error
		if q.factors[j], err = newMeasuredColumn(found[j], digits, c.pairs); err != nil {
			return err
		}
	}
	return nil
}

// factorDigits returns how many binary digits the entries of so many columns that are multiplied may have.
func factorDigits(p mechanism.Problem, columns int) float64 {
	all := min(largestEntry, largestScale+math.Log2(p.Effective().Float())-spareDigits)
	return min(math.Floor(all/float64(columns)), mostFactorDigits)
}

// Rounding leaves a column's largest entry so many binary digits, at least and at most (more would let
// values that hardly anything asks for be nearly lost), and so many are left for the scale of noise to be
// larger than the largest entry.
const (
	fewestFactorDigits, mostFactorDigits = 4, 12
	spareDigits                          = 8
)

// errTooManyPairs says that a search would take too long.
var errTooManyPairs = message.New("there are too many secret pairs to search in a moment: use another method")

// find returns combinations of the column's values of norm one whose values differ by so much at most
// along a secret pair. It is asked for smaller and smaller differences: each search starts from what was
// found for the last one, which is as good as all starts and takes half the time.
func (c *columnSearch) find(ctx context.Context, memory *optimum.Memory, apart float64) (*mat.Dense, error) {
	problem, err := optimum.NewFactor(c.runs, c.pairs, apart)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprint(c.attribute.HasOrder(), c.attribute.Regular(), c.pairs, c.last != nil)
	found, err := memory.Search(ctx, problem, name, func() ([]*mat.Dense, error) {
		var out []*mat.Dense
		if c.starts == nil {
			if c.starts, err = c.begin(ctx); err != nil {
				return nil, err
			}
		}
		searchable := func(rows *mat.Dense) bool {
			n, _ := rows.Dims()
			return problem.Searchable(n)
		}
		if c.last != nil && searchable(c.last) {
			return []*mat.Dense{c.last}, nil
		}
		for _, s := range c.starts {
			if searchable(s) {
				out = append(out, s)
			}
		}
		return out, nil
	}, math.Inf(1))
	if err != nil {
		return nil, err
	}
	if found.Rows == nil {
		return nil, errTooManyPairs
	}
	c.last = found.Rows
	return found.Rows, nil
}

// factorWidths are the widths of the runs that a search starts with.
var factorWidths = []int{2, 4, 8, 16}

// begin returns the rows that a search starts from: single values, in an order with overlapping groups,
// halves whose border is a ramp, or groups of groups, of several widths, and soft strategies of lines.
func (c *columnSearch) begin(ctx context.Context) (out []*mat.Dense, err error) {
	a := c.attribute
	k := a.Size()
	add := func(fill func(l *rowList)) {
		l := newRowList(k)
		fill(l)
		if n := len(l.rows) / k; n <= maxStartRows*k {
			out = append(out, mat.NewDense(n, k, l.rows))
		}
	}
	single := func(l *rowList, from int) {
		for u := from; u < k; u++ {
			l.add(func(of []float64) { of[u] = 1 })
		}
	}
	whole := func(l *rowList, times float64) {
		l.add(func(of []float64) {
			for u := range of {
				of[u] = times
			}
		})
	}
	add(func(l *rowList) { single(l, 0) })
	add(func(l *rowList) { single(l, 0); whole(l, 1) })
	r := a.Regular()
	if !a.HasOrder() || r < 3 {
		return out, nil
	}
	row := func(l *rowList, of func(place float64) float64) {
		l.add(func(at []float64) {
			for u := range r {
				at[u] = of(float64(u) + 0.5)
			}
		})
	}
	for _, w := range factorWidths {
		if w >= r {
			break
		}
		width := float64(w)
		add(func(l *rowList) {
			single(l, 0)
			for centre := 0; centre < r+w; centre += w {
				row(l, func(at float64) float64 { return max(0, 1-math.Abs(at-float64(centre))/width) })
			}
		})
		add(func(l *rowList) {
			single(l, 0)
			for centre := w; centre < r; centre += w {
				row(l, func(at float64) float64 { return max(-1, min(1, 2*(at-float64(centre))/width)) / 2 })
			}
			whole(l, 1)
		})
		add(func(l *rowList) {
			single(l, 0)
			for _, by := range []int{w, 4 * w} {
				for first := 0; first < r && by < r; first += by {
					row(l, func(at float64) float64 {
						if at > float64(first) && at < float64(first+by) {
							return 1
						}
						return 0
					})
				}
			}
			whole(l, 1)
		})
	}
	along := sensitivity.Line{Reach: make([]int, r), Presence: true}
	for u := range along.Reach {
		along.Reach[u] = u
	}
	lines := []sensitivity.Line{along.Slice(0, r-1)}
	if len(c.pairs) > 0 {
		joined := sensitivity.Line{Reach: make([]int, r), Presence: true}
		copy(joined.Reach, along.Reach)
		for _, p := range c.pairs {
			if p[1] < r {
				joined.Reach[p[0]] = max(joined.Reach[p[0]], p[1])
			}
		}
		lines = append(lines, joined.Slice(0, r-1))
	}
	target, ok := factorTarget(c.runs, r)
	if !ok {
		return out, nil
	}
	for _, along := range lines {
		for _, design := range []line.Design{line.TunedSoft(nil, true), line.TunedSoft(nil, false)} {
			rows, scales, err := design(ctx, line.Brief{Line: along, Epsilon: 1e-2, Target: target, FreeScale: 1e-2})
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				continue // it cannot be drawn, say
			}
			add(func(l *rowList) {
				l.addStrategy(rows, scales, r)
				single(l, r)
			})
		}
	}
	return out, nil
}

// factorTarget returns the runs of a column's values in order.
func factorTarget(runs linop.Intervals, values int) (strategy.Target, bool) {
	if runs.AreAll() && runs.Columns() == values {
		return strategy.AllRanges(), true
	}
	var list []strategy.Range
	for i := 0; i < runs.Rows() && len(list) < line.MaxListedTarget; i++ {
		if r := runs.At(i); r.Lo < values {
			list = append(list, strategy.Range{First: r.Lo, Last: min(r.Hi, values-1)})
		}
	}
	return strategy.ListedRanges(list), len(list) > 0
}

// addStrategy adds the rows of a strategy of the first cells, each times its scale.
func (l *rowList) addStrategy(rows line.Strategy, scales []float64, cells int) {
	columns, one := make([][]int64, cells), make([]int64, cells)
	for u := range columns {
		columns[u], one[u] = make([]int64, rows.Rows()), 1
		if err := rows.MeasureInto(columns[u], one); err != nil {
			panic("mechanism: a strategy of as many cells: " + err.Error())
		}
		one[u] = 0
	}
	for g, group := range rows.Groups() {
		if math.IsInf(scales[g], 0) || scales[g] == 0 {
			continue
		}
		for i := group.First; i < group.First+group.Rows; i++ {
			l.add(func(of []float64) {
				for u, c := range columns {
					of[u] = float64(c[i]) * scales[g]
				}
			})
		}
	}
}
