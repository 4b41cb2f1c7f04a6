package gui_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/dialogs"
	"steward/gui/systemfiles"
	"steward/gui/widgets/lists"
)

// papers is a folder with files and a folder in it.
func papers(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"b.csv", "a.CSV", "c.txt", ".hidden.csv", filepath.Join("older", "z.csv")} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFilesAreFound opens a file by the keyboard alone, and by a path that is typed.
func TestFilesAreFound(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	dir := papers(t)
	var got string
	open := func() {
		got = ""
		dialogs.OpenFile(d.window, dir, []string{".csv"}, func(path string) { got = path })
	}
	open()
	d.sees(t, "older", "a.CSV", "b.csv")
	d.not(t, "c.txt", ".hidden.csv")
	d.disabled(t, "Open")
	test.Type(d.window.Canvas().Focused(), "b")
	d.press(fyne.KeyReturn)
	if got != filepath.Join(dir, "b.csv") || d.over() {
		t.Fatalf("typing a letter and enter chose %q", got)
	}
	open()
	d.press(fyne.KeyHome, fyne.KeyReturn) // into the folder
	d.sees(t, "z.csv")
	d.press(fyne.KeyBackspace) // and out of it again
	d.press(fyne.KeyReturn, fyne.KeyDown)
	d.tap(t, "Open")
	if want := filepath.Join(dir, "older", "z.csv"); got != want {
		t.Fatalf("chose %q, want %q", got, want)
	}
	if at := fyne.CurrentApp().Preferences().String("last-folder"); at != filepath.Join(dir, "older") {
		t.Errorf("remembered %q", at)
	}
	open()
	d.tap(t, "Show hidden files")
	d.sees(t, ".hidden.csv")
	d.writes(t, dir, filepath.Join(dir, "nowhere"))
	d.sees(t, "There is no folder or file")
	d.writes(t, filepath.Join(dir, "nowhere"), filepath.Join(dir, "c.txt"))
	if got != filepath.Join(dir, "c.txt") || d.over() {
		t.Fatalf("a typed path chose %q", got)
	}
	open()
	d.touch(t, "b.csv")
	d.touch(t, "b.csv")
	if got != filepath.Join(dir, "b.csv") || d.over() {
		t.Fatalf("tapping twice chose %q", got)
	}
}

