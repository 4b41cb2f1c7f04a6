package codebook

import (
	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
)

// Book is what a codebook declares: the columns, which column says whose a row is and which one
// holds weights, nil for none, and which hold several answers in a cell.
type Book struct {
	Columns []plan.Column
	Rows    *plan.Rows
	Weight  *plan.Weight
	// Splits say which columns hold several answers in a cell. Columns declares those of their options.
	Splits []repair.Split
	// Assumed says in what encoding the file was read where nothing says it, else it is zero.
	Assumed message.Text
}

// BookOf returns what a codebook holds of a plan.
func BookOf(p plan.Plan) Book {
	b := Book{Columns: p.Columns, Rows: p.Rows, Weight: p.Weight, Splits: p.Data.Splits}
	if b.Rows != nil && b.Rows.Person == "" { // it is still to be said
		b.Rows = nil
	}
	return b
}
