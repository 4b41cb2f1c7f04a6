package sums

import (
	"context"
	"math"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/sensitivity"
	"steward/core/workload"
)

// NoisySums measures the totals of groups and, where they are asked for or help, the numbers of
// people in them, and the same of all groups together, each kind with noise of its own scale. Totals
// are measured about a public centre c, so that a person adds their number less c, and c times the
// number of people is added again: a change of group then costs how far numbers are from c and not
// how far they are from 0.
//
// # Guarantee
//
// The changes of the four kinds of rows along an edge, each over its scale, add up to at most the
// edge's budget, in exact arithmetic (docs/mathematics.md, "1. The promise"). Along edges inside a group a total changes by
// the difference of two numbers: under secrets of small differences by no more than those.
//
// # Expected error
//
// Exact. Scales solve the convex problem of docs/mathematics.md, "Certified scales", with a certificate; the centre, and whether the total
// over all groups is measured beside those of the groups, are chosen by their error.
//
// # Cost
//
// Linear in cells to release. To prepare it walks over the edges of small domains, and over those
// of the columns of numbers of larger ones.
type NoisySums struct{ Family noise.Family }

func (m NoisySums) Info() mechanism.Info {
	if m.Family == noise.Gaussian {
		return mechanism.Info{ID: "gaussian-totals", Name: message.Sprintf("Gaussian noise on each total"), Source: message.Sprintf(mechanism.Steward + "“Totals and averages”; Canonne, Kamath and Steinke 2020"), Gaussian: true}
	}
	return mechanism.Info{ID: "totals", Name: message.Sprintf("Noise on each total"), Source: message.Sprintf("Dwork, McSherry, Nissim and Smith 2006; He, Machanavajjhala and Ding 2014, section 4; " + mechanism.Steward + "“Totals and averages”")}
}

func (m NoisySums) Check(p mechanism.Problem) mechanism.Fit {
	if m.Family == noise.Gaussian {
		if f := mechanism.NeedsDelta(p); !f.OK() {
			return f
		}
	}
	if _, ok := p.Workload.Sums(); !ok {
		return mechanism.Unfit(guide.Questions, "it is for totals and averages of numbers: this question counts people")
	}
	if _, err := p.Components(); err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	return mechanism.Fit{}
}

func (m NoisySums) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	d, err := newSumDesign(p, c, m.Family)
	if err != nil {
		return nil, err
	}
	q, err := d.best(ctx)
	if err != nil {
		return nil, err
	}
	q.By = m.Info()
	q.estimate = q.expected()
	return q, nil
}

// The kinds of rows that are measured, in the order in which changes along edges are told.
const (
	groupTotals = iota
	groupPeople
	allTotal
	allPeople
	sumKinds
)

// sumRows is the rows of one kind.
type sumRows struct {
	measured bool
	exact    bool // they are known to the public
	law      noise.Law
	size     *big.Rat // the largest change along an edge, per weight
}

// variance returns that of a row.
func (r sumRows) variance() float64 { return r.law.Variance() }

// preparedSums is the noise of totals. With one group only, allTotal and allPeople are its own.
type preparedSums struct {
	mechanism.Task
	sums       *workload.Sums
	determined *mechanism.Determined // by facts; nil where they tell no sums
	family     noise.Family
	centre     int64 // in units
	kinds      [sumKinds]sumRows
	// Total and people are which part the row over all groups has in the estimate of all, the rest
	// being the sum of the groups: 1 where there are no rows of groups, 0 where there is none over all.
	total, people float64
	estimate      accuracy.Estimate
}

func (q *preparedSums) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedSums) Noise() []mechanism.Noise {
	rows := [sumKinds]int{q.sums.Groups, q.sums.Groups, 1, 1}
	what := [sumKinds]message.Text{message.Sprintf("totals of groups"), message.Sprintf("people in groups"), message.Sprintf("total"), message.Sprintf("people")}
	var out []mechanism.Noise
	for i, k := range q.kinds {
		if !k.measured || k.exact {
			continue
		}
		n := mechanism.Noise{What: what[i], Rows: rows[i], Sensitivity: k.size, Law: k.law}
		switch {
		case q.centre != 0 && i == groupTotals:
			n.What = message.Sprintf("totals of groups about %s", q.written(q.centre))
		case q.centre != 0 && i == allTotal:
			n.What = message.Sprintf("total about %s", q.written(q.centre))
		}
		if unit := q.sums.Unit; unit.Cmp(big.NewRat(1, 1)) != 0 && (i == groupTotals || i == allTotal) {
			n.What = message.Sprintf("%s, in units of %s", n.What, q.written(1))
		}
		out = append(out, n)
	}
	return out
}

