package page

import (
	"strings"
	"unicode/utf8"

	"steward/reports/chart"
	"steward/reports/model"
)

// plain makes a phrase of ordinary words.
func plain(text string) model.Phrase { return model.Phrase{{Text: text}} }

// word is a piece of text that is not broken, with the space before it.
type word struct {
	text   string
	strong bool
	// joined words follow the one before without a space.
	joined bool
	width  float64
}

// slack is what a line may be too wide by: measures that should be equal may differ in
// their last digits.
const slack = 0.01

// wrap breaks a phrase into lines of at most the given width. A word that is wider than a
// line is broken where the line ends.
func (s *sheet) wrap(p model.Phrase, st style, width float64) (lines [][]word) {
	var line []word
	used := 0.0
	space := s.measure(" ", st)
	for _, w := range s.words(p, st, width) {
		before := space
		if w.joined || len(line) == 0 {
			before = 0
		}
		if len(line) > 0 && used+before+w.width > width+slack {
			lines = append(lines, line)
			line, used, before = nil, 0, 0
		}
		line = append(line, w)
		used += before + w.width
	}
	if len(line) > 0 {
		lines = append(lines, line)
	}
	return lines
}

// words cuts a phrase into words no wider than a line.
func (s *sheet) words(p model.Phrase, st style, width float64) (out []word) {
	joined := true // to what came before the phrase: nothing
	for _, run := range p {
		text := chart.Printable(run.Text)
		here := st
		here.bold = st.bold || run.Strong
		joined = joined && !strings.HasPrefix(text, " ")
		for _, part := range unbroken(text) {
			for part != "" {
				cut := s.piece(part, here, width)
				out = append(out, word{cut, run.Strong, joined && len(out) > 0, s.measure(cut, here)})
				part = part[len(cut):]
				joined = true
			}
			joined = false
		}
		if !strings.HasSuffix(text, " ") {
			joined = true
		}
	}
	return out
}

// unbroken cuts a text at its spaces, except that a number and its percent sign stay together.
func unbroken(text string) (out []string) {
	for _, part := range strings.Fields(text) {
		if n := len(out); n > 0 && strings.HasPrefix(part, "%") {
			out[n-1] += " " + part
			continue
		}
		out = append(out, part)
	}
	return out
}

// piece returns as much of a word as fits on a line, at least one character.
func (s *sheet) piece(part string, st style, width float64) string {
	if s.measure(part, st) <= width+slack {
		return part
	}
	end := 0
	for end < len(part) {
		_, n := utf8.DecodeRuneInString(part[end:])
		if end > 0 && s.measure(part[:end+n], st) > width {
			break
		}
		end += n
	}
	return part[:end]
}

// cut shortens a text to a width, with an ellipsis where it had to.
func (s *sheet) cut(text string, st style, width float64) string {
	if s.measure(text, st) <= width {
		return text
	}
	for text != "" {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
		if s.measure(text+"…", st) <= width {
			return strings.TrimRight(text, " ") + "…"
		}
	}
	return ""
}

// write draws a line of words from x, with its baseline at y. Neighbouring words of one
// weight are drawn as one text, so that a reader of the file finds sentences.
func (s *sheet) write(line []word, st style, x, y float64) {
	space := s.measure(" ", st)
	for i := 0; i < len(line); {
		text := line[i].text
		j := i + 1
		for ; j < len(line) && line[j].strong == line[i].strong; j++ {
			if !line[j].joined {
				text += " "
			}
			text += line[j].text
		}
		here := st
		here.bold = st.bold || line[i].strong
		s.say(text, here, x, y, fromLeft)
		x += s.measure(text, here)
		if j < len(line) && !line[j].joined {
			x += space
		}
		i = j
	}
}

// textHeight returns how high a phrase stands in a width.
func (s *sheet) textHeight(p model.Phrase, st style, width float64) float64 {
	return float64(len(s.wrap(p, st, width))) * st.line()
}

// text writes a phrase from x in a width, over pages if need be, and moves on.
func (s *sheet) text(p model.Phrase, st style, x, width float64) {
	defer s.begin(roleOf(st), "")()
	for _, line := range s.wrap(p, st, width) {
		s.need(st.line())
		s.write(line, st, x, s.baseline(st))
		s.y += st.line()
	}
	s.settle()
}

// baseline is that of a line of text which begins at the present place.
func (s *sheet) baseline(st style) float64 { return s.y + st.size*1.02 }
