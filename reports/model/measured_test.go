package model_test

import (
	"strings"
	"testing"

	"steward/core/message"
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
	for i := range p.Questions {
		p.Questions[i].Mechanism = "laplace"
	}
	p.Questions[1].Mechanism = "tree-isotonic"
	r := modeltest.Release(t, p)
	d := document(t, r)
	text := words(d)
	for _, want := range []string{
		"errors measured on a stand-in, made-up data spread evenly",
		"measured on a stand-in, made-up data spread evenly; with these data the errors may be different",
		"no interval is guaranteed",
		"how far off it was there 19 times in 20",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary does not say %q", want)
		}
	}
	if q := d.Questions[1]; q.MeasuredOn == "" || !strings.Contains(q.Errors, "stand-in") {
		t.Errorf("question 2 says %q", q.Errors)
	}
	if !strings.Contains(text, "half-widths are not confidence intervals") {
		t.Error("the appendix does not say how the errors were found")
	}
}

// What published numbers had to give up is said beside them and in the appendix, which promises nothing else of them.
func TestWhatWasGivenUp(t *testing.T) {
	r := modeltest.Release(t, modeltest.Sample(t))
	whole := strings.Count(words(document(t, r)), "they are whole, never below zero")
	r.Questions[1].GaveUp = message.Verbatim("These are not whole.")
	d := document(t, r)
	text := words(d)
	if strings.Count(text, "These are not whole.") != 2 || strings.Count(text, "they are whole, never below zero") != whole-1 {
		t.Errorf("the summary says %s", text)
	}
	if !strings.Contains(d.Questions[1].Errors, "These are not whole.") || strings.Contains(d.Questions[0].Errors, "These are not whole.") {
		t.Errorf("the questions say %q and %q", d.Questions[0].Errors, d.Questions[1].Errors)
	}
}