// written writes a number of units as a plain number.
func (q *preparedSums) written(units int64) string {
	r := new(big.Rat).Mul(q.sums.Unit, new(big.Rat).SetInt64(units))
	if digits, exact := r.FloatPrec(); exact {
		return r.FloatString(digits)
	}
	return r.RatString()
}

// rowsOf returns the exact rows of every kind for some counts.
func (q *preparedSums) rowsOf(counts []int64) (out [sumKinds][]int64) {
	out[groupTotals], out[groupPeople] = make([]int64, q.sums.Groups), make([]int64, q.sums.Groups)
	out[allTotal], out[allPeople] = make([]int64, 1), make([]int64, 1)
	for cell, n := range counts {
		if n == 0 || !q.sums.Valued[cell] {
			continue
		}
		g, x := q.sums.Group[cell], n*(q.sums.Weights[cell]-q.centre)
		out[groupTotals][g] += x
		out[groupPeople][g] += n
		out[allTotal][0] += x
		out[allPeople][0] += n
	}
	return out
}

func (q *preparedSums) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := q.rowsOf(counts.Counts())
	for i, k := range q.kinds {
		switch {
		case !k.measured:
			clear(rows[i]) // it leaves nothing behind
		case !k.exact:
			k.law.Add(src, rows[i], rows[i])
		}
	}
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	if err := q.fromFacts(&rows, counts); err != nil {
		return mechanism.Answers{}, err
	}
	a := mechanism.Answers{Unadjusted: q.answersFrom(rows)}
	a.Tidied = q.Problem.WholeTotals(q.sums, a.Unadjusted, q.estimate.Answers)
	return a, nil
}

// fromFacts writes the numbers of people that facts determine, which are made of public numbers alone.
func (q *preparedSums) fromFacts(rows *[sumKinds][]int64, counts *histogram.Vector) error {
	if q.determined == nil {
		return nil
	}
	c, err := q.Problem.Components()
	if err != nil {
		return err
	}
	x := q.determined.Cells(q.Problem.Known(c).Values(counts))
	for _, i := range []int{groupPeople, allPeople} {
		for g, of := range peopleOf(q.sums, i) {
			if q.kinds[i].exact && q.kinds[i].measured && q.determined.Sum(of) {
				people := 0.0
				for _, cell := range of {
					people += x[cell]
				}
				rows[i][g] = int64(math.Round(people))
			}
		}
	}
	return nil
}

// answersFrom makes the answers from the values of the rows.
func (q *preparedSums) answersFrom(rows [sumKinds][]int64) []float64 {
	totals := reconcile(rows[groupTotals], rows[allTotal][0], q.total)
	people := reconcile(rows[groupPeople], rows[allPeople][0], q.people)
	n := q.sums.Figures()
	out := make([]float64, q.Problem.Workload.Len())
	for i := range n {
		out[i] = totals[i] + float64(q.centre)*people[i]
		if q.sums.Averages {
			out[n+i] = people[i]
		}
	}
	return out
}

// reconcile estimates groups and, last, all of them together: the latter by the row over all for the part
// that is given and by the sum of the groups for the rest, the groups moving along evenly. With part
// 1 and one group that is the row itself.
func reconcile(groups []int64, all int64, part float64) []float64 {
	out := make([]float64, len(groups)+1)
	if len(groups) == 1 {
		out[0], out[1] = float64(all), float64(all)
		return out
	}
	var sum int64
	for i, x := range groups {
		out[i] = float64(x)
		sum += x
	}
	move := part * float64(all-sum)
	for i := range groups {
		out[i] += move / float64(len(groups))
	}
	out[len(groups)] = float64(sum) + move
	return out
}

// sumWeights is how often the noise of each row counts in a sum of answers.
type sumWeights [sumKinds][]float64

