package optimum

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/linop"
	"steward/core/policy"
	"steward/core/seeded"
)

// everyRun returns all ranges of k cells.
func everyRun(k int) linop.Operator {
	var list []linop.Interval
	for lo := range k {
		for hi := lo; hi < k; hi++ {
			list = append(list, linop.Interval{Lo: lo, Hi: hi})
		}
	}
	return linop.Ranges(k, list)
}

// cellRows are the single cells.
func cellRows(k int) *mat.Dense {
	m := mat.NewDense(k, k, nil)
	for i := range k {
		m.Set(i, i, 1)
	}
	return m
}

// bruteError is the total error of rows over the unknowns by dense algebra, with the largest change
// along an edge taken from its definition.
func bruteError(t *testing.T, q *Problem, rows *mat.Dense) float64 {
	t.Helper()
	p, n := rows.Dims()
	largest := 0.0
	for _, e := range q.edges {
		sum := 0.0
		for i := range p {
			d := 0.0
			if e.u != none {
				d = rows.At(i, e.u)
			}
			if e.v != none {
				d -= rows.At(i, e.v)
			}
			sum += math.Abs(d)
		}
		largest = math.Max(largest, sum/e.weight)
	}
	var normal, inverse, product mat.Dense
	normal.Mul(rows.T(), rows)
	if err := inverse.Inverse(&normal); err != nil {
		t.Fatal(err)
	}
	product.Mul(q.gram, &inverse)
	trace := 0.0
	for i := range n {
		trace += product.At(i, i)
	}
	return 2 * trace * largest * largest
}

