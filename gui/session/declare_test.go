package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/columns"
	"steward/gui/session/data"
	"steward/gui/session/opened"
	"steward/io/propose"
	"steward/io/sheet"
)

// withFile returns a session on a text table.
func withFile(t *testing.T, lines ...string) *Session {
	t.Helper()
	path := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	s.Data.OpenFile(path, plan.Data{})
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	return s
}

func TestProposeAs(t *testing.T) {
	numbers := sheet.Column{Name: "wage", Min: 1013, Max: 48211, Whole: true, Values: []string{"1013", "48211"}}
	numbers.Kinds[table.Number] = 2
	fractions := numbers
	fractions.Whole = false
	huge := numbers
	huge.Max = 1e300
	texts := sheet.Column{Name: "town", Values: []string{"Bern", "Rome"}}
	texts.Kinds[table.Text] = 2
	many := texts
	many.Unlisted = 1
	for _, c := range []struct {
		kind  domain.Kind
		found sheet.Column
		want  string // of the values, or a part of the error
	}{
		{domain.Whole, numbers, "0 to 50000"},
		{domain.Ranges, numbers, "under 5000 … 45000 or more"},
		{domain.List, numbers, "1013, 48211"},
		{domain.Whole, fractions, "not all numbers in wage are whole"},
		{domain.Whole, huge, "too large"},
		{domain.Whole, texts, "there are no numbers in town"},
		{domain.Ordered, texts, "Bern, Rome"},
		{domain.List, many, "more than 1,000 different answers"},
		{domain.List, sheet.Column{Name: "empty"}, "no answers in empty"},
	} {
		got, err := propose.As(plan.Column{Name: "x", Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}}, c.kind, c.found)
		words := ""
		if err != nil {
			words = err.Error()
		} else if words = columns.ValuesLine(got); got.Origin != "" || got.Kind != c.kind {
			t.Errorf("%s: the proposal is %+v", c.kind, got)
		}
		if !strings.Contains(words, c.want) {
			t.Errorf("%s of %s: %q, want %q", c.kind, c.found.Name, words, c.want)
		}
		if err == nil {
			got.Origin = domain.Confirmed
			if _, err := got.Attribute(); err != nil {
				t.Errorf("a confirmed proposal is refused: %v", err)
			}
		}
	}
}

func TestProposedBoundsHoldTheData(t *testing.T) {
	for _, c := range [][2]float64{{0, 30}, {11, 95}, {1013, 48211}, {-7, 7}, {5, 5}, {0, 1}, {-1000, -999}, {1e15, 1e15 + 3}} {
		lo, hi := propose.RoundOut(c[0], c[1])
		if float64(lo) > c[0] || float64(hi) < c[1] || float64(hi-lo) > 1.3*(c[1]-c[0])+1 {
			t.Errorf("%v are rounded outwards to %d and %d", c, lo, hi)
		}
	}
}

func TestRecastKeepsWhatHasAMeaning(t *testing.T) {
	low, high := int64(0), int64(95)
	whole := plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}}
	list := columns.Recast(whole, domain.Ordered)
	if len(list.Values) != 96 || list.Other.Rule == domain.Nearest || list.Origin != domain.Typed {
		t.Errorf("as a list: %d values, %+v", len(list.Values), list.Other)
	}
	if back := columns.Recast(list, domain.Whole); *back.Lowest != 0 || *back.Highest != 95 {
		t.Errorf("and back: %d to %d", *back.Lowest, *back.Highest)
	}
	ranges := columns.Recast(whole, domain.Ranges)
	if _, err := ranges.Attribute(); err != nil || !ranges.WholeNumbers {
		t.Errorf("as ranges: %+v, %v", ranges, err)
	}
	texts := plan.Column{Name: "town", Kind: domain.List, Values: []string{"Rome"}, Blank: plan.Special{Rule: domain.AsValue, Value: "Rome"}, Origin: domain.Codebook}
	if got := columns.Recast(texts, domain.Whole); got.Lowest != nil || got.Blank.Rule != "" {
		t.Errorf("texts as numbers: %+v", got)
	}
	if got := columns.Recast(texts, domain.Ordered); !slices.Equal(got.Values, texts.Values) || got.Blank != texts.Blank {
		t.Errorf("put in order: %+v", got)
	}
	for _, lo := range []int64{-1 << 63, 1 << 40} {
		hi := int64(1<<63 - 1)
		columns.Recast(plan.Column{Kind: domain.Whole, Lowest: &lo, Highest: &hi}, domain.Ranges)
		columns.Recast(plan.Column{Kind: domain.Whole, Lowest: &lo, Highest: &hi}, domain.List)
	}
}

