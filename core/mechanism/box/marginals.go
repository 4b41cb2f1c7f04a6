package box

import (
	"context"
	"slices"
	"strings"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// Marginals answers tables over some of the columns each: it measures tables over sets of columns, each
// set with noise of its own scale, and least squares reconciles them (the marginals of McKenna, Miklau,
// Hay and Machanavajjhala 2018, section 6, with Laplace noise and under a policy). Which sets, and
// their parts of the budget, are chosen for the questions.
//
// # Guarantee
//
// A person counts in one cell of every table. An edge that changes a column of the table's set changes
// two of its counts by one, and any other edge none; the changes over the scales add up to at most ε
// along every edge.
//
// # Expected error
//
// Exact, as for nested boxes with single values and all values as the only widths.
//
// # Cost
//
// To prepare it, nothing depends on the number of cells: a question over columns with 2^24 of them
// takes as long as one over a hundred. A release is linear in cells times tables.
type Marginals struct{}

func (Marginals) Info() mechanism.Info {
	return mechanism.Info{ID: "marginals", Name: message.Sprintf("Tables over some of the columns"), Source: message.Sprintf("McKenna, Miklau, Hay and Machanavajjhala 2018, section 6; " + mechanism.Steward + "“Tables over some of the columns”")}
}

// GaussianMarginals is marginals with Gaussian noise: squared changes over sigma² add up to at most r². Of each set of columns it
// measures what its table says beyond those over fewer of them (see marginalnoise.go), which is the best there is where all values of
// a column are alike, or, where that would take too long, tables.
type GaussianMarginals struct{}

func (GaussianMarginals) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-marginals", Name: message.Sprintf("Tables over some of the columns, Gaussian noise"), Source: message.Sprintf("Xiao, He, Zhang and Kifer 2023; " + mechanism.Steward + "“Tables over some of the columns”"), Gaussian: true}
}

func (GaussianMarginals) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	return Marginals{}.Check(p)
}

func (m GaussianMarginals) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	return prepareMarginals(ctx, m, p, noise.Gaussian)
}

func (m Marginals) Check(p mechanism.Problem) mechanism.Fit {
	_, fit := tableSetsOf(p)
	return fit
}

func (m Marginals) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	return prepareMarginals(ctx, m, p, noise.Laplace)
}

// maxJointCells is the most cells of several questions' columns from which all are tidied.
const maxJointCells = 4096

// prepareMarginals chooses what is measured and its noise, Gaussian or Laplace.
func prepareMarginals(ctx context.Context, by mechanism.Mechanism, p mechanism.Problem, f noise.Family) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(by, p); err != nil {
		return nil, err
	}
	m, _ := tableSetsOf(p)
	q := &preparedMarginals{Task: mechanism.Task{By: by.Info(), Problem: p}, tableSets: m, family: f}
	if !m.apart {
		cells, err := p.Components()
		if err != nil {
			return nil, err
		}
		q.known, q.whole = p.Known(cells), p.Workload.Parts() == nil || len(cells.Of) <= maxJointCells
	}
	q.total = m.questions[0].known.Count > 0
	if err := q.choose(ctx); err != nil {
		return nil, err
	}
	q.estimate = q.expected()
	if q.whole {
		q.estimate = q.Condition(q, q.known, q.estimate, 1)
	}
	return q, ctx.Err()
}

// preparedMarginals is tables over sets of columns, or the contrasts of these, each with its noise.
type preparedMarginals struct {
	mechanism.Task
	*tableSets
	family    noise.Family
	contrasts bool // whether of each set the contrasts are measured and not the table
	total     bool // whether the number of people is published exactly
	// whole says that cells of all columns are estimated and tidied, of which there are few, or for one question. Of many, nearly all empty, tidied
	// cells would be far from adding up to good tables, and each of several questions is tidied by itself.
	whole    bool
	known    mechanism.KnownSums // of cells of all columns, where there are such
	measured []int               // the sets
	groups   []ProductGroup      // their noise
	design   *marginalDesign     // by which that was chosen
	// told is by set what tells what differs along its columns only, and unit the variance of that, per unit of squared length among the counts over it.
	told     [][]toldBy
	unit     []float64
	estimate accuracy.Estimate
	gap      float64
}

// toldBy is one of several measurements that tell the same, with its weight.
type toldBy struct {
	measured int
	weight   float64
}

// Gap is by which factor the error of contrasts may be above the least there is with noise on them; 0 where that is not known.
func (q *preparedMarginals) Gap() float64 { return q.gap }

// disclosed reports whether what no edge changes is published exactly.
func (q *preparedMarginals) disclosed() bool {
	return q.Problem.Disclose && !q.Problem.Policy.Presence()
}

// name says what is measured of a set.
func (q *preparedMarginals) name(s tableSet) message.Text {
	var names []string
	for _, j := range s.columns {
		names = append(names, string(q.Problem.Workload.Domain().Attributes()[j].Name()))
	}
	switch list := strings.Join(names, ", "); {
	case len(names) == 0:
		return message.Sprintf("total")
	case q.contrasts:
		return message.Sprintf("contrasts over %s", list)
	default:
		return message.Sprintf("table over %s", list)
	}
}

