package publish_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"steward/core/noise"
	"steward/core/seeded"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
	"steward/io/ledger"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// outside is what stands for a test outside of one.
type outside struct{ testing.TB }

func (outside) Helper() {}

func (outside) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func (outside) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// The folders that the script releases into: one that is not there, and one that is.
var folders = map[string]string{"first": "new", "second": "there"}

// script releases twice. It tells of each debit and of each release.
func script(d disk.Disk, dir string, tell func(string)) error {
	if err := os.MkdirAll(filepath.Join(dir, folders["second"]), 0o755); err != nil {
		return err
	}
	for _, base := range []string{"first", "second"} {
		j := jobOf(dir, base)
		j.Debited = func() { tell("spent " + base) }
		if _, err := publish.ReleaseOn(context.Background(), d, j); err != nil {
			return err
		}
		tell("released " + base)
	}
	return nil
}

// jobOf is a release whose noise is of the folder's name, so that two tries are two draws.
func jobOf(dir, base string) publish.Job {
	j := publishtest.TownJobIn(outside{}, dir)
	j.Out, j.Base = filepath.Join(dir, folders[base]), base
	j.Plan.Plan.Title = base
	j.Noise = func() noise.Fresh { return seeded.Named(dir + base) }
	return j
}

// finishing releases into a disk that is full when the numbers are drawn, and is then finished on another one.
func finishing(d disk.Disk, dir string, tell func(string)) error {
	if err := interrupted(dir, "first"); err != nil {
		return err
	}
	return finishAll(d, filepath.Join(dir, "ledgers"))
}

// interrupted carries a release out whose files find no room.
func interrupted(dir, base string) error {
	staged := false
	full := &disktest.Disk{Unsynced: true, Fault: func(op disktest.Op) disktest.Fault {
		if staged = staged || op.Call == disktest.Create && strings.Contains(op.Path, ".steward-part-") && strings.Contains(op.Path, ".steward-release-"); staged && op.Call == disktest.Write {
			return disktest.Fault{Err: syscall.ENOSPC}
		}
		return disktest.Fault{}
	}}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if _, err := publish.ReleaseOn(context.Background(), full, jobOf(dir, base)); err == nil || !strings.Contains(err.Error(), "Its numbers are kept") {
		return fmt.Errorf("a release without room for its files: %w", err)
	}
	return nil
}

