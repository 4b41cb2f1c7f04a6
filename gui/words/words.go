package words

import (
	"sync/atomic"
	"time"

	"steward/assets/language"
	"steward/core/message"
)

// English is the code of the language that the texts are written in.
const English = language.English

// current is the language in use; nil is English.
var current atomic.Pointer[language.Language]

// inUse is the language in use.
func inUse() language.Language {
	if l := current.Load(); l != nil {
		return *l
	}
	return language.Language{}
}

// A Choice is a language that can be chosen: its code, and its name in itself.
type Choice = language.Choice

// Languages lists what can be chosen, English first.
func Languages() []Choice { return language.All() }

// Use chooses the language of all texts from here on, by its code ("en", "de"). It errors where
// there is no such language, and leaves the one in use.
func Use(code string) error {
	l, err := language.Of(code)
	if err == nil {
		current.Store(&l)
	}
	return err
}

// Of is the code of the language that a system's setting names (such as "de_AT.UTF-8" or "de-CH"),
// English where it is none that can be chosen.
func Of(setting string) string { return language.OfSystem(setting) }

// OnMissing has f called with each English text that has no entry in the language that it is asked for in, until it is
// called with nil; see [language.OnMissing].
func OnMissing(f func(english string)) { language.OnMissing(f) }

// Language is the code of the language in use, "en" at first.
func Language() string { return inUse().Code() }

// T is the text in the language in use. With arguments it is a format as fmt.Sprintf takes it,
// whose figures are written as the language writes them; a string among the arguments stays as
// it is, being somebody's own or written in the language already.
func T(english string, args ...any) string { return inUse().T(english, args...) }

// N is T of the text for one where n is 1, and of the text for many elsewhere: a language may
// have endings that an "s" cannot make.
func N(n int, one, many string, args ...any) string {
	return inUse().Plural(n, one, many, args...)
}

// Key marks an English text that stands in a table or a constant and is given to Text or T where
// it is shown. It returns the text as it is.
func Key(english string) string { return english }

// Text is T of a text that is no format and no literal: one that Key marked, or that a function was
// given to show.
func Text(english string) string { return inUse().Text(english) }

// Errorf is an error whose text is T of the format; %w wraps as in fmt.Errorf. Errors among the
// arguments, here as in T and N, are written as Error writes them.
func Errorf(english string, args ...any) error { return inUse().Errorf(english, args...) }

// Say is a message in the language in use.
func Say(t message.Text) string { return inUse().Say(t) }

// SayAll are messages in the language in use.
func SayAll(texts []message.Text) []string { return inUse().SayAll(texts) }

// Error is the text of an error in the language in use. What the system says of files stays as it is.
func Error(err error) string { return inUse().Error(err) }

// Number is a figure, written as English writes it ("-1,234.5", "12 %"), in the language in use.
// What is no such figure stays as it is.
func Number(english string) string { return inUse().Number(english) }

// Typed is a figure as people of the language in use type it; see [language.Language.Typed].
func Typed(text string) string { return inUse().Typed(text) }

// Date is a day in words ("2 January 2006").
func Date(t time.Time) string { return inUse().Date(t) }

// ShortDate is a day in few words ("2 Jan 2006").
func ShortDate(t time.Time) string { return inUse().ShortDate(t) }

// DayOf writes by Date or ShortDate on which day something was noted, as files and accounts note it (RFC 3339); what is no such moment
// stays as it is.
func DayOf(moment string, written func(time.Time) string) string {
	t, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return written(t)
}

// Clock is a time of day ("15:04").
func Clock(t time.Time) string { return t.Format("15:04") }
