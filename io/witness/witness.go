// Package witness brings the account of some people up to what is known of it elsewhere. The ledgers and what they
// are compared with lie in one folder, so that a backup or a profile that is put back takes both back together, and what was spent
// since is not told by either. Projects keep a copy of the account (ledger.Copy), and the record of every release tells
// what that release has spent: whichever is ahead is believed.
package witness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/result"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/project"
)

// Near says where to look for what knows of an account.
type Near struct {
	// Copy is what the project keeps of the account, nil for nothing, and Project is its file.
	Copy    json.RawMessage
	Project string
	// Folders are searched for records of releases, with the folders in them.
	Folders []string
}

// Told is what an account lacked that something else knows.
type Told struct {
	DataSet string
	// By is the file that knows it.
	By      string
	Entries int // that were added
}

// Said says what was found, and what was done.
func (t Told) Said() message.Text {
	return message.Sprintf("the account of “%s” on this computer did not have what %s knows about it: an old copy of the accounts was put back, or they were changed or removed. %d entries were added to it", t.DataSet, filepath.Base(t.By), t.Entries)
}

// BehindError is the error of a spend from an account that was behind what others know of it, and was brought up to that.
type BehindError struct{ Told []Told }

// Error says what was found.
func (e *BehindError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *BehindError) Said() message.Text {
	return message.Sprintf("%v: look at what is left, and decide again", e.Told[0].Said())
}

// Heed adds to the account of a data set, in a folder of ledgers, what it lacks and is known nearby, and tells of it. It errors
// with what cannot be added, beside what was.
func Heed(ctx context.Context, ledgers, dataSet string, near Near) ([]Told, error) {
	out, err := heedCopy(ctx, ledgers, near.Project, near.Copy)
	var files []string
	for _, dir := range near.Folders {
		files = append(files, filesIn(dir)...)
	}
	more, failed := heedRecords(ctx, ledgers, files, func(of string) bool { return ledger.SameName(of, dataSet) })
	return append(out, more...), errors.Join(err, failed)
}

// Ask adds to the accounts in a folder of ledgers what projects and records know of any of them, which are named or lie in
// folders that are.
func Ask(ctx context.Context, ledgers string, paths []string) ([]Told, error) {
	var out []Told
	var failed []error
	var records []string
	for _, path := range paths {
		info, err := disk.OS.Stat(path)
		switch {
		case err != nil:
			failed = append(failed, message.Errorf("%s cannot be read: %w", path, disk.InWords(err)))
		case info.IsDir():
			files := filesIn(path)
			if len(files) == 0 {
				failed = append(failed, message.Errorf("there is no record of a release in the folder %s or those in it: choose another", path))
			}
			records = append(records, files...)
		case strings.EqualFold(filepath.Ext(path), ".json"):
			if _, err := export.ReadRecord(path); err != nil {
				failed = append(failed, err)
				continue
			}
			if _, whole, err := export.CheckSeal(path); err != nil || !whole {
				failed = append(failed, message.Errorf("%s was changed after it was written, or has no seal that could show it: choose the record that was released", path))
			}
			records = append(records, path)
		default:
			_, past, err := project.Read(path)
			if err != nil {
				failed = append(failed, err)
				continue
			}
			told, err := heedCopy(ctx, ledgers, path, past.Account)
			out, failed = append(out, told...), append(failed, err)
			for _, r := range past.Releases {
				records = append(records, r.Record)
			}
		}
	}
	more, err := heedRecords(ctx, ledgers, records, func(string) bool { return true })
	return append(out, more...), errors.Join(append(failed, err)...)
}

// heedCopy adds what a project's copy of the account has.
func heedCopy(ctx context.Context, ledgers, path string, copied json.RawMessage) ([]Told, error) {
	done, err := ledger.In(ledgers).BringUp(ctx, copied)
	var out []Told
	for _, i := range done {
		out = append(out, Told{i.DataSet, path, i.Added})
	}
	return out, err
}

// heedRecords adds what records of releases of some data sets tell.
func heedRecords(ctx context.Context, ledgers string, files []string, wanted func(dataSet string) bool) ([]Told, error) {
	records, err := recordsOf(ctx, files, wanted)
	var out []Told
	for _, r := range records {
		added, failed := r.heed(ctx, ledgers)
		if failed != nil {
			err = errors.Join(err, message.Errorf("%s: %w", r.path, failed))
		} else if added > 0 {
			out = append(out, Told{r.Ledger.DataSet, r.path, added})
		}
	}
	return out, err
}

// mostRecords bounds how many files are looked at, and mostBytes how large one may be.
const (
	mostRecords = 500
	mostBytes   = 64 << 20
)

// found is a release whose record was found.
type found struct {
	path string
	said
}

// said is what the record of a release says of the account.
type said struct {
	Version int                `json:"version"`
	Ledger  result.LedgerEntry `json:"ledger"`
}

// recordsOf returns the releases among files whose data sets are wanted, in the order in which they spent.
func recordsOf(ctx context.Context, files []string, wanted func(dataSet string) bool) ([]found, error) {
	var out []found
	seen := make(map[string]bool)
	for _, path := range files {
		if len(seen) >= mostRecords || seen[path] {
			continue
		}
		seen[path] = true
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		data, err := disk.ReadFile(disk.OS, path, mostBytes)
		if err != nil || !bytes.Contains(data, []byte(`"spentAfter"`)) {
			continue // no record that could be read
		}
		f := found{path: path}
		if json.Unmarshal(data, &f.said) == nil && f.Version >= 2 && f.Ledger.Sequence > 0 && wanted(f.Ledger.DataSet) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return a.Ledger.Sequence - b.Ledger.Sequence })
	return out, nil
}

// filesIn lists the .json files of a folder and of those in it. What cannot be read tells nothing.
func filesIn(dir string) (out []string) {
	entries, err := disk.OS.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.Type().IsRegular() && filepath.Ext(path) == ".json":
			out = append(out, path)
		case e.IsDir():
			inner, err := disk.OS.ReadDir(path)
			if err != nil {
				continue
			}
			for _, i := range inner {
				if i.Type().IsRegular() && filepath.Ext(i.Name()) == ".json" {
					out = append(out, filepath.Join(path, i.Name()))
				}
			}
		}
	}
	return out
}

// Records returns where the records of releases are that lie in some folders or those in them, by the hash of the entry that
// each was debited by.
func Records(ctx context.Context, folders []string) map[string]string {
	var files []string
	for _, dir := range folders {
		files = append(files, filesIn(dir)...)
	}
	list, _ := recordsOf(ctx, files, func(string) bool { return true }) // what cannot be read is not found
	out := make(map[string]string)
	for _, f := range list {
		out[f.Ledger.Hash] = f.path
	}
	return out
}
