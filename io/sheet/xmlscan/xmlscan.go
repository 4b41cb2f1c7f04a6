// Package xmlscan reads the XML in workbooks piece by piece, in bounded memory.
package xmlscan

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/grid"
)

// Pass passes by the content of the element whose start was read, up to its end tag, without
// looking at what it is. A comment with that very tag in it would end it too early: whoever
// reads the rows compares what is found behind them.
func (x *Scanner) Pass() error {
	end := append([]byte("</"), x.open[x.opened[len(x.opened)-1]:]...)
	rare := max(bytes.IndexByte(end, 'h'), 0) // of "sheetData": no tag of a cell has one
	for {
		for from := x.pos; ; {
			i := bytes.Index(x.buf[from:x.end], end[rare:])
			if i < 0 {
				break
			}
			if from += i; bytes.HasPrefix(x.buf[max(from-rare, x.pos):x.end], end) {
				x.pos = from - rare
				return nil
			}
			from++
		}
		x.pos = max(x.pos, x.end-len(end))
		if err := x.fill(); err != nil {
			return err
		}
	}
}

// The sheets and the shared texts of a workbook are nearly all of it, and the standard
// library's decoder takes ten times as long for them as unpacking does. This reader of XML
// (W3C, Extensible Markup Language 1.0, fifth edition) knows what a workbook's parts may
// hold: elements with any prefix, attributes, character data, CDATA, references, comments
// and processing instructions. It checks that tags match, and refuses document types, by
// whose entities a few bytes become gigabytes; no workbook has one (ECMA-376 part 2, 8.1.4).

// Kind says what tokens.next found.
type Kind uint8

const (
	StartTag Kind = iota + 1
	EndTag
	Characters
)

// Scanner reads XML piece by piece. What name, attrs and text hold is overwritten by next.
type Scanner struct {
	Name []byte // the local name of a tag
	// Prefixed says that the tag has a prefix before its local name.
	Prefixed bool
	Attrs    []attribute
	Text     []byte // characters, references resolved

	r        io.Reader
	buf      []byte
	pos, end int
	before   int64 // bytes that were read before those of buf
	failed   error // of r
	open     []byte
	opened   []int // where the names of the open elements begin in open
	closing  bool  // the tag just handed over closes itself
	scratch  []byte
	begun    bool
	wide     bool // it is stored in UTF-16
}

// attribute is one of a tag: its local name, and its value as it is written.
type attribute struct{ Name, Value []byte }

// Bytes of the buffer: at first, since most parts are small, and then. It grows further for longer tokens.
const (
	firstRoom = 1 << 12
	room      = 1 << 16
)

var (
	errMore    = message.New("the token is incomplete")
	ErrCut     = message.New("it ends too early")
	errDocType = message.New("it has a document type, which workbooks do not have and which can make a small file grow without end")
)

// New returns a scanner of the XML in r.
func New(r io.Reader) *Scanner {
	return &Scanner{r: r, buf: make([]byte, firstRoom)}
}

// Offset returns how many bytes were read before the next token.
func (x *Scanner) Offset() int64 { return x.before + int64(x.pos) }

// ClosesItself tells of the start tag just read whether its element is empty and ends with it.
func (x *Scanner) ClosesItself() bool { return x.closing }

// Peek returns what was read and not yet handed over, for a look at it without next: nil where
// that is less than so many bytes.
func (x *Scanner) Peek(least int) []byte {
	if x.closing || x.end-x.pos < least {
		return nil
	}
	return x.buf[x.pos:x.end]
}

// Discard passes by so many bytes of what peek returned, in which no element may begin or end
// without its other half.
func (x *Scanner) Discard(n int) { x.pos += n }

// Depth returns how many elements are open.
func (x *Scanner) Depth() int { return len(x.opened) }

// Next reads a tag or characters. Of an element that closes itself it hands over both tags.
// It returns io.EOF after the end of the outermost element.
func (x *Scanner) Next() (Kind, error) {
	if x.closing {
		x.closing = false
		x.pop()
		return EndTag, nil
	}
	if !x.begun {
		if err := x.begin(); err != nil {
			return 0, err
		}
	}
	for {
		kind, n, err := x.read(x.buf[x.pos:x.end])
		if err == errMore {
			if err = x.fill(); err == nil {
				continue
			}
		}
		if err != nil {
			return 0, err
		}
		x.pos += n
		if kind != 0 {
			return kind, nil
		}
	}
}

