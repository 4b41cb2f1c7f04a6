package model

import (
	"strings"
	"testing"

	"steward/core/result"
	"steward/reports/model/modeltest"
)

// On the first page of either document a table that its rule leaves out is said to be, and no other is.
func TestTablesThatAreLeftOutAreSaidToBe(t *testing.T) {
	r := modeltest.Release(t, modeltest.Sample(t))
	q := &r.Questions[0]
	q.LeftOut = true
	sheet, err := ReaderSheet(r)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]*Document{"reader's sheet": sheet, "summary": summary} {
		for i, line := range d.Cover.Published {
			if told := strings.Contains(line.Method, result.SaidLeftOut().String()); told != (i == 0) {
				t.Errorf("the %s says of question %d: %s", name, i+1, line.Method)
			}
			if d.Cover.ForReaders && (line.Noisy == "left out") != (i == 0) {
				t.Errorf("of the numbers of question %d %s are too noisy", i+1, line.Noisy)
			}
		}
	}
}
