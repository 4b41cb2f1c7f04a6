package words

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Said is a text that a package below the window has written in English, in the language in use.
// The catalogue's formats are tried on it, those with the most words of their own first; what
// stood for a verb is said in the language too where it is a sentence or a word of the catalogue,
// and stays as it is within quotation marks, being somebody's own. A text that is made of several
// is taken apart at its lines and sentences, then at its colons and semicolons. What no format
// fits stays in English.
func Said(english string) string {
	c := current.Load()
	if c == nil {
		return english
	}
	return c.said.say(c, english)
}

// halfSentence is how many spaces a text has that is more than a name.
const halfSentence = 6

// memory is how many texts are kept as they were said last; windows say the same ones again and again.
const memory = 16384

// patterns are the texts of a catalogue, ready to be found in what was written by them.
type patterns struct {
	exact map[string]string
	// A word that stands for a verb may be somebody's own ("age"): only words that packages below the
	// window write are taken for theirs.
	below map[string]string
	list  []*pattern // those with verbs, most literal first
	made  []*pattern // of madeNames

	mu   sync.Mutex
	kept map[string]string
}

// madeNames are the formats of names that the program makes where the steward gave none: of known
// facts. They stand within quotation marks as names do, but are the program's words.
var madeNames = []string{"number of people: %d", "totals by %s", "people with %s: %d", "%d counts, from people with %s"}

// A pattern is one format: what is literal about it, and what stands for it.
type pattern struct {
	first, last string   // literal text before the first verb and after the last
	inner       []string // literal text between verbs
	letters     int      // of literal text
	verbs       []byte
	quoted      []bool // the verb stands within quotation marks
	match       func() *regexp.Regexp
	becomes     []piece
}

// A piece of what stands for a format: literal text, or the verb of that index from 1.
type piece struct {
	text string
	verb int
}

// verb is one verb of a format, with an index or none.
var verb = regexp.MustCompile(`%[-+# 0]*(?:\[(\d+)\])?(?:\d+|\*)?(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

// newPatterns makes patterns of all texts; below are those of packages below the window.
func newPatterns(texts, below map[string]string) *patterns {
	p := &patterns{exact: texts, below: below, kept: make(map[string]string)}
	for english, text := range texts {
		if !strings.Contains(english, "%") {
			continue
		}
		if one := newPattern(english, text); one != nil {
			p.list = append(p.list, one)
		}
	}
	for _, english := range madeNames {
		if one := newPattern(english, texts[english]); one != nil && texts[english] != "" {
			p.made = append(p.made, one)
		}
	}
	sort.Slice(p.list, func(i, j int) bool {
		a, b := p.list[i], p.list[j]
		if a.letters != b.letters {
			return a.letters > b.letters
		}
		if x, y := a.literal(), b.literal(); x != y {
			return x > y
		}
		if len(a.verbs) != len(b.verbs) {
			return len(a.verbs) < len(b.verbs)
		}
		return a.first+a.last < b.first+b.last
	})
	return p
}

// newPattern is the pattern of a format, nil where hardly anything in it is literal: it would fit
// every text.
func newPattern(english, text string) *pattern {
	p := &pattern{}
	var literals []string
	expression := `(?s)^`
	at := 0
	literal := ""
	for _, m := range verb.FindAllStringSubmatchIndex(english, -1) {
		literal += english[at:m[0]]
		at = m[1]
		kind := english[m[6]]
		if kind == '%' {
			literal += "%"
			continue
		}
		expression += regexp.QuoteMeta(literal)
		literals = append(literals, literal)
		p.verbs = append(p.verbs, kind)
		p.quoted = append(p.quoted, strings.HasSuffix(literal, "“") || strings.HasSuffix(literal, `"`) || strings.HasSuffix(literal, "‘"))
		literal = ""
		switch kind {
		case 'd':
			expression += `([-+]?\d[\d,]*)`
		case 'e', 'f', 'g', 'G':
			expression += `([-+]?[\d.,]+(?:e[-+]?\d+)?)`
		case 'q':
			expression += "(\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)"
		default:
			expression += `(.+?)`
		}
	}
	literal += english[at:]
	literals = append(literals, literal)
	expression += regexp.QuoteMeta(literal) + `$`
	for _, l := range literals {
		p.letters += len([]rune(strings.Join(strings.FieldsFunc(l, func(r rune) bool { return !unicode.IsLetter(r) }), "")))
	}
	if len(p.verbs) == 0 || p.letters < 2 || english == "The %s is %s." {
		return nil
	}
	p.first, p.last, p.inner = literals[0], literals[len(literals)-1], literals[1:len(literals)-1]
	p.match = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
	p.becomes = pieces(text)
	return p
}

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

// pieces takes the text of a language apart at its verbs.
func pieces(text string) []piece {
	var out []piece
	at, next := 0, 1
	literal := ""
	for _, m := range verb.FindAllStringSubmatchIndex(text, -1) {
		literal += text[at:m[0]]
		at = m[1]
		if text[m[6]] == '%' {
			literal += "%"
			continue
		}
		for _, g := range [][2]int{{m[2], m[3]}, {m[4], m[5]}} {
			if g[0] >= 0 {
				next, _ = strconv.Atoi(text[g[0]:g[1]])
			}
		}
		out = append(out, piece{text: literal}, piece{verb: next})
		literal = ""
		next++
	}
	return append(out, piece{text: literal + text[at:]})
}

// say is Said, remembered.
func (p *patterns) say(c *catalogue, english string) string {
	p.mu.Lock()
	text, ok := p.kept[english]
	p.mu.Unlock()
	if ok {
		return text
	}
	text = p.part(c, english, true)
	p.keep(english, text)
	p.keep(text, text)
	return text
}

