package data

import (
	"context"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/records"
)

// Attempt is a file that was recognised but could not be read, so that the steward can say
// how: which sheet, which row holds the names, what stands between the fields.
type Attempt struct {
	opened.Layout
	Data plan.Data
	// Top are the first rows as they stand in the file.
	Top []opened.RawRow

	message string // of the failure that it belongs to
}

// Attempt returns what is known of the file that could not be read, while its failure is
// shown; or nil.
func (s *Step) Attempt() *Attempt {
	if in, message := s.of.Failure(); s.attempt == nil || in != guide.Data || message != s.attempt.message {
		return nil
	}
	return s.attempt
}

// tryFile looks at a file that could not be read. It returns nil when it cannot be opened at
// all, or is what a query returned, of which nobody can say how it is to be read.
func tryFile(ctx context.Context, path string, d plan.Data, failure error) *Attempt {
	opts, err := records.Options(d)
	if err != nil {
		return nil
	}
	file, err := records.OpenFile(ctx, path)
	if err != nil {
		return nil
	}
	defer file.Close()
	a := &Attempt{Layout: opened.LayoutOf(file, path, d), Data: d, message: words.SentenceOf(failure)}
	a.TextTable, a.Delimiter = len(a.Sheets) == 1 && a.Sheets[0].Name == a.Name, d.Delimiter
	top, err := file.Top(ctx, opts, opened.AboveRows)
	if err != nil {
		return a
	}
	if n := len(top); n > 0 {
		if head := opened.Texts(top[0]); counts.IsResult(head) || counts.IsDescription(head) {
			return nil
		}
		// By these the steward sees whether the characters are the right ones.
		special, err := file.Special(ctx, opts, top[n-1].Number, opened.SpecialRows)
		if err == nil {
			top = append(top, special...)
		}
	}
	for _, r := range top {
		a.Top = append(a.Top, opened.RawRow{Number: r.Number, Cells: opened.Texts(r)})
	}
	return a
}
