package verify

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/table"
	"steward/io/export"
	"steward/io/sheet"
)

// workbook compares the numbers of a workbook whose bytes have changed with a record that does not list what the workbook showed.
func (v *verifier) workbook(ctx context.Context, path string) error {
	name := filepath.Base(path)
	file, err := sheet.Open(ctx, path)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.bad(message.Sprintf("%s is not as it was written, and cannot be read: %v", name, err))
		return nil
	}
	defer file.Close()
	for i, q := range v.record.Questions {
		wrong, err := compareSheets(ctx, file, i+1, q)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			v.bad(message.Sprintf("%s was saved again, and its numbers for “%s” cannot be compared: %v", name, q.Title, err))
			return nil
		}
		if !wrong.IsZero() {
			v.bad(message.Sprintf("%s does not contain the numbers of the record: %s", name, wrong))
			return nil
		}
	}
	number := len(v.record.Questions)
	for _, k := range v.kinds() {
		for _, o := range k.outputs {
			number++
			wrong, err := compareOutput(ctx, file, number, o)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil || !wrong.IsZero() {
				v.bad(o.lost(name, orError(wrong, err)))
				return nil
			}
		}
	}
	wrong, err := v.recordSheet(ctx, file)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || !wrong.IsZero() {
		v.bad(message.Sprintf("%s was saved again, and its sheet %s is not that of the record: %s", name, recordSheet, orError(wrong, err)))
		return nil
	}
	v.saidAgain(message.Sprintf("%s is not byte for byte as it was written: it was saved again by another program; its numbers are those of the record", name))
	v.unknown(message.Sprintf("The record of %s is of a format that does not list what the workbook showed: explanations, number formats, charts, hidden rows and what was added were not compared", name))
	return nil
}

// orError is what is wrong, or else the error.
func orError(wrong message.Text, err error) any {
	if err != nil {
		return err
	}
	return wrong
}

// isSheetOf reports whether a sheet belongs to what is published under a number.
func isSheetOf(name string, number int) bool {
	return strings.HasPrefix(name+" ", fmt.Sprintf("%d ", number))
}

// compareOutput compares the sheet of an output with the record, and says where they differ.
func compareOutput(ctx context.Context, file *sheet.File, number int, o output) (wrong message.Text, err error) {
	for _, info := range file.Sheets() {
		if isSheetOf(info.Name, number) {
			s, err := file.Sheet(ctx, sheet.Options{Sheet: info.Name, HeaderRow: 1})
			if err != nil {
				return message.Text{}, err
			}
			return o.compare(ctx, s, info.Name)
		}
	}
	return message.Sprintf("its sheet is missing"), nil
}

// compareSheets compares the sheets of a question, whose names begin with its number, with
// the record, and says where they differ.
func compareSheets(ctx context.Context, file *sheet.File, number int, q export.Question) (wrong message.Text, err error) {
	next, derived := 0, q.Derived
	for _, info := range file.Sheets() {
		if !isSheetOf(info.Name, number) {
			continue
		}
		s, err := file.Sheet(ctx, sheet.Options{Sheet: info.Name, HeaderRow: 1})
		if err != nil {
			return message.Text{}, err
		}
		if !slices.Contains(s.Header(), unadjustedColumn) {
			if wrong, err := compareBeside(ctx, s, info.Name, q, &derived); !wrong.IsZero() || err != nil {
				return wrong, err
			}
			continue
		}
		wrong, err := compareRows(ctx, s, info.Name, &next, len(q.Answers), message.Sprintf("sheet “%s” has more rows than there are answers", info.Name), func(k int, row table.Row) bool {
			return sameRow(row, q.Answers[k], len(q.Keys))
		})
		if !wrong.IsZero() || err != nil {
			return wrong, err
		}
	}
	if next < len(q.Answers) {
		return message.Sprintf("%d of the %d answers to “%s” are missing", len(q.Answers)-next, len(q.Answers), q.Title), nil
	}
	if len(derived) > 0 {
		return message.Sprintf("the sheet of “%s” is missing", derived[0].Title), nil
	}
	return message.Text{}, nil
}

// unadjustedColumn heads the unadjusted numbers in every table of answers.
const unadjustedColumn = "Unadjusted"

// sameRow compares a row with an answer: its labels, the published and the unadjusted number
// and the interval.
func sameRow(row table.Row, a export.Answer, keys int) bool {
	if len(row.Cells) < keys+5 || len(a.Key) != keys || !beginsWith(row, a.Key) || !samePublished(row.Cells[keys], a) {
		return false
	}
	return sameNumberIn(row.Cells[keys+1], a.Unadjusted) &&
		sameNumberIn(row.Cells[keys+3], a.Unadjusted-a.HalfWidth) && sameNumberIn(row.Cells[keys+4], a.Unadjusted+a.HalfWidth)
}

// samePublished compares a cell with what is published of an answer.
func samePublished(c table.Cell, a export.Answer) bool {
	if a.Hidden {
		return strings.TrimSpace(c.Text) == export.HiddenText
	}
	return c.Kind == table.Number && c.Number == publishedOf(a)
}

// publishedOf is the number that stands in tables for an answer that is not hidden.
func publishedOf(a export.Answer) float64 {
	if a.Shown != nil {
		return *a.Shown
	}
	return a.Published
}

// beginsWith reports whether a row begins with some texts, but for blanks around them.
func beginsWith(row table.Row, texts []string) bool {
	for k, text := range texts {
		if k >= len(row.Cells) || strings.TrimSpace(row.Cells[k].Text) != strings.TrimSpace(text) {
			return false
		}
	}
	return true
}
