package gui_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/accuracy"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui"
	"steward/gui/session"
	"steward/gui/session/releasing"
	"steward/gui/steps/release"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/forms"
)

// press has the window take keys, wherever the keyboard is.
func (d desk) press(keys ...fyne.KeyName) {
	for _, k := range keys {
		if f := d.window.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: k})
		} else if typed := d.window.Canvas().OnTypedKey(); typed != nil {
			typed(&fyne.KeyEvent{Name: k})
		}
	}
}

// slider returns the slider of the budget.
func (d desk) slider(t *testing.T) (*editors.BudgetSlider, fyne.Focusable) {
	t.Helper()
	var slider *editors.BudgetSlider
	var track fyne.Focusable
	d.objects(func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *editors.BudgetSlider:
			slider = o
		case fyne.Focusable:
			if _, ok := o.(fyne.Draggable); ok && slider != nil && track == nil {
				track = o
			}
		}
		return track == nil
	})
	if track == nil {
		t.Fatal("there is no slider")
	}
	return slider, track
}

// typical is the error of a question as the side column has it.
func (d desk) typical(question int) string {
	return accuracy.People(d.session.Budget.Preview().Questions[question].Of().Summary.Typical) + " people"
}

// The arrow keys move the slider, and the errors follow.
func TestSliderKeys(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.sees(t, d.typical(0), "times in 100", "Noise on each cell")
	slider, track := d.slider(t)
	d.window.Canvas().Focus(track)
	d.press(fyne.KeyRight, fyne.KeyRight, fyne.KeyRight)
	if got := d.session.Plan().Budget.Epsilon; got != "1" || slider.Budget() != "1" {
		t.Fatalf("after three steps to the right the budget is %s, the slider shows %s", got, slider.Budget())
	}
	d.sees(t, d.typical(0), "74")
	d.press(fyne.KeyLeft)
	if got := d.session.Plan().Budget.Epsilon; got != "0.8" {
		t.Errorf("after a step to the left it is %s", got)
	}
	d.session.Undo()
	if slider.Budget() != "1" {
		t.Errorf("after undo the slider shows %s", slider.Budget())
	}
}

// Dragging shows the errors of each place without touching the plan; letting go changes it
// once.
func TestDraggingTriesBudgets(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	_, track := d.slider(t)
	drag := track.(fyne.Draggable)
	edits := 0
	d.session.Observe(func() { edits++ })
	size := track.(fyne.CanvasObject).Size()
	for x := size.Width / 2; x > size.Width/4; x -= 20 {
		drag.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, size.Height/2)}})
	}
	if got := d.session.Plan().Budget.Epsilon; got != "0.5" {
		t.Errorf("while dragging the plan's budget is %s", got)
	}
	tried := d.session.Budget.Tried()
	pv, current := d.session.Budget.Look()
	if tried == "0.5" || pv.Epsilon != tried || !current {
		t.Errorf("while dragging %s is shown, %s is tried", pv.Epsilon, tried)
	}
	drag.DragEnd()
	if got := d.session.Plan().Budget.Epsilon; got != tried {
		t.Errorf("after letting go the budget is %s, want %s", got, tried)
	}
	d.session.Undo()
	if got := d.session.Plan().Budget.Epsilon; got != "0.5" {
		t.Errorf("one undo leads to %s: dragging was more than one edit", got)
	}
}

// Whether the number is shown is remembered while the program runs.
func TestNumberIsRemembered(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	check := d.toggle(t, "show the number")
	if check.Checked {
		t.Fatal("the number is shown at first")
	}
	test.Tap(check)
	d.frame.Show(atRelease)
	again := gui.New(d.session, d.window, func(string) {}) // another window on the session
	t.Cleanup(again.Wait)
	d.window.SetContent(again.Content())
	again.Show(atBudget)
	if !d.toggle(t, "show the number").Checked {
		t.Error("that the number is to be shown was forgotten")
	}
}

