package widgets

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// run is a stretch of one line in one style.
type run struct {
	span  int // which span it is of
	text  string
	width float32
}

// sizes are those of the texts that were measured so far in a font. Fyne remembers them too, but forgets all of
// them with a change of colours, and looking one up there takes a tenth of what measuring it does.
var sizes = struct {
	of   map[measured]fyne.Size
	font fyne.Resource
}{}

type measured struct {
	text  string
	size  float32
	style fyne.TextStyle
}

// mostSizes is how many sizes are remembered.
const mostSizes = 1 << 15

// measure returns the width of a text.
func measure(text string, size float32, style fyne.TextStyle) float32 {
	if text == "" {
		return 0
	}
	return sizeOf(text, size, style).Width
}

// sizeOf returns the size of a text.
func sizeOf(text string, size float32, style fyne.TextStyle) fyne.Size {
	if font := fynetheme.Font(fyne.TextStyle{}); sizes.of == nil || font != sizes.font || len(sizes.of) >= mostSizes {
		sizes.of, sizes.font = make(map[measured]fyne.Size), font
	}
	key := measured{text, size, style}
	found, known := sizes.of[key]
	if !known {
		found = fyne.MeasureText(text, size, style)
		sizes.of[key] = found
	}
	return found
}

// chunk is a word, a part of a word in one style, or the space between words.
type chunk struct {
	run
	space, newline bool
}

// chunks cuts spans at the edges of words.
func chunks(spans []Span, size float32) []chunk {
	var list []chunk
	for i, s := range spans {
		for rest := s.Text; rest != ""; {
			c := chunk{run: run{span: i}}
			c.text, c.space, c.newline = cut(rest)
			rest = rest[len(c.text):]
			if !c.newline {
				c.width = measure(c.text, size, s.style())
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

// wrap breaks spans into lines of a width: at spaces, and inside a word only where the word
// alone is wider than the line.
func wrap(spans []Span, size, width float32) [][]run {
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
			j := i
			for j < len(list) && !list[j].space && !list[j].newline {
				j++
			}
			w.word(list[i:j])
			i = j
		}
	}
	w.endLine()
	return w.lines
}

// lineTexts returns the words of lines in one style.
func lineTexts(lines [][]run) []string {
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

// slack forgives the rounding between the widths of words and that of their line.
const slack = 0.5

func (w *wrapper) word(parts []chunk) {
	var wide, gap float32
	for _, p := range parts {
		wide += p.width
	}
	for _, s := range w.space {
		gap += s.width
	}
	if len(w.line) > 0 && w.used+gap+wide > w.width+slack {
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
	for w.used+p.width > w.width+slack {
		n := fitting(p.text, w.width-w.used, w.size, w.spans[p.span].style())
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
		w.add(run{span: p.span, text: p.text[:n], width: measure(p.text[:n], w.size, style)})
		w.endLine()
		p.text = p.text[n:]
		p.width = measure(p.text, w.size, style)
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

// fitting returns how many bytes of a text, in whole characters, fit into a width.
func fitting(text string, width, size float32, style fyne.TextStyle) int {
	ends := make([]int, 1, len(text)+1) // of nothing, and of each character
	for i := range text {
		if i > 0 {
			ends = append(ends, i)
		}
	}
	ends = append(ends, len(text))
	return ends[sort.Search(len(ends)-1, func(i int) bool { return measure(text[:ends[i+1]], size, style) > width })]
}

// ellipsis shortens a text with "…" until it fits into a width.
func ellipsis(text string, width, size float32, style fyne.TextStyle) string {
	if measure(text, size, style) <= width+slack {
		return text
	}
	const dots = "…"
	n := fitting(text, width-measure(dots, size, style), size, style)
	return strings.TrimRightFunc(text[:n], unicode.IsSpace) + dots
}

// widestWord returns the width of the widest word.
func widestWord(spans []Span, size float32) float32 {
	var widest, word float32
	for _, c := range chunks(spans, size) {
		if c.space || c.newline {
			word = 0
			continue
		}
		word += c.width
		widest = max(widest, word)
	}
	return widest
}
