package gui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"steward/assets"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/nextyear"
	"steward/gui/session/releasing"
	"steward/io/export"
)

// TestEarlierVersionsInTheWindow opens in the window what the program wrote at points of its history: the account with its releases and
// their files, verification, sums of released answers, carrying the plan over, and a next release on top, which the project remembers.
// The fast run takes one with facts.
func TestEarlierVersionsInTheWindow(t *testing.T) {
	projects, err := filepath.Glob(filepath.Join("..", "cmd", "steward", "testdata", "earlier", "*", "*.steward"))
	if err != nil || len(projects) < 9 {
		t.Fatalf("%d projects, %v", len(projects), err)
	}
	sample := t.TempDir()
	if err := os.CopyFS(sample, assets.Sample()); err != nil {
		t.Fatal(err)
	}
	for i, project := range projects {
		if i%seeded.Often(20, 1) != 2%seeded.Often(20, 1) {
			continue
		}
		earlier, name := filepath.Dir(project), strings.TrimSuffix(filepath.Base(project), ".steward")
		t.Run(filepath.Base(earlier)+"/"+name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(earlier)); err != nil {
				t.Fatal(err)
			}
			around := surroundings(t)
			around.LedgerDir = filepath.Join(dir, "ledgers")
			d := newDeskOn(t, around, fyne.NewSize(1280, 800))
			path := filepath.Join(dir, name+".steward")
			found, err := filepath.Glob(filepath.Join(dir, "release*", name+".json")) // in one folder, or one for each
			if err != nil || len(found) != 1 {
				t.Fatalf("records: %v, %v", found, err)
			}
			record := found[0]
			first, err := export.ReadRecord(record)
			if err != nil {
				t.Fatal(err)
			}
			d.frame.Drop(path)
			d.fine(t)
			p := d.session.Plan()
			data := filepath.Join(dir, "data", p.Data.File)
			if p.Data.File == assets.Workbook {
				data = filepath.Join(sample, assets.Workbook)
			}
			d.session.Data.OpenFile(data, p.Data)
			d.fine(t)
			spent := d.session.Balance.Account()
			if spent.Err != nil || spent.Spent == "0" || spent.Spent == "" {
				t.Fatalf("the account is %+v", spent)
			}

			d.session.Accounts.Locate(filepath.Dir(record)) // its project did not note where its release is, or has been moved since
			d.tap(t, d.chip())
			d.sees(t, "have spent", p.Title)
			if first.Seal != "" { // by which files are known
				d.sees(t, name+".json", name+".xlsx")
			}
			for tab := range 4 {
				d.tab(t, tab)
			}
			d.tab(t, 0)
			if len(p.Facts.Stated) > 0 && first.Version < 3 { // when accounts did not say which facts were known
				if !strings.Contains(d.session.Release.MayRelease(), "does not say which facts") {
					t.Fatalf("before its facts are known, it says %q", d.session.Release.MayRelease())
				}
				d.tap(t, "Add what its record says")
				d.sees(t, "counts for all releases from now on")
				d.tap(t, "Close")
			}
			d.tap(t, "Close")

			d.session.Summary.Verify(record)
			if v := d.session.Summary.Verified(); v == nil || v.Err != nil || !v.OK() {
				t.Errorf("verified: %+v", v)
			}
			d.session.Sums.Open(record)
			if e, _, err := d.session.Sums.Earlier(); err != nil || len(e.Questions()) == 0 {
				t.Errorf("nothing can be added up: %v", err)
			}
			d.session.Sums.Close()

			if d.session.Release.Finished() != nil { // the project remembers its release
				d.session.Release.Again()
			}
			if said := d.session.Release.MayRelease(); said != "" {
				d.session.Release.Review()
			}
			d.fine(t)
			if said := d.session.Release.MayRelease(); said != "" {
				t.Fatalf("it may not be released: %s", said)
			}
			d.session.Release.Carry(filepath.Join(dir, "next"), "next")
			d.fine(t)
			if d.session.Release.Stage() != releasing.Published {
				t.Fatalf("a further release is at stage %v", d.session.Release.Stage())
			}
			d.frame.Show(atRelease)
			d.sees(t, "What was released?")
			d.frame.Show(atSummary)
			d.sees(t, "Is the summary ready to sign?")

			d.frame.Drop(path)
			d.fine(t)
			if f := d.session.Release.Finished(); f == nil || !f.Earlier {
				at, err := d.session.Release.Recalled()
				t.Fatalf("the release is not remembered: %d, %v", at, err)
			}
			d.carries(t, path, data)
		})
	}
}

// fine fails where the session has a problem.
func (d desk) fine(t *testing.T) {
	t.Helper()
	if p := d.session.Problem(); p != nil {
		t.Fatal(p.Message)
	}
}

// carries takes the plan of a project over to a file, for the next release.
func (d desk) carries(t *testing.T, project, data string) {
	t.Helper()
	d.session.NewProject()
	d.session.Data.OpenFile(data, plan.Data{})
	d.fine(t)
	e, err := d.session.NextYear.Read(project)
	if err != nil {
		t.Fatal(err)
	}
	d.session.NextYear.Compare(e, func(l nextyear.Look, err error) {
		if err != nil || l.Stops() {
			t.Fatalf("it does not carry over: %v, %+v", err, l)
		}
		d.session.NextYear.TakeNext(l, nextyear.Choice{Title: "Next", KeepFacts: true, Years: 1, Budget: "0.5"}, "A. Steward", func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		})
	})
	if got := d.session.Plan(); len(got.Columns) != len(e.Plan.Columns) || len(got.Questions) != len(e.Plan.Questions) || got.Title != "Next" {
		t.Errorf("carried over is %+v", got)
	}
}
