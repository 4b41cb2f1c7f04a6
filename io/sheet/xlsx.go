package sheet

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"steward/core/limits"
)

// The reader follows ECMA-376 part 1 (SpreadsheetML) and part 2 (packages). Elements are
// matched by their local names, so that strict and transitional files, and any prefixes,
// are read alike.

const (
	maxDescriptionBytes = 32 << 20 // the list of sheets, of relations, of styles
	maxSharedBytes      = 1 << 30  // the shared texts, which are held in memory
)

// workbook is an opened .xlsx or .xlsm file.
type workbook struct {
	source  source
	parts   map[string]*zip.File // by lower-case name
	pages   []page
	styles  []dateStyle // per cell style
	shared  []string
	day1904 bool // days are counted from 1904-01-01
}

// page is a worksheet.
type page struct {
	SheetInfo
	part string
}

// openWorkbook reads everything but the cells.
func openWorkbook(ctx context.Context, s source) (*workbook, error) {
	b := &workbook{source: s}
	if err := b.index(); err != nil {
		return nil, err
	}
	main := b.mainPart()
	if strings.HasSuffix(main, ".bin") {
		return nil, &Fault{s.name, "this is a binary workbook (.xlsb)", saveAs, nil}
	}
	if b.parts[main] == nil {
		return nil, b.noWorkbook()
	}
	relations, err := b.relations(main)
	if err != nil {
		return nil, err
	}
	if err := b.readSheets(main, relations); err != nil {
		return nil, err
	}
	if err := b.readStyles(target(relations, "/styles")); err != nil {
		return nil, err
	}
	return b, b.readShared(ctx, target(relations, "/sharedStrings"))
}

// index lists the parts. It errors when they unpack to more than limits.MaxUnzippedBytes;
// no part can unpack to more than it declares.
func (b *workbook) index() error {
	z, err := zip.NewReader(b.source, b.source.size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return b.damaged("the list of its parts", err)
	}
	b.parts = make(map[string]*zip.File, len(z.File))
	var total uint64
	for _, f := range z.File {
		name := partName(f.Name)
		if b.parts[name] != nil {
			return b.damaged(f.Name, errors.New("it is there twice"))
		}
		b.parts[name] = f
		if total += f.UncompressedSize64; f.UncompressedSize64 > limits.MaxUnzippedBytes || total > limits.MaxUnzippedBytes {
			return &Fault{b.source.name, fmt.Sprintf("the workbook unpacks to more than %d bytes", int64(limits.MaxUnzippedBytes)),
				"save only the columns that are needed, or choose a workbook that you trust", nil}
		}
	}
	return nil
}

// partName is the form in which names of parts are compared.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

func (b *workbook) damaged(part string, err error) error {
	return &Fault{b.source.name, fmt.Sprintf("the workbook is damaged (%s: %v)", part, err),
		"open it in a spreadsheet program and save it again", err}
}

func (b *workbook) noWorkbook() error {
	if b.parts["mimetype"] != nil && b.parts["content.xml"] != nil {
		return &Fault{b.source.name, "this is an OpenDocument file", saveAs, nil}
	}
	return &Fault{b.source.name, "this is a zip archive and not a workbook", "unpack it and choose the file inside, or choose another file", nil}
}

// open opens a part.
func (b *workbook) open(part string) (io.ReadCloser, error) {
	f := b.parts[part]
	if f == nil {
		return nil, b.damaged(part, errors.New("it is missing"))
	}
	r, err := f.Open()
	if err != nil {
		return nil, b.damaged(part, err)
	}
	return r, nil
}

// decode reads a small part into a structure.
func (b *workbook) decode(part string, into any) error {
	if f := b.parts[part]; f != nil && f.UncompressedSize64 > maxDescriptionBytes {
		return b.damaged(part, fmt.Errorf("it is larger than %d bytes", maxDescriptionBytes))
	}
	r, err := b.open(part)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := xml.NewDecoder(r).Decode(into); err != nil {
		return b.damaged(part, err)
	}
	return nil
}

// relation leads from one part to another.
type relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
	Mode   string `xml:"TargetMode,attr"`
}

// relations returns the relations of a part ("" for the whole file) with their targets
// made names of parts. A part without any has none.
func (b *workbook) relations(part string) ([]relation, error) {
	dir, base := path.Split(part)
	list := partName(dir + "_rels/" + base + ".rels")
	if b.parts[list] == nil {
		return nil, nil
	}
	var doc struct {
		Relations []relation `xml:"Relationship"`
	}
	if err := b.decode(list, &doc); err != nil {
		return nil, err
	}
	var inside []relation
	for _, r := range doc.Relations {
		if r.Mode == "External" {
			continue
		}
		if !strings.HasPrefix(r.Target, "/") {
			r.Target = dir + r.Target
		}
		r.Target = partName(r.Target)
		inside = append(inside, r)
	}
	return inside, nil
}

// target returns the part of the first relation whose type ends so, or "".
func target(relations []relation, end string) string {
	for _, r := range relations {
		if strings.HasSuffix(r.Type, end) {
			return r.Target
		}
	}
	return ""
}

// mainPart returns the part that lists the sheets.
func (b *workbook) mainPart() string {
	const usual = "xl/workbook.xml"
	relations, err := b.relations("")
	if part := target(relations, "/officeDocument"); err == nil && part != "" {
		return part
	}
	return usual
}

// readSheets lists the worksheets. Sheets of other kinds (charts, dialogues) are left out.
func (b *workbook) readSheets(main string, relations []relation) error {
	var doc struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			ID    string `xml:"id,attr"` // of the relation to the part
			State string `xml:"state,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := b.decode(main, &doc); err != nil {
		return err
	}
	b.day1904 = doc.Properties.Date1904 == "1" || doc.Properties.Date1904 == "true"
	for _, s := range doc.Sheets {
		for _, r := range relations {
			if r.ID == s.ID && strings.HasSuffix(r.Type, "/worksheet") {
				b.pages = append(b.pages, page{SheetInfo{s.Name, s.State != "" && s.State != "visible"}, r.Target})
				break
			}
		}
	}
	if len(b.pages) == 0 {
		return &Fault{b.source.name, "the workbook has no sheet with cells", "choose another file", nil}
	}
	return nil
}

func (b *workbook) sheets() []SheetInfo {
	infos := make([]SheetInfo, len(b.pages))
	for i, p := range b.pages {
		infos[i] = p.SheetInfo
	}
	return infos
}

func (b *workbook) grid(opts Options) (grid, error) {
	if opts.Sheet == "" {
		for _, p := range b.pages {
			if !p.Hidden {
				return &workbookGrid{b, p}, nil
			}
		}
		return nil, &Fault{b.source.name, "every sheet of the workbook is hidden", "say which sheet to read: " + b.sheetNames(), nil}
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for _, p := range b.pages {
			if same(p.Name, opts.Sheet) {
				return &workbookGrid{b, p}, nil
			}
		}
	}
	return nil, &Fault{b.source.name, "there is no sheet " + quote(opts.Sheet) + " in it", "choose among " + b.sheetNames(), nil}
}

func (b *workbook) sheetNames() string {
	var names []string
	for _, p := range b.pages {
		names = append(names, quote(p.Name))
	}
	return enumerate(names)
}
