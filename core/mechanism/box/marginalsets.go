package box

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"steward/core/guide"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/workload"
)

// Bounds on tables: how many columns they are over, with cells over all of them and without; how many sets of columns are measured, and of how
// many columns one that is asked for has at most.
const (
	maxMarginalColumns = 24
	maxManyColumns     = 1000
	maxSets            = 1 << 13
	maxSetColumns      = 9
)

// tableSet is a set of columns.
type tableSet struct {
	columns []int // rising
	cells   int
	one     int64   // the squared change of its contrasts when a person comes or leaves
	part    float64 // the squared length of one of its cells along the columns of the set alone
	within  []int   // the sets within it that something is known of, itself last
	from    int     // the table that it is counted in, -1 where none has its columns
}

// countedTable is a table in which people are counted.
type countedTable struct {
	columns []int // of all columns, in its own order
	first   int   // its first cell among those of all such tables
	cells   int
}

// tableQuestion is one of the questions.
type tableQuestion struct {
	problem mechanism.Problem // its own, by which it is tidied
	known   mechanism.KnownSums
	columns []int // of all columns, its own in their order
	answers []tableAnswer
	parts   []int   // the sets that its answers are about, and those within these
	weighed float64 // by what its error is divided when it is weighed against others
	most    float64 // of counts of runs, about what that comes to by themselves
}

// tableAnswer is what an answer counts: people with some values of a set of columns or, where it has a run, with so many values of one column.
type tableAnswer struct{ set, run int32 }

// tableSets is questions for tables with a set of columns for each way to add one up over some of its columns. What people are counted in is
// one table over all columns or, where these have too many combinations (workload.Apart), one for each question.
type tableSets struct {
	sizes     []int
	sets      []tableSet
	at        map[string]int
	apart     bool
	counted   []countedTable
	questions []tableQuestion
}

// IsTable reports whether a workload asks for counts over some columns by value only.
func IsTable(w *workload.Workload) bool {
	return w.Domain().AllPossible() && !slices.ContainsFunc(partsOf(w), func(part *workload.Workload) bool {
		_, ok := entriesOf(part.Operator(), part.Domain().Sizes())
		return !ok
	})
}

// Tabulated reports whether a workload asks for nothing but what tables tell: counts over some columns by value, and of runs of the values of one
// column, such as cumulative counts.
func Tabulated(w *workload.Workload) bool {
	return w.Domain().AllPossible() && !slices.ContainsFunc(partsOf(w), func(part *workload.Workload) bool {
		_, runs := runsOf(part)
		return !runs && !IsTable(part)
	})
}

// partsOf returns the questions of a workload.
func partsOf(w *workload.Workload) []*workload.Workload {
	if parts := w.Parts(); parts != nil {
		return parts
	}
	return []*workload.Workload{w}
}

// entriesOf returns what tells which value of each column an answer counts, -1 where it adds them up; false where answers count otherwise. A
// column of one value is the same by value and added up.
func entriesOf(op linop.Operator, sizes []int) (func(dst []int, answer int), bool) {
	var entry func(answer, column int) int
	switch op := op.(type) {
	case linop.Selection:
		entry = func(answer, column int) int {
			at := op.Cell(answer)
			for _, n := range sizes[column+1:] {
				at /= n
			}
			return at % sizes[column]
		}
	case linop.Crosstab:
		entry = op.Entry
	default:
		return nil, false
	}
	return func(dst []int, answer int) {
		for j, n := range sizes {
			if dst[j] = -1; n > 1 {
				dst[j] = entry(answer, j)
			}
		}
	}, true
}

// tableSetsOf returns the tables that a problem asks for, and why there are none.
func tableSetsOf(p mechanism.Problem) (*tableSets, mechanism.Fit) {
	w, apart := p.Workload, p.Workload.Tables() != nil
	d, most := w.Domain(), maxMarginalColumns
	if apart {
		most = maxManyColumns
	}
	if n := len(d.Attributes()); n == 1 || n > most {
		return nil, mechanism.Unfit(guide.Questions, "it is for tables over two to %d columns", most)
	}
	if !d.AllPossible() {
		return nil, mechanism.Unfit(guide.Columns, "some combinations were declared impossible: use another method")
	}
	other := mechanism.Unfit(guide.Questions, "it is for tables over some of the columns, and not too many: this question asks for something else")
	if !Tabulated(w) {
		return nil, other
	}
	m := &tableSets{sizes: d.Sizes(), at: make(map[string]int), apart: apart}
	if !apart {
		all := countedTable{columns: make([]int, len(m.sizes)), cells: w.Operator().Columns()}
		for j := range all.columns {
			all.columns[j] = j
		}
		m.counted = append(m.counted, all)
	}
	for _, part := range partsOf(w) {
		q, err := m.question(p, part)
		if err != nil {
			return nil, mechanism.Unfit(guide.Questions, "%s", err)
		}
		if apart {
			m.count(q.columns)
		}
		if runs, ok := runsOf(part); ok {
			m.askRuns(&q, runs)
		} else if !m.ask(&q, part.Operator()) {
			return nil, other
		}
		m.questions = append(m.questions, q)
	}
	return m, mechanism.Fit{}
}

