package phrase

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"steward/core/message"
)

// token is a word, or one of the marks between words.
type token struct {
	text         string
	quoted, mark bool
}

// Marks are what stands between words. A word that has one of them is written in quotes.
const Marks = ";=|,:~&()"

// upto stands between the ends of a range.
const upto = ".."

// meant are words that mean something by themselves where they are not in quotes.
var meant = []string{everybody, all, or}

const (
	everybody = "everybody"
	all       = "all"
	or        = "or"
)

// tokens takes a text apart.
func tokens(text string) ([]token, error) {
	var out []token
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		var t token
		var err error
		if t, rest, err = next(rest); err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && !t.mark && !out[n-1].mark {
			return nil, message.Errorf("found %s right after %s: write one of %s between them", t, out[n-1], strings.Join(strings.Split(Marks, ""), " "))
		}
		out = append(out, t)
	}
	return out, nil
}

// next returns the first token of a text that does not begin with a blank, and what follows it.
func next(text string) (token, string, error) {
	switch {
	case text[0] == '"':
		return quotedWord(text)
	case strings.HasPrefix(text, upto):
		return token{text: upto, mark: true}, text[len(upto):], nil
	case strings.IndexByte(Marks, text[0]) >= 0:
		return token{text: text[:1], mark: true}, text[1:], nil
	}
	end := len(text)
	for _, stop := range []int{strings.IndexAny(text, Marks+`"`), strings.Index(text, upto)} {
		if stop >= 0 {
			end = min(end, stop)
		}
	}
	return token{text: strings.TrimSpace(text[:end])}, text[end:], nil
}

// quotedWord reads a word in quotes, in which two quotes stand for one.
func quotedWord(text string) (token, string, error) {
	var b strings.Builder
	for rest := text[1:]; ; {
		before, after, closed := strings.Cut(rest, `"`)
		if !closed {
			return token{}, "", message.Errorf("found %s, whose quotes do not end: write \" after it", text)
		}
		b.WriteString(before)
		if !strings.HasPrefix(after, `"`) {
			return token{text: b.String(), quoted: true}, after, nil
		}
		b.WriteByte('"')
		rest = after[1:]
	}
}

// quote writes a word so that it is read as the same.
func quote(s string) string {
	bare := s != "" && strings.TrimSpace(s) == s && !strings.ContainsAny(s, Marks+`"#`) && !strings.Contains(s, upto) &&
		s[0] != '.' && s[len(s)-1] != '.' && !strings.ContainsFunc(s, unicode.IsControl) && !slices.Contains(meant, s)
	if bare {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// String shows a token in an error.
func (t token) String() string {
	if t.text == "" && !t.quoted {
		return "the end"
	}
	return fmt.Sprintf("%q", t.text)
}
