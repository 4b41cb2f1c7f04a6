package sheet

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const utf8BOM = "\ufeff"

const saveUTF8 = "open it in the program that made it and save it as CSV in UTF-8"

// coding is how the bytes of a text table are turned into characters.
type coding struct {
	encoding Encoding
	mark     int64 // length of the byte order mark, which is skipped
	cr       bool  // lines end with a lone carriage return, as on old Macintoshes
}

// recogniseCoding tells the encoding by the byte order mark, else by where NUL bytes stand:
// every other byte of European text in UTF-16 is one. UTF-8 is checked row by row.
// Charset detectors are not used: on short tables they are wrong half of the time.
func recogniseCoding(name string, head []byte, wanted Encoding) (coding, error) {
	c := coding{encoding: wanted}
	marked := AnyEncoding
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		return c, &Fault{name, "the file is in UTF-32", saveUTF8, nil}
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		marked, c.mark = UTF8, 3
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		marked, c.mark = UTF16LE, 2
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		marked, c.mark = UTF16BE, 2
	}
	switch {
	case wanted > UTF16BE:
		return c, &Fault{name, "the file was to be read in an encoding that is not known", "choose UTF-8 or UTF-16", nil}
	case wanted == AnyEncoding && marked == AnyEncoding:
		c.encoding = encodingByNULs(head)
	case wanted == AnyEncoding:
		c.encoding = marked
	case marked != AnyEncoding && marked != wanted:
		return c, &Fault{name, "the file says that it is in " + marked.String() + " but was to be read in " + wanted.String(),
			"choose " + marked.String(), nil}
	}
	sample, err := io.ReadAll(c.reader(bytes.NewReader(head), int64(len(head))))
	if err != nil {
		return c, unreadable(name, err)
	}
	c.cr = bytes.IndexByte(sample, '\r') >= 0 && bytes.IndexByte(sample, '\n') < 0
	return c, nil
}

// encodingByNULs returns UTF-16 when at least half of the bytes at even places, or at odd
// ones, are NUL and hardly any of the others is.
func encodingByNULs(head []byte) Encoding {
	var nuls [2]int
	for i, b := range head {
		if b == 0 {
			nuls[i%2]++
		}
	}
	const hardly = 10 // one NUL for so many at the other places, as in "Ā"
	switch half := len(head) / 4; {
	case len(head)%2 != 0:
	case nuls[1] > half && nuls[1] >= hardly*nuls[0]:
		return UTF16LE
	case nuls[0] > half && nuls[0] >= hardly*nuls[1]:
		return UTF16BE
	}
	return UTF8
}

// reader returns the characters of a file in UTF-8, with ends of lines that a CSV reader
// knows. What is not UTF-16 comes out as U+FFFD; what is not UTF-8 is left as it is.
func (c coding) reader(r io.ReaderAt, size int64) io.Reader {
	var out io.Reader = io.NewSectionReader(r, c.mark, size-c.mark)
	switch c.encoding {
	case UTF16LE:
		out = transform.NewReader(out, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder())
	case UTF16BE:
		out = transform.NewReader(out, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder())
	}
	if c.cr {
		out = newlines{out}
	}
	return out
}

// newlines reads carriage returns as ends of lines.
type newlines struct{ r io.Reader }

func (n newlines) Read(p []byte) (int, error) {
	k, err := n.r.Read(p)
	for i, b := range p[:k] {
		if b == '\r' {
			p[i] = '\n'
		}
	}
	return k, err
}

// misread says what is wrong with the characters of a field, or returns "".
func (c coding) misread(field string) (found, remedy string) {
	const damaged = "choose another file, or save it again as CSV in UTF-8"
	if strings.IndexByte(field, 0) >= 0 {
		return "found a NUL, which no text has: the file is damaged or is not a text table", damaged
	}
	if c.encoding == UTF8 {
		if strings.ToValidUTF8(field, "") != field {
			return "found characters that are not UTF-8 (the file is probably in the encoding of one region, such as Windows-1252)", saveUTF8
		}
	} else if strings.ContainsRune(field, '\ufffd') {
		return "found characters that are not " + c.encoding.String(), saveUTF8
	}
	return "", ""
}
