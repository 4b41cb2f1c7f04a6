package project_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"steward/core/plan"
	"steward/io/project"
)

func draft(t *testing.T, folder string) *project.Draft {
	t.Helper()
	d, err := project.NewDraft(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { runtime.KeepAlive(d) }) // what is collected is no longer held
	return d
}

func TestDraftIsNobodyElsesWhileItLives(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "unsaved")
	if left := project.Leftovers(folder); len(left) != 0 {
		t.Errorf("a folder that is not there holds %v", left)
	}
	d := draft(t, folder)
	if err := d.Keep(plan.Plan{Version: plan.Version, DataSet: "One"}, project.Past{}); err != nil {
		t.Fatal(err)
	}
	if left := project.Leftovers(folder); len(left) != 0 {
		t.Errorf("a draft that is held counts as left: %v", left)
	}
	other := draft(t, folder) // of another window
	if err := other.Keep(plan.Plan{Version: plan.Version, DataSet: "Two"}, project.Past{}); err != nil {
		t.Fatal(err)
	}
	if err := other.Drop(); err != nil {
		t.Fatal(err)
	}
	other.Close()
	d.Close() // as a crash does
	left := project.Leftovers(folder)
	if len(left) != 1 {
		t.Fatalf("%d drafts were left, want the one that was not dropped", len(left))
	}
	third := draft(t, folder) // must not write over what was left
	if err := third.Keep(plan.Plan{Version: plan.Version, DataSet: "Three"}, project.Past{}); err != nil {
		t.Fatal(err)
	}
	if p, err := project.Load(left[0].Path); err != nil || p.DataSet != "One" {
		t.Errorf("what was left is %q, %v", p.DataSet, err)
	}
	if err := left[0].Forget(); err != nil {
		t.Fatal(err)
	}
	if left := project.Leftovers(folder); len(left) != 0 {
		t.Errorf("what was forgotten is still there: %v", left)
	}
}

// TestDraftOutlivesAKill keeps a draft in a program of its own that is killed at once.
func TestDraftOutlivesAKill(t *testing.T) {
	if folder := os.Getenv("STEWARD_TEST_DRAFT"); folder != "" {
		if err := draft(t, folder).Keep(plan.Plan{Version: plan.Version, DataSet: "Killed"}, project.Past{}); err != nil {
			t.Fatal(err)
		}
		self, err := os.FindProcess(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		_ = self.Kill()
		select {}
	}
	folder := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestDraftOutlivesAKill$")
	child.Env = append(os.Environ(), "STEWARD_TEST_DRAFT="+folder, "TMPDIR="+t.TempDir()) // it cannot clean up after itself
	if out, err := child.CombinedOutput(); err == nil {
		t.Fatalf("the program was not killed: %s", out)
	}
	left := project.Leftovers(folder)
	if len(left) != 1 {
		t.Fatalf("%d drafts were left by a program that was killed, want 1", len(left))
	}
	if p, err := project.Load(left[0].Path); err != nil || p.DataSet != "Killed" {
		t.Errorf("what was left is %q, %v", p.DataSet, err)
	}
}
