// Package table holds records as a spreadsheet reader hands them over: rows of typed
// cells, one row at a time. Its values are for the steward's eyes and for counting only;
// nothing that plans, previews, reports or exports may import it, and a test over the
// import graph keeps it so.
package table

import (
	"context"
	"iter"

	"steward/core/message"
)

// Kind says what a spreadsheet cell holds.
type Kind uint8

// The kinds of cell. The zero value is a blank cell.
const (
	Blank Kind = iota // nothing, or only white space
	Text              // a text, also one that looks like a number but was stored as text
	Number
	Bool
	Date  // a date or a time; Number holds the 1900-epoch serial day
	Error // a spreadsheet error such as #N/A
)

// String returns the kind as a word for messages ("a number", "a text", ...).
func (k Kind) String() string { return k.Said().String() }

// Said is what String says.
func (k Kind) Said() message.Text {
	switch k {
	case Blank:
		return message.Sprintf("nothing")
	case Text:
		return message.Sprintf("a text")
	case Number:
		return message.Sprintf("a number")
	case Bool:
		return message.Sprintf("true or false")
	case Date:
		return message.Sprintf("a date")
	case Error:
		return message.Sprintf("a spreadsheet error")
	}
	return message.Sprintf("an unknown kind of cell")
}

// Cell is one spreadsheet cell as read.
type Cell struct {
	Kind Kind
	// Text is what stands in the cell, without surrounding white space: the text
	// itself, the number as the file writes it (in a workbook its shortest decimal), "TRUE"
	// or "FALSE", an ISO date, or the spreadsheet error's code. Empty for a blank cell.
	Text string
	// Number is the value of a Number, the serial day of a Date, and 1 or 0 for a Bool.
	Number float64
}

// NotCalculated is the Text of the Error that stands for the result of a formula which the file
// does not store. Nothing says what the cell was to show, so it is never taken for blank.
const NotCalculated = "(not calculated)"

// EitherNumber is the Text of the Error that stands for 1.234 in a column whose numbers have a comma before their decimals or
// marks between thousands, as long as nobody has said which of the two it is.
const EitherNumber = "(either of two numbers)"

// Row is one record. Cells has one entry per column of the header; it is overwritten
// when the next row is read.
type Row struct {
	// Number is the row's number in the sheet or file as a person would count it, from 1
	// with the header and any rows above it included.
	Number int
	Cells  []Cell
}

// Source is a sheet of records that can be read from its first row, more than once.
type Source interface {
	// Name says where the records come from, for messages ("wages.xlsx, sheet Wages").
	Name() message.Text
	// Header returns the column names in their order, all different and none blank.
	Header() []string
	// Address names a cell as the file's own program would ("D17"), for messages.
	Address(row, column int) message.Text
	// Rows reads the records in their order. It stops after the first error, which is
	// yielded with a zero Row, and when ctx is done.
	Rows(ctx context.Context) iter.Seq2[Row, error]
}
