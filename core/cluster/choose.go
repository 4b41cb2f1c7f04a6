package cluster

import (
	"context"
	"math"
	"strings"

	"steward/core/message"
)

// How many trials and rounds are tried.
const (
	trials      = 15
	usualRounds = 4
	// maxRoundWork is the most steps of all trials of one way.
	maxRoundWork = 1 << 28
)

// triedRounds are the numbers of rounds that are tried.
var triedRounds = []int{1, 2, 4, 7}

// Prepare makes ready the way with the least expected distance of people from their centres, on the
// public data of the problem or on made-up people, or the one that was asked for. It sees no data.
// It errors with ctx's error when cancelled.
func Prepare(ctx context.Context, p Problem) (*Prepared, error) {
	list, err := p.alternatives(ctx, p.Clustering.question.Way)
	if err != nil {
		return nil, err
	}
	return Best(p, list)
}

// Best returns the one of all alternatives that Prepare takes.
func Best(p Problem, list []*Prepared) (*Prepared, error) {
	q := p.Clustering.question
	var best *Prepared
	for _, a := range list {
		if !q.Way.allows(a) {
			continue
		}
		// A table comes first, and rounds have to be better by more than the luck of the trials.
		if best == nil || a.quality.ratio < best.quality.ratio*0.99 {
			best = a
		}
	}
	if best == nil {
		return nil, message.Errorf("%q: no way applies: choose another", q.Title)
	}
	chosen := *best
	best = &chosen
	switch {
	case best.quality.IsZero():
		best.why = message.Sprintf("there are too many combinations of values to try ways on")
	case len(list) == 1:
		best.why = message.Sprintf("there is no other")
	default:
		best.why = message.Sprintf("people are closest to the centres it finds, on %s", best.quality.MeasuredOn)
	}
	if q.Way != Automatic {
		best.why = message.Sprintf("chosen by you")
	}
	if p.Cells.Exact {
		best.why = message.Sprintf("exact: costs nothing")
	}
	return best, nil
}

func (w Way) allows(p *Prepared) bool {
	return w == Automatic || w == Rounds && p.rounds != nil || w == Summary && p.table != nil
}

// Alternatives returns the ways that Prepare chooses from, or would if the question left it open: one
// with each number of rounds, and tables with noise chosen for cells and for ranges.
func Alternatives(ctx context.Context, p Problem) ([]*Prepared, error) {
	return p.alternatives(ctx, Automatic)
}

// alternatives is Alternatives of one way, or of all.
func (p Problem) alternatives(ctx context.Context, way Way) ([]*Prepared, error) {
	if err := p.Clustering.CheckPeople(p.Cells.Facts); err != nil {
		return nil, err
	}
	s, err := p.tryOn(ctx)
	if err != nil {
		return nil, err
	}
	if p.Cells.Exact && way == Automatic {
		if way = p.Clustering.question.Way; way == Automatic {
			way = Summary
		}
	}
	var out []*Prepared
	var failed error
	if way != Rounds {
		tables, err := p.tables(ctx, "")
		for _, t := range tables {
			out = append(out, &Prepared{problem: p, table: t})
		}
		failed = err
	}
	if way != Summary && ctx.Err() == nil {
		rounds, err := p.allRounds(ctx, s)
		if out = append(out, rounds...); err != nil {
			failed = err
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(out) == 0:
		return nil, failed
	}
	return out, s.compare(ctx, out)
}

// compare tries all ways once on everything, and those that are not far behind the best more often.
func (s standIns) compare(ctx context.Context, list []*Prepared) error {
	if len(s.list) == 0 {
		return nil
	}
	best := math.Inf(1)
	for _, a := range list {
		if err := a.try(ctx, s, len(s.list)); err != nil {
			return err
		}
		best = min(best, a.quality.ratio)
	}
	const behind = 1.5
	for _, a := range list {
		if a.quality.ratio > behind*best {
			continue
		}
		if err := a.try(ctx, s, a.trials()); err != nil {
			return err
		}
	}
	return nil
}

// allRounds makes ready the way in rounds, once for each number of them that is tried.
func (p Problem) allRounds(ctx context.Context, s standIns) ([]*Prepared, error) {
	c := p.Clustering
	walked, _, _ := p.edgesAndBudget()
	e, err := newEdges(ctx, c, walked)
	if err != nil {
		return nil, err
	}
	numbers := triedRounds
	switch {
	case c.question.Rounds > 0:
		numbers = []int{c.question.Rounds}
	case len(s.list) == 0 || e.work() > maxRoundWork/100:
		numbers = []int{usualRounds}
	}
	var out []*Prepared
	for _, n := range numbers {
		r, err := p.prepareRounds(ctx, e, n)
		if err != nil {
			return nil, err
		}
		out = append(out, &Prepared{problem: p, rounds: r})
	}
	return out, nil
}

// work is about how many steps one round takes.
func (e *edges) work() int {
	k := e.c.question.Clusters + 3<<len(e.c.axes)
	return e.c.cells*(k+3*len(e.families)*(1<<len(e.c.axes))) + 3*len(e.listed)
}

// trials returns how often a way is tried.
func (p *Prepared) trials() int {
	if p.rounds == nil {
		return trials
	}
	return max(2, min(trials, maxRoundWork/(p.rounds.edges.work()*p.rounds.rounds+1)))
}

// FromTable returns the problem's groups found from a table by the mechanism of an id, with noise
// chosen for what Table says, as Prepare may choose it, without trials.
func FromTable(ctx context.Context, p Problem, id, table string) (*Prepared, error) {
	of, rising := strings.CutSuffix(table, ", cumulative")
	if !rising {
		of, rising = strings.CutSuffix(table, ", cumulated") // as versions up to 0.9 call it
	}
	for _, q := range p.asked() {
		if q.text().String() == of && !(rising && len(p.Clustering.axes) > 1) {
			t, err := p.table(ctx, q, id)
			if err != nil {
				return nil, err
			}
			t.rising = rising
			return &Prepared{problem: p, table: t}, nil
		}
	}
	return nil, message.Errorf("%q: its noise cannot be chosen for %q", p.Clustering.question.Title, table)
}
