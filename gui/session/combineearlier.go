package session

import (
	"context"
	"path/filepath"
	"strings"

	"steward/gui/words"
	"steward/io/combine"
)

// OpenEarlier opens the record of an earlier release, so that its answers are added up in place of those
// of the release that was carried out here. What answered it is prepared again in the background; until
// then, and where the file cannot be used, everything stays as it is.
func (s *Session) OpenEarlier(record string) {
	now := &s.release.summing
	now.opening, now.failed = record, nil
	s.changed()
	s.around.Go(func() {
		e, err := openEarlier(s.background(), record)
		s.around.Dispatch(func() {
			if now := &s.release.summing; now.opening == record {
				if now.opening, now.failed = "", err; err == nil {
					*now = summing{earlier: e, combiner: e.combiner}
				}
				s.changed()
			}
		})
	})
}

func openEarlier(ctx context.Context, record string) (*EarlierRelease, error) {
	c, err := combine.New(ctx, record, "")
	if err != nil {
		return nil, err
	}
	e := &EarlierRelease{Name: filepath.Base(record), combiner: c}
	if len(c.Known()) == 0 {
		return nil, words.Errorf("%s has no answers whose errors are known, so that there is nothing to add up", e.Name)
	}
	return e, nil
}

// Earlier returns the earlier release whose answers are added up, nil for none; which record is being
// opened, and what was wrong with the last one.
func (s *Session) Earlier() (e *EarlierRelease, opening string, err error) {
	now := &s.release.summing
	return now.earlier, now.opening, now.failed
}

// CloseEarlier goes back to the release that was carried out here.
func (s *Session) CloseEarlier() {
	s.release.summing = summing{}
	s.changed()
}

// Questions returns the titles of the questions whose answers can be added up.
func (e *EarlierRelease) Questions() []string {
	var out []string
	for _, i := range e.combiner.Known() {
		out = append(out, e.combiner.Record.Questions[i].Title)
	}
	return out
}

// Answers returns the labels of the answers to one of Questions.
func (e *EarlierRelease) Answers(question int) []string {
	var out []string
	for _, a := range e.combiner.Record.Questions[e.combiner.Known()[question]].Answers {
		out = append(out, strings.Join(a.Key, ", "))
	}
	return out
}

// Term is an answer to one of Questions, added up or taken away.
func (e *EarlierRelease) Term(question, answer int, minus bool) SumTerm {
	return SumTerm{Question: e.combiner.Known()[question], Answer: answer, Minus: minus}
}
