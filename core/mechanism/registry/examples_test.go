package registry

import (
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// applying prepares every mechanism that applies to an example and whose error does not depend
// on the data.
func applying(e mechanismtest.Example, t testing.TB) []mechanism.Prepared {
	t.Helper()
	var out []mechanism.Prepared
	for _, m := range independent() {
		if !m.Check(e.Scene.Problem).OK() {
			continue
		}
		q, err := m.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatalf("%s, %s: %v", m.Info().ID, e.Name, err)
		}
		out = append(out, q)
	}
	return out
}
