package registry

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/constraint"
	"steward/core/linop/linoptest"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/seeded"
)

// conditioned is a random problem with true facts: margins, counts of boxes, or chains of neighbouring cells. Every
// mechanism whose error does not depend on the data is prepared for it.
type conditioned struct {
	scene  mechanismtest.Scene
	counts []int64
	by     []mechanism.Prepared
}

// sharedConditioned are those that the tests share.
var sharedConditioned []conditioned

// eachConditioned does something with what is prepared for such problems, 400 of them in the audits, and for some more with
// questions for totals, and goes on until enough of what is looked for has come. The maker is for what it draws itself.
func eachConditioned(t *testing.T, stream uint64, enough func() bool, do func(m mechanismtest.Maker, s mechanismtest.Scene, x []int64, q mechanism.Prepared)) {
	t.Helper()
	draws := mechanismtest.NewMaker(t, stream<<32+1<<30)
	all := func(c conditioned) {
		for _, q := range c.by {
			do(draws, c.scene, c.counts, q)
		}
	}
	if ownProblems {
		makeConditioned(t, stream, 400, all)
		return
	}
	if sharedConditioned == nil {
		makeConditioned(t, 134, seeded.Often(24, 200), func(c conditioned) { sharedConditioned = append(sharedConditioned, c) })
	}
	for _, c := range sharedConditioned {
		all(c)
	}
	for more := uint64(0); !enough() && more < 40; more++ {
		makeConditioned(t, 135+more, 3, func(c conditioned) {
			sharedConditioned = append(sharedConditioned, c)
			all(c)
		})
	}
}

// makeConditioned makes the problems of eachConditioned.
func makeConditioned(t *testing.T, stream uint64, n int, do func(conditioned)) {
	t.Helper()
	each := func(m mechanismtest.Maker, s mechanismtest.Scene) {
		x := s.Counts(m)
		if s.Facts = trueFacts(t, m, s, x); m.Chance(3) {
			s.Facts = chain(t, m, s, x)
		}
		s.Tied = constraint.Multiplier{Factor: 1} // what facts tie together is not the matter here
		s.Raw = true                              // nor are tidied answers
		do(conditioned{s, x, prepareAll(t, s, independent())})
	}
	mechanismtest.EachScene(t, stream, n, each)
	for seed := range uint64(n / 3) {
		m := mechanismtest.TotalsMaker(t, stream<<32+1<<31+seed)
		if s, ok := mechanismtest.SceneBy(t, m, seed); ok && (seeded.Audit || s.Workload.Operator().Columns() <= 64) {
			each(m, s)
		}
	}
}

// chain knows the sums of neighbouring values of the first column, of some of them.
func chain(t *testing.T, m mechanismtest.Maker, s mechanismtest.Scene, x []int64) constraint.Facts {
	t.Helper()
	d := s.Workload.Domain()
	a := d.Attributes()[0]
	f := constraint.Fact{ID: "chain"}
	for v := range a.Size() - 1 {
		if m.Chance(4) {
			continue
		}
		n := int64(0)
		for cell, c := range x {
			if u := d.Value(cell, 0); u == v || u == v+1 {
				n += c
			}
		}
		of := constraint.Predicate{{{Column: a.Name(), Values: []string{a.Label(v), a.Label(v + 1)}}}}
		f.Counts = append(f.Counts, constraint.Count{Of: of, Count: n})
	}
	if len(f.Counts) == 0 {
		return constraint.Facts{}
	}
	facts, err := constraint.New(s.Published.Domain(), []constraint.Fact{f})
	if impossible := (*constraint.Contradiction)(nil); errors.As(err, &impossible) {
		return constraint.Facts{} // a combination of other columns rules the counts out
	}
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	return facts
}

