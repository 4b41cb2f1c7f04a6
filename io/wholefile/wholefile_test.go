package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// ways are the two functions, which differ only where the file already exists.
var ways = map[string]func(string, func(io.Writer) error) error{"Write": Write, "Create": Create}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// holds fails unless the folder has exactly the given files, temporary ones included.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := want[e.Name()]; !ok {
			t.Errorf("%s was left behind", e.Name())
		}
	}
	for name, content := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != content {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, content)
		}
	}
}

func TestWritesWhole(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "release.csv")
			// Until content returns, nothing stands under the name.
			err := way(path, func(w io.Writer) error {
				if err := text("half")(w); err != nil {
					return err
				}
				if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("the name is taken before the content is whole: %v", err)
				}
				return text(" and half")(w)
			})
			if err != nil {
				t.Fatal(err)
			}
			holds(t, dir, map[string]string{"release.csv": "half and half"})
		})
	}
}

// Whatever goes wrong while the content is written, an earlier file stays as it was.
func TestFailuresKeepTheEarlierFile(t *testing.T) {
	cancelled := errors.New("cancelled by the steward")
	for name, content := range map[string]func(io.Writer) error{
		"at once":          func(io.Writer) error { return cancelled },
		"after some bytes": func(w io.Writer) error { return errors.Join(text("new, but not all of it")(w), cancelled) },
		"after many bytes": func(w io.Writer) error { return errors.Join(text(strings.Repeat("new ", 1<<18))(w), cancelled) },
		"on a full disk":   func(w io.Writer) error { return errors.Join(text("new")(w), syscall.ENOSPC, cancelled) },
		"on a closed file": func(w io.Writer) error { return errors.Join(w.(io.Closer).Close(), cancelled) },
		"a removed part": func(w io.Writer) error {
			return errors.Join(os.Remove(w.(interface{ Name() string }).Name()), cancelled)
		},
		"without any bytes": func(w io.Writer) error { return errors.Join(text("")(w), cancelled) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "plan.steward")
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := Write(path, content); !errors.Is(err, cancelled) {
				t.Errorf("error %v, want that of the content", err)
			}
			holds(t, dir, map[string]string{"plan.steward": "old"})
			if err := Create(filepath.Join(dir, "new"), content); !errors.Is(err, cancelled) {
				t.Errorf("error %v, want that of the content", err)
			}
			holds(t, dir, map[string]string{"plan.steward": "old"})
		})
	}
}

// Content that swallows its error is found out when the file is closed or renamed.
func TestFailuresAfterTheContent(t *testing.T) {
	for name, content := range map[string]func(io.Writer) error{
		"closed":  func(w io.Writer) error { return w.(io.Closer).Close() },
		"removed": func(w io.Writer) error { return os.Remove(w.(interface{ Name() string }).Name()) },
	} {
		for way, write := range ways {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			if err := write(path, content); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("%s, %s: error %v, want one that names %s", way, name, err, path)
			}
			holds(t, dir, nil)
		}
	}
}

// A panic is a programmer's mistake, and still leaves nothing half-written.
func TestPanicLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = Write(filepath.Join(dir, "x"), func(io.Writer) error { panic("mistake") })
	}()
	holds(t, dir, nil)
}

func TestWriteReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "plan.steward")
	for _, s := range []string{"first, and rather long", "second", ""} {
		if err := Write(path, text(s)); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"plan.steward": s})
	}
}

// A reader that has the earlier file open goes on reading it: the new one is another file.
func TestWriteReplacesAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.steward")
	if err := Write(path, text("old")); err != nil {
		t.Fatal(err)
	}
	before, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	if err := Write(path, text("new")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(before); err != nil || string(got) != "old" {
		t.Errorf("the earlier file became %q (%v)", got, err)
	}
}

func TestCreateRefusesWhatExists(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "link"} {
		path := filepath.Join(dir, name)
		err := Create(path, text("new"))
		if !errors.Is(err, fs.ErrExist) {
			t.Fatalf("%s: error %v, want fs.ErrExist", name, err)
		}
		for _, want := range []string{path, "already exists", "choose another name"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %q does not say %q", err, want)
			}
		}
	}
	if to, err := os.Readlink(filepath.Join(dir, "link")); err != nil || to != "nowhere" {
		t.Errorf("the link was followed or replaced: %q, %v", to, err)
	}
	if err := os.Remove(filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"file": "old"})
}

// Of many that create one file at once, one succeeds, and its content is whole.
func TestCreateAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	var created atomic.Int32
	var winner atomic.Value
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			content := strings.Repeat(fmt.Sprint(i%10), 10_000)
			err := Create(path, text(content))
			switch {
			case err == nil:
				created.Add(1)
				winner.Store(content)
			case !errors.Is(err, fs.ErrExist):
				t.Errorf("error %v, want fs.ErrExist", err)
			}
		})
	}
	all.Wait()
	if n := created.Load(); n != 1 {
		t.Fatalf("%d of 16 created the file, want 1", n)
	}
	holds(t, dir, map[string]string{"x": winner.Load().(string)})
}

// A folder that cannot be written to is named, with what to do, before content is asked.
func TestFoldersThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		filepath.Join(dir, "missing", "x"),
		filepath.Join(dir, "file", "x"),
	} {
		for name, way := range ways {
			err := way(path, func(io.Writer) error { t.Error("the content was asked for"); return nil })
			if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "choose a folder") {
				t.Errorf("%s: error %v, want one that names %s and says what to do", name, err, path)
			}
		}
	}
	holds(t, dir, map[string]string{"file": "old"})
}

// A folder in place of the file is left alone.
func TestFolderInPlaceOfTheFile(t *testing.T) {
	for name, way := range ways {
		dir := t.TempDir()
		path := filepath.Join(dir, "x")
		if err := os.MkdirAll(filepath.Join(path, "kept"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := way(path, text("new")); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one that names %s", name, err, path)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("%s: the folder holds %v (%v), want x alone", name, entries, err)
		}
		if _, err := os.Stat(filepath.Join(path, "kept")); err != nil {
			t.Errorf("%s: the folder was emptied: %v", name, err)
		}
	}
}

// Every name that the file system takes can be written.
func TestNames(t *testing.T) {
	for _, name := range []string{strings.Repeat("n", 255), "*", ".hidden", "-dash", " blank ", "ünï", "a%b", "{x}", `q"'`} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, `*"`) {
			continue // the system takes no such names
		}
		for way, write := range ways {
			dir := t.TempDir()
			if err := write(filepath.Join(dir, name), text("x")); err != nil {
				t.Errorf("%s of %q: %v", way, name, err)
				continue
			}
			holds(t, dir, map[string]string{name: "x"})
		}
	}
}