// begin skips a byte order mark.
func (x *Scanner) begin() error {
	x.begun = true
	for x.end < 3 && x.failed == nil {
		if err := x.fill(); err != nil && err != io.EOF && err != ErrCut {
			return err
		}
	}
	const mark = "\ufeff"
	head := x.buf[:x.end]
	switch {
	case bytes.HasPrefix(head, []byte(mark)):
		x.pos = len(mark)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		rest := io.MultiReader(bytes.NewReader(bytes.Clone(head)), &afterwards{x.r, x.failed})
		x.r = transform.NewReader(rest, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder())
		x.pos, x.end, x.failed, x.wide = 0, 0, nil, true
	}
	return nil
}

// afterwards reads on, or returns the error that was met already.
type afterwards struct {
	r   io.Reader
	err error
}

func (a *afterwards) Read(p []byte) (int, error) {
	if a.err != nil {
		return 0, a.err
	}
	return a.r.Read(p)
}

// fill reads more behind what is still to be handed over. It returns io.EOF at a proper end.
func (x *Scanner) fill() error {
	if x.failed != nil {
		switch {
		case x.failed != io.EOF:
			return x.failed
		case len(x.opened) > 0 || len(bytes.TrimSpace(x.buf[x.pos:x.end])) > 0:
			return ErrCut
		}
		return io.EOF
	}
	if x.pos > 0 {
		x.before += int64(x.pos)
		x.end = copy(x.buf, x.buf[x.pos:x.end])
		x.pos = 0
	}
	if x.end == len(x.buf) {
		if len(x.buf) > limits.MaxRecordBytes {
			return grid.ErrTooLong
		}
		x.buf = append(x.buf, make([]byte, len(x.buf))...)
	}
	if x.before > 0 && len(x.buf) < room {
		x.buf = append(x.buf, make([]byte, room-len(x.buf))...)
	}
	// A token that is not whole is read anew from its start: the buffer is filled, lest that
	// be done for every few bytes.
	for x.end < len(x.buf) && x.failed == nil {
		n, err := x.r.Read(x.buf[x.end:])
		x.end, x.failed = x.end+n, err
	}
	return nil
}

// read reads a token from the beginning of b and returns how long it is; the kind is 0 where
// there is nothing to hand over.
func (x *Scanner) read(b []byte) (Kind, int, error) {
	if len(b) == 0 {
		return 0, 0, errMore
	}
	if b[0] != '<' {
		return x.readText(b)
	}
	if len(b) < 2 {
		return 0, 0, errMore
	}
	switch b[1] {
	case '/':
		return x.readEnd(b)
	case '?':
		return x.readInstruction(b)
	case '!':
		return x.readMarked(b)
	}
	return x.readStart(b)
}

func (x *Scanner) readText(b []byte) (Kind, int, error) {
	n := bytes.IndexByte(b, '<')
	if n < 0 {
		return 0, 0, errMore
	}
	if len(x.opened) == 0 {
		if len(bytes.TrimSpace(b[:n])) > 0 {
			return 0, 0, message.Errorf("found %s where an element is expected", grid.Quote(string(b[:min(n, grid.MaxQuoted)])))
		}
		return 0, n, nil
	}
	var err error
	x.Text, err = x.Resolve(b[:n])
	return Characters, n, err
}

// readEnd reads "</name>".
func (x *Scanner) readEnd(b []byte) (Kind, int, error) {
	n := bytes.IndexByte(b, '>')
	if n < 0 {
		return 0, 0, errMore
	}
	name := b[2:n]
	if n > 2 && isSpace(b[n-1]) {
		name = bytes.TrimRight(name, " \t\r\n")
	}
	if len(x.opened) == 0 || string(x.open[x.opened[len(x.opened)-1]:]) != string(name) {
		return 0, 0, message.Errorf("found the end of <%s>, which is not open", shortened(name))
	}
	x.Name = local(name)
	x.pop()
	return EndTag, n + 1, nil
}

func (x *Scanner) pop() {
	last := len(x.opened) - 1
	x.open = x.open[:x.opened[last]]
	x.opened = x.opened[:last]
}

// readInstruction passes "<?...?>" by. One that declares an encoding that is not read is an
// error.
func (x *Scanner) readInstruction(b []byte) (Kind, int, error) {
	n := bytes.Index(b, []byte("?>"))
	if n < 0 {
		return 0, 0, errMore
	}
	if rest, ok := bytes.CutPrefix(b[:n], []byte("<?xml ")); ok {
		_, encoding, _ := strings.Cut(string(rest), "encoding")
		name := strings.Trim(strings.TrimSpace(encoding), `="' `)
		if end := strings.IndexAny(name, `"' `); end >= 0 {
			name = name[:end]
		}
		upper := strings.ToUpper(name)
		if upper != "" && (x.wide != strings.HasPrefix(upper, "UTF-16") || !x.wide && upper != "UTF-8" && upper != "US-ASCII") {
			return 0, 0, message.Errorf("it says that it is in the encoding %s, but UTF-8 is expected", grid.Quote(name))
		}
	}
	return 0, n + 2, nil
}

