package verify

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/seeded"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// Made-up records by each method are released into every file, all of which hold together; the public
// number of smokers holds exactly where there are as many records as people.
func TestMadeUpRecordsHoldTogether(t *testing.T) {
	for _, delta := range []string{"", "0.000001"} {
		j := publishtest.SyntheticJob(t, delta)
		done, err := publish.Release(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range done.Release.Synthetic {
			want := []int{240, 100, 240}[i]
			smokers := 0
			for row := range s.Rows() {
				for k, name := range s.Names() {
					if name == "smoker" && row[k] == "yes" {
						smokers++
					}
				}
			}
			if s.Len() != want || want == 240 && smokers != 80 || s.Quality.MeasuredOn.IsZero() {
				t.Errorf("%s: %d records, %d smokers, measured on %q", s.Asked.Title, s.Len(), smokers, s.Quality.MeasuredOn)
			}
		}
		record := filepath.Join(j.Out, "every.json")
		if bad := failures(t, record, j.LedgerDir); len(bad) > 0 {
			t.Errorf("a fresh release with delta %q does not hold together: %q", delta, bad)
		}
		original := publishtest.ContentOf(t, record)
		for _, c := range []struct{ from, to, says string }{
			{`"scale": "`, `"scale": "1`, "noise"}, {`"sigmaSquared": "`, `"sigmaSquared": "1`, "noise"},
			{`"rate": "`, `"rate": "1`, "would spend more"}, {`"digest": "`, `"digest": "0`, "digest"},
			{`"records": 240`, `"records": 241`, "records"},
		} {
			at := bytes.Index(original, []byte(`"synthetic": [`))
			// The plan asks for them too; what was published comes after.
			at = max(at, bytes.LastIndex(original, []byte(`"synthetic": [`)))
			changed := append(bytes.Clone(original[:at]), bytes.Replace(original[at:], []byte(c.from), []byte(c.to), 1)...)
			if bytes.Equal(changed, original) {
				continue // of the other kind of noise
			}
			if !seeded.Audit && delta != "" && c.says != "noise" {
				continue // what is not noise is the same with either kind
			}
			path := filepath.Join(j.Out, "changed.json")
			if err := os.WriteFile(path, changed, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, bad := workbookFindings(t, path, j.LedgerDir); !strings.Contains(bad, c.says) {
				t.Errorf("%s changed: findings %q do not say %q", c.from, bad, c.says)
			}
		}
	}
}

// A workbook that was saved again is compared record by record, and so are files of records.
func TestMadeUpRecordsSavedAgain(t *testing.T) {
	j := publishtest.SyntheticJob(t, "")
	if _, err := publish.Release(context.Background(), j); err != nil {
		t.Fatal(err)
	}
	record, book := filepath.Join(j.Out, "every.json"), filepath.Join(j.Out, "every.xlsx")
	savedAgain(t, book, func(*excelize.File) error { return nil })
	if good, bad := workbookFindings(t, record, j.LedgerDir); bad != "" || !strings.Contains(good, "saved again") {
		t.Errorf("saved again: %q, %q", good, bad)
	}
	savedAgain(t, book, func(f *excelize.File) error { return f.SetCellStr("2 Made-up people", "B17", "West") })
	if _, bad := workbookFindings(t, record, j.LedgerDir); !strings.Contains(bad, "Made-up people") {
		t.Errorf("another record: %q", bad)
	}
	file := filepath.Join(j.Out, "every-people.csv")
	lines := strings.SplitAfter(string(publishtest.ContentOf(t, file)), "\n")
	if err := os.WriteFile(file, []byte(strings.Join(append(lines[:5:5], lines[6:]...), "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if bad := strings.Join(failures(t, record, j.LedgerDir), "\n"); !strings.Contains(bad, "No file beside the record contains the records of “Made-up people”") {
		t.Errorf("a record less: %q", bad)
	}
}
