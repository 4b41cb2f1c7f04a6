package box

import (
	"context"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/workload"
)

// Tables over columns that have too many combinations together are answered from their own counts, one table after another
// (workload.Apart): no cell of all columns is ever made. What is measured is what it is for few columns, tables or contrasts over sets of
// columns. A set is counted in one of the tables that have its columns, its noise is drawn once, and every table over these
// columns and more shares it (docs/mathematics.md, section "Tables over some of the columns").

// Bounds on many tables: how many columns they are over, of how many a table is at most, how many sets of columns are measured, and of
// how many combinations each, by which a count is multiplied at most.
const (
	maxManyColumns = 1000
	maxManySets    = 1 << 13
	maxManyCells   = 1 << 20
)

// tableSet is a set of columns.
type tableSet struct {
	columns []int // rising
	cells   int
	one     int64   // the squared change of its contrasts when a person comes or leaves
	part    float64 // the squared length of one of its cells along the columns of the set alone
	from    int     // the table that it is counted in
}

// tableQuestion is one of the tables.
type tableQuestion struct {
	ownTable
	columns []int             // of all columns, those of the table, in its own order
	answers []columnSet       // by answer, over which of its columns it counts by value
	places  map[columnSet]int // by columns of the table, their set among all
	wide    columnSet         // all of its columns with more than one value
}

// manyTables is tables with a set of columns for each way to add one up over some of its columns.
type manyTables struct {
	sizes     []int
	sets      []tableSet
	questions []tableQuestion
}

// manyTablesOf returns the tables of a problem, and why there are none.
func manyTablesOf(p mechanism.Problem) (*manyTables, mechanism.Fit) {
	d := p.Workload.Domain()
	if n := len(d.Attributes()); n > maxManyColumns {
		return nil, mechanism.Unfit(guide.Questions, "it is for tables over two to %d columns", maxManyColumns)
	}
	if !d.AllPossible() {
		return nil, mechanism.Unfit(guide.Columns, "some combinations were declared impossible: use another method")
	}
	m := &manyTables{sizes: d.Sizes()}
	at := make(map[string]int)
	for _, w := range p.Workload.Parts() {
		q := tableQuestion{places: make(map[columnSet]int)}
		columns := w.Domain().Sizes()
		rows, ok := SetOfRows(w.Operator(), len(columns))
		for j, n := range columns {
			k, _ := d.Position(w.Domain().Attributes()[j].Name())
			q.columns = append(q.columns, k)
			if n > 1 { // a column of one value is the same by value and added up
				q.wide |= 1 << j
			}
		}
		for _, s := range rows {
			q.answers = append(q.answers, s&q.wide)
		}
		if !ok || bits.OnesCount32(uint32(q.wide)) > maxSetColumns || q.wide.Cells(columns) > maxManyCells {
			return nil, mechanism.Unfit(guide.Questions, "it is for tables over some of the columns, and not too many: this question asks for something else")
		}
		cells := 1
		for _, n := range columns {
			cells *= n
		}
		n := len(m.questions)
		q.wide.eachSubset(func(s columnSet) {
			t := tableSet{cells: 1, one: 1, part: 1, from: n}
			for _, j := range s.columns() {
				t.columns = append(t.columns, q.columns[j])
			}
			slices.Sort(t.columns)
			var key strings.Builder
			for _, j := range t.columns {
				key.WriteRune(rune(j))
				size := m.sizes[j]
				t.cells, t.one, t.part = t.cells*size, t.one*int64(size)*int64(size-1), t.part*(1-1/float64(size))
			}
			i, seen := at[key.String()]
			if !seen {
				i = len(m.sets)
				at[key.String()], m.sets = i, append(m.sets, t)
			} else if own := m.questions; m.sets[i].from < n && own[m.sets[i].from].size() > cells {
				m.sets[i].from = n
			}
			q.places[s] = i
		})
		m.questions = append(m.questions, q)
		if len(m.sets) > maxManySets {
			return nil, mechanism.Unfit(guide.Questions, "it is for tables over some of the columns, and not too many: this question asks for something else")
		}
		q.ownTable.problem = p
		if err := m.own(&m.questions[n], p, w); err != nil {
			return nil, mechanism.Unfit(guide.Questions, "%s", err)
		}
	}
	return m, mechanism.Fit{}
}

