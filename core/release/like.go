package release

import (
	"context"
	"slices"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/plan"
)

// ErrOwnData is the error of a stand-in that is the file which the plan protects.
var ErrOwnData = message.New("this is the very file that the plan protects: comparing methods on it would reveal something about it, so give a public file that is like it, such as last year's published data or made-up people, one row per person")

// ErrNothingPublic is the error of a public file of which no row can be read.
var ErrNothingPublic = message.New("none of its rows can be read as the plan says, so it is not like the data: its columns need the same names and values")

// Like counts a public file that can be read as the plan says and returns its numbers over the
// columns of every question, for comparing methods whose error depends on the data. Nothing
// is spent, because nothing of the plan's own file is looked at. Rows that cannot be read are
// passed over. progress, which may be nil, is told how many rows were read. It errors with
// ErrOwnData when the file is the one that was reviewed, byte for byte, and with ErrNothingPublic
// when none of its rows could be read.
func Like(ctx context.Context, c *plan.Compiled, data Data, progress func(rows int64)) ([]plan.PublicCounts, error) {
	if f := c.Plan.Data.Reviewed; f != nil {
		if err := notThis(data, f); err != nil {
			return nil, err
		}
	}
	if progress == nil {
		progress = func(int64) {}
	}
	var tables []plan.PublicCounts
	var problems []mechanism.Problem
	for _, p := range c.Cells() {
		columns := p.Workload.Question().Columns
		if !slices.ContainsFunc(tables, func(t plan.PublicCounts) bool { return slices.Equal(t.Columns, columns) }) {
			tables = append(tables, plan.PublicCounts{Columns: columns, Of: c.Plan.CellsKey(columns)})
			problems = append(problems, p)
		}
	}
	n, err := newCounter(c, problems)
	if err != nil {
		return nil, err
	}
	_, err = data.Read(ctx, c, Visit{
		Cell:     n.add,
		Unread:   func(int64, error) error { return nil },
		Progress: progress,
	})
	if err != nil {
		return nil, message.Errorf("%s: %w", data.Name(), err)
	}
	if n.total == 0 {
		return nil, message.Errorf("%s: %w", data.Name(), ErrNothingPublic)
	}
	for i := range tables {
		tables[i].Counts = slices.Clone(n.vectors[i].Counts())
	}
	return tables, nil
}

// notThis errors with ErrOwnData when data is the file with a fingerprint.
func notThis(data Data, f *plan.Fingerprint) error {
	same, err := data.SameAsReviewed(*f)
	if err != nil {
		return message.Errorf("comparing the public file with the plan's own: %w", err)
	}
	if same {
		return ErrOwnData
	}
	return nil
}
