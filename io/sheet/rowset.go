package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/grid"
)

// RowSet is a set of rows, from 1, in words: "12, 15-17". It is kept as a text so that what
// holds one can be compared. The zero value is empty.
type RowSet string

// Rows returns the rows in their order. It errors on what is no set of rows.
func (s RowSet) Rows() ([]int, error) {
	var rows []int
	if strings.TrimSpace(string(s)) == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(string(s), ",") {
		first, last, span := strings.Cut(strings.TrimSpace(part), "-")
		if !span {
			last = first
		}
		from, err := strconv.Atoi(strings.TrimSpace(first))
		to, err2 := strconv.Atoi(strings.TrimSpace(last))
		if err != nil || err2 != nil || from < 1 || to < from {
			return nil, message.Errorf("found %s where rows are expected: write them as 12, 15-17", grid.Quote(part))
		}
		if len(rows)+to-from >= limits.MaxFooterRows {
			return nil, message.Errorf("more than %d rows are to be left out: remove them in the spreadsheet", limits.MaxFooterRows)
		}
		for r := from; r <= to; r++ {
			rows = append(rows, r)
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows), nil
}

// RowsOf returns the set of the given rows.
func RowsOf(rows []int) RowSet {
	rows = slices.Clone(rows)
	slices.Sort(rows)
	rows = slices.Compact(rows)
	var parts []string
	for i := 0; i < len(rows); {
		j := i
		for j+1 < len(rows) && rows[j+1] == rows[j]+1 {
			j++
		}
		if j == i {
			parts = append(parts, strconv.Itoa(rows[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", rows[i], rows[j]))
		}
		i = j + 1
	}
	return RowSet(strings.Join(parts, ", "))
}

// With returns the set with more rows, Without that with some taken out. Of what is no set of
// rows nothing is kept.
func (s RowSet) With(more []int) RowSet {
	rows, _ := s.Rows()
	return RowsOf(append(rows, more...))
}

// Without returns the set without some rows.
func (s RowSet) Without(some []int) RowSet {
	rows, _ := s.Rows()
	return RowsOf(slices.DeleteFunc(rows, func(r int) bool { return slices.Contains(some, r) }))
}
