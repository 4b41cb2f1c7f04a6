package mechanism

import (
	"context"
	"fmt"

	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/policy"
)

// Plain is plain differential privacy on the same question, for comparison.
type Plain struct {
	Name    string
	Info    Info // of the best mechanism
	Summary accuracy.Summary
}

// Plains returns the best mechanism under each kind of plain differential privacy: change
// of one record at the same budget, with the facts as stated; and presence or
// absence of one record at half the budget, which protects a change of one record as well
// as the former does.
func Plains(ctx context.Context, p Problem) ([]Plain, error) {
	bounded := p
	bounded.Policy = policy.Full(p.Workload.Domain(), false)
	bounded.Disclose = false
	unbounded := p
	unbounded.Policy = policy.PresenceOnly(p.Workload.Domain())
	unbounded.Budget = p.Budget.Over(2)
	unbounded.Facts = constraint.Facts{}
	unbounded.Disclose = false
	var out []Plain
	for _, c := range []struct {
		name    string
		problem Problem
	}{
		{"Plain differential privacy, one record changed", bounded},
		{"Plain differential privacy, one record more or less, at half the budget", unbounded},
	} {
		candidates, err := Candidates(ctx, c.problem)
		if err != nil {
			return nil, err
		}
		i := Best(candidates)
		if i < 0 {
			return nil, fmt.Errorf("question %q: no mechanism for the comparison", p.Workload.Question().Title)
		}
		out = append(out, Plain{c.name, candidates[i].Info, candidates[i].Summary})
	}
	return out, nil
}
