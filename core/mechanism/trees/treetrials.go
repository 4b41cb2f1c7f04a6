package trees

import (
	"context"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/noise"
)

const (
	// mostTrials and leastTrials bound how often an estimate on a stand-in is tried, and triedWork
	// the cells that are estimated in all, the steps of making them possible included.
	mostTrials, leastTrials = 100, 8
	triedWork               = 1 << 18
	// aStep is how many steps of making counts possible take as long as estimating a cell, and
	// toEven how many cells as evening one out.
	aStep, toEven = 16, 4
)

// howOften returns how often an estimate is tried.
func (q *PreparedTree) howOften() int {
	work := q.forest.Cells()
	if q.Consistent && !q.quickly() {
		work += int(q.forest.Work()) / aStep
	}
	if n, ok := q.Noisy.(dyadicNoise); ok {
		work *= max(toEven/n.width, 1)
	}
	return min(max(triedWork/work, leastTrials), mostTrials)
}

// measured returns the error on the problem's stand-in. To the squared errors of an answer's trials
// the mean over all answers is added as one trial more: where a few trials happen to show no error
// at all, none is not what is to be expected, and the mean over answers stays what was seen. Where
// no answer shows any, the known error of noise on every coordinate is added instead. To all of
// them is added what trials were not likely to show (unseen).
//
// A trial is a release without what comes after the estimated cells: tidied answers are not looked
// at, and the errors of answers are sums of those of cells.
func (q *PreparedTree) measured(ctx context.Context) (accuracy.Estimate, error) {
	runs := q.howOften()
	known, err := q.noiseAlone(ctx)
	if err != nil {
		return accuracy.Estimate{}, err
	}
	seen, err := q.tried(ctx, runs)
	if err != nil {
		return accuracy.Estimate{}, err
	}
	mean, unknown := 0.0, 0.0
	for i, sum := range seen.sums {
		if known[i].Variance > 0 {
			mean += sum / float64(runs)
			unknown++
		}
	}
	mean /= max(unknown, 1)
	e := accuracy.Estimate{Kind: accuracy.Simulated, StandIn: q.Problem.StandIn.Source(), Answers: known}
	for i, sum := range seen.sums {
		v := known[i].Variance
		switch {
		case v > 0 && mean > 0:
			v = (sum+mean)/float64(runs+1) + seen.rare
		case v > 0:
			v = v/float64(runs+1) + seen.rare
		}
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthOf(v)}
	}
	return e, nil
}

// trials is what trials showed.
type trials struct {
	sums []float64 // of the squared errors, by answer
	rare float64   // to be added to the mean of each
}

// mean returns that of all answers, over so many trials.
func (t trials) mean(runs int) float64 {
	sum := 0.0
	for _, v := range t.sums {
		sum += v
	}
	return sum/float64(runs*max(len(t.sums), 1)) + t.rare
}

// tried releases on the problem's stand-in some times.
func (q *PreparedTree) tried(ctx context.Context, runs int) (trials, error) {
	standIn, err := q.Problem.LaidOut(q.Problem.StandIn)
	if err != nil {
		return trials{}, err
	}
	counts := standIn.Counts()
	m := measuring{q.SpanningForest.sums(counts), q.known.Values(standIn), noise.NewTrial(q.By.ID)}
	seen := newSquares(q.Problem.Workload.Operator(), runs)
	for range runs {
		if err := ctx.Err(); err != nil {
			return trials{}, err
		}
		_, x, err := q.Cells(m)
		if err != nil {
			return trials{}, err
		}
		for cell, n := range counts {
			x[cell] -= float64(n)
		}
		seen.add(x)
	}
	out := trials{sums: seen.sums()}
	out.rare, err = q.unseen(m.z, out.mean(runs))
	return out, err
}

// squares adds up the squared errors of answers over trials.
type squares struct {
	op     linop.Operator
	trials int
	room   []float64 // of a trial's answers
	all    []float64 // by answer
	// Where answers are runs of cells, and many, the trials' errors of the cumulative counts stand
	// here instead, those of one count together, until all are there.
	counts []float64
	runs   linop.Intervals
	tried  int
}

func newSquares(op linop.Operator, trials int) *squares {
	s := &squares{op: op, trials: trials}
	if runs, ok := op.(linop.Intervals); ok && op.Rows() > op.Columns() {
		s.runs, s.counts = runs, make([]float64, (op.Columns()+1)*trials)
		return s
	}
	s.room, s.all = make([]float64, op.Rows()), make([]float64, op.Rows())
	return s
}

// add adds a trial by the errors of its cells.
func (s *squares) add(x []float64) {
	if s.counts == nil {
		s.op.ApplyFloat(s.room, x)
		for i, v := range s.room {
			s.all[i] += v * v
		}
		return
	}
	sum := 0.0
	for cell, v := range x {
		sum += v
		s.counts[(cell+1)*s.trials+s.tried] = sum
	}
	s.tried++
}

// sums returns the sums of the squared errors by answer.
func (s *squares) sums() []float64 {
	if s.counts == nil {
		return s.all
	}
	s.all = make([]float64, s.op.Rows())
	for i, r := range s.runs.All() {
		from, to := s.counts[r.Lo*s.trials:(r.Lo+1)*s.trials], s.counts[(r.Hi+1)*s.trials:(r.Hi+2)*s.trials]
		s.all[i] = squaredGap(from, to)
	}
	return s.all
}

// squaredGap returns the squared distance of two lists of the same length.
func squaredGap(a, b []float64) float64 {
	b = b[:len(a)]
	var even, odd float64 // two sums, so that one need not wait for the other
	i := 0
	for ; i+1 < len(a); i += 2 {
		d, e := b[i]-a[i], b[i+1]-a[i+1]
		even += d * d
		odd += e * e
	}
	if i < len(a) {
		d := b[i] - a[i]
		even += d * d
	}
	return even + odd
}
