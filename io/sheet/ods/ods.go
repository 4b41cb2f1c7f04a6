// Package ods reads spreadsheets of OpenDocument 1.3 (OASIS, 2021; part 2 for packages, part 3 for the
// content). Elements and attributes are matched by their local names, as in .xlsx files.
package ods

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/container"
	"steward/io/sheet/format"
	"steward/io/sheet/grid"
	"steward/io/sheet/xmlscan"
)

const (
	contentPart  = "content.xml"
	manifestPart = "meta-inf/manifest.xml"
	mediaPrefix  = "application/vnd.oasis.opendocument."
	oldPrefix    = "application/vnd.sun.xml." // of the format before OpenDocument
)

// openDocument is an opened .ods file.
type openDocument struct {
	container.Archive
	pages []page
	named []grid.RangeInfo
}

// page is a table of the content.
type page struct {
	grid.SheetInfo
	at     int64 // where its element begins in the content
	hidden []int // columns
}

// Format is OpenDocument.
var Format = format.Format{Kind: format.Workbook, Usual: []string{".ods"}, Other: []string{".ots"}, Is: isOds, Open: openOds,
	Media: map[string]string{
		".ods": "application/vnd.oasis.opendocument.spreadsheet",
		".ots": "application/vnd.oasis.opendocument.spreadsheet-template",
	}}

// isOds tells OpenDocument files of every kind, of which some are no spreadsheets.
func isOds(f *format.File) bool {
	if f.Archive == nil {
		return false
	}
	media, err := mediaType(f.Archive)
	return err != nil || strings.HasPrefix(media, mediaPrefix) || strings.HasPrefix(media, oldPrefix) || media == "" && f.Archive.Parts[contentPart] != nil
}

func openOds(ctx context.Context, f *format.File, password string) (grid.Book, error) {
	media, err := mediaType(f.Archive)
	if err != nil {
		return nil, err
	}
	return openDocumentOf(ctx, *f.Archive, media, password)
}

// mediaType returns what the archive says it is, or "" (part 2, 3.3).
func mediaType(a *container.Archive) (string, error) {
	const part = "mimetype"
	if a.Parts[part] == nil {
		return "", nil
	}
	r, err := a.Open(part)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, 256))
	if err != nil {
		return "", a.Damaged(part, err)
	}
	return strings.TrimSpace(string(text)), nil
}

// openDocumentOf lists the sheets, for which it walks over the whole content. One that is
// protected as a whole is opened as the file that is in it.
func openDocumentOf(ctx context.Context, a container.Archive, media, password string) (grid.Book, error) {
	d := &openDocument{Archive: a}
	if err := d.otherKind(media); err != nil {
		return nil, err
	}
	inner, err := d.unlock(ctx, password)
	if err != nil {
		return nil, err
	}
	if inner != nil {
		a, err := container.OpenArchive(a.Source.Holding(inner))
		if err != nil {
			return nil, err
		}
		if media, err = mediaType(a); err != nil {
			return nil, err
		}
		return openDocumentOf(ctx, *a, media, "")
	}
	return d, d.readContent(ctx)
}

// otherKind errors on OpenDocument files that are not spreadsheets.
func (d *openDocument) otherKind(media string) error {
	if media == oldPrefix+"calc" {
		return grid.NewFault(d.Source.Name, "this is a workbook of an old format (.sxc)").WithRemedy(grid.SaveAs)
	}
	var found message.Text
	kind := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(media, mediaPrefix), oldPrefix), "-template")
	switch kind {
	case "", "spreadsheet":
		return nil
	case "text", "text-master", "text-web", "writer":
		found = message.Sprintf("a text document")
	case "presentation", "impress":
		found = message.Sprintf("a presentation")
	case "graphics", "draw":
		found = message.Sprintf("a drawing")
	case "base", "database":
		found = message.Sprintf("a database")
	default:
		found = message.Sprintf("a document of the kind %s", grid.Quote(kind))
	}
	return grid.NewFault(d.Source.Name, "this is %s (OpenDocument), not a spreadsheet", found).WithRemedy("choose a spreadsheet, or copy the table into one and save it as .ods or .xlsx")
}

