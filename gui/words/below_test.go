package words_test

import (
	"testing"

	"steward/gui/words/internal/lister"
)

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
