package words_test

import (
	"testing"

	"steward/gui/words/internal/lister"
)

// named are texts that are asked for by a name of something: by the window toolkit of its buttons, and by
// the window of verdicts, readings and encodings.
var named = map[string]bool{
	"OK": true, "Yes": true, "No": true, "Error": true, "File": true,
	"Hardly.": true, "Probably.": true, "Yes.": true,
	"edge-minimal": true, "UTF-8": true, "UTF-16 (big-endian)": true, "UTF-16 (little-endian)": true,
}

// TestLeftOver finds entries of catalogues for texts that nothing says any more.
func TestLeftOver(t *testing.T) {
	used := make(map[string]bool)
	for _, root := range []string{"..", "../../core", "../../io", "../../reports"} {
		for _, k := range readSource(t, root).keys {
			used[k.text] = true
		}
	}
	below, err := lister.Texts("../..", "core", "io", "reports", "assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range below {
		used[k.Key] = true
	}
	for _, list := range lister.Composed {
		for _, key := range list {
			used[key] = true
		}
	}
	for code, files := range catalogues(t) {
		for name, texts := range files {
			for english := range texts {
				if !used[english] && !named[english] {
					t.Errorf("%s (%s): nothing says %q any more", name, code, english)
				}
			}
		}
	}
}
