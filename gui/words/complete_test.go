package words_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"testing"

	"steward/assets"
	"steward/gui/words"
)

// catalogues are the texts of every language but English, by its code and the file they stand in.
func catalogues(t *testing.T) map[string]map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]map[string]string{}
	for _, l := range words.Languages() {
		if l.Code == words.English {
			continue
		}
		all[l.Code] = map[string]map[string]string{}
		names, err := fs.Glob(assets.Words(), path.Join(l.Code, "*.json"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s has no texts (%v)", l.Name, err)
		}
		for _, name := range names {
			raw, err := fs.ReadFile(assets.Words(), name)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{}
			if err := json.Unmarshal(raw, &texts); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all[l.Code][name] = texts
		}
	}
	return all
}

// entries are the texts of every language, by its code.
func entries(t *testing.T) map[string]map[string]string {
	all := map[string]map[string]string{}
	for code, files := range catalogues(t) {
		all[code] = map[string]string{}
		for _, texts := range files {
			for english, text := range texts {
				all[code][english] = text
			}
		}
	}
	return all
}

// TestComplete finds texts of the window that a language has no entry for.
func TestComplete(t *testing.T) {
	s := readSource(t, "..")
	if len(s.keys) < 1500 {
		t.Fatalf("only %d texts were found", len(s.keys))
	}
	for code, texts := range entries(t) {
		told := map[string]bool{}
		for _, k := range s.keys {
			if _, ok := texts[k.text]; !ok && !told[k.text] {
				told[k.text] = true
				t.Errorf("%s: %q has no entry in assets/words/%s", k.at, k.text, code)
			}
		}
	}
}
