package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/seeded"
	"steward/io/publish/publishtest"
)

// savedAgain has a workbook changed and saved by excelize, which is another program.
func savedAgain(t *testing.T, path string, change func(*excelize.File) error) {
	t.Helper()
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := change(f); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
}

// workbookFindings returns what verifying says of the workbook, good and bad.
func workbookFindings(t *testing.T, record, ledgers string) (good, bad string) {
	t.Helper()
	findings, err := Release(publishtest.Remembering, record, ledgers, "Steward test")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Part == Workbook && f.OK {
			good += f.What.String() + "\n"
		}
		if !f.OK {
			bad += f.What.String() + "\n"
		}
	}
	return good, bad
}

// Every sheet with numbers of a workbook that was saved again is compared: lists, cross-tables with
// their intervals, what follows from the answers, choices, groups, made-up records, and the record. The fast run
// changes every other of them.
func TestVerifyEverySheet(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	path := filepath.Join(filepath.Dir(record), "every.xlsx")
	original := publishtest.ContentOf(t, path)
	savedAgain(t, path, func(f *excelize.File) error { return f.SetColWidth("Read me", "A", "A", 90) })
	if good, bad := workbookFindings(t, record, ledgers); bad != "" || !strings.Contains(good, "saved again by another program; its numbers are those of the record") {
		t.Fatalf("of a wider column: %s%s", good, bad)
	}
	sheet := func(f *excelize.File, begins string) string {
		for _, name := range f.GetSheetList() {
			if strings.HasPrefix(name, begins) {
				return name
			}
		}
		t.Fatalf("no sheet begins with %q: %q", begins, f.GetSheetList())
		return ""
	}
	set := func(begins, cell string, value any) func(*excelize.File) error {
		return func(f *excelize.File) error { return f.SetCellValue(sheet(f, begins), cell, value) }
	}
	for i, c := range []struct {
		name   string
		change func(*excelize.File) error
		says   string
	}{
		{"how far a line of a chart reaches", set("2 Rents", "K3", 12345), "row 3"},
		{"a number of a list", set("2 Rents", "C3", 0.25), "row 3"},
		{"a number of a cross-table", set("1 cross-table", "C3", 12345), "1 cross-table"},
		{"an interval beside it", set("1 cross-table", "H3", 12345), "1 cross-table"},
		{"its upper end", set("1 cross-table", "M3", 12345), "1 cross-table"},
		{"a percentage", set("1 Per cent", "C2", 99.5), "1 Per cent"},
		{"its interval", set("1 Per cent", "D3", -1), "row 3"},
		{"a choice", set("11 Median age", "A2", "9999"), "11 Median age"},
		{"a choice of a group", set("15 Upper", "B3", "9999"), "15 Upper"},
		{"a group's mean", set("18 People alike", "B3", 12345), "18 People alike"},
		{"a group's error", set("18 People alike", "C2", 12345), "18 People alike"},
		{"a group's size", set("19 Ages alike", "F2", 12345), "19 Ages alike"},
		{"a group less", func(f *excelize.File) error { return f.RemoveRow(sheet(f, "19 Ages alike"), 4) }, "1 of 3 groups are missing"},
		{"a group more", func(f *excelize.File) error {
			return f.SetSheetRow(sheet(f, "19 Ages alike"), "A5", &[]any{"4", 1, 1, 1, 1, 1})
		}, "more rows than there are groups"},
		{"a made-up record", set("20 Made-up people", "B7", "West"), "20 Made-up people"},
		{"a made-up record less", func(f *excelize.File) error { return f.RemoveRow(sheet(f, "21 Weighed"), 2) }, "21 Weighed"},
		{"a made-up record more", func(f *excelize.File) error {
			return f.SetSheetRow(sheet(f, "22 A few"), "A42", &[]any{"North", "yes"})
		}, "22 A few"},
		{"the groups less", func(f *excelize.File) error { return f.DeleteSheet(sheet(f, "18 People")) }, "its sheet is missing"},
		{"a sentence of the record", set("Record", "A7", "\"digest\": \"\","), "Record"},
		{"a cross-table in the place of a list", func(f *excelize.File) error {
			name := sheet(f, "2 Rents")
			rows, err := f.GetRows(sheet(f, "1 cross-table"))
			if err != nil {
				return err
			}
			for i, row := range rows {
				cells := append(row, make([]string, 20-len(row))...)
				if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &cells); err != nil {
					return err
				}
			}
			return nil
		}, "2 Rents"},
		{"the digest", set("Record", "A2", "0"), "Record"},
		{"the end of the digest", func(f *excelize.File) error {
			digest, err := f.GetCellValue("Record", "A2")
			if err != nil {
				return err
			}
			return f.SetCellValue("Record", "A2", digest[:len(digest)-1])
		}, "Record"},
		{"a derived sheet less", func(f *excelize.File) error { return f.DeleteSheet(sheet(f, "1 Per cent")) }, "1 Per cent"},
		{"the record less", func(f *excelize.File) error { return f.DeleteSheet("Record") }, "Record"},
	} {
		if i%seeded.Often(2, 1) > 0 {
			continue
		}
		if err := os.WriteFile(path, original, 0o600); err != nil {
			t.Fatal(err)
		}
		savedAgain(t, path, c.change)
		if _, bad := workbookFindings(t, record, ledgers); !strings.Contains(bad, c.says) {
			t.Errorf("%s: %q", c.name, bad)
		}
	}
}
