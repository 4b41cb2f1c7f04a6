package gui_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/widgets/forms"
)

// likert are lines of a table of people who answered questions by 1 to 5, of which each has a value that nobody gave but the
// first, and of a few other columns.
func likert(questions, people int) []string {
	header := []string{"person", "age", "district"}
	for q := range questions {
		header = append(header, fmt.Sprintf("q%d", q+1))
	}
	lines := []string{strings.Join(header, ",")}
	for i := range people {
		row := []string{fmt.Sprintf("P-%05d", i), fmt.Sprint(18 + i%60), []string{"North", "South", "East"}[i%3]}
		for q := range questions {
			answer := 1 + (i*7+q*3+i*i%11)%5
			if q > 0 && answer == 1+q%5 && q%4 == 0 {
				answer = 1 + (q+1)%5
			}
			row = append(row, fmt.Sprint(answer))
		}
		lines = append(lines, strings.Join(row, ","))
	}
	return lines
}

// TestTwoHundredColumns goes from a wide file to a full set of tables by the keyboard, and counts what had to be done: columns on
// one scale are declared in a stroke, and each gets its table in another.
func TestTwoHundredColumns(t *testing.T) {
	seeded.ForAudits(t)
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "survey.csv", likert(200, 300)...), plan.Data{})
	acts := 0
	act := func(do func()) {
		acts++
		began := time.Now()
		do()
		t.Logf("act %d took %v", acts, time.Since(began).Round(time.Millisecond))
	}
	act(func() { d.frame.Show(1) }) // Ctrl+2
	d.sees(t, "200 columns have answers on one scale.", "q1 to q200")
	act(func() { d.tap(t, "Treat them all at once…") })
	d.sees(t, "Many columns at once", "Whole numbers: 1, 2, 3, 4, 5", "Use for 200 columns")
	d.picture(t, "many-dialog")
	act(func() { d.tap(t, "These values are public knowledge: everyone could know them without this file.") })
	act(func() { d.tap(t, "Use for 200 columns") })
	d.not(t, "have answers on one scale")
	if n := len(d.session.Plan().Columns); n != 200 {
		t.Fatalf("%d columns are published", n)
	}
	for _, c := range d.session.Plan().Columns {
		if c.Kind != domain.Whole || *c.Lowest != 1 || *c.Highest != 5 || c.Origin != domain.Confirmed {
			t.Fatalf("column %+v, want 1 to 5", c)
		}
	}
	d.picture(t, "many-columns")
	act(func() { d.frame.Show(4) })
	act(func() { d.tap(t, "A table for each column") })
	if n := len(d.session.Plan().Questions); n != 200 {
		t.Fatalf("%d questions are asked", n)
	}
	d.picture(t, "many-questions")
	if d.session.Compiled() == nil {
		t.Fatalf("the plan has issues: %v", d.session.Issues(guide.Questions))
	}
	t.Logf("%d acts from the open file to a full set of tables", acts)
	if acts > 10 {
		t.Errorf("it took %d acts", acts)
	}
	d.session.Undo()
	d.session.Undo()
	if n := len(d.session.Plan().Columns); n != 0 {
		t.Errorf("after taking two edits back %d columns are published", n)
	}
}

// TestManyColumnsPictures photographs the form for many columns, and what points to it.
func TestManyColumnsPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for _, look := range pictureLooks {
		d := newDesk(t, look.variant, look.size)
		d.session.Data.OpenFile(writeText(t, "survey.csv", likert(40, 300)...), plan.Data{})
		d.frame.Show(1)
		d.picture(t, "many-"+look.name+"-blocks")
		d.tap(t, "Treat them all at once…")
		d.picture(t, "many-"+look.name+"-form")
	}
}

// TestFindingColumns narrows the list of columns down by what is typed and by what is to be done.
func TestFindingColumns(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "survey.csv", likert(30, 60)...), plan.Data{})
	d.frame.Show(1)
	var find *forms.OptionEntry
	d.objects(func(o fyne.CanvasObject) bool {
		find, _ = o.(*forms.OptionEntry)
		return find == nil
	})
	if find == nil {
		t.Fatal("nothing finds columns")
	}
	d.window.Canvas().Focus(find)
	test.Type(find, "q7..q11, DIST")
	d.frame.Update()
	d.sees(t, "6 of 33")
	grid, row := d.columnGrid(t, "q9")
	if grid.Len() != 6 || row != 3 {
		t.Errorf("%d columns are listed, q9 as number %d", grid.Len(), row)
	}
	d.keys(t, fyne.KeyDown)
	d.sees(t, "Publish q7")
	d.tap(t, "Many at once…")
	d.sees(t, "Use for 6 columns")
	d.strike(t, fyne.KeyEscape)
	find.SetText("")
	d.tickColumn(t, "q3")
	d.choose(t, "Which columns are listed", "with something to do")
	d.sees(t, "1 of 33")
}

