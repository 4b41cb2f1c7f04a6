package words_test

import (
	"regexp"
	"testing"
)

// turns are ways to say things that the texts do not use, with what they say instead: each was
// found on screens often and read as a translation.
var turns = []struct {
	found   *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b[Ee]xists already\b`), "already exists"},
	{regexp.MustCompile(`\b[Cc]ount(ed|ing) up\b`), "cumulative counts"},
	{regexp.MustCompile(`\b[Dd]earest\b`), "most expensive"},
	{regexp.MustCompile(`\bOf somebody\b`), "if someone has"},
	{regexp.MustCompile(`\b[Rr]ead off (the data|“)`), "taken from"},
	{regexp.MustCompile(`\bhalf of (itself|themselves)\b`), "half its value"},
	{regexp.MustCompile(`\b[Aa]new\b`), "again"},
	{regexp.MustCompile(`\bother ones\b`), "different ones, or others"},
	{regexp.MustCompile(`\b(rows?|lines?|columns?|it|they) (is|are) no (record|entry|column|number|value)s?\b`), "is not a, are not"},
}

// TestTurns finds texts that use one of the turns.
func TestTurns(t *testing.T) {
	for _, files := range catalogues(t) {
		for name, texts := range files {
			for english := range texts {
				for _, turn := range turns {
					if f := turn.found.FindString(english); f != "" {
						t.Errorf("%s: %q says %q: say %s", name, english, f, turn.instead)
					}
				}
			}
		}
	}
}
