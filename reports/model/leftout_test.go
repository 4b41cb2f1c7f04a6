package model

import (
	"fmt"
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
	noisy := 0
	for _, exact := range q.Exact {
		if !exact {
			noisy++
		}
	}
	for name, d := range map[string]*Document{"reader's sheet": sheet, "summary": summary} {
		var lead strings.Builder
		for _, part := range d.Cover.Lead {
			lead.WriteString(part.Text)
		}
		if want := fmt.Sprintf("%d of them are left out as too noisy", noisy); noisy < 2 || !strings.Contains(lead.String(), want) {
			t.Errorf("the %s begins with %q, want %q", name, lead.String(), want)
		}
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
