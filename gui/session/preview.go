package session

import (
	"context"

	"steward/core/mechanism"
	"steward/core/plan"
)

// Preview is the expected error of every mechanism for every question. It depends on the
// plan only.
type Preview struct {
	Questions []QuestionPreview
}

// QuestionPreview compares the mechanisms on one question.
type QuestionPreview struct {
	Question   plan.Question
	Problem    mechanism.Problem
	Candidates []mechanism.Candidate
	// Chosen is the index of the mechanism that a release would use.
	Chosen int
	// Plains are the best mechanisms under plain differential privacy, for comparison.
	Plains []mechanism.Plain
}

// NewPreview prepares every mechanism for every question. progress, which may be nil, is
// told how many questions are done.
func NewPreview(ctx context.Context, c *plan.Compiled, progress func(done, of int)) (Preview, error) {
	var out Preview
	for i, p := range c.Problems {
		if progress != nil {
			progress(i, len(c.Problems))
		}
		q := QuestionPreview{Question: c.Plan.Questions[i], Problem: p}
		var err error
		if q.Candidates, err = mechanism.Candidates(ctx, p); err != nil {
			return Preview{}, err
		}
		q.Chosen = mechanism.Best(q.Candidates)
		for k, cand := range q.Candidates {
			if id := q.Question.Mechanism; id != "" && cand.Info.ID == id {
				q.Chosen = k
			}
		}
		if q.Plains, err = mechanism.Plains(ctx, p); err != nil {
			return Preview{}, err
		}
		out.Questions = append(out.Questions, q)
	}
	return out, nil
}
