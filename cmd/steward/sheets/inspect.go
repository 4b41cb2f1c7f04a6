package sheets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/columnlist"
	"steward/core/message"
	"steward/core/repair"
	"steward/core/table"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/propose"
	"steward/io/records"
	"steward/io/sheet"
	"steward/io/sheet/grid"
)

// Inspect shows how a spreadsheet is read.
type Inspect struct {
	File    string `arg:"" help:"The spreadsheet." type:"path"`
	Cells   string `help:"List the cells that a rule such as decimal-comma:spend reads differently from how they are written, and what they are read as." placeholder:"KIND:COLUMN"`
	Reading `embed:""`
	Mending `embed:""`
}

// Run shows it.
func (cmd Inspect) Run(c *console.Console) error {
	data, found, read, err := cmd.Mending.Inspect(c.Ctx, cmd.File, cmd.Data())
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
	if text := Assumed(cmd.Data(), read); text != "" {
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

// flagOf is how a rule is named on the command line.
func flagOf(r repair.Rule) string { return fmt.Sprintf("%s:%s", r.Kind, r.Column) }

// showRepairs tells what is read by rules and what can be.
func showRepairs(c *console.Console, found *sheet.Inspection) {
	for _, s := range found.Several {
		flag := ""
		if !s.InForce {
			flag = fmt.Sprintf(" (--split %q)", s.Column)
		}
		c.Sayf("\n%s%s\n", s.Said(), flag)
	}
	for i, force := range []bool{true, false} {
		first := true
		for _, r := range found.Repairs {
			if r.InForce != force {
				continue
			}
			if first {
				c.Sayf("\n%s\n", []string{"Read by rule", "Can be read by rule (--mend all takes those with *)"}[i])
				first = false
			}
			at := ""
			if !r.Address.IsZero() {
				at = fmt.Sprintf(", %s", r.Address)
			}
			c.Sayf("  %s%s: %s\n", r.Column, at, r.Said())
			for k, choice := range r.Choices {
				mark, flags := " ", make([]string, len(choice.Rules))
				if k == r.Proposed && !force {
					mark = "*"
				}
				for n, rule := range choice.Rules {
					flags[n] = fmt.Sprintf("--mend %q", flagOf(rule))
				}
				c.Sayf("   %s %s (%s)\n", mark, choice.Said(), strings.Join(slices.Compact(flags), " "))
			}
		}
	}
}

// showCells lists the cells that a rule reads otherwise.
func showCells(c *console.Console, data *records.Data, found *sheet.Inspection, said string) error {
	rules, err := rulesSaid(found, said)
	if err != nil {
		return message.Errorf("--cells: %w", err)
	}
	type cell struct{ Address, Before, After string }
	cells, rows := []cell{}, [][]string{console.Headed("CELL|CONTENT|READ AS")}
	err = data.Behind(c.Ctx, found.Behind(rules), repair.SetOf(rules[0].Kind), func(m sheet.Mended) bool {
		cells = append(cells, cell{m.Address.String(), sheet.Shown(m.Before), sheet.Shown(m.After)})
		return true
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(cells)
	}
	for _, cell := range cells {
		after := cell.After
		if after == "" {
			after = "(blank)"
		}
		rows = append(rows, []string{cell.Address, cell.Before, after})
	}
	c.Table(rows)
	return nil
}
