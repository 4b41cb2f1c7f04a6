package session

import (
	"math"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/seeded"
	"steward/gui/session/questions"
)

// Groups take an even part of the budget, share it with questions and choices, and go where their
// column goes.
func TestClusteringsShareTheBudgetWithQuestions(t *testing.T) {
	s, _ := held(t)
	n := len(s.Plan().Questions)
	if _, err := s.Questions.AskChoice(questions.ChoiceKinds()[0]); err != nil {
		t.Fatal(err)
	}
	at, err := s.Questions.AskClusters()
	if err != nil || at != n+1 {
		t.Fatalf("number %d, %v", at, err)
	}
	if got, want := s.Questions.SharePercent(at), 100/float64(n+2); math.Abs(got-want) > 0.1 {
		t.Errorf("it takes %v per cent, not %v", got, want)
	}
	if err := s.Questions.SetShare(at, 30); err != nil || !near(s.Questions.SharePercent(at), 30) {
		t.Errorf("30 per cent became %v: %v", s.Questions.SharePercent(at), err)
	}
	if s.Compiled() == nil {
		t.Fatalf("the plan has issues: %v", s.issues)
	}
	q := s.Plan().Clusters[0]
	if len(q.Columns) == 0 || q.Title != "Groups by "+strings.Join(namesIn(q.About()), " and ") {
		t.Errorf("asked: %+v", q)
	}
	if got, want := questions.ClusterNumbers(q), 3*(1+len(q.Columns)); got != want || !strings.Contains(s.Questions.Clustering(0).Publishes(), "for each of 3 groups") {
		t.Errorf("%d numbers: %s", got, s.Questions.Clustering(0).Publishes())
	}
	for name, change := range map[string]func(*plan.Clustering){
		"no title":      func(q *plan.Clustering) { q.Title = " " },
		"one group":     func(q *plan.Clustering) { q.Clusters = 1 },
		"no scale":      func(q *plan.Clustering) { q.Columns[0].Scale = "-1" },
		"another way":   func(q *plan.Clustering) { q.Way = "magic" },
		"no such start": func(q *plan.Clustering) { q.Start = "elsewhere" },
	} {
		if err := s.Questions.Clustering(0).Try(change); err == nil {
			t.Errorf("%s was taken: %+v", name, s.Plan().Clusters[0])
		}
	}
	if err := s.Questions.Clustering(0).Try(func(q *plan.Clustering) { q.Columns = q.Columns[:1] }); err != nil {
		t.Fatal(err)
	}
	if q := s.Plan().Clusters[0]; q.Title != "Groups by "+string(q.Columns[0].Name) {
		t.Errorf("the title stayed %q", q.Title)
	}
	name := string(s.Plan().Clusters[0].Columns[0].Name)
	gone := s.Columns.Withdraw(name)
	if len(s.Plan().Clusters) != 0 || !strings.Contains(strings.Join(gone, ";"), "Groups by "+name) {
		t.Errorf("%q left %d clusterings and took %q along", name, len(s.Plan().Clusters), gone)
	}
	s.Undo()
	if len(s.Plan().Clusters) != 1 {
		t.Error("undo did not bring the groups back")
	}
	s.Questions.Remove(len(s.Plan().Titles()) - 1)
	if len(s.Plan().Clusters) != 0 {
		t.Error("the groups were not removed")
	}
}

func namesIn(names []domain.AttributeName) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return out
}

// The preview compares the ways, and says which a release takes.
func TestClustersPreview(t *testing.T) {
	seeded.ForAudits(t)
	s, _ := held(t)
	if _, err := s.Questions.AskClusters(); err != nil {
		t.Fatal(err)
	}
	shown, err := preview.New(remembering, s.Compiled(), nil)
	if err != nil || len(shown.Clusters) != 1 {
		t.Fatalf("%d previews, %v", len(shown.Clusters), err)
	}
	p := shown.Clusters[0]
	if len(p.Ways) < 3 || p.Chosen < 0 || p.Chosen >= len(p.Ways) || len(p.Says) < 2 || !strings.HasPrefix(p.Says[len(p.Says)-1].String(), "Chosen: ") {
		t.Errorf("the preview is %+v", p)
	}
	rounds, plain := 0, 0
	for i, w := range p.Ways {
		if w.Rounds > 0 {
			rounds++
		}
		if w.Plain {
			plain++
		} else if w.Quality.Within < p.Ways[p.Chosen].Quality.Within*0.9 {
			t.Errorf("way %d is far better than the chosen one: %+v", i, w)
		}
		if w.Quality.IsZero() || w.Quality.Best > w.Quality.Within*1.0001 {
			t.Errorf("%s: %+v", w.Name, w.Quality)
		}
	}
	if rounds == 0 {
		t.Error("no way in rounds")
	}
}

// Given centres are there when they are asked for, follow the groups and the columns, are typed a line
// for each group, and go when rounds begin elsewhere.
func TestGivenCentres(t *testing.T) {
	s, _ := held(t)
	if _, err := s.Questions.AskClusters(); err != nil {
		t.Fatal(err)
	}
	asked := func() plan.Clustering { return s.Plan().Clusters[0] }
	try := func(change func(*plan.Clustering)) {
		t.Helper()
		if err := s.Questions.Clustering(0).Try(change); err != nil {
			t.Fatal(err)
		}
	}
	try(func(q *plan.Clustering) { q.Columns, q.Way, q.Start = q.Columns[:1], "rounds", "given" })
	if q := asked(); len(q.Centres) != 3 || len(q.Centres[2]) != 1 || s.Compiled() == nil {
		t.Fatalf("centres %v", q.Centres)
	}
	text := questions.CentresText(asked())
	if err := s.Questions.Clustering(0).SetCentres(text); err != nil || questions.CentresText(asked()) != text {
		t.Errorf("%q became %q: %v", text, questions.CentresText(asked()), err)
	}
	first := asked().Centres[0][0]
	try(func(q *plan.Clustering) { q.Clusters = 4 })
	if q := asked(); len(q.Centres) != 4 || q.Centres[0][0] != first {
		t.Errorf("for four groups: %v", q.Centres)
	}
	try(func(q *plan.Clustering) { q.Clusters = 2 })
	for typed, says := range map[string]string{
		first:                  "1 lines for 2 groups",
		first + "\nmany":       "“many”",
		first + "; 1\n2; 3":    "2 numbers for 1 columns",
		first + "\n1000000000": "outside its bounds",
		first + "\n" + first:   "given twice",
	} {
		if err := s.Questions.Clustering(0).SetCentres(typed); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", typed, err)
		}
	}
	if len(asked().Centres) != 2 {
		t.Errorf("refused centres left %v", asked().Centres)
	}
	try(func(q *plan.Clustering) { q.Start = "" })
	if q := asked(); q.Centres != nil || s.Compiled() == nil {
		t.Errorf("without given centres: %v", q.Centres)
	}
}
