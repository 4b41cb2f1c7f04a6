package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"steward/core/guide"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/gui/session/current"
	"steward/gui/session/releasing"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// reviewed returns a session on the sample whose records were checked.
func reviewed(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.quicker()
	b.Balance.Account()
	b.Release.Review()
	b.finish()
	if missing := b.Release.MayRelease(); missing != "" {
		t.Fatal(missing)
	}
	return b
}

// Whatever is pressed while a release is under way, it happens once.
func TestReleaseUnderWayHappensOnce(t *testing.T) {
	b := reviewed(t)
	out := t.TempDir()
	b.Release.Carry(out, "one")
	if b.Release.Stage() != releasing.Preparing || b.Release.MayRelease() == "" {
		t.Errorf("under way: stage %v, %q", b.Release.Stage(), b.Release.MayRelease())
	}
	b.Release.Carry(out, "one")
	b.Release.Carry(t.TempDir(), "two")
	b.Release.Review()
	b.Release.Again()
	if n := len(b.waiting); n != 1 {
		t.Fatalf("%d pieces of work are under way, want one", n)
	}
	b.finish()
	if b.Release.Stage() != releasing.Published || b.Release.Finished() == nil || b.Balance.Account().Spent != "0.5" {
		t.Errorf("stage %v, account %+v", b.Release.Stage(), b.Balance.Account())
	}
	b.Release.Carry(out, "three")
	if len(b.waiting) > 0 {
		t.Error("a finished release was carried out again")
	}
	if p := b.Progress(guide.Release); p.State != current.Done || p.Line != "Released 3 Feb 2026" {
		t.Errorf("the step says %+v", p)
	}
}

// The stages come in their order, and the spend is told before the noise is drawn.
func TestStages(t *testing.T) {
	b := reviewed(t)
	var stages []releasing.Stage
	b.Observe(func() {
		if now := b.Release.Stage(); len(stages) == 0 || stages[len(stages)-1] != now {
			stages = append(stages, now)
		}
	})
	b.Release.Carry(t.TempDir(), "one")
	b.finish()
	want := []releasing.Stage{releasing.Preparing, releasing.Drawing, releasing.Published}
	if len(stages) != len(want) {
		t.Fatalf("stages %v, want %v", stages, want)
	}
	for i := range want {
		if stages[i] != want[i] {
			t.Errorf("stages %v, want %v", stages, want)
		}
	}
}

// Cancelled before the spend is written, a release leaves nothing behind, and can be begun
// again.
func TestCancelledRelease(t *testing.T) {
	b := reviewed(t)
	out := t.TempDir()
	b.Release.Carry(out, "one")
	b.Running().Cancel()
	b.finish()
	if left, _ := os.ReadDir(out); b.Release.Stage() != releasing.NotBegun || b.Balance.Account().Spent != "0" || len(left) > 0 || b.Problem() != nil {
		t.Errorf("stage %v, account %+v, files %v, problem %+v", b.Release.Stage(), b.Balance.Account(), left, b.Problem())
	}
	b.Release.Carry(out, "one")
	b.finish()
	if b.Release.Finished() == nil {
		t.Error(b.Problem())
	}
}

// Two windows on one project: what one has spent, the other does not spend again without a
// second look.
func TestTwoWindows(t *testing.T) {
	s := newSample(t)
	s.quicker()
	s.Release.Review()
	other := sibling(t, s)
	s.Balance.Account()
	other.Balance.Account()
	s.Release.Carry(t.TempDir(), "one")
	if s.Release.Finished() == nil {
		t.Fatal(s.Problem())
	}
	out := t.TempDir()
	other.Release.Carry(out, "two")
	left, _ := os.ReadDir(out)
	p := other.Problem()
	if other.Release.Finished() != nil || p == nil || !strings.Contains(p.Message, "Nothing was spent") || !strings.Contains(p.Message, "decide again") || len(left) > 0 {
		t.Fatalf("the second window released: %+v, problem %+v, files %v", other.Release.Finished(), p, left)
	}
	if a := other.Balance.Account(); a.Spent != "0.5" || other.Release.Stage() != releasing.NotBegun {
		t.Errorf("the second window shows %+v, stage %v", a, other.Release.Stage())
	}
	other.Release.Carry(out, "two") // having looked
	if other.Release.Finished() == nil || other.Balance.Account().Spent != "1" {
		t.Errorf("after a second look: %+v, account %+v", other.Problem(), other.Balance.Account())
	}
}

// breaksOff is a project whose release breaks off right after the debit.
type breaksOff struct{ seen }

func (b breaksOff) Dispatch(f func()) {
	f()
	runtime.Goexit()
}

func (b breaksOff) Job(_ guide.Step, _ string, work func(context.Context, func(string, float64)) error, finish func(error)) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = work(context.Background(), func(string, float64) {})
	}()
	<-ended
	finish(errors.New("the power failed"))
}

// When the budget is spent and the answers are lost, the window says so, and does not call
// it nothing.
func TestLostRelease(t *testing.T) {
	b := reviewed(t)
	b.Release = releasing.New(breaksOff{seen{b.Session, always}}, b.Balance, b.Persons, b.SigningOff, b.Interrupted)
	b.Release.Carry(filepath.Join(t.TempDir(), "out"), "one")
	if b.Release.Stage() != releasing.Lost || b.Release.LostWhy() == "" {
		t.Errorf("stage %v, %q", b.Release.Stage(), b.Release.LostWhy())
	}
	if p := b.Progress(guide.Release); p.State != current.Attention || p.Line != "Spent, nothing published" {
		t.Errorf("the step says %+v", p)
	}
}