// spread returns over how many counts of the columns in s a count of those in t goes.
func (m *tableSets) spread(s, t int) float64 { return float64(m.sets[s].cells / m.sets[t].cells) }

// length returns the squared length of a count over the columns of s along those of t alone, in counts over t.
func (m *tableSets) length(s, t int) float64 {
	return m.sets[t].part / mechanism.Square(m.spread(s, t))
}

// expected returns the errors, the same for all counts over the same columns, and of as many values of one.
func (q *preparedMarginals) expected() accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed}
	known := make(map[tableAnswer]accuracy.Answer)
	for _, own := range q.questions {
		for _, of := range own.answers {
			a, seen := known[of]
			if !seen {
				for _, t := range q.sets[of.set].within {
					a.Variance += q.unit[t] * q.lengthOf(of, t)
				}
				a.HalfWidth = mechanism.HalfWidthUnder(q.family, a.Variance)
				known[of] = a
			}
			e.Answers = append(e.Answers, a)
		}
	}
	return e
}

func (q *preparedMarginals) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	for g := range q.groups { // no two have a name in common
		out = append(out, NoiseOf(q.groups[g:g+1])...)
	}
	return out
}

// NoiseIn returns the noise that the answers to one of the questions are made of.
func (q *preparedMarginals) NoiseIn(question int) (out []mechanism.Noise) {
	if q.whole {
		return q.Noise()
	}
	var in []int
	for _, t := range q.questions[question].parts {
		for _, by := range q.told[t] {
			in = append(in, by.measured)
		}
	}
	slices.Sort(in)
	for _, g := range slices.Compact(in) {
		out = append(out, NoiseOf(q.groups[g:g+1])...)
	}
	return out
}

func (q *preparedMarginals) ExpectedError() accuracy.Estimate { return q.estimate }

// EachRow lists what is measured, count by count, over the cells in which people are counted, and what is known.
func (q *preparedMarginals) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	for g, i := range q.measured {
		if !q.eachRow(q.sets[i], q.groups[g].Law, yield) {
			return
		}
	}
	switch {
	case !q.apart:
		q.EachKnown(q.known, yield)
	case q.total:
		q.eachRow(q.sets[q.at[keyOf(nil)]], noise.Law{}, yield)
	}
}

// Tables states what is measured set by set, unless more is published exactly than how many people there are.
func (q *preparedMarginals) Tables() (out []mechanism.MeasuredTable, proof []float64) {
	add := func(s tableSet, law noise.Law) {
		var names []domain.AttributeName
		for _, j := range s.columns {
			names = append(names, q.Problem.Workload.Domain().Attributes()[j].Name())
		}
		out = append(out, mechanism.MeasuredTable{Noise: mechanism.Noise{Law: law}, Columns: names, Contrasts: q.contrasts && !law.IsZero()})
	}
	if q.known.Count > 1 || slices.ContainsFunc(q.questions, func(own tableQuestion) bool { return own.known.Count > 1 }) {
		return nil, nil
	}
	scales := make([]float64, len(q.measured))
	for g, i := range q.measured {
		add(q.sets[i], q.groups[g].Law)
		scales[g] = float64(q.design.one(g)) / q.groups[g].variance
	}
	if q.total {
		add(tableSet{}, noise.Law{})
	}
	if d := q.design; q.contrasts && d.bounded && d.changes.together == len(d.changes.parts) {
		proof = d.proof(scales, d.changes)
	}
	return out, proof
}

// eachRow lists what is measured of one set.
func (q *preparedMarginals) eachRow(s tableSet, law noise.Law, yield mechanism.YieldRow) bool {
	table := q.counted[s.from]
	rows := slices.Repeat([]int{1}, len(table.columns))
	for i, j := range table.columns {
		if slices.Contains(s.columns, j) {
			rows[i] = q.sizes[j]
		}
	}
	value := func(i, row int) []int64 {
		n := q.sizes[table.columns[i]]
		switch {
		case rows[i] == 1:
			return slices.Repeat([]int64{1}, n)
		case q.contrasts:
			return contrastWeights(n, row)
		}
		out := make([]int64, n)
		out[row] = 1
		return out
	}
	all := make([]int64, q.Problem.Workload.Operator().Columns())
	return EachProduct(rows, value, func(of []int64) bool {
		copy(all[table.first:], of)
		return yield(mechanism.RunsOfRow(all), law)
	})
}

// contrastWeights returns what contrast i of a column makes of each of its values.
func contrastWeights(size, i int) []int64 {
	out := slices.Repeat([]int64{-1}, size)
	out[i] += int64(size)
	return out
}

func (q *preparedMarginals) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := make([][]int64, len(q.measured))
	for g, i := range q.measured {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		rows[g] = q.measure(q.sets[i], counts)
		q.groups[g].Law.Add(src, rows[g], rows[g])
	}
	sums, err := q.sums(counts)
	if err != nil {
		return mechanism.Answers{}, err
	}
	return q.answer(ctx, rows, sums)
}
