package session

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
)

// syntheticJob is a release of made-up records by each method, with known facts, and of a question.
func syntheticJob(t testing.TB, delta string) ReleaseJob {
	t.Helper()
	j := everyKindJob(t)
	p := j.Plan.Plan.Clone()
	p.Questions, p.Choices, p.Clusters = p.Questions[1:2], nil, nil
	p.Facts.Stated = []constraint.Fact{{ID: "smokers", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, Count: 80}}}}
	p.Secrets.Columns = append(p.Secrets.Columns, plan.Secret{Columns: []domain.AttributeName{"smoker"}, Kind: plan.Public})
	p.Synthetic = []plan.Synthetic{
		{ID: "people", Title: "Made-up people", Columns: []domain.AttributeName{"age", "town", "smoker", "rent"}, Share: "2"},
		{ID: "weighed", Title: "Weighed people", Columns: []domain.AttributeName{"town", "smoker", "rent"}, Method: "mwem", Records: 100},
		{ID: "few", Title: "A few people", Columns: []domain.AttributeName{"town", "smoker"}, Method: "small", Tables: [][]domain.AttributeName{{"town", "smoker"}}},
	}
	p.Budget.Delta = delta
	j.Plan = compiled(t, p)
	return j
}

// Made-up records by each method are released into every file, all of which hold together; the public
// number of smokers holds exactly where there are as many records as people.
func TestMadeUpRecordsHoldTogether(t *testing.T) {
	for _, delta := range []string{"", "0.000001"} {
		j := syntheticJob(t, delta)
		done, err := Release(context.Background(), j)
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
			if s.Len() != want || want == 240 && smokers != 80 || s.Quality.MeasuredOn == "" {
				t.Errorf("%s: %d records, %d smokers, measured on %q", s.Asked.Title, s.Len(), smokers, s.Quality.MeasuredOn)
			}
		}
		record := filepath.Join(j.Out, "every.json")
		if bad := failures(t, record, j.LedgerDir); len(bad) > 0 {
			t.Errorf("a fresh release with delta %q does not hold together: %q", delta, bad)
		}
		original := contentOf(t, record)
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
	j := syntheticJob(t, "")
	if _, err := Release(context.Background(), j); err != nil {
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
	lines := strings.SplitAfter(string(contentOf(t, file)), "\n")
	if err := os.WriteFile(file, []byte(strings.Join(append(lines[:5:5], lines[6:]...), "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if bad := strings.Join(failures(t, record, j.LedgerDir), "\n"); !strings.Contains(bad, "No file beside the record holds the records of “Made-up people”") {
		t.Errorf("a record less: %q", bad)
	}
}

// The form asks for made-up records of columns that suit them, and follows the columns of the plan.
func TestAskForMadeUpRecords(t *testing.T) {
	s := newSample(t)
	at, err := s.AskSynthetic()
	if err != nil || at != len(s.plan.Questions) || s.Compiled() == nil {
		t.Fatalf("at %d: %v", at, err)
	}
	q := s.plan.Synthetic[0]
	if len(q.Columns) != len(s.plan.Columns) || !strings.Contains(s.SyntheticPublishes(0), "15 tables") {
		t.Errorf("asked %+v: %s", q, s.SyntheticPublishes(0))
	}
	if err := s.SetSyntheticColumn(0, string(q.Columns[1]), false); err != nil || len(s.plan.Synthetic[0].Columns) != len(q.Columns)-1 {
		t.Errorf("taken out: %v, %v", s.plan.Synthetic[0].Columns, err)
	}
	if err := s.SetSyntheticColumn(0, string(q.Columns[1]), true); err != nil || s.plan.Synthetic[0].Columns[1] != q.Columns[1] {
		t.Errorf("put back: %v, %v", s.plan.Synthetic[0].Columns, err)
	}
	if err := s.SetNearTables(0, "age, district; age, smoker"); err != nil || NearTables(s.plan.Synthetic[0]) != "age, district; age, smoker" {
		t.Errorf("tables %v: %v", s.plan.Synthetic[0].Tables, err)
	}
	if err := s.TrySynthetic(0, func(q *plan.Synthetic) { q.Method = "mwem" }); err == nil && s.Compiled() == nil {
		t.Error("a method that does not work was taken")
	}
	if err := s.TrySynthetic(0, func(q *plan.Synthetic) { q.Records = -4 }); err == nil {
		t.Error("fewer records than none were taken")
	}
	s.Withdraw("age")
	if got := s.plan.Synthetic[0]; len(got.Columns) != len(q.Columns)-1 || got.Tables != nil {
		t.Errorf("without age: %+v", got)
	}
	s.RemoveSynthetic(0)
	if len(s.plan.Synthetic) != 0 {
		t.Error("not removed")
	}
}

// The preview looks at public data only, once at first.
func TestPreviewOfMadeUpRecords(t *testing.T) {
	j := syntheticJob(t, "")
	pv, err := NewPreview(remembering, j.Plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range pv.Synthetic {
		if q.Quality.Runs < 1 || q.Quality.Mean <= 0 || q.Quality.Alone <= 0 || len(q.Says) < 2 || q.Plain.Runs == 0 {
			t.Errorf("%s: %+v", q.Asked.Title, q)
		}
	}
	first, err := NewPreview(remembering, j.Plan.FirstLook(), nil)
	if err != nil || first.Synthetic[0].Quality.Runs != 1 || first.Synthetic[0].Plain.Runs != 0 {
		t.Errorf("a first look: %+v, %v", first.Synthetic, err)
	}
	if img, err := DrawPairs(pv.Synthetic[0].Quality, "people", Picture{Width: 400, Height: 300, Scale: 1}); err != nil || img.Bounds().Dx() != 400 {
		t.Errorf("picture: %v", err)
	}
	if needed := release.Needed(j.Plan); len(needed) != 4 {
		t.Errorf("needed %q", needed)
	}
}
