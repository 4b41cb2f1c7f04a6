package mechanism

import (
	"context"
	"slices"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/message"
	"steward/core/noise"
)

// StandIn is public data in the place of the steward's own: what an error that depends on
// data is shown on. It can be made from public numbers only, so no preview can be handed
// true counts by mistake. The zero StandIn is none.
type StandIn struct {
	source  message.Text
	numbers []int64 // one per cell of the question's domain, nil for people spread evenly
	even    *domain.Domain
	people  int64
}

// IsZero reports whether s is no stand-in.
func (s StandIn) IsZero() bool { return s.numbers == nil && s.even == nil }

// MadeUp reports whether s is people spread evenly, of whom nothing is known.
func (s StandIn) MadeUp() bool { return s.even != nil }

// Source says what the stand-in is, for the screen.
func (s StandIn) Source() message.Text { return s.source }

// Counts returns its public numbers, one per cell.
func (s StandIn) Counts() []int64 {
	if s.even == nil {
		return slices.Clone(s.numbers)
	}
	counts := make([]int64, s.Cells())
	possible := int64(s.even.PossibleCells())
	each, rest := s.people/possible, s.people%possible
	over := int64(0) // of the rest, in parts of a person
	for cell := range counts {
		if !s.even.Possible(cell) {
			continue
		}
		counts[cell] = each
		if over += rest; over >= possible {
			over -= possible
			counts[cell]++
		}
	}
	return counts
}

// Cells returns how many numbers there are.
func (s StandIn) Cells() int {
	if s.even == nil {
		return len(s.numbers)
	}
	k, _ := s.even.Cells() // Even has seen that there are not too many
	return k
}

// Even returns a made-up stand-in: n people spread evenly over the possible cells, so that any run
// of cells holds its part of them, up to one person. It errors when the domain has too many cells
// or n is negative.
func Even(d *domain.Domain, n int64) (StandIn, error) {
	if _, err := d.Cells(); err != nil {
		return StandIn{}, err
	}
	if n < 0 || d.PossibleCells() == 0 {
		return StandIn{}, message.Errorf("a stand-in of %d people over %d cells", n, d.PossibleCells())
	}
	return StandIn{source: message.Sprintf("made-up data spread evenly"), even: d, people: n}, nil
}

// Published returns the stand-in of an already published table: its numbers, one per cell
// of the domain, negative ones read as zero. source names the publication.
func Published(d *domain.Domain, numbers []int64, source message.Text) (StandIn, error) {
	counts := make([]int64, len(numbers))
	if k, err := d.Cells(); err != nil || k != len(numbers) {
		return StandIn{}, message.Errorf("%s: %d numbers for %d cells", source, len(numbers), k)
	}
	for cell, n := range numbers {
		if d.Possible(cell) {
			counts[cell] = max(n, 0)
		}
	}
	return StandIn{source: source, numbers: counts}, nil
}

// Simulation is what repeated releases on a stand-in showed.
type Simulation struct {
	// Unadjusted is the mean squared error of each answer as measured.
	Unadjusted accuracy.Estimate
	// Tidied is that of the whole, non-negative, consistent answers.
	Tidied accuracy.Estimate
	Runs   int
}

// Trial says on what to simulate, and how often.
type Trial struct {
	StandIn StandIn
	Runs    int
	// Tables are the counts of the stand-in where the problem's cells are tables by themselves, nil otherwise.
	Tables *histogram.Vector
}

type simulator struct {
	prepared Prepared
	standIn  *histogram.Vector
	source   message.Text
	Truth    []int64 // in units
	unit     func(answer int) Unit
	runs     int
}

