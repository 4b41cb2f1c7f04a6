package gui_test

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/xuri/excelize/v2"

	"steward/core/plan"
)

// bookFile writes a workbook with groups of columns, merged cells, a table, totals and a note.
func bookFile(t *testing.T, opts excelize.Options) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	rows := [][]any{
		{"Pay by region"},
		{"Region", "Town", 2023, nil, 2024},
		{nil, nil, "Men", "Women", "Men", "Women"},
		{"North", "Alderton", 1, 2, 3, 4}, {nil, "Fairview", 5, 6, 7, 8}, {"South", "Harbour", 9, 10, 11, 12},
		{"Total", nil, 15, 18, 21, 24}, nil, {"Source: the office"},
	}
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err == nil {
			err = f.SetSheetRow("Sheet1", cell, &row)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range [][2]string{{"A2", "A3"}, {"B2", "B3"}, {"C2", "D2"}, {"E2", "F2"}, {"A4", "A5"}} {
		if err := f.MergeCell("Sheet1", m[0], m[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.SetDefinedName(&excelize.DefinedName{Name: "newest", RefersTo: "Sheet1!$E$3:$F$6"}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pay.xlsx")
	if err := f.SaveAs(path, opts); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadingAWorkbookWithGroupsAndTotals(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(bookFile(t, excelize.Options{}), plan.Data{})
	d.sees(t, "2023 / Men", "2024 / Women", "with 1 above", "2 rows at the end", "Leave all 2 out", "worth a look", "Leave the others blank", "A4:A5")
	if n := d.session.Data.File().Found.Rows; n != 5 {
		t.Fatalf("%d records with the totals and the note", n)
	}
	d.tap(t, "Leave all 2 out")
	d.sees(t, "3 of 3 rows", "Row 7", "Count it as a record")
	if got := d.session.Plan().Data.LeaveOut; got != "7, 9" {
		t.Errorf("left out %q", got)
	}
	d.session.Data.OpenFile(d.session.Data.File().Path, plan.Data{Range: "newest"})
	d.sees(t, "newest (named range, Sheet1 E3:F6)", "3 of 3 rows")
}

func TestAskingForAPassword(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(bookFile(t, excelize.Options{Password: "open sesame"}), plan.Data{})
	d.sees(t, "Password needed", "pay.xlsx is protected with a password")
	d.session.Data.Unlock(d.session.Data.Locked(), "other")
	d.sees(t, "That is not the password of pay.xlsx")
	d.session.Data.Unlock(d.session.Data.Locked(), "open sesame")
	if d.session.Data.File() == nil || d.session.Problem() != nil {
		t.Errorf("problem %+v", d.session.Problem())
	}
}

// TestReadingPictures photographs what the step shows of such workbooks.
func TestReadingPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for _, look := range pictureLooks {
		if look.name == "wide" {
			continue
		}
		d := newDesk(t, look.variant, fyne.NewSize(look.size.Width, 1500))
		d.session.Data.OpenFile(bookFile(t, excelize.Options{}), plan.Data{})
		d.picture(t, "reading-"+look.name+"-groups")
		d.session.Data.OpenFile(bookFile(t, excelize.Options{Password: "x"}), plan.Data{})
		d.picture(t, "reading-"+look.name+"-password")
	}
}
