//go:build office

package pdf

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/reports/page/pagetest"
)

// run runs one of poppler's programs and returns what it prints.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	var complaints bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v: %s (it is in Debian's package poppler-utils)", name, strings.Join(args, " "), err, complaints.String())
	}
	if complaints.Len() > 0 {
		t.Errorf("%s %s complains: %s", name, strings.Join(args, " "), complaints.String())
	}
	return string(out)
}

// TestOtherReaders opens every document with poppler, which must find the same pages, the
// same words on each, and both fonts embedded as subsets with their meaning, and draw all
// pages without a complaint.
func TestOtherReaders(t *testing.T) {
	for name, of := range pagetest.All {
		file := write(t, of(t), "")
		path := filepath.Join(t.TempDir(), name+".pdf")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		pages := readBack(t, file)
		if info := run(t, "pdfinfo", path); !strings.Contains(info, fmt.Sprintf("Pages:           %d\n", len(pages))) {
			t.Errorf("%s: we find %d pages, but\n%s", name, len(pages), info)
		}
		fonts := strings.Split(strings.TrimSpace(run(t, "pdffonts", path)), "\n")[2:]
		if len(fonts) != 2 {
			t.Errorf("%s: the fonts are %q", name, fonts)
		}
		for _, f := range fonts {
			if fields := strings.Fields(f); len(fields) < 7 || fields[4] != "yes" || fields[6] != "yes" {
				t.Errorf("%s: %q is not embedded, or its text cannot be read", name, f)
			}
		}
		found := strings.Split(run(t, "pdftotext", "-raw", path, "-"), "\f")
		for i, p := range pages {
			if got, want := letters(found[i]), letters(p.joinedText()); got != want {
				t.Errorf("%s, page %d: pdftotext finds\n%s\nand we\n%s", name, i+1, found[i], p.joinedText())
			}
		}
		if name != "many" {
			run(t, "pdftoppm", "-r", "40", path, filepath.Join(t.TempDir(), "page"))
		}
	}
}

// letters returns the characters of a text without spaces, sorted: what is left when lines
// are broken otherwise, and writing from right to left is turned around again.
func letters(s string) string {
	list := []rune(strings.Join(strings.Fields(s), ""))
	list = slices.DeleteFunc(list, func(r rune) bool { return r == '\u202b' || r == '\u202c' || r == '\u202a' })
	slices.Sort(list)
	return string(list)
}
