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
		readMeSheet:     "measured on a stand-in, last year’s table; how far these numbers are off depends on the data",
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
	if q := recordOf(r, nil).Questions; q[1].MeasuredOn != "last year’s table" || q[0].MeasuredOn != "" {
		t.Errorf("the record says %q and %q", q[0].MeasuredOn, q[1].MeasuredOn)
	}
}
