package box

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// overCells is tables by themselves as what is over all cells of their columns, of which there are few here: rows and counts go from one to
// the other as people are counted. Where people are counted in all cells there is nothing to do.
type overCells struct {
	*preparedMarginals
	joint mechanism.Problem
}

// bothWays prepares the question of a scene over all cells and table by table.
func bothWays(t *testing.T, s mechanismtest.Scene, m mechanism.Mechanism) []overCells {
	t.Helper()
	return []overCells{prepare(t, s, m, s.Problem.Workload), apart(t, s, m)}
}

// apart prepares the question of a scene table by table.
func apart(t *testing.T, s mechanismtest.Scene, m mechanism.Mechanism) overCells {
	t.Helper()
	w, err := workload.Apart(s.Problem.Workload.Parts(), s.Problem.Workload.Domain())
	if err != nil {
		t.Fatal(err)
	}
	return prepare(t, s, m, w)
}

func prepare(t *testing.T, s mechanismtest.Scene, m mechanism.Mechanism, w *workload.Workload) overCells {
	t.Helper()
	p := s.Problem
	p.Workload = w
	prepared, err := m.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return overCells{prepared.(*preparedMarginals), s.Problem}
}

func (o overCells) Asked() mechanism.Problem { return o.joint }

// cellsOf returns the cells of the tables that a cell of all columns is counted in.
func (o overCells) cellsOf(cell int) []int {
	op, d := o.Problem.Workload.Operator().(linop.Apart), o.joint.Workload.Domain()
	var out []int
	for n, table := range o.Problem.Workload.Tables() {
		values := make([]int, len(table.Attributes()))
		for i, a := range table.Attributes() {
			j, _ := d.Position(a.Name())
			values[i] = d.Value(cell, j)
		}
		out = append(out, op.First(n)+table.Index(values))
	}
	return out
}

func (o overCells) counted(counts []int64) *histogram.Vector {
	v, err := o.Problem.NoCounts()
	if err != nil {
		panic(err)
	}
	op, apart := o.Problem.Workload.Operator().(linop.Apart)
	for cell, n := range counts {
		if !apart {
			v.AddMany(cell, n)
			continue
		}
		for i, at := range o.cellsOf(cell) {
			v.Each()[i].AddMany(at-op.First(i), n)
		}
	}
	return v
}

func (o overCells) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	return o.preparedMarginals.Release(ctx, o.counted(counts.Counts()), src)
}

func (o overCells) EachRow(yield mechanism.YieldRow) {
	if o.Problem.Workload.Tables() == nil {
		o.preparedMarginals.EachRow(yield)
		return
	}
	k, _ := o.joint.Workload.Domain().Cells()
	at := make([][]int, k)
	for cell := range at {
		at[cell] = o.cellsOf(cell)
	}
	o.preparedMarginals.EachRow(func(of []mechanism.CountRun, l noise.Law) bool {
		row, all := make([]int64, k), make([]int64, o.Problem.Workload.Operator().Columns())
		for _, r := range of {
			for cell := r.First; cell <= r.Last; cell++ {
				all[cell] = r.Times
			}
		}
		for cell, list := range at {
			for _, i := range list {
				row[cell] += all[i]
			}
		}
		return yield(mechanism.RunsOfRow(row), l)
	})
}

// manyScene asks for all pairs of some columns, under secrets of some of them at a time, of people who come and leave, or both.
func manyScene(t *testing.T, sizes []int, parts func([]*domain.Attribute) []policy.Part, change int, known, presence bool) mechanismtest.Example {
	t.Helper()
	e := mechanismtest.PairsOfColumns(t, sizes, parts, max(change, 1), known)
	if presence {
		published := e.Scene.Published
		present, err := policy.New(policy.Spec{Domain: published.Domain(), Parts: published.Parts(), Together: max(change, 1), Presence: true})
		if change == 0 {
			present = policy.PresenceOnly(published.Domain())
		}
		if err != nil {
			t.Fatal(err)
		}
		e.Scene.Published, e.Scene.Policy = present, present
	}
	return e
}

