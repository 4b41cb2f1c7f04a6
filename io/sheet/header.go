package sheet

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
)

const (
	headerSearch = 20  // rows among which the header is looked for
	headerSample = 100 // rows by which the width of the table is judged
)

// head returns copies of the first n rows that are not blank.
func head(ctx context.Context, g grid.Grid, n int) ([]grid.Record, error) {
	var top []grid.Record
	if n <= 0 {
		return nil, nil
	}
	_, err := grid.Walk(ctx, g, func(r grid.Record) (bool, error) {
		if !r.Blank() {
			top = append(top, r.Copied())
		}
		return len(top) < n, nil
	})
	return top, err
}

// heading is the header of a sheet.
type heading struct {
	row   int // its last row
	rows  int // that are joined
	names []string
	at    []int // the file's column of each name
	alone bool  // it is one row whatever cells are merged
}

// headerAt returns the header whose last row is given, with rows joined. It errors when there
// is nothing in that row.
func headerAt(ctx context.Context, g grid.Grid, last, rows int) (heading, error) {
	var top []grid.Record
	_, err := grid.Walk(ctx, g, func(r grid.Record) (bool, error) {
		if r.Number > last-rows && r.Number <= last && !r.Blank() {
			top = append(top, r.Copied())
		}
		return r.Number < last, nil
	})
	if err != nil {
		return heading{}, err
	}
	if len(top) == 0 || top[len(top)-1].Number != last {
		return heading{}, grid.NewFault(grid.At(g.Label(), g.Row(last)), "nothing here looks like the names of the columns").WithRemedy("say which row contains them")
	}
	h, err := compose(g, top)
	h.rows, h.alone = rows, rows == 1
	return h, err
}

// findHeader returns the first row among the first that are not blank which is more than
// half as full as the fullest one: rows above it are titles and notes. It errors when that
// row holds anything but texts, because a header is then missing or a row above it would
// be lost. Rows are joined where one alone gives no names that differ, or where merged cells
// show that it is a group of columns that has a name.
func findHeader(ctx context.Context, g grid.Grid) (heading, error) {
	top, err := head(ctx, g, headerSample)
	if err != nil {
		return heading{}, err
	}
	fullest := 0
	for _, r := range top {
		_, _, filled := r.Extent()
		fullest = max(fullest, filled)
	}
	for k, r := range top[:min(len(top), headerSearch)] {
		if _, _, filled := r.Extent(); 2*filled > fullest {
			h, err := joined(g, top, k)
			h.alone = k == 0 && len(top) > 1 && notText(top[1].Cells) >= 0
			return h, err
		}
	}
	if len(top) == 0 {
		return heading{}, grid.NewFault(g.Label(), "there is nothing in it").WithRemedy("choose another sheet or file")
	}
	return heading{}, grid.NewFault(g.Label(), "none of the first %d rows has a name for most columns", headerSearch).WithRemedy("say which row contains the names of the columns")
}

// maxJoined is how many rows are joined without being told.
const maxJoined = 3

// joined returns the header in row k of the top, joined with rows beside it where it must be.
func joined(g grid.Grid, top []grid.Record, k int) (heading, error) {
	if groupsOver(top, k) {
		if h, err := compose(g, top[k:k+2]); err == nil {
			return h, nil
		}
	}
	if c := notText(top[k].Cells); c >= 0 {
		return heading{}, noHeader(g, top[k], c)
	}
	best, fault := compose(g, top[k:k+1])
	for m := k - 1; m >= 0 && k-m < maxJoined; m-- {
		enough := fault == nil && best.covers(top[k+1:])
		if top[m].Number != top[m+1].Number-1 || !groupLike(top[m]) || enough && !groupsColumns(top[m], best) {
			break
		}
		h, err := compose(g, top[m:k+1])
		if err == nil && (fault != nil || h.covers(top[k+1:]) || len(h.at) == len(best.at)) {
			best, fault = h, nil
		}
	}
	return best, fault
}

// covers reports whether every cell of the first of some rows is below a name.
func (h heading) covers(rows []grid.Record) bool {
	for _, r := range rows[:min(len(rows), 1)] {
		for i, c := range r.Cells {
			if c.Kind != table.Blank && !slices.Contains(h.at, i) {
				return false
			}
		}
	}
	return true
}

// groupLike reports whether all cells could be names of groups of columns: texts and years.
func groupLike(r grid.Record) bool {
	for _, c := range r.Cells {
		year := c.Kind == table.Number && c.Number == math.Trunc(c.Number) && c.Number >= 1800 && c.Number < 2200
		if c.Kind != table.Blank && c.Kind != table.Text && !year {
			return false
		}
	}
	return true
}

// groupsColumns reports whether a row has cells merged across some but not all of the columns
// of a header.
func groupsColumns(r grid.Record, h heading) bool {
	for _, a := range r.Merges {
		if a.Right > a.Left && (a.Left > h.at[0] || a.Right < h.at[len(h.at)-1]) {
			return true
		}
	}
	return false
}

