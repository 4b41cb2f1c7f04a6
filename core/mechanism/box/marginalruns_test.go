package box

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/seeded"
	"steward/core/workload"
)

// withRuns asks for questions about runs beside those of a scene.
func withRuns(t *testing.T, e mechanismtest.Example, runs ...workload.Question) mechanismtest.Example {
	t.Helper()
	asked := slices.Clone(e.Scene.Workload.Parts())
	for i, q := range runs {
		q.Title = fmt.Sprint("runs ", i)
		w, err := workload.New(q, e.Scene.Published.Domain())
		if err != nil {
			t.Fatal(err)
		}
		asked = slices.Insert(asked, (3*i+1)%len(asked), w)
	}
	w, err := workload.Join(asked, e.Scene.Published.Domain())
	if err != nil {
		t.Fatal(err)
	}
	if e.Scene.Policy, err = e.Scene.Published.Project(w.Question().Columns); err != nil {
		t.Fatal(err)
	}
	e.Scene.Workload = w
	return e
}

// besideTables are cumulative counts, every range, and some ranges, of columns of some values.
func besideTables() []workload.Question {
	return []workload.Question{
		{Kind: workload.Cumulative, Columns: []domain.AttributeName{"c"}},
		{Kind: workload.Ranges, Columns: []domain.AttributeName{"c"}, Spans: []workload.Span{{From: "1", To: "3"}, {From: "0", To: "4"}, {From: "2", To: "2"}}},
		{Kind: workload.Ranges, Columns: []domain.AttributeName{"a"}, Every: true},
		{Kind: workload.Cumulative, Columns: []domain.AttributeName{"b"}},
	}
}

// Counts of runs beside tables keep the promise along every edge, and their errors, and those of any sums of them and of tables, are what least squares of
// the rows says, whatever is secret and known.
func TestRunsAreToldByTables(t *testing.T) {
	for _, c := range []struct {
		change          int
		known, presence bool
	}{{1, true, false}, {1, false, false}, {2, true, false}, {4, true, false}, {0, false, true}, {4, false, true}} {
		for _, m := range []mechanism.Mechanism{GaussianMarginals{}, Marginals{}} {
			e := withRuns(t, manyScene(t, []int{3, 2, 5, 2}, mechanismtest.EachComplete, c.change, c.known, c.presence), besideTables()...)
			e.Scene.Gaussian = m.Info().Gaussian
			for _, q := range bothWays(t, e.Scene, m) {
				mechanismtest.Certify(t, e.Scene, q)
				mechanismtest.CheckErrors(t, e.Scene, q)
				checkSums(t, q)
				checkWithoutNoise(t, e, q)
			}
		}
	}
}

// checkSums compares what is said of sums of answers with their weights on the rows.
func checkSums(t *testing.T, q overCells) {
	t.Helper()
	measured := mechanismtest.Measured(t, q)
	weights, variances := measured.Weights()
	r, answers := seeded.New(20261128, 61), q.joint.Workload.Len()
	for range 30 {
		of := make([]float64, answers)
		var terms []mechanism.Term
		for range 1 + r.IntN(8) {
			term := mechanism.Term{Answer: r.IntN(answers), Weight: float64(r.IntN(9))/2 - 2}
			terms, of[term.Answer] = append(terms, term), of[term.Answer]+term.Weight
		}
		want, most := 0.0, 0.0
		for g, row := range weights {
			w := 0.0
			for i, v := range of {
				w += v * row[i]
			}
			want, most = want+w*w*variances[g], max(most, math.Abs(w))
		}
		got, err := mechanism.Combine(q, terms)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Variance-want) > 1e-8*(1+want) || got.Variance > 0 && most > got.Weight*(1+1e-6)+1e-6 {
			t.Fatalf("%s: the sum %v has variance %v and counts a row %v times, said to be %v and %v", q.Info().ID, terms, want, most, got.Variance, got.Weight)
		}
	}
}

// checkWithoutNoise asks for the truth where nothing is added.
func checkWithoutNoise(t *testing.T, e mechanismtest.Example, q overCells) {
	t.Helper()
	counts := q.counted(e.Counts)
	rows := make([][]int64, len(q.measured))
	for g, i := range q.measured {
		rows[g] = q.measure(q.sets[i], counts)
	}
	sums, err := q.sums(counts)
	if err != nil {
		t.Fatal(err)
	}
	a, err := q.answer(t.Context(), rows, sums)
	if err != nil {
		t.Fatal(err)
	}
	truth := make([]int64, len(a.Unadjusted))
	e.Scene.Workload.Operator().Apply(truth, e.Counts)
	for i, v := range a.Unadjusted {
		if math.Abs(v-float64(truth[i])) > 1e-9*(1+float64(truth[i])) {
			t.Fatalf("%s: answer %d is %v without noise, the truth is %d", q.Info().ID, i, v, truth[i])
		}
	}
}

