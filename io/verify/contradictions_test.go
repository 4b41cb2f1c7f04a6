package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/io/publish/publishtest"
)

// Published numbers that are moved by a person contradict those of other questions, and what is known, and it is said.
func TestVerifyFindsContradictions(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	for _, c := range []struct {
		question string
		says     []string
	}{
		{"three", []string{"Town, smoking and rent: the published numbers contradict those of “Rents”", "Town, smoking and rent: the published numbers contradict one another or what is known"}},
		{"mean", []string{"the published numbers contradict those of “Average rent by town”"}},
		{"", []string{"Published numbers contradict neither one another"}},
	} {
		var r map[string]any
		if err := json.Unmarshal(publishtest.ContentOf(t, record), &r); err != nil {
			t.Fatal(err)
		}
		for _, q := range r["questions"].([]any) {
			if q := q.(map[string]any); q["id"] == c.question {
				answers := q["answers"].([]any)
				answer := answers[len(answers)-2].(map[string]any)
				answer["published"] = answer["published"].(float64) + 1
			}
		}
		changed, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(filepath.Dir(record), "changed.json")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		findings, err := Release(publishtest.Remembering, path, ledgers, "Steward test")
		if err != nil {
			t.Fatal(err)
		}
		for _, says := range c.says {
			if !slices.ContainsFunc(findings, func(f Finding) bool {
				return f.OK == (c.question == "") && strings.Contains(f.What.String(), says)
			}) {
				t.Errorf("%q: nothing says %q: %+v", c.question, says, findings)
			}
		}
	}
}
