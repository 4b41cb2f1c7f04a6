package session

import (
	"context"
	"errors"

	"steward/assets/language"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/records/rowaccount"
	"steward/io/sheet"
)

// rowLedger is what the last check of the records found of every row, and the plan that it was found under. It is in memory only.
type rowLedger struct {
	*rowaccount.Account
	of   plan.Plan
	file *opened.File
}

// RowLine is a line of what became of every row.
type RowLine struct {
	Key, Words, Number string
	// Level is that of rowaccount.Line.
	Level int
	// Behind tells that the rows behind it can be looked through, Lost that they are in no number.
	Behind, Lost bool
}

// RowFound is a row behind such a line: where it is, what stands there and why it is behind the line.
type RowFound struct{ Where, Found, Why string }

// MostRows is how many rows behind a line are shown.
const MostRows = 500

// rowsKnown returns what the last check found of every row, nil where there was none under this reading of the file.
func (s *Session) rowsKnown() *rowaccount.Account {
	known := s.release.rows
	if known.Account == nil || known.file != s.file || readDifferently(known.of, s.plan) {
		return nil
	}
	return known.Account
}

// EveryRow says what became of every row of the file, for the steward's eyes only; nothing where the records were not checked
// under this reading of the file since it was opened.
func (s *Session) EveryRow() []RowLine {
	known := s.rowsKnown()
	if known == nil {
		return nil
	}
	var list []RowLine
	for _, l := range known.Lines() {
		list = append(list, RowLine{l.Key, words.Say(l.Said), amounts.Commas(int(l.N)), l.Level, l.Behind, l.Lost})
	}
	return list
}

// RowsOfFile returns how many rows the file has, and how many of them are records, where EveryRow is known.
func (s *Session) RowsOfFile() (rows, records string) {
	if known := s.rowsKnown(); known != nil {
		return amounts.Commas(known.Rows.All), amounts.Commas(int(known.Records))
	}
	return "", ""
}

// EveryRowSentence says in short what became of the rows, and whether all records count; "" where that is not known.
func (s *Session) EveryRowSentence() (said string, whole bool) {
	known := s.rowsKnown()
	if known == nil {
		return "", false
	}
	return words.Say(known.Sentence()), known.Whole()
}

// LikeRecords returns the rows that are left out although they read like any record, in words and as what counts them; "" where
// there are none.
func (s *Session) LikeRecords() (rows string, count func()) {
	known := s.rowsKnown()
	if known == nil || len(known.LikeRecords) == 0 {
		return "", nil
	}
	list := known.LikeRecords
	return string(sheet.RowsOf(list)), func() { s.Columns.ReadMended(sheet.Fix{Kind: sheet.TakeIn, Rows: list}) }
}

// RowsBehind reads the file for the rows behind a line, and shows the first of them and whether there are more.
func (s *Session) RowsBehind(key string, show func(rows []RowFound, more bool)) {
	var rows []RowFound
	more := false
	s.throughRows(func(ctx context.Context, c *plan.Compiled, data *records.Data) error {
		return rowaccount.Behind(ctx, c, data, key, func(r rowaccount.Row) bool {
			if more = len(rows) == MostRows; !more {
				rows = append(rows, RowFound{words.Say(r.Address), r.Found, words.Say(r.Why)})
			}
			return !more
		})
	}, func() { show(rows, more) })
}

// WriteRows writes the rows behind a line to a private file.
func (s *Session) WriteRows(key, path string) {
	s.throughRows(func(ctx context.Context, c *plan.Compiled, data *records.Data) error {
		in, err := language.Of(words.Language())
		if err != nil {
			return err
		}
		return rowaccount.Write(ctx, c, data, key, path, in)
	}, func() {
		s.notice = words.T("%s holds the rows. It is private: keep it away from what is published.", rowaccount.Path(path))
		s.changed()
	})
}

// PrivateName is what a file of rows is called.
func (s *Session) PrivateName() string { return rowaccount.Path(s.Base() + "-rows") }

// throughRows opens the file in the background and reads it.
func (s *Session) throughRows(read func(context.Context, *plan.Compiled, *records.Data) error, done func()) {
	if s.compiled == nil || s.file == nil {
		return
	}
	compiled, path := s.compiled, s.file.Path
	s.run(guide.Release, words.T("Looking for the rows"), func(ctx context.Context, _ func(string, float64)) error {
		data, err := records.Open(ctx, path, compiled.Plan.Data)
		if err != nil {
			return err
		}
		return errors.Join(read(ctx, compiled, data), data.Close())
	}, func(err error) {
		if err == nil {
			done()
		}
	})
}
