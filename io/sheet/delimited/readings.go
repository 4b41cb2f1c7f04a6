package delimited

import (
	"io"
	"strings"

	"steward/io/sheet/format"
	"steward/io/sheet/grid"
)

// Readings tells what a text table would look like if it were written otherwise, for the steward who says how it is.
type Readings struct {
	words  [][]byte // the first that have bytes beyond ASCII
	sample string
	quote  byte
	ending byte
	cut    bool // the sample does not go to the end of the file
}

const wordsShown = 3

// Readings looks for what depends on how the table is written. It errors as Written does.
func (f File) Readings(opts Options) (Readings, error) {
	read, err := f.Written("", opts)
	if err != nil {
		return Readings{}, err
	}
	g := read.(*Grid)
	text, err := io.ReadAll(io.LimitReader(g.reader(f.source, f.source.Size), format.SampleBytes))
	if err != nil {
		return Readings{}, grid.Unreadable(f.source.Name, err)
	}
	r := Readings{sample: string(text), quote: g.quote, ending: g.ending, cut: len(text) == format.SampleBytes}
	if g.Encoding.wide() {
		return r, nil
	}
	s, buffer := new(survey), make([]byte, 1<<16)
	for in := f.source.All(); len(s.words) < wordsShown; {
		n, err := io.ReadFull(in, buffer)
		s.add(buffer[:n])
		if err != nil {
			break
		}
	}
	r.words = s.words[:min(len(s.words), wordsShown)]
	return r, nil
}

// wide tells the encodings of two bytes for a character, which no word of another one can be tried in.
func (e Encoding) wide() bool { return e == UTF16LE || e == UTF16BE }

// Sample returns words of the table as they are read in an encoding, "" where none depends on it.
func (r Readings) Sample(e Encoding) string {
	if e.wide() {
		return ""
	}
	texts := make([]string, len(r.words))
	for i, w := range r.words {
		text := w
		if d := e.decoder(); d != nil {
			text, _ = d.Bytes(w)
		}
		texts[i] = shown(string(text))
	}
	return strings.Join(texts, ", ")
}

// Fields returns how many fields most of the first records have with a delimiter between them.
func (r Readings) Fields(delimiter string) int {
	_, fields := agreement(fieldCounts(r.sample, delimiter, r.quote, r.ending, r.cut))
	return fields
}
