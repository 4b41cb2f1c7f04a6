package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// Files whose names are no text are read and written under them, and shown as far as they are text.
func TestNamesThatAreNoText(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	folder := filepath.Join(d.dir, "Z\xfcrich \xff")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Skipf("this disk has no such names: %v", err)
	}
	d.out = filepath.Join(folder, "out")
	for _, path := range []*string{&d.data, &d.plan} {
		to := filepath.Join(folder, "l\xfc"+filepath.Base(*path))
		if err := os.Rename(*path, to); err != nil {
			t.Fatal(err)
		}
		*path = to
	}
	release := append(d.releaseArgs(), "--name", "people")
	record := filepath.Join(d.out, "people.json")
	key := filepath.Join(folder, "signer\xfc.pub")
	line, _, _ := strings.Cut(d.must("key", "show"), "\n")
	write(t, key, line+"\n")
	for _, args := range [][]string{
		{"inspect", d.data}, {"new", d.data, "--out", filepath.Join(folder, "n\xfc.steward"), "--confirm"}, {"check", d.plan, "--data", d.data}, {"preview", d.plan}, release,
		{"verify", record, "--key", key}, {"ledger", "show", "People"},
	} {
		if out := d.must(args...); !utf8.ValidString(out) {
			t.Errorf("steward %q says %q", args, out)
		}
	}
	for _, path := range []string{filepath.Join(folder, "n\xfc.steward"), record} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}
