package gui_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/columns"
	"steward/gui/widgets/tables"
)

// TestColumnsPictures photographs the states of the step "Columns".
func TestColumnsPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for _, look := range pictureLooks {
		d := newDesk(t, look.variant, look.size)
		d.session.OpenSample()
		d.frame.Show(1)
		for _, name := range []string{"respondent", "age", "district", "education", "income"} {
			d.chooseColumn(t, name)
			d.picture(t, "columns-"+look.name+"-"+name)
		}
		r := d.ruler(t)
		d.window.Canvas().Focus(r)
		d.strike(t, fyne.KeyHome, fyne.KeyRight)
		d.picture(t, "columns-"+look.name+"-ruler")
		d.chooseColumn(t, "age")
		d.pickNth(t, "Whole numbers", 3)
		d.typeInto(t, d.field(t, "From"), "many")
		d.strike(t, fyne.KeyReturn)
		d.frame.Update()
		d.picture(t, "columns-"+look.name+"-even")
		d.strike(t, fyne.KeyEscape)
		d.tap(t, "Edit as a list")
		d.frame.Update()
		d.picture(t, "columns-"+look.name+"-rangelist")
		d.session.Data.OpenFile(writeText(t, "wages.csv", wages()...), plan.Data{})
		d.picture(t, "columns-"+look.name+"-absent")
		d.session.NewProject()
		d.session.Data.OpenFile(writeText(t, "wages.csv", wages()...), plan.Data{})
		d.picture(t, "columns-"+look.name+"-fresh")
		d.tickColumn(t, "district")
		d.picture(t, "columns-"+look.name+"-ticked")
		d.tap(t, "Propose from the data…")
		d.picture(t, "columns-"+look.name+"-propose")
	}
}

func TestPublishingAndWithdrawing(t *testing.T) {
	d := columnsDesk(t)
	d.sees(t, "6 columns", "Combinations", "6,257,664")
	d.tickColumn(t, "smoker")
	d.sees(t, "5 columns", "The question “Smokers by district” was removed with it.", "Not published", "Publish smoker")
	if _, ok := d.session.Columns.Published("smoker"); ok {
		t.Error("smoker is still published")
	}
	d.session.Undo()
	d.sees(t, "6 columns")
	if len(d.session.Plan().Questions) != 3 {
		t.Error("undo did not bring the question back")
	}
	grid, row := d.columnGrid(t, "smoker")
	if cells := grid.Row(row).Cells; cells[0].Tick != tables.Ticked {
		t.Errorf("after undo the box is %v", cells[0].Tick)
	}
}

// A box is ticked with the mouse too, and the row beside it only chosen.
func TestTappingARow(t *testing.T) {
	d := columnsDesk(t)
	grid, row := d.columnGrid(t, "education")
	at := func(x float32) fyne.Position {
		corner := fyne.CurrentApp().Driver().AbsolutePositionForObject(grid)
		return corner.AddXY(x, 32+36*(float32(row)+0.5))
	}
	test.TapCanvas(d.window.Canvas(), at(200))
	d.frame.Update()
	d.sees(t, "The order matters")
	if _, ok := d.session.Columns.Published("education"); !ok {
		t.Fatal("a tap beside the box took the column out")
	}
	test.TapCanvas(d.window.Canvas(), at(34))
	if _, ok := d.session.Columns.Published("education"); ok {
		t.Error("a tap on the box did not take the column out")
	}
}

func TestAColumnOfNamesIsNotPublished(t *testing.T) {
	d := columnsDesk(t)
	d.tickColumn(t, "respondent")
	d.sees(t, "This column tells people apart.", "stays there")
	if _, ok := d.session.Columns.Published("respondent"); ok {
		t.Fatal("a column of names was published")
	}
	d.not(t, "Publish respondent", "Propose from the data…")
	d.tap(t, "This column does not identify anyone")
	d.frame.Update()
	d.tap(t, "Publish respondent")
	d.sees(t, "This column tells people apart.")
	if c := d.published(t, "respondent"); len(c.Values) != 0 || c.Origin != "" {
		t.Errorf("it is declared as %+v, want nothing read off the data", c)
	}
}

