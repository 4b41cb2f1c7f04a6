package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files writes files by name and text into a folder of their own.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestReadFaultsRefuses(t *testing.T) {
	const whole = "fault: a\nbreaks: It.\nin: core/add\n-x\n+y\n"
	for name, c := range map[string]struct{ text, says string }{
		"nothing":              {"# no faults\n", "no faults"},
		"twice the same name":  {whole + "\n" + whole, "stands at"},
		"no package":           {"fault: a\nbreaks: It.\n-x\n", "before the package"},
		"no sentence":          {"fault: a\nin: core/add\n-x\n+y\n", "needs a name"},
		"no edit":              {"fault: a\nbreaks: It.\nin: core/add\n", "needs a name"},
		"an edit of nothing":   {"fault: a\nbreaks: It.\nin: core/add\n x\n", "changes nothing"},
		"an edit without old":  {"fault: a\nbreaks: It.\nin: core/add\n+x\n", "changes nothing"},
		"a field twice":        {"fault: a\nbreaks: It.\nbreaks: It.\n", "twice"},
		"a field before all":   {"breaks: It.\n", "before the first"},
		"a line of no kind":    {whole + "*z\n", "no field"},
		"a package outside it": {"fault: a\nbreaks: It.\nin: ../add\n-x\n+y\n", "by their folders"},
	} {
		_, err := readFaults(files(t, map[string]string{"f.txt": c.text}))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want it to say %q", name, err, c.says)
		}
	}
}
