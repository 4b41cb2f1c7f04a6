package mechanism

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/strategy"
	"steward/core/tree"
)

// Measured states the rows that a prepared mechanism measures, so that anybody can work out from the
// definition of the policy what their noise hides. It is for those who check a release: nothing is
// released by it.
type Measured struct {
	// Pairs, unless it is nil, are pairs of cells along which noise moves people: the second of a pair
	// is -1 for "not in the file". Rows with noise then count people moved along pairs, and those without
	// count cells.
	Pairs [][2]int
	Rows  []MeasuredRows
	// LeftOut says why the rows are not stated; then there are none.
	LeftOut string
}

// MeasuredRows are the rows with noise of one law, in the terms of Noise; without either they are
// published exactly.
type MeasuredRows struct {
	Noise Noise
	// Of says of every row how often it counts the cells, or pairs: "3=1 5-8=-2" counts cell 3 once and
	// each of cells 5 to 8 minus two times.
	Of []string
}

// The most cells of a question whose rows are stated, and the most letters that they may take.
const (
	mostStatedCells = 1 << 12
	mostStated      = 1 << 20
)

// MeasuredBy states the rows that a prepared mechanism measures.
func MeasuredBy(q Prepared) Measured {
	switch u := q.(type) {
	case inUnits:
		return MeasuredBy(u.Prepared)
	case linearInUnits:
		return MeasuredBy(u.Prepared)
	}
	if q.Info().DataDependent {
		return Measured{LeftOut: "what is measured depends on the data, or is tidied as no sum of counts can be"}
	}
	if p, ok := q.(interface{ asked() Problem }); ok {
		if k, err := p.asked().Workload.Domain().Cells(); err != nil || k > mostStatedCells {
			return Measured{LeftOut: fmt.Sprintf("there are more than %d cells", mostStatedCells)}
		}
	}
	rows, ok := q.(rowLister)
	if !ok {
		return Measured{LeftOut: "this method's rows have no statement yet"}
	}
	var m Measured
	if p, ok := q.(interface{ pairs() [][2]int }); ok {
		m.Pairs = p.pairs()
	}
	at, letters := make(map[law]int), 0
	rows.eachRow(func(_ string, runs []countRun, l law) bool {
		i, seen := at[l]
		if !seen {
			i = len(m.Rows)
			at[l] = i
			m.Rows = append(m.Rows, MeasuredRows{Noise: Noise{Law: l}})
		}
		text := sayRuns(runs)
		letters += len(text) + 1
		m.Rows[i].Of = append(m.Rows[i].Of, text)
		return letters <= mostStated
	})
	if letters > mostStated {
		return Measured{LeftOut: fmt.Sprintf("they would take more than %d letters", mostStated)}
	}
	return m
}

// rowLister is a prepared mechanism whose rows can be stated. It calls yield with every row, until
// that returns false.
type rowLister interface {
	eachRow(yield yieldRow)
}

type yieldRow func(what string, of []countRun, l law) bool

// countRun says that a row counts each cell, or pair, from first to last so many times.
type countRun struct {
	first, last int
	times       int64
}

// sayRuns writes a row as MeasuredRows.Of has it.
func sayRuns(runs []countRun) string {
	var b strings.Builder
	for i, r := range runs {
		if i > 0 {
			b.WriteByte(' ')
		}
		if r.last > r.first {
			fmt.Fprintf(&b, "%d-%d=%d", r.first, r.last, r.times)
		} else {
			fmt.Fprintf(&b, "%d=%d", r.first, r.times)
		}
	}
	return b.String()
}

// countsOnce is a row that counts each cell from one to another once.
func countsOnce(first, last int) []countRun { return []countRun{{first, last, 1}} }

