package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// With a public file the methods are compared on it whose error depends on the data, and it is
// named; the file that the plan protects is refused.
func TestPreviewLike(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "demo")
	if o := steward("demo", "--out", dir); o.code != 0 {
		t.Fatal(o.err)
	}
	path := filepath.Join(dir, "clinic-survey.steward")
	own, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil || len(own) != 1 {
		t.Fatal(own, err)
	}
	if o := steward("preview", path); o.code != 0 || strings.Contains(o.out, "measured on") {
		t.Fatalf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	if o := steward("preview", path, "--like", own[0]); o.code == 0 || !strings.Contains(o.err, "the very file") {
		t.Errorf("the plan's own file: exit code %d\n%s", o.code, o.err)
	}
	rows, err := os.ReadFile(own[0])
	if err != nil {
		t.Fatal(err)
	}
	earlier := filepath.Join(dir, "earlier.csv")
	head, rest, _ := strings.Cut(string(rows), "\n")
	if err := os.WriteFile(earlier, []byte(head+"\n"+rest[len(rest)/2+strings.Index(rest[len(rest)/2:], "\n")+1:]), 0o600); err != nil {
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
