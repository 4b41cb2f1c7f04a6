package box

import (
	"math"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
)

// setsOf returns all sets of columns of some sizes, with counts over all of them.
func setsOf(sizes []int) *tableSets {
	m := &tableSets{sizes: sizes, at: make(map[string]int), counted: []countedTable{{}}}
	for j := range sizes {
		m.counted[0].columns = append(m.counted[0].columns, j)
	}
	m.add(m.counted[0].columns, true)
	for i := range m.sets {
		m.sets[i].from = 0
	}
	return m
}

// How far contrasts, and tables, change along an edge depends on which columns it changes and on nothing else, and is what the formula says: by
// all pairs of cells.
func TestContrastsChangeByTheirLoad(t *testing.T) {
	for _, sizes := range [][]int{{2, 2}, {2, 3, 4}, {3, 2, 2, 2}, {5, 3}} {
		var columns []*domain.Attribute
		for j, n := range sizes {
			columns = append(columns, mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, int64(n-1), mechanismtest.NoSpecial)))
		}
		d, err := domain.New(columns, nil)
		if err != nil {
			t.Fatal(err)
		}
		first, err := histogram.New(d)
		if err != nil {
			t.Fatal(err)
		}
		m := setsOf(sizes)
		for _, contrasts := range []bool{true, false} {
			q, l := &preparedMarginals{tableSets: m, contrasts: contrasts}, newChangeLoads(m.sets, sizes, contrasts)
			size := func(x []int64) (sum int64) {
				for _, v := range x {
					if contrasts {
						sum += v * v
					} else {
						sum += max(v, -v)
					}
				}
				return sum
			}
			for g, s := range m.sets {
				of := make([][]int64, len(first.Counts()))
				for u := range of {
					one, err := histogram.New(d)
					if err != nil {
						t.Fatal(err)
					}
					one.AddMany(u, 1)
					of[u] = q.measure(s, one)
					if got, want := size(of[u]), l.one(g); got != want {
						t.Fatalf("%v, contrasts %v: a person changes what is measured of %v by %d, the formula says %d", sizes, contrasts, s.columns, got, want)
					}
				}
				for u := range of {
					for v := range u {
						change, diff := make([]bool, len(sizes)), make([]int64, len(of[u]))
						for j := range sizes {
							change[j] = d.Value(u, j) != d.Value(v, j)
						}
						for i, x := range of[u] {
							diff[i] = x - of[v][i]
						}
						if got, want := size(diff), int64(l.exact(g, change)); got != want {
							t.Fatalf("%v, contrasts %v: an edge that changes %v changes what is measured of %v by %d, the formula says %d", sizes, contrasts, change, s.columns, got, want)
						}
						if got, want := l.along(l.signs(change))[g]*float64(l.one(g)), float64(l.exact(g, change)); math.Abs(got-want) > 1e-9*(1+want) {
							t.Fatalf("%v: the load is %v, exactly %v", sizes, got, want)
						}
					}
				}
			}
		}
	}
}

