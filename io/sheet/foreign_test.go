package sheet

import (
	"context"
	"strings"
	"testing"
)

// foreignFiles are files of other kinds, and what is said of each.
var foreignFiles = []struct{ name, data, found, remedy string }{
	{"a.pdf", "%PDF-1.7\n" + restOfFile, "a PDF document", "made from"},
	{"a.csv", "%PDF-1.7\n" + restOfFile, "a PDF document", "made from"},
	{"a.sav", "$FL2@(#) SPSS" + restOfFile, "an SPSS file", "in SPSS"},
	{"a.zsav", "$FL3@(#) SPSS" + restOfFile, "an SPSS file", "in SPSS"},
	{"a.sav", "other" + restOfFile, "an SPSS file", "in SPSS"},
	{"a.dta", "<stata_dta><header>" + restOfFile, "a Stata file", "export delimited"},
	{"a.csv", "<stata_dta><header>" + restOfFile, "a Stata file", "export delimited"},
	{"a.dta", "\x72\x02\x01\x00" + restOfFile, "a Stata file", "export delimited"},
	{"a.rds", "\x1f\x8b\x08\x00" + restOfFile, "a file of R (.rds)", "write.csv"},
	{"A.RDATA", "\x1f\x8b\x08\x00" + restOfFile, "a file of R (.RData)", "write.csv"},
	{"a", "RDX3\nX\n" + restOfFile, "a file of R", "write.csv"},
	{"a.csv.gz", "\x1f\x8b\x08\x00" + restOfFile, "compressed", "unpack"},
	{"a.csv", "\x1f\x8b\x08\x00" + restOfFile, "compressed", "unpack"},
	{"a.xlsx", "Rar!\x1a\x07" + restOfFile, "compressed", "unpack"},
	{"a.sas7bdat", strings.Repeat("\x00", 12) + "\xc2\xea\x81\x60\xb3" + restOfFile, "a SAS file", "proc export"},
	{"a.xpt", "HEADER RECORD*******LIBRARY HEADER" + restOfFile, "a SAS transport file", "proc export"},
	{"a.parquet", "PAR1" + restOfFile, "a Parquet file", ".csv"},
	{"a.feather", "ARROW1\x00\x00" + restOfFile, "Arrow", ".csv"},
	{"a.db", "SQLite format 3\x00" + restOfFile, "an SQLite database", "export the table"},
	{"a.accdb", "\x00\x01\x00\x00Standard ACE DB" + restOfFile, "an Access database", "export the table"},
	{"a.json", `{"a": [1, 2]}`, "a JSON file", ".csv"},
	{"a.gsheet", `{"url": "https://docs.google.com/x"}`, "a link to a Google sheet", "Download"},
	{"a.png", "\x89PNG\r\n\x1a\n" + restOfFile, "a picture", "made from"},
	{"scan.csv", "\xff\xd8\xff\xe0" + restOfFile, "a picture", "made from"},
	{"a.rtf", `{\rtf1\ansi`, "a text document", "copy the table"},
	{"a.docx", "not really one", "a text document (.docx)", "copy the table"},
	{"a.numbers", "odd" + restOfFile, "Apple Numbers", "Export To"},
	{"a.fods", `<?xml version="1.0"?><office:document/>`, ".fods", ".xlsx"},
	{"a.xml", `<?xml version="1.0"?><x/>`, "XML document", ".xlsx"},
	{"a.steward", `{}`, "a plan of Steward", "Open plan"},
	{"a.odd", "odd" + restOfFile, "unknown", ".csv"},
	{"a", "name,age\nAnn,3\n", "unknown", "name ending in .csv"},
	{"a.docx", archiveOf("word/document.xml"), "a text document (.docx)", "copy the table"},
	{"a.xlsx", archiveOf("word/document.xml"), "a text document (.docx)", "copy the table"},
	{"a.pptx", archiveOf("ppt/presentation.xml"), "a presentation (.pptx)", "copy the table"},
	{"a.numbers", archiveOf("Index/Document.iwa", "Index/Tables/Tile.iwa"), "Apple Numbers", "Export To"},
	{"a.epub", archiveOf("META-INF/container.xml"), "electronic book", "choose a spreadsheet"},
	{"a.zip", archiveOf("data/wages.csv"), "a zip archive", `choose "data/wages.csv"`},
	{"a.zip", archiveOf("a.csv", "b.csv"), "a zip archive", "choose the file inside"},
}

var restOfFile = strings.Repeat("\x00\x01binary\xff", 50)

// TestForeignFiles chooses files of other kinds: each is told what it is and what to do.
func TestForeignFiles(t *testing.T) {
	for _, c := range foreignFiles {
		t.Run(c.name+" "+c.found, func(t *testing.T) {
			_, err := read(context.Background(), memory(c.name, []byte(c.data)), "")
			wantFault(t, err, c.name, c.found, c.remedy)
		})
	}
}

// archiveOf is an archive of parts.
func archiveOf(names ...string) string {
	var parts []part
	for _, n := range names {
		parts = append(parts, part{n, "x"})
	}
	return string(stored(parts))
}
