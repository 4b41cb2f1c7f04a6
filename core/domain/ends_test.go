package domain

import (
	"math/big"
	"testing"
)

// TestEnds spells out the ends of values of every kind.
func TestEnds(t *testing.T) {
	opts := Options{Origin: Typed}
	must := func(a *Attribute, err error) *Attribute {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	text := func(r *big.Rat) string {
		if r == nil {
			return "open"
		}
		return r.RatString()
	}
	for name, c := range map[string]struct {
		attr *Attribute
		want [][2]string
	}{
		"list":    {must(NewList("a", []string{"x", "y"}, opts)), [][2]string{{"0", "0"}, {"1", "1"}}},
		"ordered": {must(NewOrdered("a", []string{"x", "y"}, opts)), [][2]string{{"0", "0"}, {"1", "1"}}},
		"whole":   {must(NewWhole("a", -2, -1, opts)), [][2]string{{"-2", "-2"}, {"-1", "-1"}}},
		"numbers": {must(NewRanges("a", []Range{{To: "-0.5"}, {From: "-0.5", To: "0.25"}, {From: "0.25"}}, false, opts)),
			[][2]string{{"open", "-1/2"}, {"-1/2", "1/4"}, {"1/4", "open"}}},
		"whole numbers": {must(NewRanges("a", []Range{{From: "0", To: "4"}, {From: "5"}}, true, opts)), [][2]string{{"0", "4"}, {"5", "open"}}},
	} {
		for i, want := range c.want {
			if lo, hi := c.attr.Ends(i); text(lo) != want[0] || text(hi) != want[1] {
				t.Errorf("%s: value %d goes from %s to %s, want %v", name, i, text(lo), text(hi), want)
			}
		}
	}
}
