package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steward/gui/widgets/paint"
)

// run is a stretch of one line in one style.
type run struct {
	span  int // which span it is of
	text  string
	width float32
}

// chunk is a word, a part of a word in one style, or the space between words.
type chunk struct {
	run
	space, newline bool
}

// chunks cuts spans at the edges of words.
func chunks(spans []Span, size float32) (list []chunk) {
	for i, s := range spans {
		for rest := s.Text; rest != ""; {
			c := chunk{run: run{span: i}}
			c.text, c.space, c.newline = cut(rest)
			rest = rest[len(c.text):]
			if !c.newline {
				c.width = paint.Measure(c.text, size, s.style())
			}
			list = append(list, c)
		}
	}
	return list
}

// cut returns the first line break, run of spaces or run of other characters of a text. The
// no-break space is not a space here.
func cut(s string) (first string, space, newline bool) {
	if s[0] == '\n' {
		return s[:1], false, true
	}
	gap := func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' && r != '\n' }
	r, _ := utf8.DecodeRuneInString(s)
	space = gap(r)
	end := strings.IndexFunc(s, func(r rune) bool { return r == '\n' || gap(r) != space })
	if end < 0 {
		end = len(s)
	}
	return s[:end], space, false
}

// Wrap breaks spans into lines of a width: at spaces, and inside a word only where the word
// alone is wider than the line.
func Wrap(spans []Span, size, width float32) [][]run {
	w := wrapper{spans: spans, size: size, width: width}
	list := chunks(spans, size)
	for i := 0; i < len(list); {
		switch c := list[i]; {
		case c.newline:
			w.endLine()
			i++
		case c.space:
			w.space = append(w.space, c.run)
			i++
		default:
			n := wordLen(list[i:])
			w.word(list[i : i+n])
			i += n
		}
	}
	w.endLine()
	return w.lines
}

// wordLen returns how many chunks the word is made of that the first one begins. A number and its percent sign are one word.
func wordLen(list []chunk) int {
	for i, c := range list {
		if c.newline || c.space && !(i+1 < len(list) && strings.HasPrefix(list[i+1].text, "%")) {
			return i
		}
	}
	return len(list)
}

// LineTexts returns the words of lines in one style.
func LineTexts(lines [][]run) []string {
	texts := make([]string, len(lines))
	for i, line := range lines {
		for _, r := range line {
			texts[i] += r.text
		}
	}
	return texts
}

// wrapper fills lines with words.
type wrapper struct {
	spans       []Span
	size, width float32
	lines       [][]run
	line        []run
	used        float32
	space       []run // seen since the last word; written only before another on the line
}

func (w *wrapper) word(parts []chunk) {
	var wide, gap float32
	for _, p := range parts {
		wide += p.width
	}
	for _, s := range w.space {
		gap += s.width
	}
	if len(w.line) > 0 && w.used+gap+wide > w.width+paint.Slack {
		w.endLine()
	} else if len(w.line) > 0 {
		for _, s := range w.space {
			w.add(s)
		}
	}
	w.space = nil
	for _, p := range parts {
		w.part(p.run)
	}
}

// part adds a part of a word, broken where it is wider than the line.
func (w *wrapper) part(p run) {
	for w.used+p.width > w.width+paint.Slack {
		n := paint.Fitting(p.text, w.width-w.used, w.size, w.spans[p.span].style())
		if n == 0 && w.used > 0 {
			w.endLine()
			continue
		}
		if n == 0 {
			_, n = utf8.DecodeRuneInString(p.text)
		}
		if n >= len(p.text) {
			break
		}
		style := w.spans[p.span].style()
		w.add(run{span: p.span, text: p.text[:n], width: paint.Measure(p.text[:n], w.size, style)})
		w.endLine()
		p.text = p.text[n:]
		p.width = paint.Measure(p.text, w.size, style)
	}
	w.add(p)
}

func (w *wrapper) add(r run) {
	w.used += r.width
	if n := len(w.line); n > 0 && w.line[n-1].span == r.span {
		w.line[n-1].text += r.text
		w.line[n-1].width += r.width
		return
	}
	w.line = append(w.line, r)
}

func (w *wrapper) endLine() {
	w.lines = append(w.lines, w.line)
	w.line, w.used, w.space = nil, 0, nil
}

// WidestWord returns the width of the widest word.
func WidestWord(spans []Span, size float32) float32 {
	var widest float32
	for list := chunks(spans, size); len(list) > 0; {
		var word float32
		n := wordLen(list)
		for _, c := range list[:n] {
			word += c.width
		}
		widest, list = max(widest, word), list[min(n+1, len(list)):]
	}
	return widest
}
