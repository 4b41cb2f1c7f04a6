package model

import (
	"slices"

	"steward/core/message"
	"steward/core/synthetic"
)

// Pairs is what a picture of tables over two columns shows: how far off each was on public data, in parts
// of its mean number.
type Pairs struct {
	Columns []string
	// Off is by column and column, below zero where there is no table over the two; those of the table
	// over one column stand on the diagonal.
	Off [][]float64
	// Caption says what is drawn.
	Caption message.Text
}

// PairsOf returns the picture of the errors of a synthetic table; it has no columns where there are no
// tables over two or fewer columns that were measured.
func PairsOf(q synthetic.Quality, counted message.Text) Pairs {
	p := Pairs{Caption: message.Sprintf("How far off tables over two columns were on %s, in per cent of their mean number of %s: the darker, the further off.", q.MeasuredOn, counted)}
	at := func(name string) int {
		i := slices.Index(p.Columns, name)
		if i < 0 {
			i = len(p.Columns)
			p.Columns = append(p.Columns, name)
		}
		return i
	}
	for _, t := range q.Tables {
		if len(t.Columns) <= 2 {
			for _, name := range t.Columns {
				at(name)
			}
		}
	}
	for range p.Columns {
		row := make([]float64, len(p.Columns))
		for j := range row {
			row[j] = -1
		}
		p.Off = append(p.Off, row)
	}
	for _, t := range q.Tables {
		if len(t.Columns) > 2 || t.People <= 0 {
			continue
		}
		i, j := at(t.Columns[0]), at(t.Columns[len(t.Columns)-1])
		p.Off[i][j], p.Off[j][i] = t.Mean/t.People, t.Mean/t.People
	}
	return p
}
