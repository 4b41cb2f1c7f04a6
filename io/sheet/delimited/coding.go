package delimited

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"steward/io/sheet/grid"
)

const utf8BOM = "\ufeff"

const chooseEncoding = "choose the encoding in which the file was saved, or save it again as CSV in UTF-8"

// coding is how the bytes of a text table are turned into characters.
type coding struct {
	Encoding Encoding
	mark     int64 // length of the byte order mark, which is skipped
}

// recogniseCoding tells the encoding by the byte order mark, else by where NUL bytes stand.
// UTF-8 is checked row by row. Charset detectors are not used: on short tables they are
// wrong half of the time.
func recogniseCoding(name string, head []byte, wanted Encoding) (coding, error) {
	c := coding{Encoding: wanted}
	marked := AnyEncoding
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		return c, grid.NewFault(name, "the file is in UTF-32").WithRemedy("open it in the program that made it and save it as CSV in UTF-8")
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		marked, c.mark = UTF8, 3
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		marked, c.mark = UTF16LE, 2
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		marked, c.mark = UTF16BE, 2
	}
	switch {
	case wanted != AnyEncoding && wanted.index() < 0:
		return c, grid.NewFault(name, "the file was to be read in %s", wanted).WithRemedy("choose one of the encodings that are offered")
	case wanted == AnyEncoding && marked == AnyEncoding:
		c.Encoding = encodingByNULs(head)
	case wanted == AnyEncoding:
		c.Encoding = marked
	case marked != AnyEncoding && marked != wanted:
		return c, grid.NewFault(name, "the file says that it is in %s but was to be read in %s", marked, wanted).WithRemedy("choose %s", marked)
	}
	return c, nil
}

// encodingByNULs returns UTF-16 when NUL bytes stand at even places only, or at odd ones
// only, and ends of lines are made with them: every other byte of European text in UTF-16
// is a NUL, and of any other text those of commas and ends of lines. A text in another
// encoding has none, and a damaged one does not have them there.
func encodingByNULs(head []byte) Encoding {
	var nuls, ends [2]int
	feeds := 0
	for i, b := range head {
		switch {
		case b == 0:
			nuls[i%2]++
		case b == '\n' || b == '\r':
			feeds++
			if n := i ^ 1; n < len(head) && head[n] == 0 { // the other half of the pair
				ends[i%2]++
			}
		}
	}
	const hardly = 10 // one NUL for so many at the other places, as in "Ā"
	for order, e := range [2]Encoding{UTF16LE, UTF16BE} {
		these, others := nuls[1-order], nuls[order]
		lines := ends[order] > 0 && 2*ends[order] >= feeds
		dense := these > len(head)/4
		if len(head)%2 == 0 && these > 0 && these >= hardly*others && (lines || dense) {
			return e
		}
	}
	return UTF8
}

// reader returns the characters of a file in UTF-8. What has no meaning in the encoding
// comes out as U+FFFD; what is not UTF-8, where that is the encoding, is left as it is.
func (c coding) reader(r io.ReaderAt, size int64) io.Reader {
	in := io.NewSectionReader(r, c.mark, size-c.mark)
	if d := c.Encoding.decoder(); d != nil {
		return transform.NewReader(in, d)
	}
	return in
}

// controls reports whether the encoding gives meanings to the bytes 0x80 to 0x9F that no
// text has.
func (c coding) controls() bool { return c.Encoding == "iso-8859-1" || c.Encoding == "iso-8859-9" }

// sound reports whether a text has nothing in it that misread would find.
func (c coding) sound(text string) bool {
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return false
	case c.Encoding == UTF8:
		return utf8.ValidString(text)
	case c.controls() && strings.IndexFunc(text, isC1) >= 0:
		return false
	}
	return !strings.Contains(text, "\ufffd")
}

// isC1 tells the control characters that stand in ISO 8859 where Windows has letters.
func isC1(r rune) bool { return 0x80 <= r && r <= 0x9f }

// misread is the error for a field that is not sound.
func (r *reader) misread(line, column int, field string) error {
	switch {
	case strings.IndexByte(field, 0) >= 0:
		return r.fault(line, column, "found a NUL, which no text has: the file is damaged or is not a text table").WithRemedy("choose another file, or save it again as CSV in UTF-8")
	case r.grid.Encoding == UTF8:
		return r.fault(line, column, "found characters that are not UTF-8, in %s (the file is probably in a regional encoding, such as Western European (Windows-1252))", grid.Quote(shown(field))).WithRemedy(chooseEncoding)
	}
	return r.fault(line, column, "found characters that are not %s, in %s", r.grid.Encoding, grid.Quote(shown(field))).WithRemedy(chooseEncoding)
}

// shown is a text as it can be shown to the steward who is to find the right encoding.
func shown(field string) string {
	return strings.Map(func(r rune) rune {
		if r == 0 || isC1(r) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(field, "\ufffd"))
}

// isReadable reports whether the first bytes could be those of a text: no character but those
// that texts have, of which UTF-16 has a NUL beside each.
func isReadable(head []byte) bool {
	odd := 0
	for _, b := range head {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' {
			odd++
		}
	}
	return odd == 0 || encodingByNULs(head) != UTF8 || bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
}