// own makes the problem of a table alone, by which it is tidied.
func (m *manyTables) own(q *tableQuestion, p mechanism.Problem, w *workload.Workload) (err error) {
	q.problem = p
	q.problem.Workload, q.problem.Shares = w, nil
	if q.problem.Policy, err = p.Policy.Project(w.Question().Columns); err != nil {
		return err
	}
	if q.cells, err = q.problem.Components(); err != nil {
		return err
	}
	q.known = q.problem.Known(q.cells)
	return nil
}

// size returns the number of cells of a table.
func (q *tableQuestion) size() int { return q.problem.Workload.Operator().Columns() }

// need returns how much what differs along each set of columns only counts in the error, as preparedMarginals.needed does: by squared
// lengths among the counts over the set.
func (m *manyTables) need(shares []float64) []float64 {
	out := make([]float64, len(m.sets))
	for n, q := range m.questions {
		weight := shares[n] * shares[n] / float64(len(q.answers))
		counts := countSets(q.answers)
		for _, s := range sortedKeys(counts) { // so that sums come out the same every time
			s.eachSubset(func(t columnSet) {
				at := q.places[t]
				out[at] += weight * float64(counts[s]) * m.sets[at].part * mechanism.Square(1/m.spread(q, s, t))
			})
		}
	}
	return out
}

// spread returns over how many counts of the columns in s a count of those in t goes.
func (m *manyTables) spread(q tableQuestion, s, t columnSet) float64 {
	return float64(m.sets[q.places[s]].cells / m.sets[q.places[t]].cells)
}

// preparedTables is many tables, each set of columns with its noise.
type preparedTables struct {
	mechanism.Task
	*manyTables
	family    noise.Family
	contrasts bool
	total     bool // whether the number of people is published exactly
	measured  []int
	groups    []ProductGroup // of the sets that are measured
	// unit is by set the variance of what differs along its columns only, per unit of squared length among the counts over it.
	unit []float64
	// told is by set what tells what differs along its columns only: which of the measured ones, with which weights.
	told     [][]toldBy
	estimate accuracy.Estimate
	gap      float64
}

// toldBy is one of several things that tell the same.
type toldBy struct {
	measured int
	weight   float64
}

// Gap is by which factor the error may be above the least there is with noise on what is measured.
func (q *preparedTables) Gap() float64 { return q.gap }

// prepareTables chooses the noise of many tables.
func prepareTables(ctx context.Context, info mechanism.Info, p mechanism.Problem, f noise.Family) (mechanism.Prepared, error) {
	m, _ := manyTablesOf(p)
	q := &preparedTables{Task: mechanism.Task{By: info, Problem: p}, manyTables: m, family: f, contrasts: f.Squares()}
	_, q.total = p.Facts.Total()
	q.total = q.total || q.disclosed()
	shares := make([]float64, len(m.questions))
	for n := range shares {
		if shares[n] = 1; p.Shares != nil {
			shares[n] = p.Shares[n].Float()
		}
	}
	for i, s := range m.sets {
		if len(s.columns) > 0 || !q.total {
			q.measured = append(q.measured, i)
		}
	}
	if q.contrasts {
		return q.fair(ctx, shares)
	}
	if err := q.designTables(ctx, m.need(shares)); err != nil {
		return nil, err
	}
	q.estimate = q.expected()
	return q, ctx.Err()
}

// fairRounds is how often questions that err more than by themselves are weighed more.
const fairRounds = 6

