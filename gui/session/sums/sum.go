// Package sums is what is added up of released answers: of the release that was carried out here, or of an earlier one whose
// record is opened. Sum is what stands there; it sees of the project that is open what Project says.
package sums

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"steward/core/limits"
	"steward/core/result"
	"steward/gui/session/current"
	"steward/gui/words"
	"steward/io/combine"
	"steward/io/publish"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Work
	// Carried returns the release that was carried out or is shown again, nil for none.
	Carried() *publish.Finished
}

// Term is an answer that is added up, or taken away.
type Term = combine.Term

// Sum is the sum of answers of one release. It can be of several questions.
type Sum struct {
	project Project
	state
}

// state is what the sum is of, and how far it has come.
type state struct {
	of       *result.Release
	earlier  *Earlier // nil for the release that was carried out here
	terms    []Term
	combiner *combine.Combiner // nil until it is ready
	err      error
	// opening is the record that is being opened, and failed why the last one could not be.
	opening string
	failed  error
}

// New returns that of a project.
func New(p Project) *Sum { return &Sum{project: p} }

// Forget forgets all of it: what was released is no longer there.
func (s *Sum) Forget() { s.state = state{} }

// Earlier is a release whose record was opened to add its answers up.
type Earlier struct {
	Name     string // of the record
	path     string
	combiner *combine.Combiner
}

// Said returns what is added up of the answers of the release that is looked at, and a sentence with the sum and
// how far it may be off; the sentence is empty while nothing is added up.
func (s *Sum) Said() (terms []Term, says string) {
	if r, _ := s.released(); s.earlier == nil && (s.of == nil || s.of != r) || len(s.terms) == 0 {
		return nil, ""
	}
	switch {
	case s.err != nil:
		return s.terms, words.SentenceOf(s.err)
	case s.combiner == nil:
		return s.terms, words.T("Working out the error…")
	}
	sum, err := s.combiner.Sum(s.terms)
	if err != nil {
		return s.terms, words.SentenceOf(err)
	}
	return s.terms, strings.TrimSpace(words.Say(sum.Sentence()) + " " + words.Say(sum.Advice()))
}

// released returns what was released last, or nil, with the path of its record.
func (s *Sum) released() (r *result.Release, record string) {
	if f := s.project.Carried(); f != nil {
		return f.Release, f.Record()
	}
	return nil, ""
}

// questions returns how many questions the release has that is looked at.
func (s *Sum) questions() int {
	if s.earlier != nil {
		return len(s.earlier.combiner.Record.Questions)
	}
	if r, _ := s.released(); r != nil {
		return len(r.Questions)
	}
	return 0
}

// answers returns how many answers a question of that release has.
func (s *Sum) answers(question int) int {
	if s.earlier != nil {
		return len(s.earlier.combiner.Record.Questions[question].Answers)
	}
	r, _ := s.released()
	return r.Questions[question].Len()
}

// Add adds answers up with the others, or takes them away. The first time the methods that
// answered are prepared again, in the background.
func (s *Sum) Add(terms ...Term) {
	if slices.ContainsFunc(terms, func(t Term) bool {
		return t.Question < 0 || t.Question >= s.questions() || t.Answer < 0 || t.Answer >= s.answers(t.Question)
	}) {
		return
	}
	if r, record := s.released(); s.earlier == nil && s.of != r {
		s.state = state{of: r}
		var c *combine.Combiner
		var err error
		s.project.Background(func(ctx context.Context) { c, err = combine.New(ctx, record, "") }, func() {
			if s.earlier == nil && s.of == r {
				s.combiner, s.err = c, err
			}
		})
	}
	if room := limits.MaxCombinedAnswers - len(s.terms); len(terms) > room {
		terms = terms[:max(room, 0)]
		s.project.Tell(words.T("More than %d numbers cannot be added up here.", limits.MaxCombinedAnswers))
	}
	s.terms = append(s.terms, terms...)
	s.project.Changed()
}

// Take leaves term k out.
func (s *Sum) Take(k int) {
	if k >= 0 && k < len(s.terms) {
		s.terms = slices.Delete(s.terms, k, k+1)
		s.project.Changed()
	}
}

// Clear leaves all terms out.
func (s *Sum) Clear() {
	s.terms = nil
	s.project.Changed()
}

// Label names an answer that is added up, with its question where the release has several.
func (s *Sum) Label(t Term) string {
	if t.Question >= s.questions() {
		return ""
	}
	var label string
	if s.earlier != nil {
		label = strings.Join(s.earlier.combiner.Record.Questions[t.Question].Answers[t.Answer].Key, ", ")
	} else if r, _ := s.released(); r != nil {
		label = strings.Join(r.Questions[t.Question].Key(t.Answer), ", ")
	}
	if s.questions() > 1 {
		return fmt.Sprintf("%d: %s", t.Question+1, label)
	}
	return label
}
