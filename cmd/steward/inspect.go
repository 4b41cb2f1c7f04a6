package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/columnlist"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/propose"
	"steward/io/records"
	"steward/io/sheet"
	"steward/io/sheet/grid"
)

// reading are the flags that say how a spreadsheet is read.
type reading struct {
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

func (r reading) data() plan.Data {
	return plan.Data{Sheet: r.Sheet, HeaderRow: r.HeaderRow, Delimiter: r.Delimiter, DecimalComma: r.DecimalComma,
		Thousands: r.Thousands, Quote: r.Quote, Encoding: r.Encoding,
		Range: r.Range, HeaderRows: r.HeaderRows, LeaveOut: r.LeaveOut, Merged: strings.TrimPrefix(r.Merged, "down")}
}

type inspectCmd struct {
	File    string `arg:"" help:"The spreadsheet." type:"path"`
	Cells   string `help:"List the cells that a rule such as decimal-comma:spend reads differently from how they are written, and what they are read as." placeholder:"KIND:COLUMN"`
	reading `embed:""`
	mending `embed:""`
}

func (cmd inspectCmd) Run(c *console.Console) error {
	data, found, read, err := cmd.inspect(c.Ctx, cmd.File, cmd.data())
	if err != nil {
		return err
	}
	defer data.Close()
	if counts.IsDescription(data.Header()) {
		return message.Errorf("%s describes a database table and contains none of its rows: steward new declares the columns that it describes", filepath.Base(cmd.File))
	}
	if cmd.Cells != "" {
		return showCells(c, data, found, cmd.Cells)
	}
	sheets := data.Sheets()
	if c.JSON {
		return c.Emit(struct {
			Sheets     []grid.SheetInfo
			Ranges     []grid.RangeInfo
			HeaderRow  int
			Encoding   string `json:",omitempty"`
			Delimiter  string `json:",omitempty"`
			Inspection *sheet.Inspection
		}{sheets, data.Ranges(), data.HeaderRow(), read.Encoding, read.Delimiter, found})
	}
	for _, s := range sheets {
		hidden := ""
		if s.Hidden {
			hidden = " (hidden)"
		}
		c.Sayf("Sheet %s%s\n", s.Name, hidden)
	}
	for _, r := range data.Ranges() {
		c.Sayf("  %s %s in sheet %s, %s\n", r.Kind.Said().Sentence(), r.Name, r.Sheet, r.Area)
	}
	c.Sayf("\n%s: %d records below the header in row %d\n", found.Source, found.Rows, data.HeaderRow())
	if text := assumedWords(cmd.data(), read); text != "" {
		c.Sayf("%s\n", text)
	}
	if found.BlankRows > 0 {
		c.Sayf("%d blank rows are skipped\n", found.BlankRows)
	}
	showColumns(c, found)
	for _, b := range propose.Blocks(found.Columns) {
		c.Sayf("\n%d columns have answers on one scale: %s (steward new --alike %s)\n", len(b.Columns), columnlist.Listed(b.Columns, data.Header()), columnlist.Written(b.Columns, data.Header()))
	}
	for _, k := range found.Keys {
		c.Sayf("\n%s\n", words.Say(k.Said()))
	}
	if found.Namesakes != nil {
		c.Sayf("\n%s\n", words.Say(found.Namesakes.Said()))
	}
	if found.ProblemCount > 0 {
		c.Sayf("\n%d cells or columns need a decision\n", found.ProblemCount)
		for _, p := range found.Problems {
			more := ""
			if p.Cells > 1 {
				more = console.Say(" and %d more", p.Cells-1)
			}
			c.Sayf("  %s, %s%s: %s %s\n", p.Column, p.Address, more, p.Found, p.Remedy)
		}
	}
	showRepairs(c, found)
	for i, n := range found.Notes {
		if i == 0 {
			c.Sayf("\nNoticed\n")
		}
		c.Sayf("  %s: %s: %s", n.Address, n.Found, n.Becomes)
		if n.Fix != nil {
			c.Sayf("%s", flagsOf(*n.Fix))
		}
		c.Sayf("\n")
	}
	c.Sayf("\nThese values were taken from the data. They become part of a plan only when you confirm that they are public.\n")
	return nil
}

// assumedWords says what was assumed of how a text file is written, with the flags that say so, "" where nothing was.
func assumedWords(said, read plan.Data) string {
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

// flagsOf says with which flags the sheet is read in the way of a fix, "" where there are none.
func flagsOf(f sheet.Fix) string {
	switch f.Kind {
	case sheet.LeaveOut:
		return fmt.Sprintf(" (--leave-out %q)", sheet.RowsOf(f.Rows))
	case sheet.FillNothing:
		return " (--merged blank)"
	case sheet.FillAcross:
		return " (--merged all)"
	case sheet.OneHeader:
		return " (--header-rows 1)"
	case sheet.ReadNumbers:
		flags := ""
		if f.DecimalComma {
			flags += " --decimal-comma"
		}
		if f.Thousands != 0 {
			flags += fmt.Sprintf(" --thousands %q", string(f.Thousands))
		}
		return " (" + strings.TrimPrefix(flags, " ") + ")"
	}
	return ""
}

func showColumns(c *console.Console, found *sheet.Inspection) {
	rows := [][]string{console.Headed("COLUMN|BLANK|DISTINCT|LOOKS LIKE|VALUES")}
	for _, col := range found.Columns {
		values := strings.Join(col.Values[:min(len(col.Values), 6)], ", ")
		if len(col.Values) > 6 {
			values += ", …"
		}
		if col.Proposed == sheet.ProposeWhole || col.Proposed == sheet.ProposeRanges {
			values = console.Say("%g to %g", col.Min, col.Max)
		}
		if runes := []rune(values); len(runes) > 60 {
			values = string(runes[:60]) + "…"
		}
		rows = append(rows, []string{col.Name, fmt.Sprint(col.Kinds[table.Blank]), fmt.Sprint(col.Distinct), words.Text(fmt.Sprint(col.Proposed)), values})
	}
	c.Table(rows)
}
