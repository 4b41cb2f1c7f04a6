package result

import (
	"cmp"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/workload"
)

// Grid is the answers to a table over several columns as tables are read: the values of one column across, those of
// the others down, and totals after what they add up.
type Grid struct {
	// Column is the place of the column across among those of the table, Across its labels.
	Column int
	Across []string
	Rows   []GridRow
}

// GridRow is a row of a Grid.
type GridRow struct {
	// Key is the labels of the columns that are not across.
	Key []string
	// Answers are the places of the answers, one for each label across; -1 where a combination cannot occur.
	Answers []int
}

// Impossible stands in a GridRow for a combination that cannot occur.
const Impossible = -1

// AcrossColumn returns the place of the column of a table over several whose values stand beside one another, in a cross-table or
// in panels of a chart: that with the fewest values. It returns -1 where the answers are no such table.
func (q *Question) AcrossColumn() int {
	attrs := q.Workload.Domain().Attributes()
	if q.Workload.Question().Kind != workload.Table || len(attrs) < 2 {
		return -1
	}
	across := 0
	for i, a := range attrs {
		if a.Size() < attrs[across].Size() || a.Size() == attrs[across].Size() && i == len(attrs)-1 {
			across = i
		}
	}
	return across
}

// Grid returns the answers with AcrossColumn across; false where they are no table over several columns.
func (q *Question) Grid() (g Grid, ok bool) {
	if g.Column = q.AcrossColumn(); g.Column < 0 {
		return g, false
	}
	attrs := q.Workload.Domain().Attributes()
	at := make(map[string]int) // labels across
	for i := range q.Len() {
		at[q.Key(i)[g.Column]] = 0
	}
	a := attrs[g.Column]
	for _, label := range append(a.Labels(), domain.TotalLabel) {
		if _, some := at[label]; some {
			at[label] = len(g.Across)
			g.Across = append(g.Across, label)
		}
	}
	rows := make(map[string]int)
	for i := range q.Len() {
		key := q.Key(i)
		across := at[key[g.Column]]
		rest := slices.Delete(slices.Clone(key), g.Column, g.Column+1)
		of := strings.Join(rest, "\x00")
		k, known := rows[of]
		if !known {
			k = len(g.Rows)
			rows[of] = k
			g.Rows = append(g.Rows, GridRow{rest, slices.Repeat([]int{Impossible}, len(g.Across))})
		}
		g.Rows[k].Answers[across] = i
	}
	var places []map[string]int
	for j, a := range attrs {
		if j != g.Column {
			places = append(places, placesOf(a))
		}
	}
	slices.SortStableFunc(g.Rows, func(x, y GridRow) int {
		for j, place := range places {
			if c := cmp.Compare(place[x.Key[j]], place[y.Key[j]]); c != 0 {
				return c
			}
		}
		return 0
	})
	return g, true
}

// IsTotal reports whether answer i of a table is a total, which charts leave out: it would dwarf its parts.
func (q *Question) IsTotal(i int) bool {
	t, ok := q.Workload.Operator().(linop.Crosstab)
	if !ok {
		return false
	}
	for j := range t.Sizes() {
		if t.Entry(i, j) < 0 {
			return true
		}
	}
	return false
}

// placesOf returns the places of labels in the order of a column's values, the total last.
func placesOf(a *domain.Attribute) map[string]int {
	places := make(map[string]int, a.Size()+1)
	for v, label := range append(a.Labels(), domain.TotalLabel) {
		places[label] = v
	}
	return places
}