// noSpreadsheet is the error for content that is well formed and holds no spreadsheet.
func (d *openDocument) noSpreadsheet(found string) error {
	return grid.NewFault(d.Source.Name, "this is an OpenDocument file without a spreadsheet in it (found <%s>)", found).WithRemedy(grid.SaveAs)
}

// readContent lists the tables. They know whether they are hidden by a style.
func (d *openDocument) readContent(ctx context.Context) error {
	part, err := d.Stream(ctx, contentPart)
	if err != nil {
		return err
	}
	defer part.Close()
	w := &odsWalk{document: d, xml: xmlscan.New(part), hidden: make(map[string]bool)}
	err = w.walk()
	var f *grid.Fault
	switch {
	case ctx.Err() != nil:
		err = grid.Stopped(d.Source.Name, ctx.Err())
	case err == nil || errors.As(err, &f):
	default:
		err = d.Damaged(contentPart, err)
	}
	if err == nil && len(d.pages) == 0 {
		err = grid.NewFault(d.Source.Name, "the workbook has no sheet with cells").WithRemedy("choose another file")
	}
	return err
}

// odsWalk is one walk over the content in search of tables and names for parts of them.
type odsWalk struct {
	document *openDocument
	xml      *xmlscan.Scanner
	open     []string        // the elements around
	hidden   map[string]bool // styles of tables that are not shown
	found    bool            // of a spreadsheet
}

func (w *odsWalk) walk() error {
	for {
		at := w.xml.Offset()
		kind, err := w.xml.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		switch kind {
		case xmlscan.StartTag:
			err = w.enter(at)
		case xmlscan.EndTag:
			w.open = w.open[:len(w.open)-1]
		}
		if err != nil {
			return err
		}
	}
	if !w.found {
		return w.document.noSpreadsheet("office:body")
	}
	return nil
}

// enter looks into an element or passes it by.
func (w *odsWalk) enter(at int64) error {
	name := string(w.xml.Name)
	switch strings.Join(append(w.open, name), ">") {
	case "document-content", "document-content>automatic-styles", "document-content>body",
		"document-content>body>spreadsheet>named-expressions", "document-content>body>spreadsheet>database-ranges":
		w.open = append(w.open, name)
		return nil
	case "document-content>body>spreadsheet":
		w.open, w.found = append(w.open, name), true
		return nil
	case "document-content>automatic-styles>style":
		return w.style()
	case "document-content>body>spreadsheet>table":
		return w.table(at)
	case "document-content>body>spreadsheet>named-expressions>named-range":
		return w.named(grid.NamedRange, "cell-range-address")
	case "document-content>body>spreadsheet>database-ranges>database-range":
		return w.named(grid.TableRange, "target-range-address")
	}
	if len(w.open) == 0 || w.open[len(w.open)-1] == "body" && !w.found {
		return w.document.noSpreadsheet(name)
	}
	return w.xml.Skip()
}

// table adds a table. Copies that a program keeps of the sheets of other files are none of
// this workbook.
func (w *odsWalk) table(at int64) error {
	page := page{at: at}
	name, err := w.xml.Value("name")
	if err != nil {
		return err
	}
	style, err := w.xml.Value("style-name")
	if err != nil {
		return err
	}
	page.Name, page.Hidden = name, w.hidden[style]
	if page.Name == "" {
		page.Name = fmt.Sprintf("Sheet%d", len(w.document.pages)+1)
	}
	if err := w.columns(&page); err != nil || style == "ta_extref" {
		return err
	}
	if len(w.document.pages) == limits.MaxSheets {
		return message.Errorf("it has more than %d sheets", limits.MaxSheets)
	}
	w.document.pages = append(w.document.pages, page)
	return nil
}

