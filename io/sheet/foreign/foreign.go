// Package foreign tells files that are not read: what stewards choose by mistake, or because their data
// lie in it. Each is told by its first bytes, by what is in an archive, or else by its name, with what
// to do about it.
package foreign

import (
	"bytes"
	"context"
	"strings"

	"steward/core/message"
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
	fromTables  = "export the table as .csv and choose that file; if the database is large, let it do the counting"
	inNumbers   = "open it in Numbers, choose File, Export To, Excel, and choose the .xlsx file"
	fromPicture = "choose the spreadsheet that the picture was made from"
)

// kind is a kind of file that is not read.
type kind struct {
	magic, extension string // its first bytes, and the end of its name where these alone do not tell
	found, remedy    message.Text
}

func kindOf(magic, extension, found, remedy string) kind {
	return kind{magic, extension, message.Word(found), message.Word(remedy)}
}

func begins(magic, found, remedy string) kind { return kindOf(magic, "", found, remedy) }

func named(extension, found, remedy string) kind { return kindOf("", extension, found, remedy) }

var byMagic = []kind{
	begins("PK\x05\x06", "an empty zip archive", "choose a spreadsheet"),
	begins("%PDF", "a PDF document", "choose the spreadsheet it was made from"),
	kindOf("\x1f\x8b", ".rds", "a file of R (.rds)", inR),
	kindOf("\x1f\x8b", ".rda", "a file of R (.rda)", inR),
	kindOf("\x1f\x8b", ".rdata", "a file of R (.RData)", inR),
	kindOf("BZh", ".rds", "a file of R (.rds)", inR),
	kindOf("\xfd7zXZ", ".rds", "a file of R (.rds)", inR),
	begins("RDX", "a file of R (.RData)", inR),
	begins("RDA", "a file of R (.RData)", inR),
	begins("X\n\x00\x00\x00", "a file of R (.rds)", inR),
	begins("\x1f\x8b", "a compressed file (gzip)", unpackIt),
	begins("7z\xbc\xaf", "a compressed file (7z)", unpackIt),
	begins("BZh", "a compressed file (bzip2)", unpackIt),
	begins("\xfd7zXZ", "a compressed file (xz)", unpackIt),
	begins("\x28\xb5\x2f\xfd", "a compressed file (zstd)", unpackIt),
	begins("Rar!", "a compressed file (rar)", unpackIt),
	begins("PAR1", "a Parquet file", exportIt),
	begins("ORC\x04", "an ORC file", exportIt),
	begins("ARROW1", "a Feather or Arrow file", exportIt),
	begins("FEA1", "a Feather file", exportIt),
	begins("$FL2", "an SPSS file (.sav)", inSPSS),
	begins("$FL3", "an SPSS file (.zsav)", inSPSS),
	begins("<stata_dta>", "a Stata file (.dta)", inStata),
	kindOf("\x71", ".dta", "a Stata file (.dta)", inStata),
	kindOf("\x72", ".dta", "a Stata file (.dta)", inStata),
	kindOf("\x73", ".dta", "a Stata file (.dta)", inStata),
	begins("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60", "a SAS file (.sas7bdat)", inSAS),
	begins("HEADER RECORD*******LIB", "a SAS transport file (.xpt)", inSAS),
	begins("SQLite format 3\x00", "an SQLite database", fromTables),
	begins("\x00\x01\x00\x00Standard ", "an Access database", fromTables),
	begins("\x89HDF", "an HDF5 file", exportIt),
	begins("\x80\x04\x95", "a file of Python (pickle)", inPython),
	begins("\x80\x05\x95", "a file of Python (pickle)", inPython),
	kindOf("\x03", ".dbf", "a dBase table (.dbf)", grid.SaveAs),
	kindOf("ID;P", ".slk", "a SYLK file (.slk)", grid.SaveAs),
	begins("\x89PNG", "a picture", fromPicture),
	begins("\xff\xd8\xff", "a picture", fromPicture),
	begins("GIF8", "a picture", fromPicture),
	begins("II*\x00", "a picture", fromPicture),
	begins("MM\x00*", "a picture", fromPicture),
	kindOf("MZ", ".exe", "a program", "choose a spreadsheet"),
	begins("{\\rtf", "a text document", copyTable),
}

