// Package everyrow says what became of every row of the file, for the steward's eyes only: how many rows each rule kept or left
// out, and which they are. View sees of the project that is open what Project says.
package everyrow

import (
	"context"
	"errors"

	"steward/assets/language"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/session/current"
	"steward/gui/session/releasing"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/records/rowaccount"
	"steward/io/sheet"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Work
}

// View is what became of the rows of a project.
type View struct {
	of      Project
	release *releasing.Step
	columns *columns.Step
}

// New returns that of a project, of what its release checked and with what its columns read otherwise.
func New(of Project, release *releasing.Step, columns *columns.Step) *View {
	return &View{of, release, columns}
}

// Line is a line of what became of every row.
type Line struct {
	Key, Words, Number string
	// Level is that of rowaccount.Line.
	Level int
	// Behind tells that the rows behind it can be looked through, Lost that they are in no number.
	Behind, Lost bool
}

// Found is a row behind such a line: where it is, what stands there and why it is behind the line.
type Found struct{ Where, Found, Why string }

// Most is how many rows behind a line are shown.
const Most = 500

// Lines says what became of every row of the file, for the steward's eyes only; nothing where the records were not checked
// under this reading of the file since it was opened.
func (v *View) Lines() []Line {
	known := v.release.RowsKnown()
	if known == nil {
		return nil
	}
	var list []Line
	for _, l := range known.Lines() {
		list = append(list, Line{l.Key, words.Say(l.Said), amounts.Commas(int(l.N)), l.Level, l.Behind, l.Lost})
	}
	return list
}

// OfFile returns how many rows the file has, and how many of them are records, where Lines is known.
func (v *View) OfFile() (rows, records string) {
	if known := v.release.RowsKnown(); known != nil {
		return amounts.Commas(known.Rows.All), amounts.Commas(int(known.Records))
	}
	return "", ""
}

// Sentence says in short what became of the rows, and whether all records count; "" where that is not known.
func (v *View) Sentence() (said string, whole bool) {
	known := v.release.RowsKnown()
	if known == nil {
		return "", false
	}
	return words.Say(known.Sentence()), known.Whole()
}

// LikeRecords returns the rows that are left out although they read like any record, in words and as what counts them; "" where
// there are none.
func (v *View) LikeRecords() (rows string, count func()) {
	known := v.release.RowsKnown()
	if known == nil || len(known.LikeRecords) == 0 {
		return "", nil
	}
	list := known.LikeRecords
	return string(sheet.RowsOf(list)), func() { v.columns.ReadMended(sheet.Fix{Kind: sheet.TakeIn, Rows: list}) }
}

// Behind reads the file for the rows behind a line, and shows the first of them and whether there are more.
func (v *View) Behind(key string, show func(rows []Found, more bool)) {
	var rows []Found
	more := false
	v.through(func(ctx context.Context, c *plan.Compiled, data *records.Data) error {
		return rowaccount.Behind(ctx, c, data, key, func(r rowaccount.Row) bool {
			if more = len(rows) == Most; !more {
				rows = append(rows, Found{words.Say(r.Address), r.Found, words.Say(r.Why)})
			}
			return !more
		})
	}, func() { show(rows, more) })
}

// Write writes the rows behind a line to a private file.
func (v *View) Write(key, path string) {
	v.through(func(ctx context.Context, c *plan.Compiled, data *records.Data) error {
		in, err := language.Of(words.Language())
		if err != nil {
			return err
		}
		return rowaccount.Write(ctx, c, data, key, path, in)
	}, func() {
		v.of.Tell(words.T("%s contains the rows. It is private: keep it away from what is published.", rowaccount.Path(path)))
		v.of.Changed()
	})
}

// PrivateName is what a file of rows is called.
func (v *View) PrivateName() string { return rowaccount.Path(v.of.Base() + "-rows") }

// through opens the file in the background and reads it.
func (v *View) through(read func(context.Context, *plan.Compiled, *records.Data) error, done func()) {
	compiled, path := v.of.Compiled(), v.of.Spreadsheet()
	if compiled == nil || path == "" {
		return
	}
	v.of.Run(guide.Release, words.T("Looking for the rows"), func(ctx context.Context) error {
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
