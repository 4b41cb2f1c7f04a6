package model_test

import (
	"strings"
	"testing"

	"steward/core/plan"
	"steward/reports/model/modeltest"
)

// The summary of a release whose errors were measured on a stand-in says so beside them, and promises
// no interval for them.
func TestMeasuredOnAStandIn(t *testing.T) {
	p := modeltest.Sample(t)
	plain := words(document(t, modeltest.Release(t, p)))
	if strings.Contains(plain, "stand-in") {
		t.Error("a release without a stand-in speaks of one")
	}
	p.StandIn = &plan.StandIn{Kind: plan.StandInEven}
	p.Questions[1].Mechanism = "tree-isotonic"
	r := modeltest.Release(t, p)
	d := document(t, r)
	text := words(d)
	for _, want := range []string{
		"errors measured on a stand-in, made-up data spread evenly",
		"measured on a stand-in, made-up data spread evenly; with these data the errors may be others",
		"no interval is promised to hold",
		"how far off it was there 19 times in 20",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary does not say %q", want)
		}
	}
	if q := d.Questions[1]; q.MeasuredOn == "" || !strings.Contains(q.Errors, "stand-in") {
		t.Errorf("question 2 says %q", q.Errors)
	}
	if !strings.Contains(text, "half-widths are no confidence intervals") {
		t.Error("the appendix does not say how the errors were found")
	}
}