func TestOutside(t *testing.T) {
	s := withFile(t, "age,town", "34,Rome", "17,Bern", "99,Oslo", ",rome", "70,Rome")
	low, high := int64(18), int64(80)
	age := plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed}
	town := plan.Column{Name: "town", Kind: domain.List, Values: []string{"Rome", "Bern"}, Origin: domain.Typed, Readings: map[string]string{"rome": "Rome"}}
	for _, c := range []struct {
		column plan.Column
		other  plan.Special
		want   string
	}{
		{age, plan.Special{}, "2 [17 99] counted as other false"},
		{age, plan.Special{Rule: domain.Nearest}, "2 [17 99] read as 18 false"},
		{age, plan.Special{Rule: domain.Refuse}, "2 [17 99]  true"},
		{town, plan.Special{}, "1 [Oslo] counted as other false"},
		{town, plan.Special{Rule: domain.AsValue, Value: "Bern"}, "1 [Oslo] read as Bern false"},
	} {
		c.column.Other = c.other
		o, ok := s.Columns.Outside(c.column)
		if got := fmt.Sprint(o.Count, " ", o.Examples, " ", o.Becomes, " ", o.Stops); !ok || got != c.want {
			t.Errorf("%s with %v: %s, want %s", c.column.Name, c.other, got, c.want)
		}
	}
	age.Blank = plan.Special{Rule: domain.Refuse}
	if o, _ := s.Columns.Outside(age); !o.BlanksStop || o.Blanks != 1 {
		t.Errorf("a blank where none may be: %+v", o)
	}
	if _, ok := s.Columns.Outside(plan.Column{Name: "age", Kind: domain.List}); ok {
		t.Error("a column without values was compared")
	}
}

// Oddities say what a release would do.
func TestOddities(t *testing.T) {
	lines := []string{"id,age"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("p%d,%d", i, 20+i%40))
	}
	lines = append(lines, "p60,old", "p61,young", "p62,old")
	s := withFile(t, lines...)
	if n, _ := s.Columns.OpenOddities(); n != 0 {
		t.Errorf("%d things to decide about columns that are not published", n)
	}
	low, high := int64(0), int64(99)
	s.Columns.Publish(plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed})
	list, unlisted := s.Columns.Oddities()
	if len(list) != 2 || unlisted != 0 || list[0].Text != "old" || list[0].More != 1 || list[0].State != columns.Open || list[1].Text != "young" {
		t.Fatalf("oddities %+v and %d more", list, unlisted)
	}
	if got, want := list[0].Ask(), "Say how old in line 62, column 2 (age) is to be read."; got != want {
		t.Errorf("asked is %q, want %q", got, want)
	}
	s.Columns.Read("age", "old", domain.BlankLabel)
	s.Columns.Read("age", "young", "42")
	list, _ = s.Columns.Oddities()
	if n, _ := s.Columns.OpenOddities(); n != 0 || list[0].Now != "read as a blank" || list[1].Now != "read as 42" || list[1].Readings[list[1].Chosen].Target != "42" {
		t.Errorf("after deciding: %+v", list)
	}
	s.Columns.Read("age", "old", "")
	s.Columns.Read("age", "young", "")
	if c, _ := s.Columns.Published("age"); c.Readings != nil {
		t.Errorf("readings taken back left %v", c.Readings)
	}
	if n, _ := s.Columns.OpenOddities(); n != 2 {
		t.Errorf("%d things to decide after taking the readings back", n)
	}
	s.Columns.Publish(plan.Column{Name: "age", Kind: domain.List, Values: []string{"20"}, Origin: domain.Typed})
	if n, _ := s.Columns.OpenOddities(); n != 0 {
		t.Errorf("%d things to decide about texts in a list", n)
	}
}

