package release

import (
	"testing"

	"steward/core/mechanism"
)

// Whatever published numbers can give up has a sentence of its own, and nothing has none.
func TestGivenUpIsSaid(t *testing.T) {
	seen := map[string]bool{}
	for g := mechanism.GaveNothing; g <= mechanism.GaveFacts; g++ {
		text := gaveUp(g)
		if text.IsZero() != (g == mechanism.GaveNothing) || seen[text.String()] {
			t.Errorf("%d is said as %q", g, text)
		}
		if seen[text.String()] = true; GaveUp(text.String()) != g {
			t.Errorf("%d is said as %q and read as %d", g, text, GaveUp(text.String()))
		}
	}
	if GaveUp("what another version says") != mechanism.GaveFacts {
		t.Error("a sentence of another version is held against its numbers")
	}
}
