package mechanism

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/noise"
	"steward/core/seeded"
)

// clipping is a mechanism whose error depends on the data: it counts cells up to a limit
// only, and adds the noise of the mechanism for cells.
type clipping struct{ limit int64 }

func (m clipping) Info() Info {
	return Info{ID: "clipping", Name: "Cells up to a limit", Source: "made up, 2026", DataDependent: true}
}

func (clipping) Check(p Problem) Fit {
	if p.Policy.Presence() {
		return unfit(guide.Secrets, "it is for a known number of people")
	}
	return laplaceCells{}.Check(p)
}

func (m clipping) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	inner, err := laplaceCells{}.Prepare(ctx, p)
	return preparedClipping{m, inner}, err
}

type preparedClipping struct {
	clipping
	inner Prepared
}

func (q preparedClipping) Loss() account.Epsilon { return q.inner.Loss() }
func (q preparedClipping) Noise() []Noise        { return q.inner.Noise() }

// ExpectedError has nothing to say without data.
func (q preparedClipping) ExpectedError() accuracy.Estimate { return accuracy.Estimate{} }

func (q preparedClipping) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error) {
	x := slices.Clone(counts.Counts())
	for i := range x {
		x[i] = min(x[i], q.limit)
	}
	v, err := histogram.FromCounts(counts.Domain(), x)
	if err != nil {
		return Answers{}, err
	}
	return q.inner.Release(ctx, v, src)
}

// open is an example whose number of people is not stated, so that any stand-in will do.
func open(t *testing.T) example {
	t.Helper()
	for _, e := range examples(t) {
		if e.name == "two columns with impossible cells" {
			return e
		}
	}
	t.Fatal("the example is gone")
	return example{}
}

// An error that depends on data is shown on public stand-ins: each has its own.
func TestSimulateWhatDependsOnData(t *testing.T) {
	e := open(t)
	d := e.scene.Workload.Domain()
	m := clipping{limit: 10}
	if best := Best([]Candidate{{Info: m.Info(), Prepared: preparedClipping{clipping: m}}}); best != -1 {
		t.Error("a mechanism whose error is not known was recommended")
	}
	q, err := m.Prepare(t.Context(), e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	flat, err := Even(d, 5*int64(d.PossibleCells()))
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]int64, len(e.counts))
	for i := range numbers {
		numbers[i] = 40
	}
	published, err := Published(d, numbers, "last year's table")
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int64, len(e.counts))
	for i := range counts {
		if d.Possible(i) {
			counts[i] = 20
		}
	}
	pilot, err := PilotStandIn(d, mustRelease(t, e.scene, e.applying(t)[0], counts, 3).Tidied)
	if err != nil {
		t.Fatal(err)
	}
	// What an answer lacks of its cell is off every time, and the noise beside it: five people are below the limit, forty
	// are thirty above it.
	const runs = 300
	for source, standIn := range map[string]StandIn{"made-up data spread evenly": flat, "last year's table": published, "pilot": pilot} {
		s, err := e.scene.simulation(q, Trial{standIn, runs})
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.run(t.Context(), seeded.New(20260101, 9))
		if err != nil {
			t.Fatal(err)
		}
		if got.Runs != runs || got.Unadjusted.Kind != accuracy.Simulated || len(got.Tidied.Answers) != e.scene.Workload.Len() || !strings.Contains(got.Unadjusted.StandIn, source) {
			t.Fatalf("%+v", got)
		}
		lacks := slices.Clone(standIn.Counts())
		for i := range lacks {
			lacks[i] = max(lacks[i]-m.limit, 0)
		}
		off := make([]int64, len(got.Unadjusted.Answers))
		e.scene.Workload.Operator().Apply(off, lacks)
		for i, a := range q.(preparedClipping).inner.ExpectedError().Answers {
			v := got.Unadjusted.Answers[i].Variance
			if a.Variance == 0 && v != square(float64(off[i])) {
				t.Errorf("on %s answer %d has the squared error %v, without noise", source, i, v)
			}
			if a.Variance == 0 {
				continue
			}
			if err := seeded.Averages(v, runs, squaresAround(q.Noise()[0].Scale, float64(off[i])), seeded.Among(3*len(off))); err != nil {
				t.Errorf("on %s, squared errors of answer %d: %v", source, i, err)
			}
		}
	}
	if got, err := Simulate(t.Context(), e.scene.Problem, q, Trial{published, 3}); err != nil || got.Runs != 3 || got.Unadjusted.StandIn != "last year's table" {
		t.Errorf("%+v, %v", got, err)
	}
}

