package sample_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/assets"
	"steward/io/project"
	"steward/io/sample"
)

// What is written is a file with a plan of it, and is not written over.
func TestWrite(t *testing.T) {
	writers := map[string]func(dir string) (sample.Files, error){"sample": sample.Write}
	for _, e := range assets.WorkedExamples() {
		writers[e.Project] = func(dir string) (sample.Files, error) { return sample.WriteExample(dir, e) }
	}
	for name, write := range writers {
		dir := filepath.Join(t.TempDir(), "new")
		files, err := write(dir)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, err := project.Load(files.Project)
		if err != nil || p.Data.File != filepath.Base(files.Data) || len(p.Columns) == 0 {
			t.Errorf("%s: the plan is of %q and has %d columns: %v", name, p.Data.File, len(p.Columns), err)
		}
		if _, err := os.Stat(files.Data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := write(dir); err == nil || !strings.Contains(err.Error(), "choose a new folder") {
			t.Errorf("%s, once more: %v", name, err)
		}
	}
}