// The search does better than its starts, states the true error, keeps every edge within one, and
// finds the same again. On 64 values within 16 of one another it is below what long searches from
// elsewhere found (71.77 a range).
func TestSearchBeatsItsStarts(t *testing.T) {
	const k, theta = 64, 16
	q := mustNew(t, everyRun(k), near(t, k, theta, false))
	// Single cells, and the averages of 12 cumulative counts around every 12th.
	rows := mat.NewDense(k+4, k, nil)
	for i := range k {
		rows.Set(i, i, 1)
	}
	for b := range 4 {
		for j := 13*b + 7; j < 13*b+19; j++ {
			for u := range j {
				rows.Set(k+b, u, rows.At(k+b, u)+1./12)
			}
		}
	}
	starts := []*mat.Dense{cellRows(k), rows}
	found, err := q.Search(t.Context(), starts, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	brute := bruteError(t, q, found.Rows)
	if math.Abs(brute-found.Error) > 1e-6*brute {
		t.Errorf("error %v, by dense algebra %v", found.Error, brute)
	}
	queries := float64(k * (k + 1) / 2)
	if per := found.Error / queries; per > 73 {
		t.Errorf("%v a range", per)
	}
	if !seeded.Audit {
		return
	}
	again, err := q.Search(t.Context(), starts, math.Inf(1))
	if err != nil || !mat.Equal(again.Rows, found.Rows) {
		t.Errorf("the second search found another strategy: %v", err)
	}
	if s, err := q.Solve(t.Context(), 0.01, 60); err != nil || found.Error < 2*s.Lower {
		t.Errorf("error %v is below the bound %v: %v", found.Error, 2*s.Lower, err)
	}
}

// A search that cannot come near a rival gives up; memory does not ask for the starts again, but for
// a rival that is far above, and it gives up whatever was found against another rival. What a search of a small problem, where
// several descents are worth their time, comes to is known at once.
func TestSearchGivesUp(t *testing.T) {
	type step struct {
		rival float64
		found bool
		asked int
	}
	for k, steps := range map[int][]step{
		8:  {{1, false, 1}, {math.Inf(1), true, 1}, {1, false, 1}},
		48: {{1, false, 1}, {2, false, 1}, {math.Inf(1), true, 2}, {1, false, 2}, {math.Inf(1), true, 2}},
	} {
		q := mustNew(t, linop.Identity(k), near(t, k, 3, false))
		var memory Memory
		asked := 0
		starts := func() ([]*mat.Dense, error) {
			asked++
			return []*mat.Dense{cellRows(k)}, nil
		}
		for i, c := range steps {
			found, err := memory.Search(t.Context(), q, "", starts, c.rival)
			if err != nil || (found.Rows != nil) != c.found || asked != c.asked {
				t.Errorf("%d cells, step %d: found %v, asked %d times, %v", k, i, found.Rows != nil, asked, err)
			}
		}
		before := asked
		if _, err := memory.Search(t.Context(), q, "other columns", starts, math.Inf(1)); err != nil || asked != before+1 {
			t.Errorf("another name: asked %d times, %v", asked, err)
		}
	}
}

// Unknowns that no question needs are told apart all the same, and a search that is cancelled ends.
func TestSearchOfFewAnswers(t *testing.T) {
	const k = 12
	q := mustNew(t, linop.Ranges(k, []linop.Interval{{Lo: 2, Hi: 5}}), near(t, k, 2, true))
	found, err := q.Search(t.Context(), []*mat.Dense{cellRows(k)}, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	if e := bruteError(t, q, found.Rows); math.Abs(e-found.Error) > 1e-3*e {
		t.Errorf("error %v, by dense algebra %v", found.Error, e)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Search(ctx, []*mat.Dense{cellRows(k)}, math.Inf(1)); err == nil {
		t.Error("a cancelled search went on")
	}
}

// The gradient is that of the value, by differences, along the problem's edges and through the point in the middle.
func TestDescentGradient(t *testing.T) {
	const many = 47
	descentGradient(t, mustNew(t, everyRun(7), near(t, 7, 3, true)), 7, 0)
	descentGradient(t, mustNew(t, linop.Prefixes(many, many), policy.Full(whole(t, many), false)), many, 1)
}

// descentGradient checks some of the entries, of so many more unknowns than the problem has.
func descentGradient(t *testing.T, q *Problem, k, more int) {
	t.Helper()
	r := seeded.New(3, 9)
	m := q.reduceRows(cellRows(k))
	for i := range m.at {
		m.at[i] += 0.3 * r.NormFloat64()
	}
	d := q.newDescent()
	if m = d.whole(m); len(m.at) != (len(q.cells)+more)*m.rows {
		t.Fatalf("%d entries of %d rows over %d unknowns", len(m.at), m.rows, len(q.cells))
	}
	d.sharp, d.round = 20, 0.01
	gradient := make([]float64, len(m.at))
	d.value(m)
	d.gradient(m, gradient)
	for i := 0; i < len(m.at); i += 1 + len(m.at)/100 {
		const h = 1e-6
		up, down := m.clone(), m.clone()
		up.at[i] += h
		down.at[i] -= h
		got := (d.value(up) - d.value(down)) / (2 * h)
		if math.Abs(got-gradient[i]) > 1e-4*(1+math.Abs(got)) {
			t.Fatalf("entry %d: gradient %v, by differences %v", i, gradient[i], got)
		}
	}
}

// Where any two cells are a secret pair, no two are farther apart than the way through the point in the middle says, and descents along
// it end no higher than those along all pairs.
func TestThroughTheMiddle(t *testing.T) {
	const k = 60
	q := mustNew(t, linop.Prefixes(k, k), policy.Full(whole(t, k), false))
	rows := mat.NewDense(2*k, k, nil)
	for i := range k {
		rows.Set(i, i, 1)
		for u := i - i%8; u < min(i-i%8+8, k); u++ {
			rows.Set(k+i, u, 1)
		}
	}
	through := q.newDescent()
	if len(through.edges) != k {
		t.Fatalf("%d ways through the middle for %d secret pairs", len(through.edges), len(q.edges))
	}
	m, err := through.reweigh(t.Context(), q.reduceRows(rows), turns)
	if err != nil {
		t.Fatal(err)
	}
	along := q.newDescent()
	along.edges, along.preconditioner, along.load = q.edges, preconditioner(len(q.cells), q.edges), make([]float64, len(q.edges))
	ends := map[*descent]candidate{along: {measured: m.clone(), error: through.exact(m)}, through: {measured: m.clone(), error: through.exact(m)}}
	for d, c := range ends {
		if err := (entries{d, c.rows}).improve(t.Context(), &c, sharpness, 30); err != nil {
			t.Fatal(err)
		}
		if e := bruteError(t, q, c.dense()); math.Abs(c.error-e) > 1e-6*e {
			t.Errorf("error %v, by dense algebra %v", c.error, e)
		}
		ends[d] = c
	}
	if ends[through].error > ends[along].error*1.01 {
		t.Errorf("through the middle %v, along all pairs %v", ends[through].error, ends[along].error)
	}
	w := through.whole(m)
	var apart, way float64
	for _, e := range q.edges {
		apart = max(apart, q.moves(m, e))
	}
	for _, e := range through.edges {
		way = max(way, q.moves(measured{m.rows, w.at}, e))
	}
	if apart > way*(1+1e-9) {
		t.Errorf("two cells are %v apart, and at most %v through the middle", apart, way)
	}
}

// Weights by turns never make a strategy worse, and end at weights from which the certified scaling
// does not move far.
func TestReweighIsMonotone(t *testing.T) {
	const k = 20
	q := mustNew(t, everyRun(k), near(t, k, 5, false))
	rows := mat.NewDense(2*k, k, nil)
	for i := range k {
		rows.Set(i, i, 1)
		for u := range i {
			rows.Set(k+i, u, 1)
		}
	}
	d := q.newDescent()
	m := q.reduceRows(rows)
	before := d.exact(m)
	after, err := d.reweigh(t.Context(), m, 10)
	if err != nil || d.exact(after) > before || d.exact(after) > 0.7*before {
		t.Errorf("from %v to %v: %v", before, d.exact(after), err)
	}
	if slices.ContainsFunc(after.at, math.IsNaN) {
		t.Error("weights are no numbers")
	}
}

// BenchmarkSearch is a search among the ranges of a column: small ones are what previews wait for.
func BenchmarkSearch(b *testing.B) {
	for _, k := range []int{8, 16, 32, 64} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			q := mustNew(b, linop.Every(k, k), near(b, k, k/4, false))
			for b.Loop() {
				if _, err := q.Search(b.Context(), []*mat.Dense{cellRows(k), mat.NewDense(k, k, nil)}, math.Inf(1)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Cells that all questions count alike are searched for as one: where any two are a secret pair it makes no difference how
// many there are, and what counts them alike is no worse than what was found for the questions over single cells.
func TestCellsCountedAlike(t *testing.T) {
	r := seeded.New(20261124, 1)
	for range seeded.Often(3, 20) {
		const most = 5
		atoms := 3 + r.IntN(most-2)
		var single, several [][2]int
		sizes := make([]int, atoms)
		ends := []int{0}
		for i := range sizes {
			sizes[i] = 1 + r.IntN(4)
			ends = append(ends, ends[i]+sizes[i])
		}
		for range 2 + r.IntN(3) {
			lo := r.IntN(atoms)
			hi := lo + r.IntN(atoms-lo)
			single = append(single, [2]int{lo, hi})
			several = append(several, [2]int{ends[lo], ends[hi+1] - 1})
		}
		cells := ends[atoms]
		ofSingle, ofSeveral := searchedRuns(t, atoms, single), searchedRuns(t, cells, several)
		if ofSeveral > ofSingle*1.02 {
			t.Errorf("%v over %d cells: %v, over one each %v", several, cells, ofSeveral, ofSingle)
		}
	}
}

// searchedRuns returns the error of what is found for some runs of cells that are all secret from one another.
func searchedRuns(t *testing.T, cells int, runs [][2]int) float64 {
	var ranges []linop.Interval
	for _, r := range runs {
		ranges = append(ranges, linop.Interval{Lo: r[0], Hi: r[1]})
	}
	q := mustNew(t, linop.Ranges(cells, ranges), policy.Full(whole(t, cells), false))
	found, err := q.Search(t.Context(), []*mat.Dense{cellRows(cells)}, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	return found.Error
}
