package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"steward/core/message"
	"steward/reports/page"
)

// tags are what was drawn of each element of a document, as it is marked in the content of pages
// (ISO 32000-1, 14.7 and 14.8).
type tags struct {
	elements []page.Element
	pages    [][]int // for each page the elements that its marked pieces belong to, in their order
	// last is the text that was drawn last of the present piece, and paragraph says that its texts
	// follow one another.
	last      page.Text
	paragraph bool
}

// begin opens a marked piece on the last page, and returns the words that do so.
func (t *tags) begin(element int) string {
	if t.paragraph = element >= 0 && t.elements[element].Role != page.RoleFigure; element < 0 {
		return "/Artifact BMC"
	}
	last := len(t.pages) - 1
	t.pages[last] = append(t.pages[last], element)
	return fmt.Sprintf("/%s <</MCID %d>> BDC", t.elements[element].Role, len(t.pages[last])-1)
}

// The parts of a finished file.
var (
	crossReferences = regexp.MustCompile(`startxref\n(\d+)\n%%EOF\s*$`)
	pageList        = regexp.MustCompile(`/Kids \[([^\]]*)\]`)
)

// tagged returns a finished file with the structure of its document: objects are as they were, but for
// pages and the catalog, and those of the structure follow them.
func (t *tags) tagged(file []byte) ([]byte, error) {
	objects, trailer, err := objectsOf(file)
	if err != nil {
		return nil, err
	}
	const catalogIs, pageIs = "/Type /Catalog\n", "/Type /Page\n"
	catalog, list := len(objects)-1, pageList.FindSubmatch(objects[1])
	if list == nil || !bytes.Contains(objects[catalog], []byte(catalogIs)) {
		return nil, message.Errorf("the file has no catalog or no list of pages")
	}
	var pages []int
	for _, ref := range strings.Fields(strings.ReplaceAll(string(list[1]), " 0 R", "")) {
		n, err := strconv.Atoi(ref)
		if err != nil || n < 1 || n >= len(objects) || !bytes.Contains(objects[n], []byte(pageIs)) {
			return nil, message.Errorf("the file has no page %s", ref)
		}
		objects[n] = bytes.Replace(objects[n], []byte(pageIs), fmt.Appendf(nil, pageIs+"/StructParents %d\n/Tabs /S\n", len(pages)), 1)
		pages = append(pages, n)
	}
	if len(pages) != len(t.pages) {
		return nil, message.Errorf("the file has %d pages, and %d were drawn", len(pages), len(t.pages))
	}
	root := len(objects)
	structure := t.structure(root, pages)
	objects[catalog] = bytes.Replace(objects[catalog], []byte(catalogIs),
		fmt.Appendf(nil, catalogIs+"/MarkInfo <</Marked true>>\n/StructTreeRoot %d 0 R\n/ViewerPreferences <</DisplayDocTitle true>>\n", root), 1)
	out := packed{bytes.NewBufferString("%PDF-1.7\n"), []entry{{}}}
	for n := 1; n < len(objects); n++ {
		out.entries = append(out.entries, entry{kind: 1, at: out.Len()})
		out.Write(objects[n])
	}
	if err := out.together(structure); err != nil {
		return nil, err
	}
	return out.end(trailer)
}

// packed is a file being written whose last objects are compressed together, and whose table of objects
// is a stream (ISO 32000-1, 7.5.7 and 7.5.8): the structure has thousands of small ones.
type packed struct {
	*bytes.Buffer
	entries []entry
}

// entry says where an object is: at a place in the file, or within object number at.
type entry struct{ kind, at, index int }

// mostTogether is how many objects are compressed together.
const mostTogether = 500

// together writes objects without their first and last lines, which are numbered on from the last.
func (p *packed) together(bodies [][]byte) error {
	first := len(p.entries)
	chunks := slices.Collect(slices.Chunk(bodies, mostTogether))
	for c, chunk := range chunks { // the streams are numbered after all that is in them
		for i := range chunk {
			p.entries = append(p.entries, entry{2, first + len(bodies) + c, i})
		}
	}
	number := first
	for _, chunk := range chunks {
		var index, content bytes.Buffer
		for _, body := range chunk {
			fmt.Fprintf(&index, "%d %d ", number, content.Len())
			content.Write(body)
			content.WriteByte('\n')
			number++
		}
		head := fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(chunk), index.Len())
		p.entries = append(p.entries, entry{kind: 1, at: p.Len()})
		if err := p.stream(len(p.entries)-1, head, append(index.Bytes(), content.Bytes()...)); err != nil {
			return err
		}
	}
	return nil
}

