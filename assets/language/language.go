// Package language says texts in the languages that the program speaks. English is the key: the code holds the English
// text, and a catalogue of another language (assets/words) holds what stands for it, so that a text without an entry is
// said in English rather than not at all, and a test finds it.
//
// A Language is a value: the files of a release are written in that of their plan, the command line in that of whoever
// types, and the window in the one that its user chose (gui/words), all at the same time.
//
// To add a language: a folder of catalogues beside assets/words/de, an entry in locales, the help pages beside
// assets/help/de. Tests say what is missing. Which form of a text goes with a number is CLDR's (plural.go).
package language

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"steward/assets"
	"steward/core/message"
)

// English is the code of the language that the texts are written in.
const English = "en"

// A Language says texts. The zero value is English.
type Language struct{ of *catalogue }

// A catalogue is what stands for each English text, and how a language writes figures and dates.
type catalogue struct {
	locale
	texts map[string]string // nil for English
	// clicked says that what to type at the command line is left out.
	clicked bool
	// inflects says that some texts have other forms than one for one and one for more.
	inflects bool
}

// inEnglish has no texts: each stands for itself.
var inEnglish = &catalogue{locale: english}

// catalogues are those that were read, by code: each is read once.
var catalogues sync.Map

// Of returns the language of a code ("en", "de"); none is English. It errors where there is no such language.
func Of(code string) (Language, error) {
	if code == English || code == "" {
		return Language{}, nil
	}
	if c, ok := catalogues.Load(code); ok {
		return Language{of: c.(*catalogue)}, nil
	}
	l, ok := localeOf(code)
	if !ok {
		return Language{}, message.Errorf("this version has no language with the code %q: choose one of %s", code, strings.Join(codes(), ", "))
	}
	texts, err := read(assets.Words(), code)
	if err != nil {
		return Language{}, err
	}
	c := newCatalogue(l, texts)
	catalogues.Store(code, c)
	return Language{of: c}, nil
}

func newCatalogue(l locale, texts map[string]string) *catalogue {
	c := &catalogue{locale: l, texts: texts}
	for english := range texts {
		c.inflects = c.inflects || Singular(english) != english
	}
	return c
}

// own is the catalogue of the language.
func (l Language) own() *catalogue {
	if l.of == nil {
		return inEnglish
	}
	return l.of
}

// Code is the code of the language.
func (l Language) Code() string { return l.own().code }

// Tag names the language for programs that read a file aloud (BCP 47): the English is British.
func (l Language) Tag() string {
	if l.Code() == English {
		return "en-GB"
	}
	return l.Code()
}

// WithoutCommands is the language without what somebody at the command line would type (message.Command): for the window, which has buttons and
// links for it.
func (l Language) WithoutCommands() Language {
	c := *l.own()
	c.clicked = true
	return Language{of: &c}
}

// T is a text in the language. With arguments it is a format as fmt.Sprintf takes it, whose figures are written as the
// language writes them; a string among the arguments stays as it is, being somebody's own or said in the language already.
func (l Language) T(english string, args ...any) string {
	text := l.Text(l.own().forArgs(english, args))
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, l.own().figures(args)...)
}

// Text is T of a text that is no format.
func (l Language) Text(english string) string { return l.own().find(english) }

// Say is a message in the language.
func (l Language) Say(t message.Text) string { return l.own().say(t) }

// Sayf is the message of a format in the language: a string among the arguments that is a figure is written as the
// language writes it.
func (l Language) Sayf(format string, args ...any) string {
	return l.Say(message.Sprintf(format, args...))
}

// SayAll are messages in the language.
func (l Language) SayAll(texts []message.Text) []string {
	var out []string
	for _, t := range texts {
		out = append(out, l.Say(t))
	}
	return out
}

// Number is a figure, written as English writes it ("-1,234.5", "12 %"), in the language. What is no such figure stays as
// it is.
func (l Language) Number(english string) string {
	if !figure.MatchString(english) {
		return english
	}
	return l.own().figure(english)
}

// Date is a day in words ("2 January 2006").
func (l Language) Date(t time.Time) string { return l.own().date(l.own().locale, t) }

// ShortDate is a day in few words ("2 Jan 2006").
func (l Language) ShortDate(t time.Time) string { return l.own().shortDate(l.own().locale, t) }

