package plantest

import "slices"

// seen is how the cells of the graph are seen through some columns, the last one changing fastest, and how many such cells
// there are; "not in the file" comes after them.
func (d *Drawn) seen(columns []string) (of []int, cells int) {
	of, cells = make([]int, len(d.Graph.values)), 1
	for _, name := range columns {
		at := slices.IndexFunc(d.columns, func(c column) bool { return string(c.Name) == name })
		for cell, values := range d.Graph.values {
			of[cell] = of[cell]*d.columns[at].size() + values[at]
		}
		cells *= d.columns[at].size()
	}
	return append(of, cells), cells
}

// Change returns how many more units the first file of a pair counts than the second in each combination of values of some
// columns, the last one changing fastest.
func (p Pair) Change(columns []string) []int64 {
	out := p.From.among(columns, p.counts)
	for cell, n := range p.To.among(columns, p.counts) {
		out[cell] -= n
	}
	return out
}

// Counts returns how many units count in each combination of values of some columns.
func (f File) Counts(columns []string) []int64 { return f.among(columns, nil) }

func (f File) among(columns []string, counts func(cell int) bool) []int64 {
	of, cells := f.of.seen(columns)
	out := make([]int64, cells)
	for cell, n := range f.Slots() {
		if counts == nil || counts(cell) {
			out[of[cell]] += n
		}
	}
	return out
}

// Seen returns the moves of a pair as they are seen through some columns; the number of cells stands for "not in the
// file".
func (p Pair) Seen(columns []string) []Move {
	of, _ := p.From.of.seen(columns)
	var out []Move
	for _, m := range p.Moves {
		if from, to := of[m.From], of[m.To]; from != to {
			out = append(out, Move{from, to, m.Units})
		}
	}
	return out
}
