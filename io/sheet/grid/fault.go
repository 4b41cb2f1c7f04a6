package grid

import (
	"context"
	"errors"

	"steward/core/limits"
	"steward/core/message"
)

// SaveAs is the remedy for formats that are not read.
const SaveAs = "open it in a spreadsheet program and save it as .xlsx"

// Fault is the error for a file or a cell that cannot be read: where, what was found and
// what the steward can do about it. It may quote a cell, so it is shown to the steward and
// never saved.
type Fault struct {
	Place, Found, Remedy message.Text
	Err                  error // the cause, or nil
}

// Finding is a Fault whose remedy is still to be said; it is no error without one.
type Finding Fault

// NewFault says what was found at a place, which is a name or a text.
func NewFault(place any, found string, args ...any) *Finding {
	return &Finding{Place: message.Sprintf("%s", place), Found: message.Sprintf(found, args...)}
}

// Because has the fault wrap an error.
func (f *Finding) Because(cause error) *Finding {
	f.Err = cause
	return f
}

// WithRemedy returns the *Fault, with what can be done.
func (f *Finding) WithRemedy(remedy string, args ...any) error {
	f.Remedy = message.Sprintf(remedy, args...)
	return (*Fault)(f)
}

// Said joins the three parts to one sentence.
func (f *Fault) Said() message.Text {
	return message.Sprintf("%s: %s: %s", f.Place, f.Found, f.Remedy)
}

// Error is Said in English.
func (f *Fault) Error() string { return f.Said().String() }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// MaxQuoted is how many characters of a cell a message shows.
const MaxQuoted = 60

// Quote puts the text of a cell in quotation marks for a message, shortened.
func Quote(s string) message.Text {
	if r := []rune(s); len(r) > MaxQuoted {
		s = string(r[:MaxQuoted]) + "…"
	}
	return message.Sprintf("%q", s)
}

// Quoted lists texts in quotation marks as a sentence does.
func Quoted(texts []string) message.Text {
	quoted := make([]message.Text, len(texts))
	for i, t := range texts {
		quoted[i] = Quote(t)
	}
	return message.And(quoted)
}

// At names a place within another: "wages.xlsx, row 17".
func At(within, place message.Text) message.Text { return message.Sprintf("%s, %s", within, place) }

// Unreadable is the error for a file of which the disk gives nothing.
func Unreadable(place any, err error) error {
	return NewFault(place, "the file cannot be read: %s", err).Because(err).WithRemedy("copy it to another disk and try again")
}

// ErrTooLong is the cause where a row or a token of a file is larger than a row may be.
var ErrTooLong = message.New("the row is too long")

// DamagedAt is the error for a place of a workbook that cannot be read.
func DamagedAt(place message.Text, err error) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Stopped(place, err)
	case errors.Is(err, ErrTooLong):
		return NewFault(place, "a row takes more than %d bytes", limits.MaxRecordBytes).Because(err).WithRemedy("remove what is not data")
	}
	return NewFault(place, "the workbook is damaged (%v)", err).Because(err).WithRemedy("open it in a spreadsheet program and save it again")
}