func TestWholeNumbers(t *testing.T) {
	d := columnsDesk(t)
	d.quicker()
	d.chooseColumn(t, "age")
	high := d.field(t, "Highest")
	d.typeInto(t, high, "a hundred")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, `Found “a hundred” where a whole number such as 18 is expected.`)
	if *d.published(t, "age").Highest != 95 {
		t.Error("what is no number changed the plan")
	}
	d.tap(t, "Next") // stays
	d.sees(t, "Which columns will be published?", "a hundred")
	d.chooseColumn(t, "district")
	d.not(t, "a hundred")
	d.chooseColumn(t, "age")
	d.sees(t, "a hundred", "is expected.")
	d.window.Canvas().Focus(high.Focusable())
	d.strike(t, fyne.KeyEscape)
	if high.Text() != "95" || high.Problem() != "" {
		t.Errorf("escape left %q and %q", high.Text(), high.Problem())
	}
	d.typeInto(t, high, "-3")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "The lowest number 0 is above the highest -3: swap them.", "to do")
	d.typeInto(t, high, "99")
	d.tap(t, "Next") // takes it over without enter
	if got := *d.published(t, "age").Highest; got != 99 {
		t.Errorf("the highest age is %d, want 99", got)
	}
	d.sees(t, "What must nobody be able to tell?")
}

// What cannot be used and is out of sight does not hold anybody up.
func TestAProblemOutOfSightIsGone(t *testing.T) {
	seeded.ForAudits(t)
	d := columnsDesk(t)
	d.chooseColumn(t, "age")
	d.typeInto(t, d.field(t, "Highest"), "a hundred")
	d.strike(t, fyne.KeyReturn)
	d.pickNth(t, "Whole numbers", 3)
	d.tap(t, "Next")
	d.sees(t, "What must nobody be able to tell?")
	d.frame.Show(1)
	d.typeInto(t, d.field(t, "From"), "nothing")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "is expected.")
	d.tickColumn(t, "age")
	d.tap(t, "Next")
	d.sees(t, "What must nobody be able to tell?")
}

func TestRanges(t *testing.T) {
	d := columnsDesk(t)
	d.chooseColumn(t, "income")
	lines := func() string { return columns.RangeLines(d.published(t, "income").Ranges, false) }
	const before = "under 1000\n1000 to under 1500\n1500 to under 2000\n2000 to under 2500\n2500 to under 3000\n3000 to under 4000\n4000 or more"
	if lines() != before {
		t.Fatalf("the sample's ranges are\n%s", lines())
	}
	d.sees(t, "uneven", "7 ranges")
	d.typeInto(t, d.field(t, "Width"), "1000")
	d.strike(t, fyne.KeyReturn)
	if want := "under 1000\n1000 to under 2000\n2000 to under 3000\n3000 to under 4000\n4000 or more"; lines() != want {
		t.Fatalf("even ranges are\n%s", lines())
	}
	d.typeInto(t, d.field(t, "From"), "5000")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "There is no number from 5000 to 4000: the second has to be larger.")
	d.typeInto(t, d.field(t, "To"), "9000")
	d.strike(t, fyne.KeyReturn)
	if want := "under 5000\n5000 to under 6000\n6000 to under 7000\n7000 to under 8000\n8000 to under 9000\n9000 or more"; lines() != want {
		t.Fatalf("after both ends were typed the ranges are\n%s", lines())
	}
	d.not(t, "the second has to be larger")
	d.typeInto(t, d.field(t, "Width"), "0.01")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "use a larger width")
	d.strike(t, fyne.KeyEscape)
	d.tap(t, "A range for all from 9000")
	if want := "8000 to under 9000"; !strings.HasSuffix(lines(), want) {
		t.Errorf("closed above the ranges are\n%s", lines())
	}
}

