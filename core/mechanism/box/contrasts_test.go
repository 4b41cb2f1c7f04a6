package box

import (
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
)

// everySet returns all sets of so many columns.
func everySet(columns int) (out []columnSet) {
	for s := range columnSet(1) << columns {
		out = append(out, s)
	}
	return out
}

// How far contrasts change along an edge depends on which columns it changes and on nothing else, and is what the formula says: by
// all pairs of cells.
func TestContrastsChangeByTheirLoad(t *testing.T) {
	for _, sizes := range [][]int{{2, 2}, {2, 3, 4}, {3, 2, 2, 2}, {5, 3}} {
		d := contrastDesign{sizes: sizes}
		q := &preparedMarginals{sizes: sizes, contrasts: true}
		cells := 1
		for _, n := range sizes {
			cells *= n
		}
		values := func(cell int) []int {
			out := make([]int, len(sizes))
			for j := len(sizes) - 1; j >= 0; j-- {
				out[j], cell = cell%sizes[j], cell/sizes[j]
			}
			return out
		}
		for _, s := range everySet(len(sizes)) {
			of := make([][]int64, cells)
			for u := range of {
				one := make([]int64, cells)
				one[u] = 1
				of[u] = q.measure(s, one)
				if got, want := square(of[u]), d.one(s); got != want {
					t.Fatalf("%v: a person changes the contrasts of %v by %d, the formula says %d", sizes, s.columns(), got, want)
				}
			}
			for u := range of {
				for v := range u {
					change, diff := columnSet(0), make([]int64, len(of[u]))
					for j, a := range values(u) {
						if a != values(v)[j] {
							change |= 1 << j
						}
					}
					for i, x := range of[u] {
						diff[i] = x - of[v][i]
					}
					if got, want := square(diff), d.load(s, change); got != want {
						t.Fatalf("%v: an edge that changes %v changes the contrasts of %v by %d, the formula says %d", sizes, change.columns(), s.columns(), got, want)
					}
				}
			}
		}
	}
}

func square(x []int64) (sum int64) {
	for _, v := range x {
		sum += v * v
	}
	return sum
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

// Contrasts without noise give back the tables, whatever is known.
func TestContrastsTellTheTables(t *testing.T) {
	for _, known := range []bool{true, false} {
		e := mechanismtest.PairsOfColumns(t, []int{3, 2, 4}, mechanismtest.EachComplete, 1, known)
		e.Scene.Gaussian = true
		prepared, err := GaussianMarginals{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		q := prepared.(*preparedMarginals)
		rows := make([][]int64, len(q.groups))
		for g := range rows {
			rows[g] = q.measure(q.sets[g], e.Counts)
		}
		a, err := q.answer(rows, q.known.Values(mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts)))
		if err != nil {
			t.Fatal(err)
		}
		truth := make([]int64, len(a.Unadjusted))
		e.Scene.Workload.Operator().Apply(truth, e.Counts)
		for i, v := range a.Unadjusted {
			if math.Abs(v-float64(truth[i])) > 1e-9*(1+float64(truth[i])) {
				t.Errorf("people known %v: answer %d is %v without noise, the truth is %d", known, i, v, truth[i])
			}
		}
	}
}

// Whatever tables with noise of their own can say, contrasts say with no more error, as each set's noise is free to be what it is.
func TestContrastsAreNoWorseThanTables(t *testing.T) {
	for _, sizes := range [][]int{{2, 2, 2}, {6, 5, 7, 4}, {9, 2, 3, 3, 5}} {
		for _, change := range []int{1, len(sizes)} {
			e := mechanismtest.PairsOfColumns(t, sizes, mechanismtest.EachComplete, change, true)
			e.Scene.Gaussian = true
			p := e.Scene.Problem
			prepared, err := GaussianMarginals{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			contrasts := prepared.(*preparedMarginals)
			tables := *contrasts
			tables.contrasts, tables.groups = false, nil
			var covers [][]columnSet
			tables.sets, covers, _ = candidateSets(countSets(tables.answers), tables.sizes)
			if err := tables.design(t.Context(), covers); err != nil {
				t.Fatal(err)
			}
			need := contrasts.needed()
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

// What no edge changes and the steward agreed to publish has no noise; what nobody agreed to publish hides one person more or
// less.
func TestContrastsThatNoEdgeChanges(t *testing.T) {
	first := func(columns []*domain.Attribute) []policy.Part {
		parts := mechanismtest.EachComplete(columns[:1])
		for _, a := range columns[1:] {
			var groups []policy.Group
			for v := range a.Size() {
				groups = append(groups, policy.Group{Name: a.Label(v), Values: []string{a.Label(v)}})
			}
			parts = append(parts, mechanismtest.Part(t)(policy.Groups(a, groups, policy.OwnGroup)))
		}
		return parts
	}
	for _, agreed := range []bool{true, false} {
		e := mechanismtest.PairsOfColumns(t, []int{3, 2, 4}, first, 1, false)
		e.Scene.Gaussian, e.Scene.Disclose = true, agreed
		prepared, err := GaussianMarginals{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		mechanismtest.Certify(t, e.Scene, prepared)
		mechanismtest.CheckErrors(t, e.Scene, prepared)
		q := prepared.(*preparedMarginals)
		for g, s := range q.sets {
			exact := q.groups[g].Law.IsZero()
			if want := agreed && !s.has(0); exact != want {
				t.Errorf("agreed %v: the contrasts over %v are exact: %v", agreed, s.columns(), exact)
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
// more than the budget.
func TestContrastsOfManyClasses(t *testing.T) {
	sizes := []int{2, 3, 4, 5, 6, 2, 3, 4, 5, 2}
	d := contrastDesign{sizes: sizes}
	for _, s := range everySet(len(sizes)) {
		if n := len(s.columns()); n == 1 || n == 2 {
			d.sets = append(d.sets, s)
		}
		if s != 0 {
			d.changes = append(d.changes, s)
		}
	}
	r := seeded.New(20261127, 1)
	costs := make([]float64, len(d.sets))
	for g := range costs {
		costs[g] = 1 + float64(r.Uint64()%100)
	}
	s, err := d.shares(t.Context(), costs)
	if err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for _, c := range d.changes {
		most = max(most, weighted(d.loads(c), s))
	}
	if most > 1+1e-9 || most < 1-1e-9 {
		t.Errorf("the class that is changed most is changed by %v of the budget", most)
	}
}
