package release

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
	"steward/core/table"
)

// weighedPlan is a plan over one column of two values, with weights in steps of 2 up to 6.
func weighedPlan() plan.Plan {
	return plan.Plan{
		Version: plan.Version, DataSet: "Survey", Budget: plan.Budget{Epsilon: "0.5"},
		Data:      plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}},
		Columns:   []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed}},
		Questions: []plan.Question{{ID: "t", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}, Mechanism: "laplace"}},
		Weight:    &plan.Weight{Column: "weight", Step: "2", Cap: "6"},
	}
}

// person is a row of a survey; one without a town is not there.
type person struct {
	town   string
	weight float64
}

// surveyOf is the file of some people.
func surveyOf(people ...person) *scattered {
	s := &scattered{header: []string{"weight", "town"}}
	for _, p := range people {
		if p.town != "" {
			s.rows = append(s.rows, []table.Cell{{Kind: table.Number, Text: fmt.Sprint(p.weight), Number: p.weight}, {Kind: table.Text, Text: p.town}})
		}
	}
	return s
}

// countsOf counts a survey as a release does.
func countsOf(t *testing.T, c *plan.Compiled, s *scattered) []int64 {
	t.Helper()
	v, err := count(context.Background(), Job{Plan: c, Data: asReviewed{FromRows(s)}, Progress: func(message.Text, float64) {}}, c.Problems)
	if err != nil {
		t.Fatal(err)
	}
	return v[0].Counts()
}

// TestWeightsBruteForce goes through all pairs of files that differ in one person: in answers,
// weight, or being there. The counts differ by at most M times as much as by one row without a
// weight that makes the same change, and for every change of answers by that much for some weights.
func TestWeightsBruteForce(t *testing.T) {
	p := weighedPlan()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	most := int64(c.Units.Most)
	var all []person
	for _, town := range []string{"", "North", "South"} {
		for _, w := range []float64{0, 0.9, 1, 1.1, 2, 3, 4, 5, 5.9, 6, 6.1, 700} {
			all = append(all, person{town, w})
		}
	}
	far := make(map[[2]string]int64)
	for _, other := range []person{{}, {"South", 3}} {
		counts := make([][]int64, len(all))
		for i, a := range all {
			counts[i] = countsOf(t, c, surveyOf(other, a))
		}
		for i, a := range all {
			for j, b := range all {
				apart := int64(0)
				for cell := range counts[i] {
					d := counts[i][cell] - counts[j][cell]
					apart += max(d, -d)
				}
				pair := [2]string{a.town, b.town}
				far[pair] = max(far[pair], apart)
			}
		}
	}
	for pair, apart := range far {
		// Without weights a person who is there in one file only changes one count by one, as one
		// who loses all their units does; one with another town changes two.
		one := int64(2)
		switch {
		case pair[0] == "" && pair[1] == "":
			one = 0
		case pair[0] == "" || pair[1] == "" || pair[0] == pair[1]:
			one = 1
		}
		if apart != most*one {
			t.Errorf("from %q to %q the counts change by %d, want %d times %d", pair[0], pair[1], apart, most, one)
		}
	}
}

// TestWeightsOfSeveralRowsBruteForce goes through all files of one person with up to three rows of
// two slots of three units each, beside somebody else's row, and through all pairs of them. Each
// count and their sum go down by at most R·M = 6 units and up by at most as many, whichever rows
// are kept, and both are attained at once: what Problem.Rows says. A person with as many rows as
// before whose weights alone change moves as many units at most, in either direction.
func TestWeightsOfSeveralRowsBruteForce(t *testing.T) {
	p := weighedPlan()
	p.Rows = &plan.Rows{Person: "who", AtMost: 2}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	most := int64(c.Problems[0].Rows)
	if most != 6 || c.Tied().Factor != 6 {
		t.Fatalf("%d slots, factor %d", most, c.Tied().Factor)
	}
	var one []person
	for _, town := range []string{"North", "South"} {
		for _, w := range []float64{0, 2, 3.1, 6, 700} {
			one = append(one, person{town, w})
		}
	}
	files := [][]person{nil}
	for from, n := 0, 0; n < 3; n++ {
		to := len(files)
		for _, f := range files[from:to] {
			for _, r := range one {
				files = append(files, append(f[:len(f):len(f)], r))
			}
		}
		from = to
	}
	counts := make([][2]int64, len(files))
	for i, f := range files {
		counts[i] = unitsOf(t, c, f)
	}
	var fell, rose, both int64
	for _, a := range counts {
		for _, b := range counts {
			down, up := max(a[0]-b[0], 0)+max(a[1]-b[1], 0), max(b[0]-a[0], 0)+max(b[1]-a[1], 0)
			fell, rose, both = max(fell, down), max(rose, up), max(both, min(down, up))
		}
	}
	if fell != most || rose != most || both != most {
		t.Errorf("counts fall by up to %d, rise by up to %d, both by up to %d: want %d", fell, rose, both, most)
	}
}

