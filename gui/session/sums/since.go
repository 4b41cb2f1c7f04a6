package sums

import (
	"context"
	"path/filepath"

	"steward/core/message"
	"steward/core/workload"
	"steward/gui/words"
	"steward/io/combine"
)

// Since is by how much the answers of a release have changed since an earlier one.
type Since struct {
	Name     string // of the earlier release's record
	Released string // when it was, as the record says
	Changes  []combine.Change
	Left     []message.Text // what cannot be compared, and why
}

// Compare works out in the background by how much the answers of the release that is looked at have changed since the one of an
// earlier record, and hands that over. Where it cannot be, Earlier says what is wrong.
func (s *Sum) Compare(record string, then func(Since)) {
	_, later := s.released()
	if s.earlier != nil {
		later = s.earlier.path
	}
	s.opening, s.failed = record, nil
	s.project.Changed()
	var since Since
	var err error
	s.project.Background(func(ctx context.Context) { since, err = changesSince(ctx, record, later) }, func() {
		if s.opening != record {
			return
		}
		if s.opening, s.failed = "", err; err == nil {
			then(since)
		}
	})
}

func changesSince(ctx context.Context, record, later string) (Since, error) {
	before, err := combine.New(ctx, record, "")
	if err != nil {
		return Since{}, err
	}
	now, err := combine.New(ctx, later, "")
	if err != nil {
		return Since{}, err
	}
	out := Since{Name: filepath.Base(record), Released: before.Record.Created}
	out.Changes, out.Left, err = combine.Changes(before, now)
	return out, err
}

// Row says by how much an answer to one of the questions has changed: its labels, the earlier number, the later one and the change.
func (s Since) Row(question, answer int) []string {
	a := s.Changes[question].Answers[answer]
	return append(workload.SaidLabels(words.Say, a.Key), words.Number(combine.Figure(a.Earlier)), words.Number(combine.Figure(a.Later)), words.Say(a.Sentence()))
}
