package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/account"
	"steward/core/release"
	"steward/core/seeded"
	"steward/io/cleantest"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
	"steward/io/ledger"
)

// outside is what tests call outside of a test.
type outside struct{ testing.TB }

func (outside) Helper() {}

func (outside) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// bases are the beginnings of the names of two releases, each in a folder of that name.
var bases = []string{"first", "second"}

// publish carries two releases out as the program does, but for their answers, which are
// made up: it debits the ledger, writes the files and closes the ledger. It tells of each
// debit and each release.
func publish(d disk.Disk, dir string, tell func(string)) error {
	r := releaseOf(outside{}, smallPlan())
	book, err := ledger.On(d, filepath.Join(dir, "ledgers")).Open(r.Plan.DataSet)
	if err != nil {
		return err
	}
	epsilon, err := account.ParseEpsilon(r.Epsilon)
	if err != nil {
		return err
	}
	for _, base := range bases {
		out := filepath.Join(dir, base)
		if err := os.MkdirAll(out, 0o755); err != nil {
			return err
		}
		r.Ledger, err = book.Debit(context.Background(), release.Spend{DataSet: r.Plan.DataSet, Title: base, Time: r.Created, Epsilon: epsilon})
		if err != nil {
			return err
		}
		tell("spent " + base)
		files, err := allOn(context.Background(), d, out, base, r)
		if err != nil {
			return err
		}
		if err := book.Close(r.Ledger, ledger.Closing{Time: r.Created, Digest: r.Digest, Files: files}); err != nil {
			return err
		}
		tell("released " + base)
	}
	return nil
}

func TestMain(m *testing.M) {
	if code, started := disktest.Main(publish); started {
		os.Exit(code)
	}
	os.Exit(cleantest.Main(m, hostileFolders))
}

// TestKilledWhileReleasing kills a program at every call with which a release is written, or in the fast run where one file in five
// gets its name and at one in 64 others.
// Every file that then stands under its name is the whole file, and belongs to a release
// whose debit is in the ledger and whose record is there.
func TestKilledWhileReleasing(t *testing.T) {
	whole := t.TempDir()
	deaths, err := disktest.Deaths(publish, whole)
	if err != nil {
		t.Fatal(err)
	}
	changing, linked := 0, 0
	for _, at := range deaths {
		if !at.Changes() {
			continue
		}
		if at.Op.Call == disktest.Link {
			linked++
		}
		if changing++; seeded.Audit || changing%64 == 0 || at.Op.Call == disktest.Link && linked%5 == 2 {
			releaseSurvives(t, at, whole)
		}
	}
	if changing < 60 {
		t.Errorf("there are only %d places to die at", changing)
	}
}

func releaseSurvives(t *testing.T, at disktest.Death, whole string) {
	t.Helper()
	dir := t.TempDir()
	told, err := disktest.Die(at, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	list, err := ledger.In(filepath.Join(dir, "ledgers")).List()
	if err != nil {
		t.Fatal(err)
	}
	spent, written := make(map[string]bool), 0
	for _, l := range list {
		if l.Err != nil {
			t.Errorf("%v: %v", at, l.Err)
		}
		for _, e := range l.Entries {
			if e.Kind == ledger.Spent {
				spent[e.Title] = true
			} else if e.Kind == ledger.Written {
				written++
			}
		}
	}
	there := make(map[string]int)
	for _, base := range bases {
		files, err := os.ReadDir(filepath.Join(dir, base))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasPrefix(f.Name(), ".steward-part-") {
				continue // nobody takes it for a release, and the next one sweeps it up
			}
			there[base]++
			if !spent[base] {
				t.Errorf("%v: %s is there, but its release is not in the ledger", at, f.Name())
			}
			if _, err := os.Stat(filepath.Join(dir, base, base+".json")); err != nil {
				t.Errorf("%v: %s is there without the record of its release: %v", at, f.Name(), err)
			}
			if err := readWhole(filepath.Join(dir, base, f.Name()), filepath.Join(whole, base, f.Name())); err != nil {
				t.Errorf("%v: %v", at, err)
			}
		}
	}
	for _, line := range told {
		what, base, _ := strings.Cut(line, " ")
		if what == "spent" && !spent[base] || what == "released" && (there[base] != 6 || written == 0) {
			t.Errorf("%v: told %q, and %d files are there, %d releases noted as written", at, line, there[base], written)
		}
	}
}

// readWhole errors unless a file is as whole as the one of a release that nothing came
// between. Only the place in the ledger may be another.
func readWhole(path, whole string) error {
	if filepath.Base(path) == PackageName {
		got, err := os.ReadFile(path)
		if err == nil && !json.Valid(got) {
			err = fmt.Errorf("%s is not whole", path)
		}
		return err
	}
	if filepath.Ext(path) == ".json" {
		_, err := ReadRecord(path)
		return err
	}
	if filepath.Ext(path) == ".xlsx" {
		f, err := excelize.OpenFile(path)
		if err != nil {
			return err
		}
		defer f.Close()
		want, err := excelize.OpenFile(whole)
		if err != nil {
			return err
		}
		defer want.Close()
		if got, want := f.GetSheetList(), want.GetSheetList(); !slices.Equal(got, want) {
			return fmt.Errorf("%s has the sheets %q, want %q", path, got, want)
		}
		for _, sheet := range f.GetSheetList() {
			got, err := f.GetRows(sheet)
			if err != nil {
				return err
			}
			all, err := want.GetRows(sheet)
			if err != nil || len(got) != len(all) {
				return fmt.Errorf("%s, sheet %q: %d rows, want %d (%v)", path, sheet, len(got), len(all), err)
			}
		}
		return nil
	}
	got, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	want, err := os.ReadFile(whole)
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("%s has %d bytes, want the %d of the whole file", path, len(got), len(want))
	}
	return err
}
