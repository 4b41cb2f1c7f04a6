package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/message"
	"steward/io/internal/disk"
)

// What releases leave open is listed, with those of which nothing is known.
func TestLeftOpen(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, "People")
	known := spend(t, "0.5", "")
	known.Columns, known.Farthest = []string{"age", "town"}, "4"
	debit(t, l, known)
	open1 := spend(t, "0.25", "")
	open1.Title, open1.Columns, open1.Disclosed, open1.Farthest, open1.Tied = "Districts", []string{"town"}, []string{"how many people are in each of North, South"}, "1/2", 3
	open1.Declared = json.RawMessage(`{"version":2,"rows":{"person":"number","atMost":3}}`) // three rows each, and no facts
	debit(t, l, open1)
	s := statement(t, l)
	if e := s.Entries[1]; e.Farthest != "1/2" || e.Tied != 3 || e.Format != secondFormat {
		t.Errorf("noted as %+v", e)
	}
	left := s.LeftOpen()
	if len(left) != 1 || left[0].Sequence != 2 || left[0].Title != "Districts" || !left[0].Known || !slices.Equal(left[0].Disclosed, open1.Disclosed) {
		t.Errorf("left open: %+v", left)
	}
	if loss, all := s.LargestLoss(nil); !all || text(loss) != "2.125" {
		t.Errorf("largest loss %s, %v", text(loss), all)
	}
	// The linked ones are about the same people.
	debit(t, open(t, dir, "Others"), on(t, "Others", "1", "")) // of the first version: nothing is known
	link(t, dir, "People", "Others")
	s = statement(t, l)
	left = s.LeftOpen()
	if len(left) != 2 || left[1].DataSet != "Others" || left[1].Known || left[1].Policy == "" {
		t.Errorf("left open: %+v", left)
	}
	if loss, all := s.LargestLoss(nil); all || text(loss) != "2.125" {
		t.Errorf("largest loss %s, %v", text(loss), all)
	}
	if _, err := l.Forget(t.Context(), why); err != nil {
		t.Fatal(err)
	}
	if left := statement(t, l).LeftOpen(); len(left) != 2 || left[0].Known {
		t.Errorf("after it was forgotten, left open: %+v", left)
	}
	if _, all := statement(t, l).LargestLoss(nil); all {
		t.Error("the largest loss is known of what is forgotten")
	}
}

// What a policy is made of comes back as it was noted, also from another computer.
func TestDeclaredIsKept(t *testing.T) {
	l := open(t, t.TempDir(), "People")
	s := spend(t, "0.5", "")
	s.Declared = json.RawMessage(`{ "columns": [ {"name": "a<b", "values": ["\u00e9", "\"kind\":\"spent\",\"epsilon\":\"9\""]} ] }`)
	debit(t, l, s)
	f := folder(t)
	importInto(t, f, export(t, l))
	for _, l := range []*Ledger{l, open(t, f.dir, "People")} {
		var want, got any
		kept := statement(t, l).Entries[0].Declared
		if err := errors.Join(json.Unmarshal(s.Declared, &want), json.Unmarshal(kept, &got)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("kept as %s (%v)", kept, err)
		}
	}
	s.Declared = json.RawMessage(`{`)
	if _, err := l.Debit(t.Context(), s); err == nil || text(statement(t, l).Spent) != "0.5" {
		t.Errorf("error %v", err)
	}
}

// A clock that was set back changes neither the order nor a sum, and is told.
func TestClockSetBack(t *testing.T) {
	l := fresh(t, "People")
	for _, at := range []string{"2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "1970-01-01T00:00:00Z", "2026-03-01T23:00:00-02:00", "not a time", "2026-03-02T00:30:00Z"} {
		s := spend(t, "0.25", "2")
		s.Time = at
		debit(t, l, s)
	}
	s := statement(t, l)
	if text(s.Spent) != "1.5" || !slices.Equal(s.SetBack(), []int{3, 6}) {
		t.Errorf("%s is spent, set back at %v", text(s.Spent), s.SetBack())
	}
	data := export(t, l)
	if importInto(t, folder(t), data).Added != 6 {
		t.Error("not all was imported")
	}
}