// What a column reads the same as a rule would is not proposed: there is nothing to decide then.
func TestRulesThatChangeNothingAreNotProposed(t *testing.T) {
	lines := []string{"id,answer"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("p%d,%s", i, []string{"Yes", "No"}[i%2]))
	}
	s := withFile(t, append(lines, "p60,yes", "p61,NO")...)
	if n := s.Columns.Proposals(); n != 1 {
		t.Fatalf("%d proposals where letters differ", n)
	}
	s.Columns.Publish(plan.Column{Name: "answer", Kind: domain.List, Values: []string{"No", "Yes"}, Readings: map[string]string{"yes": "Yes", "NO": "No"}, Origin: domain.Typed})
	list, _ := s.Columns.Oddities()
	if n := s.Columns.Proposals(); n != 0 || list[0].State != columns.Settled {
		t.Errorf("%d proposals where the column says how they are read; found %+v", n, list)
	}
	s.Columns.AcceptProposals()
	if rules := s.Plan().Data.Repairs; len(rules) != 0 {
		t.Errorf("accepted %v", rules)
	}
}

// Cells of one cause are one thing to decide: read by a rule, looked at, and taken back.
func TestCellsAreReadByRules(t *testing.T) {
	lines := []string{"id,age,answer"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("p%d,%d,%s", i, 20+i%40, []string{"Yes", "No", "yes"}[i%3]))
	}
	lines = append(lines, "p60,n/a,No", "p61,?,NO", "p62,n/a,No")
	s := withFile(t, lines...)
	low, high := int64(0), int64(99)
	s.Columns.Publish(plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed})
	states := func() (words []string) {
		list, _ := s.Columns.Oddities()
		for _, o := range list {
			words = append(words, fmt.Sprintf("%s %d %s %v", o.Column, o.More+1, o.Repair.Kind, o.State))
		}
		return words
	}
	if got, want := states(), []string{"age 3 missing 2", "answer 21 case 3"}; !slices.Equal(got, want) {
		t.Fatalf("found %q, want %q", got, want)
	}
	list, _ := s.Columns.Oddities()
	var cells []data.CellRead
	s.Data.CellsBehind(*list[0].Repair, func(c []data.CellRead) { cells = c })
	if len(cells) != 3 || cells[1] != (data.CellRead{Address: "line 63, column 2 (age)", Before: "?", After: "a blank"}) {
		t.Errorf("cells %+v", cells)
	}
	s.Columns.AcceptProposals()
	if n := s.Columns.Proposals(); n != 0 || len(s.Plan().Data.Repairs) != 2 {
		t.Fatalf("%d rules are proposed still, the plan has %v", n, s.Plan().Data.Repairs)
	}
	if got, want := states(), []string{"age 3 missing 1", "answer 21 case 1"}; !slices.Equal(got, want) {
		t.Errorf("read by rule %q, want %q", got, want)
	}
	if c, err := s.Columns.ProposeFor(plan.Column{Name: "answer", Kind: domain.List}); err != nil || !slices.Equal(c.Values, []string{"No", "Yes"}) || c.Readings != nil {
		t.Errorf("proposed %+v, %v", c, err)
	}
	list, _ = s.Columns.Oddities()
	s.Columns.NotByRule(list[0].Repair.Choices[0].Rules...)
	if n, _ := s.Columns.OpenOddities(); n != 1 || len(s.Plan().Data.Repairs) != 1 {
		t.Errorf("%d to decide after taking a rule back, the plan has %v", n, s.Plan().Data.Repairs)
	}
}

