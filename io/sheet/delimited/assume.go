package delimited

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"steward/core/message"
	"steward/io/sheet/grid"
)

// Assume returns the options with what has to be assumed to read the table where neither they nor
// the file say it: the encoding of characters that are not UTF-8, and what stands between the fields
// where that is not what the name of the file tells. What cannot be told is left open, and is then an
// error of reading. It reads the whole file where nothing says its encoding.
func (f File) Assume(ctx context.Context, opts Options) (Options, error) {
	c, err := recogniseCoding(f.source.Name, f.head, opts.Encoding)
	if err != nil {
		return opts, err
	}
	if opts.Encoding == AnyEncoding && c.Encoding == UTF8 && c.mark == 0 {
		if opts.Encoding, err = f.regional(ctx); err != nil {
			return opts, err
		}
	}
	read, err := f.Written("", opts)
	if err != nil {
		return opts, err
	}
	if g := read.(*Grid); opts.Delimiter == "" && !g.declared && g.Delimiter != usualDelimiter(f.source.Name) {
		opts.Delimiter = g.Delimiter
	}
	return opts, nil
}

// Assumed says that a file is read in an encoding that nothing says.
func (e Encoding) Assumed() message.Text {
	return message.Sprintf("The file does not state its encoding. It is read as %s.", e.Said())
}

// usualDelimiter is what stands between the fields of files with such a name, "" where that tells nothing.
func usualDelimiter(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return ","
	case ".tsv", ".tab":
		return "\t"
	}
	return ""
}

// assumable are the encodings of a byte for each character that are assumed, the likelier first. Those that differ
// from one of them by few letters are left to the steward.
var assumable = []Encoding{"windows-1252", "windows-1250", "windows-1251", "windows-1253", "ibm850", "macintosh", "ibm852", "ibm866", "koi8-r", "windows-1255", "windows-1256"}

const (
	wordsLookedAt = 2000
	longestWord   = 40
	likelyWords   = 0.6 // of the words with letters beyond ASCII
	hardlyUTF8    = 10  // so many words with bytes beyond ASCII that are not UTF-8 for each that is
)

// regional returns the encoding in which most words with letters beyond ASCII look like words, AnyEncoding where
// the file is in UTF-8, where it seems to be and is damaged, and where no encoding fits.
func (f File) regional(ctx context.Context) (Encoding, error) {
	s := new(survey)
	buffer := make([]byte, 1<<16)
	for in := f.source.All(); ; {
		if err := ctx.Err(); err != nil {
			return AnyEncoding, err
		}
		n, err := io.ReadFull(in, buffer)
		s.add(buffer[:n])
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			s.add([]byte{'\n'})
			return s.encoding(), nil
		default:
			return AnyEncoding, grid.Unreadable(f.source.Name, err)
		}
	}
}

// survey is what a file tells of its encoding.
type survey struct {
	bad, unicode int      // words with bytes beyond ASCII that are not UTF-8, and that are
	words        [][]byte // that have bytes beyond ASCII
	word         []byte   // that is not at its end
	beyond       bool     // it has bytes beyond ASCII
}

// add takes over the next bytes of the file. A word is cut nowhere, so that characters of UTF-8 are not either.
func (s *survey) add(b []byte) {
	for _, c := range b {
		if c >= utf8.RuneSelf || 'a' <= c|0x20 && c|0x20 <= 'z' {
			s.word, s.beyond = append(s.word, c), s.beyond || c >= utf8.RuneSelf
			if len(s.word) < 1<<16 {
				continue
			}
		}
		if s.beyond {
			s.end()
		}
		s.word, s.beyond = s.word[:0], false
	}
}

// end counts a word with bytes beyond ASCII.
func (s *survey) end() {
	if utf8.Valid(s.word) {
		s.unicode++
	} else {
		s.bad++
	}
	if len(s.words) < wordsLookedAt && len(s.word) <= longestWord {
		s.words = append(s.words, append([]byte(nil), s.word...))
	}
}

func (s *survey) encoding() Encoding {
	if s.bad == 0 || s.unicode*hardlyUTF8 > s.bad {
		return AnyEncoding
	}
	best, most := AnyEncoding, int(likelyWords*float64(len(s.words)))
	for _, e := range assumable {
		likely := 0
		for _, w := range s.words {
			if text, err := e.decoder().Bytes(w); err == nil && likeAWord(string(text)) {
				likely++
			}
		}
		if likely > most {
			best, most = e, likely
		}
	}
	return best
}

// around are marks that stand before and behind words.
const around = "«»‹›„“”‚‘’…–—·•§©®°ºª²³½¼€£¥¿¡\u00a0"

// likeAWord tells texts that people write from those that come of a wrong encoding: letters of one alphabet,
// all small, all capital or the first one alone, few of them with marks in a Latin word.
func likeAWord(text string) bool {
	text = strings.Trim(text, around)
	var script *unicode.RangeTable
	capitals, small, marked := 0, 0, 0
	for i, r := range text {
		if r == '’' || r == '\u00a0' {
			continue
		}
		of := scriptOf(r)
		if of == nil || script != nil && of != script {
			return false
		}
		script = of
		switch {
		case r == 'ß':
		case unicode.IsUpper(r):
			capitals++
		case unicode.IsLower(r):
			if small++; capitals > 1 || capitals == 1 && !unicode.IsUpper(first(text)) {
				return false
			}
		}
		if small > 0 && unicode.IsUpper(r) && i > 0 {
			return false
		}
		if marked++; r < utf8.RuneSelf {
			marked = 0
		}
		if marked > 3 && script == unicode.Latin {
			return false
		}
	}
	return true
}

func first(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// scriptOf returns the alphabet of a letter, nil for what is none.
func scriptOf(r rune) *unicode.RangeTable {
	if !unicode.IsLetter(r) {
		return nil
	}
	for _, t := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic} {
		if unicode.Is(t, r) {
			return t
		}
	}
	return nil
}
