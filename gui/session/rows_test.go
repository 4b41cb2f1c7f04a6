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
	"steward/gui/session/current"
	"steward/gui/session/facts"
	"steward/gui/session/persons"
	"steward/gui/session/secrets"
)

// visits are lines of a table in which patient i has i visits.
func visits(patients int) []string {
	lines := []string{"patient,ward,day"}
	for i := range patients {
		for j := range i {
			lines = append(lines, fmt.Sprintf("p%d,%s,%d", i, []string{"East", "West"}[(i+j)%2], 1+(i*j)%5))
		}
	}
	return lines
}

// visitsSession is a session on visits with a question.
func visitsSession(t *testing.T) *Session {
	t.Helper()
	s := withFile(t, visits(6)...)
	s.Columns.Publish(plan.Column{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Codebook})
	s.Edit(func(p *plan.Plan) { p.DataSet = "Visits" })
	s.Questions.Add(workload.Table, []domain.AttributeName{"ward"})
	return s
}

func TestSeveralRows(t *testing.T) {
	s := visitsSession(t)
	if got := s.Plan().Questions[0].Title; got != "People by ward" || s.Counted() != "people" {
		t.Errorf("before: %q, %s", got, s.Counted())
	}
	if n, known := s.Persons.FoundPeople(); !known || n != 15 {
		t.Errorf("one row each: %d people, %v", n, known)
	}
	s.Persons.SeveralRows()
	if s.Compiled() != nil || len(s.Issues(guide.Data)) != 1 {
		t.Errorf("with nobody's rows the plan has the issues %v", s.Issues(guide.Data))
	}
	if err := s.Persons.PersonColumn("patient"); err != nil {
		t.Fatal(err)
	}
	if s.Compiled() == nil || s.Compiled().Tied().Factor != persons.FirstAtMost {
		t.Fatalf("compiled %v", s.issues)
	}
	if n, known := s.Persons.FoundPeople(); !known || n != 5 {
		t.Errorf("%d people, %v, want 5", n, known)
	}
	if got := s.Progress(guide.Data).Line; got != "15 rows" {
		t.Errorf("the step says %q", got)
	}
	if got := s.Plan().Questions[0].Title; got != "Rows by ward" {
		t.Errorf("the question is called %q", got)
	}
	if got := s.Questions.Question(0).Publishes(); !strings.Contains(got, "how many rows have each ward") {
		t.Errorf("it publishes %q", got)
	}
	if s.Secrets.Card() != secrets.CardPresence || s.Secrets.CannotChoose(secrets.CardAll) == "" || !s.Persons.SaysWhose("patient") || s.Persons.SaysWhose("ward") {
		t.Errorf("card %s", s.Secrets.Card())
	}
	s.Undo()
	s.Undo()
	if s.Plan().Rows != nil || s.Plan().Questions[0].Title != "People by ward" || s.Secrets.Card() != secrets.CardAll {
		t.Errorf("undone: %+v", s.Plan())
	}
	s.Redo()
	s.Redo()
	if r := s.Plan().Rows; r == nil || *r != (plan.Rows{Person: "patient", AtMost: persons.FirstAtMost}) {
		t.Errorf("redone: %+v", r)
	}
	if err := s.Persons.AtMost(" 2 "); err != nil || s.Plan().Rows.AtMost != 2 {
		t.Errorf("a cap of 2: %v, %+v", err, s.Plan().Rows)
	}
	s.Persons.OneRow()
	if s.Plan().Rows != nil || s.Counted() != "people" || s.Plan().Questions[0].Title != "People by ward" {
		t.Errorf("one row again: %+v", s.Plan())
	}
}

// The number of people is compared with the people of the file, not with its rows, and costs
// what it costs wherever it is secret who is in the file.
func TestKnownPeopleWithRows(t *testing.T) {
	s := visitsSession(t)
	if err := s.Persons.PersonColumn("patient"); err != nil {
		t.Fatal(err)
	}
	if err := s.Facts.Tick(facts.People, true); err != nil {
		t.Fatal(err)
	}
	f := s.Facts.List()[0]
	if f.Number != "5" || f.Standing != facts.Agrees || f.Factor != 1 || s.Facts.Factor() != 1 || !strings.Contains(f.Why, "another one is") {
		t.Errorf("the fact %+v, factor %d", f, s.Facts.Factor())
	}
	if got := s.Compiled().Tied().Factor; got != persons.FirstAtMost {
		t.Errorf("the noise is %d times as large, want %d", got, persons.FirstAtMost)
	}
	if err := s.Facts.StatePeople("15"); err != nil {
		t.Fatal(err)
	}
	if f := s.Facts.List()[0]; f.Standing != facts.Differs || f.Stands != "the file has 5 people" {
		t.Errorf("a number of rows for one of people: %+v", f)
	}
}

