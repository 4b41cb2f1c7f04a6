package session

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
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
	var kind QuestionKind
	for _, k := range QuestionKinds() {
		if k.ID == AskTotals {
			kind = k
		}
	}
	i, err := s.Ask(kind)
	if err != nil {
		t.Fatal(err)
	}
	q := func() plan.Question { return s.Plan().Questions[i] }
	if got := q(); got.Title != "Average rent" || len(got.Sum.Numbers) != 1 || got.Sum.Numbers[0].Number != "100" || KindOf(got).ID != AskTotals {
		t.Fatalf("asked %+v with %+v", got, got.Sum)
	}
	if err := s.SetSumBy(i, []domain.AttributeName{"town"}); err != nil || q().Title != "Average rent by town" || !q().Totals {
		t.Errorf("by town: %+v, %v", q(), err)
	}
	if err := s.SetSumNumber(i, 0, "250"); err != nil || q().Sum.Numbers[0].Number != "250" {
		t.Errorf("%+v, %v", q().Sum, err)
	}
	if err := s.SetSumNumber(i, 0, "many"); err == nil || q().Sum.Numbers[0].Number != "250" {
		t.Errorf("many is taken: %+v", q().Sum)
	}
	if err := s.ResetSumNumbers(i); err != nil || q().Sum.Numbers[0].Number != "100" {
		t.Errorf("%+v, %v", q().Sum, err)
	}
	if said := strings.Join(s.SumSays(i), " "); !strings.Contains(said, "from 50 to 100") {
		t.Errorf("says %q", said)
	}
	if err := s.SetSumOf(i, "town"); err != nil || q().Title != "Average town" || len(q().Sum.Numbers) != 2 || len(q().GroupedBy()) != 0 || q().Totals {
		t.Errorf("of town: %+v %+v, %v", q(), q().Sum, err)
	}
	path := filepath.Join(t.TempDir(), "n.csv")
	if err := os.WriteFile(path, []byte("town,metres\nNorth,1.5\nSouth,\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.ImportSumNumbers(context.Background(), i, path); err != nil || q().Sum.Numbers[0].Number != "1.5" || q().Sum.Numbers[1].Number != "" {
		t.Errorf("%+v, %v", q().Sum, err)
	}
	if got := s.SumChoices(); !slices.Equal([]domain.AttributeName{got[0].Column, got[1].Column, got[2].Column}, []domain.AttributeName{"rent", "rooms", "town"}) {
		t.Errorf("choices %v", got)
	}
	if err := s.SetKind(i, QuestionKinds()[0]); err != nil || q().Sum != nil || q().Kind != "table" || q().Title != "People by town" {
		t.Errorf("a table: %+v, %v", q(), err)
	}
	if err := s.SetKind(i, kind); err != nil || q().Sum == nil || q().Title != "Average rent by town" {
		t.Errorf("totals again: %+v, %v", q(), err)
	}
}
