package model_test

import (
	"strings"
	"testing"

	"steward/reports/model"
	"steward/reports/model/modeltest"
)

// Every statement of the promise about odds says what a release with a delta does not cover; the appendix
// has what is needed to recompute it; and none of it is said of a pure release.
func TestDelta(t *testing.T) {
	p := modeltest.Sample(t)
	p.Budget.Delta = "0.000001"
	r := modeltest.Release(t, p)
	text := words(document(t, r))
	const except = "except in a case whose chance is at most 1 in 1,000,000"
	for _, want := range []string{
		"at most *63* times in 100.", "with a chance of failure of at most *1 in 1,000,000*", // the lead
		"by a factor of at most 1.87, " + except, // what nobody can tell
		"Delta: 0.000001", "Rho: " + r.Rho, "r: " + r.R, "σ² of Gaussian noise", "Chances of failure in total: 0.000001",
		"40 % |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if n, m := strings.Count(text, "by a factor of"), strings.Count(text, except); n != m || n == 0 {
		t.Errorf("%d factors of odds are stated, %d with what they do not cover", n, m)
	}
	if pure := words(document(t, modeltest.Release(t, modeltest.Sample(t)))); strings.Contains(pure, "except in a case") || strings.Contains(pure, "Gaussian") {
		t.Error("a pure release speaks of a chance of failure")
	}
	wrong := *r
	wrong.Rho = "1"
	if _, err := model.New(&wrong); err == nil {
		t.Error("a rho that is not the promise's was taken")
	}
	wrong = *r
	wrong.Delta = ""
	if _, err := model.New(&wrong); err == nil {
		t.Error("a release without the delta of its plan was taken")
	}
}
