package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"steward/gui/words"
)

// SumTerm is an answer that is added up in the window, or taken away.
type SumTerm struct {
	Question, Answer int
	Minus            bool
}

// summing is the sum of answers of one release that is looked at. It can be of several questions.
type summing struct {
	of       *Finished
	terms    []SumTerm
	combiner *Combiner // nil until it is ready
	err      error
}

// mostSummed is how many answers can be added up in the window.
const mostSummed = 5000

// Sum returns what is added up of the answers of the finished release, and a sentence with the sum and
// how far it may be off; the sentence is empty while nothing is added up.
func (s *Session) Sum() (terms []SumTerm, says string) {
	now := &s.release.summing
	if now.of == nil || now.of != s.release.finished || len(now.terms) == 0 {
		return nil, ""
	}
	switch {
	case now.err != nil:
		return now.terms, SentenceOf(now.err)
	case now.combiner == nil:
		return now.terms, words.T("Working out the error…")
	}
	first := make([]int, len(now.of.Release.Questions))
	for i := 1; i < len(first); i++ {
		first[i] = first[i-1] + now.of.Release.Questions[i-1].Len()
	}
	var add, subtract []int
	for _, t := range now.terms {
		if t.Minus {
			subtract = append(subtract, first[t.Question]+t.Answer)
		} else {
			add = append(add, first[t.Question]+t.Answer)
		}
	}
	sum, err := now.combiner.Combine(add, subtract)
	if err != nil {
		return now.terms, SentenceOf(err)
	}
	return now.terms, sum.Sentence()
}

// AddToSum adds answers up with the others, or takes them away. The first time the methods that
// answered are prepared again, in the background.
func (s *Session) AddToSum(terms ...SumTerm) {
	f := s.release.finished
	if f == nil || slices.ContainsFunc(terms, func(t SumTerm) bool {
		return t.Question < 0 || t.Question >= len(f.Release.Questions) || t.Answer < 0 || t.Answer >= f.Release.Questions[t.Question].Len()
	}) {
		return
	}
	if now := s.release.summing; now.of != f {
		s.release.summing = summing{of: f}
		s.around.Go(func() {
			c, err := NewCombiner(context.Background(), f.Record(), "")
			s.around.Dispatch(func() {
				if now := &s.release.summing; now.of == f {
					now.combiner, now.err = c, err
					s.changed()
				}
			})
		})
	}
	now := &s.release.summing
	if room := mostSummed - len(now.terms); len(terms) > room {
		terms = terms[:max(room, 0)]
		s.notice = words.T("More than %d numbers cannot be added up here.", mostSummed)
	}
	now.terms = append(now.terms, terms...)
	s.changed()
}

// TakeFromSum leaves term k out of the sum.
func (s *Session) TakeFromSum(k int) {
	if now := &s.release.summing; k >= 0 && k < len(now.terms) {
		now.terms = slices.Delete(now.terms, k, k+1)
		s.changed()
	}
}

// ClearSum leaves all terms out.
func (s *Session) ClearSum() {
	s.release.summing.terms = nil
	s.changed()
}

// SumLabel names an answer that is added up, with its question where the release has several.
func (s *Session) SumLabel(t SumTerm) string {
	f := s.release.finished
	if f == nil || t.Question >= len(f.Release.Questions) {
		return ""
	}
	q := &f.Release.Questions[t.Question]
	label := strings.Join(q.Key(t.Answer), ", ")
	if len(f.Release.Questions) > 1 {
		return fmt.Sprintf("%d: %s", t.Question+1, label)
	}
	return label
}

// Label names an answer by its labels.
func (r *Results) Label(i int) string { return strings.Join(r.answers.Key(i), ", ") }

// Answers returns the answers in a category, "" for all of them.
func (r *Results) Answers(category string) []int {
	if category != "" {
		return r.rows[category]
	}
	all := make([]int, r.answers.Len())
	for i := range all {
		all[i] = i
	}
	return all
}