// count adds a table in which people are counted.
func (m *tableSets) count(columns []int) {
	t := countedTable{columns: columns, cells: 1}
	for _, j := range columns {
		t.cells *= m.sizes[j]
	}
	if n := len(m.counted); n > 0 {
		t.first = m.counted[n-1].first + m.counted[n-1].cells
	}
	m.counted = append(m.counted, t)
}

// question makes the problem of a question alone.
func (m *tableSets) question(p mechanism.Problem, w *workload.Workload) (q tableQuestion, err error) {
	q.problem = p
	for _, a := range w.Domain().Attributes() {
		j, _ := p.Workload.Domain().Position(a.Name())
		q.columns = append(q.columns, j)
	}
	if q.problem.Workload, q.problem.Shares = w, nil; w != p.Workload {
		if q.problem.Policy, err = p.Policy.Project(w.Question().Columns); err != nil {
			return q, err
		}
	}
	cells, err := q.problem.Components()
	q.known = q.problem.Known(cells)
	return q, err
}

// ask notes which sets a question is about; false where they are too many, or of too many columns.
func (m *tableSets) ask(q *tableQuestion, op linop.Operator) bool {
	sizes := q.problem.Workload.Domain().Sizes()
	entries, _ := entriesOf(op, sizes)
	of := make([]int, len(sizes))
	for i := range op.Rows() {
		if _, alike := op.(linop.Selection); alike && i > 0 {
			q.answers = append(q.answers, q.answers[0])
			continue
		}
		var by []int
		entries(of, i)
		for j, v := range of {
			if v >= 0 {
				by = append(by, q.columns[j])
			}
		}
		if len(by) > maxSetColumns {
			return false
		}
		slices.Sort(by)
		m.noteAnswer(q, by, 0)
	}
	return m.noted(q)
}

// noteAnswer notes an answer about a set of columns.
func (m *tableSets) noteAnswer(q *tableQuestion, by []int, run int) {
	at, seen := m.at[keyOf(by)]
	if !seen {
		at = m.add(by, true)
	}
	if q.answers = append(q.answers, tableAnswer{int32(at), int32(run)}); !slices.Contains(q.parts, at) {
		q.parts = append(q.parts, m.sets[at].within...)
	}
}

// noted ends what a question is about, and has its sets counted in its table where no smaller one has them; false where they are too many.
func (m *tableSets) noted(q *tableQuestion) bool {
	slices.Sort(q.parts)
	q.parts = slices.Compact(q.parts)
	n := len(m.counted) - 1
	for _, at := range q.parts {
		if from := m.sets[at].from; from < 0 || m.counted[from].cells > m.counted[n].cells {
			m.sets[at].from = n
		}
	}
	return len(m.sets) <= maxSets
}

// keyOf tells a set of columns from others.
func keyOf(columns []int) string {
	var key strings.Builder
	for _, j := range columns {
		key.WriteRune(rune(j))
	}
	return key.String()
}

// add returns the number of a set of rising columns, which it adds where it is new, with all sets within it or with those that are there.
func (m *tableSets) add(columns []int, all bool) int {
	if at, seen := m.at[keyOf(columns)]; seen {
		return at
	}
	s := tableSet{columns: columns, cells: 1, one: 1, part: 1, from: -1}
	for _, j := range columns {
		n := m.sizes[j]
		s.cells, s.one, s.part = s.cells*n, s.one*int64(n)*int64(n-1), s.part*(1-1/float64(n))
	}
	for some := range 1<<len(columns) - 1 {
		var less []int
		for i, j := range columns {
			if some>>i&1 == 1 {
				less = append(less, j)
			}
		}
		at, there := m.at[keyOf(less)]
		if !there && all {
			at, there = m.add(less, true), true
		}
		if there {
			s.within = append(s.within, at)
		}
	}
	at := len(m.sets)
	s.within = append(s.within, at)
	m.at[keyOf(columns)], m.sets = at, append(m.sets, s)
	return at
}

