// Package foreign tells files that are not read: what stewards choose by mistake, or because their data
// lie in it. Each is told by its first bytes, by what is in an archive, or else by its name, with what
// to do about it.
package foreign

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"steward/io/sheet/container"
	"steward/io/sheet/format"
	"steward/io/sheet/grid"
)

const (
	unpackIt    = "unpack it and choose the file inside"
	exportIt    = "save it as .csv or .xlsx with the program that made it"
	copyTable   = "copy the table into a spreadsheet and save it as .xlsx"
	inR         = `in R, write the table with write.csv(x, "table.csv", row.names = FALSE) and choose that file`
	inStata     = "in Stata, use export delimited (with nolabel for the codes) and choose the .csv file"
	inSPSS      = "in SPSS, save the data as .csv (with values or with labels, as your codebook has them) and choose that file"
	inSAS       = "in SAS, use proc export with dbms=csv and choose that file"
	inPython    = `in Python, write the table with to_csv("table.csv", index=False) and choose that file`
	fromTables  = "export the table as .csv and choose that file; of a large database, have it count (see the step Your data)"
	inNumbers   = "open it in Numbers, choose File, Export To, Excel, and choose the .xlsx file"
	fromPicture = "choose the spreadsheet that the picture was made from"
)

// kind is a kind of file that is not read.
type kind struct {
	magic, extension string // its first bytes, and the end of its name where these alone do not tell
	found, remedy    string
}

var byMagic = []kind{
	{"PK\x05\x06", "", "an empty zip archive", "choose a spreadsheet"},
	{"%PDF", "", "a PDF document", "choose the spreadsheet it was made from"},
	{"\x1f\x8b", ".rds", "a file of R (.rds)", inR},
	{"\x1f\x8b", ".rda", "a file of R (.rda)", inR},
	{"\x1f\x8b", ".rdata", "a file of R (.RData)", inR},
	{"BZh", ".rds", "a file of R (.rds)", inR},
	{"\xfd7zXZ", ".rds", "a file of R (.rds)", inR},
	{"RDX", "", "a file of R (.RData)", inR},
	{"RDA", "", "a file of R (.RData)", inR},
	{"X\n\x00\x00\x00", "", "a file of R (.rds)", inR},
	{"\x1f\x8b", "", "a compressed file (gzip)", unpackIt},
	{"7z\xbc\xaf", "", "a compressed file (7z)", unpackIt},
	{"BZh", "", "a compressed file (bzip2)", unpackIt},
	{"\xfd7zXZ", "", "a compressed file (xz)", unpackIt},
	{"\x28\xb5\x2f\xfd", "", "a compressed file (zstd)", unpackIt},
	{"Rar!", "", "a compressed file (rar)", unpackIt},
	{"PAR1", "", "a Parquet file", exportIt},
	{"ORC\x04", "", "an ORC file", exportIt},
	{"ARROW1", "", "a Feather or Arrow file", exportIt},
	{"FEA1", "", "a Feather file", exportIt},
	{"$FL2", "", "an SPSS file (.sav)", inSPSS},
	{"$FL3", "", "an SPSS file (.zsav)", inSPSS},
	{"<stata_dta>", "", "a Stata file (.dta)", inStata},
	{"\x71", ".dta", "a Stata file (.dta)", inStata},
	{"\x72", ".dta", "a Stata file (.dta)", inStata},
	{"\x73", ".dta", "a Stata file (.dta)", inStata},
	{"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60", "", "a SAS file (.sas7bdat)", inSAS},
	{"HEADER RECORD*******LIB", "", "a SAS transport file (.xpt)", inSAS},
	{"SQLite format 3\x00", "", "an SQLite database", fromTables},
	{"\x00\x01\x00\x00Standard ", "", "an Access database", fromTables},
	{"\x89HDF", "", "an HDF5 file", exportIt},
	{"\x80\x04\x95", "", "a file of Python (pickle)", inPython},
	{"\x80\x05\x95", "", "a file of Python (pickle)", inPython},
	{"\x03", ".dbf", "a dBase table (.dbf)", grid.SaveAs},
	{"ID;P", ".slk", "a SYLK file (.slk)", grid.SaveAs},
	{"\x89PNG", "", "a picture", fromPicture},
	{"\xff\xd8\xff", "", "a picture", fromPicture},
	{"GIF8", "", "a picture", fromPicture},
	{"II*\x00", "", "a picture", fromPicture},
	{"MM\x00*", "", "a picture", fromPicture},
	{"MZ", ".exe", "a program", "choose a spreadsheet"},
	{"{\\rtf", "", "a text document", copyTable},
}

