//go:build unix

package wholefile

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// umask sets what new files may not allow, for the time of a test.
func umask(t *testing.T, mask int) {
	t.Helper()
	before := unix.Umask(mask)
	t.Cleanup(func() { unix.Umask(before) })
}

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

// A new file may be read by whom the umask allows, from its first byte on.
func TestNewFilesFollowTheUmask(t *testing.T) {
	for _, mask := range []int{0, 0o002, 0o022, 0o027, 0o077, 0o177} {
		umask(t, mask)
		want := 0o666 &^ fs.FileMode(mask)
		for name, way := range ways {
			path := filepath.Join(t.TempDir(), "x")
			var part fs.FileMode
			err := way(path, func(w io.Writer) error {
				part = modeOf(t, w.(interface{ Name() string }).Name())
				return text("x")(w)
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := modeOf(t, path); got != want || part != want {
				t.Errorf("%s under umask %03o: mode %v, while it was written %v, want %v", name, mask, got, part, want)
			}
		}
	}
}

// A file that is replaced stays open to the same people, whatever the umask is now, and so
// is its part while it is written.
func TestReplacedFilesKeepTheirMode(t *testing.T) {
	umask(t, 0o022)
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o644, 0o664, 0o666, 0o755, 0o400, 0o444} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		err := Write(path, func(w io.Writer) error {
			if got := modeOf(t, w.(interface{ Name() string }).Name()); got != mode {
				t.Errorf("a file of mode %v has mode %v while it is written", mode, got)
			}
			return text("new")(w)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := modeOf(t, path); got != mode {
			t.Errorf("a file of mode %v has mode %v after it was replaced", mode, got)
		}
	}
}

// A link stays one, and what it leads to is replaced: in its own folder, and with its mode.
func TestWriteThroughLinks(t *testing.T) {
	for name, link := range map[string]func(dir string) error{
		"absolute": func(dir string) error {
			return os.Symlink(filepath.Join(dir, "there", "real"), filepath.Join(dir, "here", "x"))
		},
		"relative": func(dir string) error { return os.Symlink("../there/real", filepath.Join(dir, "here", "x")) },
		"a chain": func(dir string) error {
			if err := os.Symlink("../there/real", filepath.Join(dir, "here", "y")); err != nil {
				return err
			}
			return os.Symlink("y", filepath.Join(dir, "here", "x"))
		},
		"a folder that is a link": func(dir string) error {
			if err := os.Remove(filepath.Join(dir, "here")); err != nil {
				return err
			}
			if err := os.Symlink("there", filepath.Join(dir, "here")); err != nil {
				return err
			}
			return os.Symlink("real", filepath.Join(dir, "here", "x"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, d := range []string{"here", "there"} {
				if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			real := filepath.Join(dir, "there", "real")
			if err := os.WriteFile(real, []byte("old"), 0o640); err != nil {
				t.Fatal(err)
			}
			if err := link(dir); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "here", "x")
			if err := Write(path, text("new")); err != nil {
				t.Fatal(err)
			}
			if modeOf(t, path)&fs.ModeSymlink == 0 {
				t.Error("the link became a file")
			}
			if got, err := os.ReadFile(real); err != nil || string(got) != "new" {
				t.Errorf("what the link leads to holds %q (%v)", got, err)
			}
			if got := modeOf(t, real); got != 0o640 {
				t.Errorf("it has mode %v", got)
			}
		})
	}
}

// What cannot be replaced by a file is left alone, with words that say what it is.
func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		os.Symlink("gone/drive/plan", at("dangling")), os.Symlink("loop", at("loop")),
		os.Mkdir(at("folder"), 0o755), os.Symlink("folder", at("to a folder")), unix.Mkfifo(at("pipe"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, says := range map[string]string{
		"dangling": "a link to a file that is not there", "loop": "a link to a file that is not there",
		"folder": "is a folder", "to a folder": "is a folder", "pipe": "a device or the like",
	} {
		before := modeOf(t, at(name))
		err := Write(at(name), func(io.Writer) error { t.Error("the content was asked for"); return nil })
		if err == nil || !strings.Contains(err.Error(), at(name)) || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "choose another name") {
			t.Errorf("%s: error %v, want one that names it and says %q", name, err, says)
		}
		if after := modeOf(t, at(name)); after != before {
			t.Errorf("%s: mode %v became %v", name, before, after)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 5 {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}