// groupsOver reports whether row k names groups of columns whose own names follow in the next
// row: cells of it are merged across names below, or, where nothing is merged, its gaps are
// filled by a row of texts in which names come again and after which no row is all texts.
func groupsOver(top []grid.Record, k int) bool {
	if k+1 >= len(top) || top[k+1].Number != top[k].Number+1 || !groupLike(top[k]) || notText(top[k+1].Cells) >= 0 {
		return false
	}
	above, below := top[k], top[k+1]
	at := func(r grid.Record, i int) string {
		if i < len(r.Cells) {
			return r.Cells[i].Text
		}
		return ""
	}
	for _, a := range above.Merges {
		if a.Right > a.Left && a.Bottom == a.Top && at(below, a.Left) != "" && at(below, a.Left+1) != "" {
			return true
		}
	}
	if len(above.Merges) > 0 {
		return false
	}
	gaps, again := 0, false
	seen := make(map[string]bool)
	left, _, _ := above.Extent()
	for i := left; i < len(below.Cells); i++ {
		name := at(below, i)
		if name != "" && at(above, i) == "" {
			gaps++
		}
		again = again || name != "" && seen[name]
		seen[name] = true
	}
	_, _, filled := below.Extent()
	_, _, names := above.Extent()
	return gaps > 0 && again && filled < gaps+names && k+2 < len(top) && notText(top[k+2].Cells) >= 0
}

// compose makes names of rows that follow each other, the last of which may hold anything but
// errors. Columns without a name are left out.
func compose(g grid.Grid, top []grid.Record) (heading, error) {
	last := top[len(top)-1]
	h := heading{row: last.Number, rows: last.Number - top[0].Number + 1}
	rows := make([][]string, len(top))
	for k := len(top) - 1; k >= 0; k-- {
		rows[k] = labelsOf(top[k])
		if k+1 < len(top) {
			rows[k] = spread(rows[k], top[k].Merges, rows[k+1])
		}
	}
	var parts [][]string // by column
	for _, labels := range rows {
		for i, label := range labels {
			for len(parts) <= i {
				parts = append(parts, nil)
			}
			if n := len(parts[i]); label != "" && (n == 0 || parts[i][n-1] != label) {
				parts[i] = append(parts[i], label)
			}
		}
	}
	for i, p := range parts {
		if len(p) > 0 {
			h.names, h.at = append(h.names, strings.Join(p, " / ")), append(h.at, i)
		}
	}
	return h, check(g, h, last)
}

// labelsOf returns the texts of a row as names have them.
func labelsOf(r grid.Record) []string {
	labels := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		labels[i] = strings.Join(strings.Fields(c.Text), " ")
	}
	return labels
}

// spread writes the names of groups over their columns: over those that their cells are merged
// across, or, where none is, over those that follow and have a name below.
func spread(labels []string, merges []grid.Area, below []string) []string {
	for len(labels) < len(below) {
		labels = append(labels, "")
	}
	merged := false
	for _, a := range merges {
		if a.Right == a.Left || a.Left >= len(labels) {
			continue
		}
		merged = true
		for i := a.Left + 1; i <= min(a.Right, len(labels)-1); i++ {
			labels[i] = labels[a.Left]
		}
	}
	if merged {
		return labels
	}
	now := ""
	for i := range labels {
		switch {
		case labels[i] != "":
			now = labels[i]
		case i >= len(below) || below[i] == "":
			now = ""
		default:
			labels[i] = now
		}
	}
	return labels
}

func noHeader(g grid.Grid, r grid.Record, column int) error {
	c := r.Cells[column]
	return grid.NewFault(grid.At(g.Label(), g.Cell(r.Number, column, "")), "found %s (%s) where the name of a column is expected", c.Kind, grid.Quote(c.Text)).WithRemedy("write the names of the columns above the first record, or say which row contains them")
}

// notText returns the first column with a cell that is neither a text nor blank, or -1.
func notText(cells []table.Cell) int {
	return slices.IndexFunc(cells, func(c table.Cell) bool {
		return c.Kind != table.Text && c.Kind != table.Blank
	})
}

// check errors, naming all the columns at fault, on names that are given twice or too long,
// and on spreadsheet errors for names.
func check(g grid.Grid, h heading, last grid.Record) error {
	var faults []message.Text
	same := make(map[string][]int)
	for i, name := range h.names {
		at := h.at[i]
		switch {
		case at < len(last.Cells) && last.Cells[at].Kind == table.Error:
			faults = append(faults, message.Sprintf("%s has the spreadsheet error %s in place of a name: type its name", grid.Columns(g, []int{at}), last.Cells[at].Text))
		case utf8.RuneCountInString(name) > limits.MaxNameRunes:
			faults = append(faults, message.Sprintf("the name of %s has more than %d characters: shorten it", grid.Columns(g, []int{at}), limits.MaxNameRunes))
		default:
			same[name] = append(same[name], at)
		}
	}
	for _, name := range h.names {
		if at := same[name]; len(at) > 1 {
			both := message.Sprintf("both")
			if len(at) > 2 {
				both = message.Sprintf("all")
			}
			faults = append(faults, message.Sprintf("%s are %s called %s: rename all but one", grid.Columns(g, at), both, grid.Quote(name)))
			delete(same, name)
		}
	}
	if len(faults) == 0 {
		return nil
	}
	const most = 5
	if more := len(faults) - most; more > 0 {
		faults = append(faults[:most], message.Sprintf("%d more like these", more))
	}
	return grid.NewFault(grid.At(g.Label(), g.Row(h.row)), "%s", message.List(faults, "%s; %s", "%s; %s")).WithRemedy("correct this in the spreadsheet, or say which row contains the names of the columns")
}