// byEnding are kinds that only the end of the name tells.
var byEnding = []kind{
	{"", ".sav", "an SPSS file (.sav)", inSPSS}, {"", ".por", "an SPSS file (.por)", inSPSS},
	{"", ".dta", "a Stata file (.dta)", inStata},
	{"", ".sas7bdat", "a SAS file (.sas7bdat)", inSAS}, {"", ".xpt", "a SAS transport file (.xpt)", inSAS},
	{"", ".rds", "a file of R (.rds)", inR}, {"", ".rda", "a file of R (.rda)", inR}, {"", ".rdata", "a file of R (.RData)", inR},
	{"", ".r", "a program, not data", "run it and choose the table that it writes"}, {"", ".py", "a program, not data", "run it and choose the table that it writes"},
	{"", ".sql", "a list of commands for a database", fromTables},
	{"", ".mdb", "an Access database", fromTables}, {"", ".accdb", "an Access database", fromTables},
	{"", ".sqlite", "an SQLite database", fromTables}, {"", ".db", "a database", fromTables},
	{"", ".parquet", "a Parquet file", exportIt}, {"", ".feather", "a Feather file", exportIt},
	{"", ".json", "a JSON file", exportIt}, {"", ".jsonl", "a JSON file", exportIt}, {"", ".geojson", "a JSON file", exportIt},
	{"", ".yaml", "a YAML file", exportIt},
	{"", ".numbers", "an Apple Numbers document", inNumbers},
	{"", ".gsheet", "a link to a Google sheet, not the sheet", "open it in the browser, choose File, Download, Microsoft Excel (.xlsx), and choose that file"},
	{"", ".doc", "a text document (.doc)", copyTable}, {"", ".docx", "a text document (.docx)", copyTable},
	{"", ".odt", "a text document (.odt)", copyTable}, {"", ".rtf", "a text document (.rtf)", copyTable},
	{"", ".pdf", "a PDF document", "choose the spreadsheet it was made from"},
	{"", ".ppt", "a presentation (.ppt)", copyTable}, {"", ".pptx", "a presentation (.pptx)", copyTable},
	{"", ".dbf", "a dBase table (.dbf)", grid.SaveAs}, {"", ".slk", "a SYLK file (.slk)", grid.SaveAs}, {"", ".dif", "a DIF file (.dif)", grid.SaveAs},
	{"", ".fods", "a spreadsheet in one XML document (.fods)", grid.SaveAs},
	{"", ".steward", "a plan of Steward, not data", "open it with Open plan"},
}

// Format are the kinds of file that are told by their content and not read.
var Format = format.Format{
	Is:   func(f *format.File) bool { return byContent(f) != nil },
	Open: func(_ context.Context, f *format.File, _ string) (grid.Book, error) { return nil, byContent(f) },
}

// byContent is the error for a file that is told by its content; nil where it tells nothing.
func byContent(f *format.File) error {
	name := f.Source.Name
	switch {
	case f.Archive != nil:
		return NoWorkbook(f.Archive)
	case f.Compound != nil:
		return oldFile(name, f.Compound)
	}
	for _, k := range byMagic {
		if bytes.HasPrefix(f.Head, []byte(k.magic)) && hasExtension(name, k.extension) {
			return k.fault(name)
		}
	}
	start := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(f.Head, []byte("\ufeff"))))
	for _, tag := range []string{"<!doctype", "<html", "<?xml", "<table", "<head", "<meta"} {
		if bytes.HasPrefix(start, []byte(tag)) {
			if f.Ending() == ".fods" {
				return byName(name)
			}
			return grid.NewFault(name, "this is a web page or an XML document, whatever its name says", grid.SaveAs, nil)
		}
	}
	return nil
}