// The errors that are stated of answers and of sums of them are the matrix formula's, and no draw counts more often than
// is said, where facts are known too.
func TestConditionedErrorsAreTheMatrixFormula(t *testing.T) {
	seen, all := make(map[string]int), len(independent())
	enough := func() bool { return len(seen) >= seeded.Often(all*2/3, all) }
	eachConditioned(t, 131, enough, func(m mechanismtest.Maker, s mechanismtest.Scene, x []int64, q mechanism.Prepared) {
		checkCombined(t, m, s, q, mechanismtest.Measured(t, q).On(x))
		for i, a := range q.ExpectedError().Answers {
			c, err := mechanism.Combine(q, []mechanism.Term{{Answer: i, Weight: 1}})
			if err != nil || (c.Variance == 0) != (a.Variance == 0) || math.Abs(c.Variance-a.Variance) > 1e-9*a.Variance {
				t.Fatalf("%s, %s: answer %d has variance %v, as a sum %v", q.Info().ID, s.Name, i, a.Variance, c.Variance)
			}
		}
		seen[q.Info().ID]++
	})
	if !enough() {
		t.Errorf("of %d methods only %v applied to a problem", all, seen)
	}
}

// Errors are no larger than least squares with exact sums leaves of what the same noise makes without the facts: of the
// covariances C of its cells C - CA'(ACA')^+AC. They are zero where the facts determine an answer, and only there. Without
// the facts a mechanism may choose other noise, by which single answers have less error, but not what it chooses for.
func TestConditionedErrorsAreTheLeast(t *testing.T) {
	less, exact, people := make(map[string]bool), 0, 0
	enough := func() bool { return people > 0 && exact >= 50 && len(less) >= 20 }
	eachConditioned(t, 132, enough, func(m mechanismtest.Maker, s mechanismtest.Scene, x []int64, q mechanism.Prepared) {
		plain := s
		plain.Facts = constraint.Facts{}
		if n, known := s.Facts.Total(); known {
			plain.Facts, _ = constraint.Known(n)
		}
		alike := mustByID(t, q.Info().ID)
		if !alike.Check(plain.Problem).OK() { // noise in sets whose sums the facts tell, or on each cell
			alike = mustByID(t, "laplace")
		}
		before, err := alike.Prepare(t.Context(), plain.Problem)
		if err != nil {
			t.Fatal(err)
		}
		k := len(x)
		covarying, ok := q.(mechanism.Covarying)
		if !ok {
			more, behind := exactByFacts(t, s, x, q, ratSpanOf(append(factRows(s), knownRows(t, s)...)))
			exact, people = exact+more, people+behind
			return
		}
		sums := append(factRows(s), knownRows(t, s)...)
		var told [][]float64
		for _, of := range sums {
			if dst := make([]float64, k); covarying.Covary(dst, of) {
				told = append(told, of)
			}
		}
		covariances := mat.NewDense(k, k, nil)
		whole := true
		for cell := range k {
			one := make([]float64, k)
			one[cell] = 1
			whole = covarying.Covary(covariances.RawRowView(cell), one) && whole
		}
		if !whole {
			return // it estimates no cells, only some of their sums
		}
		if with, without := mechanism.Aimed(s.Workload, q), mechanism.Aimed(s.Workload, before); with > without*(1+chosenWithin)+1e-9*max(mat.Max(covariances), 0) {
			t.Fatalf("%s, %s: the facts make the error chosen for %v, which is %v without them", q.Info().ID, s.Name, with, without)
		}
		left, span, alone := least(covariances, told), ratSpanOf(sums), mechanism.Alone(q)
		rows := linoptest.Dense(s.Workload.Operator())
		released := mechanismtest.MustRelease(t, s, q, x, 5).Unadjusted
		for i, a := range q.ExpectedError().Answers {
			w := mat.NewVecDense(k, nil)
			for cell, v := range rows[i] {
				w.SetVec(cell, float64(v))
			}
			want, was := max(mat.Inner(w, left, w), 0), alone.Answers[i].Variance
			// That they are not less is what the matrix formula checks; least may leave out sums that nearly follow from others.
			rounding := 0.0
			if was > 0 {
				rounding = mechanismtest.Digits(mat.Max(covariances), was) * was
			}
			if was > 0 && a.Variance-want > rounding || a.Variance-was > rounding {
				t.Fatalf("%s, %s: answer %d has variance %v, without the facts %v, and least squares leave %v", q.Info().ID, s.Name, i, a.Variance, was, want)
			}
			less[q.Info().ID] = less[q.Info().ID] || a.Variance < was*0.999
			follows := span.holds(w.RawVector().Data)
			if was == 0 {
				continue
			}
			if (a.Variance == 0) != follows {
				t.Fatalf("%s, %s: answer %d has variance %v (without the facts %v), and follows from what is known: %v", q.Info().ID, s.Name, i, a.Variance, was, follows)
			}
			if follows {
				exact++
				truth := 0.0
				for cell, v := range rows[i] {
					truth += float64(v * x[cell])
				}
				if released[i] != truth {
					t.Fatalf("%s, %s: answer %d is %v, which is known to be %v", q.Info().ID, s.Name, i, released[i], truth)
				}
			}
		}
	})
	if !enough() {
		t.Errorf("%d answers and %d numbers of people behind totals are exact by the facts; errors are less for %v", exact, people, less)
	}
}

