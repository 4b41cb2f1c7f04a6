package sums

import (
	"context"
	"math"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/sensitivity"
	"steward/core/workload"
)

// SmoothedTotal answers one total by smaller noise on numbers that are drawn together: each is moved,
// by no more than a public bound, towards those that it must not be told apart from (Kamalaruban et
// al. 2020, Mechanism 1 and Theorem 2; optimum.Weighed has its best trade in closed form). With n
// people, n public, that is a bias of at most n times the bound. It gains where few people or little
// budget leave more noise than the numbers are apart, and where a few pairs of numbers differ by more
// than their neighbours at the same distance.
//
// # Guarantee
//
// The moved numbers are rounded to a fraction of a unit that is a power of two, the largest change of
// the rounded ones along an edge is worked out exactly, and the scale hides it.
//
// # Expected error
//
// The noise exactly; the bias depends on the data and is worked out, exactly, on the public stand-in.
// Intervals count it at its bound, so that they hold for any data.
//
// # Cost
//
// Quadratic in cells to prepare, linear to release.
type SmoothedTotal struct{}

func (SmoothedTotal) Info() mechanism.Info {
	return mechanism.Info{ID: "smoothed-total", Name: message.Sprintf("Noise on a total of smoothed numbers"), DataDependent: true,
		Source: message.Sprintf("Kamalaruban, Perrier, Asghar and Kaafar 2020, section 3.1; McShane 1934")}
}

func (SmoothedTotal) Check(p mechanism.Problem) mechanism.Fit {
	s, ok := p.Workload.Sums()
	_, known := p.Facts.Total()
	switch {
	case !ok:
		return mechanism.Unfit(guide.Questions, "it is for the total of a number: this question counts people")
	case p.Workload.Len() > 1:
		return mechanism.Unfit(guide.Questions, "it is for one total of everybody: this question asks for groups or averages")
	case p.Policy.Presence() || !known:
		return mechanism.Unfit(guide.Facts, "it needs the number of people to be public: say so in the step %s", guide.Facts.Title())
	case len(s.Group) > limits.MaxSmoothedCells:
		return mechanism.Unfit(guide.Questions, "it is for up to %d values: this question has %d", limits.MaxSmoothedCells, len(s.Group))
	case p.StandIn.IsZero():
		return mechanism.Unfit(guide.Budget, "its error depends on your data: to be tried, it needs public numbers that are like them")
	}
	if err := p.StandIn.Fits(p); err != nil {
		return mechanism.Unfit(guide.Budget, "%s", err)
	}
	return mechanism.Fit{}
}

func (m SmoothedTotal) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	d, err := newSumDesign(p, c, noise.Laplace)
	if err != nil {
		return nil, err
	}
	n, _ := p.Facts.Total()
	q := &preparedSmoothed{Task: mechanism.Task{By: m.Info(), Problem: p}, sums: d.sums, people: float64(n)}
	if err := q.smooth(ctx, d); err != nil {
		return nil, err
	}
	return q, q.measure()
}

// preparedSmoothed measures Σ x_u·weights_u/parts in units, a whole number of parts.
type preparedSmoothed struct {
	mechanism.Task
	sums     *workload.Sums
	people   float64
	weights  []int64 // per cell, in parts of a unit
	parts    float64 // of a unit, a power of two
	off      float64 // the most that a weight is off, in units
	size     *big.Rat
	scale    noise.Scale
	estimate accuracy.Estimate
}

// smooth chooses the trade of noise for bias with the least bound on the error.
func (q *preparedSmoothed) smooth(ctx context.Context, d *sumDesign) error {
	cells := q.Cells()
	if len(cells) == 0 {
		return message.Errorf("no combination of values can occur")
	}
	apart, err := q.distances(ctx, d, cells)
	if err != nil {
		return err
	}
	query := make([]float64, len(cells))
	for i, u := range cells {
		query[i] = float64(q.sums.Weights[u])
	}
	w := optimum.Weighed{Query: query, Distance: func(i, j int) float64 { return apart[i*len(cells)+j] }}
	best := w.Smooth(q.people)
	if err := q.round(ctx, d, cells, w.Smoothed(best.Scale), best.Scale); err != nil {
		return err
	}
	if best.Off == 0 {
		return nil
	}
	// Where the policy knows bounds on distances only, the numbers as they are may be better.
	plain := *q
	if err := plain.round(ctx, d, cells, query, best.Scale); err != nil {
		return err
	}
	if plain.bound() <= q.bound() {
		*q = plain
	}
	return nil
}