// oldFile is the error for a compound file that is not an encrypted workbook. Workbooks of before
// 2007 are not read: what reads them in Go is young, used by few, and leaves out blank cells, errors
// or merged cells without a word.
func oldFile(name string, c *container.Compound) error {
	switch {
	case c.Has("Workbook", "Book"):
		return grid.NewFault(name, "this is a workbook of an old format (.xls)", grid.SaveAs, nil)
	case c.Has("WordDocument"):
		return grid.NewFault(name, "this is a text document (.doc)", copyTable, nil)
	case c.Has("PowerPoint Document"):
		return grid.NewFault(name, "this is a presentation (.ppt)", "choose a spreadsheet", nil)
	}
	return grid.NewFault(name, "this is a file of an old office program and not a workbook", "choose a spreadsheet, or "+grid.SaveAs, nil)
}

// Unknown is the error for a file that no format is told of, by the end of its name.
func Unknown(f *format.File) error {
	name := f.Source.Name
	if f.NamedWorkbook() {
		return grid.NewFault(name, "this is not a workbook, although its name ends in "+f.Ending(),
			"save it again with the program that made it; if it is a text table, name it .csv", nil)
	}
	if err := byName(name); err != nil {
		return err
	}
	return grid.NewFault(name, "the kind of this file is not known", "save it as .xlsx or as .csv with the program that made it; if it is a text table, have its name end in .csv or .txt", nil)
}

// byName tells a file by the end of its name; nil where it tells nothing.
func byName(name string) error {
	for _, f := range byEnding {
		if hasExtension(name, f.extension) {
			return f.fault(name)
		}
	}
	return nil
}

func hasExtension(name, extension string) bool {
	return strings.HasSuffix(strings.ToLower(name), extension)
}

func (f kind) fault(name string) error {
	return grid.NewFault(name, "this is "+f.found, f.remedy, nil)
}

// parts tells zip archives that are no workbooks by the parts in them.
var parts = []struct {
	part  string // the name of one, or the beginning of it where it ends with a slash
	found string
	tell  string // the remedy
}{
	{"word/", "this is a text document (.docx)", copyTable},
	{"ppt/", "this is a presentation (.pptx)", copyTable},
	{"visio/", "this is a drawing (.vsdx)", "choose a spreadsheet"},
	{"index/document.iwa", "this is a document of Apple Numbers, Pages or Keynote", inNumbers},
	{"index.zip", "this is a document of Apple Numbers, Pages or Keynote", inNumbers},
	{"meta-inf/manifest.mf", "this is a program (.jar)", "choose a spreadsheet"},
	{"meta-inf/container.xml", "this is an electronic book (.epub)", "choose a spreadsheet"},
	{"doc.kml", "this is a map (.kmz)", "choose a spreadsheet"},
}

// IsPart tells a part that archives of another kind begin with.
func IsPart(name string) bool {
	for _, f := range parts {
		if strings.HasPrefix(name, f.part) {
			return true
		}
	}
	return false
}

// NoWorkbook is the error for a zip archive that is something else.
func NoWorkbook(a *container.Archive) error {
	for _, f := range parts {
		for name := range a.Parts {
			if name == f.part || strings.HasSuffix(f.part, "/") && strings.HasPrefix(name, f.part) {
				return grid.NewFault(a.Source.Name, f.found, f.tell, nil)
			}
		}
	}
	remedy := "unpack it and choose the file inside, or choose another file"
	for name, part := range a.Parts {
		switch {
		case len(a.Parts) > 1:
		case hasExtension(name, ".csv"), hasExtension(name, ".xlsx"), hasExtension(name, ".ods"), hasExtension(name, ".tsv"), hasExtension(name, ".txt"):
			remedy = fmt.Sprintf("unpack it and choose %s, which is inside", grid.Quote(part.Name))
		}
	}
	return grid.NewFault(a.Source.Name, "this is a zip archive and not a workbook", remedy, nil)
}