func (q *preparedSums) weightsOf(terms []mechanism.Term) sumWeights {
	n, groups := q.sums.Figures(), q.sums.Groups
	total, people := make([]float64, groups+1), make([]float64, groups+1)
	for _, t := range terms {
		if t.Answer >= n {
			people[t.Answer-n] += t.Weight
			continue
		}
		total[t.Answer] += t.Weight
		people[t.Answer] += t.Weight * float64(q.centre)
	}
	var out sumWeights
	out[groupTotals], out[allTotal] = apportion(total, q.total)
	out[groupPeople], out[allPeople] = apportion(people, q.people)
	return out
}

// apportion returns how often the rows of groups and the row over all count in a weighted sum of
// what reconcile makes of them.
func apportion(weights []float64, part float64) (groups, all []float64) {
	n := len(weights) - 1
	if n == 1 {
		return []float64{0}, []float64{weights[0] + weights[1]}
	}
	mean := 0.0
	for _, w := range weights[:n] {
		mean += w / float64(n)
	}
	groups = make([]float64, n)
	for i, w := range weights[:n] {
		groups[i] = mechanism.Apart(w, part*mean) + (1-part)*weights[n]
	}
	return groups, []float64{part * (mean + weights[n])}
}

// Combined returns the error of a sum of answers.
func (q *preparedSums) Combined(terms []mechanism.Term) mechanism.Combined {
	out := mechanism.Combined{Family: q.family}
	for i, weights := range q.weightsOf(terms) {
		k := q.kinds[i]
		if !k.measured || k.exact {
			continue
		}
		v := k.variance()
		for _, w := range weights {
			out.Variance += v * w * w
			out.Weight = max(out.Weight, math.Abs(w))
		}
	}
	if out.Variance == 0 {
		return mechanism.Combined{}
	}
	return out
}

// expected returns the error of every answer; those of all groups are alike.
func (q *preparedSums) expected() accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, q.Problem.Workload.Len())}
	n := q.sums.Figures()
	for at := 0; at < len(e.Answers); at += n {
		for i := range n {
			if i > 0 && i < q.sums.Groups {
				e.Answers[at+i] = e.Answers[at]
				continue
			}
			c := q.Combined([]mechanism.Term{{Answer: at + i, Weight: 1}})
			e.Answers[at+i] = accuracy.Answer{Variance: c.Variance, HalfWidth: q.halfWidthOf(at+i, c)}
		}
	}
	return e
}

// halfWidthOf returns the half-width of an answer, exactly where it has the noise of a single row.
func (q *preparedSums) halfWidthOf(answer int, c mechanism.Combined) float64 {
	var one noise.Law
	rows := 0
	for i, weights := range q.weightsOf([]mechanism.Term{{Answer: answer, Weight: 1}}) {
		if k := q.kinds[i]; k.measured && !k.exact {
			for _, w := range weights {
				if w != 0 {
					rows++
					if one = k.law; math.Abs(w) != 1 {
						rows++
					}
				}
			}
		}
	}
	if rows == 1 {
		return mechanism.NewHalfWidths().Of(1, one)
	}
	return c.HalfWidth()
}

// changesOf returns the changes of the kinds of rows along the edges of weight as floats.
func changesOf(loads []sensitivity.Load, norm sensitivity.Norm) [][]float64 {
	out := make([][]float64, len(loads))
	for e, l := range loads {
		out[e] = make([]float64, len(l.Changes))
		w, _ := l.Weight.Rat().Float64()
		if norm == sensitivity.L2Squared {
			w *= w
		}
		for i, n := range l.Changes {
			out[e][i] = float64(n) / w
		}
	}
	return out
}

// errNoNoise is the error of scales that cannot be drawn.
func errNoNoise(err error) error {
	return message.Errorf("%w: give the question more of the budget, or round the numbers to coarser steps", err)
}

// EachRow lists the rows of each kind from what their names say: a person adds their number less
// the centre to a total, and one to the people.
func (q *preparedSums) EachRow(yield mechanism.YieldRow) {
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
				l = noise.Law{}
			}
			if !yield(mechanism.RunsOfRow(of), l) {
				return
			}
		}
	}
}
