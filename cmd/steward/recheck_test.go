package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"steward/io/export"
)

// builtRecheck builds the reviewers' checker, which is a module of its own and shares no code with the program:
// by go run, which keeps what it linked for the next time.
func builtRecheck(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recheck.exe")
	build := exec.Command("go", "run", "-buildvcs=false", "-exec", "cp", ".", path)
	build.Dir = filepath.Join("..", "..", "tools", "recheck")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// rechecked has the reviewers' checker look at the releases in a folder, which verify has found to hold: it
// must find the same, and check every question whose rows the record states. It returns how many it did.
func rechecked(t *testing.T, checker, dir string) (hidden int) {
	t.Helper()
	records, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range records {
		r, err := export.ReadRecord(path)
		if err != nil {
			continue // another file
		}
		readAgain(t, path)
		out, err := exec.Command(checker, path).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", filepath.Base(path), err, out)
		}
		stated := 0
		for _, q := range r.Questions {
			if q.Measured != nil && q.Measured.LeftOut == "" {
				stated++
			}
		}
		found := strings.Count(string(out), "secret pairs of")
		if found != stated || len(r.Questions)+len(r.Choices)+len(r.Clusters)+len(r.Synthetic) == 0 {
			t.Errorf("%s: of %d questions whose rows are stated %d were checked\n%s", filepath.Base(path), stated, found, out)
		}
		hidden += found
	}
	if len(records) == 0 {
		t.Error("there is no record")
	}
	return hidden
}
