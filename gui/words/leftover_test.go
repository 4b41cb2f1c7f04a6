package words_test

import (
	"testing"

	"steward/assets/language"
)

// named are texts that the window toolkit asks for by name.
var named = map[string]bool{"OK": true, "Yes": true, "No": true, "Error": true, "File": true}

// TestLeftOver finds entries of catalogues for texts that nothing says any more.
func TestLeftOver(t *testing.T) {
	used := make(map[string]bool)
	for _, root := range rooms {
		for _, k := range sourceOf(t, root).keys {
			used[k.text] = true
		}
	}
	for code, files := range catalogues(t) {
		for name, texts := range files {
			for english := range texts {
				if english = language.Singular(english); !used[english] && !named[english] {
					t.Errorf("%s (%s): nothing says %q any more", name, code, english)
				}
			}
		}
	}
}