// TestAsForAnother declares columns as one that is declared, says where that does not fit, and takes many out again.
func TestAsForAnother(t *testing.T) {
	d := plainDesk(t)
	lines := likert(30, 60)
	lines = append(lines, strings.Replace(lines[5], ",1,", ",9,", 1))
	d.session.Data.OpenFile(writeText(t, "survey.csv", lines...), plan.Data{})
	lo, hi := int64(1), int64(5)
	d.session.Columns.Publish(plan.Column{Name: "q1", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Codebook, Label: "Trust", Blank: plan.Special{Rule: domain.OwnCell}})
	d.frame.Show(1)
	strays := d.session.Columns.Strays(d.session.Plan().Columns[0], []string{"q1", "q2", "q3", "age"})
	if !slices.Contains(strays, "age") || slices.Contains(strays, "q3") && slices.Contains(strays, "q2") {
		t.Errorf("other answers are in %v", strays)
	}
	d.tap(t, "Many at once…")
	d.choose(t, "Say what becomes of them", "as for q1")
	d.tap(t, "Tick all that are listed")
	d.sees(t, "Use for 31 columns", "have other answers too.")
	d.picture(t, "many-as")
	d.tap(t, "Use for 31 columns")
	for _, c := range d.session.Plan().Columns {
		if *c.Highest != 5 || c.Origin != domain.Codebook || c.Blank.Rule != domain.OwnCell || (c.Label == "Trust") != (c.Name == "q1") {
			t.Fatalf("column %+v", c)
		}
	}
	d.tap(t, "Many at once…")
	d.choose(t, "Say what becomes of them", "they are not published")
	d.tap(t, "Tick all that are listed")
	d.tap(t, "Do not publish 31 columns")
	if n := len(d.session.Plan().Columns); n != 0 {
		t.Errorf("%d columns are still published", n)
	}
}

// TestManyColumnsByKeyboard does the same with the keyboard alone: what has the keyboard is found by going on to it.
func TestManyColumnsByKeyboard(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "survey.csv", likert(30, 300)...), plan.Data{})
	d.frame.Show(1)
	d.goOnTo(t, "Many at once…")
	d.strike(t, fyne.KeySpace)
	d.sees(t, "Many columns at once")
	test.Type(d.window.Canvas().Focused(), "q1..q20")
	d.goOnTo(t, "Tick all that are listed")
	d.strike(t, fyne.KeySpace)
	d.sees(t, "Use for 20 columns")
	d.goOnTo(t, "Find columns (q1..q40)")
	d.strike(t, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn) // q1 is not meant
	d.sees(t, "Use for 19 columns")
	d.goOnTo(t, "These values are public knowledge: everyone could know them without this file.")
	d.window.Canvas().Focused().TypedRune(' ')
	d.goOnTo(t, "Use for 19 columns")
	d.strike(t, fyne.KeySpace)
	if n := len(d.session.Plan().Columns); n != 19 {
		t.Errorf("%d columns are published; the screen says:\n%s", n, d.screen())
	}
	d.frame.Show(4)
	d.goOnTo(t, "A table for each column")
	d.strike(t, fyne.KeySpace)
	if n := len(d.session.Plan().Questions); n != 19 {
		t.Errorf("%d questions are asked", n)
	}
}

// goOnTo presses the tab key until what carries the words has the keyboard.
func (d desk) goOnTo(t *testing.T, words string) {
	t.Helper()
	c := d.window.Canvas()
	for range 400 {
		if o, ok := c.Focused().(fyne.CanvasObject); ok && (says(o, words) || named(o) == words) {
			return
		}
		c.FocusNext()
	}
	t.Fatalf("the keyboard does not come to %q; the screen says:\n%s", words, d.screen())
}

// named is what an object is called for those who do not see it.
func named(o fyne.CanvasObject) string {
	if a, ok := o.(interface{ AccessibilityLabel() string }); ok {
		return a.AccessibilityLabel()
	}
	return ""
}