// runsOfRow returns the runs of a row that is given cell by cell.
func runsOfRow(of []int64) []countRun {
	var out []countRun
	for i, n := range of {
		switch last := len(out) - 1; {
		case n == 0:
		case last >= 0 && out[last].last == i-1 && out[last].times == n:
			out[last].last = i
		default:
			out = append(out, countRun{i, i, n})
		}
	}
	return out
}

// eachRow yields the known sums as rows without noise.
func (k knownSums) eachRow(yield yieldRow) {
	of := make([]int64, len(k.set))
	for s := range k.count {
		for cell, set := range k.set {
			of[cell] = 0
			if set == s {
				of[cell] = 1
			}
		}
		if !yield("known sum", runsOfRow(of), law{}) {
			return
		}
	}
}

// stopping wraps a yield so that a list of rows that was stopped stays so.
func stopping(yield yieldRow) yieldRow {
	more := true
	return func(what string, of []countRun, l law) bool {
		more = more && yield(what, of, l)
		return more
	}
}

func (q *preparedCells) asked() Problem        { return q.problem }
func (q *preparedAnswers) asked() Problem      { return q.problem }
func (q *preparedSums) asked() Problem         { return q.problem }
func (q *preparedLine) asked() Problem         { return q.problem }
func (q *preparedCombinations) asked() Problem { return q.problem }
func (q *preparedHaar) asked() Problem         { return q.problem }
func (q *preparedNested) asked() Problem       { return q.problem }
func (q *preparedWaves) asked() Problem        { return q.problem }
func (q *preparedProduct) asked() Problem      { return q.problem }
func (q *preparedMarginals) asked() Problem    { return q.problem }
func (q *preparedTree) asked() Problem         { return q.problem }
func (q *preparedEdges) asked() Problem        { return q.problem }
func (q *preparedGrid) asked() Problem         { return q.problem }

func (q *preparedCells) eachRow(yield yieldRow) {
	yield = stopping(yield)
	for cell, n := range q.cells.of {
		if n >= 0 && !yield("cell", countsOnce(cell, cell), q.lawOf(cell)) {
			return
		}
	}
	q.known.eachRow(yield)
}

func (q *preparedAnswers) eachRow(yield yieldRow) {
	of := make([]int64, q.op.Columns())
	for i := range q.op.Rows() {
		clear(of)
		q.op.Row(i, func(cell int, v int64) { of[cell] = v })
		l := law{Scale: q.scale}
		if q.exact[i] {
			l = law{}
		}
		if !yield("answer", runsOfRow(of), l) {
			return
		}
	}
}

// eachRow lists the rows of each kind from what their names say: a person adds their number less
// the centre to a total, and one to the people.
func (q *preparedSums) eachRow(yield yieldRow) {
	groups := q.sums.Groups
	for i, kind := range q.kinds {
		if !kind.measured {
			continue
		}
		rows := 1
		if i == groupTotals || i == groupPeople {
			rows = groups
		}
		for g := range rows {
			of := make([]int64, len(q.sums.Group))
			for cell, valued := range q.sums.Valued {
				if !valued || rows == groups && rows > 1 && q.sums.Group[cell] != g {
					continue
				}
				if of[cell] = 1; i == groupTotals || i == allTotal {
					of[cell] = q.sums.Weights[cell] - q.centre
				}
			}
			l := kind.law
			if kind.exact {
				l = law{}
			}
			if !yield(fmt.Sprint("kind ", i, " of group ", g), runsOfRow(of), l) {
				return
			}
		}
	}
}

func (q *preparedLine) eachRow(yield yieldRow) {
	yield = stopping(yield)
	for _, s := range q.segments {
		s.eachRow(len(q.of), yield)
	}
}

