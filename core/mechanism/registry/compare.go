package registry

import (
	"context"

	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Plain is plain differential privacy on the same question, for comparison.
type Plain struct {
	Name    string
	Info    mechanism.Info // of the best mechanism
	Summary accuracy.Summary
}

// Plains returns the best mechanism under each kind of plain differential privacy: change
// of one record at the same budget, with the facts as stated; and presence or
// absence of one record at half the budget, which protects a change of one record as well
// as the former does.
//
// Where the problem itself is the former, it has its own mechanisms, which were tried for it.
func Plains(ctx context.Context, p mechanism.Problem, own []Candidate) ([]Plain, error) {
	var out []Plain
	for i, c := range comparisons(p) {
		var candidates []Candidate
		var err error
		if i == 0 && len(own) > 0 && changesOne(p) {
			candidates = own
		} else {
			candidates, err = candidatesFor(ctx, c.problem)
		}
		if err != nil {
			return nil, err
		}
		best := Best(candidates)
		if best < 0 {
			return nil, message.Errorf("question %q: no mechanism for the comparison", p.Workload.Question().Title)
		}
		out = append(out, Plain{Name: c.name, Info: candidates[best].Info, Summary: mechanism.SummaryOf(candidates[best].Prepared)})
	}
	return out, nil
}

// PlainsBy is Plains by the mechanisms of an earlier comparison, for the same question at
// another budget: much quicker, and as good, since which mechanism is best hardly depends
// on the budget.
func PlainsBy(ctx context.Context, p mechanism.Problem, earlier []Plain) ([]Plain, error) {
	out := make([]Plain, len(earlier))
	for i, c := range comparisons(p) {
		prepared, _, err := Choose(ctx, c.problem, earlier[i].Info.ID)
		if err != nil {
			return nil, err
		}
		out[i] = Plain{Name: c.name, Info: prepared.Info(), Summary: mechanism.SummaryOf(prepared)}
	}
	return out, nil
}

// changesOne reports whether a problem is that of plain differential privacy of which one record changes.
func changesOne(p mechanism.Problem) bool {
	lightest, heaviest := p.Policy.Weights()
	_, less := p.Policy.Everything()
	return !less && p.Policy.HasValueEdges() && !p.Policy.Presence() && lightest == weighted.One && heaviest == weighted.One && !p.Exact && !p.Disclose &&
		p.TiedPeople().Factor == p.Facts.Multiplier(p.Policy).Factor
}

type comparison struct {
	name    string
	problem mechanism.Problem
}

// comparisons returns the problems of plain differential privacy.
func comparisons(p mechanism.Problem) []comparison {
	p.Exact = false // under other secrets it would need noise
	bounded := p
	bounded.Policy = policy.Full(p.Workload.Domain(), false)
	bounded.Disclose, bounded.Tied = false, constraint.Multiplier{}
	changed := message.Key("Plain differential privacy, one record changed")
	if bounded.Multiplier().Factor == 0 {
		bounded.Facts = constraint.Facts{}
		changed = message.Key("Plain differential privacy, one record changed (without the known facts, whose effect cannot be bounded there)")
	}
	unbounded := p
	unbounded.Policy = policy.PresenceOnly(p.Workload.Domain())
	unbounded.Budget = p.Budget.Over(2)
	unbounded.Facts, unbounded.Tied = constraint.Facts{}, constraint.Multiplier{}
	unbounded.Disclose = false
	return []comparison{
		{changed, bounded},
		{message.Key("Plain differential privacy, one record more or less, at half the budget"), unbounded},
	}
}
