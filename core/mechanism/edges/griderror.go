package edges

import (
	"math/big"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/strategy"
)

func errOverspent(spent, epsilon *big.Rat) error {
	return message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), epsilon.FloatString(12))
}

// apart returns the number of cells that are not gates.
func (q *preparedGrid) apart() int {
	all, gates := 1, 1
	for _, c := range q.columns {
		all *= c.size
		gates *= c.count()
	}
	return all - gates
}

// gridSides is what a box cuts: per column the gaps at its ends, if they carry noise, and the runs of
// pairs that cross them.
type gridSides struct {
	gated  []linop.Interval // runs of gates, per column
	none   bool             // no gate lies in the box
	inside int              // cells that are in the box and not their gates, or the other way round
}

func (q *preparedGrid) sidesOf(l *linop.BoxList, box int, s *gridSides) {
	s.gated, s.none = s.gated[:0], false
	held, led, both := 1, 1, 1
	for j, c := range q.columns {
		r := l.Run(box, j)
		g := c.gated(r)
		s.gated = append(s.gated, g)
		held *= r.Hi - r.Lo + 1
		if g.Hi < g.Lo {
			s.none = true
			continue
		}
		led *= c.gate(g.Hi) - c.first(g.Lo) + 1
		both *= c.gate(g.Hi) - max(c.first(g.Lo), r.Lo) + 1
	}
	if s.inside = held; !s.none {
		s.inside = held + led - 2*both
	}
}

// ends returns how many ends of a run of gates carry noise.
func (q *preparedGrid) ends(column int, g linop.Interval) int {
	n := 0
	if g.Lo > 0 && !q.quiet(column, g.Lo-1) {
		n++
	}
	if g.Hi < q.columns[column].count()-1 && !q.quiet(column, g.Hi) {
		n++
	}
	return n
}

// across returns how many pairs cross a box's end in a column.
func (s *gridSides) across(column int) int {
	n := 1
	for j, g := range s.gated {
		if j != column {
			n *= g.Hi - g.Lo + 1
		}
	}
	return n
}

// unitCosts returns for each column, and for the cells that are not gates, twice how many draws all
// boxes together have in them when each pair has its own.
func (q *preparedGrid) unitCosts(l *linop.BoxList) []float64 {
	out := make([]float64, len(q.columns)+1)
	var s gridSides
	for box := range l.Len() {
		q.sidesOf(l, box, &s)
		out[len(q.columns)] += 2 * float64(s.inside)
		for j, g := range s.gated {
			if !s.none {
				out[j] += 2 * float64(q.ends(j, g)*s.across(j))
			}
		}
	}
	return out
}

// otherOf returns the other column of a grid of two.
func otherOf(column int) int { return 1 - column }

// lineTarget returns the runs of pairs that boxes cut on a column's lines.
func (q *preparedGrid) lineTarget(column int, l *linop.BoxList) (strategy.Target, bool) {
	if op, ok := q.Problem.Workload.Operator().(linop.Boxes); ok && q.allRanges(op) {
		return strategy.AllRanges(), true
	}
	var ranges []strategy.Range
	var s gridSides
	for box := range l.Len() {
		q.sidesOf(l, box, &s)
		if s.none {
			continue
		}
		other := s.gated[otherOf(column)]
		for range q.ends(column, s.gated[column]) {
			ranges = append(ranges, strategy.Range{First: other.Lo, Last: other.Hi})
		}
	}
	return strategy.ListedRanges(ranges), len(ranges) > 0
}

// allRanges reports whether a question is every range of a grid that is not cut into cubes.
func (q *preparedGrid) allRanges(op linop.Boxes) bool {
	factors, all := op.Factors()
	for j, c := range q.columns {
		all = all && factors[j].AreAll() && c.side == 1
	}
	return all
}

