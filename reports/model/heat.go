package model

import (
	"math"
	"slices"

	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// Heat is a table over two columns as a map of its cells.
type Heat struct {
	// Across and Down name the columns; Columns and Rows are their values, from left to right and
	// from top to bottom.
	Across, Down  string
	Columns, Rows []string
	// Values are the published numbers by row and column, NaN where a combination cannot occur or its number is hidden;
	// Hidden says where it is, nil where none is.
	Values [][]float64
	Hidden [][]bool
	// Within is how far the intervals of the numbers that are shown reach from them, on average, and Counted what they count.
	Within  float64
	Counted message.Text
}

// mostHeat is how many values of a column a map has room for.
const mostHeat = 60

// HeatOf returns the map of a table over two columns, and false for any other question and for tables
// of more than 60 values of a column. The second column runs down, or up where both have an order, as
// on a map.
func HeatOf(q *result.Question, counted message.Text, say func(message.Text) string) (Heat, bool) {
	asks := q.Workload.Question()
	attrs := q.Workload.Domain().Attributes()
	if asks.Kind != workload.Table || asks.Totals || len(attrs) != 2 || q.Len() > mostHeat*mostHeat {
		return Heat{}, false
	}
	h := Heat{Across: safe(string(attrs[0].Name())), Down: safe(string(attrs[1].Name())), Counted: counted}
	place := func(list *[]string, label string) int {
		if i := slices.Index(*list, label); i >= 0 {
			return i
		}
		*list = append(*list, label)
		return len(*list) - 1
	}
	type cell struct{ column, row int }
	cells := make([]cell, q.Len())
	for i := range q.Len() {
		key := workload.SaidLabels(say, q.Key(i))
		cells[i] = cell{place(&h.Columns, safe(key[0])), place(&h.Rows, safe(key[1]))}
	}
	if len(h.Columns) > mostHeat || len(h.Rows) > mostHeat || len(h.Columns) < 2 || len(h.Rows) < 2 {
		return Heat{}, false
	}
	for range h.Rows {
		h.Values = append(h.Values, slices.Repeat([]float64{math.NaN()}, len(h.Columns)))
	}
	all := 0
	for i, c := range cells {
		n, shown := q.Published(i)
		if shown {
			all++
			in := q.Interval(i)
			h.Values[c.row][c.column], h.Within = n, h.Within+max(in.High-n, n-in.Low)
			continue
		}
		if h.Hidden == nil {
			for range h.Rows {
				h.Hidden = append(h.Hidden, make([]bool, len(h.Columns)))
			}
		}
		h.Hidden[c.row][c.column] = true
	}
	h.Within /= float64(max(all, 1))
	if attrs[0].HasOrder() && attrs[1].HasOrder() {
		slices.Reverse(h.Rows)
		slices.Reverse(h.Values)
		slices.Reverse(h.Hidden)
	}
	return h, true
}