func TestTheRuler(t *testing.T) {
	seeded.ForAudits(t)
	d := columnsDesk(t)
	d.chooseColumn(t, "income")
	lines := func() string { return columns.RangeLines(d.published(t, "income").Ranges, false) }
	r := d.ruler(t)
	d.window.Canvas().Focus(r)
	d.strike(t, fyne.KeyHome, fyne.KeyRight) // 1000 to under 1500
	d.sees(t, "2 of 7 ranges: 1000 to under 1500.")
	r.TypedRune('+')
	if !strings.Contains(lines(), "1000 to under 1550\n1550 to under 2000") {
		t.Errorf("plus made\n%s", lines())
	}
	r.TypedRune('-')
	d.strike(t, fyne.KeyDelete)
	if !strings.HasPrefix(lines(), "under 1000\n1000 to under 2000\n") {
		t.Errorf("joining made\n%s", lines())
	}
	d.frame.Update()
	d.tap(t, "Split the range")
	if !strings.HasPrefix(lines(), "under 1000\n1000 to under 1500\n1500 to under 2000\n") {
		t.Errorf("splitting made\n%s", lines())
	}
	// The end at 3000 is dragged to the middle between it and 4000.
	size := r.Size()
	left, right := float32(10+74), size.Width-10-74
	x := func(value float32) float32 { return left + (value-1000)/3000*(right-left) }
	from, to := x(3000), x(3500)
	r.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(to, 20)}, Dragged: fyne.NewDelta(to-from, 0)})
	if !strings.Contains(lines(), "2500 to under 3000") {
		t.Error("dragging changed the plan before it ended")
	}
	r.DragEnd()
	if !strings.Contains(lines(), "2500 to under 3500\n3500 to under 4000") {
		t.Errorf("dragging made\n%s", lines())
	}
	d.session.Undo()
	if !strings.Contains(lines(), "2500 to under 3000") {
		t.Error("a drag is not one step to undo")
	}
}

func TestRangesAsAList(t *testing.T) {
	seeded.ForAudits(t)
	d := columnsDesk(t)
	d.chooseColumn(t, "income")
	d.tap(t, "Edit as a list")
	d.frame.Update()
	text := d.field(t, "One range on each line, such as 18–22, under 18 or 65 or more; after = its name, if it has one")
	d.typeInto(t, text, "under 1000 = low\nmuch")
	d.tap(t, "Done")
	d.sees(t, `Line 2: found “much” where a range such as 18–22, under 18 or 65 or more is expected.`)
	if len(d.published(t, "income").Ranges) != 7 {
		t.Error("what is no range changed the plan")
	}
	d.typeInto(t, text, "under 1000 = low\n1000 or more = high")
	d.tap(t, "Done")
	want := []plan.Range{{To: "1000", Label: "low"}, {From: "1000", Label: "high"}}
	if got := d.published(t, "income").Ranges; !slices.Equal(got, want) {
		t.Errorf("the ranges are %v, want %v", got, want)
	}
	d.sees(t, "low, high", "2 ranges")
}

// Ranges that do not follow one another are kept as they were typed, under the sentence that
// says what is wrong.
func TestRangesWithAGap(t *testing.T) {
	d := columnsDesk(t)
	d.chooseColumn(t, "income")
	d.tap(t, "Edit as a list")
	d.frame.Update()
	text := d.field(t, "One range on each line, such as 18–22, under 18 or 65 or more; after = its name, if it has one")
	d.typeInto(t, text, "0-10\n20-30")
	d.tap(t, "Next")
	d.sees(t, "leave a gap: let the second begin at 10")
	d.frame.Show(1)
	d.sees(t, "leave a gap: let the second begin at 10.", "0 to under 10\n20 to under 30")
}