// Under secrets of one column each, of any, and of presence, with the number of people known or not, contrasts keep the budget along
// every edge and have the errors that least squares of their rows says.
func TestContrastsKeepTheBudget(t *testing.T) {
	for _, c := range []struct {
		change          int
		known, presence bool
	}{{1, true, false}, {1, false, false}, {2, true, false}, {4, false, false}, {4, true, false}, {1, false, true}, {4, false, true}} {
		e := mechanismtest.PairsOfColumns(t, []int{3, 2, 4, 2}, mechanismtest.EachComplete, c.change, c.known)
		e.Scene.Gaussian = true
		if c.presence {
			published := e.Scene.Published
			present, err := policy.New(policy.Spec{Domain: published.Domain(), Parts: published.Parts(), Together: c.change, Presence: true})
			if err != nil {
				t.Fatal(err)
			}
			e.Scene.Published, e.Scene.Policy = present, present
		}
		prepared, err := GaussianMarginals{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if !prepared.(*preparedMarginals).contrasts {
			t.Fatalf("%+v: tables are measured", c)
		}
		mechanismtest.Certify(t, e.Scene, prepared)
		mechanismtest.CheckErrors(t, e.Scene, prepared)
	}
}

// Whatever tables with noise of their own can say, contrasts say with no more error, as each set's noise is free to be what it is.
func TestContrastsAreNoWorseThanTables(t *testing.T) {
	for _, sizes := range [][]int{{2, 2, 2}, {6, 5, 7, 4}, {9, 2, 3, 3, 5}} {
		for _, change := range []int{1, len(sizes)} {
			e := mechanismtest.PairsOfColumns(t, sizes, mechanismtest.EachComplete, change, true)
			e.Scene.Gaussian = true
			prepared, err := GaussianMarginals{}.Prepare(t.Context(), e.Scene.Problem)
			if err != nil {
				t.Fatal(err)
			}
			contrasts := prepared.(*preparedMarginals)
			tables := *contrasts
			tables.contrasts = false
			changes, err := changesOf(t.Context(), e.Scene.Policy, tables.counted[0].columns)
			if err != nil {
				t.Fatal(err)
			}
			need := contrasts.need(slices.Repeat([]float64{1}, len(contrasts.questions)))
			if err := tables.designTables(t.Context(), changes, need); err != nil {
				t.Fatal(err)
			}
			error := func(q *preparedMarginals) (sum float64) {
				for s, n := range need {
					sum += n * q.unit[s]
				}
				return sum
			}
			left := error(contrasts) / error(&tables)
			t.Logf("%v, %d change: contrasts have %.3f of the error of tables", sizes, change, left)
			if left > 1+1e-3 {
				t.Errorf("%v, %d columns change: contrasts have %v times the error of tables", sizes, change, left)
			}
		}
	}
}

// A question with a larger share of the budget has less error than the others.
func TestSharesWeighQuestions(t *testing.T) {
	e := mechanismtest.PairsOfColumns(t, []int{4, 4, 4, 4}, mechanismtest.EachComplete, 4, true)
	p := e.Scene.Problem
	p.Gaussian = true
	even, err := GaussianMarginals{}.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for range p.Workload.Parts() {
		p.Shares = append(p.Shares, p.Budget.Over(4))
	}
	p.Shares[5] = p.Budget
	more, err := GaussianMarginals{}.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	last := p.Workload.Len() - 1
	if a, b := even.ExpectedError().Answers[last].Variance, more.ExpectedError().Answers[last].Variance; b > 0.6*a {
		t.Errorf("the question has variance %v with an even share, %v with four times as much as the others", a, b)
	}
	if a, b := even.ExpectedError().Answers[0].Variance, more.ExpectedError().Answers[0].Variance; b < a {
		t.Errorf("another question gains: %v, then %v", a, b)
	}
}

// Ten columns of which any may change have a thousand classes of edges: the few that matter are found, with no class changed by
// more than the budget, and with nearly the least error there is.
func TestContrastsOfManyClasses(t *testing.T) {
	e := manyScene(t, []int{2, 3, 4, 5, 6, 2, 3, 4, 5, 2}, mechanismtest.EachComplete, 10, true, false)
	e.Scene.Gaussian = true
	prepared, err := GaussianMarginals{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	q := prepared.(*preparedMarginals)
	changes, err := changesOf(t.Context(), e.Scene.Policy, q.counted[0].columns)
	if err != nil {
		t.Fatal(err)
	}
	d := q.designOf(q.measured, changes)
	r, costs := seeded.New(20261127, 1), make([]float64, len(d.measured))
	for g := range costs {
		costs[g] = 1 + float64(r.Uint64()%100)
	}
	s, error, least, err := d.scales(t.Context(), costs)
	if err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for _, load := range d.all {
		most = max(most, weightedBy(load, s))
	}
	if most > 1+1e-9 || most < 1-1e-9 || error > least*1.002 || len(d.taken) == len(d.all) {
		t.Errorf("the class that is changed most is changed by %v of the budget, with %v times the least error, by %d of %d classes", most, error/least, len(d.taken), len(d.all))
	}
}
