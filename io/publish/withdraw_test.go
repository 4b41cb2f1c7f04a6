package publish_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"steward/core/seeded"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
	"steward/io/ledger"
	"steward/io/notice"
	"steward/io/publish"
	"steward/io/publish/publishtest"
	"steward/io/verify"
)

// twice releases two tables of a town, and returns their records.
func twice(dir string) (ledgers, first, second string, err error) {
	if err := script(disk.OS, dir, func(string) {}); err != nil {
		return "", "", "", err
	}
	record := func(base string) string { return filepath.Join(dir, folders[base], base+".json") }
	return filepath.Join(dir, "ledgers"), record("first"), record("second"), nil
}

// withdraws withdraws the first release, and has the second take its place.
func withdraws(d disk.Disk, ledgers, first, second string) error {
	w := publish.Withdrawal{Record: first, By: "A. Steward", Why: "one column was coded wrongly", Now: publishtest.TownTime}
	if _, err := publish.WithdrawOn(context.Background(), d, ledgers, w); err != nil {
		return err
	}
	w.Instead = second
	_, err := publish.WithdrawOn(context.Background(), d, ledgers, w)
	return err
}

// A release that is withdrawn keeps its files and what it spent; account, notices and verification say that it is not to be used.
func TestWithdraw(t *testing.T) {
	dir := t.TempDir()
	ledgers, first, second, err := twice(dir)
	if err != nil {
		t.Fatal(err)
	}
	before := standing(t, filepath.Dir(first))
	if err := withdraws(disk.OS, ledgers, first, second); err != nil {
		t.Fatal(err)
	}
	if after := standing(t, filepath.Dir(first)); len(after) != len(before)+2 {
		t.Errorf("%v became %v", before, after)
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(first), "first-notice-2.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Another release takes the place of “first”", "Why: one column was coded wrongly", "A. Steward", "second.json", "No file of the release was changed"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the notice does not say %q:\n%s", want, text)
		}
	}
	for record, want := range map[string]int{first: 4, second: 0} {
		findings, err := verify.Release(t.Context(), record, ledgers, "Steward test")
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range findings {
			if f.Withdrawn {
				n++
			}
		}
		if n != want || findings.Withdrawn() != (want > 0) || findings.Outcome() == verify.NotOriginal {
			t.Errorf("%s: %d findings say that it is withdrawn, want %d; it is %s", filepath.Base(record), n, want, findings.Outcome())
		}
	}
	// Whoever has no account has the notices.
	findings, err := verify.Release(t.Context(), first, t.TempDir(), "Steward test")
	if err != nil || !findings.Withdrawn() {
		t.Errorf("without the account: %v, %v", findings.Withdrawn(), err)
	}
	// They are found where the first of them is gone, and that it is gone is said.
	at := t.TempDir()
	copyOf(t, filepath.Dir(first), at)
	if err := os.Remove(filepath.Join(at, "first-notice.txt")); err != nil {
		t.Fatal(err)
	}
	findings, err = verify.Release(t.Context(), filepath.Join(at, filepath.Base(first)), t.TempDir(), "Steward test")
	gone := func(f verify.Finding) bool {
		return f.Unknown && strings.Contains(f.What.String(), `"first-notice.txt"`)
	}
	if err != nil || !findings.Withdrawn() || !slices.ContainsFunc(findings, gone) {
		t.Errorf("without the first notice: %v (%v)", findings, err)
	}
	// A notice of another release says nothing of this one.
	copied := filepath.Join(filepath.Dir(second), "second-notice.txt")
	if err := os.WriteFile(copied, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if findings, err := verify.Release(t.Context(), second, ledgers, "Steward test"); err != nil || findings.Withdrawn() {
		t.Errorf("the notice of another release is taken for one of this (%v)", err)
	}
}

// copyOf copies a folder.
func copyOf(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// moved returns where a path of a folder is in another.
func moved(from, to, path string) string { return filepath.Join(to, strings.TrimPrefix(path, from)) }

// sealOf returns the seal of a record.
func sealOf(t *testing.T, record string) string {
	t.Helper()
	seal, err := export.Seal(record)
	if err != nil {
		t.Fatal(err)
	}
	return seal
}

// TestWithdrawingInterrupted has every call of a withdrawal fail, from each on. Whatever was left, it is done again: the account notes
// it once, and the notices are whole.
func TestWithdrawingInterrupted(t *testing.T) {
	dir := t.TempDir()
	ledgers, first, second, err := twice(dir)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	count := &disktest.Disk{Unsynced: true, Fault: func(disktest.Op) disktest.Fault { calls++; return disktest.Fault{} }}
	trial := t.TempDir()
	copyOf(t, dir, trial)
	if err := withdraws(count, moved(dir, trial, ledgers), moved(dir, trial, first), moved(dir, trial, second)); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for from := range calls {
		if from%seeded.Often(23, 4) > 0 {
			continue
		}
		at := t.TempDir()
		copyOf(t, dir, at)
		n := 0
		dying := &disktest.Disk{Unsynced: true, Fault: func(disktest.Op) disktest.Fault {
			if n++; n > from {
				return disktest.Fault{Err: syscall.EIO}
			}
			return disktest.Fault{}
		}}
		if withdraws(dying, moved(dir, at, ledgers), moved(dir, at, first), moved(dir, at, second)) != nil {
			failed++
		}
		if err := withdraws(disk.OS, moved(dir, at, ledgers), moved(dir, at, first), moved(dir, at, second)); err != nil {
			t.Errorf("after call %d: %v", from, err)
			continue
		}
		book, err := ledger.Open(moved(dir, at, ledgers), "Town")
		if err != nil {
			t.Fatal(err)
		}
		said, err := book.Statement()
		if err != nil || fmt.Sprint(len(said.Withdrawals())) != "2" {
			t.Errorf("after call %d: %d withdrawals (%v)", from, len(said.Withdrawals()), err)
		}
		list, missing := notice.Beside(moved(dir, at, first), sealOf(t, first))
		if len(list) != 2 || len(missing) > 0 {
			t.Errorf("after call %d: the notices are %v without %v", from, list, missing)
		}
	}
	if failed == 0 {
		t.Error("nothing failed")
	}
}
