package session

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// released releases the sample and returns the folder, the record and the ledgers' folder.
func released(t *testing.T) (dir, record, ledgers string) {
	t.Helper()
	s := newSample(t)
	dir = t.TempDir()
	s.Review()
	s.Carry(dir, "sample")
	done := s.Finished()
	if done == nil {
		t.Fatal(s.Problem())
	}
	for _, f := range done.Files {
		if filepath.Ext(f) == ".json" {
			record = f
		}
	}
	return dir, record, s.around.LedgerDir
}

func failures(t *testing.T, record, ledgers string) []string {
	t.Helper()
	findings, err := Verify(context.Background(), record, ledgers)
	if err != nil {
		t.Fatal(err)
	}
	if len(findings) < 8 {
		t.Fatalf("only %d findings", len(findings))
	}
	var bad []string
	for _, f := range findings {
		if !f.OK {
			bad = append(bad, f.What)
		}
	}
	return bad
}

func TestVerifyHolds(t *testing.T) {
	_, record, ledgers := released(t)
	if bad := failures(t, record, ledgers); len(bad) > 0 {
		t.Errorf("a fresh release does not hold together: %q", bad)
	}
}

func TestVerifyNotices(t *testing.T) {
	dir, record, ledgers := released(t)
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, from, to, says string }{
		{"an answer", `"published": `, `"published": 9`, "digest"},
		{"an error", `"rootMeanSquareError": `, `"rootMeanSquareError": 1`, "errors"},
		{"a noise scale", `"scale": "`, `"scale": "1`, "noise scales"},
		{"the budget of the plan", `"epsilon": "0.5"`, `"epsilon": "0.4"`, "errors"},
		{"the spend", "\n \"epsilon\": \"0.5\"", "\n \"epsilon\": \"0.1\"", "was spent"},
		{"a label", `"Alderton"`, `"Elderton"`, "should be for"},
		{"a title", "Smokers by district", "Smokers by town", "digest"},
		{"a file's digest", `.csv": "`, `.csv": "0`, "is not as it was written"},
		{"the ledger entry", `"sequence": 1`, `"sequence": 2`, "has no entry"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := bytes.Replace(original, []byte(c.from), []byte(c.to), 1)
			if bytes.Equal(changed, original) {
				t.Fatalf("the record does not hold %q", c.from)
			}
			path := filepath.Join(dir, "changed.json")
			if err := os.WriteFile(path, changed, 0o600); err != nil {
				t.Fatal(err)
			}
			if bad := failures(t, path, ledgers); !strings.Contains(strings.Join(bad, "\n"), c.says) {
				t.Errorf("findings %q do not say %q", bad, c.says)
			}
		})
	}
}

func TestVerifyRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"no.json": "{}", "text.json": "hello", "new.json": `{"version": 99}`, "odd.json": `{"version": 1, "surprise": true}`} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(context.Background(), path, dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v, want one that names the file", name, err)
		}
	}
	if _, err := Verify(context.Background(), filepath.Join(dir, "missing.json"), dir); err == nil {
		t.Error("a missing record was verified")
	}
}
