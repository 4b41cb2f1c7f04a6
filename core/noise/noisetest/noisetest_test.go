package noisetest

import "testing"

// Two releases of one test must not be the same draw.
func TestFreshGoesOn(t *testing.T) {
	open := Fresh(t)
	if first, second := open().Uint64(), open().Uint64(); first == second {
		t.Errorf("both sources begin with %d", first)
	}
}
