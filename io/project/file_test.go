package project

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/io/cleantest"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
)

func titled(title string) plan.Plan { return plan.Plan{Version: plan.Version, Title: title} }

// edits saves one plan after the other, and tells the title of each that is saved.
func edits(d disk.Disk, dir string, tell func(string)) error {
	path := filepath.Join(dir, "people.steward")
	f, err := saveAs(d, path, content{Plan: titled("0")})
	if err != nil {
		return err
	}
	tell("0")
	for i := 1; i <= 8; i++ {
		if err := f.Save(titled(strings.Repeat("long ", 100*i) + strconv.Itoa(i))); err != nil {
			return err
		}
		tell(strconv.Itoa(i))
	}
	return nil
}

// window names the variable that makes the test binary another window: the plan file on
// which it counts.
const window = "STEWARD_TEST_WINDOW"

func TestMain(m *testing.M) {
	if code, started := disktest.Main(edits); started {
		os.Exit(code)
	}
	if path := os.Getenv(window); path != "" {
		if err := countOn(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(cleantest.Main(m))
}

const counted = 25 // by each window

// countOn adds one to the number that is a plan's title, over and over, as windows would
// that open a plan again when another has saved it.
func countOn(path string) error {
	for range counted {
		for {
			f, p, err := Open(path)
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(p.Title)
			if err != nil {
				return err
			}
			p.Title = strconv.Itoa(n + 1)
			if err = f.Save(p); err == nil {
				break
			}
			if !errors.As(err, new(*ChangedError)) {
				return err
			}
		}
	}
	return nil
}

// TestTwoWindows lets two programs save one plan file at once: no save of one is lost
// through the other.
func TestTwoWindows(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("File.Save says why not")
	}
	path := filepath.Join(t.TempDir(), "people.steward")
	if err := Save(path, titled("0")); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var windows [2]*exec.Cmd
	for i := range windows {
		windows[i] = exec.Command(self)
		windows[i].Env = append(os.Environ(), window+"="+path)
		windows[i].Stderr = os.Stderr
		if err := windows[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range windows {
		if err := w.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := Load(path); err != nil || p.Title != strconv.Itoa(2*counted) {
		t.Errorf("the windows counted to %q (%v), want %d", p.Title, err, 2*counted)
	}
}

// What another window saved is left as it is, and said.
func TestSavedElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.steward")
	mine, err := SaveAs(path, titled("mine"), Past{})
	if err != nil {
		t.Fatal(err)
	}
	theirs, p, err := Open(path)
	if err != nil || p.Title != "mine" || theirs.Path() != path {
		t.Fatalf("%q, %v", p.Title, err)
	}
	for _, title := range []string{"a", "b"} { // one's own saves are no surprise
		if err := theirs.Save(titled(title)); err != nil {
			t.Fatal(err)
		}
	}
	err = mine.Save(titled("mine too"))
	if !errors.As(err, new(*ChangedError)) {
		t.Fatalf("error %v, want *ChangedError", err)
	}
	for _, want := range []string{path, "another window", "save your plan under another name"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
	if p, err := Load(path); err != nil || p.Title != "b" {
		t.Errorf("the file holds %q (%v)", p.Title, err)
	}
	// A removed file is written anew: there is nothing to write over.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := mine.Save(titled("mine")); err != nil {
		t.Error(err)
	}
	if err := theirs.Save(titled("theirs")); !errors.As(err, new(*ChangedError)) {
		t.Errorf("error %v, want *ChangedError", err)
	}
}

// TestKilledWhileSaving kills a program at every call that writes, at every second in the fast run: the file then holds what
// it was told to be saved last, or what was being saved, whole.
func TestKilledWhileSaving(t *testing.T) {
	deaths, err := disktest.Deaths(edits, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	places := 0
	for _, at := range deaths {
		if !at.Changes() {
			continue
		}
		if places++; places%seeded.Often(2, 1) > 0 {
			continue
		}
		dir := t.TempDir()
		told, err := disktest.Die(at, dir, false)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "people.steward")
		p, err := Load(path)
		if err != nil {
			if _, missing := os.Stat(path); missing == nil || len(told) > 0 {
				t.Errorf("%v, after %v: %v", at, told, err)
			}
			continue
		}
		number, _ := strconv.Atoi(p.Title[strings.LastIndex(p.Title, " ")+1:])
		if number != len(told)-1 && number != len(told) {
			t.Errorf("%v: the file holds plan %d, and %v were told of", at, number, told)
		}
	}
	if places < 20 {
		t.Errorf("there are only %d places to die at", places)
	}
}

// TestEverySaveFails lets every call on the disk fail, by itself and with all that follow.
// The file then holds the one plan or the other, and a save that errors can be repeated.
func TestEverySaveFails(t *testing.T) {
	path := filepath.Join(string(filepath.Separator), "people.steward")
	for _, stays := range []bool{false, true} {
		for _, failure := range []error{syscall.ENOSPC, syscall.EACCES, syscall.EIO, syscall.ENODEV} {
			for number := 1; ; number++ {
				m := disktest.NewMemory()
				f, err := saveAs(m, path, content{Plan: titled("old")})
				if err != nil {
					t.Fatal(err)
				}
				var failed disktest.Op
				f.disk = &disktest.Disk{On: m, Fault: func(op disktest.Op) disktest.Fault {
					if op.Number != number && (!stays || op.Number < number) {
						return disktest.Fault{}
					}
					if op.Number == number {
						failed = op
					}
					return disktest.Fault{Err: failure, Bytes: op.Bytes / 2}
				}}
				said := f.Save(titled("new"))
				if failed.Number == 0 {
					break
				}
				where := fmt.Sprintf("call %d (%s %s), %v", number, failed.Call, failed.Path, failure)
				p, _, err := load(m, path)
				if err != nil || p.Title != "old" && p.Title != "new" || said == nil && p.Title != "new" {
					t.Errorf("%s: said %v, and the file holds %q (%v)", where, said, p.Title, err)
				}
				if said == nil {
					continue
				}
				if !errors.Is(said, failure) || !strings.Contains(said.Error(), path) {
					t.Errorf("%s: error %v", where, said)
				}
				f.disk = m
				if err := f.Save(titled("new")); err != nil && p.Title == "old" {
					t.Errorf("%s: it cannot be saved again: %v", where, err)
				}
			}
		}
	}
}
