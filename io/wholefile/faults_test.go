package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"steward/io/internal/disk/disktest"
)

// content writes in several pieces, as a workbook is written.
func pieces(w io.Writer) error {
	for range 5 {
		if _, err := io.WriteString(w, "new and longer "); err != nil {
			return err
		}
	}
	return nil
}

var whole = strings.Repeat("new and longer ", 5)

// TestEveryCallFails lets each call that a write makes fail in turn, in the ways that full,
// read-only and vanished disks fail. The file is then the old one, or the new one where only
// the clearing up failed, and no part is left where one could be removed.
func TestEveryCallFails(t *testing.T) {
	for _, failure := range []struct {
		name  string
		err   error
		stays bool // all that follows fails too
	}{
		{"full disk", syscall.ENOSPC, false}, {"read-only folder", syscall.EACCES, false}, {"read-only disk", syscall.EROFS, false},
		{"broken disk", syscall.EIO, false}, {"vanished drive", syscall.ENODEV, true},
	} {
		for _, way := range []string{"Write", "Write anew", "Create"} {
			for n := 1; ; n++ {
				dir := t.TempDir()
				path := filepath.Join(dir, "plan.steward")
				old := ""
				if way == "Write" {
					old = "old"
					if err := os.WriteFile(path, []byte(old), 0o640); err != nil {
						t.Fatal(err)
					}
				}
				var failed disktest.Op
				d := &disktest.Disk{Unsynced: true, Fault: func(op disktest.Op) disktest.Fault {
					if op.Number == n || failure.stays && op.Number > n {
						if op.Number == n {
							failed = op
						}
						return disktest.Fault{Err: failure.err, Bytes: op.Bytes / 2}
					}
					return disktest.Fault{}
				}}
				write := On(d).Write
				if way == "Create" {
					write = On(d).Create
				}
				err := write(path, pieces)
				if failed.Number == 0 {
					break // it was done before
				}
				got, missing := os.ReadFile(path)
				switch {
				case err == nil && string(got) != whole:
					t.Errorf("%s, %s, call %d (%s): no error, and the file holds %q", failure.name, way, n, failed.Call, got)
				case err != nil && missing == nil && string(got) != old:
					t.Errorf("%s, %s, call %d (%s): error %v, and the file holds %q", failure.name, way, n, failed.Call, err, got)
				case err != nil && old != "" && missing != nil:
					t.Errorf("%s, %s, call %d (%s): the old file is gone", failure.name, way, n, failed.Call)
				case err != nil && !errors.Is(err, failure.err) && !strings.Contains(err.Error(), "not there"):
					t.Errorf("%s, %s, call %d (%s): error %v does not tell of %v", failure.name, way, n, failed.Call, err, failure.err)
				case err != nil && !strings.Contains(err.Error(), path):
					t.Errorf("%s, %s, call %d (%s): error %v does not name the file", failure.name, way, n, failed.Call, err)
				}
				if parts, _ := filepath.Glob(filepath.Join(dir, partName+"*")); len(parts) > 0 && !failure.stays && failed.Call != disktest.Remove {
					t.Errorf("%s, %s, call %d (%s): %v is left", failure.name, way, n, failed.Call, parts)
				}
			}
		}
	}
}

// Nothing has its name before it is on the disk.
func TestSyncedBeforeNamed(t *testing.T) {
	for _, way := range []string{"Write", "Create"} {
		var calls []string
		d := &disktest.Disk{Unsynced: true, Fault: func(op disktest.Op) disktest.Fault {
			if op.Writes() {
				calls = append(calls, op.Call)
			}
			return disktest.Fault{}
		}}
		write, name := On(d).Write, disktest.Rename
		if way == "Create" {
			write, name = On(d).Create, disktest.Link
		}
		if err := write(filepath.Join(t.TempDir(), "x"), pieces); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(calls, ", ")
		if want := "write, sync, " + name; !strings.Contains(got, want) || !strings.HasSuffix(got, disktest.SyncFolder) {
			t.Errorf("%s does: %s", way, got)
		}
	}
}

// Parts that a program left when it died are removed by the next write, those of a program
// that still writes are not.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	long := time.Now().Add(-time.Hour)
	leave := func(name string, at time.Time) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dead := leave(partName+"DEAD", long)
	kept := []string{leave(partName+"NEW", time.Now()), leave("notes.txt", long), leave(".steward-other", long), leave(partName+"AHEAD", time.Now().Add(time.Hour))}
	err := Write(filepath.Join(dir, "slow"), func(w io.Writer) error {
		slow := w.(interface{ Name() string }).Name()
		if err := os.Chtimes(slow, long, long); err != nil {
			t.Fatal(err)
		}
		if err := Write(filepath.Join(dir, "quick"), text("quick")); err != nil {
			t.Fatal(err)
		}
		return text("slow")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("an abandoned part stays")
	}
	for _, path := range append(kept, filepath.Join(dir, "slow"), filepath.Join(dir, "quick")) {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}