// toggle returns the check with a label.
func (d desk) toggle(t *testing.T, label string) *forms.Check {
	t.Helper()
	var found *forms.Check
	d.objects(func(o fyne.CanvasObject) bool {
		if c, ok := o.(*forms.Check); ok && c.Text == label {
			found = c
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("no check says %q", label)
	}
	return found
}

// A method that does not apply says why, and leads to the step that would change it.
func TestUnfitMethodLeadsToItsStep(t *testing.T) {
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.choose(t, "question", "2 How often people come")
	d.sees(t, d.typical(1))
	d.not(t, "step 5, Questions")
	d.choose(t, "question", "1 Smokers by district")
	d.sees(t, d.typical(0))
	d.not(t, "in a table every answer is one cell") // what does not apply is folded away
	d.tap(t, fmt.Sprintf("Show all %d methods", len(d.session.Budget.Preview().Questions[0].Candidates)))
	d.sees(t, "in a table every answer is one cell", "step 5, Questions")
	d.tap(t, "step 5, Questions")
	d.not(t, "How much error can you live with?")
}

// Another method is chosen by a tap, and the recommended one leaves the choice to the program.
func TestChoosingAMethod(t *testing.T) {
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.choose(t, "question", "2 How often people come")
	methods := d.methods(t)
	before := methods.Selected()
	if before != 0 {
		t.Errorf("row %d is chosen, the recommended one should stand first", before)
	}
	methods.OnSelected(2)
	if got := d.session.Plan().Questions[1].Mechanism; got == "" {
		t.Fatal("choosing another method chose none")
	}
	d.sees(t, "You chose this method", "would be more accurate")
	if methods.Selected() != 2 {
		t.Errorf("row %d is shown as chosen", methods.Selected())
	}
	methods.OnSelected(0)
	if got := d.session.Plan().Questions[1].Mechanism; got != "" {
		t.Errorf("choosing the recommended method fixed %q", got)
	}
}

func (d desk) methods(t *testing.T) *editors.MethodTable {
	t.Helper()
	var found *editors.MethodTable
	d.objects(func(o fyne.CanvasObject) bool {
		if m, ok := o.(*editors.MethodTable); ok {
			found = m
		}
		return found == nil
	})
	if found == nil {
		t.Fatal("there is no table of methods")
	}
	return found
}

// The error that one can live with is typed, and the budget for it is used.
func TestWish(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.sees(t, "Type the error you can live with")
	d.types(t, "10", "none")
	d.sees(t, "is not a number above zero")
	d.types(t, "none", "20")
	w := d.session.Budget.Wished()
	left, _ := d.session.Balance.Remaining(w.Epsilon)
	now := accuracy.People(d.session.Budget.Preview().Questions[0].Of().Summary.HalfWidth)
	d.sees(t, "needs a total budget of "+w.Epsilon+" ("+d.session.Budget.Guess(w.Epsilon)+" in 100)", left, "Keep 0.5: ± "+now)
	d.types(t, "20", "2")
	d.sees(t, "more than the 2 that are left")
	d.types(t, "2", "20")
	d.tap(t, "Use "+w.Epsilon)
	if got := d.session.Plan().Budget.Epsilon; got != w.Epsilon {
		t.Fatalf("the budget is %s, want %s", got, w.Epsilon)
	}
	if got := d.session.Budget.Preview().Questions[0].Of().Summary.HalfWidth; got > 20 {
		t.Errorf("with it the numbers are within %v", got)
	}
	d.not(t, "Use ")
	d.choose(t, "question", "2 How often people come")
	if again := d.session.Budget.Wished(); again.Question != 1 || again.Half != 20 {
		t.Errorf("of another question the wish is %+v", again)
	}
	d.entry(t, "20").SetText("")
	d.sees(t, "Type the error you can live with")
}

// A budget beyond what is left is told in its step, with both remedies, and Next says what is
// missing.
func TestShortfallAndItsRemedies(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.session.Budget.SetBudget("2.5")
	d.sees(t, "More than is left.", "2 of the 2 that you allowed for this data set is left, and this release would spend 2.5", "Only 2 is left.", "lower its budget, or allow more.")
	d.tap(t, "Lower it to 2")
	d.not(t, "More than is left.")
	if got := d.session.Plan().Budget.Epsilon; got != "2" {
		t.Errorf("the budget is %s", got)
	}
	d.session.Budget.SetBudget("2.5")
	d.tap(t, "Allow more…")
	d.sees(t, "What may all releases about “Clinic survey 2026” spend together?", "guesses right at most 93 times in 100")
	d.types(t, "2.5", "nothing")
	d.sees(t, "cannot be a limit")
	d.tap(t, "Allow it")
	d.sees(t, "cannot be a limit")
	d.types(t, "nothing", "3") // enter allows it
	d.not(t, "More than is left.")
	if got := d.session.Plan().Budget; got.Limit != "3" || got.Epsilon != "2.5" {
		t.Errorf("budget %+v", got)
	}
	d.tap(t, "Change what is allowed…")
	d.tap(t, "Cancel")
	if got := d.session.Plan().Budget.Limit; got != "3" {
		t.Errorf("cancelling set the limit to %s", got)
	}
}

// The whole way: check, ask, refuse to be hurried, release once, look, verify.
func TestReleaseAsAPerson(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atRelease)
	d.sees(t, "Release these numbers?", "This will publish 47 numbers", "The records have not been checked yet", "Not protected by your choice.")
	d.disabled(t, release.Offer("0.5"))
	d.tap(t, "Check every record")
	d.sees(t, "Every record was checked against the plan", "The known facts agree with the data", "Some numbers are not protected")
	d.tap(t, release.Offer("0.5"))
	d.sees(t, "Release?", "cannot be repeated", "1.5 will be left afterwards")
	d.press(fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace)
	if d.session.Release.Finished() != nil || d.session.Balance.Account().Spent != "0" {
		t.Fatal("a key pressed by accident released the numbers")
	}
	if d.over() { // the keyboard was on what closes the question
		t.Error("a key pressed by accident leaves the question open")
	}
	d.tap(t, release.Offer("0.5"))
	d.tap(t, "Cancel")
	if d.session.Release.Finished() != nil {
		t.Fatal("cancelling released the numbers")
	}
	d.tap(t, release.Offer("0.5"))
	yes, err := d.find(release.Offer("0.5"))
	if err != nil {
		t.Fatal(err)
	}
	test.Tap(yes)
	test.Tap(yes) // once too often
	done := d.session.Release.Finished()
	if done == nil || d.session.Balance.Account().Spent != "0.5" {
		t.Fatalf("released %v, spent %s, problem %+v", done != nil, d.session.Balance.Account().Spent, d.session.Problem())
	}
	d.sees(t, "What was released?", "Done. Spent 0.5.", "How good are these numbers?", "Published", "Workbook (.xlsx)", "Next: Summary", "1.5 of 2")
	d.not(t, strings.TrimSpace(release.Offer("")))
	d.tap(t, "Next: Summary")
	d.sees(t, "Is the summary ready to sign?", "Figures computed again", "all agree", "pages, verified")
}

// With nothing left, the story ends in a sentence with a remedy, and the button is off.
func TestExhaustedBudget(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.session.Edit(func(p *plan.Plan) { p.Budget.Limit = "0.7" })
	d.frame.Show(atRelease)
	d.tap(t, "Check every record")
	d.tap(t, release.Offer("0.5"))
	d.tap(t, release.Offer("0.5"))
	d.tap(t, "Plan another release")
	d.sees(t, "Another release spends again")
	d.tap(t, "Plan another release")
	d.sees(t, "More would be spent than is left", "0.2 of the 0.7 that is allowed for these people is left", "lower its budget, or raise the limit")
	d.disabled(t, release.Offer("0.5"))
	d.tap(t, "Step 6, Privacy and error")
	d.tap(t, "Lower it to 0.2")
	d.frame.Show(atRelease)
	d.tap(t, release.Offer("0.2"))
	d.tap(t, release.Offer("0.2"))
	d.sees(t, "Done. Spent 0.2.")
	d.tap(t, "Plan another release")
	d.tap(t, "Plan another release")
	d.frame.Show(atBudget)
	d.sees(t, "nothing more can be published unless someone raises the limit")
	d.not(t, "Lower it to")
	d.tap(t, "Raise the limit…")
	d.tap(t, "Allow it")
	d.sees(t, "Say who changes the limit")
	d.types(t, "a name or an office", "The board")
	d.types(t, "a few words", "The budget of next year") // enter allows it
	d.not(t, "nothing more can be published")
	if got := d.session.Plan().Budget.Limit; got != "0.9" {
		t.Errorf("the limit is %s, 0.9 would just do", got)
	}
}

// A record that does not fit the data is told cell by cell, and leads to the columns.
func TestUnfitRecords(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.session.Edit(func(p *plan.Plan) {
		p.Columns[1].Values = p.Columns[1].Values[1:]
		p.Columns[1].Other = plan.Special{Rule: "refuse"}
		p.Columns[1].Readings = nil
	})
	d.frame.Show(atRelease)
	d.tap(t, "Check every record")
	d.sees(t, "rows cannot be read as the plan says", "found “Alderton”", "Say in step 2 how they are to be read")
	d.disabled(t, release.Offer("0.5"))
	d.tap(t, "Step 2, Columns")
	d.not(t, "Release these numbers?")
	d.session.Undo()
	n := int64(4000)
	d.session.Edit(func(p *plan.Plan) { p.Facts.People = &n })
	d.frame.Show(atRelease)
	d.tap(t, "Check every record")
	d.sees(t, "A known fact is not true of the data", "4000")
	d.disabled(t, release.Offer("0.5"))
}

// opening is a desk that notes what it is asked to open.
func opening(t *testing.T) (desk, *[]string) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	var opened []string
	newApp(t, fynetheme.VariantLight)
	s := session.New(surroundings(t))
	w := newEmpty(t)
	f := gui.New(s, w, func(path string) { opened = append(opened, path) })
	t.Cleanup(f.Wait)
	w.SetPadded(false)
	w.SetContent(f.Content())
	w.Resize(usual)
	s.OpenSample()
	return desk{s, w, f}, &opened
}

