package gui_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session"
	"steward/io/sample"
)

// ofFirstLooks are the files of TestMarkup of which the fast run has its own.
var ofFirstLooks = []string{"filled-secrets.xml", "filled-known-facts.xml", "filled-questions.xml", "filled-privacy-and-error.xml", "filled-release.xml"}

// TestMarkup compares the whole window, in Fyne's markup, with the files in testdata: every step
// empty, filled, and blocked by something that has to be mended. A file that differs is written
// to testdata/failed; when the change is meant, move it over the old one. The fast run shows first looks at errors, and
// compares what says them with files of its own, whose names begin with "quick-"; in the audits errors are worked out.
func TestMarkup(t *testing.T) {
	states := []struct {
		name string
		set  func(*testing.T, *session.Session)
	}{
		{"empty", func(*testing.T, *session.Session) {}},
		{"filled", openHere},
		{"blocked", func(t *testing.T, s *session.Session) {
			openHere(t, s)
			s.Edit(func(p *plan.Plan) {
				p.DataSet = ""
				p.Columns[0].Origin = ""
				p.Secrets.Columns[0].Within = "none"
				wrong := int64(-1)
				p.Facts.People = &wrong
				p.Questions[0].Title = ""
				p.Budget.Epsilon = "0"
			})
		}},
	}
	for _, state := range states {
		t.Run(state.name, func(t *testing.T) {
			d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
			state.set(t, d.session)
			for i, step := range guide.Steps() {
				d.frame.Show(i)
				name := state.name + "-" + strings.ReplaceAll(strings.ToLower(step.String()), " ", "-") + ".xml"
				if !seeded.Audit && slices.Contains(ofFirstLooks, name) {
					name = "quick-" + name
				}
				d.drawn()
				test.AssertRendersToMarkup(t, name, d.window.Canvas())
			}
		})
	}
}

// openHere opens the sample by a name without a folder, so that no window shows one.
func openHere(t *testing.T, s *session.Session) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	defer t.Chdir(here)
	made, err := sample.Write(".")
	if err != nil {
		t.Fatal(err)
	}
	saved := time.Date(2026, 2, 3, 14, 2, 0, 0, time.UTC) // as the desk's clock has it
	if err := os.Chtimes(made.Project, saved, saved); err != nil {
		t.Fatal(err)
	}
	if err := s.OpenProject(filepath.Join(dir, made.Project)); err != nil {
		t.Fatal(err)
	}
	s.Data.OpenFile(made.Data, s.Plan().Data)
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
}

// drawn draws the window and waits until what is drawn beside it, such as charts, has come.
func (d desk) drawn() {
	test.RenderToMarkup(d.window.Canvas())
	d.frame.Wait()
}
