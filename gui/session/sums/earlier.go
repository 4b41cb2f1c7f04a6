package sums

import (
	"context"
	"path/filepath"
	"strings"

	"steward/gui/words"
	"steward/io/combine"
)

// Open opens the record of an earlier release, so that its answers are added up in place of those
// of the release that was carried out here. What answered it is prepared again in the background; until
// then, and where the file cannot be used, everything stays as it is.
func (s *Sum) Open(record string) {
	s.opening, s.failed = record, nil
	s.project.Changed()
	var e *Earlier
	var err error
	s.project.Background(func(ctx context.Context) { e, err = openEarlier(ctx, record) }, func() {
		if s.opening != record {
			return
		}
		if s.opening, s.failed = "", err; err == nil {
			s.state = state{earlier: e, combiner: e.combiner}
			if left := e.combiner.Left(); len(left) > 0 {
				s.project.Tell(words.Sentence(words.Say(left[0])))
			}
		}
	})
}

func openEarlier(ctx context.Context, record string) (*Earlier, error) {
	c, err := combine.New(ctx, record, "")
	if err != nil {
		return nil, err
	}
	e := &Earlier{Name: filepath.Base(record), path: record, combiner: c}
	if len(c.Known()) == 0 {
		return nil, words.Errorf("%s has no answers whose errors are known, so there is nothing to add up", e.Name)
	}
	return e, nil
}

// Earlier returns the earlier release whose answers are added up, nil for none; which record is being
// opened, and what was wrong with the last one.
func (s *Sum) Earlier() (e *Earlier, opening string, err error) {
	return s.earlier, s.opening, s.failed
}

// Close goes back to the release that was carried out here.
func (s *Sum) Close() {
	s.Forget()
	s.project.Changed()
}

// Questions returns the titles of the questions whose answers can be added up.
func (e *Earlier) Questions() (out []string) {
	for _, i := range e.combiner.Known() {
		out = append(out, e.combiner.Record.Questions[i].Title)
	}
	return out
}

// Answers returns the labels of the answers to one of Questions.
func (e *Earlier) Answers(question int) (out []string) {
	for _, a := range e.combiner.Record.Questions[e.combiner.Known()[question]].Answers {
		out = append(out, strings.Join(a.Key, ", "))
	}
	return out
}

// Term is an answer to one of Questions, added up or taken away.
func (e *Earlier) Term(question, answer int, minus bool) Term {
	return Term{Question: e.combiner.Known()[question], Answer: answer, Minus: minus}
}
