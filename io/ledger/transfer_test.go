package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func export(t *testing.T, l *Ledger) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := l.Export(t.Context(), &out, "2026-01-02T03:04:05Z"); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func folder(t *testing.T) *Folder {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "ledgers"), "x").folder
}

func importInto(t *testing.T, f *Folder, data []byte) Imported {
	t.Helper()
	done, err := f.Import(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// What is exported is imported byte for byte, and goes on from there.
func TestExportImport(t *testing.T) {
	for name, make := range map[string]func(t *testing.T, dir string) *Ledger{
		"eventful": eventful,
		"one debit": func(t *testing.T, dir string) *Ledger {
			l := open(t, dir, "People")
			debit(t, l, spend(t, "0.5", ""))
			return l
		},
		"mended": func(t *testing.T, dir string) *Ledger {
			l := open(t, dir, "People")
			if err := put(l, l.Path(), mended(t)); err != nil {
				t.Fatal(err)
			}
			return l
		},
		"cut off": func(t *testing.T, dir string) *Ledger {
			l := eventful(t, dir)
			data := append(bytesOf(t, l), []byte(`{"sequence":7,"kind":"spent","epsilon":"0.25","ti`+"\x00\x00")...)
			if err := put(l, l.Path(), data); err != nil {
				t.Fatal(err)
			}
			return l
		},
		"forgotten and used again": func(t *testing.T, dir string) *Ledger {
			l := eventful(t, dir)
			if _, err := l.Forget(t.Context(), why); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Reopen(t.Context(), why); err != nil {
				t.Fatal(err)
			}
			debit(t, l, spend(t, "0.1", ""))
			return l
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := make(t, filepath.Join(t.TempDir(), "ledgers"))
			data := export(t, l)
			want := statement(t, l)
			f := folder(t)
			done := importInto(t, f, data)
			if done.DataSet != "People" || done.Added < 1 || done.Aside != "" {
				t.Errorf("imported %+v", done)
			}
			there := open(t, f.dir, "People")
			if got := statement(t, there); got.Spent.Cmp(want.Spent) != 0 || len(got.Entries) != len(want.Entries) || got.CutOff {
				t.Errorf("imported %+v, want %+v", got, want)
			}
			if got := bytes.TrimLeft(bytesOf(t, there), " \n"); !bytes.Equal(got, bytes.TrimLeft(bytesOf(t, l), " \n")) {
				t.Errorf("the chain is another:\n%s\n%s", got, bytesOf(t, l))
			}
			if again := importInto(t, f, data); again.Added != 0 {
				t.Errorf("imported twice: %+v", again)
			}
			// It goes on here, and the other place catches up.
			debit(t, there, spend(t, "0.2", ""))
			reserve(t, there, "0.1", "Later")
			if back := importInto(t, l.folder, export(t, there)); back.Added != 2 {
				t.Errorf("imported back: %+v", back)
			}
			if again := importInto(t, l.folder, data); again.Added != 0 { // an old export takes nothing away
				t.Errorf("an old export: %+v", again)
			}
			if got := statement(t, l); got.Spent.Cmp(statement(t, there).Spent) != 0 {
				t.Errorf("%s and %s are spent", text(got.Spent), text(statement(t, there).Spent))
			}
		})
	}
}

// An export reads as what it is.
func TestExportIsReadable(t *testing.T) {
	l := eventful(t, t.TempDir())
	var x Exported
	data := export(t, l)
	if err := json.Unmarshal(data, &x); err != nil {
		t.Fatal(err)
	}
	if x.Format != "steward ledger" || x.DataSet != "People" || x.Spent != "0.8" || x.Reserved != "1" || x.Limit != "3" || len(x.Entries) != 6 || x.Head.Sequence != 6 || x.Exported == "" {
		t.Errorf("exported %+v", x)
	}
	if bytes.Count(data, []byte("\n")) < 50 {
		t.Errorf("the lines are long:\n%s", data)
	}
	if err := fresh(t, "Nobody").Export(t.Context(), &bytes.Buffer{}, ""); err == nil || !strings.Contains(err.Error(), "no account") {
		t.Errorf("error %v", err)
	}
}

// Two ledgers that parted are not mixed, and the words say what to do.
func TestFork(t *testing.T) {
	f := folder(t)
	l := open(t, f.dir, "People")
	debit(t, l, spend(t, "0.5", ""))
	g := folder(t)
	importInto(t, g, export(t, l))
	other := open(t, g.dir, "People")
	debit(t, l, spend(t, "0.125", ""))
	debit(t, other, spend(t, "0.25", ""))
	debit(t, other, spend(t, "0.25", ""))
	before := bytesOf(t, l)
	_, err := f.Import(t.Context(), export(t, other))
	var fork *ForkError
	if !errors.As(err, &fork) || fork.Common != 1 || fork.Here != "0.125" || fork.There != "0.5" {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"differ after entry 1", "nothing was imported", "set 0.5 aside", "steward ledger reserve"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
	if !bytes.Equal(bytesOf(t, l), before) {
		t.Error("the ledger was changed")
	}
	// Another beginning altogether.
	begun := fresh(t, "People")
	debit(t, begun, spend(t, "1", ""))
	if _, err := f.Import(t.Context(), export(t, begun)); !errors.As(err, &fork) || fork.Common != 0 || fork.Here != "0.625" || fork.There != "1" {
		t.Errorf("error %v", err)
	}
	// One that was forgotten elsewhere, past what is here, cannot be seen to go on from here.
	if _, err := other.Forget(t.Context(), why); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Import(t.Context(), export(t, other)); !errors.As(err, &fork) || fork.There != "1" {
		t.Errorf("error %v", err)
	}
	// But where it directly follows it can.
	h := folder(t)
	same := open(t, h.dir, "People")
	debit(t, same, spend(t, "1", ""))
	k := folder(t)
	importInto(t, k, export(t, same))
	if _, err := same.Forget(t.Context(), why); err != nil {
		t.Fatal(err)
	}
	if done := importInto(t, k, export(t, same)); done.Added != 1 || statement(t, open(t, k.dir, "People")).Forgotten == nil {
		t.Errorf("imported %+v", done)
	}
}

// Two copies that note the very same in the same second have each spent it.
func TestForkOfTheSame(t *testing.T) {
	f, g := folder(t), folder(t)
	l := open(t, f.dir, "People")
	debit(t, l, spend(t, "0.5", ""))
	importInto(t, g, export(t, l))
	debit(t, l, spend(t, "0.25", ""))
	other := open(t, g.dir, "People")
	debit(t, other, spend(t, "0.25", ""))
	var fork *ForkError
	if _, err := f.Import(t.Context(), export(t, other)); !errors.As(err, &fork) || fork.Common != 1 || fork.There != "0.25" {
		t.Errorf("error %v", err)
	}
}

// Where only words differ, nothing is missing here.
func TestForkOfWords(t *testing.T) {
	f, g := folder(t), folder(t)
	l := open(t, f.dir, "People")
	debit(t, l, spend(t, "0.5", ""))
	importInto(t, g, export(t, l))
	other := open(t, g.dir, "People")
	for _, l := range []*Ledger{l, other} {
		if _, err := l.Annotate(t.Context(), 1, why); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Import(t.Context(), export(t, other)); !errors.As(err, new(*ForkError)) || !strings.Contains(err.Error(), "is counted here; spend in one") {
		t.Errorf("error %v", err)
	}
}

// Every byte of an export counts: with one changed it is refused, or says the same.
func TestChangedExports(t *testing.T) {
	l := fresh(t, "People")
	if err := put(l, l.Path(), mended(t)); err != nil {
		t.Fatal(err)
	}
	data := export(t, l)
	_, whole, err := parseExported(data)
	if err != nil {
		t.Fatal(err)
	}
	_, hash := whole.head()
	refused, tried := 0, 0
	for i := 0; i < len(data); i += stride {
		for _, b := range []byte{data[i] ^ 1, data[i] ^ 16, ' '} {
			tried++
			changed := bytes.Clone(data)
			changed[i] = b
			_, a, err := parseExported(changed)
			if err != nil {
				refused++
				continue
			}
			if _, got := a.head(); got != hash || a.spent.Cmp(whole.spent) != 0 {
				t.Fatalf("byte %d (%q) may become %q", i, data[i], b)
			}
		}
	}
	if 3*refused < 2*tried {
		t.Errorf("only %d of %d changes were refused", refused, tried)
	}
	for cut := 0; cut < len(data)-1; cut += stride {
		if _, _, err := parseExported(data[:cut]); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", cut, len(data))
		}
	}
}

// Entries may not be left out, doubled or put into another order.
func TestExportsWithoutEntries(t *testing.T) {
	var x Exported
	if err := json.Unmarshal(export(t, eventful(t, t.TempDir())), &x); err != nil {
		t.Fatal(err)
	}
	f := folder(t)
	for name, change := range map[string]func(x *Exported){
		"no last entry":     func(x *Exported) { x.Entries = x.Entries[:5] },
		"a cut-off end":     func(x *Exported) { x.Entries, x.Head = x.Entries[:5], Head{5, x.Entries[4].Hash} },
		"no first entry":    func(x *Exported) { x.Entries = x.Entries[1:] },
		"no entries":        func(x *Exported) { x.Entries = nil },
		"another order":     func(x *Exported) { x.Entries[1], x.Entries[2] = x.Entries[2], x.Entries[1] },
		"an entry twice":    func(x *Exported) { x.Entries = append(x.Entries, x.Entries[5]) },
		"another data set":  func(x *Exported) { x.DataSet = "Others" },
		"no data set":       func(x *Exported) { x.DataSet = "" },
		"a smaller sum":     func(x *Exported) { x.Spent = "0.1" },
		"another format":    func(x *Exported) { x.Format = "ledger" },
		"a newer version":   func(x *Exported) { x.Version = 9 },
		"newer entries":     func(x *Exported) { x.Entries[0].Format = 9 },
		"a stray fragment":  func(x *Exported) { x.Fragments = map[int][]byte{1: []byte("x")} },
		"another link back": func(x *Exported) { x.Entries[0].Previous = strings.Repeat("0", 64) },
	} {
		y := x
		y.Entries = append([]Entry(nil), x.Entries...)
		change(&y)
		data, err := json.Marshal(y)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Import(t.Context(), data)
		if name == "a cut-off end" && err != nil && strings.Contains(err.Error(), "sums") {
			continue // the sums tell what its head, which was changed too, does not
		}
		if err == nil || !strings.Contains(err.Error(), "export the account again") && !strings.Contains(err.Error(), "update Steward") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if files, err := os.ReadDir(f.dir); err != nil || len(files) > 0 {
		t.Errorf("the folder holds %v (%v)", files, err)
	}
}

// A damaged ledger is restored from an export that has all that was written, and only from
// such a one.
func TestRestore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledgers")
	l := open(t, dir, "People")
	debit(t, l, spend(t, "0.5", ""))
	old := export(t, l)
	debit(t, l, spend(t, "0.25", ""))
	latest := export(t, l)
	good := bytesOf(t, l)
	for name, spoiled := range map[string][]byte{
		"edited":    bytes.Replace(good, []byte(`"epsilon":"0.5"`), []byte(`"epsilon":"0.1"`), 1),
		"scribbled": append(bytes.Clone(good), "scribble\n"...),
		"overwrote": []byte("scribble\n"),
		"emptied":   {},
		"cut":       good[:len(good)/2+10],
		"old copy":  good[:bytes.IndexByte(good, '\n')+1],
	} {
		if err := put(l, l.Path(), spoiled); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Debit(t.Context(), spend(t, "0.1", "")); !errors.As(err, new(*DamagedError)) {
			t.Fatalf("%s: error %v", name, err)
		}
		if _, err := l.folder.Import(t.Context(), old); err == nil {
			t.Errorf("%s: an export that lacks a spend was taken", name)
		}
		if got := bytesOf(t, l); !bytes.Equal(got, spoiled) {
			t.Errorf("%s: the file was changed", name)
		}
		done := importInto(t, l.folder, latest)
		if !bytes.Equal(bytesOf(t, l), good) || done.Added == 0 {
			t.Errorf("%s: restored as %s", name, bytesOf(t, l))
		}
		if done.Aside != "" {
			if kept, err := os.ReadFile(done.Aside); err != nil || !bytes.Equal(kept, spoiled) {
				t.Errorf("%s: set aside as %s (%v)", name, kept, err)
			}
		}
	}
	// Without a head nobody knows what was written last.
	if err := errors.Join(put(l, l.Path(), []byte("scribble\n")), l.folder.disk.Remove(headPath(l.Path()))); err != nil {
		t.Fatal(err)
	}
	if _, err := l.folder.Import(t.Context(), latest); !errors.As(err, new(*DamagedError)) || !strings.Contains(err.Error(), "later copy") {
		t.Errorf("error %v", err)
	}
	// An entry that the head does not know yet is not lost either.
	if err := put(l, l.Path(), good); err != nil {
		t.Fatal(err)
	}
	debit(t, l, spend(t, "0.125", ""))
	ahead := bytesOf(t, l)
	spoiled := append([]byte("scribble\n"), ahead...)
	if err := put(l, l.Path(), spoiled); err != nil {
		t.Fatal(err)
	}
	if err := l.folder.keepHead(l.Path(), head{"People", 2, statementHash(t, good)}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.folder.Import(t.Context(), latest); err == nil || !strings.Contains(err.Error(), "lacks entry 3") {
		t.Errorf("error %v", err)
	}
}

// statementHash returns the hash of the last entry of a ledger's bytes.
func statementHash(t *testing.T, data []byte) string {
	t.Helper()
	a, err := read(data)
	if err != nil {
		t.Fatal(err)
	}
	_, hash := a.head()
	return hash
}

// Whatever a file holds, importing it does not panic, and what is imported can be spent on.
func FuzzImport(f *testing.F) {
	l := fresh(f, "People")
	debit(f, l, spend(f, "0.5", ""))
	var out bytes.Buffer
	if err := l.Export(f.Context(), &out, "t"); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Add([]byte(`{"format":"steward ledger","version":1}`))
	f.Add([]byte(`{"format":"steward ledger","version":1,"entries":[{"kind":"forgotten","sequence":5,"total":"1"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		into := folder(t)
		done, err := into.Import(t.Context(), data)
		if err != nil {
			return
		}
		there := open(t, into.dir, done.DataSet)
		if _, err := there.Statement(); err != nil {
			t.Errorf("imported %+v, and then: %v", done, err)
		}
	})
}
