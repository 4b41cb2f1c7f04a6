// Package sheet reads spreadsheets as a stream of typed rows: workbooks (.xlsx, .xlsm and
// .ods) and text tables (.csv, .tsv, .txt). Open recognises the file, File.Sheet finds the
// header of one sheet and checks it, and the *Sheet it returns is a table.Source that can
// be read again and again in bounded memory. Inspect looks over a whole sheet for the
// steward's eyes.
//
// Nothing is guessed that would change a record without a word: a file that is damaged, a
// row that is longer than the header and a column without a name are errors that name the
// place and the remedy (see grid.Fault), and no row is lost silently: below the header every row
// is a record, blank, or one that the steward left out, and every cell is read, blank in the file, or
// named as a problem. Of a formula the stored result is read; without one it is a spreadsheet error
// (table.NotCalculated), unless it is a plain text, number or truth value by itself. What is read otherwise than it is
// stored (merged cells), what looks like no record (totals, notes) and what cannot be seen
// in the cells (hidden rows, macros, links) is said by an inspection (see Note). Nothing is
// written to disk; a workbook that is protected with a password is opened in memory.
//
// Each format has a package of its own below this one: xlsx, ods and delimited read, and foreign says
// what to do about files that are not read. What a reader hands over is package grid, and by
// what a format is known and opened is package format; container, xmlscan, serial, number and protected
// are what several readers share. A newcomer writes such a package and lists it in formats.go. What is
// common to all formats is here: opening (file.go), the header (header.go), rows, merged cells and rows
// that are left out (sheet.go, merged.go, rowset.go), and the inspection (inspect.go).
//
// The files under testdata/corpus are of all kinds, most of them made by the tests, each with
// a golden of what must be read of it: whatever is found in the wild and read wrongly belongs
// there first.
//
// Not read are workbooks of before 2007 (.xls) and binary ones (.xlsb): the Go libraries for
// them are the work of one person each, used by few, and pass blank cells, errors or merged
// cells by; whoever has such a file has a program that saves it as .xlsx. Nor are Parquet
// files: a library for them (parquet-go) brings several compression libraries with it, for a
// format that no spreadsheet program writes; where tables of that size lie, the engine beside
// them counts (see package counts). All are recognised, and the message says what to do.
//
// A large workbook is read on several cores: one unpacks, one reads the cells, and one has the
// rows. Columns that are kept (Sheet.Coded) have their texts taken over by number. What stands
// behind the rows is known for sure only when they were read, so that whatever can begin anew
// (Inspect, Coded) does so where merged cells are found there, and Rows looks first.
//
// Memory is bounded by what is asked for, not by the file: of the texts that a workbook keeps apart
// from its cells the first 32 MiB are held, and of the others those that the chosen columns refer
// to (Coded) or that are shown (Inspect). Who reads all the rows of all the columns (Rows) has all
// of them held.
//
// They do not use a workbook library for reading: what streams with one hides the kinds of the cells
// and where the data break off, takes many times as long, and writes what is large to the disk in
// clear.
package sheet