// Quote puts a text within the language's quotation marks.
func (l Language) Quote(text string) string { return l.own().quoted(text) }

// Error is the text of an error in the language. What the system says of files stays as it is.
func (l Language) Error(err error) string {
	switch e := err.(type) {
	case *told:
		return l.errorf(e.english, e.args).Error()
	case interface{ Said() message.Text }:
		return l.Say(e.Said())
	case interface{ Unwrap() []error }: // of errors.Join
		var lines []string
		for _, one := range e.Unwrap() {
			lines = append(lines, l.Error(one))
		}
		return strings.Join(lines, "\n")
	case interface{ Unwrap() error }:
		if within := e.Unwrap(); within != nil && within.Error() == err.Error() { // which adds nothing to what it wraps
			return l.Error(within)
		}
	}
	return err.Error()
}

// Errorf is an error whose text is T of the format; %w wraps as in fmt.Errorf. Errors among the arguments are written as
// Error writes them.
func (l Language) Errorf(english string, args ...any) error {
	return &told{l.errorf(english, args), english, args}
}

func (l Language) errorf(english string, args []any) error {
	return fmt.Errorf(l.Text(l.own().forArgs(english, args)), l.own().figures(args)...)
}

// told is an error whose text is in a language already, and can be said in another.
type told struct {
	error
	english string
	args    []any
}

func (t *told) Unwrap() error { return t.error }

// telling is an error of a package below, within one whose text is in a language.
type telling struct {
	error
	Language
}

func (t telling) Error() string { return t.Language.Error(t.error) }
func (t telling) Unwrap() error { return t.error }

func (c *catalogue) say(t message.Text) string {
	format, args := t.Parts()
	text := c.find(c.forArgs(format, args))
	if len(args) > 0 {
		text = fmt.Errorf(text, c.written(format, args)...).Error() // knows %w
	}
	if t.Opens() {
		text = message.Capital(text)
	}
	return text
}

// written makes the arguments of a message write themselves in the language: as figures does, and figures that
// were written already too, unless they stand within quotation marks.
func (c *catalogue) written(format string, args []any) []any {
	out := c.figures(args)
	if c.texts == nil { // whose figures are as they were written
		return out
	}
	quoted := quotedVerbs(format)
	for i := range args {
		if q, ok := out[i].(quotable); ok && !quoted[i] && !q.said && figure.MatchString(q.text) {
			out[i] = quotable{c.figure(q.text), false, c.locale}
		}
	}
	return out
}

// verb is one verb of a format, with an index or none.
var verb = regexp.MustCompile(`%[-+#0]*(?:\[(\d+)\])?(?:\d+|\*)?(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

// quotedVerbs are the places among the arguments of a format that stand within quotation marks in it.
func quotedVerbs(format string) map[int]bool {
	out := make(map[int]bool)
	next := 0
	for _, m := range verb.FindAllStringSubmatchIndex(format, -1) {
		if format[m[6]] == '%' {
			continue
		}
		for _, g := range [][2]int{{m[2], m[3]}, {m[4], m[5]}} {
			if g[0] >= 0 {
				next, _ = strconv.Atoi(format[g[0]:g[1]])
				next--
			}
		}
		before := format[:m[0]]
		out[next] = strings.HasSuffix(before, "“") || strings.HasSuffix(before, `"`) || strings.HasSuffix(before, "‘") || format[m[6]] == 'q'
		next++
	}
	return out
}

// find is the text for an English one, or the English one.
func (c *catalogue) find(english string) string {
	if text, ok := c.texts[english]; ok {
		return text
	}
	if c.texts != nil && strings.IndexFunc(verb.ReplaceAllString(english, ""), unicode.IsLetter) >= 0 {
		missed(english)
	}
	return english
}

// read reads every catalogue file of a language. It errors where two files disagree on a text.
func read(files fs.FS, code string) (map[string]string, error) {
	names, err := fs.Glob(files, path.Join(code, "*.json"))
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string)
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var some map[string]string
		if err := json.Unmarshal(raw, &some); err != nil {
			return nil, fmt.Errorf("words %s: %w", name, err)
		}
		for english, text := range some {
			if other, ok := texts[english]; ok && other != text {
				return nil, fmt.Errorf("words %s: %q stands for %q, and elsewhere for %q", name, english, text, other)
			}
			texts[english] = text
		}
	}
	return texts, nil
}
