package session

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/balance"
	"steward/gui/session/current"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/project"
)

// bench is a session whose background work waits until it is told to go on.
type bench struct {
	*Session
	waiting []func()
}

// newBench returns a session on the sample, with nothing waiting.
func newBench(t *testing.T) *bench {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	b := &bench{}
	b.Session = New(Surroundings{
		Go:    func(f func()) { b.waiting = append(b.waiting, f) },
		Now:   func() time.Time { return time.Date(2026, 2, 3, 14, 2, 0, 0, time.UTC) },
		Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "test", Optima: &optima, Planner: planner,
	})
	b.OpenSample()
	b.finish()
	if p := b.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	return b
}

// finish does all work that waits, and what follows from it.
func (b *bench) finish() {
	for len(b.waiting) > 0 {
		b.one()
	}
}

// one does the work that has waited longest.
func (b *bench) one() {
	next := b.waiting[0]
	b.waiting = b.waiting[1:]
	next()
}

// The ledger is read once, in the background, until something may have changed.
func TestAccountIsRemembered(t *testing.T) {
	b := newBench(t)
	if a := b.Balance.Account(); !a.Reading || a.Left != "" || a.Spent != "…" {
		t.Errorf("before the ledger is read: %+v", a)
	}
	if b.Balance.Shortfall() != nil {
		t.Error("a shortfall was found in a ledger that was not read")
	}
	for range 5 {
		b.Balance.Account()
	}
	if n := len(b.waiting); n != 1 {
		t.Fatalf("the ledger is read %d times, want once", n)
	}
	b.finish()
	if a := b.Balance.Account(); a.Reading || a.Left != "2" || a.Spent != "0" || len(b.waiting) > 0 {
		t.Errorf("after the ledger is read: %+v, %d readings wait", a, len(b.waiting))
	}
	b.Edit(func(p *plan.Plan) { p.Budget.Limit = "1.5" })
	if a := b.Balance.Account(); a.Left != "1.5" || len(b.waiting) > 0 {
		t.Errorf("with another limit: %+v, %d readings wait", a, len(b.waiting))
	}
	b.Balance.Refresh()
	b.Balance.Refresh() // while the first is under way
	b.finish()
	b.Edit(func(p *plan.Plan) { p.DataSet = "Another" })
	if a := b.Balance.Account(); !a.Reading || len(b.waiting) != 1 {
		t.Errorf("of another data set: %+v, %d readings wait", a, len(b.waiting))
	}
	b.Edit(func(p *plan.Plan) { p.DataSet = "A third" })
	b.Balance.Account()
	b.finish()
	if a := b.Balance.Account(); a.Reading || a.Left != "1.5" {
		t.Errorf("of a third data set: %+v", a)
	}
}

// Another window's spend shows after a refresh.
func TestAccountSeesOthers(t *testing.T) {
	seeded.ForAudits(t)
	s := newSample(t)
	s.quicker()
	s.Release.Review()
	if got := s.Balance.Account().Left; got != "2" {
		t.Fatalf("%s is left", got)
	}
	other := sibling(t, s)
	other.Release.Carry(t.TempDir(), "other")
	if other.Release.Finished() == nil {
		t.Fatal(other.Problem())
	}
	if got := s.Balance.Account().Left; got != "2" {
		t.Errorf("without a refresh %s is left", got)
	}
	s.Balance.Refresh()
	if got := s.Balance.Account(); got.Left != "1.5" {
		t.Errorf("after a refresh: %+v", got)
	}
}

// sibling returns another session on the same project, spreadsheet and ledger.
func sibling(t *testing.T, s *Session) *Session {
	t.Helper()
	other := New(s.around)
	other.plan = s.plan.Clone()
	other.compile()
	other.Data.OpenFile(s.Data.File().Path, s.plan.Data)
	if p := other.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	if !other.Release.Reviewed() {
		t.Fatal("opening the reviewed file forgot that it was reviewed")
	}
	return other
}

