package session

import (
	"reflect"
	"testing"

	"steward/core/plan"
	"steward/gui/session/columns"
	"steward/gui/words"
)

// inGerman has a test speak German.
func inGerman(t *testing.T) {
	t.Helper()
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := words.Use(words.English); err != nil {
			t.Error(err)
		}
	})
}

// TestRangeLinesInGerman has ranges read as they are written in another language, and as English
// writes them all the same.
func TestRangeLinesInGerman(t *testing.T) {
	inGerman(t)
	whole := []plan.Range{{To: "17"}, {From: "18", To: "22"}, {From: "23", To: "23"}, {From: "24", To: "12500", Label: "under 65 to 70"}, {From: "12501"}}
	parts := []plan.Range{{To: "-0.5"}, {From: "-0.5", To: "1.25"}, {From: "1.25", To: "1250.125"}, {From: "1250.125"}, {}}
	for _, c := range []struct {
		text  string
		whole bool
		want  []plan.Range
	}{
		{columns.RangeLines(whole, true), true, whole},
		{columns.RangeLines(parts, false), false, parts},
		{"17 oder weniger\n18 bis 22\n23", true, []plan.Range{{To: "17"}, {From: "18", To: "22"}, {From: "23", To: "23"}}},
		{"Unter 1.250,5\n1.250,5 bis unter 2000\n2.000 oder mehr", false, []plan.Range{{To: "1250.5"}, {From: "1250.5", To: "2000"}, {From: "2000"}}},
		{"under 0.5\n0.5 to under 1\n1+", false, []plan.Range{{To: "0.5"}, {From: "0.5", To: "1"}, {From: "1"}}},
	} {
		if got, err := columns.ParseRanges(c.text, c.whole); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v, %v, want %+v", c.text, got, err, c.want)
		}
	}
	if got := columns.RangeLines(parts[:2], false); got != "unter -0,5\n-0,5 bis unter 1,25" {
		t.Errorf("wrote %q", got)
	}
	if _, err := columns.ParseRanges("etwa 5", true); err == nil {
		t.Error("what is no range was read")
	}
}
