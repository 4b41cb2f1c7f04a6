package combine

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/result"
	"steward/core/seeded"
	"steward/core/table"
	"steward/io/export"
)

// crowd is a sheet of so many people in each of some places.
type crowd []int

func (c crowd) Name() message.Text              { return message.Verbatim("a crowd") }
func (c crowd) Header() []string                { return []string{"town", "age"} }
func (c crowd) Address(row, _ int) message.Text { return message.Verbatim(fmt.Sprint(row)) }

const ages = 5

func (c crowd) Rows(context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		row := 1
		for place, people := range c {
			for range people {
				row++
				cells := []table.Cell{{Kind: table.Text, Text: fmt.Sprint("T", place/ages)}, {Kind: table.Text, Text: fmt.Sprint("A", place%ages)}}
				if !yield(table.Row{Number: row, Cells: cells}, nil) {
					return
				}
			}
		}
	}
}

// crowded is a plan of a table, and of its towns alone where there are others.
func crowded(t *testing.T, towns int, others bool) *plan.Compiled {
	t.Helper()
	none := plan.Special{Rule: domain.Refuse}
	list := func(name domain.AttributeName, letter string, n int) plan.Column {
		c := plan.Column{Name: name, Kind: domain.List, Origin: domain.Typed, Blank: none, Other: none}
		for i := range n {
			c.Values = append(c.Values, fmt.Sprint(letter, i))
		}
		return c
	}
	p := plan.Plan{
		Version: plan.Version, DataSet: "Crowd", Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}},
		Columns: []plan.Column{list("town", "T", towns), list("age", "A", ages)},
		Questions: []plan.Question{
			{ID: "cells", Title: "Cells", Kind: "table", Columns: []domain.AttributeName{"town", "age"}, Mechanism: "laplace"},
			{ID: "towns", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}, Mechanism: "laplace"},
		},
		Budget: plan.Budget{Epsilon: "1"},
	}
	if !others {
		p.Questions = p.Questions[:1]
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What is said of the sums of published numbers is so, release after release: where they are said to serve they are no farther from
// the truth than those of unadjusted ones, and where numbers may be zero they are farther.
func TestPublishedNumbersServeWhereItIsSaid(t *testing.T) {
	for _, c := range []struct {
		name           string
		crowd          crowd
		others, serves bool
	}{
		{"many in each", crowd{200, 150, 120, 300, 90, 210, 180, 90, 160, 140}, true, true},
		{"many in each, alone", crowd{200, 150, 120, 300, 90, 210, 180, 90, 160, 140}, false, true},
		{"nobody in few", crowd{200, 150, 0, 300, 90, 210, 180, 90, 160, 0}, true, true},
		{"hardly anyone in most", slices.Repeat(crowd{1, 0, 0, 2, 80}, 10), false, false},
	} {
		of := crowded(t, len(c.crowd)/ages, c.others)
		r := seeded.New(20261127, 29)
		var published, unadjusted float64
		said := 0
		for n := range seeded.Often(60, 600) {
			got, err := releasetest.Release(of, release.FromRows(c.crowd), noisetest.NewScript(fmt.Sprint(c.name, n)), releasetest.NoLedger())
			if err != nil {
				t.Fatal(err)
			}
			answers, weights, truth := chosen(r, &got.Questions[0], c.crowd)
			rmse, sum := 0.0, 0.0
			for i, a := range answers {
				rmse, sum = math.Hypot(rmse, a.RMSE), sum+weights[i]*a.Unadjusted
			}
			p := publishedOf(answers, weights, rmse)
			if p.Serves != c.serves {
				continue
			}
			said++
			published, unadjusted = published+(p.Value-truth)*(p.Value-truth), unadjusted+(sum-truth)*(sum-truth)
		}
		if said < 40 {
			t.Errorf("%s: said to serve or not as expected only %d times", c.name, said)
		}
		t.Logf("%s: squared error %.0f published, %.0f unadjusted, of %d", c.name, published, unadjusted, said)
		if c.serves && published > 1.05*unadjusted || !c.serves && published < unadjusted {
			t.Errorf("%s: squared error %.0f published, %.0f unadjusted", c.name, published, unadjusted)
		}
	}
}

// chosen draws a few answers to be added up.
func chosen(r *seeded.Source, q *result.Question, crowd crowd) (answers []export.Answer, weights []float64, truth float64) {
	for i := range q.Len() {
		if r.IntN(3) == 0 {
			continue
		}
		answers = append(answers, export.Answer{Published: q.Tidied[i], Unadjusted: q.Unadjusted[i], RMSE: q.Error[i], From: &q.Low[i], To: &q.High[i]})
		weights, truth = append(weights, 1), truth+float64(crowd[i])
	}
	return answers, weights, truth
}

// Each reason for or against published numbers is said with their sum.
func TestAdvice(t *testing.T) {
	from, zero, shown := 50.0, 0.0, 60.0
	clear := export.Answer{Published: 61, Unadjusted: 60.7, RMSE: 10, From: &from}
	near, altered, exact := clear, clear, clear
	near.From, altered.Shown, exact.Exact = &zero, &shown, true
	for _, c := range []struct {
		answers []export.Answer
		rmse    float64
		says    string
	}{
		{[]export.Answer{clear, clear}, 14, "come to 122, which is at least as good here"},
		{[]export.Answer{clear, near}, 14, "is at least as good"},
		{[]export.Answer{near, near, near}, 17, "come to 183: 3 of them may be zero, and tidying moves such numbers up on average, together by about 12."},
		{[]export.Answer{near, altered}, 14, "1 of them had to be rounded further or left out"},
		{[]export.Answer{clear, exact}, 10, "is at least as good"},
		{[]export.Answer{clear, clear}, 0.1, "the rounding of so many numbers shows"},
	} {
		weights := []float64{1, 1, 1}
		got := Combination{Published: publishedOf(c.answers, weights, c.rmse)}.Advice().String()
		if !strings.Contains(got, c.says) {
			t.Errorf("found %q, expected %q", got, c.says)
		}
	}
	if got := (Combination{Exact: true}).Advice(); !got.IsZero() {
		t.Errorf("of an exact sum it says %q", got)
	}
}