// readMarked reads comments, which are passed by, and CDATA.
func (x *Scanner) readMarked(b []byte) (Kind, int, error) {
	const comment, cdata = "<!--", "<![CDATA["
	switch {
	case bytes.HasPrefix(b, []byte(comment)):
		n := bytes.Index(b[len(comment):], []byte("-->"))
		if n < 0 {
			return 0, 0, errMore
		}
		return 0, len(comment) + n + 3, nil
	case bytes.HasPrefix(b, []byte(cdata)):
		n := bytes.Index(b, []byte("]]>"))
		if n < 0 {
			return 0, 0, errMore
		}
		if len(x.opened) == 0 {
			return 0, 0, message.New("found characters where an element is expected")
		}
		x.Text = b[len(cdata):n]
		return Characters, n + 3, checkCharacters(x.Text)
	case len(b) < len(cdata):
		return 0, 0, errMore
	case bytes.HasPrefix(b, []byte("<!DOCTYPE")):
		return 0, 0, errDocType
	}
	return 0, 0, message.New("found <! that does not begin anything known")
}

// readStart reads "<name attributes>" or "<name attributes/>".
func (x *Scanner) readStart(b []byte) (Kind, int, error) {
	i := 1
	for ; ; i++ {
		if i == len(b) {
			return 0, 0, errMore
		}
		if c := b[i]; c == '>' || c == '/' || isSpace(c) {
			break
		}
	}
	name := b[1:i]
	if !isName(name) {
		return 0, 0, message.Errorf("found <%s, which is not the name of an element", shortened(name))
	}
	x.Attrs = x.Attrs[:0]
	for {
		spaced := i
		for i < len(b) && isSpace(b[i]) {
			i++
		}
		if i == len(b) {
			return 0, 0, errMore
		}
		switch b[i] {
		case '>':
			return StartTag, i + 1, x.push(name, false)
		case '/':
			if i+1 == len(b) {
				return 0, 0, errMore
			}
			if b[i+1] != '>' {
				return 0, 0, message.Errorf("found / inside the tag <%s>", shortened(name))
			}
			return StartTag, i + 2, x.push(name, true)
		}
		if spaced == i {
			return 0, 0, message.Errorf("the attributes of <%s> are not separated", shortened(name))
		}
		n, err := x.readAttribute(b[i:])
		if err != nil {
			return 0, 0, err
		}
		i += n
	}
}

// readAttribute reads `name="value"` and returns how long it is.
func (x *Scanner) readAttribute(b []byte) (int, error) {
	i := 0
	for ; ; i++ {
		if i == len(b) {
			return 0, errMore
		}
		if c := b[i]; c == '=' || isSpace(c) {
			break
		}
		if b[i] == '<' || b[i] == '>' || b[i] == '"' || b[i] == '\'' {
			return 0, message.Errorf("the attribute %s has no value", grid.Quote(string(b[:i])))
		}
	}
	name := b[:i]
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	if i == len(b) {
		return 0, errMore
	}
	if b[i] != '=' || len(name) == 0 {
		return 0, message.Errorf("the attribute %s has no value", grid.Quote(string(name)))
	}
	for i++; i < len(b) && isSpace(b[i]); i++ {
	}
	if i == len(b) {
		return 0, errMore
	}
	mark := b[i]
	if mark != '"' && mark != '\'' {
		return 0, message.Errorf("the value of the attribute %s is not in quotation marks", grid.Quote(string(name)))
	}
	i++
	n := bytes.IndexByte(b[i:], mark)
	if n < 0 {
		return 0, errMore
	}
	value := b[i : i+n]
	if bytes.IndexByte(value, '<') >= 0 {
		return 0, message.Errorf("found < in the value of the attribute %s", grid.Quote(string(name)))
	}
	if len(x.Attrs) == limits.MaxXMLAttributes {
		return 0, message.Errorf("a tag has more than %d attributes", limits.MaxXMLAttributes)
	}
	x.Attrs = append(x.Attrs, attribute{local(name), value})
	return i + n + 1, nil
}

