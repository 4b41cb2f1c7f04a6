package session

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/limits"
	"steward/gui/words"
	"steward/io/combine"
)

// SumTerm is an answer that is added up in the window, or taken away.
type SumTerm = combine.Term

// summing is the sum of answers of one release that is looked at: of the one that was carried out here,
// or of an earlier one. It can be of several questions.
type summing struct {
	of       *Finished
	earlier  *EarlierRelease // nil for the release that was carried out here
	terms    []SumTerm
	combiner *combine.Combiner // nil until it is ready
	err      error
	// opening is the record that is being opened, and failed why the last one could not be.
	opening string
	failed  error
}

// EarlierRelease is a release whose record was opened to add its answers up.
type EarlierRelease struct {
	Name     string // of the record
	combiner *combine.Combiner
}

// Sum returns what is added up of the answers of the release that is looked at, and a sentence with the sum and
// how far it may be off; the sentence is empty while nothing is added up.
func (s *Session) Sum() (terms []SumTerm, says string) {
	now := &s.release.summing
	if now.earlier == nil && (now.of == nil || now.of != s.release.finished) || len(now.terms) == 0 {
		return nil, ""
	}
	switch {
	case now.err != nil:
		return now.terms, words.SentenceOf(now.err)
	case now.combiner == nil:
		return now.terms, words.T("Working out the error…")
	}
	sum, err := now.combiner.Sum(now.terms)
	if err != nil {
		return now.terms, words.SentenceOf(err)
	}
	return now.terms, strings.TrimSpace(words.Say(sum.Sentence()) + " " + words.Say(sum.Advice()))
}

// summedQuestions returns how many questions the release has that is looked at.
func (s *Session) summedQuestions() int {
	if e := s.release.summing.earlier; e != nil {
		return len(e.combiner.Record.Questions)
	}
	if f := s.release.finished; f != nil {
		return len(f.Release.Questions)
	}
	return 0
}

// answersTo returns how many answers a question of that release has.
func (s *Session) answersTo(question int) int {
	if e := s.release.summing.earlier; e != nil {
		return len(e.combiner.Record.Questions[question].Answers)
	}
	return s.release.finished.Release.Questions[question].Len()
}

// AddToSum adds answers up with the others, or takes them away. The first time the methods that
// answered are prepared again, in the background.
func (s *Session) AddToSum(terms ...SumTerm) {
	if slices.ContainsFunc(terms, func(t SumTerm) bool {
		return t.Question < 0 || t.Question >= s.summedQuestions() || t.Answer < 0 || t.Answer >= s.answersTo(t.Question)
	}) {
		return
	}
	if f, now := s.release.finished, &s.release.summing; now.earlier == nil && now.of != f {
		*now = summing{of: f}
		s.around.Go(func() {
			c, err := combine.New(s.background(), f.Record(), "")
			s.around.Dispatch(func() {
				if now := &s.release.summing; now.earlier == nil && now.of == f {
					now.combiner, now.err = c, err
					s.changed()
				}
			})
		})
	}
	now := &s.release.summing
	if room := limits.MaxCombinedAnswers - len(now.terms); len(terms) > room {
		terms = terms[:max(room, 0)]
		s.notice = words.T("More than %d numbers cannot be added up here.", limits.MaxCombinedAnswers)
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
	if t.Question >= s.summedQuestions() {
		return ""
	}
	var label string
	if e := s.release.summing.earlier; e != nil {
		label = strings.Join(e.combiner.Record.Questions[t.Question].Answers[t.Answer].Key, ", ")
	} else {
		label = strings.Join(s.release.finished.Release.Questions[t.Question].Key(t.Answer), ", ")
	}
	if s.summedQuestions() > 1 {
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