// symmetric reports whether the lines of two columns serve the same runs.
func (q *preparedGrid) symmetric(a, b int) bool {
	op, ok := q.Problem.Workload.Operator().(linop.Boxes)
	return ok && q.allRanges(op) && q.columns[a] == q.columns[b]
}

// meanLength returns the average number of pairs in the runs that boxes cut on a column's lines.
func (q *preparedGrid) meanLength(column int, l *linop.BoxList) float64 {
	if op, ok := q.Problem.Workload.Operator().(linop.Boxes); ok && q.allRanges(op) {
		return float64(q.lines[column].pairs+2) / 3
	}
	sum, n := 0.0, 0
	var s gridSides
	for box := range l.Len() {
		q.sidesOf(l, box, &s)
		if !s.none {
			ends := q.ends(column, s.gated[column])
			sum += float64(ends * s.across(column))
			n += ends
		}
	}
	return sum / float64(max(n, 1))
}

// gridErrors works out variances, remembering those of runs of pairs.
type gridErrors struct {
	grid  *preparedGrid
	runs  []map[linop.Interval]float64
	sides gridSides
}

func newGridErrors(q *preparedGrid) *gridErrors {
	e := &gridErrors{grid: q, runs: make([]map[linop.Interval]float64, len(q.lines))}
	for j := range e.runs {
		e.runs[j] = make(map[linop.Interval]float64)
	}
	return e
}

// Of returns the variance of a box, and how many draws of one scale it is where it is that.
func (e *gridErrors) Of(l *linop.BoxList, box int) (variance float64, draws int, plain bool) {
	q, s := e.grid, &e.sides
	q.sidesOf(l, box, s)
	plain = true
	if s.inside > 0 {
		variance, plain = float64(s.inside)*q.inside.Variance(), false
	}
	for j, g := range s.gated {
		if s.none {
			break
		}
		ends := q.ends(j, g)
		switch {
		case ends == 0:
		case q.lines[j].strategy == nil:
			draws += ends * s.across(j)
			variance += float64(ends*s.across(j)) * q.lines[j].law.Variance()
			plain = plain && q.lines[j].law == q.lines[0].law
		default:
			variance, plain = variance+float64(ends)*e.run(j, s.gated[otherOf(j)]), false
		}
	}
	if !q.total.IsZero() && q.holds(l, box) {
		draws++
		variance += q.total.Variance()
		plain = plain && q.total == q.lines[0].law
	}
	return variance, draws, plain
}

// holds reports whether a box holds the cell in which people come and leave.
func (q *preparedGrid) holds(l *linop.BoxList, box int) bool {
	at := q.at
	for j := len(q.columns) - 1; j >= 0; j-- {
		v := at % q.columns[j].size
		at /= q.columns[j].size
		if r := l.Run(box, j); v < r.Lo || v > r.Hi {
			return false
		}
	}
	return true
}

func (e *gridErrors) run(column int, r linop.Interval) float64 {
	v, seen := e.runs[column][r]
	if !seen {
		var err error
		if v, err = e.grid.lines[column].weighted.RangeVariance(strategy.Range{First: r.Lo, Last: r.Hi}); err != nil {
			panic("mechanism: a run outside its line: " + err.Error())
		}
		e.runs[column][r] = v
	}
	return v
}

func (q *preparedGrid) totalError(l *linop.BoxList) float64 {
	e, sum := newGridErrors(q), 0.0
	for box := range l.Len() {
		v, _, _ := e.Of(l, box)
		sum += v
	}
	return sum
}

func (q *preparedGrid) expected(l *linop.BoxList) accuracy.Estimate {
	e := newGridErrors(q)
	widths := mechanism.NewHalfWidths()
	out := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, l.Len())}
	for box := range out.Answers {
		v, draws, plain := e.Of(l, box)
		out.Answers[box] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthOf(v)}
		if plain && q.lines[0].strategy == nil {
			out.Answers[box].HalfWidth = widths.Of(draws, q.lines[0].law)
		}
	}
	return out
}
