package registry

import (
	"context"
	"math"
	"slices"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
)

// Candidate is a mechanism's verdict on a problem, and what it would do.
type Candidate struct {
	Info mechanism.Info
	Fit  mechanism.Fit
	// Prepared is nil when the mechanism does not apply.
	Prepared mechanism.Prepared
	Summary  accuracy.Summary
	// Aim is what candidates are compared by: the mean expected squared error of the answers, or of
	// what is made of them where averages are asked for.
	Aim float64
	// Later says that a first look at a large problem left it to be tried.
	Later bool
}

// Candidates checks and prepares every registered mechanism for a problem, in the order of
// the registry. It sees no data. A mechanism that cannot be prepared after all, because its
// noise would be larger than can be drawn, say, does not apply either, with that as the
// reason. Those that take long are prepared last and only where they may do better than the
// others, and not at all where the problem is for a first look. It errors when ctx is cancelled.
func Candidates(ctx context.Context, p mechanism.Problem) ([]Candidate, error) {
	if p.Quick && slowToDesign(p) {
		if list, err := closedCandidates(ctx, p); err != nil || Best(list) >= 0 {
			return summedUp(list, err)
		}
	}
	quick, err := quickCandidates(ctx, p)
	if err != nil {
		return nil, err
	}
	return Refine(ctx, p, quick)
}

// candidatesFor is Candidates for where only the best is told of: of millions of answers the summaries of the others are most of the
// work, and what they prepared, of which only the best is kept, most of the memory.
func candidatesFor(ctx context.Context, p mechanism.Problem) ([]Candidate, error) {
	quick, err := tryQuick(ctx, p, withoutHopeless)
	if err != nil {
		return nil, err
	}
	return refine(ctx, p, quick)
}

// withoutHopeless takes what was prepared from candidates that are so far from the best that no later one makes it them.
func withoutHopeless(list []Candidate) {
	least := math.Inf(1)
	for _, c := range list {
		if c.Prepared != nil && c.Aim >= 0 && !c.Info.DataDependent {
			least = min(least, c.Aim)
		}
	}
	for i, c := range list {
		if c.Prepared != nil && c.Aim > 1.5*least {
			list[i].Prepared = nil
		}
	}
}

// summedUp sums up the errors of candidates that are not yet.
func summedUp(list []Candidate, err error) ([]Candidate, error) {
	for i, c := range list {
		if c.Prepared != nil && c.Summary.Answers == 0 {
			list[i].Summary = mechanism.SummaryOf(c.Prepared)
		}
	}
	return list, err
}

// Refine is Candidates from those of a first look at the same problem, which it leaves as they are: only
// what that left out is tried.
func Refine(ctx context.Context, p mechanism.Problem, quick []Candidate) ([]Candidate, error) {
	return summedUp(refine(ctx, p, quick))
}

