package sheet

import (
	"context"
	"path"
	"strings"
)

// The reader follows ECMA-376 part 1 (SpreadsheetML) and part 2 (packages). Elements are
// matched by their local names, so that strict and transitional files, and any prefixes,
// are read alike.

// workbook is an opened .xlsx or .xlsm file.
type workbook struct {
	archive
	pages  []page
	named  []RangeInfo
	notes  []remark
	styles []cellStyle
	shared sharedTexts

	day1904 bool // days are counted from 1904-01-01

	pageDetails
}

// page is a worksheet.
type page struct {
	SheetInfo
	part string
}

// xlsxFormat is SpreadsheetML, in a zip archive or, with a password, encrypted.
var xlsxFormat = fileFormat{Kind: workbookKind, Usual: []string{".xlsx", ".xlsm", ".xltx"}, Other: []string{".xls"}, Is: isXlsx, Open: openXlsx}

func isXlsx(f *candidate) bool {
	if f.compound != nil {
		return f.compound.has(encryptedPackage)
	}
	return f.archive != nil && (&workbook{archive: *f.archive}).hasMain()
}

// hasMain reports whether there is a part that lists the sheets, also one that is not read.
func (b *workbook) hasMain() bool {
	main := b.mainPart()
	return strings.HasSuffix(main, ".bin") || b.parts[main] != nil && !isForeignPart(main)
}

func openXlsx(ctx context.Context, f *candidate, password string) (format, error) {
	a := f.archive
	if f.compound != nil {
		data, err := unlock(ctx, f.compound, password)
		if err != nil {
			return nil, err
		}
		if a, err = openArchive(f.source.holding(data)); err != nil {
			return nil, err
		}
	}
	return openWorkbook(ctx, *a)
}

// openWorkbook reads everything but the cells.
func openWorkbook(ctx context.Context, a archive) (*workbook, error) {
	b := &workbook{archive: a}
	main := b.mainPart()
	if strings.HasSuffix(main, ".bin") {
		return nil, &Fault{b.source.name, "this is a binary workbook (.xlsb)", saveAs, nil}
	}
	if !b.hasMain() {
		return nil, noWorkbook(&b.archive)
	}
	relations, err := b.relations(main)
	if err != nil {
		return nil, err
	}
	if err := b.readSheets(main, relations); err != nil {
		return nil, err
	}
	if err := b.readTables(); err != nil {
		return nil, err
	}
	b.note(relations)
	if err := b.readStyles(target(relations, "/styles")); err != nil {
		return nil, err
	}
	return b, b.readShared(ctx, target(relations, "/sharedStrings"))
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
	relations, err := b.relations("")
	if part := target(relations, "/officeDocument"); err == nil && part != "" {
		return part
	}
	return "xl/workbook.xml"
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
		Names []definedName `xml:"definedNames>definedName"`
	}
	if err := b.decode(main, &doc); err != nil {
		return err
	}
	b.day1904 = isTrue(doc.Properties.Date1904)
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
	b.readNames(doc.Names)
	return nil
}

// isTrue reads an attribute that says yes or no.
func isTrue(s string) bool { return s == "1" || s == "true" || s == "on" }

func (b *workbook) sheets() []SheetInfo {
	infos := make([]SheetInfo, len(b.pages))
	for i, p := range b.pages {
		infos[i] = p.SheetInfo
	}
	return infos
}

func (b *workbook) grid(_ context.Context, sheet string) (grid, error) {
	i, err := choose(b.source.name, b.sheets(), sheet)
	if err != nil {
		return nil, err
	}
	return &workbookGrid{lettered: lettered{b.source.name, b.pages[i].Name}, book: b, page: b.pages[i]}, nil
}
