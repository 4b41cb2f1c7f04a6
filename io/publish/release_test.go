package publish_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"steward/core/constraint"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/internal/disk/disktest"
	"steward/io/ledger"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

func TestRelease(t *testing.T) {
	j := publishtest.TownJob(t)
	var told []string
	j.Progress = func(what message.Text, _ float64) { told = append(told, what.String()) }
	done, err := publish.Release(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range done.Files {
		names = append(names, filepath.Base(f))
	}
	if got := strings.Join(names, " "); got != "town.xlsx town-t.csv town-summary.pdf town-reader.pdf datapackage.json town.json" {
		t.Errorf("wrote %s", got)
	}
	if r := done.Release; r.Created != "2026-02-03T04:05:06+01:00" || r.Program != "Steward test" || !reflect.DeepEqual(r.Plan.Data, plan.Data{}) {
		t.Errorf("release %+v", r)
	}
	s := publishtest.TownLedger(t, j)
	if len(s.Entries) != 2 || s.Entries[1].Of != 1 || s.Entries[1].Digest != done.Release.Digest || s.Spent.Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("ledger %+v", s)
	}
	if got := strings.Join(told, ", "); !strings.HasPrefix(got, "choosing methods") || strings.Index(got, "writing to the account") > strings.Index(got, "answering") {
		t.Errorf("progress: %s", got)
	}
}

// Until the ledger is debited, cancelling leaves nothing behind; afterwards the release is
// either written whole or its error says that the budget is spent.
func TestCancelWhileReleasing(t *testing.T) {
	for _, at := range []string{"choosing methods", "writing to the account", "answering"} {
		j := publishtest.TownJob(t)
		ctx, cancel := context.WithCancel(context.Background())
		j.Progress = func(what message.Text, _ float64) {
			if what.String() == at {
				cancel()
			}
		}
		done, err := publish.Release(ctx, j)
		cancel()
		entries, _ := os.ReadDir(j.Out)
		s := publishtest.TownLedger(t, j)
		switch {
		case at != "answering":
			if !strings.Contains(fmt.Sprint(err), "stopped") && !errors.Is(err, context.Canceled) || done != nil || len(s.Entries) > 0 || len(entries) > 0 {
				t.Errorf("cancelled while %s: %v, ledger %+v, files %v", at, err, s, entries)
			}
		case err != nil:
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "0.5 of the budget is spent") || len(s.Entries) != 1 || len(entries) > 0 {
				t.Errorf("cancelled while %s: %v, ledger %+v, files %v", at, err, s, entries)
			}
		case len(s.Entries) != 2 || len(entries) != 6 || len(done.Files) != 6:
			t.Errorf("cancelled while %s: ledger %+v, files %v", at, s, entries)
		}
	}
}

// When a file of somebody else has the name of one after the budget is spent, none is put beside it, and the same numbers can go to
// another folder.
func TestFilesCannotBeWritten(t *testing.T) {
	j := publishtest.TownJob(t)
	taken := filepath.Join(j.Out, "town-t.csv")
	j.Progress = func(what message.Text, _ float64) {
		if what.String() != "answering" {
			return
		}
		if err := errors.Join(os.MkdirAll(j.Out, 0o755), os.WriteFile(taken, []byte("mine"), 0o600)); err != nil { // someone is faster
			t.Error(err)
		}
	}
	done, err := publish.Release(context.Background(), j)
	if err == nil || !strings.Contains(err.Error(), "0.5 is spent, but the release is not finished") || !strings.Contains(err.Error(), taken+" already exists") {
		t.Fatalf("error %v", err)
	}
	if done == nil || done.Release == nil || len(done.Release.Questions[0].Tidied) != 4 || len(done.Files) > 0 {
		t.Errorf("finished %+v", done)
	}
	if got := standing(t, j.Out); len(got) != 1 || string(publishtest.ContentOf(t, taken)) != "mine" {
		t.Errorf("the folder holds %v", got)
	}
	list, err := publish.InterruptedAt(j.LedgerDir)
	if err != nil || len(list) != 1 || !list[0].Kept || list[0].Spent != "0.5" || list[0].Out != j.Out || list[0].Title != "The town" {
		t.Fatalf("interrupted %+v, %v", list, err)
	}
	if _, err := list[0].Finish(context.Background(), "", j.Now, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("finished beside the file: %v", err)
	}
	other := filepath.Join(t.TempDir(), "other")
	again, err := list[0].Finish(context.Background(), other, j.Now.AddDate(0, 0, 1), nil)
	if err != nil || again.Release.Digest != done.Release.Digest || again.Folder() != other || len(standing(t, other)) != 6 {
		t.Errorf("finished %+v, %v", again, err)
	}
	if s := publishtest.TownLedger(t, j); len(s.Entries) != 2 || s.Entries[1].Digest != done.Release.Digest || s.Entries[1].Time != "2026-02-04T04:05:06+01:00" {
		t.Errorf("ledger %+v", s)
	}
	if got := standing(t, j.Out); len(got) != 1 {
		t.Errorf("the folder holds %v", got)
	}
	if list, err := publish.InterruptedAt(j.LedgerDir); err != nil || len(list) > 0 {
		t.Errorf("interrupted %+v, %v", list, err)
	}
}

