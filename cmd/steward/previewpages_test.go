package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPreviewPages writes what will be printed with made-up numbers: without the data, and without beginning an account of them.
func TestPreviewPages(t *testing.T) {
	d := newDesk(t, "secrets.csv", secretPeople(), secretPlan())
	out := filepath.Join(d.dir, "pages")
	d.must("preview", d.plan, "--pages", out)
	for name, content := range files(t, out) {
		if text := pages(t, content); len(trueCounts(text)) > 0 || len(content) < 1000 {
			t.Errorf("%s tells the true counts, or nothing", name)
		}
	}
	if n := len(files(t, out)); n != 2 {
		t.Errorf("%d files were written", n)
	}
	if begun, err := os.ReadDir(d.ledgers); err != nil || len(begun) != 0 {
		t.Errorf("%d accounts were begun, error %v", len(begun), err)
	}
}
