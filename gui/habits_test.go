package gui_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"steward/gui/dialogs"
	"steward/gui/systemfiles"
	"steward/io/sheet"
)

// TestOpeningAndQuittingByKeys opens a spreadsheet and then a project with Ctrl+O, which offers both, and quits with Ctrl+Q.
func TestOpeningAndQuittingByKeys(t *testing.T) {
	d, control := newKeyedDesk(t)
	var chosen string
	var offered []string
	dialogs.UseSystem(func(_ context.Context, q systemfiles.Question) (string, error) {
		offered = q.Endings
		return chosen, nil
	}, func(f func()) { f() })
	t.Cleanup(func() { dialogs.UseSystem(nil, nil) })
	chosen = messyWorkbook(t, t.TempDir())
	control(fyne.KeyO)
	d.fine(t)
	if f := d.session.Data.File(); f == nil || f.Path != chosen {
		t.Fatalf("%s is not open: %+v", chosen, f)
	}
	for _, ending := range append(sheet.Endings(), ".steward") {
		if !slices.Contains(offered, ending) {
			t.Errorf("%s is not offered among %v", ending, offered)
		}
	}
	project := filepath.Join(t.TempDir(), "club.steward")
	if err := d.session.SaveProject(project); err != nil {
		t.Fatal(err)
	}
	d.session.NewProject()
	chosen = project
	control(fyne.KeyO)
	d.fine(t)
	if d.session.Path() != project {
		t.Fatalf("%q is open", d.session.Path())
	}

	closed := false
	d.window.SetOnClosed(func() { closed = true })
	control(fyne.KeyQ)
	if !closed {
		t.Error("the window is still open")
	}
}