// Numbers that the ledger does not account for are not published.
func TestFinishWithoutTheDebit(t *testing.T) {
	dir := t.TempDir()
	if err := interrupted(dir, "first"); err != nil {
		t.Fatal(err)
	}
	ledgers := filepath.Join(dir, "ledgers")
	for _, gone := range []string{ledgers, ledgers + ".heads"} {
		if err := os.RemoveAll(gone); err != nil {
			t.Fatal(err)
		}
	}
	list, err := publish.InterruptedAt(ledgers)
	if err != nil || len(list) != 1 || !list[0].Kept || list[0].Spent != "" {
		t.Fatalf("interrupted %+v, %v", list, err)
	}
	if _, err := list[0].Finish(context.Background(), "", publishtest.TownTime, nil); err == nil || !strings.Contains(err.Error(), "does not have the entry 1 that pays") {
		t.Errorf("error %v", err)
	}
	if got := standing(t, filepath.Join(dir, folders["first"])); len(got) > 0 {
		t.Errorf("wrote %v", got)
	}
}

// Before anything is spent it is seen that there is no room, and that nothing can be written.
func TestNoRoom(t *testing.T) {
	for _, dir := range []string{"ledgers.unfinished", ".steward-release-"} {
		d := &disktest.Disk{Fault: func(op disktest.Op) disktest.Fault {
			if op.Call == disktest.Reserve && strings.Contains(op.Path, dir) {
				return disktest.Fault{Err: syscall.ENOSPC}
			}
			return disktest.Fault{}
		}}
		j := publishtest.TownJob(t)
		_, err := publish.ReleaseOn(context.Background(), d, j)
		if err == nil || !strings.Contains(err.Error(), "nothing was spent") || !strings.Contains(err.Error(), "MiB are needed") {
			t.Fatalf("error %v", err)
		}
		if said, _, _ := strings.Cut(err.Error(), ": the disk is full"); strings.Contains(said, "release-") {
			t.Errorf("it names a folder that was made in the one that was chosen: %v", err)
		}
		checkNothing(t, j)
	}
	file := publishtest.Written(t, "file", "earlier")
	for _, place := range []string{file, filepath.Join(file, "below")} {
		j := publishtest.TownJob(t)
		j.Out = place
		if _, err := publish.Release(context.Background(), j); err == nil || !strings.Contains(err.Error(), "nothing was spent") || !strings.Contains(err.Error(), place) {
			t.Errorf("%s: error %v, want one that names it", place, err)
		}
		checkNothing(t, j)
	}
	if string(publishtest.ContentOf(t, file)) != "earlier" {
		t.Error("the file was changed")
	}
}

