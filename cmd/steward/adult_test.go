package main

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/cmd/steward/previews"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/io/export"
)

// adultCSV unpacks the UCI Adult data. Their absence fails the test.
func adultCSV(t testing.TB) string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "core", "release", "testdata", "adult.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func csvRecords(t testing.TB, text string) [][]string {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// writeWorkbook writes records as a workbook, numbers as numbers.
func writeWorkbook(t testing.TB, path string, all [][]string) {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	for i, rec := range all {
		row := make([]any, len(rec))
		for j, field := range rec {
			row[j] = field
			if n, err := strconv.Atoi(field); err == nil {
				row[j] = n
			}
		}
		if err := w.SetRow("A"+strconv.Itoa(i+1), row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
}

// adultPlan asks three questions of the Adult data. In the audits their mechanisms are chosen among all.
func adultPlan(t testing.TB) plan.Plan {
	t.Helper()
	var p plan.Plan
	if err := json.Unmarshal([]byte(read(t, filepath.Join("testdata", "adult.steward"))), &p); err != nil {
		t.Fatal(err)
	}
	if !seeded.Audit {
		for i, id := range []string{"laplace", "ordered", "laplace-answers"} {
			p.Questions[i].Mechanism = id
		}
	}
	return p
}

// TestAdult takes the Adult data through the whole path, from a text table and in the audits from a
// workbook too.
func TestAdult(t *testing.T) {
	seeded.ForAudits(t)
	text := adultCSV(t)
	all := csvRecords(t, text)
	asText := newDesk(t, "adult.csv", text, adultPlan(t))
	desks := []*desk{asText}
	var previewed previews.Previewed
	if seeded.Audit {
		asBook := newDesk(t, "adult.xlsx", "", adultPlan(t))
		writeWorkbook(t, asBook.data, all)
		desks = append(desks, asBook)
		previewed = previewWithoutData(t, asText)
	}
	var released []export.Record
	for _, d := range desks {
		if out := d.check(); !strings.Contains(out, "all 32561 records fit it") {
			t.Errorf("check says\n%s", out)
		}
		p := d.load()
		if p.Data.File != filepath.Base(d.data) || p.Data.HeaderRow != 1 || p.Data.Reviewed == nil {
			t.Errorf("reviewed as %+v", p.Data)
		}
		out := d.must(d.releaseArgs()...)
		for _, want := range []string{"Done. Spent 1.", `All releases about “Adult” have spent 1 of the 1.5 that you allowed`, "cannot be taken back", "people.xlsx"} {
			if !strings.Contains(out, want) {
				t.Errorf("release does not say %q:\n%s", want, out)
			}
		}
		r := record(t, d.out, "people")
		if seeded.Audit {
			agreesWithPreview(t, r, previewed)
		}
		nearTheTruth(t, r, all)
		d.out = filepath.Join(d.dir, "again")
		d.refused(d.releaseArgs(), "nothing was spent", "1 of the 1.5", "0.5 is left")
		released = append(released, r)
	}
	for _, other := range released[1:] {
		sameShape(t, released[0], other)
	}
}

// TestPreviewAgreesWithRelease previews with the spreadsheet out of the way, and releases.
func TestPreviewAgreesWithRelease(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	previewed := previewWithoutData(t, d)
	d.check()
	d.must(d.releaseArgs()...)
	agreesWithPreview(t, record(t, d.out, "people"), previewed)
}

// previewWithoutData previews with the spreadsheet out of the way.
func previewWithoutData(t *testing.T, d *desk) previews.Previewed {
	t.Helper()
	if err := os.Rename(d.data, d.data+".away"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.Rename(d.data+".away", d.data); err != nil {
			t.Fatal(err)
		}
	}()
	var p previews.Previewed
	if err := json.Unmarshal([]byte(d.must("preview", d.plan, "--json")), &p); err != nil {
		t.Fatal(err)
	}
	text, asked := d.must("preview", d.plan), d.load()
	if p.Epsilon != asked.Budget.Epsilon || len(p.Questions) != len(asked.Questions) || !strings.Contains(text, "Computed without looking at the data") {
		t.Fatalf("preview %+v\n%s", p, text)
	}
	for i, q := range p.Questions {
		if want := fmt.Sprintf("%s: %d numbers", asked.Questions[i].Title, q.Answers); !strings.Contains(text, want) {
			t.Errorf("preview does not say %q:\n%s", want, text)
		}
		for _, m := range q.Mechanisms {
			if m.Applies != (m.RMSE > 0) || m.Applies == (len(m.Reasons) > 0) || !m.Applies && m.Step == "" {
				t.Errorf("%s: %+v", q.ID, m)
			}
			if m.ID == q.Chosen && !m.Applies {
				t.Errorf("%s: %s is chosen and does not apply", q.ID, m.ID)
			}
		}
		if len(q.Plain) != 2 {
			t.Errorf("%s: compared with %+v, want both kinds of plain differential privacy", q.ID, q.Plain)
		}
	}
	return p
}

// agreesWithPreview compares the errors in the record with those that were previewed.
func agreesWithPreview(t *testing.T, r export.Record, p previews.Previewed) {
	t.Helper()
	for i, q := range r.Questions {
		pq, by := p.Questions[i], q.Mechanism
		if q.Together != nil {
			by = registry.TogetherID
		}
		if q.ID != pq.ID || len(q.Answers) != pq.Answers || by != pq.Chosen || q.Epsilon != pq.Epsilon {
			t.Errorf("released %s with %d answers by %s for %s, previewed %s with %d by %s for %s",
				q.ID, len(q.Answers), by, q.Epsilon, pq.ID, pq.Answers, pq.Chosen, pq.Epsilon)
			continue
		}
		var squares float64
		for _, a := range q.Answers {
			squares += a.RMSE * a.RMSE
		}
		for _, m := range pq.Mechanisms {
			if rmse := math.Sqrt(squares / float64(len(q.Answers))); m.ID == by && math.Abs(rmse-m.RMSE) > 1e-9*rmse {
				t.Errorf("%s: released with an error of %v, previewed %v", q.ID, rmse, m.RMSE)
			}
		}
	}
}

// nearTheTruth counts the records for itself. Half an interval of 19 in 20 is at least 1.96 standard deviations of
// the noise, so an answer ten of them off has a chance below exp(-19.6 √2), for Laplace noise; that one of the 454 answers of both
// releases is has one below 1e-9.
func nearTheTruth(t *testing.T, r export.Record, all [][]string) {
	t.Helper()
	var ages [2][91]int // by sex
	for _, rec := range all[1:] {
		age, err := strconv.Atoi(rec[0])
		if err != nil {
			t.Fatal(err)
		}
		sex := 0
		if rec[9] == "Male" {
			sex = 1
		}
		ages[sex][age]++
	}
	between := func(lo, hi int) (n int) {
		for age := lo; age <= hi; age++ {
			n += ages[0][age] + ages[1][age]
		}
		return n
	}
	exact := 0
	for _, q := range r.Questions {
		for _, a := range q.Answers {
			first, err := strconv.Atoi(a.Key[0])
			if err != nil {
				t.Fatal(err)
			}
			var truth int
			switch q.ID {
			case "agesex":
				truth = ages[map[string]int{"Female": 0, "Male": 1}[a.Key[1]]][first]
			case "agecum":
				truth = between(17, first)
			case "bands":
				last, err := strconv.Atoi(a.Key[1])
				if err != nil {
					t.Fatal(err)
				}
				truth = between(first, last)
			}
			if off := math.Abs(a.Unadjusted - float64(truth)); off > 10*a.HalfWidth+1e-6 {
				t.Errorf("%s %v: released %v ± %v, counted %d", q.ID, a.Key, a.Unadjusted, a.HalfWidth, truth)
			}
			if a.Unadjusted == float64(truth) && !a.Exact {
				exact++
			}
			if a.Published < 0 {
				t.Errorf("%s %v: published %v", q.ID, a.Key, a.Published)
			}
		}
	}
	// An answer is its true count with a chance of at most 1 in 10; all of 100 never are.
	if exact > 100 {
		t.Errorf("%d answers are the true counts", exact)
	}
}

// sameShape compares releases of one plan from two files: all but the noise is the same.
func sameShape(t *testing.T, a, b export.Record) {
	t.Helper()
	if !reflect.DeepEqual(a.Plan, b.Plan) || !reflect.DeepEqual(a.Protection, b.Protection) || len(a.Questions) != len(b.Questions) {
		t.Fatalf("the releases are of different plans")
	}
	same := 0
	for i := range a.Questions {
		p, q := a.Questions[i], b.Questions[i]
		if p.Mechanism != q.Mechanism || !reflect.DeepEqual(p.Noise, q.Noise) || !reflect.DeepEqual(p.Keys, q.Keys) || len(p.Answers) != len(q.Answers) {
			t.Errorf("%s: %s and %s, %d and %d answers", p.ID, p.Mechanism, q.Mechanism, len(p.Answers), len(q.Answers))
			continue
		}
		for k := range p.Answers {
			x, y := p.Answers[k], q.Answers[k]
			if !reflect.DeepEqual(x.Key, y.Key) || x.RMSE != y.RMSE || x.HalfWidth != y.HalfWidth || x.Exact != y.Exact {
				t.Errorf("%s: %+v and %+v", p.ID, x, y)
			}
			if x.Unadjusted == y.Unadjusted {
				same++
			}
		}
	}
	if same > 150 { // of 227; two draws are the same with a chance of at most 1 in 10
		t.Errorf("%d answers are the same in both releases: the noise is not drawn anew", same)
	}
}
