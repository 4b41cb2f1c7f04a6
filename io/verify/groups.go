package verify

import (
	"context"
	"slices"

	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/export"
)

// Groups prepares again what answered the questions of a record, of which c is the plan: with the methods that
// the record names, and the questions together that it says were, and with what estimates met in its version. Unmeasured ones
// are left out.
func Groups(ctx context.Context, r export.Record, c *plan.Compiled) ([]registry.Group, error) {
	asked := *c
	asked.Problems = slices.Clone(c.Problems)
	for i := range asked.Problems {
		asked.Problems[i].PeopleOnly = r.Version < 3
	}
	at := make(map[string]int)
	for i, q := range r.Questions {
		at[q.ID] = i
	}
	var out []registry.Group
	for i, q := range r.Questions {
		questions := []int{i}
		if q.Together != nil {
			questions = nil
			for _, id := range q.Together {
				n, ok := at[id]
				if !ok || !slices.Equal(r.Questions[n].Together, q.Together) || r.Questions[n].Mechanism != q.Mechanism {
					return nil, message.Errorf("%s: the record does not say clearly which questions were answered together", q.Title)
				}
				questions = append(questions, n)
			}
		}
		if len(questions) == 0 || !slices.IsSorted(questions) || !slices.Contains(questions, i) {
			return nil, message.Errorf("%s: the record does not say clearly which questions were answered together", q.Title)
		}
		if questions[0] != i || Unmeasured(c, i, q) {
			continue // it came with the first of them, or cannot be prepared
		}
		g, err := asked.Group(ctx, questions, q.Mechanism)
		if err != nil {
			return nil, message.Errorf("%s: %w", q.Title, err)
		}
		out = append(out, g)
	}
	return out, nil
}

// Unmeasured reports whether the errors of question i cannot be worked out again, since the public
// numbers that they were measured on are not there.
func Unmeasured(c *plan.Compiled, i int, q export.Question) bool {
	return slices.Contains(c.Lacking, i) && registry.DataDependent(q.Mechanism) && c.Plan.StandIn.Kind == plan.StandInFile
}

// Agrees reports whether the errors and the noise that the record states of a question, the n-th of a group, are those that its plan
// gives, or as near them as other processors come. Errors alone do not tell one strategy from another whose answers are as far
// off one by one, and added up are not.
func Agrees(q export.Question, g registry.Group, n int) bool {
	return agreeOnErrors(q, g.Error(n), nearErrors) && agreeOnNoise(q.Noise, noiseOf(g, n), nearNoise)
}