// A damaged or missing ledger is listed as such, among the others.
func TestList(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledgers")
	paths := make(map[string]string)
	for _, name := range []string{"Good", "Damaged", "Missing", "Scribble", "Cut", "Newer", "Linked"} {
		l := open(t, dir, name)
		debit(t, l, on(t, name, "0.5", ""))
		debit(t, l, on(t, name, "0.5", ""))
		paths[name] = l.Path()
	}
	link(t, dir, "Linked", "Damaged")
	spoil := func(name string, change func(data []byte) []byte) {
		data, err := os.ReadFile(paths[name])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(paths[name], change(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	spoil("Damaged", func(data []byte) []byte { return bytes.Replace(data, []byte("0.5"), []byte("0.1"), 1) })
	spoil("Scribble", func([]byte) []byte { return []byte("scribble\n") })
	spoil("Cut", func(data []byte) []byte { return data[:bytes.IndexByte(data, '\n')+1] })
	spoil("Newer", func(data []byte) []byte {
		return append(data, `{"sequence":3,"format":9,"kind":"new","more":[1]}`+"\n"...)
	})
	stray := filepath.Join(dir, "stray.ledger")
	for _, err := range []error{os.Remove(paths["Missing"]), os.WriteFile(stray, []byte("not an account"), 0o600), os.WriteFile(filepath.Join(dir, "empty.ledger"), nil, 0o600), os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	list, err := In(dir).List()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range list {
		names = append(names, l.DataSet)
		fine := l.DataSet == "Good" || l.DataSet == "Linked"
		if fine != (l.Err == nil) {
			t.Errorf("%q: %v", l.DataSet, l.Err)
		}
		switch l.DataSet {
		case "Good", "Linked":
			if text(l.Spent) != "1" {
				t.Errorf("%q: %s", l.DataSet, text(l.Spent))
			}
		case "Newer":
			if errors.As(l.Err, new(*DamagedError)) || !strings.Contains(l.Err.Error(), "update Steward") {
				t.Errorf("%q: %v", l.DataSet, l.Err)
			}
		case "":
			if l.Path != stray {
				t.Errorf("a ledger without a name at %s", l.Path)
			}
		default:
			if !errors.As(l.Err, new(*DamagedError)) {
				t.Errorf("%q: %v", l.DataSet, l.Err)
			}
		}
		if l.DataSet == "Linked" && (len(l.Linked) != 1 || l.Linked[0].Err == nil) {
			t.Errorf("Linked says nothing about what is wrong with Damaged: %+v", l.Linked)
		}
	}
	if got, want := strings.Join(names, " "), " Cut Damaged Good Linked Missing Newer Scribble"; got != want {
		t.Errorf("listed: %q, want %q", got, want)
	}
	if list, err := In(filepath.Join(dir, "nowhere")).List(); err != nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := In(paths["Good"]).List(); err == nil || !strings.Contains(err.Error(), "folder of the accounts") {
		t.Errorf("error %v", err)
	}
}

// readFile reads the ledger file at a path on a disk, of whatever data set it is. It errors as
// Ledger.Statement does.
func readFile(d disk.Disk, path string) (Statement, error) {
	f := On(d, filepath.Dir(path))
	if _, err := f.disk.Stat(path); err != nil {
		return Statement{}, message.Errorf("the account cannot be read: %w", err)
	}
	kept, err := f.kept()
	if err != nil {
		return Statement{}, err
	}
	i := slices.IndexFunc(kept, func(k keptFile) bool { return filepath.Base(k.path) == filepath.Base(path) })
	if i < 0 {
		return Statement{}, message.Errorf("%s is no account: its name does not end in %s", path, extension)
	}
	return f.statement(kept[i])
}
