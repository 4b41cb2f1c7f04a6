package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// printedPage is a page of a finished file, read back from its bytes.
type printedPage struct {
	texts  []printedText
	shapes int // paths filled or stroked
	height float64
}

// printedText is a text on a page: where its baseline begins, from the lower left corner.
type printedText struct {
	text   string
	x, y   float64
	size   float64
	bold   bool
	turned bool
}

var (
	objects = regexp.MustCompile(`(?s)(\d+) 0 obj\n(.*?)\nendobj`)
	streams = regexp.MustCompile(`(?s)stream\n(.*)\nendstream`)
	kids    = regexp.MustCompile(`/Kids \[([^\]]*)\]`)
	content = regexp.MustCompile(`/Contents (\d+) 0 R`)
	box     = regexp.MustCompile(`/MediaBox \[0 0 [0-9.]+ ([0-9.]+)\]`)
	fonts   = regexp.MustCompile(`/(F[0-9a-f]+) (\d+) 0 R`)
	chosen  = regexp.MustCompile(`^BT /(F[0-9a-f]+) ([0-9.]+) Tf ET$`)
	shown   = regexp.MustCompile(`(?s)BT ([0-9.-]+) ([0-9.-]+) Td \((.*)\) Tj ET`)
)

// readBack reads the pages of a file, in their order.
func readBack(t *testing.T, file []byte) []printedPage {
	t.Helper()
	object := make(map[string][]byte)
	for _, m := range objects.FindAllSubmatch(file, -1) {
		object[string(m[1])] = m[2]
	}
	list := kids.FindSubmatch(file)
	if list == nil {
		t.Fatal("the file has no list of pages")
	}
	bold := ""
	for _, m := range fonts.FindAllSubmatch(file, -1) {
		if bytes.Contains(object[string(m[2])], []byte("/BaseFont /utf8liberationsansB\n")) {
			bold = string(m[1])
		}
	}
	var pages []printedPage
	for _, ref := range strings.Split(strings.TrimSuffix(strings.TrimSpace(string(list[1])), " 0 R"), " 0 R ") {
		at := content.FindSubmatch(object[ref])
		if at == nil {
			t.Fatalf("page object %s has no content", ref)
		}
		page := readPage(t, inflated(t, object[string(at[1])]), bold)
		page.height = decimal(t, box.FindSubmatch(file)[1])
		pages = append(pages, page)
	}
	return pages
}

func inflated(t *testing.T, object []byte) []byte {
	t.Helper()
	m := streams.FindSubmatch(object)
	if m == nil {
		t.Fatal("an object lacks its stream")
	}
	r, err := zlib.NewReader(bytes.NewReader(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func readPage(t *testing.T, stream []byte, bold string) printedPage {
	t.Helper()
	var p printedPage
	var now printedText
	// No text of the tests holds a character with a byte like that of a line's end.
	for _, line := range bytes.Split(stream, []byte("\n")) {
		switch {
		case bytes.HasPrefix(line, []byte("BT /")):
			m := chosen.FindSubmatch(line)
			now.bold, now.size = string(m[1]) == bold, decimal(t, m[2])
		case bytes.Contains(line, []byte(" Tj ET")):
			m := shown.FindSubmatch(line)
			now.x, now.y, now.text = decimal(t, m[1]), decimal(t, m[2]), decoded(m[3])
			if now.text != " " { // which stands between lines
				p.texts = append(p.texts, now)
			}
		case bytes.HasSuffix(line, []byte(" cm")):
			now.turned = true
		case string(line) == "Q":
			now.turned = false
		case string(line) == "f", string(line) == "S":
			p.shapes++
		}
	}
	return p
}

func decimal(t *testing.T, b []byte) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// decoded returns the text of a string in a file.
func decoded(b []byte) string {
	var raw []byte
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) {
			i++
			if b[i] == 'r' {
				raw = append(raw, '\r')
				continue
			}
		}
		raw = append(raw, b[i])
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	return string(utf16.Decode(units))
}

// joinedText returns all that a page says, in the order of the file.
func (p printedPage) joinedText() string {
	var b strings.Builder
	for _, x := range p.texts {
		fmt.Fprintln(&b, x.text)
	}
	return b.String()
}

// saidBy returns all that the pages say between head and foot, with single spaces, so that
// a sentence that was broken into lines or over pages is found.
func saidBy(pages []printedPage) string {
	var b strings.Builder
	for _, p := range pages {
		for _, x := range p.texts {
			if x.y < p.height-58 && x.y > 44 {
				fmt.Fprintln(&b, x.text)
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// outlines returns the titles of the bookmarks, in order.
func outlines(file []byte) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?s)/Title \(((?:\\.|[^\\)])*)\)\n?/Parent`).FindAllSubmatch(file, -1) {
		out = append(out, strings.TrimPrefix(decoded(m[1]), "\ufeff"))
	}
	return out
}
