package verify

import (
	"encoding/json"
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

// Whatever a record claims that a question takes of the budget, in the place of what its plan gives it, is refused: nothing
// above all, where there is noise.
func TestVerifyTellsAShareThatIsClaimed(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, claimed := range []string{"0", "0.00001", "1", "none", ""} {
		var r map[string]any
		if err := json.Unmarshal(original, &r); err != nil {
			t.Fatal(err)
		}
		for i := range r["questions"].([]any) {
			question := r["questions"].([]any)[i].(map[string]any)
			question["epsilon"] = claimed
		}
		changed, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(filepath.Dir(record), "claimed.json")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		findings, err := Release(publishtest.Remembering, path, ledgers, "Steward test")
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, f := range findings {
			if !f.OK && strings.Contains(f.What.String(), "of the budget, but by its plan it takes") {
				found++
			}
		}
		if want := len(r["questions"].([]any)); found != want {
			t.Errorf("%q is claimed, and said of %d of %d questions", claimed, found, want)
		}
	}
}
