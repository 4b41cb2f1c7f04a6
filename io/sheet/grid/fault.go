package grid

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"steward/core/message"
)

// SaveAs is the remedy for formats that are not read.
const SaveAs = "open it in a spreadsheet program and save it as .xlsx"

// Fault is the error for a file or a cell that cannot be read: where, what was found and
// what the steward can do about it. It may quote a cell, so it is shown to the steward and
// never saved.
type Fault struct {
	Place  string // "wages.xlsx, sheet "Wages", cell D17"
	Found  string
	Remedy string
	Err    error // the cause, or nil
}

// NewFault returns a *Fault; the cause may be nil.
func NewFault(place, found, remedy string, cause error) error {
	return &Fault{place, found, remedy, cause}
}

// Error joins the three parts to one sentence.
func (f *Fault) Error() string {
	return f.Place + ": " + f.Found + ": " + f.Remedy
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// MaxQuoted is how many characters of a cell a message shows.
const MaxQuoted = 60

// Quote puts the text of a cell in quotation marks for a message, shortened.
func Quote(s string) string {
	if r := []rune(s); len(r) > MaxQuoted {
		s = string(r[:MaxQuoted]) + "…"
	}
	return fmt.Sprintf("%q", s)
}

// Enumerate joins words as a sentence does: "A", "A and B", "A, B and C".
func Enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Unreadable is the error for a file of which the disk gives nothing.
func Unreadable(place string, err error) error {
	return NewFault(place, "the file cannot be read: "+err.Error(), "copy it to another disk and try again", err)
}

// MaxRecordBytes is the largest part of a file that is read for one row. A quotation
// mark that is never closed would otherwise read the rest of the file into memory.
const MaxRecordBytes = 16 << 20

// ErrTooLong is the cause where a row or a token of a file is larger than a row may be.
var ErrTooLong = message.New("the row is too long")

// DamagedAt is the error for a place of a workbook that cannot be read.
func DamagedAt(place string, err error) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Stopped(place, err)
	case errors.Is(err, ErrTooLong):
		return NewFault(place, fmt.Sprintf("a row takes more than %d bytes", MaxRecordBytes), "take out what is not data", err)
	}
	return NewFault(place, fmt.Sprintf("the workbook is damaged (%v)", err), "open it in a spreadsheet program and save it again", err)
}