// Bounds on larger tables: of how many that are asked for two are put together again and again, and how many numbers they have at most, and, where
// they are counted for this, all together.
const (
	maxCovered     = 64
	maxCoverCells  = 1 << 20
	maxCoversCells = 1 << 22
)

// covers returns lists of sets of columns that hold all those wanted: the largest of these, and such as are put together from them with tables of at
// most so many numbers, for more and more of them; those put together two at a time, and those by blocks of columns.
func (m *tableSets) covers(wanted []int) (two, blocks [][][]int) {
	inside := make(map[int]bool)
	for _, at := range wanted {
		own := m.sets[at].within
		for _, t := range own[:len(own)-1] {
			inside[t] = true
		}
	}
	var largest [][]int
	bit, columns := make(map[int]int), []int(nil)
	most, wide := 1, 1
	for _, at := range wanted {
		if s := m.sets[at]; !inside[at] {
			largest = append(largest, s.columns)
			most, wide = max(most, s.cells), max(wide, len(s.columns))
			for _, j := range s.columns {
				if _, seen := bit[j]; !seen {
					bit[j], columns = len(columns), append(columns, j)
				}
			}
		}
	}
	two, blocks = [][][]int{largest}, [][][]int{largest}
	add := func(out *[][][]int, list [][]int) {
		if !slices.EqualFunc(list, (*out)[len(*out)-1], slices.Equal) {
			*out = append(*out, list)
		}
	}
	for ; most <= maxCoverCells; most *= 4 {
		if len(largest) <= maxCovered && len(columns) <= 64 && len(two[len(two)-1]) > 1 {
			add(&two, m.putTogether(largest, columns, bit, most))
		}
		add(&blocks, m.byBlocks(largest, columns, math.Pow(float64(most), 1/float64(wide))))
	}
	return two, blocks
}

// byBlocks returns, for columns in blocks of at most so many combinations, the blocks that each set has a column of.
func (m *tableSets) byBlocks(original [][]int, columns []int, most float64) [][]int {
	order := slices.Clone(columns)
	slices.SortStableFunc(order, func(a, b int) int { return m.sizes[a] - m.sizes[b] })
	block, blocks, cells := make(map[int]int), [][]int(nil), math.Inf(1)
	for _, j := range order {
		if n := float64(m.sizes[j]); cells*n > most {
			blocks, cells = append(blocks, nil), n
		} else {
			cells *= n
		}
		block[j], blocks[len(blocks)-1] = len(blocks)-1, append(blocks[len(blocks)-1], j)
	}
	seen := make(map[string]bool)
	var out [][]int
	for _, s := range original {
		var all []int
		for _, j := range s {
			if b := blocks[block[j]]; !slices.Contains(all, b[0]) {
				all = append(all, b...)
			}
		}
		slices.Sort(all)
		if key := keyOf(all); !seen[key] {
			seen[key], out = true, append(out, all)
		}
	}
	return out
}

// putTogether puts two sets in one, again and again, as long as its table has at most so many numbers: each time the two that hold the most of the
// original sets together, of these with the fewest numbers.
func (m *tableSets) putTogether(original [][]int, columns []int, bit map[int]int, most int) [][]int {
	var sets, first []uint64
	for _, s := range original {
		set := uint64(0)
		for _, j := range s {
			set |= 1 << bit[j]
		}
		first = append(first, set)
	}
	sets = slices.Clone(first)
	for {
		best, held, cells := uint64(0), 0, 0
		for i, a := range sets {
			for _, b := range sets[:i] {
				u, n := a|b, 1
				for rest := u; rest != 0 && n <= most; rest &= rest - 1 {
					n *= m.sizes[columns[bits.TrailingZeros64(rest)]]
				}
				if n > most {
					continue
				}
				count := 0
				for _, s := range first {
					if s&^u == 0 {
						count++
					}
				}
				if count > held || count == held && n < cells {
					best, held, cells = u, count, n
				}
			}
		}
		if held == 0 {
			break
		}
		sets = append(slices.DeleteFunc(sets, func(s uint64) bool { return s&^best == 0 }), best)
	}
	var out [][]int
	for _, s := range sets {
		var of []int
		for ; s != 0; s &= s - 1 {
			of = append(of, columns[bits.TrailingZeros64(s)])
		}
		slices.Sort(of)
		out = append(out, of)
	}
	return out
}