// fair chooses the noise of contrasts so that no question has more error than with its own share, where that is found: questions that have
// are weighed more.
func (q *preparedTables) fair(ctx context.Context, shares []float64) (mechanism.Prepared, error) {
	weights, all := slices.Clone(shares), 0.0
	for _, s := range shares {
		all += s * s
	}
	alone := make([]float64, len(shares))
	for n, s := range shares {
		alone[n] = q.alone(n) * all / (s * s)
	}
	var best *preparedTables
	least := math.Inf(1)
	for range fairRounds {
		now := *q
		if err := now.designContrasts(ctx, q.need(weights)); err != nil {
			return nil, err
		}
		now.estimate = now.expected()
		r := q.Problem.Effective().Float()
		worst, first := 0.0, 0
		for n, own := range q.questions {
			sum := 0.0
			for _, a := range now.estimate.Answers[first : first+len(own.answers)] {
				sum += a.Variance
			}
			first += len(own.answers)
			if ratio := sum / float64(len(own.answers)) * r * r / alone[n]; alone[n] > 0 {
				worst = max(worst, ratio)
				if ratio > 0.99 {
					weights[n] *= 1.02 * ratio
				}
			}
		}
		if worst < least {
			best, least = &now, worst
		}
		if worst <= 1 {
			break
		}
	}
	return best, ctx.Err()
}

// alone returns the mean squared error of one question by itself at an r of one.
func (q *preparedTables) alone(question int) float64 {
	m := manyTables{sizes: q.sizes, sets: q.sets, questions: q.questions[question : question+1]}
	need, own := m.need([]float64{1}), q.questions[question]
	changes := manyChangesOf(q.Problem.Policy)
	may := changes.any(len(q.sizes))
	var sets []tableSet
	var costs []float64
	error := 0.0
	for _, s := range sortedKeys(own.places) {
		at := own.places[s]
		set := q.sets[at]
		cost := need[at] * set.part
		switch moved := slices.ContainsFunc(set.columns, func(j int) bool { return may[j] }); {
		case len(set.columns) == 0 && q.total || !moved && !changes.presence && q.disclosed():
		case !moved && !changes.presence:
			error += cost
		default:
			sets, costs = append(sets, set), append(costs, cost)
		}
	}
	l := newManyLoads(sets, q.sizes)
	var classes [][]float64
	if changes.presence {
		classes = append(classes, slices.Repeat([]float64{1}, len(sets)))
	}
	own.wide.eachSubset(func(s columnSet) {
		change := make([]bool, len(q.sizes))
		allowed := bits.OnesCount32(uint32(s)) <= changes.together
		for _, j := range s.columns() {
			change[own.columns[j]] = true
			allowed = allowed && may[own.columns[j]]
		}
		if allowed && s != 0 {
			classes = append(classes, l.along(l.signs(change)))
		}
	})
	return error + optimum.Scale(optimum.WithGaussian, costs, classes, contrastGap, 400).Error
}

// disclosed reports whether what no edge changes is published exactly.
func (q *preparedTables) disclosed() bool { return q.Problem.Disclose && !q.Problem.Policy.Presence() }

// name says what is measured of a set.
func (q *preparedTables) name(s tableSet) message.Text {
	if len(s.columns) == 0 {
		return message.Sprintf("total")
	}
	var names []string
	for _, j := range s.columns {
		names = append(names, string(q.Problem.Workload.Domain().Attributes()[j].Name()))
	}
	if q.contrasts {
		return message.Sprintf("contrasts over %s", strings.Join(names, ", "))
	}
	return message.Sprintf("table over %s", strings.Join(names, ", "))
}

// expected returns the errors, the same for all answers of a table over the same columns.
func (q *preparedTables) expected() accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed}
	for _, own := range q.questions {
		known := make(map[columnSet]accuracy.Answer)
		for _, s := range own.answers {
			a, seen := known[s]
			if !seen {
				s.eachSubset(func(t columnSet) {
					at := own.places[t]
					a.Variance += q.unit[at] * q.sets[at].part * mechanism.Square(1/q.spread(own, s, t))
				})
				a.HalfWidth = mechanism.HalfWidthUnder(q.family, a.Variance)
				known[s] = a
			}
			e.Answers = append(e.Answers, a)
		}
	}
	return e
}

func (q *preparedTables) Noise() []mechanism.Noise {
	out := make([]mechanism.Noise, len(q.groups))
	for g := range q.groups {
		out[g] = NoiseOf(q.groups[g : g+1])[0]
	}
	return out
}

