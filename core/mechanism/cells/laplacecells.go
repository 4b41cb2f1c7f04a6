package cells

import (
	"context"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/sensitivity"
)

// LaplaceCells adds discrete Laplace noise to the count of every cell and answers questions
// by sums of cells (Dwork, McSherry, Nissim and Smith 2006, in the
// geometric form of Ghosh, Roughgarden and Sundararajan 2009).
//
// # Guarantee
//
// Rows are single cells, scale Δ/ε with Δ the policy's sensitivity of the histogram; sums
// known to the public are imposed afterwards.
//
// # Expected error
//
// Exact. A set of b cells has b·V(Δ/ε), less what a known sum takes away: with weights ν
// per cell and a known sum over cells of total weight V, S − S²/V for cells of weight S.
//
// # Cost
//
// Linear in cells and answers.
type LaplaceCells struct{}

func (LaplaceCells) Info() mechanism.Info {
	return mechanism.Info{
		ID:     "laplace",
		Closed: true,
		Name:   message.Sprintf("Noise on each cell"),
		Source: message.Sprintf("Dwork, McSherry, Nissim and Smith 2006; Ghosh, Roughgarden and Sundararajan 2009"),
	}
}

func (LaplaceCells) Check(p mechanism.Problem) mechanism.Fit {
	c, err := p.Components()
	if err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	return tooMuch(p, p.Known(c))
}

// tooMuch is unfit where the errors under known sums would take too long to work out.
func tooMuch(p mechanism.Problem, known mechanism.KnownSums) mechanism.Fit {
	if p.Workload.Weighs() && float64(p.Workload.Len())*float64(p.Workload.Operator().Columns()) > maxWeighedWork {
		return mechanism.Unfit(guide.Questions, "there are too many groups to work out their errors cell by cell: use noise on each total")
	}
	if known.Count <= 1 {
		return mechanism.Fit{} // one walk does it
	}
	if v := newCellVariances(known); v.work(p) > mechanism.MaxVarianceWork {
		return mechanism.Unfit(guide.Questions, "there are too many ranges to work out their errors under groups that are not runs of values: ask for fewer")
	}
	return mechanism.Fit{}
}

func (m LaplaceCells) Prepare(_ context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return prepareCells(m.Info(), p, mechanism.KnownSets{}, ofFamily(noise.Laplace))
}

// lawFor returns the law of noise on a block of cells that an edge changes by size, within a budget.
type lawFor func(size, budget *big.Rat, b mechanism.Block) (noise.Law, error)

// ofFamily returns the laws of independent noise.
func ofFamily(f noise.Family) lawFor {
	return func(size, budget *big.Rat, _ mechanism.Block) (noise.Law, error) {
		return mechanism.LawFor(f, size, budget)
	}
}

// prepareCells prepares noise on every cell, which adds up to zero in each of some sets, if there are any.
func prepareCells(info mechanism.Info, p mechanism.Problem, sets mechanism.KnownSets, of lawFor) (*preparedCells, error) {
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	q := &preparedCells{Task: mechanism.Task{By: info, Problem: p}, cells: c, known: p.Known(c)}
	if sets.Count > 0 {
		q.balanced, q.known = &sets, sets.KnownSums
	}
	if err := q.setLaws(of); err != nil {
		return nil, err
	}
	v := q.variances()
	q.sets = v.sets
	q.Expect(&q.Task, q, q.known, q.expected, mechanism.MostCounted(p))
	return q, nil
}

type preparedCells struct {
	mechanism.Task
	mechanism.Expected
	cells    mechanism.ComponentCells
	known    mechanism.KnownSums
	balanced *mechanism.KnownSets // sets whose noise adds up to zero; nil where there are none
	tied     mechanism.KnownSums  // sets of cells whose noise adds up to what is known of it, but for what is kept back
	delta    int64                // sensitivity of the cells that edges change, in L1 and squared in L2
	swept    noise.Law            // of those cells
	laws     []noise.Law          // by set, where the noise of each adds up to zero; zero where all of a set is public
	freed    noise.Law            // of cells that no edge changes; zero when they are published exactly
	free     int                  // how many cells no edge changes, or have no noise
	sets     []mechanism.Noisy    // the noise of the cells of each such set, and of what is kept back
}

