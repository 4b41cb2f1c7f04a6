package optimum

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/linop"
	"steward/core/policy"
	"steward/core/seeded"
)

// singlesProblems are problems of many unknowns: on a line, with someone's being in the file secret, and with any two cells joined.
func singlesProblems(t *testing.T, r *seeded.Source) map[string]*Problem {
	k := fewestApart + 1 + r.IntN(5)
	var runs []linop.Interval
	for range 30 {
		lo := r.IntN(k)
		runs = append(runs, linop.Interval{Lo: lo, Hi: lo + r.IntN(k-lo)})
	}
	return map[string]*Problem{
		"cumulative, near":     mustNew(t, linop.Prefixes(k, k), near(t, k, 1+r.IntN(6), false)),
		"runs, near, presence": mustNew(t, linop.Ranges(k, runs), near(t, k, 1+r.IntN(6), true)),
		"every run, near":      mustNew(t, everyRun(k), near(t, k, 1+r.IntN(6), false)),
		"cumulative, all":      mustNew(t, linop.Prefixes(k, k), policy.Full(whole(t, k), false)),
		"cumulative, presence": mustNew(t, linop.Prefixes(k, k), policy.PresenceOnly(whole(t, k))),
	}
}

// blocked are single unknowns and groups of eight of them.
func blocked(q *Problem) measured {
	n := len(q.cells)
	m := measured{n + n/8, make([]float64, n*(n+n/8))}
	for i := range n {
		m.of(i)[i] = 1
		if g := i / 8; g < n/8 {
			m.of(i)[n+g] = 1
		}
	}
	return m
}

// What singles are told of a strategy is what all its entries tell: the same error, the same sensitivity, and the gradient of both.
func TestSinglesAreStrategies(t *testing.T) {
	r := seeded.New(20261129, 1)
	for name, q := range singlesProblems(t, r) {
		d := q.newDescent()
		s, at, ok := d.singled(blocked(q))
		if !ok {
			t.Fatalf("%s: not taken apart", name)
		}
		size := s.size()
		for i := range at {
			if i < size || i%size < s.normal.n {
				at[i] += 0.05 * r.NormFloat64()
			}
		}
		m := s.strategy(at)
		again, from, ok := d.singled(m)
		if !ok || again.others != s.others {
			t.Fatalf("%s: taken apart otherwise the second time", name)
		}
		for i := range q.cells {
			if want := math.Hypot(at[i], faint); math.Abs(from[i]-want) > 1e-12 {
				t.Fatalf("%s: weight %v, not %v", name, from[i], want)
			}
		}
		trace, _ := s.invert(at)
		if want, _ := d.normal.invert(m); math.Abs(trace-want) > 1e-7*want {
			t.Errorf("%s: trace %v, by all entries %v", name, trace, want)
		}
		s.sharp, s.round = 1e6, 1e-7
		want := math.Log(trace) + 2*math.Log(q.largestL1(m))
		if got := s.value(at); got < want-1e-3 || len(d.edges) == len(q.edges) && got > want+1e-3 {
			t.Errorf("%s: value %v, by the largest change %v", name, got, want)
		}
		s.sharp, s.round = 20, 0.01
		gradient := make([]float64, len(at))
		s.value(at)
		s.gradient(at, gradient)
		for i := 0; i < len(at); i += 1 + r.IntN(9) {
			if i >= s.normal.n && i < size {
				continue // the point in the middle has no row of its own
			}
			const h = 1e-6
			before := at[i]
			at[i] = before + h
			up := s.value(at)
			at[i] = before - h
			down := s.value(at)
			at[i] = before
			if got := (up - down) / (2 * h); math.Abs(got-gradient[i]) > 1e-4*(1+math.Abs(got)) {
				t.Fatalf("%s, entry %d: gradient %v, by differences %v", name, i, gradient[i], got)
			}
		}
	}
}