func TestRowsRefused(t *testing.T) {
	s := visitsSession(t)
	for column, says := range map[string]string{"ward": "take it out in Columns first", "doctor": "no column doctor"} {
		if err := s.Persons.PersonColumn(column); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", column, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "1.5", "1001", "many"} {
		if err := s.Persons.AtMost(text); err == nil || !strings.Contains(err.Error(), "from 1 to 1000") {
			t.Errorf("a cap of %q: %v", text, err)
		}
	}
	if s.Plan().Rows != nil {
		t.Errorf("what is refused changed the plan: %+v", s.Plan().Rows)
	}
	s.Edit(func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "doctor", AtMost: 2} })
	if p := s.Progress(guide.Data); p.State != current.Attention || !strings.Contains(p.Missing, "doctor, which says whose row it is") {
		t.Errorf("a column that the sheet does not have: %+v", p)
	}
}

// What is beyond the slots is told after the check, and forgotten when the slots change; the
// files of the release say nothing of it.
func TestBeyond(t *testing.T) {
	s := visitsSession(t)
	if err := s.Persons.PersonColumn("patient"); err != nil {
		t.Fatal(err)
	}
	if err := s.Persons.AtMost("3"); err != nil {
		t.Fatal(err)
	}
	if s.Persons.BeyondWords(s.Release.Checked()) != "" {
		t.Errorf("before the check: %q", s.Persons.BeyondWords(s.Release.Checked()))
	}
	s.Release.Review()
	if c := s.Release.Checked(); c == nil || c.Beyond != 1+2 || !strings.Contains(s.Persons.BeyondWords(s.Release.Checked()), "3 rows exceed the 3") || s.Notice() != s.Persons.BeyondWords(s.Release.Checked()) {
		t.Errorf("checked %+v: %q, notice %q", c, s.Persons.BeyondWords(s.Release.Checked()), s.Notice())
	}
	if err := s.Persons.AtMost("2"); err != nil {
		t.Fatal(err)
	}
	if s.Release.Checked() != nil || s.Release.Reviewed() {
		t.Error("another cap leaves the records checked")
	}
	s.Undo()
	if c := s.Release.Checked(); c == nil || c.Beyond != 3 {
		t.Errorf("undone: checked %+v", c)
	}
	if err := s.Persons.AtMost("5"); err != nil {
		t.Fatal(err)
	}
	s.Release.Review()
	if c := s.Release.Checked(); c == nil || c.Beyond != 0 || !strings.Contains(s.Persons.BeyondWords(s.Release.Checked()), "No row is left out") || s.Notice() != "" {
		t.Errorf("checked %+v: %q, notice %q", c, s.Persons.BeyondWords(s.Release.Checked()), s.Notice())
	}
}

// A release over several rows counts rows in all its words, and can be verified.
func TestReleaseOfRows(t *testing.T) {
	s := visitsSession(t)
	if err := s.Persons.PersonColumn("patient"); err != nil {
		t.Fatal(err)
	}
	s.Balance.Account()
	s.Release.Review()
	out := filepath.Join(t.TempDir(), "out")
	s.Release.Carry(out, "visits")
	done := s.Release.Finished()
	if done == nil {
		t.Fatalf("not released: %s, %+v", s.Release.MayRelease(), s.Problem())
	}
	if off, _ := s.Release.Results(0).Good(); !strings.Contains(off, " rows, 19 in 20") || strings.Contains(off, "people") {
		t.Errorf("the results say %q", off)
	}
	if got := done.Release.Protection.Presence; !strings.Contains(got.String(), "everything about all three rows together, and how many there are.") {
		t.Errorf("hidden: %q", got)
	}
	if bad := failures(t, filepath.Join(out, "visits.json"), s.LedgerDir()); len(bad) > 0 {
		t.Errorf("does not hold together: %q", bad)
	}
}