func TestLists(t *testing.T) {
	d := columnsDesk(t)
	d.chooseColumn(t, "education")
	values := func() string { return strings.Join(d.published(t, "education").Values, "|") }
	add := d.field(t, "Add values: one, or several separated by commas, then Enter")
	d.typeInto(t, add, "doctorate, none")
	d.strike(t, fyne.KeyReturn)
	if values() != "none|primary|secondary|vocational|degree|doctorate" || add.Text() != "" {
		t.Errorf("after adding the values are %s, and the line holds %q", values(), add.Text())
	}
	d.typeInto(t, add, "degree")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "degree is already in the list.")
	d.strike(t, fyne.KeyEscape)
	d.tap(t, "Up")
	if values() != "none|primary|secondary|vocational|doctorate|degree" {
		t.Errorf("after moving the last up the values are %s", values())
	}
	list := d.valueGrid(t)
	d.window.Canvas().Focus(list)
	list.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt})
	if !strings.HasSuffix(values(), "degree|doctorate") || list.Selected() != 5 {
		t.Errorf("alt and down left %s with row %d chosen", values(), list.Selected())
	}
	d.strike(t, fyne.KeyDelete)
	if strings.Contains(values(), "doctorate") {
		t.Errorf("delete left %s", values())
	}
	d.tap(t, "Edit as a text")
	d.frame.Update()
	d.typeInto(t, d.field(t, "One value on each line, or all on one line, separated by commas"), "low\nhigh, very\nlow")
	d.tap(t, "Next")
	d.sees(t, `the value “low” is listed twice`)
	if values() != "low|high, very|low" {
		t.Errorf("the values are %s", values())
	}
}

// What was read off the data is in no plan before it is confirmed.
func TestProposing(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "wages.csv", wages()...), plan.Data{})
	d.frame.Show(1)
	d.tickColumn(t, "district")
	d.sees(t, "The list of values is empty: give every value that can occur.", "to do", "Say why they are public")
	before := d.session.Plan()
	d.tap(t, "Propose from the data…")
	d.sees(t, "Values for district, proposed from the data", "someone gave each of these answers", "Priory Hill", "2 other spellings are read as one of these.")
	d.disabled(t, "Use these values")
	d.tap(t, "Cancel")
	if !reflect.DeepEqual(d.session.Plan(), before) {
		t.Fatal("a proposal that was not confirmed changed the plan")
	}
	d.tap(t, "Propose from the data…")
	d.tap(t, "These values are public knowledge: everyone could know them without this file.")
	d.tap(t, "Use these values")
	c := d.published(t, "district")
	if strings.Join(c.Values, "|") != "Alderton|Fairview|Harbour|Priory Hill" || c.Origin != domain.Confirmed || c.Readings["alderton"] != "Alderton" || c.Readings["HARBOUR"] != "Harbour" {
		t.Errorf("the column is declared as %+v", c)
	}
	d.sees(t, "Found in the data, confirmed as public", "“alderton” is read as Alderton")
	d.chooseColumn(t, "age")
	d.tap(t, "Propose from the data…")
	d.sees(t, "The ends are rounded outwards.", "can point to one person")
}

func TestRulesForBlanksAndOthers(t *testing.T) {
	seeded.ForAudits(t)
	d := columnsDesk(t)
	d.chooseColumn(t, "education")
	d.pickNth(t, "counted as a group of their own", 1)
	d.sees(t, "Choose the value.")
	d.pickNth(t, "Choose the value", 0)
	if got := d.published(t, "education").Blank; got != (plan.Special{Rule: domain.AsValue, Value: "none"}) {
		t.Errorf("blanks are %+v", got)
	}
	d.sees(t, "Blank cells are counted as none. Nobody can tell them apart.")
	d.chooseColumn(t, "age")
	d.sees(t, "Numbers beyond the ends are", "Values below 0 count as the lowest, values above 95 as the highest.")
	d.pickNth(t, "counted at the nearest end", 4)
	d.sees(t, "Numbers beyond the ends must not occur: a release that finds one stops before anything is spent.")
}

