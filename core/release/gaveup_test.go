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
		seen[text.String()] = true
	}
}