// eachRow lists a segment's rows over k cells by what their groups mean: prefix sums at
// block ends, the total, levels; then the total again when that is known.
func (s *segment) eachRow(k int, yield yieldRow) {
	switch {
	case s.strategy == nil && s.sets == nil:
		yield("single cell", countsOnce(s.lo, s.hi), s.groups[0].law)
		return
	case s.strategy == nil:
		yield("known single cell", countsOnce(s.lo, s.hi), law{})
		return
	}
	level := -1
	for g, group := range s.strategy.Groups() {
		if group.Kind == strategy.SoftBlock {
			level++
		}
		for i := range group.Rows {
			of := countsOnce(s.lo, s.hi)
			switch group.Kind {
			case strategy.Prefix:
				of[0].last = s.lo + (i+1)*s.strategy.(chained).Spec().Block - 1
			case strategy.Level:
				of[0].first = s.lo + i*group.Width
				of[0].last = min(of[0].first+group.Width-1, s.hi)
			case strategy.Filtered:
				of = runsOfRow(s.filteredRow(k, i))
			case strategy.Ramp, strategy.SoftBlock:
				of = runsOfRow(s.softRow(k, group.Kind, level, i))
			}
			if !yield(s.groups[g].what, of, s.groups[g].law) {
				return
			}
		}
	}
	if s.sets != nil {
		yield("known total", countsOnce(s.lo, s.hi), law{})
	}
}

// filteredRow returns row i of a stationary strategy over k cells: the taps, last first, times the
// cumulative counts that end after row i's.
func (s *segment) filteredRow(k, i int) []int64 {
	of := make([]int64, k)
	for t, tap := range s.strategy.(stationary).Spec().Taps {
		if end := i - t; end >= 0 && end < s.cells()-1 { // the count of the first end+1 cells
			for cell := range end + 1 {
				of[s.lo+cell] += tap
			}
		}
	}
	return of
}

// softRow is a sum of cumulative counts over a box, or the difference of two, person by person: one
// in a cell counts in every cumulative count of more cells before it.
func (s *segment) softRow(k int, kind strategy.Kind, level, i int) []int64 {
	of := make([]int64, k)
	add := func(b strategy.Box, sign int64) {
		for u := 0; u < b.Last && u < s.cells(); u++ {
			of[s.lo+u] += sign * int64(b.Last-max(u, b.First-1))
		}
	}
	spec := s.strategy.(soft).Spec()
	if kind == strategy.Ramp {
		add(spec.Ramps[i], 1)
		return of
	}
	add(spec.Blocks[level][i+1], 1)
	add(spec.Blocks[level][i], -1)
	return of
}

func (q *preparedCombinations) eachRow(yield yieldRow) {
	yield = stopping(yield)
	of := make([]int64, len(q.components.of))
	for i := range q.rows {
		clear(of)
		for j, cell := range q.cells {
			of[cell] = q.matrix[i*len(q.cells)+j]
		}
		if !yield("combination", runsOfRow(of), q.noise) {
			return
		}
	}
	for _, c := range q.totals {
		clear(of)
		for cell, at := range q.components.of {
			if at == c {
				of[cell] = 1
			}
		}
		yield("total of a component", runsOfRow(of), q.total)
	}
	q.known.eachRow(yield)
}

// eachRow lists the rows of halved columns: of each column the run whose halves are compared, or
// the whole, or one value.
func (q *preparedHaar) eachRow(yield yieldRow) {
	yield = stopping(yield)
	laws := make(map[string]law)
	for _, g := range q.groups {
		laws[fmt.Sprint(g.levels)] = g.law
	}
	for place := range len(q.cells.of) {
		of, levels := []int64{1}, make([]int, len(q.axes))
		for j, a := range q.axes {
			at := place
			for _, b := range q.axes[j+1:] {
				at /= b.cells()
			}
			at %= a.cells()
			column := make([]int64, a.cells())
			if _, halved := a.(haarAxis); halved {
				levels[j] = haarRow(column, at)
			} else {
				column[at] = 1
			}
			of = outer(of, column)
		}
		if !yield("row", runsOfRow(of), laws[fmt.Sprint(levels)]) {
			return
		}
	}
	q.known.eachRow(yield)
}

