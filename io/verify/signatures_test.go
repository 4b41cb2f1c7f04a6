package verify

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/io/export"
	"steward/io/publish"
	"steward/io/publish/publishtest"
	"steward/io/signature"
)

// signerOf is a key of a test, made without any chance.
func signerOf(t *testing.T, letter string) *signature.Signer {
	t.Helper()
	s, err := signature.Keep{Dir: t.TempDir(), Random: strings.NewReader(strings.Repeat(letter, 32))}.Own()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Only a key that is trusted makes a release an original on a computer that never saw its account, and whoever forges one, with
// every digest and the seal made anew, has no signature by it.
func TestOnlyATrustedSignatureMakesAnOriginal(t *testing.T) {
	record, _ := publishtest.EveryKind(t)
	elsewhere := t.TempDir()
	mine, other, forger := signerOf(t, "m"), signerOf(t, "o"), signerOf(t, "f")
	trust := func(s *signature.Signer, named bool) signature.Trusted {
		return signature.Trusted{Fingerprint: s.Fingerprint(), Named: named}
	}
	check := func(name string, want Outcome, says string, trusted ...signature.Trusted) {
		t.Helper()
		findings, err := Release(publishtest.Remembering, record, elsewhere, "Steward test", trusted...)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, f := range findings {
			said += f.What.String() + "\n"
		}
		if findings.Outcome() != want || !strings.Contains(said, says) {
			t.Errorf("%s: %s, want %s with %q:\n%s", name, findings.Outcome(), want, says, said)
		}
	}
	check("without a signature", Unchanged, "The record is not signed")
	check("without one that is asked for", NotOriginal, "not signed by the key that you trust", trust(mine, true))
	path, err := publish.SignToo(mine, record)
	if err != nil || path != record+".sig" {
		t.Fatalf("%s, %v", path, err)
	}
	check("with an unknown key", Unchanged, "unchanged since it was signed by the unknown key "+mine.Fingerprint())
	check("with the key", Original, "signed by a key that you trust, "+mine.Fingerprint(), trust(mine, true))
	check("with the own key", Original, "the account is on the steward's computer", trust(mine, false))
	check("with another key", NotOriginal, "not signed by the key that you trust", trust(other, true))
	second, err := publish.SignToo(other, record)
	if err != nil || second == path {
		t.Fatalf("%s, %v", second, err)
	}
	check("with two keys", Original, other.Fingerprint(), trust(other, true))

	// A forgery: another word in the record, sealed and signed anew.
	text := publishtest.ContentOf(t, record)
	forged := resealed(bytes.Replace(text, []byte(`"program": "`), []byte(`"program": "Not `), 1))
	if err := os.WriteFile(record, forged, 0o600); err != nil {
		t.Fatal(err)
	}
	check("forged, with the signatures as they were", NotOriginal, "is not a signature of this record", trust(mine, true))
	for _, p := range []string{path, second} {
		if err := os.Remove(p); err != nil {
			t.Fatal(err)
		}
	}
	check("forged, without signatures", NotOriginal, "not signed by the key that you trust", trust(mine, true))
	if _, err := publish.SignToo(forger, record); err != nil {
		t.Fatal(err)
	}
	check("forged, and signed by the forger", NotOriginal, "not signed by the key that you trust", trust(mine, true))
	check("forged, with no key that is trusted", Unchanged, "unknown key "+forger.Fingerprint())
}

// Any change of any table, of the summary, of the record and of a signature is noticed.
func TestOtherManipulations(t *testing.T) {
	record, _ := publishtest.EveryKind(t)
	mine := signerOf(t, "m")
	if _, err := publish.SignToo(mine, record); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(record)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	tried, turn := 0, 0
	for _, e := range entries {
		name := e.Name()
		if filepath.Ext(name) == ".xlsx" { // TestWorkbookManipulations
			continue
		}
		path := filepath.Join(dir, name)
		original := publishtest.ContentOf(t, path)
		for _, c := range []struct {
			what    string
			changed []byte
		}{
			{"a line less", original[bytes.IndexByte(original, '\n')+1:]},
			{"cut off", original[:len(original)/2]},
			{"empty", nil},
			{"something behind", append(bytes.Clone(original), "True counts"...)},
			{"another digit", bytes.Replace(original, []byte("1"), []byte("2"), 1)},
		} {
			if turn++; turn%seeded.Often(2, 1) > 0 || bytes.Equal(c.changed, original) {
				continue // the fast run does to each file what it does not do to the next
			}
			if err := os.WriteFile(path, c.changed, 0o600); err != nil {
				t.Fatal(err)
			}
			tried++
			if noticed := noticedIn(t, record, mine, name); !noticed {
				t.Errorf("%s: %s is not noticed", name, c.what)
			}
		}
		if err := os.WriteFile(path, original, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if tried < seeded.Often(40, 80) {
		t.Errorf("only %d manipulations were tried", tried)
	}
}

// noticedIn reports whether seal, signatures or digests tell that a file was changed.
func noticedIn(t *testing.T, record string, by *signature.Signer, name string) bool {
	t.Helper()
	if name == filepath.Base(record) && !sealed(t, record) {
		return true
	}
	if strings.HasSuffix(name, signature.Suffix) {
		v := &verifier{}
		if err := v.signatures(record, []signature.Trusted{{Fingerprint: by.Fingerprint(), Named: true}}); err != nil {
			t.Fatal(err)
		}
		return v.findings.Outcome() == NotOriginal
	}
	v := &verifier{program: "Steward test"}
	var err error
	if v.record, err = export.ReadRecord(record); err != nil {
		return true
	}
	only := v.record
	only.Files = map[string]string{name: v.record.Files[name]}
	return changedIn(t, record, only)
}