// Table by table the promise is kept along every edge, errors are those that least squares of the rows says, and they are no larger than
// over all cells at once.
func TestTablesApartAreAsGoodAsTogether(t *testing.T) {
	sizes := []int{3, 2, 4, 2}
	for _, c := range []struct {
		change          int
		known, presence bool
	}{{1, true, false}, {1, false, false}, {2, true, false}, {4, false, false}, {4, true, false}, {0, false, true}, {1, false, true}, {4, false, true}} {
		for _, gaussian := range []bool{true, false} {
			e := manyScene(t, sizes, mechanismtest.EachComplete, c.change, c.known, c.presence)
			e.Scene.Gaussian = gaussian
			m := mechanism.Mechanism(Marginals{})
			if gaussian {
				m = GaussianMarginals{}
			}
			q := apart(t, e.Scene, m)
			worst, all := mechanismtest.Certify(t, e.Scene, q)
			mechanismtest.CheckErrors(t, e.Scene, q)
			at, err := m.Prepare(t.Context(), e.Scene.Problem)
			if err != nil {
				t.Fatal(err)
			}
			got, want := q.ExpectedError().MeanSquare(), at.ExpectedError().MeanSquare()
			share, _ := worst.Float64()
			budget, _ := all.Float64()
			t.Logf("%+v, Gaussian %v: error %.4f, over all cells %.4f, loss %.6f of the budget, gap %.4f", c, gaussian, got, want, share/budget, q.Gap())
			if got > want*1.003 {
				t.Errorf("%+v: error %v, over all cells %v", c, got, want)
			}
		}
	}
}

// Without noise the tables come back, whatever is known, with their totals and of however many columns.
func TestTablesAreTold(t *testing.T) {
	for _, known := range []bool{true, false} {
		for _, m := range []mechanism.Mechanism{Marginals{}, GaussianMarginals{}} {
			e := mechanismtest.PairsOfColumns(t, []int{3, 1, 2, 4}, mechanismtest.EachComplete, 1, known)
			var asked []*workload.Workload
			for _, q := range []workload.Question{{Columns: []domain.AttributeName{"d", "a"}, Totals: true}, {Columns: []domain.AttributeName{"a", "b", "c"}}, {Columns: []domain.AttributeName{"c"}},
				{Columns: []domain.AttributeName{"d", "c"}, Only: []workload.Answers{{Column: "d", Values: []string{"1", "3"}}}}} {
				q.Kind = workload.Table
				w, err := workload.New(q, e.Scene.Published.Domain())
				if err != nil {
					t.Fatal(err)
				}
				asked = append(asked, w)
			}
			w, err := workload.Join(asked, e.Scene.Published.Domain())
			if err != nil {
				t.Fatal(err)
			}
			if e.Scene.Policy, err = e.Scene.Published.Project(w.Question().Columns); err != nil {
				t.Fatal(err)
			}
			e.Scene.Workload, e.Scene.Gaussian = w, m.Info().Gaussian
			for _, q := range bothWays(t, e.Scene, m) {
				mechanismtest.CheckErrors(t, e.Scene, q)
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
				w.Operator().Apply(truth, e.Counts)
				for i, v := range a.Unadjusted {
					if math.Abs(v-float64(truth[i])) > 1e-9*(1+float64(truth[i])) {
						t.Errorf("people known %v, %s: answer %d is %v without noise, the truth is %d", known, m.Info().ID, i, v, truth[i])
					}
				}
			}
		}
	}
}

// What no edge changes has no noise where the steward agreed to publish it, and hides one person otherwise.
func TestTablesThatNoEdgeChanges(t *testing.T) {
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
	for _, m := range []mechanism.Mechanism{Marginals{}, GaussianMarginals{}} {
		for _, agreed := range []bool{true, false} {
			e := mechanismtest.PairsOfColumns(t, []int{3, 2, 4}, first, 1, false)
			e.Scene.Gaussian, e.Scene.Disclose = m.Info().Gaussian, agreed
			for _, q := range bothWays(t, e.Scene, m) {
				mechanismtest.Certify(t, e.Scene, q)
				mechanismtest.CheckErrors(t, e.Scene, q)
				for g, i := range q.measured {
					exact, moved := q.groups[g].Law.IsZero(), slices.Contains(q.sets[i].columns, 0)
					if exact != (agreed && !moved) {
						t.Errorf("%s, agreed %v: what is measured over %v is exact: %v", m.Info().ID, agreed, q.sets[i].columns, exact)
					}
				}
			}
		}
	}
}

