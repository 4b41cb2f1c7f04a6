package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/io/export"
	"steward/io/ledger"
	"steward/io/publish/publishtest"
)

// The ledger notes the seal of the record that was written. Whoever changes the record and seals it again
// is found out by it.
func TestLedgerKeepsTheSeal(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	rec, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(ledgers, rec.Ledger.DataSet)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(s.Entries, func(e ledger.Entry) bool { return e.Kind == ledger.Written })
	if at < 0 || s.Entries[at].Seal != rec.Seal || len(rec.Seal) != 64 || s.Entries[at].Time == "" {
		t.Fatalf("the record has the seal %s, the ledger %+v", rec.Seal, s.Entries)
	}
	findings, err := Release(publishtest.Remembering, record, ledgers, "Steward test")
	if err != nil || !slices.ContainsFunc(findings, func(f Finding) bool {
		return f.Vouched && f.Part == Ledger && strings.Contains(f.What.String(), "contains the seal of exactly this record")
	}) {
		t.Errorf("fresh: %+v, %v", findings, err)
	}
	// What no digest but the seal is of: who wrote the record.
	text := bytes.Replace(publishtest.ContentOf(t, record), []byte("\"program\": \""), []byte("\"program\": \"Not "), 1)
	again := filepath.Join(filepath.Dir(record), "again.json")
	if err := os.WriteFile(again, resealed(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if sealed, whole, err := export.CheckSeal(again); err != nil || !sealed || !whole {
		t.Fatalf("it was not sealed again: %v", err)
	}
	if _, bad := workbookFindings(t, again, ledgers); !strings.Contains(bad, "contains a different seal: this record is not the one that was written then") || strings.Count(bad, "\n") > 1 {
		t.Errorf("sealed again: %q", bad)
	}
}

// resealed seals a record anew, as whoever changed it can.
func resealed(text []byte) []byte {
	line := bytes.LastIndex(text, []byte("\n \"seal\""))
	digest := sha256.Sum256(text[:line])
	return append(bytes.Clone(text[:line]), "\n \"seal\": \""+hex.EncodeToString(digest[:])+"\"\n}\n"...)
}