// keep remembers what a text is said as. What is in the language already stands for itself, so that
// saying it again changes nothing, a figure in it least of all.
func (p *patterns) keep(text, said string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) >= memory {
		clear(p.kept)
	}
	if _, ok := p.kept[text]; !ok {
		p.kept[text] = said
	}
}

// part says one text or, whole being false, what stood for a verb of one.
func (p *patterns) part(c *catalogue, english string, whole bool) string {
	if own, err := strconv.Unquote(english); err == nil && !whole && english[0] == '"' {
		return c.quoted(p.name(c, own)) // one of a list of names
	}
	if !whole && p.foreign(english) {
		return english
	}
	if text, ok := p.known(c, english); ok {
		return text
	}
	for _, mark := range []string{"\n", ". ", ": ", "; ", ", "} {
		if parts := split(english, mark); len(parts) > 1 {
			for i, part := range parts {
				parts[i] = p.part(c, part, whole)
			}
			return strings.Join(parts, "")
		}
	}
	// An entry without a full stop may have got one as a sentence.
	if before, stopped := strings.CutSuffix(english, "."); stopped {
		if text, ok := p.known(c, before); ok {
			return text + "."
		}
	}
	if whole && strings.IndexFunc(english, unicode.IsLetter) >= 0 {
		missed(english)
	}
	return english
}

// foreign tells whether a text is a word that no package below the window writes: somebody's own, such
// as the name of a column, though the catalogue may have the word for something else.
func (p *patterns) foreign(text string) bool {
	_, theirs := p.below[text]
	return !theirs && !strings.ContainsFunc(text, unicode.IsSpace) && !figure.MatchString(text)
}

// split parts a text after a mark outside of brackets and quotation marks, keeping the mark at the end of each part as a
// part of its own.
func split(text, mark string) []string {
	var out []string
	for {
		before, after, found := strings.Cut(text, mark)
		for found && !balanced(before) {
			var more string
			if more, after, found = strings.Cut(after, mark); found {
				before += mark + more
			}
		}
		if !found || before == "" || after == "" {
			if len(out) == 0 {
				return nil
			}
			return append(out, text)
		}
		if mark == ". " {
			// The full stop belongs to the sentence.
			out = append(out, before+".", " ")
		} else {
			out = append(out, before, mark)
		}
		text = after
	}
}

// known says a text that is an entry, a figure, or written by a format.
func (p *patterns) known(c *catalogue, english string) (string, bool) {
	if text, ok := p.exact[english]; ok && (!strings.Contains(english, "%") || verb.FindString(english) == "") {
		return text, true
	}
	if strings.IndexFunc(english, unicode.IsLetter) < 0 {
		return Number(english), true
	}
	for _, one := range p.list {
		if text, ok := one.say(p, c, english); ok {
			return text, true
		}
	}
	return "", false
}

// say says a text that was written by this format.
func (one *pattern) say(p *patterns, c *catalogue, english string) (string, bool) {
	if !strings.HasPrefix(english, one.first) || !strings.HasSuffix(english, one.last) {
		return "", false
	}
	for _, inner := range one.inner {
		if !strings.Contains(english, inner) {
			return "", false
		}
	}
	found := one.match().FindStringSubmatch(english)
	if found == nil {
		return "", false
	}
	stood := found[1:]
	for _, text := range stood {
		// What stands for a verb is a whole, and a format with hardly a word of its own, which fits
		// nearly anything, must not swallow sentences.
		if !balanced(text) || one.letters < 8 && one.first == "" && !quotedName.MatchString(text) && marks.MatchString(text) {
			return "", false
		}
	}
	for i, text := range stood {
		own, err := strconv.Unquote(text)
		switch {
		case err == nil && (one.verbs[i] == 'q' || text[0] == '"'): // %q may have written it before
			stood[i] = c.quoted(p.name(c, own))
		case one.verbs[i] == 'q':
		case one.quoted[i]:
			stood[i] = p.name(c, text)
		case figure.MatchString(text):
			stood[i] = c.figure(text)
		case p.foreign(text):
		default:
			said, known := p.known(c, text)
			if !known {
				// Nor may it make half a sentence out of one that no format fits.
				if one.letters < 8 && strings.Count(text, " ") >= halfSentence {
					return "", false
				}
				said = p.part(c, text, false)
			}
			stood[i] = said
		}
	}
	var b strings.Builder
	for _, piece := range one.becomes {
		b.WriteString(piece.text)
		if piece.verb > 0 && piece.verb <= len(stood) {
			b.WriteString(stood[piece.verb-1])
		}
	}
	return b.String(), true
}

// quotedName matches a name within quotation marks, as %q writes it.
var quotedName = regexp.MustCompile(`^"(?:[^"\\]|\\.)*"$`)

// name is a name that stood within quotation marks: in the language where the program made it, and as
// it is where it is somebody's own.
func (p *patterns) name(c *catalogue, text string) string {
	for _, one := range p.made {
		if said, ok := one.say(p, c, text); ok {
			return said
		}
	}
	return text
}

// marks are where a text is taken apart into sentences and their parts.
var marks = regexp.MustCompile(`\n|[.:;] `)

// balanced reports whether brackets and quotation marks are closed within a text.
func balanced(text string) bool {
	if strings.Count(text, `"`)%2 > 0 {
		return false
	}
	open := 0
	for _, r := range text {
		switch r {
		case '(':
			open++
		case ')':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0
}

// literal is how long the literal text of a format is, marks and blanks included.
func (one *pattern) literal() int {
	return len(one.first) + len(one.last) + len(strings.Join(one.inner, ""))
}