// What is measured is what tables need: cumulative counts beside them bring no rows of their own. With a cumulative count's column in a table each is, but for
// rounding, the sum of that table's counts, and the difference has no error.
func TestRunsNeedNoRowsOfTheirOwn(t *testing.T) {
	alone := manyScene(t, []int{3, 2, 5, 2}, mechanismtest.EachComplete, 4, false, true)
	e := withRuns(t, alone, besideTables()...)
	alone.Scene.Gaussian, e.Scene.Gaussian = true, true
	tables, err := GaussianMarginals{}.Prepare(t.Context(), alone.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	q := apart(t, e.Scene, GaussianMarginals{})
	sets := func(q *preparedMarginals) (out []string) {
		for _, i := range q.measured {
			out = append(out, fmt.Sprint(q.sets[i].columns))
		}
		slices.Sort(out)
		return out
	}
	if a, b := sets(tables.(*preparedMarginals)), sets(q.preparedMarginals); !slices.Equal(a, b) {
		t.Errorf("of tables alone %v are measured, beside runs %v", a, b)
	}
	a, err := q.Release(t.Context(), mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts), seeded.New(20261128, 62))
	if err != nil {
		t.Fatal(err)
	}
	checked, first := 0, 0
	var table *workload.Workload // of a and c
	from := 0
	for _, w := range e.Scene.Workload.Parts() {
		if slices.Equal(w.Question().Columns, []domain.AttributeName{"a", "c"}) {
			table, from = w, first
		}
		first += w.Len()
	}
	first = 0
	for _, w := range e.Scene.Workload.Parts() {
		if w.Question().Kind == workload.Cumulative && w.Question().Columns[0] == "c" {
			for upTo := range w.Len() {
				terms, sum := []mechanism.Term{{Answer: first + upTo, Weight: -1}}, 0.0
				for cell := range table.Len() {
					if table.Domain().Value(cell, 1) <= upTo {
						terms, sum = append(terms, mechanism.Term{Answer: from + cell, Weight: 1}), sum+a.Unadjusted[from+cell]
					}
				}
				c, err := mechanism.Combine(q, terms)
				if err != nil || c.Variance != 0 {
					t.Errorf("the difference of a cumulative count and its table's has variance %v (%v)", c.Variance, err)
				}
				if math.Abs(sum-a.Unadjusted[first+upTo]) > 1e-6 {
					t.Errorf("up to %d there are %v, and the table says %v", upTo, a.Unadjusted[first+upTo], sum)
				}
				checked++
			}
		}
		first += w.Len()
	}
	if checked != 5 {
		t.Errorf("%d cumulative counts are compared", checked)
	}
}

// Releases err as is stated, and their intervals hold what was counted.
func TestRunsAreAsFarOffAsIsStated(t *testing.T) {
	for _, m := range []mechanism.Mechanism{GaussianMarginals{}, Marginals{}} {
		e := withRuns(t, manyScene(t, []int{3, 2, 5, 2}, mechanismtest.EachComplete, 1, false, false), besideTables()...)
		e.Scene.Gaussian = m.Info().Gaussian
		q := apart(t, e.Scene, m)
		stated, n := q.ExpectedError().Answers, e.Scene.Workload.Len()
		truth, squares, held, least := make([]int64, n), make([]float64, n), make([]int, n), math.Inf(1)
		e.Scene.Workload.Operator().Apply(truth, e.Counts)
		for _, g := range q.groups {
			if g.Law != (noise.Law{}) {
				least = min(least, g.variance)
			}
		}
		runs := seeded.Often(200, 2000)
		r, counts := seeded.New(20261128, 63), mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts)
		for range runs {
			a, err := q.Release(t.Context(), counts, r)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range a.Unadjusted {
				off := v - float64(truth[i])
				if squares[i] += off * off / float64(runs); math.Abs(off) <= stated[i].HalfWidth+1e-9 {
					held[i]++
				}
			}
		}
		alpha := seeded.Among(4 * n)
		variances := mechanismtest.Variances(q)
		if err := mechanismtest.SquaresAgree(squares, variances, runs, least, alpha); err != nil {
			t.Errorf("%s: %v", m.Info().ID, err)
		}
		for i, k := range held {
			if err := seeded.AtLeast(k, runs, mechanism.Level, alpha); err != nil {
				t.Errorf("%s, answer %d: intervals: %v", m.Info().ID, i, err)
			}
		}
	}
}

// What questions for runs are weighed by is the least error of cumulative counts, by the singular values of running sums, and of these less their means, and never
// more than noise on values has.
func TestRunsAreWeighedByTheirLeast(t *testing.T) {
	for n := 2; n < 40; n++ {
		running, centred := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				if j <= i {
					running.Set(i, j, 1)
				}
				centred.Set(i, j, running.At(i, j)-float64(i+1)/float64(n))
			}
		}
		nuclear := func(m *mat.Dense) (sum float64) {
			var of mat.SVD
			if !of.Factorize(m, mat.SVDNone) {
				t.Fatal("no singular values")
			}
			for _, v := range of.Values(nil) {
				sum += v
			}
			return sum
		}
		size, length := float64(n), float64(n+1)/2
		come, change := mechanism.Square(nuclear(running)/size), 2*mechanism.Square(nuclear(centred))/(size*(size-1))
		for _, c := range []struct {
			presence, change  bool
			least, one, noise float64
		}{{true, false, come, 1, length}, {false, true, change, 2, 2 * length}, {true, true, max(come, change), 2, 2 * length}} {
			least, one := leastOfRuns(length, n, c.presence, c.change)
			if want := max(min(c.least, c.noise), c.one); one != c.one || math.Abs(least-want) > 1e-9*want {
				t.Errorf("%d values, %+v: %v and %v, by singular values %v", n, c, least, one, want)
			}
			if short, _ := leastOfRuns(1.5, n, c.presence, c.change); short > 1.5*c.one {
				t.Errorf("%d values, short runs: %v, noise on values has %v", n, short, 1.5*c.one)
			}
		}
	}
}
