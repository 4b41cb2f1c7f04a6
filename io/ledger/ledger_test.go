package ledger

import (
	"context"
	"errors"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	budget "steward/core/account"
	"steward/core/limits"
	"steward/core/release"
	"steward/core/result"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
)

func epsilon(t testing.TB, s string) budget.Epsilon {
	t.Helper()
	e, err := budget.ParseEpsilon(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// spend is a spend on the data set "People"; limit may be empty.
func spend(t testing.TB, amount, limit string) release.Spend {
	t.Helper()
	s := release.Spend{
		DataSet: "People", Title: "A release", Time: "2026-01-02T03:04:05Z", Epsilon: epsilon(t, amount),
		Policy: "complete graph on 3 values", Questions: []string{"Ages", "Towns"},
	}
	if limit != "" {
		s.Limit = epsilon(t, limit)
	}
	return s
}

func open(t testing.TB, dir, dataSet string) *Ledger {
	t.Helper()
	// Most tests are not about waiting for the disk.
	l, err := On(&disktest.Disk{Unsynced: true}, dir).Open(dataSet)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// debit debits a ledger, which had told before what it would say of that.
func debit(t testing.TB, l *Ledger, s release.Spend) result.LedgerEntry {
	t.Helper()
	told, rehearsed := Rehearsal{l}.Debit(context.Background(), s)
	e, err := l.Debit(context.Background(), s)
	if err = errors.Join(err, rehearsed); err != nil {
		t.Fatal(err)
	}
	if told.Hash = e.Hash; !reflect.DeepEqual(told, e) {
		t.Fatalf("rehearsed %+v, then debited %+v", told, e)
	}
	return e
}

func statement(t testing.TB, l *Ledger) Statement {
	t.Helper()
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func bytesOf(t testing.TB, l *Ledger) []byte {
	t.Helper()
	data, err := disk.ReadFile(l.folder.disk, l.Path(), limits.MaxLedgerBytes)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDebit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "if missing")
	l := open(t, dir, "People")
	if s := statement(t, l); s.Spent.Sign() != 0 || len(s.Entries) != 0 || s.CutOff || s.DataSet != "People" {
		t.Errorf("a ledger that does not exist yet says %+v", s)
	}
	first := debit(t, l, spend(t, "0.5", "2"))
	if want := (result.LedgerEntry{DataSet: "People", Sequence: 1, Hash: first.Hash, SpentBefore: "0", SpentAfter: "0.5", Limit: "2"}); !reflect.DeepEqual(first, want) || len(first.Hash) != 64 {
		t.Errorf("the first debit says %+v, want %+v", first, want)
	}
	if err := l.Close(first, Closing{Time: "2026-01-02T03:05:00Z", Digest: "d1", Files: []string{"/home/someone/out/r.xlsx", "r.csv"}}); err != nil {
		t.Fatal(err)
	}
	second := debit(t, l, spend(t, "0.25", ""))
	if want := (result.LedgerEntry{DataSet: "People", Sequence: 3, Hash: second.Hash, SpentBefore: "0.5", SpentAfter: "0.75", Limit: "2"}); !reflect.DeepEqual(second, want) {
		t.Errorf("the second debit says %+v, want %+v", second, want)
	}
	s := statement(t, open(t, dir, "People"))
	if s.Spent.Cmp(big.NewRat(3, 4)) != 0 || len(s.Entries) != 3 || s.CutOff {
		t.Fatalf("statement %+v", s)
	}
	if e := s.Entries[0]; e.Kind != Spent || e.Epsilon != "0.5" || e.Limit != "2" || e.Title != "A release" || e.Previous != "" ||
		!reflect.DeepEqual(e.Questions, []string{"Ages", "Towns"}) || e.Policy == "" || e.Time != "2026-01-02T03:04:05Z" {
		t.Errorf("first entry %+v", e)
	}
	if e := s.Entries[1]; e.Kind != Written || e.Of != 1 || e.Digest != "d1" || !reflect.DeepEqual(e.Files, []string{"r.xlsx", "r.csv"}) || e.Previous != first.Hash {
		t.Errorf("second entry %+v: files by name only, after the first", e)
	}
	read, err := readFile(l.folder.disk, l.Path())
	if err != nil || !reflect.DeepEqual(read, s) {
		t.Errorf("Read says %+v (%v), want %+v", read, err, s)
	}
}

// Nothing in a ledger is for others to read.
func TestLedgerIsPrivate(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledgers"), "People")
	debit(t, l, spend(t, "1", ""))
	for _, path := range []string{l.Path(), filepath.Dir(l.Path())} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
	}
}

// Sums are exact: what binary fractions cannot hold adds up all the same.
func TestSumsAreExact(t *testing.T) {
	for _, c := range []struct {
		limit  string
		spends []string
		beyond string // refused after the spends, to the last digit
		after  string
	}{
		{"0.3", []string{"0.1", "0.2"}, "0.000001", "0.3"},
		{"1", strings.Fields(strings.Repeat("0.1 ", 10)), "0.000001", "1"},
		{"0.7", []string{"0.1", "0.1", "0.1", "0.4"}, "0.000001", "0.7"},
		{"100", []string{"99.999999"}, "0.000002", "99.999999"},
		{"0.1234575", []string{"0.123456", "0.000001"}, "0.000001", "0.123457"},
	} {
		l := fresh(t, "People")
		last := ""
		for _, amount := range c.spends {
			last = debit(t, l, spend(t, amount, c.limit)).SpentAfter
		}
		if last != c.after {
			t.Errorf("%v add up to %s, want %s", c.spends, last, c.after)
		}
		before := bytesOf(t, l)
		_, err := l.Debit(context.Background(), spend(t, c.beyond, c.limit))
		var limit *LimitError
		if !errors.As(err, &limit) {
			t.Errorf("%s after %v of %s: error %v, want *LimitError", c.beyond, c.spends, c.limit, err)
		}
		if string(bytesOf(t, l)) != string(before) {
			t.Errorf("a refused debit was written down")
		}
	}
}

// Shares such as thirds are kept as fractions and still meet the limit exactly.
func TestFractions(t *testing.T) {
	third, err := budget.FromRat(big.NewRat(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	l := fresh(t, "People")
	s := spend(t, "1", "1")
	s.Epsilon = third
	for i, want := range []string{"1/3", "2/3", "1"} {
		if e := debit(t, l, s); e.SpentAfter != want {
			t.Errorf("after %d thirds the ledger says %s, want %s", i+1, e.SpentAfter, want)
		}
	}
	if _, err := l.Debit(context.Background(), spend(t, "0.000001", "1")); err == nil {
		t.Error("a fourth spend was let through")
	}
}

func TestLimitErrorWords(t *testing.T) {
	for _, c := range []struct {
		spent, limit, asked string
		want                LimitError
	}{
		{"0.9", "1", "0.2", LimitError{DataSet: "People", Spent: "0.9", Limit: "1", Asked: "0.2", Left: "0.1"}},
		{"2", "1.5", "0.5", LimitError{DataSet: "People", Spent: "2", Limit: "1.5", Asked: "0.5", Left: "0"}}, // the limit was lowered since
		{"1", "1", "0.000001", LimitError{DataSet: "People", Spent: "1", Limit: "1", Asked: "0.000001", Left: "0"}},
	} {
		l := fresh(t, "People")
		debit(t, l, spend(t, c.spent, ""))
		_, err := l.Debit(context.Background(), spend(t, c.asked, c.limit))
		var limit *LimitError
		if !errors.As(err, &limit) || !reflect.DeepEqual(*limit, c.want) {
			t.Errorf("error %+v (%v), want %+v", limit, err, c.want)
			continue
		}
		for _, want := range []string{"\"People\"", c.want.Spent + " of the " + c.limit + " that you allowed", "asks for " + c.asked, c.want.Left + " is left", "lower the budget"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %q does not say %q", err, want)
			}
		}
	}
}

// A refused or cancelled first debit leaves no file behind.
func TestRefusalLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, "People")
	var limit *LimitError
	if _, err := l.Debit(context.Background(), spend(t, "2", "1")); !errors.As(err, &limit) {
		t.Errorf("error %v, want *LimitError", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Debit(ctx, spend(t, "0.5", "1")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of a cancelled context", err)
	}
	other := spend(t, "0.5", "1")
	other.DataSet = "Others"
	if _, err := l.Debit(context.Background(), other); err == nil || !strings.Contains(err.Error(), "“Others”") || !strings.Contains(err.Error(), "“People”") {
		t.Errorf("error %v, want one that names both data sets", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("the folder holds %v (%v), want nothing", entries, err)
	}
	debit(t, l, spend(t, "0.5", "1"))
	before := bytesOf(t, l)
	if _, err := l.Debit(ctx, spend(t, "0.5", "1")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of a cancelled context", err)
	}
	if string(bytesOf(t, l)) != string(before) {
		t.Error("a cancelled debit was written down")
	}
}

// hostile are names that a file system or a reader could misunderstand.
var hostile = []string{
	"People", "people", "PEOPLE", " People", "People ", "../People", "..", ".", "/etc/passwd", `C:\People`, "a/b", `a\b`, "a-b", "a b", "a.b",
	"con", "nul.txt", "-rf", "~", "$HOME", "a\x00b", "a\nb", "a\tb", "*", "?", "[ab]", `"quoted"`, "<b>", "%2e%2e", "ﬁ", "fi", "İ", "i",
	"é", "e\u0301", "\u202eelpoeP", "\U0001F600", "人々", strings.Repeat("long ", 60), strings.Repeat("人", 300), strings.Repeat("long ", 60) + "x",
	"People\u00a0", "\ufeffPeople", "{}", `{"kind":"spent","epsilon":"9"}`, `\u0000`, "a\u2028b", "�",
}

// spellings are those of the hostile names that are one name to the eye.
var spellings = [][]string{
	{"People", "people", "PEOPLE", " People", "People ", "People\u00a0", "\ufeffPeople"},
	{"a b", "a\x00b", "a\nb", "a\tb", "a\u2028b"}, {"ﬁ", "fi"}, {"é", "e\u0301"},
	{strings.Repeat("long ", 60)}, {strings.Repeat("long ", 60) + "x"}, {"İ"}, {"i"}, {"a/b"}, {`a\b`}, {"a-b"}, {"a.b"},
}

func TestFileNames(t *testing.T) {
	dir := t.TempDir()
	one := make(map[string]string) // the first spelling of every name
	for _, names := range spellings {
		for _, name := range names {
			one[name] = names[0]
		}
	}
	paths, spent := make(map[string]string), make(map[string]int)
	for _, name := range hostile {
		if one[name] == "" {
			one[name] = name
		}
		l := open(t, dir, name)
		base := filepath.Base(l.Path())
		if filepath.Dir(l.Path()) != dir || !strings.HasSuffix(base, ".ledger") || len(base) > 255 || strings.ContainsAny(base, `/\:*?"<>| `) || strings.HasPrefix(base, ".") {
			t.Errorf("the ledger of %q is kept at %q", name, l.Path())
		}
		if path, known := paths[one[name]]; known != slices.Contains(slices.Collect(maps.Values(paths)), l.Path()) || known && path != l.Path() {
			t.Errorf("%q is kept at %s, and %q at %s", name, l.Path(), one[name], path)
		}
		paths[one[name]] = l.Path()
		s := spend(t, "0.5", "")
		s.DataSet = name
		debit(t, l, s)
		spent[one[name]]++
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(paths) {
		t.Fatalf("%d files for %d data sets (%v)", len(entries), len(paths), err)
	}
	for _, name := range hostile {
		l := open(t, dir, name)
		if s := statement(t, l); s.Spent.Cmp(big.NewRat(int64(spent[one[name]]), 2)) != 0 {
			t.Errorf("%q has spent %s", name, s.Spent.RatString())
		}
		if s, err := readFile(l.folder.disk, l.Path()); err != nil || one[s.DataSet] != one[name] {
			t.Errorf("the file of %q is of %q (%v)", name, s.DataSet, err)
		}
	}
}

func TestNamesThatAreNone(t *testing.T) {
	for _, name := range []string{"", " ", "\t\n", "broken\xff", "\u007f", "\u200b", "\ufeff \u00ad", "\x00"} {
		dir := filepath.Join(t.TempDir(), "ledgers")
		if _, err := Open(dir, name); err == nil || !strings.Contains(err.Error(), "name") {
			t.Errorf("%q: error %v, want one that asks for a name", name, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: the folder was made", name)
		}
	}
}

// Whatever stands in titles, the chain holds and reads back.
func TestHostileTitles(t *testing.T) {
	l := fresh(t, "People")
	titles := append([]string{"broken \xff\xfe", "<script>&amp;", "two\r\nlines", ""}, hostile...)
	titles = append(titles, strings.Repeat("t", 1<<16)) // the last one: it is read again with each that follows
	for _, title := range titles {
		s := spend(t, "0.001", "")
		s.Title, s.Policy, s.Questions = title, title, []string{title, title}
		e := debit(t, l, s)
		if err := l.Close(e, Closing{Time: "t", Digest: "d", Files: []string{title}}); err != nil {
			t.Fatalf("%q: %v", title, err)
		}
	}
	got := statement(t, l)
	if len(got.Entries) != 2*len(titles) || got.Spent.Cmp(big.NewRat(int64(len(titles)), 1000)) != 0 {
		t.Fatalf("%d entries, spent %s", len(got.Entries), got.Spent.RatString())
	}
	for i, title := range titles {
		if e := got.Entries[2*i]; utf8.ValidString(title) && (e.Title != title || e.Questions[1] != title) {
			t.Errorf("the title %q became %q", title, e.Title)
		}
	}
}

// A ledger under the name of another data set's is refused, and not written to.
func TestLedgerOfAnotherDataSet(t *testing.T) {
	dir := t.TempDir()
	people := open(t, dir, "People")
	debit(t, people, spend(t, "0.5", ""))
	others := open(t, dir, "Others")
	data := bytesOf(t, people)
	if err := os.WriteFile(others.Path(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := spend(t, "0.5", "")
	s.DataSet = "Others"
	_, asked := others.Statement()
	_, debited := others.Debit(context.Background(), s)
	for _, err := range []error{asked, debited, others.Close(result.LedgerEntry{Sequence: 1}, Closing{})} {
		var damaged *DamagedError
		if !errors.As(err, &damaged) || !strings.Contains(err.Error(), `"People"`) || !strings.Contains(err.Error(), others.Path()) {
			t.Errorf("error %v, want *DamagedError that names the file and whose it is", err)
		}
	}
	if string(bytesOf(t, others)) != string(data) {
		t.Error("a ledger of another data set was written to")
	}
}

func TestPlacesThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{file, filepath.Join(file, "ledgers")} {
		if _, err := Open(place, "People"); err == nil || !strings.Contains(err.Error(), place[:len(file)]) {
			t.Errorf("%s: error %v, want one that names it", place, err)
		}
	}
	l := open(t, dir, "People")
	if err := os.Mkdir(l.Path(), 0o700); err != nil {
		t.Fatal(err)
	}
	_, debited := l.Debit(context.Background(), spend(t, "1", ""))
	_, asked := l.Statement()
	_, read := readFile(disk.OS, filepath.Join(dir, "missing.ledger"))
	for _, err := range []error{debited, asked, read} {
		if err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "the account cannot be") {
			t.Errorf("error %v, want one that names the file", err)
		}
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "old" {
		t.Errorf("the file holds %q (%v)", data, err)
	}
}

func TestText(t *testing.T) {
	for want, r := range map[string]*big.Rat{
		"0": new(big.Rat), "0.5": big.NewRat(1, 2), "3": big.NewRat(3, 1), "1/3": big.NewRat(1, 3), "0.000001": big.NewRat(1, 1e6),
		"1/8192000000000": big.NewRat(1, 8192e9),
	} {
		if got := text(r); got != want {
			t.Errorf("text(%s) = %q, want %q", r.RatString(), got, want)
		}
		if back, ok := new(big.Rat).SetString(text(r)); !ok || back.Cmp(r) != 0 {
			t.Errorf("%q reads back as %v", text(r), back)
		}
	}
}