// finishAll does what the program does when it is started: it finishes what was interrupted, and forgets what cannot be.
func finishAll(d disk.Disk, ledgers string) error {
	list, err := publish.InterruptedOn(d, ledgers)
	if err != nil {
		return err
	}
	for _, i := range list {
		if !i.Kept {
			err = i.Forget()
		} else {
			_, err = i.Finish(context.Background(), "", publishtest.TownTime, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// whatDies are the scripts that are killed.
var whatDies = map[string]disktest.Script{"STEWARD_RELEASING": script, "STEWARD_FINISHING": finishing}

// TestKilledWhileReleasing kills a program at every call by which a release is carried out, or by which one that was interrupted is
// finished: where a file is put in its place, and else at one in 24 in the fast run, at one of 24 writes in the audit. At the next start all is as if it had not been killed, or as if it had not released, or
// the budget is spent and nothing else is there, which is told.
func TestKilledWhileReleasing(t *testing.T) {
	for name, work := range whatDies {
		t.Setenv(name, "1")
		deaths, err := disktest.Deaths(work, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		changing := 0
		var seen survived
		for _, at := range deaths {
			if !at.Changes() {
				continue
			}
			placing := at.Op.Call == disktest.Link && filepath.Base(filepath.Dir(at.Op.Path)) == folders["second"]
			if changing++; !placing && changing%24 != 5 && (!seeded.Audit || at.Op.Call == disktest.Write && changing%24 != 1) {
				continue
			}
			dir := t.TempDir()
			told, err := disktest.Die(at, dir, false)
			if err != nil {
				t.Fatal(err)
			}
			seen.add(t, at, dir, told)
		}
		os.Unsetenv(name)
		if changing < 40 || seen.finished == 0 || seeded.Audit && name == "STEWARD_RELEASING" && seen.lost == 0 {
			t.Errorf("%s: %d places to die at, %+v", name, changing, seen)
		}
	}
}

// TestFullWhileReleasing has the disk full from every call on that needs room.
func TestFullWhileReleasing(t *testing.T) {
	writes := 0
	count := &disktest.Disk{Unsynced: true, Fault: func(op disktest.Op) disktest.Fault {
		if needsRoom(op) {
			writes++
		}
		return disktest.Fault{}
	}}
	if err := script(count, t.TempDir(), func(string) {}); err != nil {
		t.Fatal(err)
	}
	var seen survived
	for from := range writes {
		if from%seeded.Often(10, 1) != seeded.Often(4, 0) { // in the audit at every one
			continue
		}
		dir, n := t.TempDir(), 0
		full := &disktest.Disk{Unsynced: true, Fault: func(op disktest.Op) disktest.Fault {
			if needsRoom(op) {
				if n++; n > from {
					return disktest.Fault{Err: syscall.ENOSPC, Bytes: min(op.Bytes, 7)}
				}
			}
			return disktest.Fault{}
		}}
		var told []string
		err := script(full, dir, func(what string) { told = append(told, what) })
		switch {
		case err == nil && !slices.Contains(told, "released second"): // a head of the ledger may lag behind it
			t.Errorf("full from write %d on, and nobody says so", from)
		case err != nil && !strings.Contains(err.Error(), "the disk is full"):
			t.Errorf("full from write %d on: %v", from, err)
		case err != nil && strings.Contains(err.Error(), "is spent, but the release is not finished") && !strings.Contains(err.Error(), "Its numbers are kept"):
			told = append(told, "lost "+[]string{"first", "second"}[len(told)/2])
		}
		seen.add(t, fmt.Sprintf("full from write %d on", from), dir, told)
	}
	if seen.finished == 0 || seen.nothing == 0 {
		t.Errorf("%+v", seen)
	}
}

func needsRoom(op disktest.Op) bool {
	return op.Call == disktest.Write || op.Call == disktest.Reserve
}

// survived counts what became of releases.
type survived struct{ nothing, lost, finished int }

// add looks at what a program has left that died, starts another one, and looks again.
func (s *survived) add(t *testing.T, at any, dir string, told []string) {
	t.Helper()
	ledgers := filepath.Join(dir, "ledgers")
	for base, folder := range folders {
		names := standing(t, filepath.Join(dir, folder))
		if len(names) > 0 && (!slices.Contains(names, base+".json") || folder == "new" && len(names) != filesOfATown) {
			t.Errorf("%v: of %q only %v is there", at, base, names)
		}
	}
	kept := keptDigests(t, ledgers)
	list, err := publish.InterruptedAt(ledgers)
	if err != nil {
		t.Fatalf("%v: %v", at, err)
	}
	lost := make(map[string]bool)
	for _, i := range list {
		if lost[i.Title] = !i.Kept; i.Spent != "0.5" {
			t.Errorf("%v: %+v is interrupted", at, i)
		}
	}
	if err := finishAll(disk.OS, ledgers); err != nil {
		t.Fatalf("%v: finishing: %v", at, err)
	}
	spent, written := entries(t, ledgers)
	for base, folder := range folders {
		names := standing(t, filepath.Join(dir, folder))
		switch {
		case len(names) == filesOfATown && spent[base] && written[base] != "":
			s.finished++
			record, err := export.ReadRecord(filepath.Join(dir, folder, base+".json"))
			if err != nil || record.Digest != written[base] || kept[base] != "" && kept[base] != record.Digest {
				t.Errorf("%v: the record of %q is of %s, the ledger's of %s, kept was %s: %v", at, base, record.Digest, written[base], kept[base], err)
			}
			for name, digest := range record.Files {
				if got, err := disk.Digest(disk.OS, filepath.Join(dir, folder, name)); err != nil || got != digest {
					t.Errorf("%v: %s is not whole: %v", at, name, err)
				}
			}
		case len(names) == 0 && spent[base] && written[base] == "" && (lost[base] || slices.Contains(told, "lost "+base)):
			s.lost++
		case len(names) == 0 && !spent[base] && kept[base] == "":
			s.nothing++
		default:
			t.Errorf("%v: of %q %v is there, spent %v, written %q, kept %q, lost %v", at, base, names, spent[base], written[base], kept[base], lost[base])
		}
	}
	for _, line := range told {
		if what, base, _ := strings.Cut(line, " "); !spent[base] || what == "released" && written[base] == "" {
			t.Errorf("%v: told %q, spent %v, written %q", at, line, spent[base], written[base])
		}
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if name := e.Name(); strings.HasPrefix(name, ".steward-release") || strings.HasPrefix(name, "answers") || name == "room" {
			t.Errorf("%v: %s is left", at, path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// filesOfATown is how many files a release of the town has.
const filesOfATown = 6

// standing returns the files that stand in a folder, beside those that are not to be seen.
func standing(t *testing.T, folder string) []string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// keptDigests returns those of the answers that are kept, by title.
func keptDigests(t *testing.T, ledgers string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	paths, err := filepath.Glob(filepath.Join(ledgers+".unfinished", "*", "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		var r struct {
			Plan   struct{ Title string }
			Digest string
		}
		if err := json.NewDecoder(bytes.NewReader(publishtest.ContentOf(t, path))).Decode(&r); err != nil {
			t.Fatal(err)
		}
		out[r.Plan.Title] = r.Digest
	}
	return out
}

// entries returns, by title, what is spent and the digests of what is noted as written.
func entries(t *testing.T, ledgers string) (spent map[string]bool, written map[string]string) {
	t.Helper()
	spent, written = make(map[string]bool), make(map[string]string)
	list, err := ledger.In(ledgers).List()
	if err != nil {
		t.Fatal(err)
	}
	titles := make(map[int]string)
	for _, l := range list {
		if l.Err != nil {
			t.Error(l.Err)
		}
		for _, e := range l.Entries {
			switch e.Kind {
			case ledger.Spent:
				if spent[e.Title] {
					t.Errorf("%q was paid for twice", e.Title)
				}
				spent[e.Title], titles[e.Sequence] = true, e.Title
			case ledger.Written:
				written[titles[e.Of]] = e.Digest
			}
		}
	}
	return spent, written
}