func refine(ctx context.Context, p mechanism.Problem, quick []Candidate) ([]Candidate, error) {
	out, of := slices.Clone(quick), waysOf(p)
	for i, m := range All() {
		if out[i].Later && !p.Quick {
			out[i] = Candidate{}
			if err := out[i].try(ctx, m, of); err != nil {
				return nil, err
			}
		}
	}
	if best := Best(out); best >= 0 && !p.Workload.Weighs() {
		p.Rival = mechanism.AloneMeanSquare(out[best].Prepared) / (p.Unit.Of(1) * p.Unit.Of(1))
	}
	of = waysOf(p)
	for i, m := range All() {
		switch {
		case !m.Info().Laborious:
		case p.Quick:
			out[i].Fit = stillTried()
		default:
			if err := out[i].try(ctx, m, of); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func stillTried() mechanism.Fit {
	return mechanism.Unfit(guide.Budget, "it takes longer and is still being tried")
}

// From how many cells on, with a chance of failure and without, and from how many listed ranges on a problem is large: a first look shows
// then what needs no design.
const (
	largeCells, largeWithChance = 1 << 15, 1 << 11
	largeList                   = 200
)

func slowToDesign(p mechanism.Problem) bool {
	cells, q := p.Workload.Operator().Columns(), p.Workload.Question()
	return cells > largeCells || p.Gaussian && cells > largeWithChance || len(q.Spans)+len(q.Boxes) > largeList
}

// closedCandidates is Candidates with the mechanisms alone whose noise is of a closed form; the others are left for later.
func closedCandidates(ctx context.Context, p mechanism.Problem) ([]Candidate, error) {
	all, of := All(), waysOf(p)
	out := make([]Candidate, len(all))
	for i, m := range all {
		switch out[i].Info = m.Info(); {
		case out[i].Info.Laborious:
			out[i].Fit = stillTried()
		case !out[i].Info.Closed:
			out[i].Fit, out[i].Later = stillTried(), true
		default:
			if err := out[i].try(ctx, m, of); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// quickCandidates is Candidates with nothing but the names of those that take long.
func quickCandidates(ctx context.Context, p mechanism.Problem) ([]Candidate, error) {
	return tryQuick(ctx, p, func([]Candidate) {})
}

// tryQuick is quickCandidates, with something done to those that there are after each.
func tryQuick(ctx context.Context, p mechanism.Problem, after func([]Candidate)) ([]Candidate, error) {
	all, of := All(), waysOf(p)
	out := make([]Candidate, len(all))
	for i, m := range all {
		out[i].Info = m.Info()
		if !m.Info().Laborious {
			if err := out[i].try(ctx, m, of); err != nil {
				return nil, err
			}
			after(out)
		}
	}
	return out, nil
}

// try fills in the verdict of a mechanism.
func (c *Candidate) try(ctx context.Context, m mechanism.Mechanism, of ways) error {
	if c.Info, c.Fit = m.Info(), check(m, of); !c.Fit.OK() {
		return nil
	}
	prepared, err := prepare(ctx, m, of)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		c.Fit = mechanism.Unfit(guide.Questions, "%s", err)
		return nil
	}
	c.Prepared, c.Aim = prepared, mechanism.Aimed(of.own[0].Workload, prepared)
	return nil
}

// Best returns the index of the candidate with the least expected squared error over all
// answers, the first of those within a hundredth of a per cent, or -1 when none applies. One
// whose error depends on the data takes part only where that was measured on a public stand-in,
// and has to be better by more than the luck of the trials. Best compares public numbers only, so
// the choice costs no privacy.
func Best(candidates []Candidate) int {
	best, least := -1, math.Inf(1)
	for i, c := range candidates {
		// A gain below a hundredth of a per cent is no reason to leave a simpler mechanism.
		gain := 1e-4
		if c.Info.DataDependent {
			gain = 0.04
		}
		if c.Prepared != nil && (!c.Info.DataDependent || c.measured()) && c.Aim >= 0 && c.Aim < least*(1-gain) {
			best, least = i, c.Aim
		}
	}
	return best
}

// measured reports whether the error was measured on a public stand-in.
func (c Candidate) measured() bool {
	return mechanism.Brief(c.Prepared).Kind == accuracy.Simulated
}

// Choose returns the mechanism with the given id, or with an empty id the best one, made
// ready for the problem, and a sentence that says why it.
func Choose(ctx context.Context, p mechanism.Problem, id string) (mechanism.Prepared, message.Text, error) {
	if id != "" {
		m, ok := ByID(id)
		if !ok {
			return nil, message.Text{}, message.Errorf("question %q: there is no mechanism %q", p.Workload.Question().Title, id)
		}
		prepared, err := prepare(ctx, m, waysOf(p))
		if err != nil {
			return nil, message.Text{}, message.Errorf("question %q: %w", p.Workload.Question().Title, err)
		}
		return prepared, reason(p), nil
	}
	candidates, err := candidatesFor(ctx, p)
	if err != nil {
		return nil, message.Text{}, err
	}
	return chosenFrom(candidates, p)
}

// chooseFrom is Choose where candidates, unless they are nil, are the problem's.
func chooseFrom(ctx context.Context, candidates []Candidate, p mechanism.Problem, id string) (mechanism.Prepared, message.Text, error) {
	if id == "" && candidates != nil {
		return chosenFrom(candidates, p)
	}
	for _, c := range candidates {
		if c.Info.ID == id && c.Prepared != nil {
			return c.Prepared, reason(p), nil
		}
	}
	return Choose(ctx, p, id)
}

// reason is why a mechanism is used that was chosen by its name.
func reason(p mechanism.Problem) message.Text {
	if p.Exact {
		return message.Sprintf("chosen by you; exact: costs nothing")
	}
	return message.Sprintf("chosen by you")
}

// chosenFrom returns the best of candidates, and why it is used.
func chosenFrom(candidates []Candidate, p mechanism.Problem) (mechanism.Prepared, message.Text, error) {
	i := Best(candidates)
	if i < 0 {
		return nil, message.Text{}, message.Errorf("question %q: no mechanism applies: %s", p.Workload.Question().Title, candidates[0].Fit.Reasons[0].Text)
	}
	return candidates[i].Prepared, best(p, candidates[i].Prepared), nil
}

// best is why a mechanism is used that is the best of all.
func best(p mechanism.Problem, q mechanism.Prepared) message.Text {
	why := message.Sprintf("it has the least expected error of all that apply")
	if p.Exact {
		why = message.Sprintf("exact: costs nothing")
	}
	if e := mechanism.Brief(q); e.Kind == accuracy.Simulated {
		why = message.Sprintf("%s, measured on %s", why, e.StandIn)
	}
	return why
}

// Reasons returns why what answers a group may be used.
func (g Group) Reasons() []message.Text {
	return []message.Text{g.Why, best(g.Problem, g.Prepared), reason(g.Problem), alike()}
}

// CostsNothing reports whether a problem can be answered without noise, by the mechanism of an id or, where that is empty, by
// any, so that it needs nothing of the budget.
func CostsNothing(ctx context.Context, p mechanism.Problem, id string) (bool, error) {
	made, err := p.NeedsNoNoise()
	if err != nil || !made {
		return false, err
	}
	p.Exact = true
	for _, m := range All() {
		if info := m.Info(); info.Laborious || info.DataDependent || id != "" && info.ID != id || !m.Check(p).OK() {
			continue
		}
		if prepared, err := prepareOne(ctx, m, p); err == nil && prepared != nil {
			return true, nil
		}
	}
	return false, ctx.Err()
}
