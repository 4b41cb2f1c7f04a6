package session

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/noise/noisetest"
	"steward/core/optimum"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/preview/previewtest"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui/session/current"
	"steward/gui/session/secrets"
	"steward/io/propose"
)

// optima and planner are shared by the sessions of all tests, and the former by what they do without one
// under remembering, so that each question is searched for once, and the errors of each plan are worked out
// once.
var (
	optima      optimum.Memory
	remembering = optimum.Share(context.Background(), &optima)
	thorough    = preview.NewRemembered(preview.Planning{}, math.MaxInt)
	planner     = usualPlanner()
)

// usualPlanner is the Planner of most tests: one of first looks in the fast run, and in the audits that of the
// program.
//
//audited:same
func usualPlanner() preview.Planner {
	if seeded.Audit {
		return thorough
	}
	return previewtest.Glances{Planner: thorough}
}

// newSample returns a session on the sample, whose background work is done at once.
func newSample(t *testing.T) *Session {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	s := New(Surroundings{
		Go:    func(f func()) { f() },
		Now:   func() time.Time { return time.Date(2026, 2, 3, 14, 2, 0, 0, time.UTC) },
		Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "test", Optima: &optima, Planner: planner,
	})
	s.OpenSample()
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	return s
}

// quicker leaves out the question that takes longest to plan, the one about all ages, in the fast run: for tests of
// what becomes of a release, whatever it asks.
//
//audited:same
func (s *Session) quicker() {
	if !seeded.Audit {
		s.Questions.Remove(0)
	}
}

func TestUndoTakesEditsBack(t *testing.T) {
	s := newSample(t)
	first := s.Plan().Budget.Epsilon
	for _, e := range []string{"0.7", "0.9"} {
		s.Edit(func(p *plan.Plan) { p.Budget.Epsilon = e })
	}
	s.Undo()
	if got := s.Plan().Budget.Epsilon; got != "0.7" {
		t.Errorf("after one undo the budget is %s, want 0.7", got)
	}
	s.Undo()
	if got := s.Plan().Budget.Epsilon; got != first {
		t.Errorf("after two undos the budget is %s, want %s", got, first)
	}
	s.Redo()
	s.Redo()
	if _, more := s.History.Redoable(); more || s.Plan().Budget.Epsilon != "0.9" {
		t.Errorf("after redoing all the budget is %s, want 0.9 and nothing to redo", s.Plan().Budget.Epsilon)
	}
	s.Undo()
	s.Edit(func(p *plan.Plan) { p.Title = "Another" })
	if _, more := s.History.Redoable(); more {
		t.Error("an edit after an undo left something to redo")
	}
}

// An edit must not reach into the history.
func TestEditsDoNotShareMemory(t *testing.T) {
	s := newSample(t)
	before := s.Plan().Columns[1].Values[0]
	s.Edit(func(p *plan.Plan) { p.Columns[1].Values[0] = "Elsewhere" })
	s.Undo()
	if got := s.Plan().Columns[1].Values[0]; got != before {
		t.Errorf("after undo the first value is %q, want %q", got, before)
	}
}

func TestNothingChangedIsNoEdit(t *testing.T) {
	s := newSample(t)
	seen := 0
	s.Observe(func() { seen++ })
	before := len(s.History.List(9))
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon += "" })
	if len(s.History.List(9)) != before || seen > 0 {
		t.Error("an edit that changes nothing was noted")
	}
}

