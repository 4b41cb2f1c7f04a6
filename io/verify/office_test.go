//go:build office

package verify

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/io/publish/publishtest"
)

// A workbook that LibreOffice saved again, with every kind of sheet, is compared by its values, and a
// value that is changed in it is found.
func TestVerifySavedByLibreOffice(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("soffice is not on the PATH: install it with .ci/setup office")
	}
	record, ledgers := publishtest.EveryKind(t)
	path := filepath.Join(filepath.Dir(record), "every.xlsx")
	out := t.TempDir()
	said, err := exec.Command("soffice", "-env:UserInstallation=file://"+t.TempDir(), "--headless", "--convert-to", "xlsx", "--outdir", out, path).CombinedOutput()
	if err != nil {
		t.Fatalf("soffice: %v\n%s", err, said)
	}
	again := publishtest.ContentOf(t, filepath.Join(out, "every.xlsx"))
	if err := os.WriteFile(path, again, 0o600); err != nil {
		t.Fatal(err)
	}
	if good, bad := workbookFindings(t, record, ledgers); bad != "" || !strings.Contains(good, "was saved again by another program: its bytes are different") {
		t.Fatalf("saved by LibreOffice: %s%s", good, bad)
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
	for _, c := range []struct {
		begins, cell string
		value        any
		says         string
	}{
		{"2 Rents", "C3", 0.25, "cell C3"},
		{"11 Median age", "A2", "9999", "11 Median age"},
		{"18 People alike", "B3", 12345, "18 People alike"},
		{"19 Ages alike", "E2", 12345, "19 Ages alike"},
		{"20 Made-up people", "B7", "West", "20 Made-up people"},
	} {
		if err := os.WriteFile(path, again, 0o600); err != nil {
			t.Fatal(err)
		}
		savedAgain(t, path, func(f *excelize.File) error { return f.SetCellValue(sheet(f, c.begins), c.cell, c.value) })
		if _, bad := workbookFindings(t, record, ledgers); !strings.Contains(bad, c.says) {
			t.Errorf("%s changed after that: %q", c.begins, bad)
		}
	}
}
