package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// surveyOf is a spreadsheet of so many respondents with weights from 5 to 65.
func surveyOf(n int) string {
	var b strings.Builder
	b.WriteString("town,age,wt\n")
	for i := range n {
		fmt.Fprintf(&b, "%s,%d,%g\n", []string{"North", "South", "West"}[i%3], 20+i%5, 5+60*float64(i)/float64(n-1))
	}
	return b.String()
}

// A survey with weights is released in steps of 10 up to 50. Every file speaks of weighted people
// and of the steps, and of nobody's weight; the errors are those of the noise, in people.
func TestWeightedSurvey(t *testing.T) {
	d := newDesk(t, "survey.csv", surveyOf(121), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", d.plan, "--confirm", "--weight", "wt", "--weight-step", "10", "--weight-cap", "50")
	if !strings.Contains(out, "wt says how many people a row stands for, rounded to the nearest 10, and is not published. A row can stand for up to 50 people") {
		t.Errorf("new says\n%s", out)
	}
	d.edit(func(p *plan.Plan) {
		if len(p.Columns) != 2 || p.Weight == nil || *p.Weight != (plan.Weight{Column: "wt", Step: "10", Cap: "50"}) {
			t.Errorf("the plan has %+v and %+v", p.Columns, p.Weight)
		}
		p.Questions = []plan.Question{
			{ID: "towns", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}, Totals: true, Percent: []plan.Percent{{}}},
			{ID: "ages", Title: "Ages", Kind: "cumulative", Columns: []domain.AttributeName{"age"}},
		}
	})
	// A weight is 5 and half the row's number: those of the last 30 of 121 rows are above 50, and
	// that of the first, 5, is half a step, which rounds to none.
	out = d.check()
	for _, want := range []string{"all 121 records", "30 of them have a weight above 50 and count as 50; 1 have a weight that rounds to zero", "written to no file"} {
		if !strings.Contains(out, want) {
			t.Errorf("check does not say %q:\n%s", want, out)
		}
	}
	var told struct{ Records, Capped, Unweighted int }
	if err := json.Unmarshal([]byte(d.must("check", d.plan, "--data", d.data, "--json")), &told); err != nil || told.Capped != 30 || told.Unweighted != 1 || told.Records != 121 {
		t.Errorf("check --json says %+v (%v)", told, err)
	}
	out = d.must("preview", d.plan, "--published", "20")
	for _, want := range []string{"Errors are in weighted people.", "Noise 50 times as large: each row counts as up to 5 units of 10 people", "made-up weighted people"} {
		if !strings.Contains(out, want) {
			t.Errorf("preview does not say %q:\n%s", want, out)
		}
	}
	d.must(d.releaseArgs()...)
	r := record(t, d.out, "fresh")
	if r.Multiplier != 5 || r.Plan.Weight == nil || !strings.Contains(r.Protection.Presence, "its weight, and whether there is one") {
		t.Errorf("the record says %d, %+v, %q", r.Multiplier, r.Plan.Weight, r.Protection.Presence)
	}
	for _, q := range r.Questions {
		for _, a := range q.Answers {
			if math.Mod(a.Published, 10) != 0 {
				t.Errorf("%s: %v is published", q.ID, a.Published)
			}
		}
	}
	for name, content := range files(t, d.out) {
		said := readable(t, name, content)
		for _, never := range []string{"weight above", "How many people", "how many people have"} {
			if strings.Contains(said, never) {
				t.Errorf("%s says %q", name, never)
			}
		}
		if filepath.Ext(name) == ".xlsx" {
			for _, want := range []string{"They are weighted counts", "rounded to the nearest multiple of 10 and capped at 50", " weighted people, 19 in 20 by less than", "Units of 10 people in a row, hidden together", "Column “wt”, in steps of 10 up to 50."} {
				if !strings.Contains(said, want) {
					t.Errorf("%s does not say %q", name, want)
				}
			}
		}
	}
	if out := d.must("verify", filepath.Join(d.out, "fresh.json")); strings.Contains(out, "DOES NOT") {
		t.Errorf("verify says\n%s", out)
	}
	if out := d.must("sql", d.plan, "--table", "survey", "--dialect", "postgres"); !strings.Contains(out, "Rows are weighted by wt: each counts as a whole number of steps of 10, up to 50.") {
		t.Errorf("sql says\n%s", out)
	}
}