func TestReadingATextAsSomethingElse(t *testing.T) {
	seeded.ForAudits(t)
	d := columnsDesk(t)
	d.chooseColumn(t, "district")
	d.sees(t, "“unknown” is read as a blank")
	d.tap(t, "Read a text as something else…")
	d.frame.Update()
	d.typeInto(t, d.field(t, "Text in the file"), "Harbor")
	d.tap(t, "Add")
	d.sees(t, "Type the text, and choose what it is read as.")
	d.pickNth(t, "is read as …", 6)
	d.tap(t, "Add")
	if got := d.published(t, "district").Readings["Harbor"]; got != "Harbour" {
		t.Errorf("Harbor is read as %q", got)
	}
	d.sees(t, "“Harbor” is read as Harbour")
}

func TestAnotherKindKeepsWhatItCan(t *testing.T) {
	seeded.ForAudits(t)
	d := columnsDesk(t)
	d.chooseColumn(t, "age")
	d.pickNth(t, "Whole numbers", 3)
	c := d.published(t, "age")
	if c.Kind != domain.Ranges || !c.WholeNumbers || len(c.Ranges) != 10 || c.Ranges[0] != (plan.Range{From: "0", To: "9"}) {
		t.Errorf("the ages became %+v", c)
	}
	d.sees(t, "10 ranges; the last is shorter")
	d.pickNth(t, "Numbers in ranges", 2)
	if c := d.published(t, "age"); c.Kind != domain.Whole || *c.Lowest != 0 || *c.Highest != 95 {
		t.Errorf("and back %+v", c)
	}
}

func TestCombinationsThatCannotOccur(t *testing.T) {
	seeded.ForAudits(t)
	d := columnsDesk(t)
	d.tap(t, "Add a combination…")
	d.frame.Update()
	d.tap(t, "Add")
	d.sees(t, "Choose a column.")
	d.pickNth(t, "Choose a column", 0) // age
	d.pickNth(t, "Choose a column", 3) // education
	d.typeInto(t, d.nthField(t, "Values, separated by commas, or from … to …", 0), "0 to 14")
	d.typeInto(t, d.nthField(t, "Values, separated by commas, or from … to …", 1), "degre")
	d.tap(t, "Add")
	d.sees(t, `“degre” is not a value of education.`)
	d.typeInto(t, d.nthField(t, "Values, separated by commas, or from … to …", 1), "vocational, degree")
	d.tap(t, "Add")
	d.sees(t, "age 0 to 14 together with education vocational and degree")
	im := d.session.Plan().Impossible
	if len(im) != 1 || len(im[0]["age"]) != 15 || len(im[0]["education"]) != 2 {
		t.Errorf("the plan has %v", im)
	}
}

// Forty columns of five hundred values stay quick: only what is in sight is drawn.
func TestManyColumnsOfManyValues(t *testing.T) {
	seeded.ForAudits(t)
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "broad.csv", broad(40)...), plan.Data{})
	d.session.Edit(func(p *plan.Plan) {
		var values []string
		for i := range 500 {
			values = append(values, fmt.Sprintf("value %d", i))
		}
		for i := range 40 {
			p.Columns = append(p.Columns, plan.Column{Name: domain.AttributeName(fmt.Sprintf("question %d", i+1)), Kind: domain.List, Values: values, Origin: domain.Codebook})
		}
	})
	d.frame.Show(1)
	d.sees(t, "40 columns", "× 10^108", "value 3", "500 values.")
	if n := d.count(); n > 2500 {
		t.Errorf("the window holds %d objects", n)
	}
	d.chooseColumn(t, "question 40")
	d.sees(t, "question 40")
	began := time.Now()
	const edits = 10
	for i := range edits {
		d.session.Columns.Read("question 40", fmt.Sprint("text ", i), domain.BlankLabel)
	}
	t.Logf("an edit of 40 columns with 500 values takes %v", time.Since(began)/edits)
}