// setLaws gives cells that edges change the scale Δ/ε, or sigma² = Δ₂²/r². A cell that no edge changes needs
// no noise to keep the policy; unless the steward agreed to publish it exactly it gets the
// noise that hides one person more or less.
func (q *preparedCells) setLaws(of lawFor) error {
	budget := q.Problem.Effective().Rat()
	q.delta = sensitivity.Histogram(q.Problem.Policy)
	if q.balanced != nil {
		q.tied = q.known
		return q.setBalanced(of, budget)
	}
	swept := mechanism.Block{Copies: 1, Cells: make([]int, 0, len(q.cells.Of))}
	for cell, n := range q.cells.Of {
		switch {
		case n < 0:
		case q.cells.Free(cell):
			q.free++
		default:
			swept.Cells = append(swept.Cells, cell)
		}
	}
	var err error
	if q.delta > 0 {
		if q.swept, err = of(big.NewRat(q.delta, 1), budget, swept); err != nil {
			return err
		}
	}
	if q.tied = q.known; q.keptBack() {
		q.tied = mechanism.KnownSums{Set: oneSet(q.cells), Count: 1}
	}
	if q.free > 0 && !q.Problem.Disclose {
		q.freed, err = of(big.NewRat(1, 1), budget, mechanism.Block{})
	}
	return err
}

// setBalanced gives every block noise of its own; a cell by itself has none, as its number is public.
func (q *preparedCells) setBalanced(of lawFor, budget *big.Rat) error {
	type shape struct{ numbers, copies, opposite int }
	q.laws = make([]noise.Law, q.known.Count)
	made := make(map[shape]noise.Law)
	for i, b := range q.balanced.Blocks {
		s := shape{b.Numbers(), b.Copies, b.Opposite}
		if len(b.Cells) == 1 {
			q.free++
			continue
		}
		if _, seen := made[s]; !seen {
			law, err := of(big.NewRat(q.delta, 1), budget, b)
			if err != nil {
				return err
			}
			made[s] = law
			if q.swept.IsZero() {
				q.swept = law
			}
		}
		for _, cell := range b.Cells {
			q.laws[q.known.Set[cell]] = made[s].InGroup(i)
		}
	}
	return nil
}

// keptBack reports whether a draw besides those of the cells is among those that add up to zero.
func (q *preparedCells) keptBack() bool {
	_, kept := q.swept.Balanced()
	return kept
}

// oneSet puts all possible cells together.
func oneSet(c mechanism.ComponentCells) []int {
	set := make([]int, len(c.Of))
	for cell, n := range c.Of {
		set[cell] = min(n, 0)
	}
	return set
}

// variances are those of the sums of cells.
func (q *preparedCells) variances() *cellVariances {
	v := newCellVariances(q.tied)
	v.fill(q)
	if q.keptBack() {
		v.sets[0] = v.sets[0].Plus(mechanism.Noisy{Cells: 1, Variance: q.swept.Variance()})
	}
	return v
}

// family returns that of all noise.
func (q *preparedCells) family() noise.Family {
	if q.swept.IsZero() {
		return q.freed.Family()
	}
	return q.swept.Family()
}

// lawOf returns the law of a possible cell's noise; the zero law for none.
func (q *preparedCells) lawOf(cell int) noise.Law {
	switch {
	case q.laws != nil:
		return q.laws[q.known.Set[cell]]
	case q.cells.Free(cell):
		return q.freed
	}
	return q.swept
}

// varianceOf returns the variance of each possible cell's noise.
func (q *preparedCells) varianceOf() func(cell int) float64 {
	swept, freed := q.swept.Variance(), q.freed.Variance()
	return func(cell int) float64 {
		switch {
		case q.laws != nil:
			return q.lawOf(cell).Variance()
		case q.cells.Free(cell):
			return freed
		}
		return swept
	}
}

func (q *preparedCells) ExpectedError() accuracy.Estimate { return q.Errors(q.expected) }