func TestBrokenLedgerIsToldOnce(t *testing.T) {
	s := newSample(t)
	s.quicker()
	s.Release.Review()
	s.Release.Carry(t.TempDir(), "one")
	files, err := filepath.Glob(filepath.Join(s.around.LedgerDir, "*.ledger"))
	if err != nil || len(files) != 1 {
		t.Fatalf("ledgers %v, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], []byte(strings.Replace(string(data), `"0.5"`, `"0.1"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	s.remembered = project.Past{} // from which it would be brought up
	s.Release.Again()
	if a := s.Balance.Account(); a.Err == nil || s.Release.MayRelease() != "The account needs attention." {
		t.Errorf("account %+v, %q", a, s.Release.MayRelease())
	}
	s.Release.Carry(t.TempDir(), "two")
	if s.Release.Finished() != nil || s.Problem() == nil || !strings.Contains(s.Problem().Message, "was changed by something other") {
		t.Errorf("with a broken ledger: %+v", s.Problem())
	}
}

func TestShortfall(t *testing.T) {
	s := newSample(t)
	s.Balance.Account()
	for _, c := range []struct{ epsilon, limit, lower, raise string }{
		{"0.5", "2", "", ""},
		{"2", "2", "", ""},
		{"2.1", "2", "2", "2.1"},
		{"0.5", "", "", ""},
		{"0.000002", "0.000001", "0.000001", "0.000002"},
	} {
		s.Edit(func(p *plan.Plan) { p.Budget = plan.Budget{Epsilon: c.epsilon, Limit: c.limit} })
		f := s.Balance.Shortfall()
		if c.raise == "" {
			if f != nil {
				t.Errorf("%s of %q falls short: %v", c.epsilon, c.limit, f)
			}
			continue
		}
		if f == nil || f.Lower != c.lower || f.Raise != c.raise {
			t.Errorf("%s of %q: %+v, want %s and %s", c.epsilon, c.limit, f, c.lower, c.raise)
			continue
		}
		if p := s.Progress(guide.Budget); p.State != current.Attention || !strings.Contains(p.Missing, "lower its budget, or allow more") {
			t.Errorf("%s of %q: the step says %+v", c.epsilon, c.limit, p)
		}
		if missing := s.Release.MayRelease(); missing == "" {
			t.Errorf("%s of %q may be released", c.epsilon, c.limit)
		}
	}
}

// With nothing left there is only one remedy, and it works.
func TestNothingLeft(t *testing.T) {
	seeded.ForAudits(t)
	s := newSample(t)
	s.quicker()
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon, p.Budget.Limit = "2", "2" })
	s.Release.Review()
	s.Release.Carry(t.TempDir(), "all")
	if s.Balance.Shortfall() != nil {
		t.Error("a release that was carried out falls short")
	}
	s.Release.Again()
	f := s.Balance.Shortfall()
	if f == nil || f.Left != "0" || f.Lower != "" || f.Raise != "4" || !f.Everybodys || !strings.Contains(f.String(), "nothing more can be published unless someone raises the limit") {
		t.Fatalf("with nothing left: %+v", f)
	}
	for _, bad := range []string{"-1", "0", "lots", "101"} {
		if err := s.Balance.Allow(balance.Allowing{Limit: bad}, func(err error) { t.Error(err) }); err == nil || !strings.Contains(err.Error(), "such as 2") {
			t.Errorf("a limit of %q: %v", bad, err)
		}
	}
	if s.Edit(func(p *plan.Plan) { p.Budget.Limit = f.Raise }); s.Balance.Shortfall() == nil {
		t.Error("a plan raised the limit of everybody")
	}
	failed := func(err error) { t.Error(err) }
	if err := s.Balance.Allow(balance.Allowing{Limit: f.Raise, By: "A. Steward", Why: "more was asked for"}, failed); err != nil || s.Balance.Shortfall() != nil || s.Release.MayRelease() != "" {
		t.Errorf("with %s allowed: %v, %v, %q", f.Raise, err, s.Balance.Shortfall(), s.Release.MayRelease())
	}
	s.Release.Carry(t.TempDir(), "more")
	if s.Release.Finished() == nil || s.Balance.Account().Spent != "4" {
		t.Errorf("%+v, account %+v", s.Problem(), s.Balance.Account())
	}
}

