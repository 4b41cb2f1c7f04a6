package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func openFile(t *testing.T, path string) File {
	t.Helper()
	f, err := OS.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	try := func(f File, exclusive, want bool) {
		t.Helper()
		if free, err := f.TryLock(exclusive); err != nil || free != want {
			t.Errorf("the lock was free: %v (%v), want %v", free, err, want)
		}
	}
	a, b, c := openFile(t, path), openFile(t, path), openFile(t, path)
	try(a, false, true)
	try(b, false, true) // many readers
	try(c, true, false) // but then no writer
	a.Unlock()
	try(c, true, false)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	try(c, true, true) // closing lets go
	try(a, false, false)
	try(a, true, false)
}

func TestSame(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	f := openFile(t, path)
	if !Same(OS, f, path) {
		t.Error("a file is not the one under its name")
	}
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if Same(OS, f, other) {
		t.Error("two files are the same")
	}
	if err := os.Rename(other, path); err == nil && Same(OS, f, path) {
		t.Error("a replaced file is the one under its name")
	}
}

func TestInWords(t *testing.T) {
	for _, c := range []struct {
		list []error
		says string
	}{{full, "free some space"}, {protected, "choose a folder"}, {[]error{fs.ErrPermission}, "choose a folder"}, {gone, "check that it is connected"}} {
		for _, err := range c.list {
			wrapped := fmt.Errorf("open: %w", err)
			if got := InWords(wrapped); !errors.Is(got, err) || !strings.Contains(got.Error(), c.says) {
				t.Errorf("%v is put as %q, want %q", err, got, c.says)
			}
		}
	}
	if other := errors.New("other"); InWords(other) != other || InWords(nil) != nil {
		t.Error("an error without words was changed")
	}
}