// byEnding are kinds that only the end of the name tells.
var byEnding = []kind{
	named(".sav", "an SPSS file (.sav)", inSPSS), named(".por", "an SPSS file (.por)", inSPSS),
	named(".dta", "a Stata file (.dta)", inStata),
	named(".sas7bdat", "a SAS file (.sas7bdat)", inSAS), named(".xpt", "a SAS transport file (.xpt)", inSAS),
	named(".rds", "a file of R (.rds)", inR), named(".rda", "a file of R (.rda)", inR), named(".rdata", "a file of R (.RData)", inR),
	named(".r", "a program, not data", "run it and choose the table that it writes"), named(".py", "a program, not data", "run it and choose the table that it writes"),
	named(".sql", "a list of commands for a database", fromTables),
	named(".mdb", "an Access database", fromTables), named(".accdb", "an Access database", fromTables),
	named(".sqlite", "an SQLite database", fromTables), named(".db", "a database", fromTables),
	named(".parquet", "a Parquet file", exportIt), named(".feather", "a Feather file", exportIt),
	named(".json", "a JSON file", exportIt), named(".jsonl", "a JSON file", exportIt), named(".geojson", "a JSON file", exportIt),
	named(".yaml", "a YAML file", exportIt),
	named(".numbers", "an Apple Numbers document", inNumbers),
	named(".gsheet", "a link to a Google sheet, not the sheet", "open it in the browser, choose File, Download, Microsoft Excel (.xlsx), and choose that file"),
	named(".doc", "a text document (.doc)", copyTable), named(".docx", "a text document (.docx)", copyTable),
	named(".odt", "a text document (.odt)", copyTable), named(".rtf", "a text document (.rtf)", copyTable),
	named(".pdf", "a PDF document", "choose the spreadsheet it was made from"),
	named(".ppt", "a presentation (.ppt)", copyTable), named(".pptx", "a presentation (.pptx)", copyTable),
	named(".dbf", "a dBase table (.dbf)", grid.SaveAs), named(".slk", "a SYLK file (.slk)", grid.SaveAs), named(".dif", "a DIF file (.dif)", grid.SaveAs),
	named(".fods", "a spreadsheet in one XML document (.fods)", grid.SaveAs),
	named(".steward", "a plan of Steward, not data", "open it with Open plan"),
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
			return grid.NewFault(name, "this is a web page or an XML document, whatever its name says").WithRemedy(grid.SaveAs)
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
		return grid.NewFault(name, "this is a workbook of an old format (.xls)").WithRemedy(grid.SaveAs)
	case c.Has("WordDocument"):
		return grid.NewFault(name, "this is a text document (.doc)").WithRemedy(copyTable)
	case c.Has("PowerPoint Document"):
		return grid.NewFault(name, "this is a presentation (.ppt)").WithRemedy("choose a spreadsheet")
	}
	return grid.NewFault(name, "this is a file of an old office program and not a workbook").WithRemedy("choose a spreadsheet, or " + grid.SaveAs)
}

// Unknown is the error for a file that no format is told of, by the end of its name.
func Unknown(f *format.File) error {
	name := f.Source.Name
	if f.Workbook {
		return grid.NewFault(name, "this is not a workbook, although its name ends in %s", f.Ending()).WithRemedy("save it again with the program that made it; if it is a text table, name it .csv")
	}
	if err := byName(name); err != nil {
		return err
	}
	return grid.NewFault(name, "the type of this file is unknown").WithRemedy("save it as .xlsx or .csv with the program that made it; if it is a text table, give it a name ending in .csv or .txt")
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
	return grid.NewFault(name, "this is %s", f.found).WithRemedy("%s", f.remedy)
}

// parts tells zip archives that are no workbooks by the parts in them: by the name of one, or the
// beginning of it where it ends with a slash.
var parts = []kind{
	begins("word/", "a text document (.docx)", copyTable),
	begins("ppt/", "a presentation (.pptx)", copyTable),
	begins("visio/", "a drawing (.vsdx)", "choose a spreadsheet"),
	begins("index/document.iwa", "a document of Apple Numbers, Pages or Keynote", inNumbers),
	begins("index.zip", "a document of Apple Numbers, Pages or Keynote", inNumbers),
	begins("meta-inf/manifest.mf", "a program (.jar)", "choose a spreadsheet"),
	begins("meta-inf/container.xml", "an electronic book (.epub)", "choose a spreadsheet"),
	begins("doc.kml", "a map (.kmz)", "choose a spreadsheet"),
}

// IsPart tells a part that archives of another kind begin with.
func IsPart(name string) bool {
	for _, f := range parts {
		if strings.HasPrefix(name, f.magic) {
			return true
		}
	}
	return false
}

// NoWorkbook is the error for a zip archive that is something else.
func NoWorkbook(a *container.Archive) error {
	for _, f := range parts {
		for name := range a.Parts {
			if name == f.magic || strings.HasSuffix(f.magic, "/") && strings.HasPrefix(name, f.magic) {
				return f.fault(a.Source.Name)
			}
		}
	}
	remedy := message.Sprintf("unpack it and choose the file inside, or choose another file")
	for name, part := range a.Parts {
		switch {
		case len(a.Parts) > 1:
		case hasExtension(name, ".csv"), hasExtension(name, ".xlsx"), hasExtension(name, ".ods"), hasExtension(name, ".tsv"), hasExtension(name, ".txt"):
			remedy = message.Sprintf("unpack it and choose %s, which is inside", grid.Quote(part.Name))
		}
	}
	return grid.NewFault(a.Source.Name, "this is a zip archive and not a workbook").WithRemedy("%s", remedy)
}