func TestProgressNamesWhatIsMissing(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	if p := s.Progress(guide.Data); p.State != current.Attention || !strings.Contains(p.Missing, "spreadsheet") {
		t.Errorf("an empty project says %+v of its data", p)
	}
	if p := s.Progress(guide.Questions); p.State == current.Done || p.Missing == "" {
		t.Errorf("an empty project says %+v of its questions", p)
	}
	full := newSample(t)
	for _, step := range guide.Steps()[:6] {
		if p := full.Progress(step); p.State != current.Done {
			t.Errorf("the sample says %+v of %s", p, step)
		}
	}
	full.Edit(func(p *plan.Plan) { p.Budget.Epsilon = "-1" })
	if p := full.Progress(guide.Budget); p.State == current.Done {
		t.Errorf("a negative budget says %+v", p)
	}
	if got := full.Progress(guide.Data).Line; got != "4,812 people" {
		t.Errorf("the rail says %q of the sample's data", got)
	}
}

func TestFailedImportKeepsThePlan(t *testing.T) {
	s := newSample(t)
	want := s.Plan().Title
	path := filepath.Join(t.TempDir(), "broken.xlsx")
	if err := os.WriteFile(path, []byte("not a workbook"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Data.OpenFile(path, plan.Data{})
	p := s.Problem()
	if p == nil || p.Step != guide.Data || !strings.Contains(p.Message, "broken.xlsx") {
		t.Fatalf("problem %+v, want one that names the file", p)
	}
	if s.Plan().Title != want || s.Data.File() == nil || s.Data.File().Name != "clinic-survey.xlsx" {
		t.Error("a failed import changed the project")
	}
}

func TestCards(t *testing.T) {
	s := newSample(t)
	if got := s.Secrets.Card(); got != secrets.CardNear {
		t.Fatalf("the sample's card is %q", got)
	}
	for _, c := range secrets.Cards() {
		if err := s.Secrets.Choose(c.Card); err != nil {
			t.Fatalf("%s: %v", c.Card, err)
		}
		if got := s.Secrets.Card(); got != c.Card {
			t.Errorf("after choosing %q the card is %q", c.Card, got)
		}
		if s.Compiled() == nil {
			t.Errorf("%s: the plan has issues %v", c.Card, s.issues)
		}
		if disclosed := len(s.Compiled().Disclosed) > 0; disclosed != (c.Card == secrets.CardColumns || c.Card.Ruled()) {
			t.Errorf("%s discloses %q", c.Card, s.Compiled().Disclosed)
		}
	}
}

func TestCouldSomeoneTell(t *testing.T) {
	s := newSample(t)
	e := math.Exp(0.5)
	for _, c := range []struct {
		column string
		a, b   int
		steps  int
		says   string
	}{
		{"age", 34, 37, 1, secrets.Factor(e)},
		{"age", 34, 60, 6, secrets.Factor(math.Pow(e, 6))},
		{"district", 0, 5, 1, secrets.Factor(e)},
		{"age", 34, 96, 0, "exactly"}, // a blank is a group of its own
	} {
		got, ok := s.Secrets.Could(c.column, c.a, c.b)
		if !ok || got.Steps != c.steps || !strings.Contains(got.Sentence.String(), c.says) {
			t.Errorf("%s %d and %d: %+v, want %d steps and %q", c.column, c.a, c.b, got, c.steps, c.says)
		}
	}
	if _, ok := s.Secrets.Could("age", 3, 3); ok {
		t.Error("an answer was compared with itself")
	}
}

func TestWithdrawTakesQuestionsAlong(t *testing.T) {
	s := newSample(t)
	gone := s.Columns.Withdraw("visits")
	if len(gone) != 1 || len(s.Plan().Questions) != 2 {
		t.Errorf("gone %q, left %d questions", gone, len(s.Plan().Questions))
	}
	if _, has := s.Secrets.Secret("visits"); has || s.Compiled() == nil {
		t.Errorf("a secret of a column that is not published stayed, issues %v", s.issues)
	}
	s.Undo()
	if len(s.Plan().Questions) != 3 {
		t.Error("undo did not bring the question back")
	}
}

func TestEvenRanges(t *testing.T) {
	for _, c := range [][2]float64{{0, 48000}, {0, 1}, {-5, 5}, {17, 90}, {0.5, 0.7}, {1000000, 9000000}} {
		r := propose.EvenRanges(c[0], c[1])
		if len(r) < 2 || len(r) > 14 || r[0].From != "" || r[len(r)-1].To != "" {
			t.Errorf("%v: %v", c, r)
		}
		ranges := make([]domain.Range, len(r))
		for i := range r {
			ranges[i] = domain.Range(r[i])
		}
		if _, err := domain.NewRanges("x", ranges, false, domain.Options{Origin: domain.Typed}); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
}

func TestReleaseHappensOnce(t *testing.T) {
	s := newSample(t)
	s.quicker()
	out := t.TempDir()
	s.Release.Carry(out, "one")
	if s.Release.Finished() != nil || s.Problem() == nil {
		t.Fatal("a file that was never reviewed was released")
	}
	s.Release.Review()
	s.Release.Carry(out, "one")
	first := s.Release.Finished()
	if first == nil {
		t.Fatalf("nothing was released: %+v", s.Problem())
	}
	s.Release.Carry(out, "two")
	if s.Release.Finished() != first || s.Balance.Account().Spent != "0.5" {
		t.Errorf("a second release was made by accident; spent %s", s.Balance.Account().Spent)
	}
	s.Edit(func(p *plan.Plan) { p.Title = "Later" })
	if s.Release.Finished() != first {
		t.Error("an edit took the finished release away")
	}
}

func TestExhaustedBudget(t *testing.T) {
	seeded.ForAudits(t)
	s := newSample(t)
	s.quicker()
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon, p.Budget.Limit = "2", "2" })
	s.Release.Review()
	s.Release.Carry(t.TempDir(), "all")
	if s.Release.Finished() == nil {
		t.Fatal(s.Problem())
	}
	s.Release.Again()
	s.Release.Carry(t.TempDir(), "more")
	p := s.Problem()
	if s.Release.Finished() != nil || p == nil || !strings.Contains(p.Message, "would be exceeded") || !strings.Contains(p.Message, "lower the budget") {
		t.Errorf("with nothing left: %+v", p)
	}
	if got := s.Balance.Account(); got.Spent != "2" || got.Left != "0" {
		t.Errorf("account %+v", got)
	}
}

func TestProjectIsSavedAsItGoes(t *testing.T) {
	s := newSample(t)
	path := filepath.Join(t.TempDir(), "mine")
	if err := s.SaveProject(path); err != nil {
		t.Fatal(err)
	}
	s.Questions.Add(workload.Table, []domain.AttributeName{"district"})
	again := New(Surroundings{Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	if err := again.OpenProject(path + ".steward"); err != nil {
		t.Fatal(err)
	}
	if got := len(again.Plan().Questions); got != 4 {
		t.Errorf("the saved project has %d questions, want 4", got)
	}
	if s.SavedLine() != "Saved 14:02" {
		t.Errorf("the header says %q", s.SavedLine())
	}
	// What was opened was saved when its file says.
	for at, want := range map[time.Time]string{
		time.Date(2025, 12, 31, 9, 30, 0, 0, time.Local): "Saved on 31 Dec 2025",
		time.Date(2026, 3, 11, 9, 30, 0, 0, time.Local):  "Saved 09:30",
	} {
		if err := os.Chtimes(path+".steward", at, at); err != nil {
			t.Fatal(err)
		}
		later := New(Surroundings{Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner, Now: func() time.Time { return time.Date(2026, 3, 11, 14, 2, 0, 0, time.Local) }})
		if err := later.OpenProject(path + ".steward"); err != nil {
			t.Fatal(err)
		}
		if later.SavedLine() != want {
			t.Errorf("the header says %q, want %q", later.SavedLine(), want)
		}
		if info, err := os.Stat(path + ".steward"); err != nil || !info.ModTime().Equal(at) {
			t.Errorf("opening it wrote it: %v, %v", info, err)
		}
	}
}
