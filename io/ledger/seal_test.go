package ledger

import (
	"strings"
	"testing"
)

// The entry of files that are written keeps the seal of their record, and is of a format that says so;
// one without a seal is written as ever.
func TestCloseKeepsTheSeal(t *testing.T) {
	l := fresh(t, "People")
	seal := strings.Repeat("0a", 32)
	sealed, plain := debit(t, l, spend(t, "0.5", "")), debit(t, l, spend(t, "0.25", ""))
	for _, wrong := range []string{"x", seal[1:], strings.ToUpper(seal), seal + "0", "\u00e9" + seal[2:]} {
		before := string(bytesOf(t, l))
		if err := l.Close(sealed, Closing{Time: "t", Digest: "d", Seal: wrong}); err == nil || !strings.Contains(err.Error(), "has no seal but") || string(bytesOf(t, l)) != before {
			t.Errorf("the seal %q: %v", wrong, err)
		}
	}
	if err := l.Close(sealed, Closing{Time: "t", Digest: "d", Files: []string{"r.json"}, Seal: seal}); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(plain, Closing{Time: "t", Digest: "e"}); err != nil {
		t.Fatal(err)
	}
	s := statement(t, l)
	if e := s.Entries[2]; e.Seal != seal || e.Format != fourthFormat || e.Digest != "d" || e.Of != sealed.Sequence {
		t.Errorf("noted as %+v", e)
	}
	if e := s.Entries[3]; e.Seal != "" || e.Format == fourthFormat {
		t.Errorf("without a seal it is noted as %+v", e)
	}
	if text(s.Spent) != "0.75" || len(s.Unwritten()) != 0 {
		t.Errorf("statement %+v", s)
	}
	// The seal is held by the entry's hash: another one is noticed.
	if err := put(l, l.Path(), []byte(strings.Replace(string(bytesOf(t, l)), seal, strings.Repeat("0b", 32), 1))); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Statement(); err == nil {
		t.Error("a ledger with another seal is read as if nothing had happened")
	}
}
