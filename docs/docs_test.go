package docs_test

import (
	"bytes"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/assets/language"
	"steward/docs"
)

var (
	pictures = regexp.MustCompile(`!\[[^\]]+\]\(([^)]+)\)`)
	commands = regexp.MustCompile("`(steward [a-z]+(?: [a-z]+)?)")
	versions = regexp.MustCompile(`(?i)steward[-_ ]v?\d[\w.]*`)
	headings = regexp.MustCompile(`(?m)^#+ `)
)

// found returns what the first group of an expression, or all of it, matches in a text.
func found(e *regexp.Regexp, text string) []string {
	var out []string
	for _, m := range e.FindAllStringSubmatch(text, -1) {
		out = append(out, m[len(m)-1])
	}
	return out
}

// TestGuidesNameNoVersion looks for packages of one version in the guides, which hold for every later one.
func TestGuidesNameNoVersion(t *testing.T) {
	for _, l := range language.All() {
		if named := found(versions, docs.Guide(l.Code)); len(named) > 0 {
			t.Errorf("%s: %q", l.Name, named)
		}
	}
}

// TestGuidesSayTheSame compares the guide of every language with the English one: as many headings of each rank, paragraphs, rows of tables
// and words in bold, the same commands in the same order, and a picture of its own, which can be read, wherever that has one.
func TestGuidesSayTheSame(t *testing.T) {
	english := docs.Guide("en")
	for _, l := range language.All() {
		text := docs.Guide(l.Code)
		if l.Code != "en" && text == english {
			t.Errorf("there is no guide in %s", l.Name)
			continue
		}
		for what, of := range map[string]func(string) []string{
			"headings": func(s string) []string { return found(headings, s) },
			"commands": func(s string) []string { return found(commands, s) },
		} {
			if got, want := of(text), of(english); !slices.Equal(got, want) {
				t.Errorf("%s: %s %q, want %q", l.Name, what, got, want)
			}
		}
		for _, mark := range []string{"\n\n", "**", "\n|"} {
			if got, want := strings.Count(text, mark), strings.Count(english, mark); got != want {
				t.Errorf("%s: %q stands there %d times, want %d", l.Name, mark, got, want)
			}
		}
		folder := "guide/"
		if l.Code != "en" {
			folder += l.Code + "/"
		}
		shown := found(pictures, text)
		for i, name := range found(pictures, english) {
			if want := folder + strings.TrimPrefix(name, "guide/"); i >= len(shown) || shown[i] != want {
				t.Fatalf("%s: picture %d of %q is not %s", l.Name, i+1, shown, want)
			}
			data, err := docs.Picture(shown[i])
			if err != nil {
				t.Errorf("%s: %v", l.Name, err)
			} else if _, err := png.Decode(bytes.NewReader(data)); err != nil {
				t.Errorf("%s: %s: %v", l.Name, shown[i], err)
			}
		}
	}
}
