package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/guide"
	"steward/gui/session/facts"
)

func factSheet(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "published.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestImportFacts states the totals of a sheet, which then have a price, and takes them back.
func TestImportFacts(t *testing.T) {
	s := newSample(t)
	before := s.Compiled().Tied().Factor
	s.Facts.Import(factSheet(t, "smoker,people\nyes,1000\nno,3800\n"))
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	if n := len(s.Plan().Facts.Stated); n != 1 {
		t.Fatalf("%d facts are stated, want 1", n)
	}
	if c := s.Compiled(); c == nil {
		t.Errorf("the plan has issues: %v", s.Issues(guide.Facts))
	} else if got := c.Tied().Factor; got <= before {
		t.Errorf("the noise counts %d with the fact and %d without", got, before)
	}
	s.Undo()
	if len(s.Plan().Facts.Stated) != 0 {
		t.Error("undo leaves the fact")
	}
}

func TestReadFactsRefuses(t *testing.T) {
	s := newSample(t)
	for _, c := range []struct{ text, says string }{
		{"smoker,people\nyes,many\n", `found “many” where a whole number`},
		{"smoker,people\nyes,-4\n", "a whole number of people"},
		{"smoker,people\nyes,1.5\n", "a whole number of people"},
		{"shoe,people\nyes,4\n", `“shoe” is not published`},
		{"smoker,smoker,people\nyes,yes,4\n", "both called"},
		{"people\n4\n", "found 1 column"},
	} {
		_, err := facts.Read(context.Background(), factSheet(t, c.text), s.Plan())
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want it to say %q", c.text, err, c.says)
		}
	}
	s.Facts.Import(factSheet(t, "smoker,people\nsometimes,4\n"))
	if issues := s.Issues(guide.Facts); len(issues) == 0 || !strings.Contains(issues[0].Message.String(), "sometimes") {
		t.Errorf("a value that is not declared: %v", issues)
	}
}