// Where all edges lead to one point, descents among singles end no higher than descents by all entries, which take many times as long. What
// they end at has the error that is stated.
func TestSinglesEndAsLow(t *testing.T) {
	for name, q := range singlesProblems(t, seeded.New(20261129, 2)) {
		d := q.newDescent()
		m, err := d.reweigh(t.Context(), blocked(q), turns)
		if err != nil {
			t.Fatal(err)
		}
		const looks = 100
		among, all := candidate{measured: m, error: d.exact(m)}, candidate{measured: m, error: d.exact(m)}
		if _, _, ok := d.singled(m); !ok {
			t.Fatalf("%s: not taken apart", name)
		}
		if err := d.improve(t.Context(), &among, sharpness, looks); err != nil {
			t.Fatal(err)
		}
		if e := bruteError(t, q, among.dense()); among.error > 0.99*all.error || math.Abs(e-among.error) > 1e-2*e {
			t.Errorf("%s: error %v, by dense algebra %v, before %v", name, among.error, e, all.error)
		}
		if !d.pointed() {
			continue
		}
		if err := (entries{d, m.rows}).improve(t.Context(), &all, sharpness, looks); err != nil {
			t.Fatal(err)
		}
		if among.error > all.error*1.002 {
			t.Errorf("%s: %v, by all entries %v", name, among.error, all.error)
		}
	}
}

// The largest change is the most of all edges, however many rows count one unknown alone.
func TestLargestChangeOfSingles(t *testing.T) {
	r := seeded.New(20261129, 3)
	q := mustNew(t, linop.Prefixes(60, 60), policy.Full(whole(t, 60), false))
	if len(q.edges) < manyJoined {
		t.Fatalf("%d edges are too few to add up what is counted alone", len(q.edges))
	}
	m := blocked(q)
	for i := range m.at {
		m.at[i] *= r.NormFloat64()
	}
	most := 0.0
	for _, e := range q.edges {
		most = max(most, q.moves(m, e))
	}
	if got := q.largestL1(m); math.Abs(got-most) > 1e-12*most {
		t.Errorf("%v, edge by edge %v", got, most)
	}
}

// Sparse products and solutions are the dense ones.
func TestSparseIsDense(t *testing.T) {
	r := seeded.New(20261129, 4)
	for name, q := range singlesProblems(t, r) {
		d := q.newDescent()
		n := len(q.cells)
		gram := mat.NewSymDense(n, nil)
		gram.CopySym(q.gram)
		for i := range n {
			gram.SetSym(i, i, gram.At(i, i)+d.normal.added)
		}
		row, got := make([]float64, n), make([]float64, n)
		for i := range row {
			row[i] = r.NormFloat64()
		}
		var want mat.VecDense
		want.MulVec(gram, mat.NewVecDense(n, row))
		neighboursOf(d.normal.gram).multiply(got, row)
		for i, v := range got {
			if math.Abs(v-want.AtVec(i)) > 1e-9*mat.Norm(&want, 2) {
				t.Fatalf("%s: product %v, not %v", name, v, want.AtVec(i))
			}
		}
		stiff := stiffness(d.size(), d.edges)
		x := make([]float64, d.size())
		for i := range x {
			x[i] = r.NormFloat64()
		}
		before := mat.NewVecDense(len(x), append([]float64(nil), x...))
		envelopeOf(stiff).solve(x)
		var back mat.VecDense
		back.MulVec(stiff, mat.NewVecDense(len(x), x))
		back.SubVec(&back, before)
		if off := mat.Norm(&back, 2); off > 1e-9*mat.Norm(before, 2) {
			t.Errorf("%s: the solution is off by %v", name, off)
		}
	}
	if m := neighboursOf(mustNew(t, linop.Prefixes(50, 50), near(t, 50, 5, false)).newNormal().gram); len(m.at) > 6*50 {
		t.Errorf("%d entries of the differences of cumulative counts", len(m.at))
	}
}
