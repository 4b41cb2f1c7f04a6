// Package shown lists what a workbook shows: its sheets, what stands in their cells and how that looks, what is hidden,
// names, charts, and everything else that a program may have put into it. Two workbooks with the same list show the same,
// whatever the bytes are that they are stored in.
//
// What is not known to be without effect is listed: a part, an element or an attribute that this package does not know
// makes a difference. Free is what spreadsheet programs change whenever they save a workbook, such as widths of
// columns, the order of parts and numbers of styles.
package shown

import (
	"context"
	"io"
)

// Book is what a workbook shows.
type Book struct {
	// Looks are the ways in which its cells look: number format, font, colours and alignment.
	Looks []string `json:"looks"`
	// Sheets are its sheets, in their order.
	Sheets []Sheet `json:"sheets"`
	// Names are its defined names with what they stand for.
	Names []string `json:"names,omitempty"`
	// Program wrote it, by what its properties say.
	Program string `json:"program,omitempty"`
	// Else is what it has besides, such as properties and parts of other kinds.
	Else []string `json:"else,omitempty"`
}

// Sheet is what a sheet shows.
type Sheet struct {
	Name string `json:"name"`
	// State says how the sheet is hidden; empty for one that is not.
	State string `json:"state,omitempty"`
	// Rows is how many rows have something in them.
	Rows int `json:"rows"`
	// Digest is the SHA-256 of all its cells: for each its place, kind, look and value.
	Digest string `json:"digest"`
	// Marks are, of a sheet whose cells are not listed, the first six hexadecimal digits of the SHA-256 of each row, or of each
	// 256 rows where there are more than 4096, one after the other. They tell where a sheet differs; that it does not, the digest tells.
	Marks string `json:"marks,omitempty"`
	// Cells are the cells of a sheet that has few, row by row: the place, the number of the look, the kind and the
	// value, with a blank between them.
	Cells []string `json:"cells,omitempty"`
	// Hidden are the rows and columns that are hidden.
	Hidden []string `json:"hidden,omitempty"`
	// Charts are what its charts draw, and where they stand.
	Charts []string `json:"charts,omitempty"`
	// Else is what it has besides, such as filters and merged cells.
	Else []string `json:"else,omitempty"`
	// Loose is what programs change that save it again, and which changes nothing that is read: the widths of columns, in
	// whole characters, and what stays in view.
	Loose []string `json:"loose,omitempty"`

	cells map[string]cell // of a sheet with few, by their places
}

// cell is what stands in a cell.
type cell struct {
	kind  byte // s text, n number, b truth, e error, f formula with its value, r text with looks of its own
	value string
	look  int
}

// The most cells of a sheet that are listed one by one, and the most rows that have a mark each.
const (
	mostCells = 5000
	mostMarks = 4096
	perMark   = 256
)

// List lists what the workbook in r shows. Of the sheets that are named in brief it has no cells. It errors
// when the workbook is damaged.
func List(ctx context.Context, r io.ReaderAt, size int64, brief ...string) (*Book, error) {
	p, err := open(r, size)
	if err != nil {
		return nil, err
	}
	l := &lister{parts: p, brief: brief, looks: make(map[string]int)}
	if err := l.list(ctx); err != nil {
		return nil, err
	}
	return &l.book, nil
}
