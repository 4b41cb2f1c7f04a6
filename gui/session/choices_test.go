package session

import (
	"math"
	"strings"
	"testing"

	"steward/core/choice"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui/session/questions"
)

// Choices take an even part of the budget, share it with questions, and cost nothing where they are
// read off a table.
func TestChoicesShareTheBudgetWithQuestions(t *testing.T) {
	s, _ := held(t)
	n := len(s.Plan().Questions)
	for i, k := range questions.ChoiceKinds() {
		at, err := s.Questions.AskChoice(k)
		if err != nil || at != n+i {
			t.Fatalf("%s: number %d, %v", k.Name, at, err)
		}
		if got, want := s.Questions.SharePercent(at), 100/float64(n+i+1); math.Abs(got-want) > 0.1 {
			t.Errorf("%s takes %v per cent, not %v", k.Name, got, want)
		}
	}
	total := 0.0
	for _, share := range s.Questions.Shares() {
		total += share.Percent
	}
	if !near(total, 100) {
		t.Errorf("the shares add up to %v", total)
	}
	if err := s.Questions.SetShare(n+1, 30); err != nil || !near(s.Questions.SharePercent(n+1), 30) {
		t.Errorf("30 per cent became %v: %v", s.Questions.SharePercent(n+1), err)
	}
	if s.Compiled() == nil {
		t.Fatalf("the plan has issues: %v", s.issues)
	}
	q := s.Plan().Choices[0]
	s.Questions.Add(workload.Cumulative, []domain.AttributeName{q.Column})
	table := s.Plan().Questions[len(s.Plan().Questions)-1]
	tables := s.Questions.ChoiceTables(q)
	if len(tables) == 0 {
		t.Fatal("no table to read the median off")
	}
	if err := s.Questions.Choice(0).Try(func(q *plan.Choice) { q.Table = table.ID }); err != nil {
		t.Fatal(err)
	}
	n = len(s.Plan().Questions)
	if s.Questions.SharePercent(n) != 0 || s.Compiled() == nil {
		t.Errorf("what is read off a table takes %v per cent", s.Questions.SharePercent(n))
	}
	if err := s.Questions.SetShare(n, 50); err != nil || s.Questions.SharePercent(n) != 0 {
		t.Errorf("it was given a share: %v", err)
	}
	if err := s.Questions.Choice(0).Try(func(q *plan.Choice) { q.Table = "" }); err != nil || s.Questions.SharePercent(n) <= 0 {
		t.Errorf("drawn again it takes %v per cent: %v", s.Questions.SharePercent(n), err)
	}
	s.Questions.ShareEvenly()
	if all := s.Questions.Shares(); !near(all[0].Percent, all[len(all)-1].Percent) {
		t.Errorf("even shares are %v", all)
	}
	s.Columns.Withdraw(string(q.Column))
	for _, left := range s.Plan().Choices {
		if left.Column == q.Column {
			t.Errorf("%q is left without its column", left.Title)
		}
	}
}

func TestTryChoiceRefuses(t *testing.T) {
	s, _ := held(t)
	if _, err := s.Questions.AskChoice(questions.ChoiceKinds()[2]); err != nil {
		t.Fatal(err)
	}
	before := questions.OptionLines(s.Plan().Choices[0])
	for words, try := range map[string]func() error{
		"line 1: found 4 parts":    func() error { return s.Questions.Choice(0).SetOptions("a; 1; 2; 3", "at least") },
		"a value and its weight":   func() error { return s.Questions.Choice(0).SetOptions("a; b", "weights") },
		"the list of options is":   func() error { return s.Questions.Choice(0).SetOptions(" \n", "at least") },
		"where a number such as":   func() error { return s.Questions.Choice(0).SetOptions("5\ncheap", "at least") },
		"in the list twice":        func() error { return s.Questions.Choice(0).SetOptions("5\n5", "at least") },
		"a question needs a title": func() error { return s.Questions.Choice(0).Try(func(q *plan.Choice) { q.Title = " " }) },
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", words, err)
		}
	}
	if now := questions.OptionLines(s.Plan().Choices[0]); now != before {
		t.Errorf("a refused change was kept: %q", now)
	}
	if err := s.Questions.Choice(0).SetOptions("5\ndear; 20; 7.5\n", "above"); err != nil {
		t.Fatal(err)
	}
	if got := questions.OptionLines(s.Plan().Choices[0]); got != "5\ndear; 20; 7.5" || s.Plan().Choices[0].Test != "above" {
		t.Errorf("typed options became %q", got)
	}
}

// The preview compares a draw, a table of its own and the tables of the plan.
func TestPreviewOfChoices(t *testing.T) {
	seeded.ForAudits(t)
	s, _ := held(t)
	if _, err := s.Questions.AskChoice(questions.ChoiceKinds()[0]); err != nil {
		t.Fatal(err)
	}
	q := s.Plan().Choices[0]
	s.Questions.Add(workload.Cumulative, []domain.AttributeName{q.Column})
	c := s.Compiled()
	p, err := preview.New(remembering, c, nil)
	if err != nil || len(p.Choices) != 1 {
		t.Fatal(err)
	}
	draw, own, free := false, false, false
	for _, m := range p.Choices[0].Methods {
		draw = draw || m.ID == "permute-and-flip" && !m.Plain
		own = own || strings.HasPrefix(m.ID, choice.TablePrefix) && !m.Free && !m.Plain
		free = free || m.Free && m.Quality.Fall > 0
	}
	if !draw || !own || !free || p.Choices[0].Chosen != 0 || len(p.Choices[0].Says) < 2 {
		t.Errorf("the preview compares %+v", p.Choices[0])
	}
}