// unitsOf counts somebody's rows beside another person's.
func unitsOf(t *testing.T, c *plan.Compiled, theirs []person) (counts [2]int64) {
	t.Helper()
	s := surveyOf(append([]person{{"South", 3}}, theirs...)...)
	s.header = append(s.header, "who")
	for i := range s.rows {
		s.rows[i] = append(s.rows[i], table.Cell{Kind: table.Text, Text: []string{"them", "me"}[min(i, 1)]})
	}
	r, err := newRows(c, s)
	if err != nil {
		t.Fatal(err)
	}
	h := newHanding(r, s, Visit{Progress: func(int64) {}})
	if err := h.streamed(context.Background()); err != nil {
		t.Fatal(err)
	}
	err = r.kept(Visit{Cell: func(values []int, n int64) error { counts[values[0]] += n; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// TestDecimalSteps releases with a step of 0.05: numbers are whole numbers of steps, written
// without rests of binary fractions, and people with several rows are counted once.
func TestDecimalSteps(t *testing.T) {
	s := surveyOf(person{"North", 1.35}, person{"North", 0.72}, person{"South", 7}, person{"South", 0.024})
	s.header = append(s.header, "who")
	for i, who := range []string{"a", "a", "b", "c"} {
		s.rows[i] = append(s.rows[i], table.Cell{Kind: table.Text, Text: who})
	}
	p := weighedPlan()
	p.Weight.Step, p.Weight.Cap = "0.05", "2"
	p.Rows = &plan.Rows{Person: "who", AtMost: 2}
	n := int64(3)
	p.Facts.People = &n
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := countsOf(t, c, s); got[0] != 27+14 || got[1] != 40 {
		t.Errorf("counted %v units, want 27 and 14, 40 and none", got)
	}
	checked, err := Check(context.Background(), c, FromRows(s), nil)
	if err != nil || !checked.OK() || checked.Capped != 1 || checked.Unweighted != 1 || checked.Beyond != 0 || checked.Records != 4 {
		t.Errorf("checked %+v, %v", checked, err)
	}
	r, err := runSmall(t, p, asReviewed{FromRows(s)}, newWitness())
	if err != nil {
		t.Fatal(err)
	}
	if r.Multiplier != 2*40 || !strings.Contains(r.MultiplierWhy.String(), "up to 2 rows; each row counts as up to 40 units of 0.05 people") || !strings.Contains(r.Protection.Presence.String(), "up to 2 times, and a row can stand for up to 2 people") {
		t.Errorf("%d: %s; %s", r.Multiplier, r.MultiplierWhy, r.Protection.Presence)
	}
	q := &r.Questions[0]
	for i, x := range q.Tidied {
		units := math.Round(x / 0.05)
		if exact, _ := big.NewRat(int64(units), 20).Float64(); x != exact || q.Decimals != 2 || units < 0 {
			t.Errorf("answer %d is %v with %d decimals", i, x, q.Decimals)
		}
		if text := strconv.FormatFloat(q.Unadjusted[i], 'f', -1, 64); len(text) > len("-12345.55") {
			t.Errorf("answer %d is written %s", i, text)
		}
	}
	// A unit that goes from one town to the other changes two counts, so that the scale is
	// 2 · 80 / 0.5 units, and the error √2 times that and 0.05 people for each unit.
	if got, want := q.Error[0], 0.05*math.Sqrt2*320; math.Abs(got-want) > 0.05 {
		t.Errorf("an error of %v, want about %v", got, want)
	}
}

// TestWeightsLoseNoRow reads surveys of all kinds of cells: every row is counted with the units of
// its weight, or has none, or is listed as one that cannot be read; and what is above the cap is
// told.
func TestWeightsLoseNoRow(t *testing.T) {
	c, err := plan.Compile(weighedPlan())
	if err != nil {
		t.Fatal(err)
	}
	seeded.Check(t, func(t *rapid.T) {
		s := &scattered{header: []string{"weight", "town"}}
		var counted, unread, capped, none, units int64
		rows := rapid.IntRange(0, 30).Draw(t, "rows")
		for range rows {
			cell := anyCell(t)
			if rapid.Bool().Draw(t, "a number") {
				x := rapid.Float64Range(-1, 9).Draw(t, "weight")
				cell = table.Cell{Kind: table.Number, Text: fmt.Sprint(x), Number: x}
			}
			s.rows = append(s.rows, []table.Cell{cell, {Kind: table.Text, Text: "North"}})
			x, ok := domain.Number(cell)
			if !ok || x < 0 {
				unread++
				continue
			}
			n, _ := c.Units.Of(x)
			units += n
			if n == 0 {
				none++
			} else {
				counted++
			}
			if x > 6 {
				capped++
			}
		}
		checked, err := Check(context.Background(), c, FromRows(s), nil)
		if err != nil {
			t.Fatal(err)
		}
		if checked.Records != int64(rows) || checked.UnreadCount != unread || checked.Capped != capped || checked.Unweighted != none || counted+none+unread != int64(rows) {
			t.Fatalf("checked %+v: want %d rows, %d unread, %d above the cap, %d without a unit", checked, rows, unread, capped, none)
		}
		vectors, err := count(context.Background(), Job{Plan: c, Data: asReviewed{FromRows(s)}, Progress: func(message.Text, float64) {}}, c.Problems)
		switch {
		case unread > 0 && err == nil:
			t.Fatalf("%d rows cannot be read, but the release goes on", unread)
		case unread == 0 && (err != nil || vectors[0].Total() != units):
			t.Fatalf("%d units are counted (%v), want %d", vectors[0].Total(), err, units)
		}
	})
}

func TestWeightsThatCannotBeRead(t *testing.T) {
	c, err := plan.Compile(weighedPlan())
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct {
		cell table.Cell
		says string
	}{
		{table.Cell{}, "found nothing"},
		{table.Cell{Kind: table.Text, Text: "much"}, "found a text"},
		{table.Cell{Kind: table.Error, Text: "#N/A"}, "found a spreadsheet error"},
		{table.Cell{Kind: table.Date, Text: "2024-01-01", Number: 45292}, "found a date"},
		{table.Cell{Kind: table.Number, Text: "-0.1", Number: -0.1}, "below zero"},
	} {
		s := surveyOf(person{"North", 2}, person{"South", 3})
		s.rows[1][0] = bad.cell
		checked, err := Check(context.Background(), c, FromRows(s), nil)
		if err != nil || checked.UnreadCount != 1 {
			t.Fatalf("%+v, %v", checked, err)
		}
		if got := checked.Unread[0].Error(); !strings.Contains(got, "line 3, column 1") || !strings.Contains(got, bad.says) || !strings.Contains(got, "a number from 0") {
			t.Errorf("%+v: %s", bad.cell, got)
		}
	}
	s := surveyOf(person{"North", 2})
	s.header[0] = "wt"
	if _, err := Check(context.Background(), c, FromRows(s), nil); err == nil || !strings.Contains(err.Error(), `no column "weight"`) {
		t.Errorf("a missing column: %v", err)
	}
}

// TestWeightedReleaseIsInPeople compares a release by a step of 2 and a cap of 6 with one of up to
// three rows: the same noise on units, and answers and errors of twice as many people. With a
// budget so large that there is hardly any noise the answers are the weighted counts.
func TestWeightedReleaseIsInPeople(t *testing.T) {
	s := surveyOf(person{"North", 5.2}, person{"North", 900}, person{"South", 3.9}, person{"South", 0.4})
	p := weighedPlan()
	n := int64(4)
	p.Facts.People = &n
	r, err := runSmall(t, p, asReviewed{FromRows(s)}, newWitness())
	if err != nil {
		t.Fatal(err)
	}
	if r.Multiplier != 3 || r.Protection.Presence.IsZero() {
		t.Errorf("%d: %s", r.Multiplier, r.MultiplierWhy)
	}
	rows := p
	rows.Weight, rows.Rows = nil, &plan.Rows{Person: "weight", AtMost: 3}
	two, err := runSmall(t, rows, asReviewed{FromRows(s)}, newWitness())
	if err != nil {
		t.Fatal(err)
	}
	a, b := r.Questions[0], two.Questions[0]
	if !reflect.DeepEqual(a.Noise[0], b.Noise[0]) {
		t.Errorf("noise %+v and %+v", a.Noise, b.Noise)
	}
	for i := range a.Error {
		if a.Error[i] != 2*b.Error[i] || a.HalfWidth[i] != 2*b.HalfWidth[i] || math.Mod(a.Tidied[i], 2) != 0 {
			t.Errorf("answer %d: errors %v and %v, tidied %v", i, a.Error[i], b.Error[i], a.Tidied[i])
		}
	}
	p.Budget, p.Facts, p.Secrets = plan.Budget{Epsilon: "100"}, plan.Facts{}, secret.Secrets{Presence: true}
	if r, err = runSmall(t, p, asReviewed{FromRows(s)}, newWitness()); err != nil {
		t.Fatal(err)
	}
	// 5.2 is 3 units (2.6 rounded), 900 the cap of 3, 3.9 is 2, 0.4 none. The noise on a unit is
	// no zero with a chance of about 2 exp(-100/3), below 1e-14.
	if got := r.Questions[0]; got.Unadjusted[0] != 12 || got.Unadjusted[1] != 4 || got.Tidied[0] != 12 || got.Tidied[1] != 4 {
		t.Errorf("answers %v, %v", got.Unadjusted, got.Tidied)
	}
	n, p.Facts.People = 5, &n
	if _, err := runSmall(t, p, asReviewed{FromRows(s)}, newWitness()); err == nil || !strings.Contains(err.Error(), "number of people") {
		t.Errorf("a false number of people: %v", err)
	}
	if scale, ok := new(big.Rat).SetString(a.Noise[0].Scale); !ok || scale.Sign() <= 0 {
		t.Errorf("noise of scale %q", a.Noise[0].Scale)
	}
}
