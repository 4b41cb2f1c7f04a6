package codebook

import (
	"io"

	"github.com/xuri/excelize/v2"

	"steward/core/limits"
	"steward/core/message"
)

// WriteWorkbook writes a codebook in a workbook of one sheet, all cells texts. It
// errors as WriteCSV does, and when a sheet has too few rows.
func WriteWorkbook(w io.Writer, b Book) (err error) {
	rows, err := table(b)
	if err != nil {
		return err
	}
	if len(rows) > limits.MaxSheetRows {
		return message.Errorf("the codebook has %d rows, more than the %d of a sheet: write it as .csv", len(rows), limits.MaxSheetRows)
	}
	book := excelize.NewFile()
	defer func() {
		if closed := book.Close(); err == nil {
			err = closed
		}
	}()
	const name = "Codebook"
	if err := book.SetSheetName("Sheet1", name); err != nil {
		return err
	}
	if err := book.SetDocProps(&excelize.DocProperties{Title: "Codebook", Creator: "Steward", LastModifiedBy: "Steward"}); err != nil {
		return err
	}
	out, err := book.NewStreamWriter(name)
	if err != nil {
		return err
	}
	for i, row := range rows {
		cells := make([]any, len(row))
		for j, text := range row {
			if text != "" {
				cells[j] = text
			}
		}
		at, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			return err
		}
		if err := out.SetRow(at, cells); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return book.Write(w)
}
