package session

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui/session/amounts"
	"steward/gui/session/answers"
)

// finishedSample returns a session on the sample after its release.
func finishedSample(t *testing.T) *Session {
	t.Helper()
	s := newSample(t)
	s.Questions.Add(workload.Table, []domain.AttributeName{"smoker", "district", "education"})
	s.Edit(func(p *plan.Plan) { // trying all of them takes longest
		p.Questions[0].Mechanism, p.Questions[3].Mechanism = "ordered", "laplace"
	})
	s.Release.Review()
	s.Release.Carry(t.TempDir(), "sample")
	if s.Release.Finished() == nil {
		t.Fatal(s.Problem())
	}
	return s
}

// The categories of a table hold all of its answers, each once.
func TestResultsByCategory(t *testing.T) {
	s := finishedSample(t)
	for i, want := range []string{"", "smoker", "", "smoker"} {
		r := s.Release.Results(i)
		q := &s.Release.Finished().Release.Questions[i]
		if r.Column != want || (want == "") != (len(r.Categories) == 0) || r.Len("") != q.Len() {
			t.Fatalf("question %d is cut by %q into %q", i, r.Column, r.Categories)
		}
		seen := 0
		for _, c := range r.Categories {
			keys := r.Keys(c)
			if slices.Contains(keys, r.Column) || len(keys) != len(r.Keys(""))-1 {
				t.Errorf("a row of %s is labelled by %q", c, keys)
			}
			for k := range r.Len(c) {
				row := r.Row(c, k)
				at := -1
				for n := range q.Len() {
					full := q.Key(n)
					j := slices.Index(r.Keys(""), r.Column)
					if full[j] == c && slices.Equal(slices.Delete(slices.Clone(full), j, j+1), row[:len(keys)]) {
						at = n
					}
				}
				if at < 0 || strings.TrimSuffix(row[len(keys)], result.NoisyMark) != amounts.Thousands(fmt.Sprint(int64(q.Tidied[at]))) {
					t.Fatalf("question %d, %s: no answer is %q", i, c, row)
				}
				seen++
			}
		}
		if want != "" && seen != q.Len() {
			t.Errorf("question %d has %d answers, its categories %d", i, q.Len(), seen)
		}
	}
	if s.Release.Results(-1) != nil || s.Release.Results(4) != nil {
		t.Error("a question that there is not has results")
	}
}

// Every row's interval holds its unadjusted number, unless that is below zero.
func TestResultRows(t *testing.T) {
	s := finishedSample(t)
	r := s.Release.Results(0)
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(text, result.NoisyMark), ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for i := range r.Len("") {
		row := r.Row("", i)
		if len(row) != len(r.Keys(""))+len(answers.ValueColumns()) {
			t.Fatalf("row %q", row)
		}
		if row[2] == "exact" {
			continue
		}
		low, high, found := strings.Cut(row[2], " to ")
		if x := number(row[1]); !found || x < number(low) || x > number(high) || number(low) < 0 {
			t.Errorf("row %q", row)
		}
	}
	if off, exact := r.Good(); !strings.Contains(off, "19 in 20 by less than ") || exact != "" {
		t.Errorf("%q, %q", off, exact)
	}
}

// A chart is saved whole, with the picture of its category.
func TestSaveChart(t *testing.T) {
	seeded.ForAudits(t)
	s := finishedSample(t)
	r := s.Release.Results(1)
	dir := t.TempDir()
	var sizes []int
	for _, c := range []string{"", r.Categories[0]} {
		path := filepath.Join(dir, "chart"+c)
		s.Release.SaveChart(path, r.Chart(c))
		data, err := os.ReadFile(path + ".png")
		if err != nil {
			t.Fatal(err, s.Problem())
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Size() != image.Pt(2400, 1200) {
			t.Fatalf("%v, %v", err, img.Bounds())
		}
		sizes = append(sizes, len(data))
	}
	if sizes[0] == sizes[1] {
		t.Error("the chart of a category is that of all")
	}
	for ending, begins := range map[string]string{".svg": "<?xml", ".pdf": "%PDF-"} {
		path := filepath.Join(dir, "chart"+ending)
		s.Release.SaveChart(path, r.Chart(""))
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), begins) {
			t.Errorf("%s: %.20q, %v, %+v", ending, data, err, s.Problem())
		}
	}
	s.Release.SaveChart(filepath.Join(dir, "no", "such", "folder.png"), r.Chart(""))
	if p := s.Problem(); p == nil || !strings.Contains(p.Message, "the chart was not written") && !strings.Contains(p.Message, "The chart was not written") {
		t.Errorf("into a folder that there is not: %+v", p)
	}
}

// The pages on the screen are those of the file, and a copy has the same bytes.
func TestSummary(t *testing.T) {
	b := reviewed(t)
	if paper, err := b.Summary.Summary(); paper != nil || err != nil {
		t.Fatal("there are pages before a release")
	}
	b.Release.Carry(t.TempDir(), "one")
	b.finish()
	if paper, _ := b.Summary.Summary(); paper != nil {
		t.Fatal("pages are there before they are set")
	}
	b.finish()
	paper, err := b.Summary.Summary()
	if err != nil || paper == nil || paper.Len() < 4 || len(b.waiting) > 0 {
		t.Fatalf("pages %+v, %v", paper, err)
	}
	w, h := paper.Size()
	if w < 793 || w > 794.5 || h < 1122 || h > 1123.5 {
		t.Errorf("a page is %v by %v pixels, A4 is 794 by 1123", w, h)
	}
	img, err := paper.Draw(0, 400)
	if err != nil || img.Bounds().Dx() != 400 || img.Bounds().Dy() != 566 {
		t.Errorf("%v, %v", img, err)
	}
	path := filepath.Join(t.TempDir(), "copy")
	b.Summary.CopySummary(path)
	b.finish()
	got, err := os.ReadFile(path + ".pdf")
	if err != nil {
		t.Fatal(err, b.Problem())
	}
	want, err := os.ReadFile(b.Release.Finished().Summary())
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the copy differs from the summary (%v)", err)
	}
	b.Summary.CopySummary(filepath.Join(t.TempDir(), "no", "where.pdf"))
	b.finish()
	if p := b.Problem(); p == nil || !strings.Contains(p.Message, "copy was not written") {
		t.Errorf("into a folder that there is not: %+v", p)
	}
}

// TestGridOfResults checks that the cross-table of a question has every number once, with its interval.
func TestGridOfResults(t *testing.T) {
	s := finishedSample(t)
	r := s.Release.Results(1)
	down, across := r.GridColumns()
	if !r.HasGrid() || len(down) != 1 || len(across) != 3 {
		t.Fatalf("%q down, %q across", down, across)
	}
	seen := 0
	for i := range r.GridLen() {
		row := r.GridRow(i)
		for k := range across {
			number, within := row[1+2*k], row[2+2*k]
			if want := r.Row("", seen); want[0] != row[0] || want[2] != number || want[3] != within {
				t.Errorf("%q stands where %q is expected", row, want)
			}
			seen++
		}
	}
	if seen != r.Len("") || s.Release.Results(0).HasGrid() {
		t.Errorf("%d of %d numbers", seen, r.Len(""))
	}
}
