//go:build office

package session

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// A workbook that LibreOffice saved again, with every kind of sheet, is compared by its values, and a
// value that is changed in it is found.
func TestVerifySavedByLibreOffice(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("soffice is not on the PATH: install it with .ci/setup office")
	}
	record, ledgers := everyKind(t)
	path := filepath.Join(filepath.Dir(record), "every.xlsx")
	out := t.TempDir()
	said, err := exec.Command("soffice", "-env:UserInstallation=file://"+t.TempDir(), "--headless", "--convert-to", "xlsx", "--outdir", out, path).CombinedOutput()
	if err != nil {
		t.Fatalf("soffice: %v\n%s", err, said)
	}
	again := contentOf(t, filepath.Join(out, "every.xlsx"))
	if err := os.WriteFile(path, again, 0o600); err != nil {
		t.Fatal(err)
	}
	if good, bad := workbookFindings(t, record, ledgers); bad != "" || !strings.Contains(good, "saved again by another program; its numbers are those of the record") {
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
		{"2 Rents", "C3", 0.25, "row 3"},
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

// The pages of a release of everything, as another program reads them.
func TestPagesOfEverything(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not on the PATH: install it with .ci/setup office")
	}
	path := filepath.Join(everyKindWritten(t), "every-summary.pdf")
	out, err := exec.Command("pdftotext", "-layout", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "every.pdf.golden", strings.ReplaceAll(string(out), "\f", "--- page\n"))
}

// LibreOffice reads the workbook of a release of everything as excelize does, cell by cell.
func TestWorkbookOfEverythingInLibreOffice(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("soffice is not on the PATH: install it with .ci/setup office")
	}
	path := filepath.Join(everyKindWritten(t), "every.xlsx")
	out := t.TempDir()
	if said, err := exec.Command("soffice", "-env:UserInstallation=file://"+t.TempDir(), "--headless", "--convert-to", "xlsx", "--outdir", out, path).CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, said)
	}
	ours, theirs := strings.Split(sheetsOf(t, contentOf(t, path)), "\n"), strings.Split(sheetsOf(t, contentOf(t, filepath.Join(out, "every.xlsx"))), "\n")
	if len(ours) != len(theirs) {
		t.Errorf("%d lines, and %d saved by LibreOffice", len(ours), len(theirs))
	}
	for i := range min(len(ours), len(theirs)) {
		if ours[i] != theirs[i] {
			t.Errorf("%q became %q", ours[i], theirs[i])
		}
	}
}
