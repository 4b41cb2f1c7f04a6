package verify

import (
	"context"
	"math"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/table"
	"steward/io/export"
	"steward/io/sheet"
)

// recordSheet is the name of the sheet of a workbook that repeats the record.
const recordSheet = "Record"

// compareBeside compares a sheet of a question that is not the list of its answers: its cross-table,
// or the next of the tables that follow from the answers, which is then taken off them.
func compareBeside(ctx context.Context, s *sheet.Sheet, name string, q export.Question, derived *[]export.DerivedTable) (wrong message.Text, err error) {
	switch head := s.Header(); {
	case len(head) > 2 && slices.Equal(head[len(head)-2:], []string{"Unit", "Note"}):
		if len(*derived) == 0 {
			return message.Sprintf("sheet “%s” should not be there", name), nil
		}
		t := (*derived)[0]
		*derived = (*derived)[1:]
		return compareDerivedSheet(ctx, s, name, t)
	case slices.ContainsFunc(head, beginning(export.WithinColumn)):
		return compareCross(ctx, s, name, q)
	}
	return message.Text{}, nil // the cross-table of an earlier version, which repeats published numbers
}

// plain is a text as it stands in a heading that was read.
func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

func beginning(with string) func(string) bool {
	return func(s string) bool { return strings.HasPrefix(s, with) }
}

// compareCross compares a cross-table: numbers, and beside them their intervals.
func compareCross(ctx context.Context, s *sheet.Sheet, name string, q export.Question) (wrong message.Text, err error) {
	head := s.Header()
	const blocks = 2 // of numbers and half-widths
	at := slices.IndexFunc(head, beginning(export.WithinColumn))
	answers := make(map[[2]string]export.Answer, len(q.Answers))
	for _, a := range q.Answers {
		if len(a.Key) != 2 {
			return message.Sprintf("sheet “%s” is a cross-table, but “%s” has none", name, q.Title), nil
		}
		answers[[2]string{plain(a.Key[0]), plain(a.Key[1])}] = a
	}
	seen := 0
	for row, err := range s.Rows(ctx) {
		if err != nil {
			return message.Text{}, err
		}
		if len(row.Cells) < len(head) || len(head) != blocks*at {
			return message.Sprintf("sheet “%s”, row %d: there are %d columns", name, row.Number, len(row.Cells)), nil
		}
		for j := 1; j < at; j++ {
			a, possible := answers[[2]string{plain(row.Cells[0].Text), plain(head[j])}]
			if text := row.Cells[j].Text; !possible && text != export.ImpossibleText || possible && !sameCross(row.Cells, j, at, a) {
				return message.Sprintf("sheet “%s”, row %d, “%s”", name, row.Number, head[j]), nil
			}
			if possible {
				seen++
			}
		}
	}
	if seen != len(q.Answers) {
		return message.Sprintf("sheet “%s” has %d of %d numbers", name, seen, len(q.Answers)), nil
	}
	return message.Text{}, nil
}

// sameCross compares the cells of an answer in a cross-table, of which one stands in column j, and the next so many
// columns farther.
func sameCross(cells []table.Cell, j, farther int, a export.Answer) bool {
	switch within := cells[j+farther]; {
	case !samePublished(cells[j], a):
		return false
	case a.Exact:
		return strings.TrimSpace(within.Text) == "exact"
	default:
		return sameNumberIn(within, a.HalfWidth)
	}
}

// compareDerivedSheet compares the sheet of a table that follows from answers.
func compareDerivedSheet(ctx context.Context, s *sheet.Sheet, name string, t export.DerivedTable) (wrong message.Text, err error) {
	next := 0
	wrong, err = compareRows(ctx, s, name, &next, len(t.Values), message.Sprintf("sheet “%s” has more rows than there are values", name), func(k int, row table.Row) bool {
		return sameDerivedRow(row, t.Values[k], string(t.Unit))
	})
	if missing := len(t.Values) - next; missing > 0 && wrong.IsZero() && err == nil {
		wrong = message.Sprintf("%d of the %d values of “%s” are missing", missing, len(t.Values), t.Title)
	}
	return wrong, err
}

// sameDerivedRow compares a row with a number that follows from answers.
func sameDerivedRow(row table.Row, v export.DerivedValue, unit string) bool {
	if len(row.Cells) < len(v.Key)+5 || !beginsWith(row, v.Key) {
		return false
	}
	cells := row.Cells[len(v.Key):]
	value, note := cells[0], cells[4]
	if !sameNumberIn(cells[1], v.From) || !sameNumberIn(cells[2], v.To) || cells[3].Text != unit {
		return false
	}
	if v.Unreliable {
		return value.Kind == table.Blank && note.Text == export.UnreliableText
	}
	return sameNumberIn(value, v.Value) && note.Kind == table.Blank
}

// sameNumberIn compares a number in a workbook with that of the record. A program that saves a
// workbook again may round the last digits.
func sameNumberIn(c table.Cell, want float64) bool {
	return c.Kind == table.Number && math.Abs(c.Number-want) <= 1e-9*math.Max(1, math.Abs(want))
}

// sameCells compares a row of texts with what it should be, but for blanks around them. A line that is too
// long for a cell goes on beside it, where there is no heading, so that only its first cell has to be there.
func sameCells(row []table.Cell, want []string) bool {
	if len(row) == 0 || len(want) == 0 {
		return len(want) == 0
	}
	for i, cell := range row {
		text := ""
		if i < len(want) {
			text = want[i]
		}
		if strings.TrimSpace(cell.Text) != strings.TrimSpace(text) {
			return false
		}
	}
	return true
}

// recordSheet compares the sheet that repeats the record, which workbooks have since the second
// format of the record.
func (v *verifier) recordSheet(ctx context.Context, file *sheet.File) (wrong message.Text, err error) {
	if v.record.Version < 2 {
		return message.Text{}, nil
	}
	lines, err := export.RecordSheet(v.record)
	if err != nil {
		return message.Text{}, err
	}
	s, err := file.Sheet(ctx, sheet.Options{Sheet: recordSheet, HeaderRow: 1})
	if err != nil {
		return message.Text{}, err
	}
	want := slices.Concat([][]string{{v.record.Digest}, nil}, lines) // between them a heading
	next := 0
	for row, err := range s.Rows(ctx) {
		if err != nil {
			return message.Text{}, err
		}
		if next == len(want) || next != 1 && !sameCells(row.Cells, want[next]) {
			return message.Sprintf("row %d", row.Number), nil
		}
		next++
	}
	if next < len(want) {
		return message.Sprintf("%d rows are missing", len(want)-next), nil
	}
	return message.Text{}, nil
}
