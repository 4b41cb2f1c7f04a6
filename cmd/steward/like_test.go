package main

import (
	"fmt"
	"os"
	"path/filepath"
	"steward/core/noise/noisetest"
	"strings"
	"testing"
)

// With a public file the methods are compared on it whose error depends on the data, and it is
// named; the file that the plan protects is refused.
func TestPreviewLike(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demo")
	if o := stewardWith(noisetest.Fresh(t), "demo", "--out", dir); o.code != 0 {
		t.Fatal(o.err)
	}
	path, own := filepath.Join(dir, "clinic-survey.steward"), filepath.Join(dir, "clinic-survey.xlsx")
	if o := steward("preview", path); o.code != 0 || strings.Contains(o.out, "measured on") {
		t.Fatalf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	if o := steward("preview", path, "--like", own); o.code == 0 || !strings.Contains(o.err, "the very file") {
		t.Errorf("the plan's own file: exit code %d\n%s", o.code, o.err)
	}
	var rows strings.Builder
	rows.WriteString("age,district,smoker,education,income,visits\n")
	for i := range 300 {
		fmt.Fprintf(&rows, "%d,Harbour,no,,1200,%d\n", 30+i%9, i%3)
	}
	earlier := filepath.Join(dir, "earlier.csv")
	if err := os.WriteFile(earlier, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	o := steward("preview", path, "--like", earlier)
	if o.code != 0 || !strings.Contains(o.out, "measured on earlier.csv") {
		t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	if o := steward("--json", "preview", path, "--like", earlier); o.code != 0 || !strings.Contains(o.out, `"measuredOn": "earlier.csv`) {
		t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
}
