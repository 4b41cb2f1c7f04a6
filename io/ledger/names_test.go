package ledger

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"steward/core/seeded"
)

// What a person cannot tell apart has one key, and what they can has two.
func TestKey(t *testing.T) {
	for _, same := range [][]string{
		{"Bevölkerung", "Bevo\u0308lkerung", "BEVÖLKERUNG", "Bev\u00adölkerung", "bevölkerung\u200b"},
		{"Ｐｅｏｐｌｅ ２０２６", "People 2026", "people\u30002026", "People\u2009 2026", "PEOPLE\t2026"},
		{"Straße", "STRASSE", "strasse"}, {"ﬁle", "file"}, {"Å", "Å", "A\u030a", "å"}, {"Σίσυφος", "ΣΊΣΥΦΟΣ"},
		{"한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"}, {"½ time", "1⁄2 time"}, {"x²", "x2"},
	} {
		for _, name := range same {
			if key(name) != key(same[0]) {
				t.Errorf("%q has the key %q, %q has %q", name, key(name), same[0], key(same[0]))
			}
		}
	}
	distinct := []string{"People", "Peoples", "Pe ople", "People 2", "People-2", "Рeople" /* a Cyrillic letter */, "i", "ı", "İ", "o", "ö", "ø", "0"}
	seen := make(map[string]string)
	for _, name := range distinct {
		if other, taken := seen[key(name)]; taken {
			t.Errorf("%q and %q have one key", name, other)
		}
		seen[key(name)] = name
	}
}

// A key is the key of itself and of every normal form of the name, so that a ledger is found
// under whatever a file system or another program made of its name.
func TestKeyIsStable(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("aÅßſﬁİıΣς\u0345\u0307\u0308\u1112\u1161\u3000\u200d ½Ⅷ㎏ǅ")))).Draw(t, "name")
		want := key(name)
		for form, again := range map[string]string{
			"key": want, "NFC": norm.NFC.String(name), "NFD": norm.NFD.String(name), "NFKC": norm.NFKC.String(name), "NFKD": norm.NFKD.String(name),
		} {
			if got := key(again); got != want {
				t.Fatalf("the %s of %q has the key %q, want %q", form, name, got, want)
			}
		}
	})
}

// firstVersion makes a ledger as the first version of the program named it: by the very
// spelling.
func firstVersion(t *testing.T, dir, name, amount string) string {
	t.Helper()
	other := fresh(t, name)
	s := spend(t, amount, "")
	s.DataSet = name
	debit(t, other, s)
	path := filepath.Join(dir, fileName(name))
	if err := os.WriteFile(path, bytesOf(t, other), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A ledger of the first version is found under its old file name, by any spelling, even
// when it can no longer be read.
func TestFirstVersionIsFound(t *testing.T) {
	dir := t.TempDir()
	path := firstVersion(t, dir, "People Of The Town", "0.5")
	if filepath.Base(path) == fileName(key("People Of The Town")) {
		t.Fatal("the file names of the two versions are the same")
	}
	for _, name := range []string{"People Of The Town", "people of the town", "PEOPLE  OF THE TOWN"} {
		l := open(t, dir, name)
		if l.Path() != path || statement(t, l).Spent.Cmp(big.NewRat(1, 2)) != 0 {
			t.Errorf("%q is kept at %s", name, l.Path())
		}
		s := spend(t, "0.6", "1")
		s.DataSet = name
		if _, err := l.Debit(t.Context(), s); !errors.As(err, new(*LimitError)) {
			t.Errorf("%q: error %v, want *LimitError", name, err)
		}
	}
	if err := os.WriteFile(path, []byte("scribble\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, dir, "People Of The Town").Statement(); !errors.As(err, new(*DamagedError)) {
		t.Errorf("a damaged ledger says %v", err)
	}
}

// Where the first version kept two ledgers for two spellings, both count.
func TestTwoLedgersOfOneName(t *testing.T) {
	dir := t.TempDir()
	firstVersion(t, dir, "People", "0.5")
	firstVersion(t, dir, "PEOPLE", "0.25")
	for _, name := range []string{"People", "PEOPLE", "people"} {
		l := open(t, dir, name)
		if joint := statement(t, l).Joint(); joint.Cmp(big.NewRat(3, 4)) != 0 {
			t.Errorf("%q: joint %s", name, text(joint))
		}
		s := spend(t, "0.5", "1.2")
		s.DataSet = name
		var over *LimitError
		if _, err := l.Debit(t.Context(), s); !errors.As(err, &over) || over.Spent != "0.75" {
			t.Errorf("%q: error %v", name, err)
		}
	}
	s := spend(t, "0.25", "1")
	if e := debit(t, open(t, dir, "People"), s); e.SpentBefore != "0.75" || e.SpentAfter != "1" || e.Sequence != 2 {
		t.Errorf("debit %+v", e)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "*.ledger")); err != nil || len(files) != 2 {
		t.Errorf("the folder holds %v", files)
	}
}

// A spend is refused in the ledger of another data set, but not of another spelling.
func TestSpellingOfASpend(t *testing.T) {
	l := fresh(t, "Zürich")
	s := spend(t, "0.5", "")
	s.DataSet = "Zu\u0308rich"
	debit(t, l, s)
	s.DataSet = "Zurich"
	if _, err := l.Debit(t.Context(), s); err == nil || !strings.Contains(err.Error(), "“Zurich”") {
		t.Errorf("error %v", err)
	}
}
