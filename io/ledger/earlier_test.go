package ledger

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// earlierLedger is what the sums of the ledger of "People" were in a folder: what was spent, set aside and
// accepted as chances of failure, and the limits of both.
type earlierLedger struct {
	folder                                       string
	format                                       int    // of the newest entry, 0 for the first
	kinds                                        []Kind // that came with it
	entries                                      int
	spent, reserved, chance, limit, chancesLimit string
	// told is what the releases tell together: more than was spent where answers chose which rows count.
	told string
}

// earlier are the ledgers after each form of entries, and as versions left them that were given out.
var earlier = []earlierLedger{
	{"format-1", 0, []Kind{Spent, Written, Torn}, 5, "0.5", "0", "0", "2", "", "0.5"},
	{"format-2", 2, []Kind{Limited, Reserved, Noted, Linked, Returned}, 12, "0.75", "0.125", "0", "4", "", "0.75"},
	{"format-3", 3, nil, 15, "1.25", "0.125", "0.000001", "4", "0.00001", "1.25"},
	{"format-4", 4, nil, 17, "1.5", "0.125", "0.000001", "4", "0.00001", "1.5"},
	{"0.9.0", 4, nil, 22, "1.875", "0.125", "0.000002", "4", "0.00001", "2.2721835"},
	{"format-5", 5, nil, 25, "2", "0.125", "0.000002", "4", "0.00001", "2.3971835"},
	{"1.0.0", 6, []Kind{Checking, Reviewed, Withdrawn}, 37, "2.25", "0.125", "0.000002", "5", "0.00001", "2.6471835"},
}

// earlierLedgers copies the ledgers of a folder, with their heads, to where they can be continued.
func earlierLedgers(t *testing.T, folder string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "earlier", folder))); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "ledgers")
}

// Ledgers of every earlier form are read, hold what they held, and are continued without a
// byte of them being touched.
func TestEarlierLedgers(t *testing.T) {
	for form := 2; form < newestFormat; form++ { // the newest can change until it is given out
		if !slices.ContainsFunc(earlier, func(kept earlierLedger) bool { return kept.format == form }) {
			t.Fatalf("no ledger of form %d is kept: add one that a program of that form wrote", form)
		}
	}
	var kinds []Kind
	for i, want := range earlier {
		kinds = append(kinds, want.kinds...)
		t.Run(want.folder, func(t *testing.T) {
			dir := earlierLedgers(t, want.folder)
			l := open(t, dir, "People")
			before := bytesOf(t, l)
			s := statement(t, l)
			newest := 0
			for _, e := range s.Entries {
				newest = max(newest, e.Format)
				if !slices.Contains(kinds, e.Kind) {
					t.Errorf("entry %d is of the kind %s", e.Sequence, e.Kind)
				}
			}
			for _, kind := range kinds {
				if !slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Kind == kind }) {
					t.Errorf("no entry is of the kind %s", kind)
				}
			}
			if newest != want.format {
				t.Errorf("the newest entry is of format %d", newest)
			}
			limit, chances := "", ""
			if s.Limit != nil {
				limit = text(s.Limit)
			}
			if s.ChanceLimit != nil {
				chances = text(s.ChanceLimit)
			}
			if len(s.Entries) != want.entries || text(s.Spent) != want.spent || text(s.Reserved) != want.reserved || text(s.Chance) != want.chance || limit != want.limit || chances != want.chancesLimit {
				t.Errorf("%d entries, spent %s, reserved %s, chance %s, limits %s and %s; want %+v", len(s.Entries), text(s.Spent), text(s.Reserved), text(s.Chance), limit, chances, want)
			}
			if len(s.Unwritten()) != 0 || s.CutOff {
				t.Errorf("files of %v are missed, cut off %v", s.Unwritten(), s.CutOff)
			}
			spend := spend(t, "0.25", "4")
			if after := debit(t, l, spend); !strings.HasPrefix(string(bytesOf(t, l)), string(before)) || after.SpentBefore != want.told {
				t.Errorf("continued as %+v", after)
			}
			if i > 0 {
				earlierExport(t, want.folder, l, before)
				if linked := statement(t, l).Linked; len(linked) != 1 || linked[0].DataSet != "Staff" || linked[0].Err != nil {
					t.Errorf("linked are %+v", linked)
				}
				past := statement(t, open(t, dir, "Past"))
				if past.Forgotten != nil || past.Entries[0].Kind != Forgotten || past.Entries[1].Kind != Reopened || text(past.Limit) != "2" {
					t.Errorf("what was forgotten and is used again: %+v", past)
				}
			}
		})
	}
}

// earlierExport reads what was exported into a folder without a ledger, and into one where the ledger
// has gone on since, to which it can add nothing.
func earlierExport(t *testing.T, earlier string, on *Ledger, file []byte) {
	t.Helper()
	exported, err := os.ReadFile(filepath.Join("testdata", "earlier", earlier, "people.json"))
	if err != nil {
		t.Fatal(err)
	}
	f := folder(t)
	if done := importInto(t, f, exported); done.DataSet != "People" {
		t.Errorf("imported %+v", done)
	}
	l, err := f.Open("People")
	if err != nil {
		t.Fatal(err)
	}
	if got := bytesOf(t, l); !bytes.Equal(got, file) {
		t.Errorf("what was exported is read as\n%s\nwant\n%s", got, file)
	}
	now := bytesOf(t, on)
	done, err := on.folder.Import(context.Background(), exported)
	if err != nil || done.Added != 0 || !bytes.Equal(bytesOf(t, on), now) {
		t.Errorf("read again: %+v, %v", done, err)
	}
}

// An entry of a form that this program does not know yet is refused with words, wherever it stands, and
// nothing is noted behind it.
func TestNewerLedgersAreRefused(t *testing.T) {
	for _, want := range earlier {
		for name, line := range map[string]string{
			"unknown fields": `{"sequence":99,"format":%d,"kind":"spent","epsilon":"0.5","colour":[1]}`,
			"known fields":   `{"sequence":99,"format":%d,"kind":"spent","epsilon":"0.5","time":"","dataSet":"People","previous":"","hash":""}`,
		} {
			l := open(t, earlierLedgers(t, want.folder), "People")
			if err := put(l, l.Path(), fmt.Appendf(bytesOf(t, l), line+"\n", newestFormat+1)); err != nil {
				t.Fatal(err)
			}
			before := bytesOf(t, l)
			_, err := l.Statement()
			_, refused := l.Debit(t.Context(), spend(t, "0.25", ""))
			for _, err := range []error{err, refused} {
				if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("newer version of Steward (format %d, this program knows %d): update Steward", newestFormat+1, newestFormat)) {
					t.Errorf("%s, %s: %v", want.folder, name, err)
				}
			}
			if !bytes.Equal(before, bytesOf(t, l)) {
				t.Errorf("%s, %s: it was written to", want.folder, name)
			}
		}
	}
}

// The list of earlier ledgers is that of the folder.
func TestEarlierLedgersAreAll(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join("testdata", "earlier"))
	if err != nil {
		t.Fatal(err)
	}
	var there, listed []string
	for _, e := range entries {
		if e.IsDir() {
			there = append(there, e.Name())
		}
	}
	for _, e := range earlier {
		listed = append(listed, e.folder)
	}
	slices.Sort(listed)
	if !reflect.DeepEqual(there, listed) {
		t.Errorf("there are %q, the tests open %q", there, listed)
	}
}
