package sheet

import (
	"fmt"
	"strings"
)

// Fault is the error for a file or a cell that cannot be read: where, what was found and
// what the steward can do about it. It may quote a cell, so it is shown to the steward and
// never saved.
type Fault struct {
	Place  string // "wages.xlsx, sheet "Wages", cell D17"
	Found  string
	Remedy string
	Err    error // the cause, or nil
}

// Error joins the three parts to one sentence.
func (f *Fault) Error() string {
	return f.Place + ": " + f.Found + ": " + f.Remedy
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

const maxQuoted = 60 // characters of a cell that a message shows

// quote puts the text of a cell in quotation marks for a message, shortened.
func quote(s string) string {
	if r := []rune(s); len(r) > maxQuoted {
		s = string(r[:maxQuoted]) + "…"
	}
	return fmt.Sprintf("%q", s)
}

// enumerate joins words as a sentence does: "A", "A and B", "A, B and C".
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// saveAs is the remedy for formats that are not read.
const saveAs = "open it in a spreadsheet program and save it as .xlsx"
