package session

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui/session/questions"
)

func shares(s *Session) (percents []float64, total float64) {
	for i := range s.Plan().Questions {
		percents = append(percents, s.Questions.SharePercent(i))
		total += s.Questions.SharePercent(i)
	}
	return percents, total
}

// What is published exactly is shown to take nothing, the others to take all, and it keeps the share that it had.
func TestWhatIsExactHasNoShare(t *testing.T) {
	s, _ := held(t)
	if err := s.Questions.SetShare(0, 60); err != nil {
		t.Fatal(err)
	}
	had := s.Plan().Questions[0].Share
	s.Edit(func(p *plan.Plan) {
		p.Secrets = secret.Secrets{}
		for _, column := range p.Questions[0].Columns {
			p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Kind: secret.Public, Columns: []domain.AttributeName{column}})
		}
	})
	if s.Compiled() == nil || s.Questions.Asked()[0].Exact {
		t.Fatal("it is published exactly before that was agreed to")
	}
	s.Edit(func(p *plan.Plan) { p.Agreed = s.Compiled().Agree() })
	asked := s.Questions.Asked()
	if !asked[0].Exact || asked[0].Share.Percent != 0 {
		t.Fatalf("what is published exactly takes %v per cent", asked[0].Share)
	}
	paid := 0.0
	for _, a := range asked {
		paid += a.Share.Percent
	}
	if !near(paid, 100) {
		t.Errorf("the others take %v per cent", paid)
	}
	for i, a := range asked {
		if !a.Exact && a.Share.Percent < 100 {
			if err := s.Questions.SetShare(i, 30); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if err := s.Questions.SetShare(0, 50); err != nil || s.Plan().Questions[0].Share != had {
		t.Errorf("its share was %q and is %q: %v", had, s.Plan().Questions[0].Share, err)
	}
}

func TestSetShare(t *testing.T) {
	s, _ := held(t)
	if err := s.Questions.SetShare(0, 60); err != nil {
		t.Fatal(err)
	}
	if got, _ := shares(s); !near(got[0], 60) || math.Abs(got[1]/got[2]-2) > 0.01 {
		t.Errorf("shares %v, want 60 and the rest two to one", got)
	}
	if got := s.Questions.Shares()[0].Spends; got != "0.3" {
		t.Errorf("60 per cent of 0.5 is %s", got)
	}
	// To the end and back loses nothing.
	for _, p := range []float64{98, 99.99, 1, 40} {
		if err := s.Questions.SetShare(0, p); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := shares(s); !near(got[0], 40) || !near(got[1], 40) || !near(got[2], 20) {
		t.Errorf("to and fro the shares became %v, want 40, 40, 20", got)
	}
	for _, bad := range []float64{0, -1, 100, 250, math.NaN()} {
		if err := s.Questions.SetShare(1, bad); err == nil {
			t.Errorf("a share of %v was taken", bad)
		}
	}
	s.Questions.ShareEvenly()
	if got, _ := shares(s); !near(got[0], got[1]) || !near(got[1], got[2]) {
		t.Errorf("even shares are %v", got)
	}
}

// Whatever is done to the shares, they are above zero, add up to all, and can be split.
func TestSharesAddUp(t *testing.T) {
	sample, _ := held(t)
	seeded.Check(t, func(t *rapid.T) {
		s := New(Surroundings{Go: func(func()) {}})
		s.set(sample.Plan())
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			n := len(s.Plan().Questions)
			i := rapid.IntRange(0, max(n-1, 0)).Draw(t, "question")
			switch rapid.IntRange(0, 5).Draw(t, "edit") {
			case 0:
				s.Questions.Add(workload.Table, []domain.AttributeName{"district"})
				if got := s.Questions.SharePercent(n); math.Abs(got-100/float64(n+1)) > 0.05 {
					t.Fatalf("a question more than %d got %v per cent", n, got)
				}
			case 1:
				s.Questions.Remove(i)
			case 2:
				s.Questions.ShareEvenly()
			default:
				p := rapid.Float64Range(0.01, 99.99).Draw(t, "percent")
				if err := s.Questions.SetShare(i, p); err != nil {
					t.Fatal(err)
				}
				if n > 1 && n < 50 && math.Abs(s.Questions.SharePercent(i)-p) > 0.02*float64(n) {
					t.Fatalf("%v per cent became %v of %d", p, s.Questions.SharePercent(i), n)
				}
			}
		}
		if n := len(s.Plan().Questions); n == 0 {
			return
		}
		if s.Compiled() == nil {
			t.Fatal(s.issues)
		}
		list, total := shares(s)
		if math.Abs(total-100) > 1e-6 || slices.Min(list) <= 0 {
			t.Fatalf("shares %v add up to %v", list, total)
		}
		for i, p := range s.Compiled().Problems {
			if !near(p.Budget.Float(), s.Compiled().Budget.Float()*list[i]/100) {
				t.Fatalf("question %d gets %v", i, p.Budget)
			}
			if spends, err := strconv.ParseFloat(s.Questions.Shares()[i].Spends, 64); err != nil || math.Abs(spends-p.Budget.Float()) > 0.000501 {
				t.Fatalf("question %d is said to get %s of %v", i, s.Questions.Shares()[i].Spends, p.Budget)
			}
		}
	})
}

func TestAsk(t *testing.T) {
	s, _ := held(t)
	want := map[string][]domain.AttributeName{
		questions.AskTable: {"age"}, questions.AskCross: {"education", "income"}, questions.AskCumulative: {"education"}, questions.AskRanges: {"age"}, questions.AskBoxes: {"age", "education"}, questions.AskTotals: {"age"},
	}
	for _, k := range questions.Kinds() {
		i, err := s.Questions.Ask(k)
		if err != nil {
			t.Fatal(err)
		}
		q := s.Plan().Questions[i]
		if questions.KindOf(q).ID != k.ID || !slices.Equal(q.Columns, want[k.ID]) || s.Compiled() == nil {
			t.Errorf("%s asks %+v, want columns %v; issues %v", k.Name, q, want[k.ID], s.issues)
		}
		if s.Questions.Question(i).Publishes() == "" || s.Questions.Question(i).Numbers() == 0 {
			t.Errorf("%s publishes %q, %d numbers", k.Name, s.Questions.Question(i).Publishes(), s.Questions.Question(i).Numbers())
		}
	}
	// The same question twice is allowed.
	if _, err := s.Questions.Ask(questions.Kinds()[0]); err != nil || s.Compiled() == nil {
		t.Errorf("asked again: %v, %v", err, s.issues)
	}
	s.Edit(func(p *plan.Plan) { p.Columns, p.Questions, p.Secrets = p.Columns[1:2], nil, secret.Secrets{} })
	for id, can := range map[string]bool{questions.AskTable: true, questions.AskCross: false, questions.AskCumulative: false, questions.AskRanges: false} {
		k := questions.Kinds()[slices.IndexFunc(questions.Kinds(), func(k questions.Kind) bool { return k.ID == id })]
		if _, err := s.Questions.Ask(k); (err == nil) != can {
			t.Errorf("%s about one list: %v", id, err)
		}
	}
	s.Edit(func(p *plan.Plan) { p.Columns, p.Questions = nil, nil })
	if _, err := s.Questions.Ask(questions.Kinds()[0]); err == nil {
		t.Error("something was asked about no columns")
	}
}

// A title made from kind and columns follows them; one that was typed stays.
func TestTitlesFollow(t *testing.T) {
	s, _ := held(t)
	i, err := s.Questions.Ask(questions.Kinds()[0])
	if err != nil {
		t.Fatal(err)
	}
	title := func() string { return s.Plan().Questions[i].Title }
	check := func(err error, want string) {
		t.Helper()
		if err != nil || title() != want {
			t.Errorf("title %q, want %q; %v", title(), want, err)
		}
	}
	check(s.Questions.Question(i).SetColumns([]domain.AttributeName{"smoker", "education"}), "People by smoker and education")
	check(s.Questions.Question(i).SetKind(questions.Kinds()[2]), "People up to each education")
	check(s.Questions.Question(i).Try(func(q *plan.Question) { q.Title = "My own" }), "My own")
	check(s.Questions.Question(i).SetColumns([]domain.AttributeName{"age"}), "My own")
	check(s.Questions.Question(i).SetKind(questions.Kinds()[3]), "My own")
}

func TestRangesAreEdited(t *testing.T) {
	s, _ := held(t)
	const i = 2 // How often people come
	ranges := func() []plan.Span { return s.Plan().Questions[i].Ranges }
	must := func(err error) {
		t.Helper()
		if err != nil || s.Compiled() == nil {
			t.Fatal(err, s.issues)
		}
	}
	must(s.Questions.Ranges(i).Set(0, 2, 5))
	if ranges()[0] != (plan.Span{From: "2", To: "5"}) {
		t.Errorf("range %+v", ranges()[0])
	}
	must(s.Questions.Ranges(i).Set(0, 9, 5)) // ends where it begins
	if ranges()[0] != (plan.Span{From: "9", To: "9"}) {
		t.Errorf("range %+v", ranges()[0])
	}
	if err := s.Questions.Ranges(i).Set(0, 1, 3); err == nil || ranges()[0].From != "9" {
		t.Errorf("the same range twice: %v, %+v", err, ranges())
	}
	must(s.Questions.Ranges(i).Add())
	must(s.Questions.Ranges(i).Add())
	if n := len(ranges()); n != 7 || ranges()[n-1] == ranges()[n-2] {
		t.Errorf("ranges %+v", ranges())
	}
	must(s.Questions.Ranges(i).Remove(0))
	must(s.Questions.Ranges(i).SetEvery(true))
	if n := s.Questions.Question(i).Numbers(); n != 31*32/2 || len(ranges()) != 0 {
		t.Errorf("every range of 31 values: %d numbers, %+v", n, ranges())
	}
	must(s.Questions.Ranges(i).SetEvery(false))
	if got := ranges(); len(got) != 4 || got[0].From != "0" || got[3].To != "30" {
		t.Errorf("ranges to begin with: %+v", got)
	}
	for len(ranges()) > 1 {
		must(s.Questions.Ranges(i).Remove(0))
	}
	must(s.Questions.Ranges(i).Remove(0))
	if len(ranges()) != 1 {
		t.Error("the last range was removed")
	}
	must(s.Questions.Question(i).SetColumns([]domain.AttributeName{"education"}))
	if !s.Plan().Questions[i].Every {
		t.Errorf("the ranges of another column: %+v", s.Plan().Questions[i])
	}
}

// What makes no sense is refused with a sentence, and the plan stays as it is.
func TestMeaninglessQuestionsAreRefused(t *testing.T) {
	s, _ := held(t)
	s.Edit(func(p *plan.Plan) {
		lo, hi := int64(0), int64(99_999)
		for _, n := range []domain.AttributeName{"post code", "account"} {
			p.Columns = append(p.Columns, plan.Column{Name: n, Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed})
		}
	})
	for name, c := range map[string]struct {
		try  func() error
		says string
	}{
		"too many cells": {func() error {
			return s.Questions.Question(1).SetColumns([]domain.AttributeName{"post code", "account"})
		}, "combinations"},
		"no title":           {func() error { return s.Questions.Question(0).Try(func(q *plan.Question) { q.Title = "  " }) }, "title"},
		"no column":          {func() error { return s.Questions.Question(0).SetColumns(nil) }, "no column"},
		"a column twice":     {func() error { return s.Questions.Question(1).SetColumns([]domain.AttributeName{"age", "age"}) }, "twice"},
		"a list counted up":  {func() error { return s.Questions.Question(0).SetColumns([]domain.AttributeName{"district"}) }, "no order"},
		"two columns in one": {func() error { return s.Questions.Question(0).SetColumns([]domain.AttributeName{"age", "visits"}) }, "are of one column"},
	} {
		before := s.Plan().Clone()
		err := c.try()
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
		if got := s.Plan().Questions; !slices.EqualFunc(got, before.Questions, func(a, b plan.Question) bool { return a.Title == b.Title && slices.Equal(a.Columns, b.Columns) }) {
			t.Errorf("%s: the plan changed", name)
		}
	}
}

func TestQuestionsBeforeThePlanIsWhole(t *testing.T) {
	s, _ := held(t)
	s.Edit(func(p *plan.Plan) { p.DataSet = "" })
	if s.Compiled() != nil {
		t.Fatal("a plan without a name compiled")
	}
	if s.Questions.Counts().Published != 144 || s.Questions.SharePercent(2) != 20 || s.Questions.Shares()[0].Spends != "0.2" {
		t.Errorf("%d numbers, %v per cent, %s spent", s.Questions.Counts().Published, s.Questions.SharePercent(2), s.Questions.Shares()[0].Spends)
	}
	s.Edit(func(p *plan.Plan) { p.Secrets.Columns[0].Within = "none" })
	if s.outlook() != nil || s.Questions.Counts().Published != 144 {
		t.Errorf("%d numbers while the secrets have issues", s.Questions.Counts().Published)
	}
	if err := s.Questions.Ranges(2).Add(); err != nil || len(s.Plan().Questions[2].Ranges) != 6 {
		t.Errorf("a range more while the secrets have issues: %v", err)
	}
	if got := s.Questions.Unasked(); !slices.Equal(got, []string{"education", "income"}) {
		t.Errorf("nothing is asked about %q", got)
	}
}
