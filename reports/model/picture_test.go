package model_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/reports/model"
	"steward/reports/model/modeltest"
)

// halves splits an exact number in two.
func halves(t *testing.T, exact string) (string, string) {
	t.Helper()
	r, ok := new(big.Rat).SetString(exact)
	if !ok {
		t.Fatalf("%q is no number", exact)
	}
	half := r.Quo(r, big.NewRat(2, 1)).RatString()
	return half, half
}

// asking returns the release of the sample with one question.
func asking(t *testing.T, q plan.Question, change func(*plan.Plan)) *result.Release {
	t.Helper()
	p := modeltest.Sample(t)
	if change != nil {
		change(&p)
	}
	q.ID, q.Title = "q", "The question"
	p.Questions = []plan.Question{q}
	return modeltest.Release(t, p)
}

func names(list ...domain.AttributeName) []domain.AttributeName { return list }

// towns declares a column of n values.
func towns(n int) func(*plan.Plan) {
	return func(p *plan.Plan) {
		c := plan.Column{Name: "town", Kind: domain.List, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
		for i := range n {
			c.Values = append(c.Values, fmt.Sprintf("Town %04d", i))
		}
		p.Columns = append(p.Columns, c)
	}
}

func TestPictures(t *testing.T) {
	for _, c := range []struct {
		name    string
		ask     plan.Question
		change  func(*plan.Plan)
		axis    string
		ordered bool
		panels  int
		points  int // of the first panel
		first   string
		note    string
	}{
		{"cumulative", plan.Question{Kind: "cumulative", Columns: names("age")}, nil, "age up to", true, 1, 97, "0", ""},
		{"a list", plan.Question{Kind: "table", Columns: names("district")}, nil, "district", false, 1, 14, "Alderton", ""},
		{"an ordered list", plan.Question{Kind: "table", Columns: names("education")}, nil, "education", true, 1, 6, "none", ""},
		{"ranges", plan.Question{Kind: "ranges", Columns: names("visits"), Ranges: []plan.Span{{From: "0", To: "0"}, {From: "1", To: "3"}}}, nil, "visits", false, 1, 2, "0", ""},
		{"every range", plan.Question{Kind: "ranges", Columns: names("visits"), Every: true}, nil, "visits from 0 up to", true, 1, 31, "0", "begin at 0"},
		{"two columns", plan.Question{Kind: "table", Columns: names("district", "smoker")}, nil, "district", false, 3, 14, "Alderton", ""},
		{"two columns, the first with fewer values", plan.Question{Kind: "table", Columns: names("smoker", "age")}, nil, "age", true, 3, 97, "0", ""},
		{"three columns", plan.Question{Kind: "table", Columns: names("smoker", "education", "income")}, nil, "education · income", false, 3, 48, "none · under 1000", ""},
		{"two long columns", plan.Question{Kind: "table", Columns: names("age", "visits")}, nil, "age", true, 12, 97, "0", "first 12 of 32 values of “visits”"},
		{"a long list", plan.Question{Kind: "table", Columns: names("town")}, towns(1000), "town", false, 1, 400, "Town 0000", "first 400 of 1,000"},
		{"a long list in panels", plan.Question{Kind: "table", Columns: names("town", "smoker")}, towns(1000), "town", false, 3, 133, "Town 0000", "first 133 numbers of each"},
		{"a long line", plan.Question{Kind: "cumulative", Columns: names("age")}, func(p *plan.Plan) { *p.Columns[0].Highest = 1998 }, "age up to", true, 1, 400, "0", "Every 5th number"},
	} {
		c.ask.Mechanism = "laplace" // any will do
		r := asking(t, c.ask, c.change)
		p := model.PictureOf(&r.Questions[0], message.Sprintf("people"), message.Text.String)
		if p.Axis.String() != c.axis || p.Ordered != c.ordered || len(p.Panels) != c.panels || len(p.Panels[0].Points) != c.points || p.Panels[0].Points[0].Label != c.first {
			t.Errorf("%s: axis %q, ordered %v, %d panels, %d points from %q", c.name, p.Axis, p.Ordered, len(p.Panels), len(p.Panels[0].Points), p.Panels[0].Points[0].Label)
		}
		if said := leftOut(p); !strings.Contains(said, c.note) || (c.note == "") != (said == "") {
			t.Errorf("%s: the note is %q, want %q", c.name, p.Note, c.note)
		}
	}
}

// TestPictureShowsAnswers looks every point of a two-way table up among the answers.
func TestPictureShowsAnswers(t *testing.T) {
	r := asking(t, plan.Question{Kind: "table", Columns: names("education", "district")}, nil)
	q := &r.Questions[0]
	type number struct{ value, low, high float64 }
	answers := make(map[string]number)
	for i := range q.Len() {
		key := q.Key(i)
		answers[key[0]+"/"+key[1]] = number{q.Tidied[i], q.Low[i], q.High[i]}
	}
	p := model.PictureOf(q, message.Sprintf("people"), message.Text.String)
	if p.PanelAxis != "education" {
		t.Fatalf("the panels are the values of %q", p.PanelAxis)
	}
	seen := 0
	for _, panel := range p.Panels {
		for _, pt := range panel.Points {
			if want := answers[panel.Title+"/"+pt.Label]; want != (number{pt.Value, pt.Low, pt.High}) {
				t.Errorf("%s, %s is drawn as %v, from %v to %v, want %v", panel.Title, pt.Label, pt.Value, pt.Low, pt.High, want)
			}
			if special := strings.HasPrefix(pt.Label, "("); special != pt.Apart {
				t.Errorf("%s stands apart: %v", pt.Label, pt.Apart)
			}
			seen++
		}
	}
	if seen != q.Len() {
		t.Errorf("%d of %d answers are drawn", seen, q.Len())
	}
}

// TestImpossibleCombinations checks that a table with holes is drawn without them, and that its cross-table has a hole for each.
func TestImpossibleCombinations(t *testing.T) {
	r := asking(t, plan.Question{Kind: "table", Columns: names("education", "smoker")}, func(p *plan.Plan) {
		p.Impossible = []domain.Combination{{"education": {"none"}, "smoker": {"yes"}}}
	})
	d := document(t, r)
	holes := 0
	for _, row := range d.Questions[0].Grid.Rows {
		for _, i := range row.Answers {
			if i == result.Impossible {
				holes++
			}
		}
	}
	if q := d.Questions[0]; holes != 1 || len(q.Answers) != 17 || len(q.Picture.Panels[0].Points) != 5 {
		t.Errorf("%d holes, %d answers, %d points in the first panel", holes, len(q.Answers), len(q.Picture.Panels[0].Points))
	}
	if text := words(d); !strings.Contains(text, `“education” is none, and “smoker” is yes`) {
		t.Error("the appendix does not list the impossible combination")
	}
}

// TestManyAnswers checks that a document stays small, and says what it leaves out.
func TestManyAnswers(t *testing.T) {
	r := asking(t, plan.Question{Kind: "table", Columns: names("town", "district", "age"), Mechanism: "laplace"}, towns(40))
	d := document(t, r)
	q := d.Questions[0]
	if len(q.Answers) != 1000 || !strings.Contains(q.Left, "first 1,000 of 54,320") || q.Grid != nil {
		t.Errorf("%d answers are written out, and %q", len(q.Answers), q.Left)
	}

	p := modeltest.Sample(t)
	ask := p.Questions[0]
	p.Questions, ask.Mechanism = nil, "ordered"
	for i := range 200 {
		ask.ID = fmt.Sprint(i)
		p.Questions = append(p.Questions, ask)
	}
	d = document(t, modeltest.Release(t, p))
	if len(d.Questions) != 200 || len(d.Questions[199].Answers) != 60 || !strings.Contains(d.Questions[199].Left, "first 60 of 97") {
		t.Errorf("%d questions, %d answers in the last, %q", len(d.Questions), len(d.Questions[199].Answers), d.Questions[199].Left)
	}
}

// TestAppendixRecomputes divides the sensitivity of every row of the sample by its scale,
// and adds the questions' budgets, from the document's words alone.
func TestAppendixRecomputes(t *testing.T) {
	d := document(t, modeltest.Release(t, modeltest.Sample(t)))
	number := func(text string) *big.Rat {
		exact, _, _ := strings.Cut(text, " ")
		r, ok := new(big.Rat).SetString(exact)
		if !ok {
			t.Fatalf("%q is no number", text)
		}
		return r
	}
	rows := 0
	for _, s := range d.Appendix {
		for _, table := range s.Tables {
			switch table.Head[0] {
			case "Measured rows":
				for _, row := range table.Rows {
					if row[3] == "no noise" {
						continue
					}
					if cost := new(big.Rat).Quo(number(row[2]), number(row[3])); cost.Cmp(number(row[4])) != 0 {
						t.Errorf("%s, %s: %s / %s is not %s", s.Title, row[0], row[2], row[3], row[4])
					}
					rows++
				}
			case "Question":
				sum, last := new(big.Rat), len(table.Rows)-1
				for _, row := range table.Rows[:last] {
					sum.Add(sum, number(row[2]))
				}
				if sum.Cmp(number(table.Rows[last][2])) != 0 {
					t.Errorf("the questions spend %s, not %s", sum, table.Rows[last][2])
				}
			}
		}
	}
	if rows < 3 {
		t.Errorf("only %d measured rows with noise are in the appendix", rows)
	}
}

// TestHostileNames gives every name a nasty text and looks for what must not be printed.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{"=1+1", "a\x00b", "\u202eright", "tab\tline\n", strings.Repeat("x", 300), "<&\">", "😀", "\xff\xfe"} {
		p := modeltest.Sample(t)
		p.DataSet, p.Title = strings.Join(strings.Fields(name), " "), name // the plan refuses other blanks there
		p.Columns[1].Name = domain.AttributeName("d " + name)
		p.Columns[1].Name = p.Columns[1].Name[:min(len(p.Columns[1].Name), 300)]
		p.Columns[1].Name = domain.AttributeName(strings.TrimSpace(string(p.Columns[1].Name)))
		p.Columns[1].Values[0] = name
		p.Questions[0].Title = name
		p.Questions[1].Columns = names(p.Columns[1].Name, "smoker")
		d := document(t, modeltest.Release(t, p))
		for _, bad := range []string{"\x00", "\u202e", "\t", "\xff"} {
			if text := words(d); strings.Contains(text, bad) {
				t.Errorf("%q: the document holds %q", name, bad)
			}
		}
		if len(d.Questions[1].Answers) != 42 {
			t.Errorf("%q: %d answers", name, len(d.Questions[1].Answers))
		}
	}
}