// round rounds weights to parts so small that this adds a thousandth to noise of about a scale, and finds
// the noise that hides what is left of their changes.
func (q *preparedSmoothed) round(ctx context.Context, d *sumDesign, cells []int, weights []float64, scale float64) error {
	q.parts, q.off = 1, 0
	most := float64(max(mechanism.MagnitudeOf(q.sums.Least), mechanism.MagnitudeOf(q.sums.Most)))
	for q.parts*scale < 1<<10 && q.parts < 1<<20 && q.parts*most*q.people < 1<<60 {
		q.parts *= 2
	}
	q.weights = make([]int64, len(q.sums.Weights))
	for i, x := range weights {
		u := cells[i]
		q.weights[u] = int64(math.Round(x * q.parts))
		q.off = max(q.off, math.Abs(float64(q.weights[u])/q.parts-float64(q.sums.Weights[u])))
	}
	loads, err := sensitivity.Loads(ctx, []linop.Operator{linop.NewLinear(q.weights)}, d.edges, sensitivity.L1, limits.MaxSmoothedCells*limits.MaxSmoothedCells)
	if err != nil {
		return err
	}
	q.size = sensitivity.Size(loads, 0, sensitivity.L1)
	t := new(big.Rat).Quo(q.size, d.budget)
	if t.Sign() == 0 { // no edge changes it
		t = d.onePerson(allTotal, q.sums.Least+(q.sums.Most-q.sums.Least)/2)
		t.Mul(t, new(big.Rat).SetFloat64(q.parts))
	}
	if q.scale, err = noise.NewScale(t); err != nil {
		return errNoNoise(err)
	}
	return nil
}

// variance returns that of the noise, in units.
func (q *preparedSmoothed) variance() float64 { return q.scale.Variance() / (q.parts * q.parts) }

// bound returns the most that the mean squared error can be, whatever the data.
func (q *preparedSmoothed) bound() float64 { return q.variance() + mechanism.Square(q.people*q.off) }

// Cells returns the cells in which somebody can be.
func (q *preparedSmoothed) Cells() (cells []int) {
	for u, g := range q.sums.Group {
		if g >= 0 {
			cells = append(cells, u)
		}
	}
	return cells
}

// distances returns the budget of every change, of all pairs: that of a shortest chain of edges. Where
// the policy knows a bound only, more noise is added in the end.
func (q *preparedSmoothed) distances(ctx context.Context, d *sumDesign, cells []int) ([]float64, error) {
	attrs := d.edges.Domain().Attributes()
	values := make([][]int, len(cells))
	for i, u := range cells {
		values[i] = make([]int, len(attrs))
		for at := range attrs {
			values[i][at] = d.edges.Domain().Value(u, at)
		}
	}
	budget, _ := d.budget.Float64()
	out := make([]float64, len(cells)*len(cells))
	for i := range cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := range i {
			x := d.edges.Distance(values[i], values[j]).Steps() * budget
			out[i*len(cells)+j], out[j*len(cells)+i] = x, x
		}
	}
	return out, nil
}

// measure works out the error on the stand-in.
func (q *preparedSmoothed) measure() error {
	standIn, err := q.Problem.LaidOut(q.Problem.StandIn)
	if err != nil {
		return err
	}
	bias := 0.0
	for u, n := range standIn.Counts() {
		bias += float64(n) * (float64(q.weights[u])/q.parts - float64(q.sums.Weights[u]))
	}
	q.estimate = accuracy.Estimate{Kind: accuracy.Simulated, StandIn: q.Problem.StandIn.Source(), Answers: []accuracy.Answer{{
		Variance:  q.variance() + bias*bias,
		HalfWidth: mechanism.NewHalfWidths().Of(1, q.scale.Law())/q.parts + q.people*q.off,
	}}}
	return nil
}

func (q *preparedSmoothed) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedSmoothed) Noise() []mechanism.Noise {
	part := new(big.Rat).Quo(q.sums.Unit, new(big.Rat).SetFloat64(q.parts))
	digits, _ := part.FloatPrec()
	return []mechanism.Noise{{What: message.Sprintf("total of smoothed numbers, in units of %s", part.FloatString(digits)), Rows: 1, Sensitivity: q.size, Law: q.scale.Law()}}
}

func (q *preparedSmoothed) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	row := make([]int64, 1)
	for u, n := range counts.Counts() {
		row[0] += n * q.weights[u]
	}
	q.scale.Add(src, row, row)
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	a := mechanism.Answers{Unadjusted: []float64{float64(row[0]) / q.parts}}
	a.Tidied = q.Problem.WholeTotals(q.sums, a.Unadjusted, q.estimate.Answers)
	return a, nil
}
