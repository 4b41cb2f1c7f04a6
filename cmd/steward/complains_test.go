package main

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/cmd/steward/crash"
	"steward/cmd/steward/published"
	"steward/gui/words"
)

// TestErrorsForPrograms gives command lines that cannot be understood, and commands that fail: with --json a program reads what went
// wrong, in English whatever the language in use, and the exit code tells the two apart.
func TestErrorsForPrograms(t *testing.T) {
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = words.Use(words.English) }()
	for line, c := range map[string]struct {
		code int
		says string
	}{
		"preview --json":                      {usage, "<project>"},
		"mechanisms --json --frob":            {usage, "--frob"},
		"preview nothing.steward --json":      {failed, "there is no plan file"},
		"verify nothing.json --json":          {failed, "there is no record"},
		"inspect --password-file no x --json": {failed, "no"},
	} {
		o := steward(strings.Fields(line)...)
		var said complaint
		if err := json.Unmarshal([]byte(o.err), &said); err != nil || o.code != c.code || said.Exit != c.code || !strings.Contains(said.Error, c.says) || o.out != "" {
			t.Errorf("steward %s: exit code %d, %v\n%s%s", line, o.code, err, o.out, o.err)
		}
	}
	for code := range map[int]bool{failed: true, usage: true, crash.Exit: true} {
		for _, o := range published.Outcomes {
			if o.Code == code {
				t.Errorf("exit code %d means two things", code)
			}
		}
	}
}