// haarRow writes the row at a place of a halved column of the given length, and returns its level. The
// rows are the sum, then the runs of two, of four and so on that have two halves.
func haarRow(column []int64, at int) int {
	if at == 0 {
		for v := range column {
			column[v] = 1
		}
		return 0
	}
	place := 1
	for level := 1; ; level++ {
		width := 1 << level
		for lo := 0; lo < len(column); lo += width {
			if lo+width/2 >= len(column) {
				continue
			}
			if place == at {
				for v := lo; v < min(lo+width, len(column)); v++ {
					column[v] = 1
					if v >= lo+width/2 {
						column[v] = -1
					}
				}
				return level
			}
			place++
		}
	}
}

// outer returns the products of each entry of one vector with each of another.
func outer(a, b []int64) []int64 {
	out := make([]int64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x*y)
		}
	}
	return out
}

// eachProduct yields the products of a row of each column, given how many rows a column has and what
// they are; it returns false when yield did.
func eachProduct(rows []int, row func(j, i int) []int64, yield func(of []int64) bool) bool {
	var walk func(j int, of []int64) bool
	walk = func(j int, of []int64) bool {
		if j == len(rows) {
			return yield(of)
		}
		for i := range rows[j] {
			if !walk(j+1, outer(of, row(j, i))) {
				return false
			}
		}
		return true
	}
	return walk(0, []int64{1})
}

// eachRow lists nested boxes: for each choice of widths the boxes that they cut the cells into, and
// those that stand out over them, which count nobody.
func (q *preparedNested) eachRow(yield yieldRow) {
	yield = stopping(yield)
	for _, g := range q.groups {
		rows := make([]int, len(g.levels))
		for j, l := range g.levels {
			rows[j] = q.axis(j).runs(l)
		}
		box := func(j, i int) []int64 {
			a := q.axis(j)
			column, width := make([]int64, a.size), a.widths[g.levels[j]]
			for v := i * width; v < min((i+1)*width, a.size); v++ {
				column[v] = 1
			}
			return column
		}
		if !eachProduct(rows, box, func(of []int64) bool { return yield(g.what, runsOfRow(of), g.law) }) {
			return
		}
	}
	q.known.eachRow(yield)
}

// eachRow lists waves: the products of one row of each column.
func (q *preparedWaves) eachRow(yield yieldRow) {
	yield = stopping(yield)
	place, rows := 0, make([]int, len(q.axes))
	for j, a := range q.axes {
		rows[j] = a.size
	}
	wave := func(j, i int) []int64 { return q.axes[j].rows[i] }
	if eachProduct(rows, wave, func(of []int64) bool {
		place++
		return yield("wave", runsOfRow(of), q.groups[q.law[place-1]].law)
	}) {
		q.known.eachRow(yield)
	}
}

// eachRow lists products of columns: of every group the products of one row of each column, its own
// combinations or the sum of all values.
func (q *preparedProduct) eachRow(yield yieldRow) {
	yield = stopping(yield)
	for _, g := range q.groups {
		rows := make([]int, len(q.factors))
		for j, f := range q.factors {
			if rows[j] = 1; g.levels[j] == 0 {
				rows[j] = f.rows
			}
		}
		factor := func(j, i int) []int64 {
			f := q.factors[j]
			if g.levels[j] == 0 {
				return f.matrix[i*f.size : (i+1)*f.size]
			}
			return slices.Repeat([]int64{1}, f.size)
		}
		if !eachProduct(rows, factor, func(of []int64) bool { return yield(g.what, runsOfRow(of), g.law) }) {
			return
		}
	}
	q.known.eachRow(yield)
}