// checkNothing fails when anything was spent, or is left.
func checkNothing(t *testing.T, j publish.Job) {
	t.Helper()
	left, err := os.ReadDir(j.LedgerDir + ".unfinished")
	staging, _ := filepath.Glob(filepath.Join(filepath.Dir(j.Out), ".steward*"))
	if s := publishtest.TownLedger(t, j); len(s.Entries) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) || len(left)+len(staging) > 0 {
		t.Errorf("ledger %+v, left %v, %v", s, left, err)
	}
}

// When the ledger cannot note that the files are written, they are there all the same.
func TestLedgerCannotNote(t *testing.T) {
	j := publishtest.TownJob(t)
	j.Progress = func(what message.Text, _ float64) {
		if what.String() != "answering" {
			return
		}
		path := townLedgerPath(t, j)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(path, bytes.Replace(data, []byte(`"0.5"`), []byte(`"0.1"`), 1), 0o600); err != nil {
			t.Error(err)
		}
	}
	done, err := publish.Release(context.Background(), j)
	var damaged *ledger.DamagedError
	if !errors.As(err, &damaged) || !strings.Contains(err.Error(), "the files are written, but the account could not note it") {
		t.Fatalf("error %v", err)
	}
	if done == nil || len(done.Files) != 6 {
		t.Fatalf("finished %+v", done)
	}
	for _, f := range done.Files {
		if _, err := os.Stat(f); err != nil {
			t.Error(err)
		}
	}
}

func townLedgerPath(t testing.TB, j publish.Job) string {
	t.Helper()
	l, err := ledger.Open(j.LedgerDir, "Town")
	if err != nil {
		t.Fatal(err)
	}
	return l.Path()
}

// The file is compared with the one reviewed again after it was read.
func TestChangedWhileReleasing(t *testing.T) {
	j := publishtest.TownJob(t)
	j.Progress = func(what message.Text, _ float64) {
		if what.String() == "choosing methods" {
			if err := os.WriteFile(j.Data, []byte(strings.Replace(publishtest.Town(), "North", "South", 1)), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	if done, err := publish.Release(context.Background(), j); err == nil || done != nil {
		t.Errorf("a file that was changed was released: %+v", done)
	}
	if s := publishtest.TownLedger(t, j); len(s.Entries) > 0 {
		t.Errorf("ledger %+v", s)
	}
}

func TestReview(t *testing.T) {
	path := publishtest.Written(t, "town.csv", publishtest.Town())
	before := publishtest.TownPlan()
	p, checked, err := publish.Review(context.Background(), publishtest.Compiled(t, before), path, false, nil)
	if err != nil || checked.Records != 40 {
		t.Fatalf("%d records, %v", checked.Records, err)
	}
	if d := p.Data; d.File != "town.csv" || d.HeaderRow != 1 || d.Delimiter != ";" || !d.DecimalComma || d.Reviewed == nil || before.Data.Reviewed != nil {
		t.Errorf("reviewed as %+v", d)
	}
	for _, c := range []struct {
		name, content string
		says          string
		unread        int64
	}{
		{"unreadable", strings.ReplaceAll(publishtest.Town(), "North", "West"), "20 of 40 rows cannot be read", 20},
		{"one more", publishtest.Town() + "20,5;North\n", "do not agree with the fact", 0},
	} {
		path := publishtest.Written(t, "town.csv", c.content)
		p, _, err := publish.Review(context.Background(), publishtest.Compiled(t, publishtest.TownPlan()), path, false, nil)
		var unfit *publish.NotFit
		if !errors.As(err, &unfit) || !strings.Contains(err.Error(), c.says) || unfit.UnreadCount != c.unread || p.Data.Reviewed != nil {
			t.Errorf("%s: error %v, plan %+v", c.name, err, p.Data)
			continue
		}
		var fact *constraint.FactError
		if errors.As(err, &fact) != (c.unread == 0) {
			t.Errorf("%s: the error %v wraps %v", c.name, err, fact)
		}
		if c.unread > 0 && (len(unfit.Unread) != int(c.unread) || !strings.Contains(unfit.Unread[0].Error(), "line 2, column 2 (town)")) {
			t.Errorf("%s: cells %v", c.name, unfit.Unread)
		}
	}
}
