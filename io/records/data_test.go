package records

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/release"
	"steward/io/sheet/delimited"
)

func written(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "town.csv")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpen(t *testing.T) {
	path := written(t, "age;town\n20,5;North\n21,5;South\n")
	for _, c := range []struct {
		d    plan.Data
		says string
	}{
		{plan.Data{Quote: "''"}, "more than one character"},
		{plan.Data{Thousands: ".."}, "more than one character"},
		{plan.Data{Delimiter: "\xff\xfe"}, "cannot separate fields"},
		{plan.Data{Delimiter: "as long as a whole sentence"}, "up to 10 other characters"},
		{plan.Data{Delimiter: `"`}, "cannot separate fields"},
		{plan.Data{Sheet: "Wages"}, `no sheet "Wages"`},
		{plan.Data{HeaderRow: 99}, "line 99"},
		{plan.Data{HeaderRow: -1}, "count rows from 1"},
	} {
		if d, err := Open(context.Background(), path, c.d); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: opened %v, error %v, want one that says %q", c.d, d, err, c.says)
		}
	}
	d, err := Open(context.Background(), path, plan.Data{Delimiter: ";", DecimalComma: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	described, err := d.Describe(path, plan.Data{Delimiter: ";"})
	if err != nil {
		t.Fatal(err)
	}
	if same, err := d.SameAsReviewed(*described.Reviewed); err != nil || !same {
		t.Errorf("the file is not the one described: %v", err)
	}
	if same, err := d.SameAsReviewed(plan.Fingerprint{}); err != nil || same {
		t.Errorf("the file is one that nobody described: %v", err)
	}
	var _ release.Data = d
}

// TestOpenReadsAsThePlanSays opens a text table of one region's encoding and marks.
func TestOpenReadsAsThePlanSays(t *testing.T) {
	path := written(t, "name;wage\nZo\xeb;1.234,5\nAnn;980\n")
	d, err := Open(context.Background(), path, plan.Data{Encoding: "Windows-1252", Thousands: ".", DecimalComma: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for row, err := range d.Rows(context.Background()) {
		if err != nil || row.Cells[0].Text != "Zoë" || row.Cells[1].Number != 1234.5 {
			t.Errorf("row %+v, %v", row, err)
		}
		break
	}
	for _, c := range []struct {
		d    plan.Data
		says string
	}{
		{plan.Data{Encoding: "ebcdic"}, `"ebcdic"`}, {plan.Data{Quote: "''"}, "quotation mark"}, {plan.Data{Thousands: ".."}, "thousands separator"},
		{plan.Data{Thousands: "x"}, "thousands separator"}, {plan.Data{Quote: "x"}, "enclose"},
	} {
		if _, err := Open(context.Background(), path, c.d); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: error %v, want one that says %q", c.d, err, c.says)
		}
	}
	if opts, err := Options(plan.Data{Quote: NoQuote}); err != nil || opts.Quote != delimited.NoQuote {
		t.Errorf("no quotation marks: %+v, %v", opts, err)
	}
}
