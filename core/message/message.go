// Package message keeps what people read apart from the language they read it in. A message is
// an English format and what stands for its verbs; it becomes text only where it is shown, in
// the language of whoever reads it (steward/gui/words). String and Error give the English of
// logs, records and the command line.
//
// The format is the key by which catalogues have a translation, as gettext has it, so that a
// format is a literal and a whole sentence: what is put together from pieces has no
// translation. Arguments may be messages and errors, which are said in the same language;
// numbers, which are written as the language writes them; and strings, which stay as they are,
// being names and values that are somebody's own.
//
// It is the lowest package of core.
package message

import (
	"errors"
	"fmt"
)

// A Text is a sentence, or a part of one, that people read. Without arguments it is no format.
type Text struct {
	format string
	args   []any
}

// Sprintf returns the text of a format, as [fmt.Sprintf] takes it.
func Sprintf(format string, args ...any) Text {
	_ = func() string { return fmt.Sprintf(format, args...) } // has vet compare verbs with arguments
	return Text{format, args}
}

// Verbatim returns a text that reads the same in every language: a name, a value, a figure.
func Verbatim(s string) Text {
	if s == "" {
		return Text{}
	}
	return Text{"%s", []any{s}}
}

// String returns the text in English.
func (t Text) String() string {
	if len(t.args) == 0 {
		return t.format
	}
	return fmt.Sprintf(t.format, t.args...)
}

// Parts returns the format and what stands for its verbs, for a language to say the text.
func (t Text) Parts() (format string, args []any) { return t.format, t.args }

// IsZero reports whether nothing is said.
func (t Text) IsZero() bool { return t.format == "" }

// An Error is a text about something that failed. A type of errors with fields of its own has a
// method Said like its, by which languages say it.
type Error struct {
	said  Text
	cause error // the same in English, which wraps what the error does
}

// New returns an error of a text, different from every other error.
func New(english string) error { return &Error{Text{format: english}, errors.New(english)} }

// Errorf returns an error of a format; %w wraps as in [fmt.Errorf].
func Errorf(format string, args ...any) error {
	return &Error{Text{format, args}, fmt.Errorf(format, args...)}
}

// Error returns the text in English.
func (e *Error) Error() string { return e.cause.Error() }

// Unwrap returns the English error.
func (e *Error) Unwrap() error { return e.cause }

// Said returns what the error says.
func (e *Error) Said() Text { return e.said }
