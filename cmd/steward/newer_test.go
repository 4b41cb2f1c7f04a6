package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNewerFilesAreRefused raises the version of every kind of file that the program keeps: every command that
// reads one says that a newer version wrote it and what to do, and nothing is written.
func TestNewerFilesAreRefused(t *testing.T) {
	raise := func(t *testing.T, path, version string) {
		t.Helper()
		was := read(t, path)
		is := regexp.MustCompile(version).ReplaceAllString(was, "${1}77")
		if is == was {
			t.Fatalf("%s has no %s", path, version)
		}
		write(t, path, is)
	}
	dir := t.TempDir()
	set := func(t *testing.T) *desk {
		t.Helper()
		d := desk{t: t, dir: t.TempDir()}
		if err := os.CopyFS(d.dir, os.DirFS(filepath.Join("testdata", "earlier", "before-0.9.0-5"))); err != nil {
			t.Fatal(err)
		}
		d.ledgers, d.plan, d.out = filepath.Join(d.dir, "ledgers"), filepath.Join(d.dir, "clinic-survey.steward"), filepath.Join(d.dir, "next")
		d.data = filepath.Join(d.dir, "people.csv")
		return &d
	}
	const people = "Clinic survey 2026"
	exported := filepath.Join(dir, "exported.json")
	set(t).must("ledger", "export", people, "--out", exported)

	plan := func(t *testing.T, d *desk) { raise(t, d.plan, `("version": *)1`) }
	record := func(t *testing.T, d *desk) {
		raise(t, filepath.Join(d.dir, "release", "clinic-survey.json"), `^(\{\s*"version": *)2`)
	}
	ledger := func(t *testing.T, d *desk) {
		found, err := filepath.Glob(filepath.Join(d.ledgers, "*.ledger"))
		if err != nil || len(found) != 1 {
			t.Fatalf("the ledgers are %q, %v", found, err)
		}
		raise(t, found[0], `("format":)4`)
	}
	transferred := func(version string) func(*testing.T, *desk) {
		return func(t *testing.T, d *desk) {
			write(t, filepath.Join(d.dir, "exported.json"), read(t, exported))
			raise(t, filepath.Join(d.dir, "exported.json"), version)
			d.ledgers = filepath.Join(d.dir, "elsewhere")
		}
	}
	for name, c := range map[string]struct {
		change func(*testing.T, *desk)
		args   func(*desk) []string
	}{
		"project, checked":       {plan, func(d *desk) []string { return []string{"check", d.plan} }},
		"project, previewed":     {plan, func(d *desk) []string { return []string{"preview", d.plan} }},
		"project, released":      {plan, func(d *desk) []string { return d.releaseArgs() }},
		"project, in the window": {plan, func(d *desk) []string { return []string{"window", d.plan} }},
		"record, verified": {record, func(d *desk) []string {
			return []string{"verify", filepath.Join(d.dir, "release", "clinic-survey.json")}
		}},
		"record, added up": {record, func(d *desk) []string {
			return []string{"combine", filepath.Join(d.dir, "release", "clinic-survey.json"), "--add", "a"}
		}},
		"ledger, shown":    {ledger, func(*desk) []string { return []string{"ledger", "show", people} }},
		"ledger, noted in": {ledger, func(*desk) []string { return []string{"ledger", "limit", people, "3", "--why", "more"} }},
		"ledger, exported": {ledger, func(d *desk) []string {
			return []string{"ledger", "export", people, "--out", filepath.Join(d.dir, "x.json")}
		}},
		"exported account":           {transferred(`("version": *)1`), func(d *desk) []string { return []string{"ledger", "import", filepath.Join(d.dir, "exported.json")} }},
		"exported account's entries": {transferred(`("format": *)4`), func(d *desk) []string { return []string{"ledger", "import", filepath.Join(d.dir, "exported.json")} }},
	} {
		t.Run(name, func(t *testing.T) {
			d := set(t)
			write(t, d.data, "age\n1\n")
			c.change(t, d)
			before := files(t, d.dir)
			o := d.steward(c.args(d)...)
			if all := o.out + o.err; o.code == 0 || !strings.Contains(all, "written by a newer version of Steward (format ") || !strings.Contains(all, "update Steward") {
				t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
			}
			if after := files(t, d.dir); !maps.Equal(before, after) {
				t.Error(fmt.Sprint("written: ", len(before), " files before, ", len(after), " after"))
			}
		})
	}
}
