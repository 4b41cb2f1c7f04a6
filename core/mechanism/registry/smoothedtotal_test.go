package registry

import (
	"testing"

	"steward/core/mechanism/mechanismtest"
)

// Smoothing is chosen for few people.
func TestSmoothingPaysForFewPeople(t *testing.T) {
	if got, why, err := Choose(t.Context(), mechanismtest.FewPeople(t), ""); err != nil || got.Info().ID != "smoothed-total" {
		t.Fatalf("%v, %v was chosen: %s", err, got, why)
	}
}
