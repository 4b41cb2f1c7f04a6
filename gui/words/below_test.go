package words_test

import (
	"strings"
	"testing"
	"unicode"

	"steward/gui/words/internal/lister"
)

// TestMessages finds messages of the packages below the window that a language has no entry for.
func TestMessages(t *testing.T) {
	all := entries(t)
	for _, root := range []string{"../../io/sheet", "../../io/codebook"} {
		for _, k := range readSource(t, root).keys {
			for code, entries := range all {
				if _, ok := entries[k.text]; !ok && strings.IndexFunc(verb.ReplaceAllString(k.text, ""), unicode.IsLetter) >= 0 {
					t.Errorf("%s: %q has no entry in assets/words/%s", k.at, k.text, code)
				}
			}
		}
	}
}

// TestBelow finds sentences of the packages below the window that a language has no entry for: Said
// could not say them.
func TestBelow(t *testing.T) {
	all := entries(t)
	for folder, file := range map[string]string{"core": "core.json", "io": "files.json", "reports": "reports.json"} {
		texts, err := lister.Texts("../..", folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(texts) < 20 {
			t.Errorf("only %d texts were found in %s", len(texts), folder)
		}
		for code, entries := range all {
			for _, text := range texts {
				if _, ok := entries[text.Key]; !ok {
					t.Errorf("%s:%d: %q has no entry: write it into assets/words/%s/%s, or list it in gui/words/internal/lister/unsaid.go where nobody reads it",
						text.File, text.Line, text.Key, code, file)
				}
			}
			for place, list := range lister.Composed {
				for _, key := range list {
					if _, ok := entries[key]; !ok {
						t.Errorf("%s: %q, which it puts together, has no entry in assets/words/%s", place, key, code)
					}
				}
			}
		}
	}
}
