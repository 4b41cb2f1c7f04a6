package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/io/publish/publishtest"
)

func failures(t *testing.T, record, ledgers string) []string {
	t.Helper()
	findings, err := Release(publishtest.Remembering, record, ledgers, "test")
	if err != nil {
		t.Fatal(err)
	}
	if len(findings) < 8 {
		t.Fatalf("only %d findings", len(findings))
	}
	var bad []string
	for _, f := range findings {
		if !f.OK {
			bad = append(bad, f.What.String())
		}
	}
	return bad
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"no.json": "{}", "text.json": "hello", "new.json": `{"version": 99}`, "odd.json": `{"version": 1, "surprise": true}`} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Release(publishtest.Remembering, path, dir, "test"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v, want one that names the file", name, err)
		}
	}
	if _, err := Release(publishtest.Remembering, filepath.Join(dir, "missing.json"), dir, "test"); err == nil {
		t.Error("a missing record was verified")
	}
}