// stream writes a compressed stream as an object.
func (p *packed) stream(number int, head string, content []byte) error {
	var small bytes.Buffer
	w := zlib.NewWriter(&small)
	if _, err := w.Write(content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	fmt.Fprintf(p, "%d 0 obj\n<<%s /Filter /FlateDecode /Length %d>>\nstream\n", number, head, small.Len())
	p.Write(small.Bytes())
	p.WriteString("\nendstream\nendobj\n")
	return nil
}

// end writes the table of objects, with what the trailer says beside the size, and returns the file.
func (p *packed) end(trailer []byte) ([]byte, error) {
	start := p.Len()
	p.entries = append(p.entries, entry{kind: 1, at: start})
	var table []byte
	for n, e := range p.entries {
		if n == 0 {
			e.index = 65535
		}
		table = append(table, byte(e.kind))
		table = binary.BigEndian.AppendUint32(table, uint32(e.at))
		table = binary.BigEndian.AppendUint16(table, uint16(e.index))
	}
	head := fmt.Sprintf("/Type /XRef /Size %d /W [1 4 2]", len(p.entries))
	for _, name := range []string{"Root", "Info"} {
		ref := regexp.MustCompile("/" + name + ` \d+ 0 R`).Find(trailer)
		if ref == nil {
			return nil, message.Errorf("the file's trailer has no %s", name)
		}
		head += " " + string(ref)
	}
	if err := p.stream(len(p.entries)-1, head, table); err != nil {
		return nil, err
	}
	fmt.Fprintf(p, "startxref\n%d\n%%%%EOF\n", start)
	return p.Bytes(), nil
}

// objectsOf cuts a file into its objects, by their numbers from 1, and its trailer.
func objectsOf(file []byte) (objects [][]byte, trailer []byte, err error) {
	end := crossReferences.FindSubmatchIndex(file)
	if end == nil {
		return nil, nil, message.Errorf("the file does not end as expected")
	}
	start, err := strconv.Atoi(string(file[end[2]:end[3]]))
	if err != nil || start > end[0] {
		return nil, nil, message.Errorf("the file's table of objects is not where it should be")
	}
	table, trailer, ok := bytes.Cut(file[start:end[0]], []byte("trailer\n"))
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	if !ok || len(lines) < 4 || lines[0] != "xref" {
		return nil, nil, message.Errorf("the file's table of objects cannot be read")
	}
	offsets := []int{start}
	places := make([]int, 1, len(lines))
	for _, line := range lines[3:] {
		at, err := strconv.Atoi(strings.Fields(line)[0])
		if err != nil || at > start {
			return nil, nil, message.Errorf("an object of the file is not where it should be")
		}
		places, offsets = append(places, at), append(offsets, at)
	}
	slices.Sort(offsets)
	objects = make([][]byte, len(places))
	for n := 1; n < len(places); n++ {
		next, _ := slices.BinarySearch(offsets, places[n]+1)
		objects[n] = file[places[n]:offsets[next]]
	}
	return objects, append([]byte("trailer\n"), trailer...), nil
}

// structure returns the contents of the objects of the structure, which have numbers from first on: the
// root of the tree, the table from marked pieces to elements, and the elements.
func (t *tags) structure(first int, pages []int) [][]byte {
	own := make([][]string, len(t.elements)) // the marked pieces of each, as references
	for i, pieces := range t.pages {
		for k, e := range pieces {
			own[e] = append(own[e], fmt.Sprintf("<</Type /MCR /Pg %d 0 R /MCID %d>>", pages[i], k))
		}
	}
	// An element that nothing was drawn of, and no part of which was, is left out.
	parts := make([][]int, len(t.elements))
	drawn := make([]bool, len(t.elements))
	for e := len(t.elements) - 1; e >= 0; e-- {
		drawn[e] = e == 0 || len(own[e]) > 0 || drawn[e]
		if drawn[e] && e > 0 {
			parent := t.elements[e].Parent
			drawn[parent] = true
			parts[parent] = append(parts[parent], e)
		}
	}
	number := make([]int, len(t.elements))
	next := first + 2
	for e := range t.elements {
		if drawn[e] {
			number[e] = next
			next++
		}
	}
	objects := [][]byte{
		fmt.Appendf(nil, "<</Type /StructTreeRoot /K %d 0 R /ParentTree %d 0 R /ParentTreeNextKey %d>>", number[0], first+1, len(pages)),
		t.parentTree(number),
	}
	for e, element := range t.elements {
		if !drawn[e] {
			continue
		}
		parent, kids := first, own[e]
		if e > 0 {
			parent = number[element.Parent]
		}
		slices.Sort(parts[e])
		for _, part := range parts[e] {
			kids = append(kids, fmt.Sprintf("%d 0 R", number[part]))
		}
		more := ""
		switch element.Role {
		case page.RoleFigure:
			more = " /Alt " + unicode(element.Alt)
		case page.RoleHead:
			more = " /A <</O /Table /Scope /Column>>"
		}
		objects = append(objects, fmt.Appendf(nil, "<</Type /StructElem /S /%s /P %d 0 R%s /K [%s]>>", element.Role, parent, more, strings.Join(kids, " ")))
	}
	return objects
}

// parentTree lists for each page the elements of its marked pieces.
func (t *tags) parentTree(number []int) []byte {
	var out bytes.Buffer
	out.WriteString("<</Nums [")
	for i, pieces := range t.pages {
		fmt.Fprintf(&out, "%d [", i)
		for _, e := range pieces {
			fmt.Fprintf(&out, "%d 0 R ", number[e])
		}
		out.WriteString("]\n")
	}
	out.WriteString("]>>")
	return out.Bytes()
}

// unicode writes a text string.
func unicode(s string) string {
	var out strings.Builder
	out.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&out, "%04X", unit)
	}
	out.WriteByte('>')
	return out.String()
}
