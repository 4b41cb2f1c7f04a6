package session

import (
	"context"
	"fmt"

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
	// Best is the index of the mechanism with the least error, Chosen that of the one that
	// a release would use.
	Best, Chosen int
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
		if q.Best = mechanism.Best(q.Candidates); q.Best < 0 {
			return Preview{}, fmt.Errorf("question %q: no method applies: %s", q.Question.Title, q.Candidates[0].Fit.Reasons[0].Text)
		}
		q.Chosen = q.Best
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

// WhyMethod says in a sentence why the chosen mechanism was chosen.
func (s *Session) WhyMethod(q QuestionPreview) string {
	chosen, plain := q.Candidates[q.Chosen], q.Plains[0]
	if q.Chosen != q.Best {
		return "You chose this method. " + q.Candidates[q.Best].Info.Name + " would be more accurate."
	}
	text := "It has the least expected error of all that apply."
	if chosen.Summary.RMSE < 0.95*plain.Summary.RMSE {
		text += fmt.Sprintf(" Plain differential privacy would be off by %.1f times as much.", plain.Summary.RMSE/chosen.Summary.RMSE)
	}
	return text
}
