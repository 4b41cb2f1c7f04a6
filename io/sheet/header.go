package sheet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/table"
)

const (
	headerSearch = 20  // rows among which the header is looked for
	headerSample = 100 // rows by which the width of the table is judged
)

// head returns copies of the first n rows that are not blank.
func head(ctx context.Context, g grid, n int) ([]record, error) {
	var top []record
	if n <= 0 {
		return nil, nil
	}
	_, err := walk(ctx, g, func(r record) (bool, error) {
		if !r.blank() {
			r.cells = copyCells(r.cells)
			top = append(top, r)
		}
		return len(top) < n, nil
	})
	return top, err
}

// copyCells copies cells and their texts, which may otherwise hold on to a whole row.
func copyCells(cells []table.Cell) []table.Cell {
	out := slices.Clone(cells)
	for i := range out {
		out[i].Text = strings.Clone(out[i].Text)
	}
	return out
}

// headerAt returns the given row. It errors when there is nothing in it.
func headerAt(ctx context.Context, g grid, number int) (record, error) {
	var found record
	_, err := walk(ctx, g, func(r record) (bool, error) {
		if r.number == number && !r.blank() {
			found = record{number: number, cells: copyCells(r.cells)}
		}
		return r.number < number, nil
	})
	if err == nil && found.number == 0 {
		err = &Fault{g.label() + ", " + g.row(number), "there is nothing here that could be the names of the columns",
			"say which row holds them", nil}
	}
	return found, err
}

// findHeader returns the first row among the first that are not blank which is more than
// half as full as the fullest one: rows above it are titles and notes. It errors when that
// row holds anything but texts, because a header is then missing or a row above it would
// be lost.
func findHeader(ctx context.Context, g grid) (record, error) {
	top, err := head(ctx, g, headerSample)
	if err != nil {
		return record{}, err
	}
	fullest := 0
	for _, r := range top {
		_, _, filled := r.extent()
		fullest = max(fullest, filled)
	}
	for _, r := range top[:min(len(top), headerSearch)] {
		if _, _, filled := r.extent(); 2*filled <= fullest {
			continue
		}
		if c := notText(r.cells); c >= 0 {
			return record{}, noHeader(g, r, c)
		}
		return r, nil
	}
	if len(top) == 0 {
		return record{}, &Fault{g.label(), "there is nothing in it", "choose another sheet or file", nil}
	}
	return record{}, &Fault{g.label(), fmt.Sprintf("none of the first %d rows has a name for most columns", headerSearch),
		"say which row holds the names of the columns", nil}
}

func noHeader(g grid, r record, column int) error {
	c := r.cells[column]
	return &Fault{g.label() + ", " + g.cell(r.number, column, ""),
		fmt.Sprintf("found %s (%s) where the name of a column is expected", c.Kind, quote(c.Text)),
		"write the names of the columns above the first record, or say which row holds them", nil}
}

// notText returns the first column with a cell that is neither a text nor blank, or -1.
func notText(cells []table.Cell) int {
	return slices.IndexFunc(cells, func(c table.Cell) bool {
		return c.Kind != table.Text && c.Kind != table.Blank
	})
}

// names returns the column names in a header and the column of the first. Blank columns
// before the first name and after the last are left out. It errors, naming all the cells
// at fault, on names that are blank, given twice or too long.
func names(g grid, r record) (left int, header []string, err error) {
	left, right, _ := r.extent()
	var faults []string
	at := make(map[string][]int)
	for i := left; i < right; i++ {
		c := r.cells[i]
		name := strings.Join(strings.Fields(c.Text), " ")
		header = append(header, name)
		switch {
		case c.Kind == table.Blank:
			faults = append(faults, columns(g, []int{i})+" has no name: give it one")
		case c.Kind == table.Error:
			faults = append(faults, columns(g, []int{i})+" has the spreadsheet error "+c.Text+" for a name: give it one")
		case utf8.RuneCountInString(name) > limits.MaxNameRunes:
			faults = append(faults, fmt.Sprintf("the name of %s has more than %d characters: shorten it", columns(g, []int{i}), limits.MaxNameRunes))
		default:
			at[name] = append(at[name], i)
		}
	}
	for _, name := range header {
		if same := at[name]; len(same) > 1 {
			both := "both"
			if len(same) > 2 {
				both = "all"
			}
			faults = append(faults, fmt.Sprintf("%s are %s called %s: rename all but one", columns(g, same), both, quote(name)))
			delete(at, name)
		}
	}
	if len(faults) == 0 {
		return left, header, nil
	}
	const most = 5
	if more := len(faults) - most; more > 0 {
		faults = append(faults[:most], fmt.Sprintf("%d more like these", more))
	}
	return 0, nil, &Fault{g.label() + ", " + g.row(r.number), strings.Join(faults, "; "),
		"mend this in the spreadsheet, or say which row holds the names of the columns", nil}
}