// leftOut is what the note of a picture says that is not drawn.
func leftOut(p model.Picture) string {
	return strings.TrimSpace(strings.TrimSuffix(p.Note.String(), "Pale ones are too noisy to be used on their own."))
}

// TestNotesOfPictures finds notes of what is not drawn where all is, totals left out, and pictures without one where something
// is missing.
func TestNotesOfPictures(t *testing.T) {
	for _, totals := range []bool{false, true} {
		for _, towns := range []int{2, 10, 399, 400, 401} {
			q := &asking(t, plan.Question{Kind: "table", Columns: names("town"), Totals: totals, Mechanism: "laplace"}, func(p *plan.Plan) {
				p.Columns = append(p.Columns, plan.Column{Name: "town", Kind: domain.List, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}})
				for i := range towns {
					last := &p.Columns[len(p.Columns)-1]
					last.Values = append(last.Values, fmt.Sprintf("Town %d", i))
				}
			}).Questions[0]
			p := model.PictureOf(q, message.Sprintf("people"), message.Text.String)
			noisy := slices.ContainsFunc(p.Panels[0].Points, func(pt model.Point) bool { return pt.Noisy })
			if noisy != strings.Contains(p.Note.String(), "Pale ones are too noisy") {
				t.Errorf("%d towns, some too noisy: %v, and the note is %q", towns, noisy, p.Note)
			}
			if drawn := len(p.Panels[0].Points); strings.Contains(p.Note.String(), "drawn") == (drawn == towns) || drawn > 400 {
				t.Errorf("totals %v: of %d towns %d are drawn, and the note is %q", totals, towns, drawn, p.Note)
			}
		}
		q := &asking(t, plan.Question{Kind: "table", Columns: names("smoker", "district"), Totals: totals, Mechanism: "laplace"}, nil).Questions[0]
		places := make([]int, q.Len())
		for i := range places {
			places[i] = i
		}
		if p := model.PictureOfPanel(q, message.Sprintf("people"), message.Text.String, places); leftOut(p) != "" {
			t.Errorf("totals %v: all numbers are drawn, and the note is %q", totals, p.Note)
		}
	}
}
