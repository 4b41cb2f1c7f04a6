package matrix

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// MatrixSearch measures linear combinations of cells that are searched for by numbers, for the
// question and the policy's own secret pairs (the matrix mechanism of Li, Hay, Rastogi, Miklau and
// McGregor 2010 with sensitivities over the edges).
//
// # Guarantee
//
// The combinations are rounded to whole numbers, A, and the largest ‖a_u − a_v‖₁/w(u,v) over all
// edges is worked out again from these, exactly; every row carries noise of that over ε.
//
// # Expected error
//
// Exact, from the least squares of A.
//
// # Cost
//
// Half a second of search or so, whose result does not depend on the budget and is remembered; then
// quadratic in cells to release. Up to 256 cells. Where another mechanism is near the lower bound,
// or far below what the search comes to, it is left out; and where the count of every cell is asked for, of four or more that are
// all secret alike, and the number of people is known: there no search has come below noise on each cell.
type MatrixSearch struct{}

func (MatrixSearch) Info() mechanism.Info {
	return mechanism.Info{ID: "matrix", Name: message.Sprintf("Searched combinations"), Source: message.Sprintf(mechanism.Steward + "“Any policy”; Li, Hay, Rastogi, Miklau and McGregor 2010"), Laborious: true}
}

const (
	// largestEntry is 2 to this power, so that sums over limits.MaxCountedRecords records stay below
	// 2^62, and largestScale is 2 to this power, so that noise can be drawn.
	largestEntry, largestScale = 21, 38
	// fewestDigits is how many binary digits rounding leaves of the sensitivity at least.
	fewestDigits = 12
	// nearBound is how near the lower bound a mechanism is that is not worth beating.
	nearBound = 1.05
	// fewest is from how many unknown cells on, all of which may change places, nothing is searched for.
	fewest = 3
)

func (MatrixSearch) Check(p mechanism.Problem) mechanism.Fit {
	c, err := p.Components()
	if err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	if fit := fitCombinations(p, c, limits.MaxSearchedCells); !fit.OK() {
		return fit
	}
	if largestScale+math.Log2(p.EffectiveAt(weighted.One).Float()) < fewestDigits {
		return mechanism.Unfit(guide.Questions, "its noise would be larger than can be drawn: give the question more of the budget, or use another method")
	}
	return mechanism.Fit{}
}

// fitCombinations says whether combinations of cells can be worked out.
func fitCombinations(p mechanism.Problem, c mechanism.ComponentCells, most int) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	if len(c.Of) > most {
		return mechanism.Unfit(guide.Questions, "it can be worked out for up to %d combinations of values, but there are %d: ask over fewer columns or coarser values", most, len(c.Of))
	}
	if combinationWork(p.Workload.Operator(), p.Workload.Domain().Sizes()) > mechanism.MaxVarianceWork {
		return mechanism.Unfit(guide.Questions, "there are too many answers to work out their errors: ask for fewer")
	}
	// An edge needs a cell that can occur: being in the file may be secret for others alone.
	moved := slices.ContainsFunc(c.Sizes, func(n int) bool { return n > 1 })
	for cell := 0; cell < len(c.Of) && !moved; cell++ {
		_, moved = p.Policy.AbsentWeight(policy.Vertex(cell))
	}
	if !moved {
		return mechanism.Unfit(guide.Secrets, "no secret pair changes an answer, so noise on each cell does as well")
	}
	return mechanism.Fit{}
}

// errNotBetter says that a search is not worth its time.
var errNotBetter = message.New("no combinations were found that do better than the other methods: use one of them")

func (m MatrixSearch) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	q, problem, edges, err := newCombinations(m.Info(), p, noise.Laplace)
	if err != nil {
		return nil, err
	}
	if p.Rival > 0 && q.known.Count > 0 && problem.Unknowns() >= fewest && problem.Interchangeable() {
		return nil, errNotBetter
	}
	rival, err := rivalOf(p, problem)
	if err != nil {
		return nil, err
	}
	var found optimum.Laplace
	if before, ok := p.Before.(*preparedCombinations); ok && problem.DescendsOnce(before.rows) {
		found, err = p.Optima.Further(ctx, problem, startsKey(p), func() ([]*mat.Dense, error) { return []*mat.Dense{before.overCells()}, nil }, rival)
	} else {
		found, err = p.Optima.Search(ctx, problem, startsKey(p), func() ([]*mat.Dense, error) { return matrixStarts(ctx, p, problem) }, rival)
	}
	if err != nil {
		return nil, err
	}
	if found.Rows == nil {
		return nil, errNotBetter
	}
	if err := q.round(found); err != nil {
		return nil, err
	}
	if err := q.finish(edges); err != nil {
		return nil, err
	}
	return q, nil
}

// rivalOf returns the total error of the best other mechanism for noise along edges of weight One with
// epsilon 1, +Inf for none. It errors where that is nearly the least possible.
func rivalOf(p mechanism.Problem, problem *optimum.Problem) (float64, error) {
	if p.Rival == 0 {
		return math.Inf(1), nil
	}
	rival := p.Rival * float64(p.Workload.Len()) * math.Pow(p.EffectiveAt(weighted.One).Float(), 2)
	least, err := problem.Uniform()
	if err != nil {
		return 0, err
	}
	if rival <= nearBound*2*least {
		return 0, errNotBetter
	}
	return rival, nil
}

// round makes the rows whole numbers and works out what is made of them.
func (q *preparedCombinations) round(found optimum.Laplace) error {
	rows, n := found.Rows.Dims()
	lattice, small := smallNumbers(found.Rows)
	if !small {
		digits := min(largestEntry-math.Ceil(math.Log2(mat.Max(absolute(found.Rows)))), math.Floor(largestScale+math.Log2(q.Problem.EffectiveAt(weighted.One).Float())))
		lattice = math.Exp2(digits)
	}
	q.rows, q.matrix = rows, make([]int64, rows*n)
	whole := mat.NewDense(rows, n, nil)
	for i := range rows {
		for j, v := range found.Rows.RawRowView(i) {
			v = math.Round(v * lattice)
			q.matrix[i*n+j] = int64(v)
			whole.Set(i, j, v)
		}
	}
	var factors mat.QR
	factors.Factorize(whole)
	one := mat.NewDense(rows, rows, nil)
	for i := range rows {
		one.Set(i, i, 1)
	}
	q.inverse = mat.NewDense(n, rows, nil)
	if err := factors.SolveTo(q.inverse, false, one); err != nil {
		return message.Errorf("the combinations do not tell the counts apart: use another method: %w", err)
	}
	return nil
}

// smallNumbers returns what to multiply rows by for small whole numbers, of which discrete noise is
// smaller; false where they are none.
func smallNumbers(rows *mat.Dense) (lattice float64, ok bool) {
	least, size := math.Inf(1), absolute(rows)
	for _, v := range size.RawMatrix().Data {
		if v > 0 {
			least = math.Min(least, v)
		}
	}
	for times := 1.0; times <= 4; times++ {
		off := 0.0
		for _, v := range size.RawMatrix().Data {
			v *= times / least
			off = math.Max(off, math.Abs(v-math.Round(v))/math.Max(v, 1))
		}
		if lattice = times / least; off < 1e-6 && mat.Max(size)*lattice < 1<<10 {
			return lattice, true
		}
	}
	return 0, false
}

func absolute(m *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(m)
	for i, v := range out.RawMatrix().Data {
		out.RawMatrix().Data[i] = math.Abs(v)
	}
	return out
}
