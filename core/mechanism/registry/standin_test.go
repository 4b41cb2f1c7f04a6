package registry

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
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/seeded"
)

// clipping is a mechanism whose error depends on the data: it counts cells up to a limit
// only, and adds the noise of the mechanism for cells.
type clipping struct{ limit int64 }

func (m clipping) Info() mechanism.Info {
	return mechanism.Info{ID: "clipping", Name: message.Sprintf("Cells up to a limit"), Source: message.Sprintf("made up, 2026"), DataDependent: true}
}

func (clipping) Check(p mechanism.Problem) mechanism.Fit {
	if p.Policy.Presence() {
		return mechanism.Unfit(guide.Secrets, "it is for a known number of people")
	}
	return cells.LaplaceCells{}.Check(p)
}

func (m clipping) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	inner, err := cells.LaplaceCells{}.Prepare(ctx, p)
	return preparedClipping{m, inner}, err
}

type preparedClipping struct {
	clipping
	inner mechanism.Prepared
}

func (q preparedClipping) Loss() account.Epsilon    { return q.inner.Loss() }
func (q preparedClipping) Noise() []mechanism.Noise { return q.inner.Noise() }

// ExpectedError has nothing to say without data.
func (q preparedClipping) ExpectedError() accuracy.Estimate { return accuracy.Estimate{} }

func (q preparedClipping) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	x := slices.Clone(counts.Counts())
	for i := range x {
		x[i] = min(x[i], q.limit)
	}
	v, err := histogram.FromCounts(counts.Domain(), x)
	if err != nil {
		return mechanism.Answers{}, err
	}
	return q.inner.Release(ctx, v, src)
}

// An error that depends on data is shown on public stand-ins: each has its own.
func TestSimulateWhatDependsOnData(t *testing.T) {
	e := mechanismtest.Open(t)
	d := e.Scene.Workload.Domain()
	m := clipping{limit: 10}
	if best := Best([]Candidate{{Info: m.Info(), Prepared: preparedClipping{clipping: m}}}); best != -1 {
		t.Error("a mechanism whose error is not known was recommended")
	}
	q, err := m.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	flat, err := mechanism.Even(d, 5*int64(d.PossibleCells()))
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]int64, len(e.Counts))
	for i := range numbers {
		numbers[i] = 40
	}
	published, err := mechanism.Published(d, numbers, message.Verbatim("last year's table"))
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int64, len(e.Counts))
	for i := range counts {
		if d.Possible(i) {
			counts[i] = 20
		}
	}
	pilot, err := PilotStandIn(d, mechanismtest.MustRelease(t, e.Scene, applying(e, t)[0], counts, 3).Tidied)
	if err != nil {
		t.Fatal(err)
	}
	// What an answer lacks of its cell is off every time, and the noise beside it: five people are below the limit, forty
	// are thirty above it.
	const runs = 300
	for source, standIn := range map[string]mechanism.StandIn{"made-up data spread evenly": flat, "last year's table": published, "pilot": pilot} {
		s, err := e.Scene.Simulator(q, mechanism.Trial{StandIn: standIn, Runs: runs})
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Run(t.Context(), seeded.New(20260101, 9))
		if err != nil {
			t.Fatal(err)
		}
		if got.Runs != runs || got.Unadjusted.Kind != accuracy.Simulated || len(got.Tidied.Answers) != e.Scene.Workload.Len() || !strings.Contains(got.Unadjusted.StandIn.String(), source) {
			t.Fatalf("%+v", got)
		}
		lacks := slices.Clone(standIn.Counts())
		for i := range lacks {
			lacks[i] = max(lacks[i]-m.limit, 0)
		}
		off := make([]int64, len(got.Unadjusted.Answers))
		e.Scene.Workload.Operator().Apply(off, lacks)
		for i, a := range q.(preparedClipping).inner.ExpectedError().Answers {
			v := got.Unadjusted.Answers[i].Variance
			if a.Variance == 0 && v != mechanism.Square(float64(off[i])) {
				t.Errorf("on %s answer %d has the squared error %v, without noise", source, i, v)
			}
			if a.Variance == 0 {
				continue
			}
			if err := seeded.Averages(v, runs, squaresAround(q.Noise()[0].Law, float64(off[i])), seeded.Among(3*len(off))); err != nil {
				t.Errorf("on %s, squared errors of answer %d: %v", source, i, err)
			}
		}
	}
	if got, err := mechanismtest.Simulate(t.Context(), e.Scene.Problem, q, mechanism.Trial{StandIn: published, Runs: 3}); err != nil || got.Runs != 3 || got.Unadjusted.StandIn.String() != "last year's table" {
		t.Errorf("%+v, %v", got, err)
	}
}

// squaresAround is the law of the square of Laplace noise on a number.
func squaresAround(law noise.Law, number float64) seeded.Moments {
	scale, _ := law.Rat().Float64()
	a, rest := math.Exp(-1/scale), -math.Expm1(-1/scale)
	var values, chances []float64
	for z := -50 * math.Ceil(scale); z <= 50*math.Ceil(scale); z++ {
		values, chances = append(values, mechanism.Square(number+z)), append(chances, rest/(1+a)*math.Pow(a, math.Abs(z)))
	}
	return seeded.MomentsOf(values, chances)
}

func TestStandIns(t *testing.T) {
	e := mechanismtest.Open(t)
	d := e.Scene.Workload.Domain()
	s, err := mechanism.Even(d, 100)
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
	if mechanismtest.SumOf(s.Counts()) != 100 || most-least > 1 {
		t.Errorf("%d people, from %d to %d in a cell", mechanismtest.SumOf(s.Counts()), least, most)
	}
	if _, err := mechanism.Even(d, -1); err == nil {
		t.Error("fewer than no people")
	}
	if _, err := mechanism.Published(d, []int64{1, 2}, message.Verbatim("a short table")); err == nil || !strings.Contains(err.Error(), message.Verbatim("a short table").String()) {
		t.Errorf("two numbers for a table: %v", err)
	}
	if _, err := PilotStandIn(d, e.Counts); err == nil {
		t.Error("a pilot with numbers for impossible cells")
	}
	numbers := make([]int64, len(e.Counts))
	for i := range numbers {
		numbers[i] = -3
	}
	few, err := mechanism.Even(d, 3)
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
	if s, err := mechanism.Published(d, numbers, message.Verbatim("noisy")); err != nil || mechanismtest.SumOf(s.Counts()) != 0 {
		t.Errorf("negative numbers: %v, %v", s.Counts(), err)
	}
}

func TestSimulateErrors(t *testing.T) {
	e := mechanismtest.Open(t)
	q := applying(e, t)[0]
	s, err := mechanism.Even(e.Scene.Workload.Domain(), 10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mechanismtest.Simulate(t.Context(), e.Scene.Problem, q, mechanism.Trial{StandIn: mechanism.StandIn{}, Runs: 1}); err == nil {
		t.Error("a simulation on nothing")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := mechanismtest.Simulate(ctx, e.Scene.Problem, q, mechanism.Trial{StandIn: s, Runs: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
