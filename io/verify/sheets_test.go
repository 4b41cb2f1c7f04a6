package verify

import (
	"testing"

	"github.com/xuri/excelize/v2"

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
