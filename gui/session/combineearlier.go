package session

import (
	"context"
	"path/filepath"
	"strings"

	"steward/gui/words"
	"steward/io/export"
)

// OpenEarlier opens the record of an earlier release, so that its answers are added up in place of those
// of the release that was carried out here. What answered it is prepared again in the background; until
// then, and where the file cannot be used, everything stays as it is.
func (s *Session) OpenEarlier(record string) {
	now := &s.release.summing
	now.opening, now.failed = record, nil
	s.changed()
	s.around.Go(func() {
		e, c, err := openEarlier(s.background(), record)
		s.around.Dispatch(func() {
			if now := &s.release.summing; now.opening == record {
				if now.opening, now.failed = "", err; err == nil {
					*now = summing{earlier: e, combiner: c}
				}
				s.changed()
			}
		})
	})
}

func openEarlier(ctx context.Context, record string) (*EarlierRelease, *Combiner, error) {
	r, err := readWhole(record)
	if err != nil {
		return nil, nil, err
	}
	c, err := combinerOf(ctx, r, "")
	if err != nil {
		return nil, nil, err
	}
	e := &EarlierRelease{Name: filepath.Base(record), record: r}
	for i := range r.Questions {
		if c.knows(r.Questions[i].ID) {
			e.questions = append(e.questions, i)
		}
	}
	if len(e.questions) == 0 {
		return nil, nil, words.Errorf("%s has no answers whose errors are known, so that there is nothing to add up", e.Name)
	}
	return e, c, nil
}

// readWhole reads a record that is as it was written, as far as that can be told.
func readWhole(path string) (export.Record, error) {
	r, err := export.ReadRecord(path)
	if err != nil {
		return r, err
	}
	sealed, whole, err := export.CheckSeal(path)
	if err == nil && sealed && !whole {
		err = words.Errorf("%s is not as it was written: it was changed or saved again, and its seal is broken; take the file as it was written, or verify it to see what differs", path)
	}
	return r, err
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
	for _, i := range e.questions {
		out = append(out, e.record.Questions[i].Title)
	}
	return out
}

// Answers returns the labels of the answers to one of Questions.
func (e *EarlierRelease) Answers(question int) []string {
	var out []string
	for _, a := range e.record.Questions[e.questions[question]].Answers {
		out = append(out, strings.Join(a.Key, ", "))
	}
	return out
}

// Term is an answer to one of Questions, added up or taken away.
func (e *EarlierRelease) Term(question, answer int, minus bool) SumTerm {
	return SumTerm{Question: e.questions[question], Answer: answer, Minus: minus}
}