// atMost is above the sum of loads whichever columns change, or so many of them, and by little where any may: by all changes of eleven columns,
// with tables of one column to three.
func TestNoChangeIsAboveItsBound(t *testing.T) {
	r := seeded.New(20261128, 31)
	for round := range 40 {
		sizes := make([]int, 11)
		for j := range sizes {
			sizes[j] = 2 + r.IntN(1+round%5)
		}
		var sets []tableSet
		most := 2
		if round%4 == 3 {
			most = 3
		}
		for some := range 1 << len(sizes) {
			s := tableSet{one: 1}
			for j := range sizes {
				if some>>j&1 == 1 {
					s.columns = append(s.columns, j)
				}
			}
			if n := len(s.columns); n > 0 && n <= most && r.IntN(1+round%3) == 0 {
				sets = append(sets, s)
			}
		}
		contrasts := round%8 < 6
		l, s, may := newChangeLoads(sets, sizes, contrasts), make([]float64, len(sets)), make([]bool, len(sizes))
		for g := range s {
			s[g] = float64(r.IntN(1000)) / 1000
		}
		for j := range may {
			may[j] = r.IntN(8) > 0
		}
		var c columnChanges
		for j, m := range may {
			if m {
				c.parts = append(c.parts, changingPart{columns: []int{j}})
			}
		}
		if c.together = len(c.parts); round%2 == 1 {
			c.together = 1 + r.IntN(len(c.parts))
		}
		largest := 0.0
		for some := range 1 << len(sizes) {
			change := make([]bool, len(sizes))
			allowed := bits.OnesCount(uint(some)) <= c.together
			for j := range change {
				change[j] = some>>j&1 == 1
				allowed = allowed && (may[j] || !change[j])
			}
			if allowed {
				largest = max(largest, weightedBy(l.along(l.signs(change)), s))
			}
		}
		bound := l.atMost(s, c)
		if bound < largest*(1-1e-12) {
			t.Errorf("round %d: a change loads %v, and none was to load more than %v", round, largest, bound)
		}
		if room := []float64{1.06, 1.35}[most-2]; bound > room*largest && c.together == len(c.parts) || !contrasts && c.together == len(c.parts) && bound > largest*(1+1e-9) {
			t.Errorf("round %d: the bound %v is far above %v", round, bound, largest)
		}
		if proof := l.proof(s, c); contrasts && most == 2 && c.together == len(c.parts) && proof != nil {
			proved := 2 * proof[0]
			for j, d := range proof[1:] {
				proved += 2 * d * l.turn[j]
			}
			for g, set := range sets {
				if slices.ContainsFunc(set.columns, func(j int) bool { return may[j] }) {
					proved += 2 * s[g]
				}
			}
			if proved < bound*(1-1e-12) || proved > 1.06*largest {
				t.Errorf("round %d: what is stated proves %v, the bound is %v", round, proved, bound)
			}
		}
	}
}

// Of tables that share few columns and of which two change, scales are looked for that another round would hardly better.
func TestTablesThatFewChangeAreWeighedWell(t *testing.T) {
	r := seeded.New(1, 2)
	var columns []*domain.Attribute
	for j := range 40 {
		columns = append(columns, mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(fmt.Sprint("c", j)), 0, int64(1+j*7%9), mechanismtest.NoSpecial)))
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	var asked []*workload.Workload
	for len(asked) < 40 {
		i, j := r.IntN(40), r.IntN(40)
		if i == j {
			continue
		}
		w, err := workload.New(workload.Question{Kind: workload.Table, Columns: []domain.AttributeName{columns[i].Name(), columns[j].Name()}}, d)
		if err != nil {
			t.Fatal(err)
		}
		asked = append(asked, w)
	}
	joined, err := workload.Join(asked, d)
	if err != nil {
		t.Fatal(err)
	}
	published, err := policy.New(policy.Spec{Domain: d, Parts: mechanismtest.EachComplete(columns), Together: 2})
	if err != nil {
		t.Fatal(err)
	}
	p := mechanism.Problem{Workload: joined, Budget: mechanismtest.Examples(t)[0].Scene.Budget}
	if p.Policy, err = published.Project(joined.Question().Columns); err != nil {
		t.Fatal(err)
	}
	q, err := Marginals{}.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if got := q.ExpectedError().Summary().MeanSquare * mechanism.Square(p.Effective().Float()); got > 188 {
		t.Errorf("the mean squared error is %v times that of the budget, and can be 185.8", got)
	}
}