// NoiseIn returns the noise that the answers to one of the questions are made of.
func (q *preparedTables) NoiseIn(question int) []mechanism.Noise {
	in := make(map[int]bool)
	for _, at := range q.questions[question].places {
		for _, by := range q.told[at] {
			in[by.measured] = true
		}
	}
	var out []mechanism.Noise
	for _, g := range slices.Sorted(maps.Keys(in)) {
		out = append(out, NoiseOf(q.groups[g : g+1])[0])
	}
	return out
}

func (q *preparedTables) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedTables) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := make([][]int64, len(q.measured))
	for g, i := range q.measured {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		rows[g] = q.measure(i, counts)
		q.groups[g].Law.Add(src, rows[g], rows[g])
	}
	sums := make([][]int64, len(q.questions))
	for n, table := range counts.Each() {
		sums[n] = q.questions[n].known.Values(table)
	}
	people := int64(0)
	if q.total {
		people = counts.Total()
	}
	return q.answer(ctx, rows, sums, people)
}

// measure returns the exact table over a set of columns, or its contrasts, from the table that it is counted in.
func (q *preparedTables) measure(set int, counts *histogram.Vector) []int64 {
	s := q.sets[set]
	out := make([]int64, s.cells)
	own, table := &q.questions[s.from], counts.Each()[s.from]
	place := q.placing(own, s)
	for cell, n := range table.Counts() {
		if n != 0 {
			out[place(cell)] += n
		}
	}
	if q.contrasts {
		q.eachLine(s, func(at, step, n int) {
			sum := int64(0)
			for v := range n {
				sum += out[at+v*step]
			}
			for v := range n {
				out[at+v*step] = int64(n)*out[at+v*step] - sum
			}
		})
	}
	return out
}

// placing returns what tells the place of a cell of a table among the counts over a set of its columns.
func (q *preparedTables) placing(own *tableQuestion, s tableSet) func(cell int) int {
	d, strides, positions := own.problem.Workload.Domain(), []int(nil), []int(nil)
	stride := s.cells
	for _, j := range s.columns {
		stride /= q.sizes[j]
		strides, positions = append(strides, stride), append(positions, slices.Index(own.columns, j))
	}
	return func(cell int) int {
		at := 0
		for i, j := range positions {
			at += strides[i] * d.Value(cell, j)
		}
		return at
	}
}

// eachLine calls do for every line of the counts over a set along each of its columns, one column after another: where the line begins,
// how far its counts are apart, and how many they are.
func (q *preparedTables) eachLine(s tableSet, do func(at, step, n int)) {
	after := 1
	for i := len(s.columns) - 1; i >= 0; i-- {
		n := q.sizes[s.columns[i]]
		for first := range s.cells / n {
			do(first/after*after*n+first%after, after, n)
		}
		after *= n
	}
}

// centre takes the means along each of its columns off the counts over a set.
func (q *preparedTables) centre(s tableSet, x []float64) {
	q.eachLine(s, func(at, step, n int) {
		mean := 0.0
		for v := range n {
			mean += x[at+v*step] / float64(n)
		}
		for v := range n {
			x[at+v*step] -= mean
		}
	})
}

// answer answers all questions from what was measured, their known sums, and the number of people where that is published.
func (q *preparedTables) answer(ctx context.Context, rows [][]int64, sums [][]int64, people int64) (mechanism.Answers, error) {
	parts := make([][]float64, len(q.sets))
	for i, s := range q.sets {
		if len(s.columns) == 0 && q.total {
			parts[i] = []float64{float64(people)}
			continue
		}
		x := make([]float64, s.cells)
		for _, by := range q.told[i] {
			q.addUp(x, s, q.sets[q.measured[by.measured]], rows[by.measured], by.weight)
		}
		q.centre(s, x)
		parts[i] = x
	}
	var out mechanism.Answers
	for n := range q.questions {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		own := &q.questions[n]
		x := make([]float64, own.size())
		own.wide.eachSubset(func(t columnSet) {
			s := q.sets[own.places[t]]
			place, part, over := q.placing(own, s), parts[own.places[t]], q.spread(*own, own.wide, t)
			for cell := range x {
				x[cell] += part[place(cell)] / over
			}
		})
		a, err := mechanism.AnswersOf(own.problem, own.known, x, sums[n])
		if err != nil {
			return mechanism.Answers{}, err
		}
		out.Append(a)
	}
	return out, nil
}