func TestForbiddingCombinations(t *testing.T) {
	s := newSample(t)
	for _, c := range []struct{ first, values, second, others, want string }{
		{"age", "0 to 14", "education", "degree", ""},
		{"age", "0 to 3, 90", "smoker", "yes", ""},
		{"age", "0 to 200", "smoker", "yes", `“0 to 200” is not a value of age`},
		{"age", "9 to 3", "smoker", "yes", "is not a value"},
		{"district", "Alderton to Harbour", "smoker", "yes", "is not a value"},
		{"age", " ", "smoker", "yes", "name at least one value of age"},
		{"age", "1", "age", "2", "two different columns"},
		{"nothing", "1", "age", "2", "say first what the values of nothing are"},
	} {
		err := s.Columns.Forbid(c.first, c.values, c.second, c.others)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: error %v", c, err)
		}
	}
	im := s.Plan().Impossible
	if len(im) != 2 || s.Columns.ImpossibleIssue() != "" || s.Compiled() == nil {
		t.Fatalf("the plan has %v, issue %q", im, s.Columns.ImpossibleIssue())
	}
	if got, want := s.Columns.CombinationWords(im[1]), "age 0 to 3 and 90 together with smoker yes"; got != want {
		t.Errorf("in words %q, want %q", got, want)
	}
	s.Edit(func(p *plan.Plan) { p.Columns[3].Values = []string{"none"} })
	if s.Columns.ImpossibleIssue() == "" {
		t.Error("a combination of a value that is gone has no issue")
	}
	s.Columns.Allow(0)
	if len(s.Plan().Impossible) != 1 || s.Columns.ImpossibleIssue() != "" {
		t.Errorf("after allowing one the plan has %v, issue %q", s.Plan().Impossible, s.Columns.ImpossibleIssue())
	}
}

// A failing import keeps what was open, and offers the file's rows where it has any.
func TestAttempt(t *testing.T) {
	s := withFile(t, "a,b", "1,2")
	path := filepath.Join(t.TempDir(), "title.csv")
	if err := os.WriteFile(path, []byte("1,2\n3,4\nname,age\nAnn,7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Data.OpenFile(path, plan.Data{})
	a := s.Data.Attempt()
	if a == nil || !a.TextTable || len(a.Top) != 4 || a.Top[2].Cells[0] != "name" || s.Data.File().Name != "people.csv" {
		t.Fatalf("attempt %+v", a)
	}
	s.Dismiss()
	if s.Data.Attempt() != nil {
		t.Error("a failure that was dismissed still has its attempt")
	}
	s.Data.OpenFile(filepath.Join(t.TempDir(), "none.csv"), plan.Data{})
	if s.Data.Attempt() != nil || s.Problem() == nil {
		t.Errorf("a file that does not exist has the attempt %+v", s.Data.Attempt())
	}
	s.Data.OpenFile(path, plan.Data{HeaderRow: 3})
	if s.Problem() != nil || s.Data.File().HeaderRow != 3 || len(s.Data.File().Above) != 2 || s.Data.File().Above[0].Cells[1] != "2" {
		t.Errorf("read with its row of names: %+v", s.Data.File())
	}
}

func TestColumnNames(t *testing.T) {
	l := opened.Layout{}
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", 16383: "XFD"} {
		if got := l.ColumnName(i); got != want {
			t.Errorf("column %d is %q, want %q", i, got, want)
		}
	}
	if got := (opened.Layout{TextTable: true}).ColumnName(2); got != "3" {
		t.Errorf("the third column of a text table is %q", got)
	}
}

func TestWithdrawSaysWhatGoes(t *testing.T) {
	s := newSample(t)
	if u := s.Columns.Uses("age"); len(u.Questions) != 1 || u.Secrets != 1 {
		t.Errorf("age is used by %+v", u)
	}
	if gone := s.Columns.Withdraw("smoker"); !slices.Equal(gone, []string{"Smokers by district"}) {
		t.Errorf("with smoker went %v", gone)
	}
	if got := s.Columns.Absent(); got != nil {
		t.Errorf("absent columns %v", got)
	}
}