// columns reads a table to its end for which of its columns are hidden (part 3, 19.745).
func (w *odsWalk) columns(page *page) error {
	next := 0 // column
	for outside := w.xml.Depth() - 1; ; {
		kind, err := w.xml.Next()
		if err != nil {
			return err
		}
		if kind == xmlscan.EndTag && w.xml.Depth() == outside {
			return nil
		}
		if kind != xmlscan.StartTag {
			continue
		}
		switch string(w.xml.Name) {
		case "table-column-group", "table-columns", "table-header-columns":
		case "table-column":
			count, hidden := 1, false
			for _, a := range w.xml.Attrs {
				switch string(a.Name) {
				case "number-columns-repeated":
					if count, err = repeated(string(a.Value)); err != nil {
						return err
					}
				case "visibility":
					hidden = string(a.Value) == "collapse" || string(a.Value) == "filter"
				}
			}
			end := min(next+count, limits.MaxColumns)
			for ; next < end; next++ {
				if hidden {
					page.hidden = append(page.hidden, next)
				}
			}
			err = w.xml.Skip()
		default:
			err = w.xml.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// named adds a name for a part of a table (part 3, 9.4 and 9.5). Those that programs make for
// themselves begin with two underscores.
func (w *odsWalk) named(kind grid.RangeKind, where string) error {
	name, err := w.xml.Value("name")
	if err != nil {
		return err
	}
	address, err := w.xml.Value(where)
	if err != nil {
		return err
	}
	header, err := w.xml.Value("contains-header")
	if err != nil {
		return err
	}
	sheet, a, ok := grid.ParseReference(address, '.')
	if ok && a.Bottom > a.Top && name != "" && !strings.HasPrefix(name, "__") && len(w.document.named) < limits.MaxNamedRanges {
		w.document.named = append(w.document.named, grid.RangeInfo{Name: name, Kind: kind, Sheet: sheet, Area: a.String(),
			Header: kind == grid.TableRange && header != "false", Cells: a})
	}
	return w.xml.Skip()
}

// style notes a style by which tables are not shown (part 3, 19.649 table:display).
func (w *odsWalk) style() error {
	name, err := w.xml.Value("name")
	if err != nil {
		return err
	}
	hidden := false
	for outside := w.xml.Depth() - 1; ; {
		kind, err := w.xml.Next()
		if err != nil {
			return err
		}
		if kind == xmlscan.EndTag && w.xml.Depth() == outside {
			break
		}
		if kind == xmlscan.StartTag && string(w.xml.Name) == "table-properties" {
			display, err := w.xml.Value("display")
			if err != nil {
				return err
			}
			hidden = hidden || display == "false"
		}
	}
	if hidden {
		if len(w.hidden) == limits.MaxSheets {
			return message.Errorf("it has more than %d styles of sheets", limits.MaxSheets)
		}
		w.hidden[name] = true
	}
	return nil
}

func (d *openDocument) Sheets() []grid.SheetInfo {
	infos := make([]grid.SheetInfo, len(d.pages))
	for i, p := range d.pages {
		infos[i] = p.SheetInfo
	}
	return infos
}

// Ranges lists the names for parts of its sheets.
func (d *openDocument) Ranges() (list []grid.RangeInfo) {
	for _, r := range d.named {
		for _, p := range d.pages {
			if p.Name == r.Sheet {
				list = append(list, r)
				break
			}
		}
	}
	return list
}

func (d *openDocument) Grid(_ context.Context, sheet string) (grid.Grid, error) {
	i, err := grid.Choose(d.Source.Name, d.Sheets(), sheet)
	if err != nil {
		return nil, err
	}
	return &worksheet{grid.Lettered{File: d.Source.Name, Sheet: d.pages[i].Name}, d, d.pages[i]}, nil
}