// TestLeft checks what is said to remain.
func TestLeft(t *testing.T) {
	s := newSample(t)
	s.Balance.Account()
	for _, c := range []struct {
		epsilon, text string
		enough        bool
	}{
		{"0.72", "1.28 of 2 would remain", true}, {"2", "0 of 2 would remain", true}, {"2.5", "more than the 2 that are left", false}, {"x", "", true},
	} {
		if text, enough := s.Balance.Remaining(c.epsilon); text != c.text || enough != c.enough {
			t.Errorf("after %s: %q, %v", c.epsilon, text, enough)
		}
	}
	s.Edit(func(p *plan.Plan) { p.Budget.Limit = "" })
	if text, enough := s.Balance.Remaining("50"); text != "" || !enough {
		t.Errorf("without a limit: %q, %v", text, enough)
	}
}

// What the ledger itself says counts as well: its own limit, what is set aside, and what is
// spent on linked data sets.
func TestAccountFollowsTheLedger(t *testing.T) {
	seeded.ForAudits(t)
	s := newSample(t)
	s.quicker()
	ctx := context.Background()
	open := func(dataSet string) *ledger.Ledger {
		t.Helper()
		l, err := ledger.Open(s.around.LedgerDir, dataSet)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	epsilon := func(text string) account.Epsilon {
		t.Helper()
		e, err := account.ParseEpsilon(text)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	words := ledger.Words{Time: "2026-02-03T14:02:00Z", By: "the board", Why: "a test"}
	own := open(s.Plan().DataSet)
	if _, err := own.Reserve(ctx, epsilon("0.25"), "Another release", words); err != nil {
		t.Fatal(err)
	}
	if _, err := own.Reserve(ctx, epsilon("0.5"), s.Plan().Title, words); err != nil {
		t.Fatal(err)
	}
	s.Balance.Account()
	s.Balance.Refresh()
	if a := s.Balance.Account(); a.Left != "1.75" || a.Reserved != "0.25" || a.Spent != "0" {
		t.Errorf("with 0.25 set aside for another release: %+v", a)
	}
	s.Budget.SetBudget("1.8")
	if f := s.Balance.Shortfall(); f == nil || f.Lower != "1.75" || f.Raise != "2.1" || f.Aside != "0.25" || !strings.Contains(f.String(), "lower its budget, or give back some of the 0.25 that is set aside") {
		t.Errorf("shortfall %+v", f)
	}
	s.Budget.SetBudget("2.1")
	if f := s.Balance.Shortfall(); f == nil || f.Aside != "" || f.Raise != "2.4" {
		t.Errorf("giving back is not enough: %+v", f)
	}
	s.Budget.SetBudget("1.8")
	if _, err := own.SetLimits(ctx, ledger.Limits{Losses: epsilon("1")}, words); err != nil {
		t.Fatal(err)
	}
	s.Balance.Refresh()
	a, f := s.Balance.Account(), s.Balance.Shortfall()
	if a.Limit != "1" || a.Left != "0.75" || f == nil || f.Lower != "0.75" || f.Raise != "2.1" || f.Aside != "" || !f.Everybodys || !strings.Contains(f.String(), "lower its budget, or raise the limit of all plans") {
		t.Errorf("with a limit of the ledger: %+v, %+v", a, f)
	}
	s.Budget.SetBudget("0.8")
	s.Release.Review()
	s.Release.Carry(t.TempDir(), "no")
	if p := s.Problem(); s.Release.Finished() != nil || p == nil || !strings.Contains(p.Message, "Nothing was spent") {
		t.Errorf("more than the ledger allows was released: %+v", p)
	}
	s.Budget.SetBudget("0.75")
	if f := s.Balance.Shortfall(); f != nil {
		t.Errorf("all that is left falls short: %+v", f)
	}
	s.Release.Carry(t.TempDir(), "yes")
	if s.Release.Finished() == nil || s.Balance.Account().Spent != "0.75" || s.Balance.Account().Left != "0" {
		t.Errorf("%+v, account %+v", s.Problem(), s.Balance.Account())
	}
}

// The files of what is tried on the sample are in the language of the window, as those of one's own data are.
func TestSampleSpeaksTheLanguageOfTheWindow(t *testing.T) {
	t.Cleanup(func() { _ = words.Use(words.English) })
	for _, l := range words.Languages() {
		if err := words.Use(l.Code); err != nil {
			t.Fatal(err)
		}
		want := l.Code
		if want == words.English {
			want = ""
		}
		if got := newSample(t).Plan().Language; got != want {
			t.Errorf("%s: the files of the sample are in %q, want %q", l.Name, got, want)
		}
	}
}