// push opens an element.
func (x *Scanner) push(name []byte, closes bool) error {
	switch {
	case len(x.opened) == limits.MaxXMLNesting:
		return message.Errorf("its elements are nested more than %d deep", limits.MaxXMLNesting)
	case len(name) > limits.MaxXMLNameBytes:
		return message.Errorf("the name of an element has more than %d bytes", limits.MaxXMLNameBytes)
	}
	x.opened = append(x.opened, len(x.open))
	x.open = append(x.open, name...)
	x.Name, x.closing = local(name), closes
	x.Prefixed = len(x.Name) < len(name)
	return nil
}

// Skip reads up to the end of the element whose start was read.
func (x *Scanner) Skip() error {
	for depth := len(x.opened) - 1; ; {
		kind, err := x.Next()
		if err != nil {
			return err
		}
		if kind == EndTag && len(x.opened) == depth {
			return nil
		}
	}
}

// Characters appends the characters up to the end of the element whose start was read, in
// which there may be no other.
func (x *Scanner) Characters(to []byte) ([]byte, error) {
	for {
		kind, err := x.Next()
		if err != nil {
			return to, err
		}
		switch kind {
		case Characters:
			if to = append(to, x.Text...); len(to) > limits.MaxRecordBytes {
				return to, grid.ErrTooLong
			}
		case EndTag:
			return to, nil
		default:
			return to, message.Errorf("found <%s> inside a text", shortened(x.Name))
		}
	}
}

// Value returns the value of an attribute of the tag just read, "" where it has none.
func (x *Scanner) Value(name string) (string, error) {
	for _, a := range x.Attrs {
		if string(a.Name) == name {
			v, err := x.Resolve(a.Value)
			return string(v), err
		}
	}
	return "", nil
}

// Resolve replaces references by characters, and ends of lines by line feeds.
func (x *Scanner) Resolve(b []byte) ([]byte, error) {
	i := 0
	for ; i < len(b); i++ {
		if c := b[i]; c == '&' || c == '\r' || c < ' ' && c != '\t' && c != '\n' || c >= utf8.RuneSelf {
			break
		}
	}
	if i == len(b) {
		return b, nil
	}
	if err := checkCharacters(b[i:]); err != nil {
		return nil, err
	}
	if bytes.IndexByte(b[i:], '&') < 0 && bytes.IndexByte(b[i:], '\r') < 0 {
		return b, nil
	}
	out := append(x.scratch[:0], b[:i]...)
	for i < len(b) {
		switch c := b[i]; c {
		case '\r':
			if i+1 == len(b) || b[i+1] != '\n' {
				out = append(out, '\n')
			}
			i++
		case '&':
			n := bytes.IndexByte(b[i:], ';')
			if n < 0 {
				return nil, message.New("found & that does not begin a reference")
			}
			r, ok := reference(string(b[i+1 : i+n]))
			if !ok {
				return nil, message.Errorf("found the unknown reference &%s;", shortened(b[i+1:i+n]))
			}
			out = utf8.AppendRune(out, r)
			i += n + 1
		default:
			out = append(out, c)
			i++
		}
	}
	x.scratch = out
	return out, nil
}

// reference returns the character that a reference without & and ; stands for.
func reference(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, false
	}
	return rune(n), isCharacter(rune(n))
}

// checkCharacters errors on what is no character of XML (2.2).
func checkCharacters(b []byte) error {
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf {
			if c < ' ' && !isSpace(c) {
				return message.Errorf("found the character %U, which XML does not allow", c)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return message.New("found characters that are not UTF-8")
		}
		if !isCharacter(r) {
			return message.Errorf("found the character %U, which XML does not allow", r)
		}
		i += n
	}
	return nil
}

func isCharacter(r rune) bool {
	return r >= ' ' && r <= 0xd7ff || r == '\t' || r == '\n' || r == '\r' || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= utf8.MaxRune
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// isName reports whether a name could be one: which letters XML allows is not looked at.
func isName(name []byte) bool {
	if len(name) == 0 {
		return false
	}
	for _, c := range name {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf || c == '_':
		case c >= '0' && c <= '9' || c == '-' || c == '.' || c == ':':
			if c != ':' && name[0] == c {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// local returns a name without its prefix, if it has one and something after it.
func local(name []byte) []byte {
	if len(name) < 3 {
		return name
	}
	if i := bytes.IndexByte(name, ':'); i > 0 && i < len(name)-1 {
		return name[i+1:]
	}
	return name
}

func shortened(name []byte) string { return string(name[:min(len(name), grid.MaxQuoted)]) }
