package gui_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session"
	"steward/gui/session/questions"
	"steward/gui/session/secrets"
	"steward/gui/words"
)

// edits change a plan in ways that a person can, some of which are refused.
var edits = []func(s *session.Session, r *seeded.Source){
	func(s *session.Session, r *seeded.Source) {
		s.Budget.SetBudget([]string{"0.2", "0.5", "1", "1.5"}[r.IntN(4)])
	},
	func(s *session.Session, r *seeded.Source) {
		cards := []secrets.Card{secrets.CardPresence, secrets.CardAll, secrets.CardAnswers, secrets.CardNear, secrets.CardGroups, secrets.CardGraded, secrets.CardTakingPart}
		_ = s.Secrets.Choose(cards[r.IntN(len(cards))])
	},
	func(s *session.Session, r *seeded.Source) {
		kinds := questions.Kinds()
		_, _ = s.Questions.Ask(kinds[r.IntN(len(kinds))])
	},
	func(s *session.Session, r *seeded.Source) {
		if n := len(s.Plan().Titles()); n > 1 {
			s.Questions.Remove(r.IntN(n))
		}
	},
	func(s *session.Session, r *seeded.Source) {
		if c := s.Plan().Columns; len(c) > 1 {
			s.Columns.Withdraw(string(c[r.IntN(len(c))].Name))
		}
	},
	func(s *session.Session, r *seeded.Source) { _ = s.Facts.StatePeople(fmt.Sprint(4812 + r.IntN(2))) },
	func(s *session.Session, r *seeded.Source) { s.Secrets.SetPresence(r.IntN(2) == 0) },
	func(s *session.Session, r *seeded.Source) {
		if p := s.Plan(); len(p.Columns) > 1 {
			s.Edit(func(p *plan.Plan) { p.Columns = p.Columns[1:] })
		}
	},
	func(s *session.Session, _ *seeded.Source) { s.Undo() },
	func(s *session.Session, _ *seeded.Source) { s.Undo() },
	func(s *session.Session, _ *seeded.Source) { s.Redo() },
}

// Whatever was edited, undone and done again on the way, every page shows what a window shows that was opened on the plan as it stands.
func TestPagesAreAsNew(t *testing.T) {
	r := seeded.New(20, 26)
	for range seeded.Often(2, 5) {
		around := surroundings(t)
		d := newSampleDesk(t, around, fyne.NewSize(1280, 800))
		var done []int
		for range 9 {
			e := r.IntN(len(edits))
			done = append(done, e)
			edits[e](d.session, r)
			d.frame.Show(r.IntN(len(guide.Steps())))
		}
		path := filepath.Join(t.TempDir(), "project.steward")
		if err := d.session.SaveProject(path); err != nil {
			t.Fatal(err)
		}
		data := d.session.Data.File().Path
		s := session.New(around)
		if err := s.OpenProject(path); err != nil {
			t.Fatal(err)
		}
		s.Data.OpenFile(data, plan.Data{})
		stood := d.shown()
		again := newWindowOn(t, d.session, fyne.NewSize(1280, 800)).shown()
		fresh := newWindowOn(t, s, fyne.NewSize(1280, 800)).shown()
		for i, step := range guide.Steps() {
			if again[i] != fresh[i] {
				t.Errorf("after edits %v the session shows in step %v\n%s", done, step, differing(again[i], fresh[i]))
			}
			// Which column these show is the person's choice.
			if step != guide.Columns && step != guide.Secrets && stood[i] != again[i] {
				t.Errorf("after edits %v the window shows in step %v\n%s", done, step, differing(stood[i], again[i]))
			}
		}
	}
}

// A window that speaks another language from now on says all that one which spoke it from the start does.
func TestPagesAreAsNewInAnotherLanguage(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 800))
	d.session.Release.Review()
	d.session.Release.Carry(filepath.Join(t.TempDir(), "out"), "sample")
	path := filepath.Join(t.TempDir(), "project.steward")
	if err := d.session.SaveProject(path); err != nil || d.session.Release.Finished() == nil {
		t.Fatal(err, d.session.Problem())
	}
	again := func() *session.Session {
		s := session.New(surroundings(t))
		if err := s.OpenProject(path); err != nil {
			t.Fatal(err)
		}
		s.Data.OpenFile(d.session.Data.File().Path, plan.Data{})
		return s
	}
	changed := again()
	newWindowOn(t, changed, fyne.NewSize(1280, 800)).shown()
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = words.Use(words.English) })
	changed.Respeak()
	stood := newWindowOn(t, changed, fyne.NewSize(1280, 800)).shown()
	fresh := newWindowOn(t, again(), fyne.NewSize(1280, 800)).shown()
	for i, step := range guide.Steps() {
		if stood[i] != fresh[i] {
			t.Errorf("after another language was chosen step %v shows\n%s", step, differing(stood[i], fresh[i]))
		}
	}
}

// shown returns what the page of every step says, without what is said of edits and files.
func (d desk) shown() []string {
	for i := range guide.Steps() {
		d.frame.Show(i) // which has worked out what the others show too
	}
	var out []string
	for i := range guide.Steps() {
		d.session.Forget()
		d.frame.Show(i)
		var lines []string
		for line := range strings.Lines(d.screen()) {
			if !strings.HasPrefix(line, "Saved") && !strings.HasPrefix(line, "Undo") && !strings.HasPrefix(line, "Redo") {
				lines = append(lines, line)
			}
		}
		out = append(out, strings.Join(lines, ""))
	}
	return out
}

// differing shows the lines that only one of two screens has.
func differing(got, want string) string {
	var out []string
	for _, of := range [][3]string{{"only here: ", got, want}, {"only in a new one: ", want, got}} {
		for line := range strings.Lines(of[1]) {
			if !strings.Contains(of[2], line) {
				out = append(out, of[0]+strings.TrimSpace(line))
			}
		}
	}
	return strings.Join(out, "\n")
}
