// Package xlsx reads workbooks of Office Open XML (.xlsx, .xlsm, .xltx) as ECMA-376 part 1
// (SpreadsheetML) and part 2 (packages) describe them. Elements are matched by their local names, so
// that strict and transitional files, and any prefixes, are read alike.
package xlsx

import (
	"context"
	"path"
	"strings"

	"steward/io/sheet/container"
	"steward/io/sheet/foreign"
	"steward/io/sheet/format"
	"steward/io/sheet/grid"
	"steward/io/sheet/protected"
)

// workbook is an opened .xlsx or .xlsm file.
type workbook struct {
	container.Archive
	pages  []page
	named  []grid.RangeInfo
	notes  []grid.Remark
	styles []cellStyle
	shared sharedTexts

	day1904 bool // days are counted from 1904-01-01
	// uncalculated workbooks ask to be calculated when they are opened, as whoever wrote the
	// formulas did not.
	uncalculated bool

	pageDetails
}

// page is a worksheet.
type page struct {
	grid.SheetInfo
	part string
}

// Format is SpreadsheetML, in a zip archive or, with a password, encrypted.
var Format = Holding(heldBytes)

// Holding is Format with so many bytes of a workbook's texts held from its opening on.
func Holding(bytes int) format.Format {
	return format.Format{Kind: format.Workbook, Usual: []string{".xlsx", ".xlsm", ".xltx"}, Other: []string{".xls"}, Rare: []string{".xltm", ".xlsb"}, Is: isXlsx,
		Media: map[string]string{
			".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.12",
			".xltx": "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
			".xls":  "application/vnd.ms-excel",
		},
		Open: func(ctx context.Context, f *format.File, password string) (grid.Book, error) {
			return openXlsx(ctx, f, password, bytes)
		}}
}

func isXlsx(f *format.File) bool {
	if f.Compound != nil {
		return f.Compound.Has(protected.EncryptedPackage)
	}
	return f.Archive != nil && (&workbook{Archive: *f.Archive}).hasMain()
}

// hasMain reports whether there is a part that lists the sheets, also one that is not read.
func (b *workbook) hasMain() bool {
	main := b.mainPart()
	return strings.HasSuffix(main, ".bin") || b.Parts[main] != nil && !foreign.IsPart(main)
}

func openXlsx(ctx context.Context, f *format.File, password string, held int) (grid.Book, error) {
	a := f.Archive
	if f.Compound != nil {
		data, err := protected.Unlock(ctx, f.Compound, password)
		if err != nil {
			return nil, err
		}
		if a, err = container.OpenArchive(f.Source.Holding(data)); err != nil {
			return nil, err
		}
	}
	return openWorkbook(ctx, *a, held)
}

// openWorkbook reads everything but the cells.
func openWorkbook(ctx context.Context, a container.Archive, held int) (*workbook, error) {
	b := &workbook{Archive: a}
	main := b.mainPart()
	if strings.HasSuffix(main, ".bin") {
		return nil, grid.NewFault(b.Source.Name, "this is a binary workbook (.xlsb)").WithRemedy(grid.SaveAs)
	}
	if !b.hasMain() {
		return nil, foreign.NoWorkbook(&b.Archive)
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
	return b, b.readShared(ctx, target(relations, "/sharedStrings"), held)
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
	list := container.PartName(dir + "_rels/" + base + ".rels")
	if b.Parts[list] == nil {
		return nil, nil
	}
	var doc struct {
		Relations []relation `xml:"Relationship"`
	}
	if err := b.Decode(list, &doc); err != nil {
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
		r.Target = container.PartName(r.Target)
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
		Calculation struct {
			OnLoad string `xml:"fullCalcOnLoad,attr"`
		} `xml:"calcPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			ID    string `xml:"id,attr"` // of the relation to the part
			State string `xml:"state,attr"`
		} `xml:"sheets>sheet"`
		Names []definedName `xml:"definedNames>definedName"`
	}
	if err := b.Decode(main, &doc); err != nil {
		return err
	}
	b.day1904 = isTrue(doc.Properties.Date1904)
	b.uncalculated = isTrue(doc.Calculation.OnLoad)
	for _, s := range doc.Sheets {
		for _, r := range relations {
			if r.ID == s.ID && strings.HasSuffix(r.Type, "/worksheet") {
				b.pages = append(b.pages, page{grid.SheetInfo{Name: s.Name, Hidden: s.State != "" && s.State != "visible"}, r.Target})
				break
			}
		}
	}
	if len(b.pages) == 0 {
		return grid.NewFault(b.Source.Name, "the workbook has no sheet with cells").WithRemedy("choose another file")
	}
	b.readNames(doc.Names)
	return nil
}

// isTrue reads an attribute that says yes or no.
func isTrue(s string) bool { return s == "1" || s == "true" || s == "on" }

func (b *workbook) Sheets() []grid.SheetInfo {
	infos := make([]grid.SheetInfo, len(b.pages))
	for i, p := range b.pages {
		infos[i] = p.SheetInfo
	}
	return infos
}

func (b *workbook) Grid(_ context.Context, sheet string) (grid.Grid, error) {
	i, err := grid.Choose(b.Source.Name, b.Sheets(), sheet)
	if err != nil {
		return nil, err
	}
	return &worksheet{Lettered: grid.Lettered{File: b.Source.Name, Sheet: b.pages[i].Name}, book: b, page: b.pages[i]}, nil
}
