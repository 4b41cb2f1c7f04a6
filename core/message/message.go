// Package message keeps what people read apart from the language they read it in. A message is
// an English format and what stands for its verbs; it becomes text only where it is shown, in
// the language of whoever reads it (steward/gui/words). String and Error give the English of
// logs, records and the command line.
//
// The format is the key by which catalogues have a translation, as gettext has it, so that a
// format is a literal and a whole sentence: what is put together from pieces has no
// translation. Arguments may be messages and errors, which are said in the same language;
// numbers and days, which are written as the language writes them, as are strings that are a number
// and nothing else, unless they stand within quotation marks; and all other strings, which stay as they
// are, being names and values that are somebody's own.
//
// It is the lowest package of core.
package message

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Text is a sentence, or a part of one, that people read. Without arguments it is no format.
type Text struct {
	format string
	args   []any
	opens  bool // a sentence, with a capital letter
}

// Sprintf returns the text of a format, as [fmt.Sprintf] takes it.
func Sprintf(format string, args ...any) Text {
	_ = func() string { return fmt.Sprintf(format, args...) } // has vet compare verbs with arguments
	return Text{format: format, args: args}
}

// Key marks a format that stands in a table or a variable until it is given to Sprintf. It returns
// the format as it is.
func Key(format string) string { return format }

// Word returns the text of a word or sentence without verbs that stands in a table or a variable.
func Word(english string) Text { return Text{format: english} }

// Verbatim returns a text that reads the same in every language: a name, a value, a figure.
func Verbatim(s string) Text {
	if s == "" {
		return Text{}
	}
	return Text{format: "%s", args: []any{s}}
}

// Names returns names, values or figures as texts that read the same in every language.
func Names(names []string) []Text {
	out := make([]Text, len(names))
	for i, name := range names {
		out[i] = Verbatim(name)
	}
	return out
}

// Quoted returns names or texts within quotation marks.
func Quoted[T ~string | Text](names []T) []Text {
	out := make([]Text, len(names))
	for i, name := range names {
		out[i] = Sprintf("%q", name)
	}
	return out
}

// English returns texts in English, as records and logs keep them.
func English(texts []Text) []string {
	var out []string
	for _, t := range texts {
		out = append(out, t.String())
	}
	return out
}

// List returns texts after one another, between formats of two verbs: "%s, %s" for most, the last
// one, such as "%s and %s", for the two at the end.
func List(texts []Text, between, last string) Text {
	var list Text
	for i, t := range texts {
		switch {
		case i == 0:
			list = t
		case i < len(texts)-1:
			list = Sprintf(between, list, t)
		default:
			list = Sprintf(last, list, t)
		}
	}
	return list
}

// And returns texts as a sentence lists them: "a, b and c".
func And(texts []Text) Text { return List(texts, "%s, %s", "%s and %s") }

// Named returns names as a sentence lists them, of many the first few: "age, visits and 3 more".
func Named(names []string) Text { return Some(Names(names)) }

// Some returns texts as a sentence lists them, of many the first few.
func Some(texts []Text) Text {
	const most = 4
	if n := len(texts); n > most {
		return Sprintf("%s and %d more", List(texts[:most-1], "%s, %s", "%s, %s"), n-most+1)
	}
	return And(texts)
}

// few is how many texts a sentence names one by one where it does not name all.
const few = 6

// Few returns texts as And does where there are few, and otherwise the first of them and how many more there are.
func Few(texts []Text) Text { return And(Fewer(texts)) }

// Fewer returns texts to be listed: all of them where there are few, and otherwise the first and how many more there are.
func Fewer(texts []Text) []Text {
	if n := len(texts); n > few+1 {
		return append(texts[:few:few], Sprintf("%d more", n-few))
	}
	return texts
}

// Sentence returns the text with its first letter as a capital, in every language.
func (t Text) Sentence() Text {
	t.opens = true
	return t
}

// Opens reports whether the text opens a sentence.
func (t Text) Opens() bool { return t.opens }

// Capital returns a text with its first letter as a capital.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// String returns the text in English.
func (t Text) String() string {
	s := t.format
	if len(t.args) > 0 {
		s = fmt.Errorf(s, t.args...).Error() // knows %w
	}
	if t.opens {
		s = Capital(s)
	}
	return s
}

// With returns the text with another in place of one, wherever it stands within it.
func (t Text) With(one, another Text) Text {
	if reflect.DeepEqual(t, one) {
		return another
	}
	t.args = slices.Clone(t.args)
	for i, arg := range t.args {
		if text, ok := arg.(Text); ok {
			t.args[i] = text.With(one, another)
		}
	}
	return t
}

// Parts returns the format and what stands for its verbs, for a language to say the text.
func (t Text) Parts() (format string, args []any) { return t.format, t.args }

// IsZero reports whether nothing is said.
func (t Text) IsZero() bool { return t.format == "" }

// A Day is an argument that is written as a language writes dates.
type Day time.Time

// String returns the day in English: "2 January 2006".
func (d Day) String() string {
	year, month, day := time.Time(d).Date()
	return fmt.Sprintf("%d %s %d", day, month, year)
}

// A Decimal is an argument that is a figure as English writes it ("0.25"), and is written as a language writes figures.
type Decimal string

// A Command is an argument that says what to type at the command line, within parentheses and after a space. Where there are buttons and links
// for it, a language leaves it out.
type Command struct{ Typed Text }

// Type returns a command line as an argument.
func Type(line string) Command { return Command{Verbatim(line)} }

// String returns it in English: " (steward ledger list)".
func (c Command) String() string { return " (" + c.Typed.String() + ")" }

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
	return &Error{Text{format: format, args: args}, fmt.Errorf(format, args...)}
}

// Error returns the text in English.
func (e *Error) Error() string { return e.cause.Error() }

// Unwrap returns the English error.
func (e *Error) Unwrap() error { return e.cause }

// Said returns what the error says.
func (e *Error) Said() Text { return e.said }

// Of returns what an error says.
func Of(err error) Text {
	var said interface{ Said() Text }
	if errors.As(err, &said) && said.(error).Error() == err.Error() {
		return said.Said()
	}
	return Verbatim(err.Error())
}