// addUp adds what was measured of a set, so many times, to the counts over columns within it.
func (q *preparedTables) addUp(x []float64, s, of tableSet, y []int64, weight float64) {
	if len(s.columns) == len(of.columns) {
		for i, v := range y {
			x[i] += weight * float64(v)
		}
		return
	}
	for i, v := range y {
		at, rest, stride := 0, i, 1
		for k := len(of.columns) - 1; k >= 0; k-- {
			n := q.sizes[of.columns[k]]
			if _, in := slices.BinarySearch(s.columns, of.columns[k]); in {
				at, stride = at+rest%n*stride, stride*n
			}
			rest /= n
		}
		x[at] += weight * float64(v)
	}
}

// Combined returns the error of a sum of answers, of whichever tables.
func (q *preparedTables) Combined(terms []mechanism.Term) mechanism.Combined {
	length := make(map[int][]float64)
	var order []int
	next, first := 0, 0
	for n := range q.questions {
		own := &q.questions[n]
		for ; next < len(terms) && terms[next].Answer < first+len(own.answers); next++ {
			answer := terms[next].Answer - first
			s := own.answers[answer]
			cell := -1
			own.problem.Workload.Operator().Row(answer, func(column int, _ int64) {
				if cell < 0 {
					cell = column // all cells of an answer have the same values in its columns
				}
			})
			s.eachSubset(func(t columnSet) {
				at := own.places[t]
				if length[at] == nil {
					length[at], order = make([]float64, q.sets[at].cells), append(order, at)
				}
				length[at][q.placing(own, q.sets[at])(cell)] += terms[next].Weight / q.spread(*own, s, t)
			})
		}
		first += len(own.answers)
	}
	out := mechanism.Combined{Weight: mechanism.WeightOf(terms), Family: q.family}
	for _, at := range order {
		v := length[at]
		largest := 0.0
		for _, x := range v {
			largest = max(largest, math.Abs(x))
		}
		q.centre(q.sets[at], v)
		for _, x := range v {
			if math.Abs(x) > mechanism.Rounding*largest*float64(len(v)) {
				out.Variance += q.unit[at] * x * x
			}
		}
	}
	return out
}

// EachRow lists what is measured, count by count, over the cells of the tables.
func (q *preparedTables) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	op := q.Problem.Workload.Operator()
	of := make([]int64, op.Columns())
	list := func(s tableSet, value func(place, row int) int64, l noise.Law) bool {
		own := &q.questions[s.from]
		place, first := q.placing(own, s), q.first(s.from)
		for row := range s.cells {
			clear(of)
			for cell := range own.size() {
				of[first+cell] = value(place(cell), row)
			}
			if !yield(mechanism.RunsOfRow(of), l) {
				return false
			}
		}
		return true
	}
	for g, i := range q.measured {
		s := q.sets[i]
		value := func(place, row int) int64 {
			product := int64(1)
			for k := len(s.columns) - 1; k >= 0; k-- {
				n := q.sizes[s.columns[k]]
				same := place%n == row%n
				switch {
				case q.contrasts && same:
					product *= int64(n - 1)
				case q.contrasts:
					product = -product
				case !same:
					product = 0
				}
				place, row = place/n, row/n
			}
			return product
		}
		if !list(s, value, q.groups[g].Law) {
			return
		}
	}
	if q.total {
		for _, s := range q.sets {
			if len(s.columns) == 0 && !list(s, func(int, int) int64 { return 1 }, noise.Law{}) {
				return
			}
		}
	}
}

// first returns the first cell of a table.
func (q *preparedTables) first(question int) int {
	first := 0
	for n := range question {
		first += q.questions[n].size()
	}
	return first
}
