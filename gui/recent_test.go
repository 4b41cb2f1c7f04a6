package gui_test

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
)

// TestRecentProjects saves projects of one name in two folders: both are in the menu and told apart, one
// is opened from there, and one that is gone says so.
func TestRecentProjects(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 800))
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		path := filepath.Join(dir, "survey.steward")
		if err := d.session.SaveProject(path); err != nil {
			t.Fatal(err)
		}
		d.frame.Drop(path)
	}
	if d.session.Path() != filepath.Join(dirs[1], "survey.steward") {
		t.Fatalf("%q is open", d.session.Path())
	}
	entry := "survey.steward in " + dirs[0]
	d.tap(t, "Projects: new, open, save")
	d.sees(t, entry, "survey.steward in "+dirs[1])
	d.tap(t, entry)
	if d.session.Path() != filepath.Join(dirs[0], "survey.steward") {
		t.Fatalf("%q is open", d.session.Path())
	}
	if err := os.Remove(filepath.Join(dirs[1], "survey.steward")); err != nil {
		t.Fatal(err)
	}
	d.tap(t, "Projects: new, open, save")
	d.tap(t, "survey.steward in "+dirs[1])
	if p := d.session.Problem(); p == nil {
		t.Error("a project that is gone is opened in silence")
	}
	d.tap(t, "Projects: new, open, save")
	d.sees(t, entry)
}
