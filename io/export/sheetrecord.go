package export

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"steward/core/result"
)

// recordSheet is the name of the sheet that RecordSheet is on.
const recordSheet = "Record"

// record writes what programs want to know of the release: the record (see Record) without the
// answers, which the other sheets have, and without the digests of files, of which this is one. A
// line of JSON is a row; one that is too long for a cell goes on in the cells beside it.
func (b *book) record(r *result.Release) error {
	if _, err := b.NewSheet(recordSheet); err != nil {
		return err
	}
	if err := b.printable(recordSheet, readMeWidth); err != nil {
		return err
	}
	if err := b.printOnly(recordSheet, 2, 3); err != nil { // the rest is for programs
		return err
	}
	lines, err := RecordSheet(recordOf(r, nil, nil))
	if err != nil {
		return err
	}
	w, err := b.NewStreamWriter(recordSheet)
	if err != nil {
		return err
	}
	if err := w.SetColWidth(1, 1, readMeWidth); err != nil {
		return err
	}
	b.tables[recordSheet] = func(w *rowWriter) error {
		for _, cell := range []excelize.Cell{
			label(b.styles.head, b.Sayf("Digest of plan and answers")), label(b.styles.plain, r.Digest),
			label(b.styles.head, b.Sayf("The record, without the answers and the digests of files: for programs. The whole record is the file whose name ends in .json.")),
		} {
			if err := w.write(cell); err != nil {
				return err
			}
		}
		for _, line := range lines {
			cells := make([]excelize.Cell, len(line))
			for i, piece := range line {
				cells[i] = excelize.Cell{StyleID: b.styles.plain, Value: piece}
			}
			if err := w.write(cells...); err != nil {
				return err
			}
		}
		return nil
	}
	return w.Flush()
}

// RecordSheet returns the lines of JSON on the sheet Record, which begin in its fourth row: the record
// without answers and other numbers of the tables, without what is stated of columns and measured rows, without the digests of files, and without its seal. Each
// is cut into what cells beside one another take.
func RecordSheet(rec Record) ([][]string, error) {
	rec.Files, rec.Workbook, rec.Seal, rec.Columns = map[string]string{}, nil, "", nil
	rec.Questions, rec.Choices = slices.Clone(rec.Questions), slices.Clone(rec.Choices)
	for i := range rec.Questions {
		rec.Questions[i].Answers, rec.Questions[i].Derived, rec.Questions[i].Measured = []Answer{}, nil, nil
	}
	for i := range rec.Choices {
		rec.Choices[i].Values = []ChosenValue{}
	}
	rec.Clusters = slices.Clone(rec.Clusters)
	for i := range rec.Clusters {
		rec.Clusters[i].Groups = []Group{}
	}
	text, err := json.MarshalIndent(rec, "", " ")
	if err != nil {
		return nil, err
	}
	var lines [][]string
	for line := range strings.SplitSeq(string(text), "\n") {
		lines = append(lines, pieces(line))
	}
	return lines, nil
}

// pieces cuts a line into what cells take.
func pieces(line string) (out []string) {
	for len(line) > 0 {
		piece := shorten(line, excelize.TotalCellChars)
		out, line = append(out, piece), line[len(piece):]
	}
	return out
}
