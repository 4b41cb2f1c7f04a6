// Package coach says what the numbers of a question are worth before anything is spent, and what would make them worth
// more. It looks at the plan, at about how many people there are, and at the errors that follow from these: never at
// data. What it says of a number is true of people who are spread as it says that it assumes.
package coach

import (
	"math"

	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/mechanism"
	"steward/core/message"
)

// Worth is what the numbers of a question are worth where people are spread as is assumed.
type Worth struct {
	// Like is what people are assumed to be spread like; empty for evenly.
	Like message.Text
	// Assumed is how many people, or rows, are assumed: 0 where nobody said about how many there are. Then only Numbers, Half
	// and Exact are known.
	Assumed float64
	// Numbers is how many have noise, Exact how many have none.
	Numbers, Exact int
	// Noise is how many of the numbers are too noisy to use (accuracy.TooNoisy).
	Noise int
	// Value and Half are the number in the middle and its half-width, 19 times in 20.
	Value, Half float64
	// needed is how many times smaller errors have to be so that hardly any number is too noisy.
	needed float64
}

// Verdict is a Worth in a word.
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota // nobody said about how many people there are
	Fine
	Partly // a tenth of the numbers or more are too noisy
	Mostly // half of them or more are
)

// hardly is the part of a question's numbers that may be too noisy in a table that is fine: the numbers of rare answers are small
// whatever is done.
const hardly = 0.1

// Verdict returns that of the numbers. A question without noise is fine.
func (w Worth) Verdict() Verdict {
	switch {
	case w.Numbers == 0:
		return Fine
	case w.Assumed == 0:
		return Unknown
	case 2*w.Noise >= w.Numbers:
		return Mostly
	case float64(w.Noise) >= hardly*float64(w.Numbers):
		return Partly
	}
	return Fine
}

// noisy is the part of the numbers that is too noisy.
func (w Worth) noisy() float64 {
	if w.Numbers == 0 {
		return 0
	}
	return float64(w.Noise) / float64(w.Numbers)
}

// Of returns what the numbers of a problem are worth with the errors that are expected of them, if there are about so many people, or
// rows where these are counted. A public total counts for more than what is said about their number, which may be 0 for unknown.
// Answers from which ranges follow are not looked at, and may be missing (mechanism.Looked).
func Of(p mechanism.Problem, e accuracy.Estimate, people float64) Worth {
	answers, op, first := e.Answers, p.Workload.Planned().Operator(), 0
	switch {
	case e.Ranges != nil: // some of them stand for all
		answers, first = e.Ranges.Some[:e.Ranges.Even], op.Rows()-len(e.Ranges.Some)
	case e.Leading > 0:
		answers = answers[:e.Leading]
	}
	var w Worth
	var halves []float64
	for _, a := range answers {
		if noised(e, a) {
			halves = append(halves, a.HalfWidth)
		}
	}
	w.Numbers, w.Exact = len(halves), len(answers)-len(halves)
	if len(halves) == 0 {
		return w
	}
	w.Half, _ = accuracy.Ranked(halves, len(halves)/2)
	units := people / p.Unit.Of(1)
	if n, known := p.Facts.Total(); known {
		units = float64(n)
	}
	cells, like := spread(p, units)
	if units <= 0 || cells == nil {
		return w
	}
	w.Assumed, w.Like = p.Unit.Of(units), like
	values := make([]float64, op.Rows())
	op.ApplyFloat(values, cells)
	number := func(i int) (value, times float64) { // times is by how much it is too noisy
		v := math.Abs(p.UnitOf(i).Of(values[first+i]))
		return v, answers[i].HalfWidth / max(accuracy.NoisyPart*v, math.SmallestNonzeroFloat64)
	}
	all := halves[:0]
	for i, a := range answers {
		if noised(e, a) {
			v, times := number(i)
			all = append(all, times)
			if accuracy.TooNoisy(v, a.HalfWidth) {
				w.Noise++
			}
		}
	}
	middle, below := accuracy.Ranked(all, len(all)/2)
	left := len(all)/2 - below // of those that are as noisy as the one in the middle, the one that would stand there
	for i, a := range answers {
		if !noised(e, a) {
			continue
		}
		if v, times := number(i); times == middle {
			if left == 0 {
				w.Value, w.Half = v, a.HalfWidth
				break
			}
			left--
		}
	}
	w.needed, _ = accuracy.Ranked(all, min(len(all)-1, int(math.Ceil((1-hardly)*float64(len(all))))))
	if e.Ranges != nil {
		times := e.Ranges.Count / float64(e.Ranges.Even)
		w.Numbers, w.Noise, w.Exact = int(float64(w.Numbers)*times), int(float64(w.Noise)*times), int(float64(w.Exact)*times)
	}
	return w
}

// noised reports whether an answer has noise, of which 19 in 20 can be within nothing where it is little; all have that were tried on
// public data, though no try may have been off.
func noised(e accuracy.Estimate, a accuracy.Answer) bool {
	return a.Variance > 0 || !e.StandIn.IsZero()
}

// spread returns units of people over the cells of a problem: as in its public stand-in, or evenly over all cells that somebody
// can be in, and so that known sums hold. It returns nil where there are too many cells to tell.
func spread(p mechanism.Problem, units float64) (cells []float64, like message.Text) {
	d := p.Workload.Domain()
	k, err := d.Cells()
	if err != nil || units <= 0 {
		return nil, like
	}
	cells = make([]float64, k)
	if s := p.StandIn; !s.IsZero() && !s.MadeUp() {
		all := 0.0
		for cell, n := range s.Counts() {
			cells[cell] = float64(n)
			all += float64(n)
		}
		if all > 0 {
			for cell := range cells {
				cells[cell] *= units / all
			}
			return fitted(cells, p.Facts.Sums(d)), s.Source()
		}
	}
	for cell := range cells {
		if d.Possible(cell) {
			cells[cell] = units / float64(d.PossibleCells())
		}
	}
	return fitted(cells, p.Facts.Sums(d)), like
}

// rounds is how often cells are fitted to all known sums: enough for a few digits.
const rounds = 20

// fitted changes cells so that known sums hold, or nearly: each in turn, by the same factor for all of its cells (iterative proportional
// fitting: Deming and Stephan 1940).
func fitted(cells []float64, sums []constraint.Sum) []float64 {
	if len(sums) < 2 && (len(sums) == 0 || len(sums[0].Cells) == len(cells)) {
		return cells
	}
	for range rounds {
		for _, s := range sums {
			now := 0.0
			for _, c := range s.Cells {
				now += cells[c]
			}
			if now <= 0 {
				continue
			}
			for _, c := range s.Cells {
				cells[c] *= float64(s.Total) / now
			}
		}
	}
	return cells
}
