package ledger

import (
	"strings"
	"testing"

	"steward/core/result"
)

// Only a debit of the ledger that is not closed yet can be closed, by whom knows its hash.
func TestCloseDoesNotTrustItsCaller(t *testing.T) {
	l := fresh(t, "People")
	first := debit(t, l, spend(t, "0.5", ""))
	closing := Closing{Time: "t", Digest: "d", Files: []string{"r.xlsx"}}
	second := debit(t, l, spend(t, "0.25", ""))
	if err := l.Close(first, closing); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		debit   result.LedgerEntry
		closing Closing
		says    string
	}{
		"closed already":             {first, closing, "already noted: there is nothing more"},
		"closed with another digest": {first, Closing{Time: "t", Digest: "e"}, "another digest"},
		"no such entry":              {result.LedgerEntry{Sequence: 9, Hash: first.Hash}, closing, "not the spend"},
		"no entry":                   {result.LedgerEntry{}, closing, "not the spend"},
		"below the first":            {result.LedgerEntry{Sequence: -1}, closing, "not the spend"},
		"another hash":               {result.LedgerEntry{Sequence: 2, Hash: first.Hash}, closing, "not the spend"},
		"no hash":                    {result.LedgerEntry{Sequence: 2}, closing, "not the spend"},
		"not a debit":                {result.LedgerEntry{Sequence: 3, Hash: statement(t, l).Entries[2].Hash}, closing, "not the spend"},
		"no digest":                  {second, Closing{Time: "t"}, "no digest"},
	} {
		before := bytesOf(t, l)
		if err := l.Close(c.debit, c.closing); err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "“People”") {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
		if string(bytesOf(t, l)) != string(before) {
			t.Errorf("%s: it was noted", name)
		}
	}
	if err := l.Close(second, Closing{Time: "t", Digest: "d2"}); err != nil {
		t.Error(err)
	}
	if open := statement(t, l).Unwritten(); len(open) > 0 {
		t.Errorf("not noted as written: %v", open)
	}
}

// entryOf returns where an entry stands, for closing it.
func entryOf(s Statement, number int) result.LedgerEntry {
	for _, e := range s.Entries {
		if e.Sequence == number {
			return result.LedgerEntry{DataSet: e.DataSet, Sequence: number, Hash: e.Hash}
		}
	}
	return result.LedgerEntry{}
}
