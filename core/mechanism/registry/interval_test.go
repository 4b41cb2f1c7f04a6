package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// shapes are kinds of data over the cells of a scene that can hold people, all of them as many as are known to be
// there: nobody, if that can be, everybody in one cell, a few people in few cells, and many everywhere.
func shapes(m mechanismtest.Maker, s mechanismtest.Scene) map[string][]int64 {
	out := map[string][]int64{"random": s.Counts(m)}
	if len(s.Facts.Stated()) > 1 {
		return out // which other data need not agree with
	}
	d := s.Workload.Domain()
	all := len(out["random"])
	var cells []int
	for cell := range all {
		if d.Possible(cell) {
			cells = append(cells, cell)
		}
	}
	people, known := s.Facts.Total()
	fill := func(name string, n int64, among []int) {
		if known {
			n = people
		}
		x := make([]int64, all)
		for i, cell := range among {
			x[cell] = n / int64(len(among))
			if i == 0 {
				x[cell] += n % int64(len(among))
			}
		}
		out[name] = x
	}
	if !known {
		out["empty"] = make([]int64, all)
	}
	fill("skewed", 5000, cells[len(cells)/2:][:1])
	fill("sparse", 3, cells[:1+len(cells)/9])
	fill("dense", int64(100*len(cells)), cells)
	return out
}

// intervalsOf returns the intervals of answers in their units, as a release has them (release.Intervals), and those
// around the unadjusted numbers.
func intervalsOf(s mechanismtest.Scene, e accuracy.Estimate, a mechanism.Answers) (own, around []accuracy.Interval) {
	possible := s.Possible()
	for i, x := range a.Unadjusted {
		half := e.Answers[i].HalfWidth
		around = append(around, accuracy.Interval{Low: x - half, High: x + half})
		own = append(own, possible(i).Around(x, half).With(a.TidiedAt(i)))
	}
	return own, around
}

// Of every mechanism, on any data: the interval of an answer holds the published number, and the true one whenever
// that is as near the unadjusted one as the error says; it is of whole numbers, and no longer than it takes to hold the
// published number as well as those around the unadjusted one.
func TestIntervalsHoldThePublishedNumber(t *testing.T) {
	const slack = 1e-6 // of what rounding does to the ends
	shorter, held := 0, 0
	eachPrepared(t, 22, mechanismtest.Problems/2, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		for shape, x := range shapes(m, s) {
			truth := make([]int64, s.Workload.Len())
			s.Workload.Operator().Apply(truth, x)
			a, e := mechanismtest.MustRelease(t, s, q, x, 3), q.ExpectedError()
			own, around := intervalsOf(s, e, a)
			for i, in := range own {
				says := fmt.Sprintf("%s, %s, %s data, answer %d: %v for %d, published %v, unadjusted in %v", q.Info().ID, s.Name, shape, i, in, truth[i], a.TidiedAt(i), around[i])
				tidied, exact := a.TidiedAt(i), float64(truth[i])
				hull := around[i].With(tidied)
				empty := math.Ceil(around[i].Low-slack) > math.Floor(around[i].High+slack)
				switch {
				case in.Low > tidied || in.High < tidied:
					t.Fatalf("%s: the published number is outside", says)
				case around[i].Low <= exact && exact <= around[i].High && (in.Low > exact || in.High < exact):
					t.Fatalf("%s: the true number is outside", says)
				case in.Low != math.Trunc(in.Low) || in.High != math.Trunc(in.High):
					t.Fatalf("%s: not of whole numbers", says)
				case !empty && in.High-in.Low > hull.High-hull.Low+slack:
					if possible := s.Possible()(i); around[i].High >= possible.Least && around[i].Low <= possible.Most {
						t.Fatalf("%s: longer than %v", says, hull)
					}
				}
				if in.Width() < around[i].Width()-slack {
					shorter++
				}
				held++
			}
		}
	})
	if shorter*4 < held {
		t.Errorf("only %d of %d intervals are shorter than those around the unadjusted numbers", shorter, held)
	}
}

// The intervals hold the true numbers at least 19 times in 20, by every mechanism whose law of noise is known, over the
// answers of examples together and for the one of them that is held least often.
func TestIntervalsHoldTheTruth(t *testing.T) {
	runs := seeded.Often(40, 500)
	examples := evenly(mechanismtest.Examples(t), seeded.Often(8, len(mechanismtest.Examples(t))))
	comparisons := 0
	for _, e := range examples {
		comparisons += e.Scene.Workload.Len() * len(All())
	}
	for at, e := range examples {
		p := e.Scene.Problem
		p.Quick = !seeded.Audit
		list, err := Candidates(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		x := mechanismtest.VectorOf(t, p, e.Counts)
		truth := make([]int64, p.Workload.Len())
		p.Workload.Operator().Apply(truth, x.Counts())
		possible := p.Possible()
		for k, c := range list {
			if c.Prepared == nil || c.Info.DataDependent {
				continue
			}
			held := make([]int, len(truth))
			src := seeded.New(20260102, uint64(at*1000+k))
			errors := c.Prepared.ExpectedError().Answers
			for range runs {
				a, err := c.Prepared.Release(t.Context(), x, src)
				if err != nil {
					t.Fatal(err)
				}
				for i, u := range a.Unadjusted {
					unit := p.UnitOf(i).Of(1)
					in := possible(i).Around(u/unit, errors[i].HalfWidth/unit).With(a.TidiedAt(i))
					if exact := float64(truth[i]); in.Low <= exact && exact <= in.High {
						held[i]++
					}
				}
			}
			for i, n := range held {
				if err := seeded.AtLeast(n, runs, 0.95, seeded.Among(comparisons)); err != nil {
					t.Errorf("%s, %s: the interval of answer %d holds the truth: %v", e.Name, c.Info.ID, i, err)
				}
			}
		}
	}
}
