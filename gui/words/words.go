package words

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"

	"steward/assets"
	"steward/core/message"
)

// A catalogue is one language: what stands for each English text, and how it writes figures.
type catalogue struct {
	locale
	texts map[string]string
}

// current is the language in use; nil is English.
var current atomic.Pointer[catalogue]

// Use chooses the language of all texts from here on, by its code ("en", "de"). It errors where
// there is no such language, and leaves the one in use.
func Use(code string) error {
	if code == English || code == "" {
		current.Store(nil)
		return nil
	}
	l, ok := localeOf(code)
	if !ok {
		return fmt.Errorf("no language is called %q", code)
	}
	texts, err := read(assets.Words(), code)
	if err != nil {
		return err
	}
	current.Store(&catalogue{locale: l, texts: texts})
	return nil
}

// Language is the code of the language in use, "en" at first.
func Language() string {
	if c := current.Load(); c != nil {
		return c.code
	}
	return English
}

// T is the text in the language in use. With arguments it is a format as fmt.Sprintf takes it,
// whose figures are written as the language writes them; a string among the arguments stays as
// it is, being somebody's own or written in the language already.
func T(english string, args ...any) string {
	c := current.Load()
	if c == nil {
		if len(args) == 0 {
			return english
		}
		return fmt.Sprintf(english, args...)
	}
	text := c.find(english)
	if len(args) > 0 {
		text = fmt.Sprintf(text, c.figures(args)...)
	}
	return text
}

// N is T of the text for one where n is 1, and of the text for many elsewhere: a language may
// have endings that an "s" cannot make.
func N(n int, one, many string, args ...any) string {
	if n == 1 {
		return T(one, args...)
	}
	return T(many, args...)
}

// Key marks an English text that stands in a table or a constant and is given to Text or T where
// it is shown. It returns the text as it is.
func Key(english string) string { return english }

// Text is T of a text that is no format and no literal: one that Key marked, or that a function was
// given to show.
func Text(english string) string {
	if c := current.Load(); c != nil {
		return c.find(english)
	}
	return english
}

// Errorf is an error whose text is T of the format; %w wraps as in fmt.Errorf. Errors among the
// arguments, here as in T and N, are written as Error writes them.
func Errorf(english string, args ...any) error {
	c := current.Load()
	if c == nil {
		return fmt.Errorf(english, args...)
	}
	return &told{fmt.Errorf(c.find(english), c.figures(args)...)}
}

// Say is a message in the language in use.
func Say(t message.Text) string {
	c := current.Load()
	if c == nil {
		return t.String()
	}
	return c.say(t)
}

// SayAll are messages in the language in use.
func SayAll(texts []message.Text) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = Say(t)
	}
	return out
}

func (c *catalogue) say(t message.Text) string {
	format, args := t.Parts()
	text := c.find(format)
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
	quoted := quotedVerbs(format)
	for i := range args {
		if q, ok := out[i].(quotable); ok && !quoted[i] && figure.MatchString(q.text) {
			out[i] = quotable{c.figure(q.text), c.locale}
		}
	}
	return out
}

// verb is one verb of a format, with an index or none.
var verb = regexp.MustCompile(`%[-+# 0]*(?:\[(\d+)\])?(?:\d+|\*)?(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

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

// Error is the text of an error in the language in use. What the system says of files stays as it is.
func Error(err error) string {
	switch e := err.(type) {
	case *told:
		return e.Error()
	case interface{ Said() message.Text }:
		return Say(e.Said())
	case interface{ Unwrap() []error }: // of errors.Join
		var lines []string
		for _, one := range e.Unwrap() {
			lines = append(lines, Error(one))
		}
		return strings.Join(lines, "\n")
	}
	return err.Error()
}

// told is an error whose text is in the language in use.
type told struct{ error }

func (t *told) Unwrap() error { return t.error }

// telling is an error of a package below, within one whose text is in the language in use.
type telling struct{ error }

func (t telling) Error() string { return Error(t.error) }
func (t telling) Unwrap() error { return t.error }

// find is the text for an English one, or the English one.
func (c *catalogue) find(english string) string {
	if text, ok := c.texts[english]; ok {
		return text
	}
	if strings.IndexFunc(verb.ReplaceAllString(english, ""), unicode.IsLetter) >= 0 {
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