// Weights in steps of 0.05 go together with several rows of a person: numbers have two decimals in
// every file, noise hides all rows with their weights, and the release can be verified.
func TestDecimalWeightsOfSeveralRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("town,who,wt\n")
	for i := range 240 {
		fmt.Fprintf(&b, "Town %d,p%d,%.3f\n", i%40+1, i/3, 0.5+float64(i%40)/16)
	}
	d := newDesk(t, "visits.csv", b.String(), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", d.plan, "--confirm", "--weight", "wt", "--weight-step", "0.05", "--weight-cap", "2.5", "--person", "who", "--rows", "2", "--table", "town")
	for _, want := range []string{"who says whose row it is", "rounded to the nearest 0.05", "up to 2 times, and a row can stand for up to 2.5 people"} {
		if !strings.Contains(out, want) {
			t.Errorf("new does not say %q:\n%s", want, out)
		}
	}
	// 80 people have three rows each, of which one is left out. Of each 40 weights from 0.5 by
	// sixteenths, 7 are above 2.5.
	out = d.check()
	for _, want := range []string{"all 240 records", "80 of them exceed the 2", "42 of them have a weight above 2.5"} {
		if !strings.Contains(out, want) {
			t.Errorf("check does not say %q:\n%s", want, out)
		}
	}
	if out = d.must("preview", d.plan, "--published", "20"); !strings.Contains(out, "Errors are in weighted rows.") || !strings.Contains(out, "Noise 5 times as large: each person can have up to 2 rows; each row counts as up to 50 units of 0.05 people") {
		t.Errorf("preview says\n%s", out)
	}
	d.must(d.releaseArgs()...)
	r := record(t, d.out, "fresh")
	if r.Multiplier != 100 || !strings.Contains(r.Protection.Policy, "100, of 2 rows with 50 units of weight 0.05 each") {
		t.Errorf("the record says %d, %s", r.Multiplier, r.Protection.Policy)
	}
	fractions := 0
	for _, a := range r.Questions[0].Answers {
		text := strconv.FormatFloat(a.Published, 'f', -1, 64)
		_, decimals, _ := strings.Cut(text, ".")
		units := math.Round(a.Published * 20)
		if len(decimals) > 2 || units/20 != a.Published {
			t.Errorf("%s is published", text)
		}
		if decimals != "" {
			fractions++
		}
	}
	// A published answer is zero with a chance of one half at most, and else a whole number of people with one of about 1 in
	// 20: that all 42 are one or the other has a chance below 1e-11.
	if fractions == 0 || len(r.Questions[0].Answers) != 42 {
		t.Errorf("no answer has decimals: %+v", r.Questions[0].Answers)
	}
	for name, content := range files(t, d.out) {
		if filepath.Ext(name) == ".xlsx" {
			if said := readable(t, name, content); !strings.Contains(said, "weighted rows, 19 in 20 by less than") || !strings.Contains(said, "Units of 0.05 people in all rows of a person, hidden together") {
				t.Errorf("%s does not say how rows are weighted", name)
			}
		}
	}
	if out := d.must("verify", filepath.Join(d.out, "fresh.json")); strings.Contains(out, "DOES NOT") {
		t.Errorf("verify says\n%s", out)
	}
}

// A codebook says how weights count, and is written with them again.
func TestWeightsFromACodebook(t *testing.T) {
	d := newDesk(t, "survey.csv", surveyOf(20), plan.Plan{})
	book := filepath.Join(d.dir, "book.csv")
	write(t, book, "column,type,values,lower,upper,step\ntown,list,North|South|West,,,\nage,whole,,20,24,\nwt,weight,,0,60,20\n")
	d.plan = filepath.Join(d.dir, "fresh.steward")
	d.must("new", d.data, "--out", d.plan, "--codebook", book)
	d.edit(func(p *plan.Plan) {
		if len(p.Columns) != 2 || p.Weight == nil || *p.Weight != (plan.Weight{Column: "wt", Step: "20", Cap: "60"}) {
			t.Errorf("the plan has %+v and %+v", p.Columns, p.Weight)
		}
	})
	again := filepath.Join(d.dir, "again.csv")
	d.must("codebook", d.plan, "--out", again)
	if said := read(t, again); !strings.Contains(said, "wt,weight,") || !strings.Contains(said, ",20\r\n") {
		t.Errorf("the codebook says\n%s", said)
	}
}

func TestNewRefusesWeights(t *testing.T) {
	d := newDesk(t, "survey.csv", surveyOf(5), plan.Plan{})
	out := filepath.Join(d.dir, "x.steward")
	for _, c := range []struct {
		flags []string
		says  string
	}{
		{[]string{"--weight-step", "1"}, "name it with --weight"},
		{[]string{"--weight", "wt"}, "the weights have no step"},
		{[]string{"--weight", "wt", "--weight-step", "1"}, "the weights have no cap"},
		{[]string{"--weight", "wt", "--weight-step", "0.00005", "--weight-cap", "5"}, "a number up to 1000 with at most 4 decimals"},
		{[]string{"--weight", "wt", "--weight-step", "10", "--weight-cap", "55"}, "not a whole number of steps of 10: use 60"},
		{[]string{"--weight", "heft", "--weight-step", "10", "--weight-cap", "50"}, `no column “heft”`},
		{[]string{"--weight", "wt", "--weight-step", "10", "--weight-cap", "50", "--person", "wt", "--rows", "2"}, "name two columns"},
	} {
		d.refused(append([]string{"new", d.data, "--out", out}, c.flags...), c.says)
	}
}