// released releases the sample of a desk.
func (d desk) released(t *testing.T) *releasing.Finished {
	t.Helper()
	d.session.Release.Review()
	d.session.Release.Carry(t.TempDir(), "sample")
	done := d.session.Release.Finished()
	if done == nil {
		t.Fatalf("nothing was released: %+v", d.session.Problem())
	}
	return done
}

// The results are there as a chart and a table, by category, and can be taken along.
func TestResults(t *testing.T) {
	seeded.ForAudits(t)
	d, opened := opening(t)
	done := d.released(t)
	d.frame.Show(atRelease)
	d.tab(t, 1)
	d.sees(t, "district", "smoker", "Unadjusted", "19 times in 20", "Alderton", "not stated")
	d.choose(t, "category", "smoker: yes")
	d.sees(t, "Alderton", "Brookside")
	d.not(t, "not stated")
	for _, b := range []string{"Workbook (.xlsx)", "Tables (.csv)", "Record (.json)", "Show the folder"} {
		d.tap(t, b)
	}
	if want := []string{done.Workbook(), done.Folder(), done.Record(), done.Folder()}; !slices.Equal(*opened, want) {
		t.Errorf("opened %q, want %q", *opened, want)
	}
	d.tab(t, 0)
	d.sees(t, "age up to")
	d.frame.Show(atSummary)
	*opened = nil
	d.tap(t, "Open as PDF")
	d.tap(t, "Show the folder")
	if want := []string{done.Summary(), done.Folder()}; !slices.Equal(*opened, want) {
		t.Errorf("opened %q, want %q", *opened, want)
	}
}

