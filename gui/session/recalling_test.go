package session

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/gui/session/drafts"
	"steward/gui/session/releasing"
	"steward/io/project"
)

// saved releases the sample as a saved project, and returns the session and the project's file.
func saved(t *testing.T) (*Session, string) {
	t.Helper()
	s := newSample(t)
	s.quicker()
	path := filepath.Join(t.TempDir(), "sample.steward")
	if err := s.SaveProject(path); err != nil {
		t.Fatal(err)
	}
	s.Release.Review()
	s.Release.Carry(filepath.Join(t.TempDir(), "out"), "sample")
	if s.Release.Finished() == nil {
		t.Fatal(s.Problem())
	}
	return s, path
}

// A project that is opened again shows its release: the same numbers, files and summary, and what was changed since.
func TestReopenedProjectShowsItsRelease(t *testing.T) {
	s, path := saved(t)
	want := s.Release.Finished()
	other := New(s.around)
	if err := other.OpenProject(path); err != nil {
		t.Fatal(err)
	}
	got := other.Release.Finished()
	if got == nil || !got.Earlier || other.Release.Stage() != releasing.Published {
		at, err := other.Release.Recalled()
		t.Fatalf("nothing is shown again: release %d, %v", at, err)
	}
	if got.Release.Digest != want.Release.Digest || got.Workbook() != want.Workbook() || got.Summary() != want.Summary() || got.Record() != want.Record() {
		t.Errorf("shown are %v, want %v", got.Files, want.Files)
	}
	for i := range want.Release.Questions {
		a, b := other.Release.Results(i), s.Release.Results(i)
		if a == nil || b == nil || a.Len("") != b.Len("") || !reflect.DeepEqual(a.Row("", 0), b.Row("", 0)) {
			t.Errorf("question %d shows other rows", i)
		}
	}
	if paper, err := other.Summary.Summary(); err != nil || paper == nil || paper.Len() == 0 {
		t.Errorf("summary %v, %v", paper, err)
	}
	other.Summary.VerifyOnce()
	if v := other.Summary.Verified(); v == nil || !v.Own || !v.OK() {
		t.Errorf("verified %+v", v)
	}
	if said := other.Release.SinceRelease(); said != "" {
		t.Errorf("nothing was changed, and it says %q", said)
	}
	if progress := other.Release.Progress(); !strings.HasPrefix(progress.Line, "Released ") {
		t.Errorf("the step says %+v", progress)
	}
	other.Budget.SetBudget("0.25")
	if said := other.Release.SinceRelease(); !strings.Contains(said, "changing the budget to 0.25") {
		t.Errorf("it says %q", said)
	}
	other.Release.Again()
	if other.Release.Stage() != releasing.NotBegun || len(other.Release.Releases()) != 1 {
		t.Errorf("a further release is at stage %v of %v", other.Release.Stage(), other.Release.Releases())
	}
}

// What a crash left of a project that no file holds shows its release too.
func TestRecoveredDraftShowsItsRelease(t *testing.T) {
	s := newSample(t)
	s.around.Drafts = t.TempDir()
	s.Drafts = drafts.New(s.around.Drafts)
	s.quicker()
	s.Release.Review()
	s.Release.Carry(filepath.Join(t.TempDir(), "out"), "sample")
	if s.Release.Finished() == nil {
		t.Fatal(s.Problem())
	}
	s.Drafts.Close() // the program is gone, what it kept is there
	other := New(s.around)
	left := other.Drafts.Left()
	if len(left) != 1 {
		t.Fatalf("left behind are %+v", left)
	}
	other.Resume(left[0])
	if got := other.Release.Finished(); got == nil || got.Release.Digest != s.Release.Finished().Release.Digest {
		t.Fatalf("nothing is shown again: %v", other.Problem())
	}
}

// A release that cannot be shown is told of with its day, and can be pointed at; one that was changed is not shown.
func TestReleaseThatCannotBeShown(t *testing.T) {
	s, path := saved(t)
	record := s.Release.Finished().Record()
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(filepath.Dir(record), moved); err != nil {
		t.Fatal(err)
	}
	other := New(s.around)
	if err := other.OpenProject(path); err != nil {
		t.Fatal(err)
	}
	if at, err := other.Release.Recalled(); at != 0 || err == nil || !strings.Contains(err.Error(), "there is no record") || other.Release.Stage() != releasing.NotBegun {
		t.Fatalf("release %d: %v, stage %v", at, err, other.Release.Stage())
	}
	now := filepath.Join(moved, filepath.Base(record))
	text, err := os.ReadFile(now)
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(t.TempDir(), "changed.json")
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), `"published": `, `"published": 1`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	other.Release.RecallFrom(changed)
	if _, err := other.Release.Recalled(); err == nil || !strings.Contains(err.Error(), "not as it was written") {
		t.Errorf("a changed record: %v", err)
	}
	other.Release.RecallFrom(now)
	if got := other.Release.Finished(); got == nil || got.Record() != now {
		t.Fatal(other.Release.Recalled())
	}
	if _, past, err := project.Read(path); err != nil || past.Releases[0].Record != now {
		t.Errorf("the project remembers %+v, %v", past.Releases, err)
	}
	other.Edit(func(p *plan.Plan) { p.Title = "Another" })
	if said := other.Release.SinceRelease(); !strings.Contains(said, "title") {
		t.Errorf("it says %q", said)
	}
}