// A review that fails says what is wrong, and takes an earlier yes back.
func TestReviewSaysWhatIsUnfit(t *testing.T) {
	s := newSample(t)
	s.Release.Review()
	if !s.Release.Reviewed() || s.Release.ReviewedAt().IsZero() || s.Release.Unfit() != nil {
		t.Fatalf("reviewed %v at %v", s.Release.Reviewed(), s.Release.ReviewedAt())
	}
	s.Edit(func(p *plan.Plan) { p.Columns[1].Values = p.Columns[1].Values[1:] })
	if s.Release.Reviewed() {
		t.Error("other values leave the file reviewed")
	}
	s.Release.Review()
	if s.Compiled() != nil && (s.Release.Reviewed() || s.Release.Unfit() == nil || s.Release.Unfit().UnreadCount == 0) && s.plan.Columns[1].Other.Rule == "refuse" {
		t.Errorf("with a value less: reviewed %v, unfit %+v", s.Release.Reviewed(), s.Release.Unfit())
	}
	n := int64(4000)
	s.Edit(func(p *plan.Plan) { p.Facts.People = &n })
	s.Release.Review()
	if s.Release.Reviewed() || s.Release.Unfit() == nil || s.Release.Unfit().Fact == nil || s.Problem() == nil || s.Problem().Step != guide.Release {
		t.Errorf("with a false fact: reviewed %v, unfit %+v, problem %+v", s.Release.Reviewed(), s.Release.Unfit(), s.Problem())
	}
}

// The files go to a folder that does not exist yet, unless one is chosen.
func TestFolder(t *testing.T) {
	s := newSample(t)
	s.quicker()
	first := s.Release.Folder()
	if filepath.Base(first) != "clinic-survey-2026-2026-02-03-release" || filepath.Dir(first) != filepath.Dir(s.Data.File().Path) {
		t.Fatalf("the files would go to %s", first)
	}
	s.Release.Review()
	s.Release.Carry(s.Release.Folder(), s.Release.ReleaseBase())
	done := s.Release.Finished()
	if done == nil {
		t.Fatal(s.Problem())
	}
	for what, path := range map[string]string{"workbook": done.Workbook(), "summary": done.Summary(), "record": done.Record()} {
		if filepath.Dir(path) != first || !strings.HasPrefix(filepath.Base(path), "clinic-survey-2026-2026-02-03") {
			t.Errorf("the %s is %s", what, path)
		}
	}
	if done.Folder() != first || len(done.Tables()) != len(s.Plan().Questions) {
		t.Errorf("folder %s, tables %v", done.Folder(), done.Tables())
	}
	s.Release.Again()
	if got := s.Release.Folder(); got != first+"-2" {
		t.Errorf("a further release goes to %s", got)
	}
	s.Release.SetFolder("/elsewhere")
	if got := s.Release.Folder(); got != "/elsewhere" {
		t.Errorf("the chosen folder is %s", got)
	}
	s.Release.SetFolder("")
	if got := s.Release.Folder(); got != first+"-2" {
		t.Errorf("with none chosen it is %s", got)
	}
	if f := (&releasing.Finished{Finished: new(publish.Finished)}); f.Folder() != "" || f.Workbook() != "" {
		t.Error("a release without files has some")
	}
}

// What keeps a release from happening is named one thing after the other.
func TestMayRelease(t *testing.T) {
	s := newSample(t)
	s.quicker()
	says := func(want string) {
		t.Helper()
		if got := s.Release.MayRelease(); !strings.Contains(got, want) || got == "" && want != "" {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	says("Check every record first")
	s.Edit(func(p *plan.Plan) { p.Questions = nil })
	says("Questions: Nothing is asked")
	s.Undo()
	s.Release.Review()
	if got := s.Release.MayRelease(); got != "" {
		t.Errorf("when all is in order it says %q", got)
	}
	s.Budget.SetBudget("3")
	says("lower its budget, or allow more")
	s.Budget.SetBudget("0.5")
	s.Release.Review()
	s.Release.Carry(t.TempDir(), "x")
	says("was carried out")
	empty := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	if got := empty.Release.MayRelease(); !strings.Contains(got, "Your data: The data set has no name") {
		t.Errorf("an empty project says %q", got)
	}
}

// A ledger that moved between the yes and the debit refuses, and notes nothing.
func TestReleaseRefusesAMovedLedger(t *testing.T) {
	j := publishtest.TownJob(t)
	none := 0
	j.Entries = &none
	first := j
	first.Out = t.TempDir()
	if _, err := publish.Release(context.Background(), first); err != nil {
		t.Fatal(err)
	}
	debited := false
	j.Debited = func() { debited = true }
	done, err := publish.Release(context.Background(), j)
	if done != nil || err == nil || !strings.Contains(err.Error(), "nothing was spent") || debited {
		t.Errorf("released %+v, error %v, debited %v", done, err, debited)
	}
	if s := publishtest.TownLedger(t, j); len(s.Entries) != 2 {
		t.Errorf("ledger %+v", s.Entries)
	}
}