// TestFilesAreLookedForInDocuments opens the dialog for the first time on a German desktop, which calls its folders by German names: it
// begins in the person's documents, and lists the folders that are there.
func TestFilesAreLookedForInDocuments(t *testing.T) {
	own := t.TempDir()
	t.Setenv("HOME", own)
	t.Setenv("USERPROFILE", own)
	for _, name := range []string{"Dokumente/members.csv", "Schreibtisch/notes.csv"} {
		path := filepath.Join(own, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	german(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	var got string
	dialogs.OpenFile(d.window, "", []string{".csv"}, func(path string) { got = path })
	d.sees(t, "members.csv")
	places := part(t, d, "the places", func(*lists.Contents) bool { return true })
	if places.Count < 4 { // home, desktop, documents, and the computer or its drives
		t.Errorf("there are %d places", places.Count)
	}
	d.touch(t, "members.csv")
	d.touch(t, "members.csv")
	if got != filepath.Join(own, "Dokumente", "members.csv") {
		t.Errorf("chose %q", got)
	}
}

// TestFilesAreSaved gives names with and without their ending, makes a folder, and is asked before
// another file is lost.
func TestFilesAreSaved(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	dir := papers(t)
	var got string
	save := func() {
		got = ""
		dialogs.SaveFile(d.window, dir, "plan.csv", func(path string) { got = path })
	}
	save()
	test.Type(d.window.Canvas().Focused(), "mine") // in place of the name that stood there
	d.press(fyne.KeyReturn)
	if got != filepath.Join(dir, "mine.csv") || d.over() {
		t.Fatalf("saved as %q", got)
	}
	if _, err := os.Stat(got); err == nil {
		t.Error("the dialog itself wrote the file")
	}
	save()
	test.Type(d.window.Canvas().Focused(), "b.csv")
	d.press(fyne.KeyReturn)
	d.sees(t, "Replace the file?", "There is already a file b.csv in this folder.")
	d.press(fyne.KeyEscape)
	if got != "" || !d.over() {
		t.Fatalf("escape replaced %q, or closed both", got)
	}
	d.tap(t, "Save")
	d.tap(t, "Replace it")
	if got != filepath.Join(dir, "b.csv") || d.over() {
		t.Fatalf("after asking it saved %q", got)
	}
	save()
	d.tap(t, "New folder…")
	test.Type(d.window.Canvas().Focused(), "new")
	d.press(fyne.KeyReturn)
	d.sees(t, "There is no file of this kind in this folder yet.")
	d.writes(t, "plan.csv", "a/b")
	d.sees(t, "Choose the folder above.")
	d.writes(t, "a/b", "plan.csv")
	if want := filepath.Join(dir, "new", "plan.csv"); got != want {
		t.Fatalf("saved as %q, want %q", got, want)
	}
}

// TestFolderIsChosen takes the folder that is open, or the one that is marked.
func TestFolderIsChosen(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	dir := papers(t)
	var got string
	open := func() { dialogs.OpenFolder(d.window, dir, func(path string) { got = path }) }
	open()
	d.not(t, "b.csv")
	d.tap(t, "Use this folder")
	if got != dir {
		t.Errorf("chose %q", got)
	}
	open()
	d.press(fyne.KeyHome)
	d.tap(t, "Use this folder")
	if want := filepath.Join(dir, "older"); got != want {
		t.Errorf("chose %q, want %q", got, want)
	}
	open()
	d.tap(t, "Up one folder")
	d.tap(t, "Use this folder") // the folder that one comes from is marked
	if got != dir {
		t.Errorf("chose %q, want %q", got, dir)
	}
}

// TestFilesAreAskedOfTheSystem has the system ask: what it says is taken, a name gets the ending that it lacks, and where the
// system cannot ask the chooser does.
func TestFilesAreAskedOfTheSystem(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	dir := papers(t)
	var q systemfiles.Question
	var path, got string
	var fails error
	dialogs.UseSystem(func(_ context.Context, asked systemfiles.Question) (string, error) {
		q = asked
		return path, fails
	}, func(f func()) { f() })
	t.Cleanup(func() { dialogs.UseSystem(nil, nil) })
	chosen := func(path string) { got = path }

	path = filepath.Join(dir, "a.CSV")
	dialogs.OpenFile(d.window, dir, []string{".csv"}, chosen)
	if got != path || d.over() || q.Kind != systemfiles.Open || q.Folder != dir || q.Endings[0] != ".csv" || q.Button != "Open" {
		t.Errorf("chose %q; asked %+v", got, q)
	}
	if at := fyne.CurrentApp().Preferences().String("last-folder"); at != dir {
		t.Errorf("remembered %q", at)
	}

	got, path = "", filepath.Join(dir, "plan")
	dialogs.SaveFile(d.window, dir, "mine.steward", chosen)
	if got != path+".steward" || q.Kind != systemfiles.Save || q.Name != "mine.steward" {
		t.Errorf("writes %q; asked %+v", got, q)
	}

	got, path = "", filepath.Join(dir, "b") // of which there is one with the ending
	dialogs.SaveFile(d.window, dir, "mine.csv", chosen)
	if got != "" {
		t.Fatalf("%q would be replaced unasked", got)
	}
	d.tap(t, "Replace it")
	if got != path+".csv" {
		t.Errorf("writes %q", got)
	}

	got, fails = "", systemfiles.ErrCancelled
	dialogs.OpenFolder(d.window, dir, chosen)
	if got != "" || d.over() || q.Kind != systemfiles.Folder {
		t.Errorf("cancelled: %q; asked %+v", got, q)
	}

	fails = systemfiles.ErrNone
	dialogs.OpenFolder(d.window, dir, chosen)
	d.tap(t, "Use this folder")
	if got != dir {
		t.Errorf("the chooser chose %q", got)
	}
}

// TestTheSystemIsNotWaitedFor cancels while the system's dialogue is open, or chooses in the window: what is chosen in the
// dialogue later is not taken.
func TestTheSystemIsNotWaitedFor(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	var answers func()
	dialogs.UseSystem(func(ctx context.Context, _ systemfiles.Question) (string, error) {
		if ctx.Err() == nil {
			t.Error("the system's dialogue stays open")
		}
		return "/late", nil
	}, func(f func()) { answers = f })
	t.Cleanup(func() { dialogs.UseSystem(nil, nil) })
	never := func(path string) { t.Errorf("%q was chosen", path) }
	dialogs.OpenFile(d.window, papers(t), []string{".csv"}, never)
	d.sees(t, "Choose in the window that your system has opened.")
	d.tap(t, "Cancel")
	if answers(); d.over() {
		t.Error("something is open after Cancel")
	}
	dialogs.OpenFile(d.window, papers(t), []string{".csv"}, never)
	d.tap(t, "Choose here instead")
	answers()
	d.sees(t, "a.CSV", "b.csv")
}