// squaresAround is the law of the square of Laplace noise on a number.
func squaresAround(scale noise.Scale, number float64) seeded.Moments {
	a, rest := scale.Decay()
	var values, chances []float64
	for z := -50 * math.Ceil(scale.Float()); z <= 50*math.Ceil(scale.Float()); z++ {
		values, chances = append(values, square(number+z)), append(chances, rest/(1+a)*math.Pow(a, math.Abs(z)))
	}
	return seeded.MomentsOf(values, chances)
}

// Where the error can be computed, the simulation agrees with it.
func TestSimulateAgreesWithComputedErrors(t *testing.T) {
	const runs = 4000
	e := open(t)
	q, err := laplaceCells{}.Prepare(t.Context(), e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	standIn, err := Even(e.scene.Workload.Domain(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.scene.simulation(q, Trial{standIn, runs})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.run(t.Context(), seeded.New(20260101, 8))
	if err != nil {
		t.Fatal(err)
	}
	var simulated []float64
	for _, a := range got.Unadjusted.Answers {
		simulated = append(simulated, a.Variance)
	}
	if err := squaresAgree(simulated, variances(q), runs, leastVariance(measured(t, q)), seeded.Among(len(s.truth))); err != nil {
		t.Errorf("simulated: %v", err)
	}
	if tidied, raw := got.Tidied.Summary().MeanSquare, got.Unadjusted.Summary().MeanSquare; tidied > raw+0.25 {
		t.Errorf("tidied answers have squared error %v, unadjusted %v", tidied, raw)
	}
}

func TestStandIns(t *testing.T) {
	e := open(t)
	d := e.scene.Workload.Domain()
	s, err := Even(d, 100)
	if err != nil {
		t.Fatal(err)
	}
	least, most := int64(math.MaxInt64), int64(0)
	for cell, n := range s.Counts() {
		if !d.Possible(cell) {
			if n != 0 {
				t.Errorf("impossible cell %d holds %d", cell, n)
			}
			continue
		}
		least, most = min(least, n), max(most, n)
	}
	if sumOf(s.Counts()) != 100 || most-least > 1 {
		t.Errorf("%d people, from %d to %d in a cell", sumOf(s.Counts()), least, most)
	}
	if _, err := Even(d, -1); err == nil {
		t.Error("fewer than no people")
	}
	if _, err := Published(d, []int64{1, 2}, "a short table"); err == nil || !strings.Contains(err.Error(), "a short table") {
		t.Errorf("two numbers for a table: %v", err)
	}
	if _, err := PilotStandIn(d, e.counts); err == nil {
		t.Error("a pilot with numbers for impossible cells")
	}
	numbers := make([]int64, len(e.counts))
	for i := range numbers {
		numbers[i] = -3
	}
	few, err := Even(d, 3)
	if err != nil {
		t.Fatal(err)
	}
	seen, possible := int64(0), 0
	for cell, n := range few.Counts() {
		if seen += n; d.Possible(cell) {
			possible++
		}
		// Up to any cell there is its part of them, up to one person.
		if part := 3 * float64(possible) / float64(d.PossibleCells()); math.Abs(float64(seen)-part) > 1 {
			t.Errorf("up to cell %d there are %d of 3 people, its part is %v", cell, seen, part)
		}
	}
	if seen != 3 {
		t.Errorf("%d people of 3", seen)
	}
	if s, err := Published(d, numbers, "noisy"); err != nil || sumOf(s.counts) != 0 {
		t.Errorf("negative numbers: %v, %v", s.counts, err)
	}
}

func TestSimulateErrors(t *testing.T) {
	e := open(t)
	q := e.applying(t)[0]
	s, err := Even(e.scene.Workload.Domain(), 10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Simulate(t.Context(), e.scene.Problem, q, Trial{s, 0}); err == nil {
		t.Error("a simulation of no runs")
	}
	if _, err := Simulate(t.Context(), e.scene.Problem, q, Trial{StandIn{}, 1}); err == nil {
		t.Error("a simulation on nothing")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Simulate(ctx, e.scene.Problem, q, Trial{s, 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