// Simulator lays a stand-in out for trial releases, with the true answers on it.
func (p Problem) Simulator(prepared Prepared, t Trial) (simulator, error) {
	s := simulator{prepared: prepared, source: t.StandIn.source, runs: t.Runs, Truth: make([]int64, p.Workload.Len()), unit: func(int) Unit { return Unit{} }}
	if s.standIn = t.Tables; s.standIn == nil {
		var err error
		if s.standIn, err = p.LaidOut(t.StandIn); err != nil {
			return simulator{}, err
		}
	}
	p.Workload.Operator().Apply(s.Truth, s.standIn.Counts())
	if u, ok := prepared.(interface{ Of(int) Unit }); ok { // what it releases is not in units
		s.unit = u.Of
	}
	return s, nil
}

// LaidOut returns a stand-in as counts for trial releases, in proportion to the number of people
// where that is known.
func (p Problem) LaidOut(s StandIn) (*histogram.Vector, error) {
	if err := s.Fits(p); err != nil {
		return nil, err
	}
	counts := s.Counts()
	if n, known := p.Facts.Total(); known {
		var err error
		if counts, err = InProportion(counts, n); err != nil {
			return nil, err
		}
	}
	v, err := histogram.FromCounts(p.Workload.Domain(), counts)
	if err != nil {
		return nil, message.Errorf("%s: %w", s.source, err)
	}
	return v, nil
}

// Fits errors when a stand-in is none, or not over a problem's cells, or holds nobody where the
// public knows of somebody.
func (s StandIn) Fits(p Problem) error {
	k, err := p.Workload.Domain().Cells()
	switch {
	case err != nil:
		return err
	case s.IsZero():
		return message.Errorf("question %q has no public numbers to stand in for the data", p.Workload.Question().Title)
	case s.Cells() != k:
		return message.Errorf("%s: %d numbers for the %d cells of question %q", s.source, s.Cells(), k, p.Workload.Question().Title)
	}
	if n, known := p.Facts.Total(); known && n > 0 && s.people == 0 && !slices.ContainsFunc(s.numbers, func(c int64) bool { return c > 0 }) {
		return message.Errorf("%s: it contains nobody, but the public knows of %d", s.source, n)
	}
	return nil
}

// InProportion returns counts that add up to n and are as close to the shares of the given ones
// as whole numbers can be.
func InProportion(counts []int64, n int64) ([]int64, error) {
	var sum int64
	for _, c := range counts {
		sum += c
	}
	if sum == n {
		return counts, nil
	}
	y := make([]float64, len(counts))
	for i, c := range counts {
		y[i] = float64(c) / float64(max(sum, 1)) * float64(n)
	}
	return inference.RoundToTotal(y, n)
}

// Run releases again and again with the given randomness.
func (s simulator) Run(ctx context.Context, src noise.Source) (Simulation, error) {
	raw, tidy := make([]float64, len(s.Truth)), make([]float64, len(s.Truth))
	for range s.runs {
		a, err := s.Release(ctx, src)
		if err != nil {
			return Simulation{}, err
		}
		s.Off(a, raw, tidy)
	}
	return s.Simulation(raw, tidy), nil
}

// Release answers on the stand-in, once.
func (s simulator) Release(ctx context.Context, src noise.Source) (Answers, error) {
	return s.prepared.Release(ctx, s.standIn, src)
}

// Off adds the squared errors of answers, unadjusted and tidied, to those of others.
func (s simulator) Off(a Answers, raw, tidy []float64) {
	for i, t := range s.Truth {
		unit := s.unit(i)
		raw[i] += Square(a.Unadjusted[i] - unit.Of(float64(t)))
		tidy[i] += Square(unit.Of(a.TidiedAt(i) - float64(t)))
	}
}

// Simulation returns what sums of squared errors over all runs show.
func (s simulator) Simulation(raw, tidy []float64) Simulation {
	return Simulation{s.Estimate(raw), s.Estimate(tidy), s.runs}
}

func Square(x float64) float64 { return x * x }

func (s simulator) Estimate(sums []float64) accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Simulated, StandIn: s.source, Answers: make([]accuracy.Answer, len(sums))}
	for i, sum := range sums {
		v := sum / float64(s.runs)
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: HalfWidthOf(v)}
	}
	return e
}