// chosenWithin is by how much noise that is chosen may be worse than other noise: one that is better by less is not taken.
const chosenWithin = 2e-4

// exactByFacts counts the answers that facts determine, and those of people behind totals that are exact then. Those of noise
// on each answer are exact, and what is exact is the truth.
func exactByFacts(t *testing.T, s mechanismtest.Scene, x []int64, q mechanism.Prepared, span ratSpan) (exact, people int) {
	t.Helper()
	released := mechanismtest.MustRelease(t, s, q, x, 5).Unadjusted
	for i, of := range linoptest.Dense(s.Workload.Operator()) {
		row, truth := make([]float64, len(of)), 0.0
		for cell, v := range of {
			row[cell], truth = float64(v), truth+float64(v*x[cell])
		}
		a := q.ExpectedError().Answers[i]
		if span.holds(row) {
			exact++
			if a.Variance == 0 && q.Info().ID != "laplace-answers" {
				people++
			}
			if a.Variance > 0 && q.Info().ID == "laplace-answers" {
				t.Fatalf("%s, %s: answer %d follows from facts and has variance %v", q.Info().ID, s.Name, i, a.Variance)
			}
		}
		if a.Variance == 0 && math.Abs(released[i]-truth) > 1e-9*(1+math.Abs(truth)) {
			t.Fatalf("%s, %s: answer %d is %v, which is known to be %v", q.Info().ID, s.Name, i, released[i], truth)
		}
	}
	return exact, people
}

// Releases show the errors that are stated where facts are known, of answers and of sums of them, and intervals hold the
// truth as often as they say.
func TestConditionedErrorsSampled(t *testing.T) {
	seeded.ForAudits(t)
	const sums, most = 2, 2
	tried := make(map[string]int)
	alpha := seeded.Among(len(independent()) * most * (3*40 + 2*sums))
	enough := func() bool { return len(tried) >= 12 }
	eachConditioned(t, 133, enough, func(m mechanismtest.Maker, s mechanismtest.Scene, x []int64, q mechanism.Prepared) {
		was := mechanism.Alone(q)
		if tried[q.Info().ID] == most || s.Workload.Len() > 40 || was.Summary().MeanSquare <= q.ExpectedError().Summary().MeanSquare {
			return
		}
		tried[q.Info().ID]++
		combined := make([]sampledSum, sums)
		for i := range combined {
			combined[i].terms = someTerms(m, s.Workload.Len())
			var err error
			if combined[i].stated, err = mechanism.Combine(q, combined[i].terms); err != nil {
				t.Fatal(err)
			}
		}
		got := takeSample(t, mechanismtest.Example{Name: s.Name, Scene: s, Counts: x}, q, sampledRuns, combined...)
		least, stated := mechanismtest.LeastVariance(mechanismtest.Measured(t, q)), q.ExpectedError().Answers
		if err := mechanismtest.SquaresAgree(got.square, mechanismtest.Variances(q), sampledRuns, least, alpha); err != nil {
			t.Errorf("%s, %s: %v", q.Info().ID, s.Name, err)
		}
		for i, a := range stated {
			errors := seeded.Moments{Variance: a.Variance, Excess: 3 + 1/least}
			if err := seeded.Averages(got.mean[i], sampledRuns, errors, alpha); err != nil && math.Abs(got.mean[i]) > 1e-9 {
				t.Errorf("%s, %s: errors of answer %d: %v", q.Info().ID, s.Name, i, err)
			}
			if err := seeded.AtLeast(got.inside[i], sampledRuns, mechanism.Level, alpha); err != nil {
				t.Errorf("%s, %s: answer %d lies in its interval: %v", q.Info().ID, s.Name, i, err)
			}
		}
		for _, sum := range got.sums {
			if err := mechanismtest.SquaresAgree([]float64{sum.square}, []float64{sum.stated.Variance}, sampledRuns, least, alpha); err != nil {
				t.Errorf("%s, %s: the sum %v: %v", q.Info().ID, s.Name, sum.terms, err)
			}
			if err := seeded.AtLeast(sum.inside, sampledRuns, mechanism.Level, alpha); err != nil {
				t.Errorf("%s, %s: intervals of %v hold the sum: %v", q.Info().ID, s.Name, sum.terms, err)
			}
		}
	})
	if !enough() {
		t.Errorf("only %v were tried", tried)
	}
}

