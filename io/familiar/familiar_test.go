package familiar

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/release"
	"steward/io/ledger"
)

// people yields the keys of some people, by their numbers.
func people(from, to int, spelled func(int) string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for i := from; i < to; i++ {
			if !yield(spelled(i), nil) {
				return
			}
		}
	}
}

func number(i int) string { return fmt.Sprintf("Person %d of the town", i) }

// file is one with people of some numbers in a column.
func file(digest byte, column string, from, to int, spelled func(int) string) File {
	return File{Digest: [32]byte{digest}, Values: func(name string) (iter.Seq2[string, error], bool) {
		return people(from, to, spelled), name == column
	}}
}

// spends has something spent on a data set.
func spends(t *testing.T, ledgers, dataSet string) {
	t.Helper()
	e, err := account.ParseEpsilon("0.5")
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(ledgers, dataSet)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Debit(t.Context(), release.Spend{DataSet: dataSet, Title: "Tables", Time: "2026-02-03T09:00:00Z", Epsilon: e}); err != nil {
		t.Fatal(err)
	}
}

func of(t *testing.T, f Folder, file File, without ...string) []Match {
	t.Helper()
	list, err := f.Of(file, func(name string) bool { return slices.Contains(without, name) })
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// People are known again by their keys, however these are spelled: exactly while there are few, and about so many otherwise.
func TestPeopleAreKnownAgain(t *testing.T) {
	for _, n := range []int{1500, 3 * mostKept} {
		ledgers := filepath.Join(t.TempDir(), "ledgers")
		f := In(ledgers)
		if s, err := f.Remember("Clinic survey", "id", people(0, n, number)); err != nil || s.Values != n {
			t.Fatal(s.Values, err)
		}
		if list := of(t, f, file(1, "id", 0, n, number)); len(list) > 0 {
			t.Errorf("of an account on which nothing was spent it says %+v", list)
		}
		spends(t, ledgers, "Clinic survey")
		shouted := func(i int) string { return "  " + strings.ToUpper(number(i)) + " " }
		list := of(t, f, file(1, "id", n/75, n+100, shouted))
		if len(list) != 1 || list[0].DataSet != "Clinic survey" || list[0].Values != n || list[0].Exact != (n <= mostKept) {
			t.Fatalf("of %d people it says %+v", n, list)
		}
		want, off := n-n/75, 0
		if !list[0].Exact {
			off = n / 50 // 4,096 hashes of which one in 75 is missing: three standard deviations are a quarter of it
		}
		if got := list[0].Same; got < want-off || got > want+off {
			t.Errorf("of %d people %d are said to be the same, and %d are", n, got, want)
		}
		for what, other := range map[string]File{
			"other people": file(1, "id", 2*n, 3*n, number), "another column": file(1, "town", 0, n, number), "few of them": file(1, "id", n-n/50, 2*n, number),
		} {
			if list := of(t, f, other); len(list) > 0 {
				t.Errorf("of %s it says %+v", what, list)
			}
		}
		if list := of(t, f, file(1, "id", 0, n, number), "Clinic survey"); len(list) > 0 {
			t.Errorf("of its own account it says %+v", list)
		}
		if err := errors.Join(f.Forget("CLINIC survey"), f.Forget("CLINIC survey")); err != nil {
			t.Fatal(err)
		}
		if list := of(t, f, file(1, "id", 0, n, number)); len(list) > 0 {
			t.Errorf("after it was forgotten it says %+v", list)
		}
	}
}

// The very file is known again whatever its columns are called, and said to be before people in other accounts.
func TestFilesAreKnownAgain(t *testing.T) {
	ledgers := filepath.Join(t.TempDir(), "ledgers")
	f := In(ledgers)
	_, err := f.Remember("Register", "id", people(0, 100, number))
	if err = errors.Join(err, f.Released("Clinic survey", [32]byte{7}), f.Released("Clinic survey", [32]byte{7})); err != nil {
		t.Fatal(err)
	}
	spends(t, ledgers, "Clinic survey")
	spends(t, ledgers, "Register")
	list := of(t, f, file(7, "id", 0, 100, number))
	if len(list) != 2 || !list[0].File || list[0].DataSet != "Clinic survey" || list[1].Same != 100 {
		t.Errorf("it says %+v", list)
	}
	if list := of(t, f, file(8, "name", 0, 100, number)); len(list) > 0 {
		t.Errorf("of another file it says %+v", list)
	}
}

// What is kept names nobody, and tells nothing to whoever has another key.
func TestNobodyIsNamed(t *testing.T) {
	here, there := In(filepath.Join(t.TempDir(), "ledgers")), In(filepath.Join(t.TempDir(), "ledgers"))
	s, err := here.Remember("People", "id", people(0, 50, number))
	if err != nil {
		t.Fatal(err)
	}
	o, err := there.Remember("People", "id", people(0, 50, number))
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(s.Least, func(h uint64) bool { return slices.Contains(o.Least, h) }) {
		t.Error("two computers keep the same hashes")
	}
	err = filepath.WalkDir(here.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte("Person")) {
			t.Errorf("%s names people", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(here.dir); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read the folder: %v, %v", info.Mode(), err)
	}
	if _, err := here.Remember("People", "id", people(0, 5, func(int) string { return " " })); err == nil || !strings.Contains(err.Error(), "no values") {
		t.Errorf("a blank column: %v", err)
	}
	if err := os.WriteFile(filepath.Join(here.dir, "key"), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := here.Of(file(1, "id", 0, 5, number), func(string) bool { return false }); err == nil || !strings.Contains(err.Error(), "5 bytes instead of 32") {
		t.Errorf("with a broken key: %v", err)
	}
}
