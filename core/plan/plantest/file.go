package plantest

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"steward/core/message"
	"steward/core/seeded"
	"steward/core/table"
)

// File is a sheet about some people, row by row: first everybody's first row, then everybody's second one, and so on.
type File struct {
	People []Person
	of     *Drawn
}

// Person is somebody's rows, in the order of the file.
type Person struct{ Rows []Row }

// Row is one row: its cell, how many units it stands for where rows have weights, and its key.
type Row struct {
	Cell  int
	Units int
	Key   string
}

// keys are in no order in the file, and among them two of different lengths.
var keys = []string{"10", "9", "2", "11"}

// drawFile draws a few people, some of them with more rows than count.
func (d *Drawn) drawFile(r *seeded.Source) {
	d.File.of = d
	for range 2 + r.IntN(3) {
		d.File.People = append(d.File.People, d.person(r, d.cell))
	}
}

// drawCrowd draws so many people; where it is skewed nine in ten are in one place, and nine in ten of the others in another.
func (d *Drawn) drawCrowd(r *seeded.Source, people int, skewed bool) {
	d.File.of = d
	places := []int{d.cell(r), d.cell(r)}
	cell := func(r *seeded.Source) int {
		for _, at := range places {
			if skewed && r.IntN(10) > 0 {
				return at
			}
		}
		return d.cell(r)
	}
	for range people {
		d.File.People = append(d.File.People, d.person(r, cell))
	}
}

// person draws somebody, with more rows than count at times.
func (d *Drawn) person(r *seeded.Source, cell func(*seeded.Source) int) Person {
	var p Person
	rows := 1
	if d.Plan.Rows != nil {
		rows += r.IntN(d.Plan.Rows.AtMost + 1)
	}
	for i := range rows {
		p.Rows = append(p.Rows, Row{Cell: cell(r), Units: d.units(r), Key: keys[i]})
	}
	return p
}

// cell draws one that there may be.
func (d *Drawn) cell(r *seeded.Source) int {
	for {
		if cell := r.IntN(len(d.Graph.values)); d.Graph.possible[cell] {
			return cell
		}
	}
}

// units draws what a row stands for, up to more than counts.
func (d *Drawn) units(r *seeded.Source) int {
	if d.Plan.Weight == nil {
		return 1
	}
	return r.IntN(5)
}

// Slots returns what counts of the file: how many units are in each cell.
func (f File) Slots() []int64 {
	counts := make([]int64, len(f.of.Graph.values))
	for _, p := range f.People {
		for _, row := range f.of.counted(p) {
			counts[row.Cell] += int64(f.of.worth(row))
		}
	}
	return counts
}

// counted returns the rows of a person that count: the first ones, by their keys, shorter ones first, where
// the plan names a column of them.
func (d *Drawn) counted(p Person) []Row {
	rows := slices.Clone(p.Rows)
	if d.Plan.Rows == nil {
		return rows
	}
	if d.Plan.Rows.Key != "" {
		slices.SortStableFunc(rows, func(a, b Row) int {
			if len(a.Key) != len(b.Key) {
				return len(a.Key) - len(b.Key)
			}
			if a.Key < b.Key {
				return -1
			}
			return 1
		})
	}
	return rows[:min(len(rows), d.Plan.Rows.AtMost)]
}

// worth is how many units of a row count.
func (d *Drawn) worth(r Row) int {
	if d.Plan.Weight == nil {
		return 1
	}
	return min(r.Units, d.most())
}

// most is how many units of a row count at most.
func (d *Drawn) most() int {
	if d.Plan.Weight == nil {
		return 1
	}
	return int(weight(d.Plan.Weight.Cap).Num().Int64())
}

// slots returns how many units a person has room for.
func (d *Drawn) slots() int {
	if d.Plan.Rows == nil {
		return d.most()
	}
	return d.most() * d.Plan.Rows.AtMost
}

var _ table.Source = File{}

// Name is that of the sheet.
func (File) Name() message.Text { return message.Verbatim("people.csv") }

// Header has the columns, and whose row it is, its key and its weight.
func (f File) Header() []string {
	var out []string
	for _, c := range f.of.columns {
		out = append(out, string(c.Name))
	}
	return append(out, "who", "visit", "weight")
}

// Address says where a cell stands.
func (File) Address(row, column int) message.Text {
	return message.Sprintf("line %d, column %d", row, column+1)
}

// Rows yields the rows.
func (f File) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		for i, left, line := 0, true, 2; left; i++ {
			left = false
			for who, p := range f.People {
				if i >= len(p.Rows) {
					continue
				}
				left = true
				if !yield(table.Row{Number: line, Cells: f.cells(who, p.Rows[i])}, ctx.Err()) {
					return
				}
				line++
			}
		}
	}
}

func (f File) cells(who int, r Row) []table.Cell {
	var out []table.Cell
	for i, c := range f.of.columns {
		out = append(out, c.cell(f.of.Graph.values[r.Cell][i]))
	}
	return append(out, table.Cell{Kind: table.Text, Text: fmt.Sprint("person ", who)}, table.Cell{Kind: table.Text, Text: r.Key}, number(float64(r.Units)))
}
