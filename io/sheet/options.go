package sheet

import (
	"steward/core/repair"
	"steward/io/sheet/delimited"
)

// Options says how a sheet is read. The zero value recognises everything.
type Options struct {
	// Sheet names the sheet. Empty stands for the first one that is not hidden.
	Sheet string
	// HeaderRow is the row with the names of the columns, from 1 (in a text table: the
	// line on which it begins). 0 has it found.
	HeaderRow int
	// HeaderRows is how many rows, of which HeaderRow is the last, are joined to names such
	// as "2023 / Men". 0 stands for 1 where HeaderRow is given, and else has it found.
	HeaderRows int
	// Range names a table or a named range of a workbook, or an area of the sheet ("A3:F20"),
	// beside which nothing is read.
	Range string
	// LeaveOut are rows below the header that are no records: totals and notes.
	LeaveOut RowSet
	// Merged says how merged cells are read.
	Merged MergedRule
	// Repairs are rules by which cells are read that are not written as they are meant.
	Repairs []repair.Rule
	// Splits are columns whose cells contain several answers. Behind the sheet's own columns there is one for each option, which says
	// yes or no.
	Splits []repair.Split
	// MaxRows is how many records there may be. 0 stands for limits.MaxRows.
	MaxRows int
	// Counts tells that each record counts the rows of a combination of values.
	Counts bool

	// The rest is for text tables; a workbook says these things itself.

	// Delimiter stands between the fields: a character, or several ("||"). "" has it recognised:
	// comma, semicolon, tab or bar, else colon, caret, tilde, broken bar or the unit separator;
	// bar, colon, caret and tilde also where each is doubled.
	Delimiter string
	// Quote encloses fields that contain a delimiter or an end of line: " or ', or NoQuote.
	// 0 stands for ".
	Quote rune
	// Encoding is that of the characters. AnyEncoding has it recognised.
	Encoding delimited.Encoding
	// DecimalComma reads 1,5 as a number, and then 1.5 as a text.
	DecimalComma bool
	// Thousands stands between groups of three digits: a comma, point, blank (of any kind)
	// or apostrophe (of either kind). With it 1,234 and 1234 are both numbers, 12,34 is
	// not. 0 for none.
	Thousands rune
}

// written are the options of a text table.
func (o Options) written() delimited.Options {
	return delimited.Options{Delimiter: o.Delimiter, Quote: o.Quote, Encoding: o.Encoding, DecimalComma: o.DecimalComma, Thousands: o.Thousands}
}

// MergedRule says how merged cells below the header are read. The spreadsheet stores the
// value in the first of them only.
type MergedRule uint8

// The rules for merged cells.
const (
	// MergedDown reads the value in every row that is not blank otherwise, as a person does
	// who sees one cell beside several rows. Of cells merged across columns the first has
	// the value: an amount that stands over two columns is not there twice.
	MergedDown MergedRule = iota
	// MergedBlank leaves all but the first blank.
	MergedBlank
	// MergedAll reads the value in all of them.
	MergedAll
)
