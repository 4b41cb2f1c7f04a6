// Package sheets has the subcommand steward inspect, which shows how a spreadsheet is read, and the flags by which other commands are
// told how: what is where in it (Reading), by which rules cells are read (Mending), and whom a row is about (Whose).
package sheets

import (
	"fmt"
	"strings"

	"steward/core/plan"
	"steward/gui/words"
	"steward/io/records"
)

// Reading are the flags that say how a spreadsheet is read.
type Reading struct {
	Sheet        string `help:"Name of the sheet; the first visible one if left out."`
	Range        string `help:"Table, named range or cells (A3:F20) of the workbook; the whole sheet if left out."`
	HeaderRow    int    `help:"Row with the column names, from 1; found if left out."`
	HeaderRows   int    `help:"How many rows, of which that is the last, are joined to names (2023 / Men)."`
	LeaveOut     string `help:"Rows that are not records, such as totals and notes: 120, 122-124." placeholder:"ROWS"`
	Merged       string `help:"How merged cells are read: down (the default), blank or all." enum:"down,blank,all" default:"down"`
	Delimiter    string `help:"What separates the fields of a text file, one character or several; assumed from the file if left out, which is reported and kept in the plan."`
	DecimalComma bool   `help:"Numbers in a text file are written with a comma (1,5)."`
	Thousands    string `help:"Character between groups of three digits in a text file (1,000); none if left out."`
	Quote        string `help:"Character around fields of a text file, \" or ', or none."`
	Encoding     string `help:"Encoding of a text file, such as windows-1252; recognised or assumed if left out, which is reported and kept in the plan. A wrong name lists all of them."`
}

// Data is how they say it in a plan.
func (f Reading) Data() plan.Data {
	return plan.Data{Sheet: f.Sheet, HeaderRow: f.HeaderRow, Delimiter: f.Delimiter, DecimalComma: f.DecimalComma,
		Thousands: f.Thousands, Quote: f.Quote, Encoding: f.Encoding,
		Range: f.Range, HeaderRows: f.HeaderRows, LeaveOut: f.LeaveOut, Merged: strings.TrimPrefix(f.Merged, "down")}
}

// Assumed says what was assumed of how a text file is written, with the flags that say so, "" where nothing was.
func Assumed(said, read plan.Data) string {
	text := words.Say(records.Assumed(said, read))
	if text == "" {
		return ""
	}
	flags := ""
	if said.Encoding != read.Encoding {
		flags += " --encoding " + read.Encoding
	}
	if said.Delimiter != read.Delimiter {
		flags += fmt.Sprintf(" --delimiter %q", read.Delimiter)
	}
	return fmt.Sprintf("%s (%s)", text, strings.TrimPrefix(flags, " "))
}