// eachRow lists the tables over some of the columns, count by count.
func (q *preparedMarginals) eachRow(yield yieldRow) {
	yield = stopping(yield)
	attrs := q.problem.Workload.Domain().Attributes()
	for g, s := range q.sets {
		rows := make([]int, len(attrs))
		for j, a := range attrs {
			if rows[j] = 1; s.has(j) {
				rows[j] = a.Size()
			}
		}
		value := func(j, i int) []int64 {
			if !s.has(j) {
				return slices.Repeat([]int64{1}, attrs[j].Size())
			}
			column := make([]int64, attrs[j].Size())
			column[i] = 1
			return column
		}
		if !eachProduct(rows, value, func(of []int64) bool { return yield(q.groups[g].what, runsOfRow(of), q.groups[g].law) }) {
			return
		}
	}
	q.known.eachRow(yield)
}

// eachRow lists what is linear: noise of one size on every coordinate.
func (q *preparedTree) eachRow(yield yieldRow) {
	yield = stopping(yield)
	n := q.noisy.(subtreeNoise)
	k := q.forest.Cells()
	below := make([][]countRun, k)
	for v := range k {
		for w := v; w >= 0 && q.forest.Parent(v) != tree.None; w = q.forest.Parent(w) {
			if last := len(below[w]) - 1; last >= 0 && below[w][last].last == v-1 {
				below[w][last].last = v
			} else {
				below[w] = append(below[w], countRun{v, v, 1})
			}
		}
	}
	for u := range k {
		switch {
		case q.forest.HasCoordinate(u):
			yield("below a cell", below[u], law{Scale: n.scale})
		case q.forest.Parent(u) == tree.Root:
			yield("the tree of a cell", below[u], law{})
		}
	}
	q.known.eachRow(yield)
}

// pairs are the edges that people are moved along.
func (q *preparedEdges) pairs() [][2]int {
	out := [][2]int{}
	q.each(func(u, v, _ int) { out = append(out, [2]int{u, v}) })
	return out
}

func (q *preparedEdges) eachRow(yield yieldRow) {
	yield = stopping(yield)
	i := 0
	q.each(func(_, _, kind int) {
		yield("pair", countsOnce(i, i), q.kinds[kind].law)
		i++
	})
	q.known.eachRow(yield)
}

// pairs are the steps of the grid.
func (q *preparedGrid) pairs() [][2]int {
	var out [][2]int
	_ = q.eachDraw(func(line *gridLine, ends func(int) (from, to int)) error {
		for pair := range line.pairs {
			from, to := ends(pair)
			out = append(out, [2]int{from, to})
		}
		return nil
	})
	return out
}

// eachRow lists the draws of every line of steps: each by itself, or the rows of the line's strategy.
func (q *preparedGrid) eachRow(yield yieldRow) {
	yield = stopping(yield)
	first := 0
	_ = q.eachDraw(func(line *gridLine, _ func(int) (from, to int)) error {
		if line.strategy == nil {
			for pair := range line.pairs {
				yield("pair", countsOnce(first+pair, first+pair), law{Scale: line.scale})
			}
		} else {
			line.eachRow(first, yield)
		}
		first += line.pairs
		return nil
	})
	q.known.eachRow(yield)
}

// eachRow lists the rows of a line's strategy by what they make of one person in each pair.
func (line *gridLine) eachRow(first int, yield yieldRow) {
	rows := make([][]countRun, line.strategy.Rows())
	one, put := make([]int64, line.pairs), make([]int64, line.strategy.Rows())
	for pair := range line.pairs {
		clear(put)
		one[pair] = 1
		if err := line.strategy.MeasureInto(put, one); err != nil {
			panic("mechanism: a line that was designed: " + err.Error())
		}
		one[pair] = 0
		for i, n := range put {
			if n != 0 {
				rows[i] = append(rows[i], countRun{first + pair, first + pair, n})
			}
		}
	}
	i := 0
	for g, group := range line.strategy.Groups() {
		for range group.Rows {
			if !yield(line.groups[g].what, rows[i], line.groups[g].law) {
				return
			}
			i++
		}
	}
}