// The pages of the summary are turned with buttons and keys.
func TestSummaryPages(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atSummary)
	d.sees(t, "What will the summary say?", "Two pages, for the person who signs", "Verify an old one…", "people who resemble each other")
	d.released(t)
	d.frame.Show(atSummary)
	d.sees(t, "Page 1 of 7")
	view := d.pages(t)
	d.window.Canvas().Focus(view)
	d.press(fyne.KeyRight, fyne.KeyPageDown)
	d.sees(t, "Page 3 of 7")
	d.press(fyne.KeyEnd, fyne.KeyRight, fyne.KeyLeft)
	d.sees(t, "Page 6 of 7")
	d.press(fyne.KeyHome, fyne.KeyLeft)
	d.sees(t, "Page 1 of 7")
}

// A record that was tampered with shows, and so does an old release that holds.
func TestTamperedRecordShows(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	done := d.released(t)
	d.frame.Show(atSummary)
	d.sees(t, "Figures computed again", "all agree")
	original, err := os.ReadFile(done.Record())
	if err != nil {
		t.Fatal(err)
	}
	tamper := func(from, to string) {
		t.Helper()
		changed := bytes.Replace(original, []byte(from), []byte(to), 1)
		if bytes.Equal(changed, original) {
			t.Fatalf("the record does not hold %q", from)
		}
		if err := os.WriteFile(done.Record(), changed, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tamper(`"published": `, `"published": 9`)
	d.tap(t, "Verify again")
	d.sees(t, "does not agree", "The digest is not that of plan and answers", "Does not belong together")
	tamper(`"scale": "`, `"scale": "1`)
	d.tap(t, "Verify again")
	d.sees(t, "does not agree", "are not those that the plan gives")
	tamper(`{`, `[`)
	d.tap(t, "Verify again")
	d.sees(t, "is not a release record")
	if err := os.WriteFile(done.Record(), original, 0o600); err != nil {
		t.Fatal(err)
	}
	d.tap(t, "Verify again")
	d.sees(t, "all agree")
	old := filepath.Join(done.Folder(), "old.json")
	if err := os.WriteFile(old, original, 0o600); err != nil {
		t.Fatal(err)
	}
	d.session.Summary.Verify(old) // what the file dialog does
	d.sees(t, "The release of old.json", "all agree")
	d.session.Summary.Verify(strings.TrimSuffix(old, ".json"))
	d.sees(t, "There is no record")
}

// While a release is under way, the page says until when it can be cancelled.
func TestReleaseUnderWay(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.session.Release.Review()
	d.frame.Show(atRelease)
	var screens []string
	d.session.Observe(func() { screens = append(screens, d.screen()) })
	d.tap(t, release.Offer("0.5"))
	d.tap(t, release.Offer("0.5"))
	find := func(words string) int {
		return slices.IndexFunc(screens, func(s string) bool { return strings.Contains(s, words) })
	}
	before, after, done := find("Until the spend is written, cancelling leaves nothing behind."), find("0.5 is spent, and this is on disk."), find("Done. Spent 0.5.")
	if before < 0 || after <= before || done <= after {
		t.Errorf("the page says so at %d, %d and %d of %d", before, after, done, len(screens))
	}
	if after >= 0 && (strings.Contains(screens[after], "cancelling leaves nothing behind") || !strings.Contains(screens[after], "can no longer be cancelled")) {
		t.Errorf("when it is spent, the page says\n%s", screens[after])
	}
}