func (q *preparedCells) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	add := func(what message.Text, rows int, sensitivity *big.Rat, of noise.Law) {
		if rows > 0 {
			out = append(out, mechanism.Noise{What: what, Rows: rows, Sensitivity: sensitivity, Law: of})
		}
	}
	if q.laws == nil {
		what := message.Sprintf("cells")
		if q.keptBack() {
			what = message.Sprintf("cells, with noise that adds up to zero together with that of those who are in none")
		}
		add(what, q.Problem.Workload.Domain().PossibleCells()-q.free, big.NewRat(q.delta, 1), q.swept)
		add(message.Sprintf("cells that no secret pair changes"), q.free, new(big.Rat), q.freed)
		return out
	}
	sets := message.Sprintf("cells, with noise that adds up to zero")
	if q.known.Count > 1 {
		sets = message.Sprintf("cells, with noise that adds up to zero in each set of cells whose sum is public")
	}
	at := make(map[noise.Law]int) // of laws that are alike but for whose draws add up
	for _, b := range q.balanced.Blocks {
		alike := q.lawOf(b.Cells[0]).InGroup(0)
		what := sets
		if b.Copies > 1 {
			what = message.Sprintf("cells that change together, with the same noise but for its sign")
		}
		switch i, seen := at[alike]; {
		case alike.IsZero():
		case seen:
			out[i].Rows += len(b.Cells)
		default:
			at[alike] = len(out)
			add(what, len(b.Cells), big.NewRat(q.delta, 1), alike)
		}
	}
	add(message.Sprintf("cells whose numbers are public"), q.free, new(big.Rat), noise.Law{})
	return out
}

func (q *preparedCells) expected() accuracy.Estimate {
	v := q.variances()
	if q.Problem.Workload.Weighs() {
		return mechanism.EstimateEach(q.Problem.Workload.Len(), q)
	}
	return v.Estimate(q, q.Problem.Workload.Operator(), true)
}

// OfRuns implements mechanism.OfRuns.
func (q *preparedCells) OfRuns(op linop.Intervals, widths bool) accuracy.Estimate {
	return q.variances().Estimate(q, op, widths)
}

func (q *preparedCells) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	x := q.measure(counts.Counts(), src)
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	totals := q.known.Values(counts)
	if q.balanced != nil {
		totals = q.balanced.Values(counts)
	}
	q.impose(x, totals)
	a, err := q.Answers(q.known, x, totals)
	if err != nil {
		return mechanism.Answers{}, err
	}
	q.Problem.TidyTotals(&a, q.ExpectedError)
	return a, nil
}

// measure returns the noisy count of every possible cell.
func (q *preparedCells) measure(counts []int64, src noise.Source) []float64 {
	alike := make([][]int, 2) // cells with noise of one law
	for cell, n := range q.cells.Of {
		switch {
		case n < 0 || q.laws != nil:
		case q.cells.Free(cell):
			alike[1] = append(alike[1], cell)
		default:
			alike[0] = append(alike[0], cell)
		}
	}
	if q.laws != nil {
		for _, b := range q.balanced.Blocks {
			alike = append(alike, b.Cells)
		}
	}
	x := make([]float64, len(counts))
	for _, cells := range alike {
		if len(cells) == 0 {
			continue
		}
		noisy := make([]int64, len(cells))
		for i, cell := range cells {
			noisy[i] = counts[cell]
		}
		q.lawOf(cells[0]).Add(src, noisy, noisy)
		for i, cell := range cells {
			x[cell] = float64(noisy[i])
		}
	}
	return x
}

// impose makes the cells of every set with a known sum add up to it, moving each by its
// share of the variance: weighted least squares with an exact sum (docs/mathematics.md, "Tidied answers"). A cell whose own number
// is stated has that.
func (q *preparedCells) impose(x []float64, totals []int64) {
	if q.known.Count == 0 {
		return
	}
	sum, weight := make([]float64, q.known.Count), make([]float64, q.known.Count)
	for cell, s := range q.known.Set {
		if s >= 0 {
			sum[s] += x[cell]
			weight[s] += q.lawOf(cell).Variance()
		}
	}
	for cell, s := range q.known.Set {
		switch {
		case s >= 0 && weight[s] > 0:
			x[cell] += q.lawOf(cell).Variance() / weight[s] * (float64(totals[s]) - sum[s])
		case s >= 0 && q.balanced != nil:
			x[cell] = float64(totals[s])
		}
	}
}

// maxWeighedWork bounds the cells visited where errors of weighed sums of cells are worked out one by one.
const maxWeighedWork = 20_000_000