// hundred is all tables over two of a hundred columns of two to ten values each.
func hundred(t testing.TB, change int, presence bool, tables int) mechanism.Problem {
	t.Helper()
	var columns []*domain.Attribute
	for j := range 100 {
		columns = append(columns, mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(fmt.Sprint("c", j)), 0, int64(1+j*7%9), mechanismtest.NoSpecial)))
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	published, err := policy.New(policy.Spec{Domain: d, Parts: mechanismtest.EachComplete(columns), Together: max(change, 1), Presence: presence})
	if change == 0 {
		published = policy.PresenceOnly(d)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := seeded.New(20261128, 32)
	var asked []*workload.Workload
	for j := range columns {
		for i := range j {
			if r.IntN(4950) >= tables {
				continue
			}
			w, err := workload.New(workload.Question{Kind: workload.Table, Columns: []domain.AttributeName{columns[i].Name(), columns[j].Name()}}, d)
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, w)
		}
	}
	w, err := workload.Join(asked, d)
	if err != nil {
		t.Fatal(err)
	}
	p, err := published.Project(w.Question().Columns)
	if err != nil {
		t.Fatal(err)
	}
	one, err := account.ParseEpsilon("1")
	if err != nil {
		t.Fatal(err)
	}
	return mechanism.Problem{Workload: w, Policy: p, Budget: one, Gaussian: true}
}

// A hundred columns have more combinations than there are numbers for them. Tables over two of them are prepared for any secrets, with an
// error near the least there is where any columns may change, and releases have the errors that are stated, within their intervals.
func TestTablesOfAHundredColumns(t *testing.T) {
	for _, c := range []struct {
		change   int
		presence bool
		gap      float64
	}{{0, true, 1.001}, {1, false, 1.001}, {5, false, 1.1}, {100, false, 1.1}} {
		for _, m := range []mechanism.Mechanism{Marginals{}, GaussianMarginals{}} {
			p := hundred(t, c.change, c.presence, 300)
			prepared, err := m.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			q := prepared.(*preparedMarginals)
			if m.Info().Gaussian && (q.Gap() < 1-1e-6 || q.Gap() > c.gap) {
				t.Errorf("%+v: the error is within %v of the least", c, q.Gap())
			}
			nobody, err := mechanism.Counted(prepared, p).NoCounts()
			if err != nil {
				t.Fatal(err)
			}
			const runs = 30
			answers, first := q.ExpectedError().Answers, []int{0} // one of each table
			for _, w := range p.Workload.Parts() {
				first = append(first, first[len(first)-1]+w.Len())
			}
			first = first[:len(first)-1]
			squares, stated, held, least := make([]float64, len(first)), make([]float64, len(first)), make([]int, len(first)), math.Inf(1)
			for _, g := range q.groups {
				least = min(least, g.variance)
			}
			for run := range runs {
				a, err := q.Release(t.Context(), nobody, seeded.New(20261128, uint64(run)))
				if err != nil {
					t.Fatal(err)
				}
				for n, i := range first {
					squares[n] += mechanism.Square(a.Unadjusted[i]) / runs
					if stated[n] = answers[i].Variance; math.Abs(a.Unadjusted[i]) <= answers[i].HalfWidth+1e-9 {
						held[n]++
					}
				}
			}
			alpha := seeded.Among(16 * len(first))
			if err := mechanismtest.SquaresAgree(squares, stated, runs, least, alpha); err != nil {
				t.Errorf("%+v, %s: %v", c, m.Info().ID, err)
			}
			for n, k := range held {
				if err := seeded.AtLeast(k, runs, 0.95, alpha); err != nil {
					t.Errorf("%+v, %s, table %d: intervals: %v", c, m.Info().ID, n, err)
				}
			}
		}
	}
}
