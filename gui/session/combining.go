package session

import (
	"context"
	"slices"
	"strings"
)

// SumTerm is an answer that is added up in the window, or taken away.
type SumTerm struct {
	Answer int
	Minus  bool
}

// summing is the sum of answers that is looked at, of one question of one release.
type summing struct {
	of       *Finished
	question int
	terms    []SumTerm
	combiner *Combiner // nil until it is ready
	err      error
}

// Sum returns what is added up of the answers to question i of the finished release, and a sentence
// with the sum and how far it may be off; the sentence is empty while nothing is added up.
func (s *Session) Sum(i int) (terms []SumTerm, says string) {
	now := &s.release.summing
	if now.of == nil || now.of != s.release.finished || now.question != i || len(now.terms) == 0 {
		return nil, ""
	}
	switch {
	case now.err != nil:
		return now.terms, Sentence(now.err.Error())
	case now.combiner == nil:
		return now.terms, "Working out the error…"
	}
	var add, subtract []int
	for _, t := range now.terms {
		if t.Minus {
			subtract = append(subtract, t.Answer)
		} else {
			add = append(add, t.Answer)
		}
	}
	sum, err := now.combiner.Combine(add, subtract)
	if err != nil {
		return now.terms, Sentence(err.Error())
	}
	return now.terms, sum.Sentence()
}

// AddToSum adds an answer to question i up with the others, or takes it away. The first time the
// method that answered is prepared again, in the background.
func (s *Session) AddToSum(i int, t SumTerm) {
	f := s.release.finished
	if f == nil || i < 0 || i >= len(f.Release.Questions) {
		return
	}
	if now := s.release.summing; now.of != f || now.question != i {
		s.release.summing = summing{of: f, question: i}
		id := f.Release.Questions[i].Workload.Question().ID
		s.around.Go(func() {
			c, err := NewCombiner(context.Background(), f.Record(), id)
			s.around.Dispatch(func() {
				if now := &s.release.summing; now.of == f && now.question == i {
					now.combiner, now.err = c, err
					s.changed()
				}
			})
		})
	}
	s.release.summing.terms = append(s.release.summing.terms, t)
	s.changed()
}

// TakeFromSum leaves term k out of the sum.
func (s *Session) TakeFromSum(i, k int) {
	if now := &s.release.summing; now.question == i && k >= 0 && k < len(now.terms) {
		now.terms = slices.Delete(now.terms, k, k+1)
		s.changed()
	}
}

// Label names an answer by its labels.
func (r *Results) Label(i int) string { return strings.Join(r.answers.Key(i), ", ") }
