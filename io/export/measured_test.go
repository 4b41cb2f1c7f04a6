package export

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"steward/core/message"
)

// Errors that were measured on a stand-in are called so wherever they stand in the workbook and the
// tables, and nowhere else; a release without any says nothing of it.
func TestMeasuredOnAStandIn(t *testing.T) {
	r := releaseOf(t, smallPlan())
	told := func() map[string]string {
		t.Helper()
		var book bytes.Buffer
		if err := writeWorkbook(context.Background(), &book, r); err != nil {
			t.Fatal(err)
		}
		out := make(map[string]string)
		f := openBook(t, book.Bytes())
		for _, sheet := range f.GetSheetList() {
			out[sheet] = fmt.Sprint(rowsOf(t, f, sheet))
		}
		for i := range r.Questions {
			var table bytes.Buffer
			if err := (answered{Question: &r.Questions[i]}).writeCSV(context.Background(), &table); err != nil {
				t.Fatal(err)
			}
			heading, _, _ := strings.Cut(table.String(), "\r\n")
			out[fmt.Sprint("table ", i)] = heading
		}
		return out
	}
	for name, text := range told() {
		if strings.Contains(text, "stand-in") {
			t.Errorf("%s speaks of a stand-in: %s", name, text)
		}
	}
	r.Questions[1].MeasuredOn = message.Verbatim("last year’s table")
	said := told()
	for name, want := range map[string]string{
		readMeSheet:     "This was measured on a stand-in, last year’s table; how far these numbers are off depends on the data",
		accountingSheet: "They are not exact expected errors",
		"table 1":       "Published,95 % from (on a stand-in),95 % to (on a stand-in),Unadjusted,Typical error (on a stand-in)",
	} {
		if !strings.Contains(said[name], want) {
			t.Errorf("%s does not say %q: %s", name, want, said[name])
		}
	}
	if strings.Contains(said["table 0"], "stand-in") {
		t.Errorf("the other table says %q", said["table 0"])
	}
	if q := recordOf(r, nil, nil).Questions; q[1].MeasuredOn != "last year’s table" || q[0].MeasuredOn != "" {
		t.Errorf("the record says %q and %q", q[0].MeasuredOn, q[1].MeasuredOn)
	}
}

// What published numbers had to give up is said on the first sheet and in the record, and nowhere where nothing was.
func TestWhatWasGivenUp(t *testing.T) {
	r := releaseOf(t, smallPlan())
	said := func() string {
		t.Helper()
		var book bytes.Buffer
		if err := writeWorkbook(context.Background(), &book, r); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(rowsOf(t, openBook(t, book.Bytes()), readMeSheet))
	}
	if q := recordOf(r, nil, nil).Questions; q[0].GaveUp != "" || q[1].GaveUp != "" {
		t.Errorf("the record says %q and %q", q[0].GaveUp, q[1].GaveUp)
	}
	r.Questions[1].GaveUp = message.Verbatim("These are not whole.")
	if text := said(); strings.Count(text, "These are not whole.") != 1 {
		t.Errorf("the first sheet says %s", text)
	}
	if q := recordOf(r, nil, nil).Questions; q[1].GaveUp != "These are not whole." || q[0].GaveUp != "" {
		t.Errorf("the record says %q and %q", q[0].GaveUp, q[1].GaveUp)
	}
}
