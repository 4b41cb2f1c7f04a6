package session

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/workload"
	"steward/gui/session/columns"
	"steward/gui/session/current"
	"steward/gui/session/facts"
	"steward/gui/session/secrets"
)

// survey are lines of a table in which respondent i of so many has the weight 3 i.
func survey(n int) []string {
	lines := []string{"ward,wt,note"}
	for i := range n {
		lines = append(lines, fmt.Sprintf("%s,%d,n%d", []string{"East", "West"}[i%2], 3*i, i))
	}
	return lines
}

// surveySession is a session on a survey with a question.
func surveySession(t *testing.T) *Session {
	t.Helper()
	s := withFile(t, survey(20)...)
	s.Columns.Publish(plan.Column{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Codebook})
	s.Edit(func(p *plan.Plan) { p.DataSet = "Survey" })
	s.Questions.Add(workload.Table, []domain.AttributeName{"ward"})
	return s
}

func TestWeighted(t *testing.T) {
	s := surveySession(t)
	s.Persons.Weighted(true)
	if s.Compiled() != nil || len(s.Issues(guide.Data)) != 1 {
		t.Errorf("without a column the plan has the issues %v", s.Issues(guide.Data))
	}
	if err := s.Persons.WeightColumn("wt"); err != nil {
		t.Fatal(err)
	}
	if got := s.Compiled().Tied().Factor; got != 10 {
		t.Errorf("the noise is %d times as large", got)
	}
	for _, err := range []error{s.Persons.WeightStep(" 10 "), s.Persons.WeightCap("40")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if w := s.Plan().Weight; w == nil || *w != (plan.Weight{Column: "wt", Step: "10", Cap: "40"}) || s.Compiled() == nil || s.Compiled().Tied().Factor != 4 {
		t.Fatalf("the plan has %+v, issues %v", w, s.issues)
	}
	if s.Counted() != "weighted people" || s.Plan().Questions[0].Title != "Weighted people by ward" || s.Progress(guide.Data).Line != "20 rows" {
		t.Errorf("%q are counted, %q, %q", s.Counted(), s.Plan().Questions[0].Title, s.Progress(guide.Data).Line)
	}
	if got := s.Persons.WeightCost(); !strings.Contains(got, "4 steps of 10 people") || !strings.Contains(got, "**40 times**") {
		t.Errorf("the cost: %q", got)
	}
	if s.Persons.KeptOut("wt") == "" || s.Persons.KeptOut("ward") != "" || s.Secrets.Card() != secrets.CardPresence || !strings.Contains(s.Secrets.CannotChoose(secrets.CardAll), "weights") || s.Secrets.InFile().Secret() != secrets.PresenceAll || s.Secrets.InFile().NotInFile() != "no row" {
		t.Errorf("card %s, %q", s.Secrets.Card(), s.Secrets.CannotChoose(secrets.CardAll))
	}
	if s.Facts.CannotState(facts.Ranges) == "" {
		t.Error("facts about weighted counts can be stated")
	}
	if err := s.Facts.Tick(facts.People, true); err != nil {
		t.Fatal(err)
	}
	if f := s.Facts.List()[0]; f.Number != "20" || f.Standing != facts.Agrees || f.Factor != 1 || s.Compiled().Tied().Factor != 4 {
		t.Errorf("the fact %+v", f)
	}
	s.Persons.SeveralRows()
	if p := s.Plan(); p.Weight == nil || p.Rows == nil || p.Questions[0].Title != "Weighted rows by ward" {
		t.Errorf("several rows leave %+v, %+v, %q", p.Weight, p.Rows, p.Questions[0].Title)
	}
	if got := s.Persons.WeightCost(); !strings.Contains(got, "3 rows, each of them up to 4 steps of 10 people") || !strings.Contains(got, "**120 times**") {
		t.Errorf("the cost with several rows: %q", got)
	}
	s.Persons.Weighted(false)
	if p := s.Plan(); p.Weight != nil || p.Rows == nil || p.Questions[0].Title != "Rows by ward" {
		t.Errorf("without weights: %+v, %+v, %q", p.Weight, p.Rows, p.Questions[0].Title)
	}
	s.Persons.Weighted(true)
	s.Persons.OneRow()
	if p := s.Plan(); p.Weight == nil || p.Rows != nil {
		t.Errorf("one row leaves %+v, %+v", p.Weight, p.Rows)
	}
	s.Persons.Weighted(false)
	if p := s.Plan(); p.Weight != nil || p.Questions[0].Title != "People by ward" || s.Counted() != "people" {
		t.Errorf("one row again: %+v", p)
	}
}

func TestWeightRefused(t *testing.T) {
	s := surveySession(t)
	for column, says := range map[string]string{"ward": "take it out in Columns first", "heft": "no column heft"} {
		if err := s.Persons.WeightColumn(column); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", column, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "ten", "1e3"} {
		if err := s.Persons.WeightCap(text); err == nil || !strings.Contains(err.Error(), "above zero") {
			t.Errorf("a cap of %q: %v", text, err)
		}
	}
	if s.Plan().Weight != nil {
		t.Errorf("what is refused changed the plan: %+v", s.Plan().Weight)
	}
	s.Edit(func(p *plan.Plan) { p.Weight = &plan.Weight{Column: "heft", Step: "1", Cap: "5"} })
	if p := s.Progress(guide.Data); p.State != current.Attention || !strings.Contains(p.Missing, "heft, which says how many people a row stands for") {
		t.Errorf("a column that the sheet does not have: %+v", p)
	}
	if m := s.Columns.Misfits(); len(m) == 0 || m[0].Kind != columns.MissingColumn || m[0].Column != "heft" {
		t.Errorf("misfits %+v", m)
	}
}

// A weighted release can be verified, and what was cut off is told on the screen only.
func TestReleaseOfWeights(t *testing.T) {
	s := surveySession(t)
	if err := s.Persons.WeightColumn("wt"); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{s.Persons.WeightStep("10"), s.Persons.WeightCap("40")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Balance.Account()
	if s.Persons.WeightWords(s.Release.Checked()) != "" {
		t.Errorf("before the check: %q", s.Persons.WeightWords(s.Release.Checked()))
	}
	s.Release.Review()
	// Weights 42 to 57 are above the cap, and 0 and 3 are less than half a step.
	if got, want := s.Persons.WeightWords(s.Release.Checked()), "6 rows have weights above the cap and count as 40; 2 rows count nothing, since the weight is at most half a step. For your eyes only."; got != want || s.Notice() != want {
		t.Errorf("it says %q, the notice %q", got, s.Notice())
	}
	out := filepath.Join(t.TempDir(), "out")
	s.Release.Carry(out, "survey")
	done := s.Release.Finished()
	if done == nil {
		t.Fatalf("not released: %s, %+v", s.Release.MayRelease(), s.Problem())
	}
	if off, _ := s.Release.Results(0).Good(); !strings.Contains(off, " weighted people, 19 in 20") {
		t.Errorf("the results say %q", off)
	}
	if bad := failures(t, filepath.Join(out, "survey.json"), s.LedgerDir()); len(bad) > 0 {
		t.Errorf("does not hold together: %q", bad)
	}
}

func TestCodebookOfWeights(t *testing.T) {
	s := surveySession(t)
	if err := s.Persons.WeightColumn("wt"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "book.csv")
	if err := s.Columns.SaveCodebook(path); err != nil {
		t.Fatal(err)
	}
	s.Persons.Weighted(false)
	b, err := s.Columns.ReadCodebook(path)
	if err != nil || b.Weight == nil || b.Weight.Column != "wt" {
		t.Fatalf("%+v, %v", b, err)
	}
	if c := s.Columns.CodebookChanges(b); len(c) != 2 || c[0].Column != "wt" || c[0].After != "weights: wt in steps of 1 up to 10" {
		t.Errorf("it would change %+v", c)
	}
	s.Columns.ApplyCodebook(b)
	if p := s.Plan(); p.Weight == nil || *p.Weight != *b.Weight || p.Questions[0].Title != "Weighted people by ward" {
		t.Errorf("applied: %+v", p.Weight)
	}
}
