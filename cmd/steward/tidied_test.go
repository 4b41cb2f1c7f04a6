package main

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/gui/session"
)

// The trial releases use made-up data only: the spreadsheet is not even named.
func TestPreviewTidied(t *testing.T) {
	sample, err := session.WriteSample(filepath.Join(t.TempDir(), "sample"))
	if err != nil {
		t.Fatal(err)
	}
	path := sample.Project
	o := steward("preview", path, "--tidied", "20")
	if o.code != 0 || !strings.Contains(o.out, "20 trial releases of 4812 made-up people") {
		t.Fatalf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	_, table, _ := strings.Cut(o.out, "TIDIED, MEASURED")
	if rows := strings.Count(strings.TrimSpace(table), "\n") + 1; rows != 3 {
		t.Errorf("%d rows for three questions:\n%s", rows, table)
	}
	if o := steward("preview", path, "--tidied=-1"); o.code == 0 || !strings.Contains(o.err, "ask for 1 to") {
		t.Errorf("exit code %d\n%s", o.code, o.err)
	}
}
