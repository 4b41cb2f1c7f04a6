package shown

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"path"
	"slices"
	"strings"

	"steward/core/limits"
	"steward/core/message"
)

// parts are the files in a workbook, and what is odd about them.
type parts struct {
	files   map[string]*zip.File
	types   map[string]string // content types by part, and by "." and the ending
	reached map[string]bool
	odd     []string
	left    int64 // how much may still be unpacked of all parts together
}

// relation is how a part refers to another.
type relation struct{ kind, target string }

// contentTypes are those of parts by how they are referred to. A part that is referred to otherwise is odd.
var contentTypes = map[string]string{
	"officeDocument":      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
	"core-properties":     "application/vnd.openxmlformats-package.core-properties+xml",
	"extended-properties": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
	"worksheet":           "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
	"styles":              "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml",
	"theme":               "application/vnd.openxmlformats-officedocument.theme+xml",
	"sharedStrings":       "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml",
	"drawing":             "application/vnd.openxmlformats-officedocument.drawing+xml",
	"chart":               "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
}

const contentTypesPart = "[Content_Types].xml"

// open reads the directory of a workbook.
func open(r io.ReaderAt, size int64) (*parts, error) {
	in, err := zip.NewReader(r, size)
	if err != nil {
		return nil, err
	}
	p := &parts{left: limits.MaxUnzippedBytes, files: make(map[string]*zip.File), types: make(map[string]string), reached: make(map[string]bool)}
	folded := make(map[string]bool)
	for _, f := range in.File {
		if lower := strings.ToLower(f.Name); folded[lower] {
			p.odd = append(p.odd, "two parts "+f.Name)
		} else {
			folded[lower] = true
		}
		p.files[f.Name] = f
		if err := sameHeader(r, f); err != nil {
			return nil, err
		}
	}
	types, err := p.tree(contentTypesPart)
	if err != nil {
		return nil, err
	}
	for _, t := range types.kids {
		switch t.name {
		case "Override":
			p.types[strings.TrimPrefix(t.attr("PartName"), "/")] = t.attr("ContentType")
		case "Default":
			p.types["."+strings.ToLower(t.attr("Extension"))] = t.attr("ContentType")
		}
	}
	return p, nil
}

// sameHeader errors where a part is called otherwise before its content than in the directory, so that programs would
// read different parts.
func sameHeader(r io.ReaderAt, f *zip.File) error {
	const fixed, signature = 30, 0x04034b50
	at, err := f.DataOffset()
	if err != nil {
		return err
	}
	head := make([]byte, fixed+len(f.Name))
	// The name is followed by an extra field, whose length the header states.
	for extra := 0; ; {
		start := at - int64(len(head)) - int64(extra)
		if start < 0 {
			break
		}
		if _, err := r.ReadAt(head, start); err != nil {
			return err
		}
		if binary.LittleEndian.Uint32(head) == signature {
			name, more := binary.LittleEndian.Uint16(head[26:]), binary.LittleEndian.Uint16(head[28:])
			if int(name) == len(f.Name) && int(more) == extra && string(head[fixed:]) == f.Name && binary.LittleEndian.Uint16(head[8:]) == f.Method {
				return nil
			}
		}
		if extra++; extra > 1<<16 {
			break
		}
	}
	return message.Errorf("the name or the form of the part %s is not what the directory says", f.Name)
}

// open returns the content of a part, whose checksum is compared at its end.
func (p *parts) open(name string) (io.ReadCloser, error) {
	f := p.files[name]
	if f == nil {
		return nil, message.Errorf("the part %s is missing", name)
	}
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	return unpacked{in, &p.left}, nil
}

// unpacked is a part that is unpacked no further than may be unpacked in all, whatever the directory says it holds.
type unpacked struct {
	io.ReadCloser
	left *int64
}

// Read errors when more was unpacked of the workbook than may be.
func (u unpacked) Read(b []byte) (int, error) {
	n, err := u.ReadCloser.Read(b)
	if *u.left -= int64(n); *u.left < 0 {
		return n, message.Errorf("the workbook unpacks to more than %d bytes", int64(limits.MaxUnzippedBytes))
	}
	return n, err
}

// relations returns what a part refers to, by id. The name "" is that of the workbook file itself. What it does not
// refer to in a way that is among known is odd.
func (p *parts) relations(of string, known ...string) (map[string]relation, error) {
	dir, base := path.Split(of)
	name := dir + "_rels/" + base + ".rels"
	if p.files[name] == nil {
		return nil, nil
	}
	p.reached[name] = true
	doc, err := p.tree(name)
	if err != nil {
		return nil, err
	}
	out := make(map[string]relation)
	for _, r := range doc.kids {
		kind := path.Base(r.attr("Type"))
		target := r.attr("Target")
		if rest, whole := strings.CutPrefix(target, "/"); whole {
			target = rest
		} else {
			target = path.Join(dir, target)
		}
		_, again := out[r.attr("Id")]
		if r.name != "Relationship" || again || r.attr("TargetMode") == "External" || !slices.Contains(known, kind) || !strings.HasPrefix(r.attr("Type"), "http://schemas.openxmlformats.org/") {
			p.odd = append(p.odd, of+" refers to "+r.attr("Target"))
			continue
		}
		is := p.types[target]
		if is == "" {
			is = p.types[strings.ToLower(path.Ext(target))]
		}
		if is != contentTypes[kind] {
			p.odd = append(p.odd, target+" is "+is)
		}
		out[r.attr("Id")] = relation{kind, target}
	}
	return out, nil
}

// rest reads what nothing was read from, and returns what is odd about all parts.
func (p *parts) rest() ([]string, error) {
	p.reached[contentTypesPart] = true
	for name := range p.files {
		if p.reached[name] {
			continue
		}
		p.odd = append(p.odd, "the part "+name)
		in, err := p.open(name)
		if err != nil {
			return nil, err
		}
		_, err = io.Copy(io.Discard, in)
		in.Close()
		if err != nil {
			return nil, message.Errorf("%s: %w", name, err)
		}
	}
	slices.Sort(p.odd)
	return p.odd, nil
}

// tree reads a small part.
func (p *parts) tree(name string) (*node, error) {
	in, err := p.open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p.reached[name] = true
	text, err := io.ReadAll(io.LimitReader(in, mostTree))
	if err == nil && len(text) == mostTree {
		err = message.Errorf("it is longer than %d bytes", mostTree)
	}
	var root *node
	if err == nil {
		root, err = parse(bytes.NewReader(text))
	}
	if err != nil {
		return nil, message.Errorf("%s: %w", name, err)
	}
	return root, nil
}

// mostTree is the longest part that is read as a tree.
const mostTree = 64 << 20
