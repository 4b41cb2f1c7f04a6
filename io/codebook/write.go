package codebook

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/sheet/grid"
	"steward/io/wholefile"
)

// written returns the headings of a codebook that the program writes: those of labels and of how
// dates are written, and that of the step, only where there is one.
func written(b Book) []heading {
	list := []heading{columnName}
	if slices.ContainsFunc(b.Columns, func(c plan.Column) bool { return c.Label != "" }) {
		list = append(list, columnLabel)
	}
	list = append(list, columnType, oneValue, valueLabel, lowerEnd, upperEnd, readAs, blankRule, otherRule)
	if slices.ContainsFunc(b.Columns, func(c plan.Column) bool { return c.Dates != nil && c.Dates.Order != domain.YearFirst }) {
		list = append(list, dateOrder)
	}
	if slices.ContainsFunc(b.Columns, func(c plan.Column) bool { return c.Dates != nil && c.Dates.YearsFrom != 0 }) {
		list = append(list, yearsFrom)
	}
	if b.Weight != nil {
		list = append(list, stepWidth)
	}
	if len(b.Splits) > 0 {
		list = append(list, separator)
	}
	if slices.ContainsFunc(b.Columns, func(c plan.Column) bool { return c.PartOf != "" }) {
		list = append(list, partOf)
	}
	return list
}

// Save writes a new codebook: a text table or a workbook, as the name ends in
// .csv or .xlsx. Read gives the same declarations, with a codebook as their origin. It errors
// when the name ends otherwise, when the file exists, and as WriteCSV and WriteWorkbook do.
func Save(path string, b Book) error {
	var write func(io.Writer, Book) error
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		write = WriteCSV
	case ".xlsx":
		write = WriteWorkbook
	default:
		return message.Errorf("%s: the name ends in %q where .csv or .xlsx is expected: choose one of them", path, filepath.Ext(path))
	}
	err := wholefile.Create(path, func(w io.Writer) error { return write(w, b) })
	if errors.Is(err, fs.ErrExist) {
		return message.Errorf("%s already exists: choose another name, so that nothing is lost: %w", path, err)
	}
	return err
}

// WriteCSV writes a codebook in UTF-8 with a byte order mark, as spreadsheet
// programs expect it. Texts that they would take for formulas have an apostrophe before them,
// which Read takes away. It errors, saying what to do, where a column cannot be written: when
// its declaration is not complete, and when a text holds what a cell cannot.
func WriteCSV(w io.Writer, b Book) error {
	rows, err := table(b)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	for _, row := range rows {
		for i, text := range row {
			row[i] = guarded(text)
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// table returns the rows of a codebook, headings first.
func table(b Book) ([][]string, error) {
	columns := b.Columns
	if len(columns) == 0 {
		return nil, message.Errorf("the plan has no columns: declare one before writing a codebook")
	}
	written := written(b)
	head := make([]string, len(written))
	for i, h := range written {
		head[i] = h.String()
	}
	rows := [][]string{head}
	taken := make(map[string]bool)
	for _, col := range columns {
		if _, err := col.Attribute(); err != nil {
			return nil, err
		}
		name := strings.Join(strings.Fields(string(col.Name)), " ")
		if taken[name] {
			return nil, message.Errorf("column %q is declared twice: remove one", name)
		}
		taken[name] = true
		for i, r := range describe(col) {
			r[columnName] = name
			if i == 0 {
				r[columnType], r[columnLabel] = kindOfColumn(col).String(), col.Label
				r[partOf] = col.PartOf
				r[blankRule], r[otherRule] = ruleText(col.Blank), ruleText(col.Other)
			}
			row, err := cells(written, r)
			if err != nil {
				return nil, message.Errorf("column %q: %w", name, err)
			}
			rows = append(rows, row)
		}
	}
	for _, s := range specials {
		of, err := s.rows(b)
		if err != nil {
			return nil, err
		}
		for _, d := range of {
			for _, r := range d.rows {
				row, err := cells(written, r)
				if err != nil || taken[row[0]] || row[0] == "" {
					return nil, s.published(d.name)
				}
				rows = append(rows, row)
			}
			taken[strings.TrimSpace(d.name)] = true
		}
	}
	return rows, nil
}

// cells returns what stands under each heading in a row.
func cells(written []heading, r map[heading]string) ([]string, error) {
	row := make([]string, len(written))
	for j, h := range written {
		row[j] = strings.TrimSpace(r[h])
		if err := writable(row[j]); err != nil {
			return nil, err
		}
	}
	return row, nil
}

func kindOfColumn(col plan.Column) kind {
	k := kind{Kind: col.Kind, whole: col.Kind == domain.Ranges && col.WholeNumbers}
	if col.Kind == domain.Periods {
		k.period = col.Dates.Period
	}
	return k
}

// describe returns the rows of a column without what is the same in all.
func describe(col plan.Column) (rows []map[heading]string) {
	switch col.Kind {
	case domain.Whole:
		rows = append(rows, map[heading]string{lowerEnd: fmt.Sprint(*col.Lowest), upperEnd: fmt.Sprint(*col.Highest)})
	case domain.Ranges:
		for _, r := range col.Ranges {
			row := map[heading]string{lowerEnd: r.From, upperEnd: r.To, valueLabel: r.Label}
			for _, h := range []heading{lowerEnd, upperEnd} {
				if row[h] == "" {
					row[h] = openEnd
				}
			}
			rows = append(rows, row)
		}
	case domain.Periods:
		rows = describePeriods(*col.Dates)
	default:
		for _, v := range col.Values {
			rows = append(rows, map[heading]string{oneValue: v})
		}
	}
	for _, text := range slices.Sorted(maps.Keys(col.Readings)) {
		rows = append(rows, map[heading]string{oneValue: text, readAs: col.Readings[text]})
	}
	return rows
}

// writable errors when a cell cannot hold a text such that it is read back.
func writable(text string) error {
	bad := strings.IndexFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\uFEFF' || r >= '\uFFFD' && r <= '\uFFFF'
	})
	switch {
	case !utf8.ValidString(text), bad >= 0:
		return message.Errorf("found %s, with a character that a spreadsheet cannot contain, where a text is expected: correct it in the plan", grid.Quote(text))
	case len(text) > limits.MaxSheetText:
		return message.Errorf("found a text of %d bytes, more than the %d that a cell can hold: shorten it", len(text), limits.MaxSheetText)
	}
	return nil
}
