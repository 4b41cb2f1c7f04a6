//go:build audit

package sums

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"steward/core/noise/noisetest"
	"steward/gui/session"
	"steward/gui/session/sums"
	"steward/gui/steps/page"
)

// Before there is a release, numbers of an earlier one are added up.
func TestSumOfAnEarlierRelease(t *testing.T) {
	test.NewTempApp(t)
	s := session.New(session.Surroundings{Go: func(f func()) { f() }, Now: func() time.Time { return time.Unix(0, 0) }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir()})
	w := test.NewTempWindow(t, nil)
	f := New(page.Surroundings{Session: s, Window: w})
	s.Observe(func() { f.Show(0, nil, "") })
	w.SetContent(container.NewVScroll(f.Box))
	w.Resize(fyne.NewSize(1000, 800))
	f.Show(0, nil, "")
	if !f.Box.Visible() || !f.open.Visible() || f.add.Visible() || f.back.Visible() || f.wrong.Visible() {
		t.Fatal("there is something to add up before a record is opened")
	}
	s.Sums.Open("form.go")
	if !f.wrong.Visible() || !strings.Contains(f.wrong.String(), "choose the .json file of a release") || f.add.Visible() {
		t.Errorf("of a file that is no record it says %q", f.wrong.String())
	}
	s.Sums.Open(filepath.Join("..", "..", "..", "cmd", "steward", "testdata", "earlier", "before-0.9.0-1", "release", "clinic-survey.json"))
	if f.wrong.Visible() {
		t.Fatal(f.wrong.String())
	}
	if !f.of.Visible() || !strings.Contains(f.of.String(), "clinic-survey.json") || !f.picker.Visible() || !f.add.Visible() || !f.back.Visible() || f.all.Visible() {
		t.Fatalf("opened, it says %q", f.of.String())
	}
	f.ask(1)
	f.take(f.add, 0, false)
	f.take(f.subtract, 1, true)
	if terms, _ := s.Sums.Said(); len(terms) != 2 || !f.terms.Box.Visible() || !f.says.Visible() || !strings.Contains(f.says.String(), "19 times in 20") {
		t.Errorf("two answers: %v, %q", terms, f.says.String())
	}
	release := func(version string) string {
		return filepath.Join("..", "..", "..", "cmd", "steward", "testdata", "earlier", version, "release", "clinic-survey.json")
	}
	if !f.since.Visible() {
		t.Fatal("changes since an earlier release are not offered")
	}
	s.Sums.Compare(release("before-0.9.0-1"), func(sums.Since) { t.Error("a release is compared with itself") })
	if !f.wrong.Visible() || !strings.Contains(f.wrong.String(), "same release") {
		t.Errorf("compared with itself, it says %q", f.wrong.String())
	}
	s.Sums.Open(release("0.9.0"))
	var c *changes
	s.Sums.Compare(release("before-0.9.0-1"), func(since sums.Since) { c = newChanges(since) })
	if c == nil {
		t.Fatal(f.wrong.String())
	}
	w.SetContent(c.all)
	for i, change := range c.since.Changes {
		c.question.SetSelected(i)
		c.show(i)
		if c.table.Len() != len(change.Answers) || !strings.Contains(c.says.String(), "Counted in people") {
			t.Errorf("%s: %d of %d changes, %q", change.Question, c.table.Len(), len(change.Answers), c.says.String())
		}
		row := c.table.Row(0).Cells
		if last := row[len(row)-1].Text; len(row) != len(change.Keys)+3 || !strings.Contains(last, "19 times in 20 from") {
			t.Errorf("%s: the first change reads %q", change.Question, last)
		}
	}
	// The cumulative counts of 0.9.0 are searched for otherwise by now, so that how their noise hangs together is not known, and that is said.
	if len(c.since.Changes) != 2 || len(c.since.Left) == 0 || !strings.Contains(c.since.Left[0].String(), "People by age") {
		t.Errorf("%d of 3 questions are compared; of others it says %v", len(c.since.Changes), c.since.Left)
	}
	w.SetContent(f.Box)
	s.Sums.Close()
	if f.since.Visible() || f.add.Visible() || f.says.Visible() || f.back.Visible() || !f.open.Visible() {
		t.Error("closed, there is still something to add up")
	}
}
