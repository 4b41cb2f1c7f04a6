package session

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/table"
	"steward/gui/words"
	"steward/io/export"
	"steward/io/sheet"
)

// workbook compares the numbers in a workbook that is not byte for byte as it was written.
func (v *verifier) workbook(ctx context.Context, path string) error {
	name := filepath.Base(path)
	file, err := sheet.Open(ctx, path)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.note(false, "", words.T("%s is not as it was written, and cannot be read: %v", name, err))
		return nil
	}
	defer file.Close()
	for i, q := range v.record.Questions {
		wrong, err := compareSheets(ctx, file, i+1, q)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			v.note(false, "", words.T("%s was saved again, and its numbers for “%s” cannot be compared: %v", name, q.Title, err))
			return nil
		}
		if wrong != "" {
			v.note(false, "", words.T("%s does not hold the numbers of the record: %s", name, wrong))
			return nil
		}
	}
	for i, c := range v.record.Choices {
		wrong, err := compareChoice(ctx, file, len(v.record.Questions)+i+1, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || wrong != "" {
			v.note(false, "", words.T("%s was saved again, and does not hold the values of “%s”: %s", name, c.Title, orError(wrong, err)))
			return nil
		}
	}
	for i, c := range v.record.Clusters {
		wrong, err := compareGroups(ctx, file, len(v.record.Questions)+len(v.record.Choices)+i+1, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || wrong != "" {
			v.note(false, "", words.T("%s was saved again, and does not hold the groups of “%s”: %s", name, c.Title, orError(wrong, err)))
			return nil
		}
	}
	for i, r := range v.record.Synthetic {
		wrong, err := compareRecords(ctx, file, len(v.record.Questions)+len(v.record.Choices)+len(v.record.Clusters)+i+1, r)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || wrong != "" {
			v.note(false, "", words.T("%s was saved again, and does not hold the records of “%s”: %s", name, r.Title, orError(wrong, err)))
			return nil
		}
	}
	wrong, err := v.recordSheet(ctx, file)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || wrong != "" {
		v.note(false, "", words.T("%s was saved again, and its sheet %s is not that of the record: %s", name, recordSheet, orError(wrong, err)))
		return nil
	}
	v.note(true, words.T("%s is not byte for byte as it was written: it was saved again by another program; its numbers are those of the record, its explanations were not compared", name), "")
	return nil
}

// orError is what is wrong, or else the text of the error.
func orError(wrong string, err error) string {
	if wrong != "" || err == nil {
		return wrong
	}
	return words.Error(err)
}

// compareSheets compares the sheets of a question, whose names begin with its number, with
// the record, and says where they differ.
func compareSheets(ctx context.Context, file *sheet.File, number int, q export.Question) (wrong string, err error) {
	next, derived := 0, q.Derived
	for _, info := range file.Sheets() {
		if !strings.HasPrefix(info.Name+" ", fmt.Sprintf("%d ", number)) {
			continue
		}
		s, err := file.Sheet(ctx, sheet.Options{Sheet: info.Name, HeaderRow: 1})
		if err != nil {
			return "", err
		}
		if !slices.Contains(s.Header(), unadjustedColumn) {
			if wrong, err := compareBeside(ctx, s, info.Name, q, &derived); wrong != "" || err != nil {
				return wrong, err
			}
			continue
		}
		for row, err := range s.Rows(ctx) {
			if err != nil {
				return "", err
			}
			if next == len(q.Answers) {
				return words.T("sheet “%s” has more rows than there are answers", info.Name), nil
			}
			if !sameRow(row, q.Answers[next], len(q.Keys)) {
				return words.T("sheet “%s”, row %d", info.Name, row.Number), nil
			}
			next++
		}
	}
	if next < len(q.Answers) {
		return words.T("%d of the %d answers to “%s” are missing", len(q.Answers)-next, len(q.Answers), q.Title), nil
	}
	if len(derived) > 0 {
		return words.T("the sheet of “%s” is missing", derived[0].Title), nil
	}
	return "", nil
}

// compareChoice compares the sheet of a choice with the record, and says where they differ.
func compareChoice(ctx context.Context, file *sheet.File, number int, c export.Choice) (wrong string, err error) {
	for _, info := range file.Sheets() {
		if !strings.HasPrefix(info.Name+" ", fmt.Sprintf("%d ", number)) {
			continue
		}
		s, err := file.Sheet(ctx, sheet.Options{Sheet: info.Name, HeaderRow: 1})
		if err != nil {
			return "", err
		}
		next := 0
		for row, err := range s.Rows(ctx) {
			if err != nil {
				return "", err
			}
			if next == len(c.Values) {
				return words.T("sheet “%s” has more rows than there are values", info.Name), nil
			}
			want := c.Values[next]
			for k, text := range append(slices.Clone(want.Key), want.Value, want.From, want.To) {
				if k >= len(row.Cells) || strings.TrimSpace(row.Cells[k].Text) != strings.TrimSpace(text) {
					return words.T("sheet “%s”, row %d", info.Name, row.Number), nil
				}
			}
			next++
		}
		if next < len(c.Values) {
			return words.T("%d of %d values are missing", len(c.Values)-next, len(c.Values)), nil
		}
		return "", nil
	}
	return words.T("its sheet is missing"), nil
}

// unadjustedColumn heads the unadjusted numbers in every table of answers.
const unadjustedColumn = "Unadjusted"

// sameRow compares a row with an answer: its labels, the published and the unadjusted number
// and the interval.
func sameRow(row table.Row, a export.Answer, keys int) bool {
	if len(row.Cells) < keys+5 || len(a.Key) != keys {
		return false
	}
	for i, key := range a.Key {
		if strings.TrimSpace(row.Cells[i].Text) != strings.TrimSpace(key) {
			return false
		}
	}
	return samePublished(row.Cells[keys], a) && sameNumberIn(row.Cells[keys+1], a.Unadjusted) &&
		sameNumberIn(row.Cells[keys+3], a.Unadjusted-a.HalfWidth) && sameNumberIn(row.Cells[keys+4], a.Unadjusted+a.HalfWidth)
}

// samePublished compares a cell with what is published of an answer.
func samePublished(c table.Cell, a export.Answer) bool {
	want := a.Published
	if a.Shown != nil {
		want = *a.Shown
	}
	if a.Hidden {
		return strings.TrimSpace(c.Text) == export.HiddenText
	}
	return c.Kind == table.Number && c.Number == want
}
