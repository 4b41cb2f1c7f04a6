package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"steward/core/noise"
	"steward/core/seeded"
)

// Subject is a mechanism as an audit sees it.
type Subject struct {
	// Release makes one release on counts, with randomness from src. It is the real one.
	Release func(ctx context.Context, counts []int64, src noise.Source) (Output, error)
	// Claim is what is promised for an edge of weight One.
	Claim Claim
	// Source returns fresh randomness; another one for every stream.
	Source func(stream uint64) noise.Source
}

// Sampled is an audit by sampling.
type Sampled struct {
	// Runs is how many releases are made on each data set, at least 100. Events are chosen
	// on the first of them and counted on the others only.
	Runs int
	// FalseAlarm bounds the chance that any finding of one Run is above the limit though
	// the claim holds, over the draws of the subject's sources. It is divided evenly over
	// everything that is counted (Bonferroni); 0 is read as seeded.FalseAlarm.
	FalseAlarm float64
}

// choosing returns how many releases events are chosen on: half of them, but no more than
// are needed to tell which events speak loudest.
func (s Sampled) choosing() int { return min(s.Runs/2, max(4000, s.Runs/10)) }

// Finding is what an audit by sampling shows about a pair in one order.
type Finding struct {
	Pair  Pair
	Event string
	// Seen is how often the event came on the data set that favours it and on the other, in
	// as many Runs each that it was not chosen on.
	Seen [2]int
	Runs int
	// Least is a bound below the parameter of the claim that the mechanism keeps, and Claim
	// what is promised for the pair.
	Least float64
	Claim Claim
}

// Broken reports whether the claim is broken, beyond the doubt that the audit allows.
func (f Finding) Broken() bool { return f.Least > f.Claim.Limit()*(1+1e-12) }

// multiple is Least as a multiple of the limit.
func (f Finding) multiple() float64 { return f.Least / f.Claim.Limit() }

func (f Finding) String() string {
	return fmt.Sprintf("at least %.4g of %s between %s: %s came %d and %d times in %d releases",
		f.Least, f.Claim, f.Pair, f.Event, f.Seen[0], f.Seen[1], f.Runs)
}

// Run audits a subject on pairs of data sets and returns the loudest finding for each pair in
// each order, the one that is closest to its limit, or farthest above it, first. It errors
// with the first error of a release, and when there are no pairs or too few runs.
func (s Sampled) Run(ctx context.Context, subject Subject, pairs []Pair) ([]Finding, error) {
	if len(pairs) == 0 || s.Runs < 100 {
		return nil, fmt.Errorf("an audit of %d pairs with %d runs: it needs a pair and at least 100 runs", len(pairs), s.Runs)
	}
	alarm := s.FalseAlarm
	if alarm == 0 {
		alarm = seeded.FalseAlarm
	}
	r := run{Sampled: s, ctx: ctx, subject: subject, seen: make(map[string]*sample)}
	// Two bounds for every event.
	r.alpha = alarm / float64(2*len(pairs)*2*tested)
	r.z = math.Sqrt2 * math.Erfinv(1-2*max(r.alpha, 1e-15))
	var out []Finding
	for _, p := range pairs {
		a, err := r.sample(p.A)
		if err != nil {
			return nil, err
		}
		b, err := r.sample(p.B)
		if err != nil {
			return nil, err
		}
		out = append(out, r.test(p, a, b), r.test(Pair{p.What, p.B, p.A, p.Weight}, b, a))
		clear(a.views) // both orders look at the same; all samples together would need much memory
		clear(b.views)
	}
	slices.SortStableFunc(out, func(x, y Finding) int { return cmp.Compare(y.multiple(), x.multiple()) })
	return out, nil
}

type run struct {
	Sampled
	ctx     context.Context
	subject Subject
	seen    map[string]*sample // by the data set
	alpha   float64            // of one bound
	z       float64
}

// sample is releases on a data set: those that events are chosen on, what was looked at of them, and those
// that events are counted on.
type sample struct {
	first, rest []Output
	views       map[lens]view
}

// through looks at the releases that events are chosen on.
func (s *sample) through(l lens) view {
	v, ok := s.views[l]
	if !ok {
		v = l.through(s.first)
		s.views[l] = v
	}
	return v
}

// sample releases on a data set, once for all pairs that it is in.
func (r *run) sample(counts []int64) (*sample, error) {
	key := fmt.Sprint(counts)
	if s, ok := r.seen[key]; ok {
		return s, nil
	}
	outputs, src := make([]Output, r.Runs), r.subject.Source(uint64(len(r.seen)))
	for i := range outputs {
		var err error
		if outputs[i], err = r.subject.Release(r.ctx, counts, src); err != nil {
			return nil, fmt.Errorf("release %d on %v: %w", i, counts, err)
		}
		if !slices.EqualFunc(outputs[i], outputs[0], func(x, y []float64) bool { return len(x) == len(y) }) {
			return nil, fmt.Errorf("release %d on %v: its numbers are not as many as those of the first: pad what varies", i, counts)
		}
	}
	n := r.choosing()
	s := &sample{outputs[:n], outputs[n:], make(map[lens]view)}
	r.seen[key] = s
	return s, nil
}

// test chooses events on the first releases on two data sets and counts them in the others.
func (r *run) test(p Pair, a, b *sample) Finding {
	claim := r.subject.Claim.Weighed(p.Weight)
	c := chooser{claim: claim, z: r.z}
	worst := Finding{Pair: p, Runs: len(a.rest), Claim: claim, Least: -1}
	for _, e := range c.choose(a, b) {
		f := worst
		f.Event, f.Seen = e.name, [2]int{e.count(a.rest), e.count(b.rest)}
		f.Least = claim.Least(seeded.Lower(f.Seen[0], f.Runs, r.alpha), seeded.Upper(f.Seen[1], f.Runs, r.alpha))
		if f.Least > worst.Least {
			worst = f
		}
	}
	return worst
}

// count returns in how many outputs the event comes.
func (e event) count(outputs []Output) int {
	n := 0
	var numbers []float64
	for _, o := range outputs {
		if numbers = e.lens.look(numbers[:0], o); e.holds(numbers) {
			n++
		}
	}
	return n
}
