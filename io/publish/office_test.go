//go:build office

package publish_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"steward/io/publish/publishtest"
)

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
	ours, theirs := strings.Split(sheetsOf(t, publishtest.ContentOf(t, path)), "\n"), strings.Split(sheetsOf(t, publishtest.ContentOf(t, filepath.Join(out, "every.xlsx"))), "\n")
	if len(ours) != len(theirs) {
		t.Errorf("%d lines, and %d saved by LibreOffice", len(ours), len(theirs))
	}
	for i := range min(len(ours), len(theirs)) {
		if ours[i] != theirs[i] {
			t.Errorf("%q became %q", ours[i], theirs[i])
		}
	}
}