// A table whose margins are public has the error of the projection on what they leave open, not that of the noise, and the
// choice among mechanisms sees it. Its cells add up to the margins.
func TestPublicMarginsOfATable(t *testing.T) {
	const values = 7
	p := knownTotals(t, values, "a", "b")
	for _, m := range All() {
		if !m.Check(p).OK() {
			continue
		}
		q, err := m.Prepare(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if m.Info().ID == "laplace" {
			alone, left := mechanism.Alone(q).Summary(), q.ExpectedError().Summary()
			part := float64((values-1)*(values-1)) / (values*values - 1) // the number of people is imposed before
			if math.Abs(left.MeanSquare/alone.MeanSquare-part) > 1e-9 {
				t.Errorf("of a mean squared error of %v %v is left, and %v of it should be", alone.MeanSquare, left.MeanSquare, part)
			}
			t.Logf("root mean square error %.2f by the number of people alone, %.2f by the margins", alone.RMSE, left.RMSE)
		}
		x := make([]int64, values*values)
		for i := range x {
			x[i] = 5
		}
		a := mechanismtest.MustRelease(t, mechanismtest.Scene{Problem: p}, q, x, 3)
		for _, s := range p.Facts.Sums(p.Workload.Domain()) {
			sum := 0.0
			for _, cell := range s.Cells {
				sum += a.Unadjusted[cell]
			}
			if math.Abs(sum-float64(s.Total)) > 1e-8 {
				t.Errorf("%s: cells add up to %v beside a public %d", q.Info().ID, sum, s.Total)
			}
		}
	}
}

// What facts determine is made of the facts, not of the counts: it stays the same for counts of which they are not true.
func TestConditionedByFactsNotByCounts(t *testing.T) {
	told := make(map[string]bool)
	balanced := (cells.BalancedCells{}).Info().ID
	enough := func() bool { return len(told) >= 15 && told[balanced] }
	eachConditioned(t, 134, enough, func(m mechanismtest.Maker, s mechanismtest.Scene, x []int64, q mechanism.Prepared) {
		if s.Disclose || len(s.Facts.Sums(s.Workload.Domain())) == 0 {
			return
		}
		span := ratSpanOf(factRows(s))
		others := s.Counts(m)
		a, b := mechanismtest.MustRelease(t, s, q, x, 5).Unadjusted, mechanismtest.MustRelease(t, s, q, others, 5).Unadjusted
		for i, of := range linoptest.Dense(s.Workload.Operator()) {
			row := make([]float64, len(of))
			for cell, v := range of {
				row[cell] = float64(v)
			}
			if q.ExpectedError().Answers[i].Variance > 0 || !span.holds(row) {
				continue
			}
			if math.Abs(a[i]-b[i]) > 1e-9*(1+math.Abs(a[i])) {
				t.Fatalf("%s, %s: answer %d follows from facts, and is %v for some counts and %v for others", q.Info().ID, s.Name, i, a[i], b[i])
			}
			told[q.Info().ID] = true
		}
	})
	if !enough() {
		t.Errorf("only answers of %v follow from facts", told)
	}
}

// Noise is listed as it is measured where facts say what is drawn together, too: several sets of cells that are alike among it.
func TestNoiseUnderFacts(t *testing.T) {
	alike := 0
	eachConditioned(t, 149, func() bool { return alike >= 5 }, func(_ mechanismtest.Maker, s mechanismtest.Scene, _ []int64, q mechanism.Prepared) {
		listedAsMeasured(t, s, q)
		laws := make(map[noise.Law]bool)
		for _, r := range mechanismtest.Measured(t, q).Rows {
			if draws, _ := r.Balanced(); draws > 0 {
				laws[r.Law] = true
			}
		}
		for l := range laws {
			if l != l.InGroup(0) && laws[l.InGroup(0)] {
				alike++
			}
		}
	})
	if alike < 5 {
		t.Errorf("only %d sets were like others", alike)
	}
}

// factRows are the sums of cells that facts tell, and that nobody is where nobody can be.
func factRows(s mechanismtest.Scene) (out [][]float64) {
	d := s.Workload.Domain()
	k := s.Workload.Operator().Columns()
	for _, sum := range s.Facts.Sums(d) {
		of := make([]float64, k)
		for _, cell := range sum.Cells {
			of[cell] = 1
		}
		out = append(out, of)
	}
	for cell := range k {
		if !d.Possible(cell) {
			of := make([]float64, k)
			of[cell] = 1
			out = append(out, of)
		}
	}
	return out
}

// knownRows are the sums that are public besides.
func knownRows(t *testing.T, s mechanismtest.Scene) [][]float64 {
	t.Helper()
	c, err := s.Problem.Components()
	if err != nil {
		t.Fatal(err)
	}
	known := s.Problem.Known(c)
	out := make([][]float64, known.Count)
	for i := range out {
		out[i] = make([]float64, len(known.Set))
		for cell, set := range known.Set {
			if set == i {
				out[i][cell] = 1
			}
		}
	}
	return out
}

// least returns C - CA'(ACA')^+AC, by the eigenvalues of ACA'.
func least(c *mat.Dense, rows [][]float64) *mat.Dense {
	k, _ := c.Dims()
	out := mat.DenseCopyOf(c)
	if len(rows) == 0 {
		return out
	}
	a := mat.NewDense(len(rows), k, nil)
	for i, r := range rows {
		a.SetRow(i, r)
	}
	var ac, aca mat.Dense
	ac.Mul(a, c)
	aca.Mul(&ac, a.T())
	size := make([]float64, len(rows))
	for i := range rows {
		if size[i] = math.Sqrt(max(aca.At(i, i), 1e-12*mat.Max(c), 0)); size[i] == 0 {
			size[i] = 1
		}
	}
	sym := mat.NewSymDense(len(rows), nil)
	for i := range rows {
		for j := range i + 1 {
			sym.SetSym(j, i, (aca.At(i, j)+aca.At(j, i))/2/size[i]/size[j])
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(sym, true)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for e, v := range eigen.Values(nil) {
		if v <= 1e-9 {
			continue
		}
		of, by := mat.VecDenseCopyOf(vectors.ColView(e)), mat.NewVecDense(k, nil)
		for i := range rows {
			of.SetVec(i, of.AtVec(i)/size[i])
		}
		by.MulVec(ac.T(), of)
		out.RankOne(out, -1/v, by, by)
	}
	return out
}

// ratSpan is what sums of multiples of some rows are, in exact arithmetic.
type ratSpan [][]*big.Rat

func ratSpanOf(rows [][]float64) (basis ratSpan) {
	for _, of := range rows {
		if rest := basis.rest(of); slices.ContainsFunc(rest, someRat) {
			basis = append(basis, rest)
		}
	}
	return basis
}

func someRat(x *big.Rat) bool { return x.Sign() != 0 }

func (s ratSpan) holds(row []float64) bool { return !slices.ContainsFunc(s.rest(row), someRat) }

// rest is what is left of a row without what the others account for.
func (s ratSpan) rest(of []float64) []*big.Rat {
	out := make([]*big.Rat, len(of))
	for i, v := range of {
		out[i] = big.NewRat(int64(v), 1)
	}
	for _, b := range s {
		first := slices.IndexFunc(b, someRat)
		if times := new(big.Rat).Quo(out[first], b[first]); someRat(times) {
			for i := range out {
				out[i] = new(big.Rat).Sub(out[i], new(big.Rat).Mul(times, b[i]))
			}
		}
	}
	return out
}
