package gui

import (
	"testing"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/words"
)

// TestStepTermsAreInTheGlossary finds the terms of every step in the glossary of every language.
func TestStepTermsAreInTheGlossary(t *testing.T) {
	for _, language := range words.Languages() {
		known := make(map[string]bool)
		for _, term := range assets.Glossary(language.Code) {
			known[term.ID] = true
		}
		for _, step := range guide.Steps() {
			if len(stepTerms[step]) == 0 {
				t.Errorf("%s has no terms", step)
			}
			for _, id := range stepTerms[step] {
				if !known[id] {
					t.Errorf("%s: the glossary in %s has no term %q", step, language.Name, id)
				}
			}
		}
	}
	if len(stepTerms) != len(guide.Steps()) {
		t.Errorf("there are terms of %d steps, and %d steps", len(stepTerms), len(guide.Steps()))
	}
}
