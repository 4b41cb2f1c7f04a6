package session

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/gui/session/answers"
	"steward/gui/session/questions"
)

// totalsSession has a column of ranges, the last open, a list and whole numbers.
func totalsSession(t *testing.T) *Session {
	t.Helper()
	s := New(Surroundings{})
	low, high := int64(0), int64(9)
	s.Edit(func(p *plan.Plan) {
		p.DataSet, p.Budget.Epsilon = "Homes", "1"
		p.Columns = []plan.Column{
			{Name: "rent", Kind: domain.Ranges, Ranges: []plan.Range{{From: "0", To: "100"}, {From: "100"}}, Origin: domain.Typed},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed},
			{Name: "rooms", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed},
		}
	})
	return s
}

// A question of totals is added, made about other columns and groups, and given numbers.
func TestTotalsInTheSession(t *testing.T) {
	s := totalsSession(t)
	var kind questions.Kind
	for _, k := range questions.Kinds() {
		if k.ID == questions.AskTotals {
			kind = k
		}
	}
	i, err := s.Questions.Ask(kind)
	if err != nil {
		t.Fatal(err)
	}
	q := func() plan.Question { return s.Plan().Questions[i] }
	if got := q(); got.Title != "Average rent" || len(got.Sum.Numbers) != 1 || got.Sum.Numbers[0].Number != "100" || questions.KindOf(got).ID != questions.AskTotals {
		t.Fatalf("asked %+v with %+v", got, got.Sum)
	}
	if err := s.Questions.Sum(i).SetBy([]domain.AttributeName{"town"}); err != nil || q().Title != "Average rent by town" || !q().Totals {
		t.Errorf("by town: %+v, %v", q(), err)
	}
	if err := s.Questions.Sum(i).SetNumber(0, "250"); err != nil || q().Sum.Numbers[0].Number != "250" {
		t.Errorf("%+v, %v", q().Sum, err)
	}
	if err := s.Questions.Sum(i).SetNumber(0, "many"); err == nil || q().Sum.Numbers[0].Number != "250" {
		t.Errorf("many is taken: %+v", q().Sum)
	}
	if err := s.Questions.Sum(i).ResetNumbers(); err != nil || q().Sum.Numbers[0].Number != "100" {
		t.Errorf("%+v, %v", q().Sum, err)
	}
	if said := strings.Join(s.Questions.Sum(i).Says(), " "); !strings.Contains(said, "from 50 to 100") {
		t.Errorf("says %q", said)
	}
	if err := s.Questions.Sum(i).SetOf("town"); err != nil || q().Title != "Average town" || len(q().Sum.Numbers) != 2 || len(q().GroupedBy()) != 0 || q().Totals {
		t.Errorf("of town: %+v %+v, %v", q(), q().Sum, err)
	}
	path := filepath.Join(t.TempDir(), "n.csv")
	if err := os.WriteFile(path, []byte("town,metres\nNorth,1.5\nSouth,\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Questions.Sum(i).Import(context.Background(), path); err != nil || q().Sum.Numbers[0].Number != "1.5" || q().Sum.Numbers[1].Number != "" {
		t.Errorf("%+v, %v", q().Sum, err)
	}
	if got := s.Questions.SumChoices(); !slices.Equal([]domain.AttributeName{got[0].Column, got[1].Column, got[2].Column}, []domain.AttributeName{"rent", "rooms", "town"}) {
		t.Errorf("choices %v", got)
	}
	if err := s.Questions.Question(i).SetKind(questions.Kinds()[0]); err != nil || q().Sum != nil || q().Kind != "table" || q().Title != "People by town" {
		t.Errorf("a table: %+v, %v", q(), err)
	}
	if err := s.Questions.Question(i).SetKind(kind); err != nil || q().Sum == nil || q().Title != "Average rent by town" {
		t.Errorf("totals again: %+v, %v", q(), err)
	}
}

// Released totals are shown with their averages, in their unit, below zero where numbers are.
func TestTotalsAmongResults(t *testing.T) {
	s := totalsSession(t)
	q, err := plan.NewSum(s.Plan().Columns, []domain.AttributeName{"rooms"}, []domain.AttributeName{"town"}, true, []plan.Number{{Values: []string{"0"}, Number: "-1.5"}})
	if err != nil {
		t.Fatal(err)
	}
	q.ID, q.Title, q.Sum.Unit = "q1", "Rooms", "m²"
	p := s.Plan()
	p.Questions = []plan.Question{q}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	w := c.Problems[0].Workload
	r := &result.Release{Plan: p, Questions: []result.Question{{Workload: w, Decimals: plan.SumDecimals(w)}}}
	a := &r.Questions[0]
	for i := range w.Len() {
		a.Unadjusted, a.Tidied = append(a.Unadjusted, float64(-3*i)+0.25), append(a.Tidied, float64(-3*i)+0.5)
		a.Error, a.HalfWidth, a.Exact = append(a.Error, 2), append(a.HalfWidth, 5), append(a.Exact, false)
	}
	release.Intervals(c.Problems[0], a)
	table := result.DerivedTable{Title: message.Sprintf("Average %s", "rooms"), Unit: plan.InAverages, Keys: w.KeyNames()}
	for i := range a.Leading() {
		table.Values = append(table.Values, result.Derived{Key: w.Key(i), Value: 2.345, Low: 2.1, High: 2.6, Unreliable: i == 0})
	}
	a.Derived = []result.DerivedTable{table}
	got := answers.Of(a, r.InWords(0), message.English(r.Rules(0)))
	if row := got.Row("", 1); row[2] != "-2.5*" || row[3] != "-7.5 to 2.0" || row[4] != "-2.8" {
		t.Errorf("the row reads %q", row)
	}
	if row := got.DerivedRow(0, 1); row[2] != "2.35" && row[2] != "2.34" || row[3] != "2.1 to 2.6" && row[3] != "2.10 to 2.60" {
		t.Errorf("the average reads %q", row)
	}
	if off, _ := got.Good(); !strings.Contains(off, "m²") {
		t.Errorf("says %q", off)
	}
	if head := got.DerivedColumns(0); head[2] != "average, m²" || !strings.Contains(strings.Join(got.Rules(), " "), "from -1.5 to 9 m²") {
		t.Errorf("headed %q, rules %q", head, got.Rules())
	}
}
