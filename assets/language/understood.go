package language

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"steward/core/message"
)

// Understood returns the message that an English text is, as records keep it, so that it can be said in other languages: a
// format that catalogues have, with what stands for its verbs. In English it reads the same; a text that no format makes is
// returned as it is.
func Understood(english string) message.Text {
	if english == "" {
		return message.Text{}
	}
	for _, f := range formats() {
		if said, ok := f.understand(english); ok {
			return said
		}
	}
	return message.Verbatim(english)
}

// A format is a key of catalogues, taken apart.
type format struct {
	key            string
	verbs          []string
	before, behind string // its first and its last verb
	literal        int    // letters that are no part of a verb
	match          func() *regexp.Regexp
}

// formats are all keys that have words in them, those with the most words first.
var formats = sync.OnceValue(func() []format {
	var out []format
	for _, l := range locales {
		known, err := Of(l.code)
		if err != nil {
			continue
		}
		for key := range known.texts {
			if f, ok := takenApart(key); ok {
				out = append(out, f)
			}
		}
		break // all have the same keys
	}
	slices.SortFunc(out, func(a, b format) int {
		return cmp.Or(b.literal-a.literal, strings.Compare(a.key, b.key))
	})
	return out
})

// takenApart takes a key apart; false where it has no words, or verbs that cannot be read again.
func takenApart(key string) (format, bool) {
	f := format{key: key, before: key}
	at := verb.FindAllStringSubmatchIndex(key, -1)
	var pattern strings.Builder
	pattern.WriteString(`(?s)^`)
	last := 0
	for _, m := range at {
		pattern.WriteString(regexp.QuoteMeta(key[last:m[0]]))
		switch kind := key[m[6]:m[7]]; {
		case kind == "%":
			pattern.WriteString("%")
		case m[2] >= 0 || m[4] >= 0:
			return format{}, false // by their index
		case kind == "d":
			pattern.WriteString(`(-?\d+)`)
			f.verbs = append(f.verbs, kind)
		case kind == "s" || kind == "v" || kind == "w":
			pattern.WriteString(`(.+?)`)
			f.verbs = append(f.verbs, "s")
		case kind == "q":
			pattern.WriteString(`("(?:[^"\\]|\\.)*")`)
			f.verbs = append(f.verbs, kind)
		default:
			pattern.WriteString(`(-?[0-9.e+-]+)`)
			f.verbs = append(f.verbs, "f")
		}
		if len(f.verbs) == 1 && f.behind == "" && f.before == key {
			f.before = key[:m[0]]
		}
		last = m[1]
	}
	pattern.WriteString(regexp.QuoteMeta(key[last:]) + `$`)
	if len(f.verbs) > 0 {
		f.behind = key[last:]
	}
	for _, r := range verb.ReplaceAllString(key, "") {
		if unicode.IsLetter(r) {
			f.literal++
		}
	}
	f.match = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern.String()) })
	return f, f.literal > 1
}

// understand reads a text as one of the format.
func (f format) understand(english string) (message.Text, bool) {
	if len(f.verbs) == 0 {
		return message.Word(f.key), f.key == english
	}
	if !strings.HasPrefix(english, strings.ReplaceAll(f.before, "%%", "%")) || !strings.HasSuffix(english, strings.ReplaceAll(f.behind, "%%", "%")) {
		return message.Text{}, false
	}
	found := f.match().FindStringSubmatch(english)
	if found == nil {
		return message.Text{}, false
	}
	quoted := quotedVerbs(f.key)
	args := make([]any, len(f.verbs))
	for i, kind := range f.verbs {
		var err error
		switch text := found[i+1]; kind {
		case "d":
			args[i], err = strconv.ParseInt(text, 10, 64)
		case "f":
			args[i], err = strconv.ParseFloat(text, 64)
		case "q":
			args[i], err = strconv.Unquote(text)
		default:
			args[i] = text
			if !quoted[i] && len(text) < len(english) {
				args[i] = Understood(text)
			}
		}
		if err != nil {
			return message.Text{}, false
		}
	}
	said := message.Sprintf(f.key, args...)
	return said, said.String() == english
}
