package gui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/core/noise"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// interrupts carries a release out whose files find no place, since somebody else's has the name of one, and returns that.
func (d desk) interrupts(t *testing.T, days int) (taken string) {
	t.Helper()
	return d.interruptsJob(t, publishtest.TownJob(t), days)
}

func (d desk) interruptsJob(t *testing.T, j publish.Job, days int) (taken string) {
	t.Helper()
	taken = filepath.Join(j.Out, "town-t.csv")
	drawn := j.Noise
	j.LedgerDir, j.Now = d.session.LedgerDir(), j.Now.AddDate(0, 0, days)
	j.Noise = func() noise.Fresh {
		if err := os.MkdirAll(j.Out, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(taken, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return drawn()
	}
	if _, err := publish.Release(t.Context(), j); err == nil {
		t.Fatal("the release was not interrupted")
	}
	return taken
}

// What was interrupted is told at the next start, and finished there or as soon as that is possible.
func TestInterruptedAsAPerson(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	taken := d.interrupts(t, 0)
	d.session.Interrupted.FinishAll()
	d.sees(t, "A release is not finished.", "The numbers of “The town” are kept, and finishing it spends nothing.", "already exists")
	d.tap(t, "Finish it")
	d.sees(t, "A release is not finished.", "already exists")
	if err := os.Remove(taken); err != nil {
		t.Fatal(err)
	}
	d.tap(t, "Finish it")
	d.sees(t, "An interrupted release is finished.", "with the numbers that were drawn then. Nothing more was spent.")
	if _, err := os.Stat(filepath.Join(filepath.Dir(taken), "town.json")); err != nil {
		t.Error(err)
	}
	d.tap(t, "Dismiss")
	d.not(t, "An interrupted release is finished.")
	if err := os.Remove(d.interrupts(t, 1)); err != nil {
		t.Fatal(err)
	}
	d.session.Interrupted.FinishAll() // as at the next start
	d.sees(t, "An interrupted release is finished.")
}

// A project that is opened while its interrupted release is finished shows it, and remembers it.
func TestProjectRemembersWhatIsFinished(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	j := publishtest.TownJob(t)
	j.Near.Project = filepath.Join(filepath.Dir(j.Data), "town.steward")
	if err := project.Save(j.Near.Project, j.Plan.Plan); err != nil {
		t.Fatal(err)
	}
	taken := d.interruptsJob(t, j, 0)
	if err := d.session.OpenProject(j.Near.Project); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(taken); err != nil {
		t.Fatal(err)
	}
	d.session.Interrupted.FinishAll()
	d.frame.Show(slices.Index(guide.Steps(), guide.Release))
	d.sees(t, "An interrupted release is finished.", "What was released?", "Released on 3 Feb 2026.")
	d.session.Edit(func(p *plan.Plan) { p.Title = "The town again" }) // which writes the file
	_, past, err := project.Read(j.Near.Project)
	if err != nil || len(past.Releases) != 1 {
		t.Errorf("the project remembers %+v, %v", past.Releases, err)
	}
}

// A release that lost its numbers is told of once.
func TestLostNumbersAreTold(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.interrupts(t, 0)
	kept, err := filepath.Glob(filepath.Join(d.session.LedgerDir()+".unfinished", "*", "answers.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v is kept, %v", kept, err)
	}
	if err := os.Remove(kept[0]); err != nil {
		t.Fatal(err)
	}
	d.session.Interrupted.FinishAll()
	d.sees(t, "A release was interrupted.", "0.5 is spent, and nothing was published.")
	d.tap(t, "Dismiss")
	d.session.Interrupted.FinishAll()
	d.not(t, "A release was interrupted.")
}

// TestInterruptedLook photographs what is told of interrupted releases when STEWARD_SHOTS names a folder.
func TestInterruptedLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for name, variant := range map[string]fyne.ThemeVariant{"en": fynetheme.VariantLight, "de": fynetheme.VariantDark} {
		if err := words.Use(name); err != nil {
			t.Fatal(err)
		}
		for _, size := range []fyne.Size{fyne.NewSize(900, 640), fyne.NewSize(1280, 800)} {
			d := newDesk(t, variant, size)
			taken := d.interrupts(t, 0)
			d.session.Interrupted.FinishAll()
			d.settled().picture(t, "unfinished-"+name+"-"+fmt.Sprint(size.Width)+"-waiting")
			if err := os.Remove(taken); err != nil {
				t.Fatal(err)
			}
			d.session.Interrupted.Finish("")
			d.settled().picture(t, "unfinished-"+name+"-"+fmt.Sprint(size.Width)+"-finished")
		}
	}
	if err := words.Use(words.English); err != nil {
		t.Fatal(err)
	}
}
