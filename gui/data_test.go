package gui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"

	"steward/core/seeded"
)

// writeText writes a text table to a new folder and returns its path.
func writeText(t *testing.T, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// wages are lines of a table with a title over the names, texts among the numbers and
// spellings that differ.
func wages() []string {
	lines := []string{"Wages of the town,,,,", "as of May,,,,", "id,age,district,wage,notes"}
	towns := []string{"Alderton", "Harbour", "Fairview", "Priory Hill"}
	for i := range 200 {
		age, town := fmt.Sprint(18+i*7%60), towns[i%4]
		switch i {
		case 17, 90, 91:
			age = "n/a"
		case 30:
			town = "alderton"
		case 31:
			town = "HARBOUR"
		}
		wage := fmt.Sprintf("%d.50", 900+i*37%4000)
		if i%11 == 0 {
			wage = ""
		}
		lines = append(lines, fmt.Sprintf("P-%04d,%s,%s,%s,", i, age, town, wage))
		if i == 50 {
			lines = append(lines, ",,,,")
		}
	}
	return lines
}

// looks are the windows that pictures are taken of.
var pictureLooks = []struct {
	name    string
	variant fyne.ThemeVariant
	size    fyne.Size
}{
	{"light", fynetheme.VariantLight, fyne.NewSize(1280, 800)},
	{"dark", fynetheme.VariantDark, fyne.NewSize(1024, 700)},
	{"wide", fynetheme.VariantLight, fyne.NewSize(1600, 1000)},
	{"tall", fynetheme.VariantLight, fyne.NewSize(1280, 1700)},
	{"least", fynetheme.VariantLight, fyne.NewSize(640, 700)},
}

// TestDataPictures photographs the states of the step "Your data".
func TestDataPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for _, look := range pictureLooks {
		d := newDesk(t, look.variant, look.size)
		d.picture(t, "data-"+look.name+"-empty")
		d.session.Data.OpenFile(writeText(t, "broken.xlsx", "not a workbook"), plan.Data{})
		d.picture(t, "data-"+look.name+"-failing")
		d.session.Data.OpenFile(writeText(t, "numbers.csv", "1,2,3", "4,5,6", "name,age,town", "Ann,3,Rome"), plan.Data{})
		d.picture(t, "data-"+look.name+"-noheader")
		d.session.Data.OpenFile(writeText(t, "ville.csv", "name;prix", "Zo\xeb;1,5", "Ann;2"), plan.Data{})
		d.picture(t, "data-"+look.name+"-encoding")
		path := writeText(t, "wages.csv", wages()...)
		d.session.Data.OpenFile(path, plan.Data{})
		d.picture(t, "data-"+look.name+"-odd")
		low, high := int64(15), int64(80)
		d.session.Columns.Publish(plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}})
		d.session.Columns.Publish(plan.Column{Name: "district", Kind: domain.List, Values: []string{"Alderton", "Fairview", "Harbour", "Priory Hill"}, Origin: domain.Codebook})
		d.picture(t, "data-"+look.name+"-decide")
		d.session.Data.OpenFile(path, plan.Data{HeaderRow: 4, Delimiter: ";"})
		d.picture(t, "data-"+look.name+"-kept")
		d.session.OpenSample()
		d.picture(t, "data-"+look.name+"-sample")
		d.session.Data.OpenFile(writeText(t, "broad.csv", broad(60)...), plan.Data{})
		d.picture(t, "data-"+look.name+"-broad")
	}
}

func TestOpeningTheSampleByItsLink(t *testing.T) {
	d := plainDesk(t)
	d.sees(t, "Drop a spreadsheet here", "What it should look like", "No data yet")
	d.not(t, "That did not work")
	d.disabled(t, "Next")
	d.tap(t, "try it with a made-up survey")
	d.sees(t, "clinic-survey.xlsx", "4,812 people", "R-0001", "100 of 4,812 rows", "One person, one row.", "nothing to decide")
	d.not(t, "Drop a spreadsheet here")
	d.tap(t, "Next")
	d.sees(t, "Which columns will be published?")
}

func TestAFailingImportKeepsEverything(t *testing.T) {
	d := newSample(t, fyne.NewSize(1280, 800))
	d.session.Data.OpenFile(writeText(t, "broken.xlsx", "not a workbook"), plan.Data{})
	d.sees(t, "That did not work.", "broken.xlsx", "save it again", "clinic-survey.xlsx is still open", "4,812 people", "R-0001")
	d.tap(t, "Go on with clinic-survey.xlsx")
	d.not(t, "That did not work.")
	d.sees(t, "4,812 people")
}

// A file without a header that can be found still shows its rows, so that the steward can
// say where the names are.
func TestSayingWhichRowHoldsTheNames(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "numbers.csv", "1,2,3", "4,5,6", "name,age,town", "Ann,3,Rome", "Bo,5,Oslo"), plan.Data{})
	d.sees(t, "That did not work.", "say which row contains them", "The first rows, as they are in the file", "town")
	d.typeInto(t, d.field(t, ""), "3")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "2 people", "The first rows, as they will be read")
	d.not(t, "That did not work.")
	if f := d.session.Data.File(); f == nil || f.HeaderRow != 3 || strings.Join(f.Header, " ") != "name age town" {
		t.Errorf("the file is read as %+v", f)
	}
}

func TestChangingTheRowOfNames(t *testing.T) {
	seeded.ForAudits(t)
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "wages.csv", wages()...), plan.Data{})
	d.sees(t, "200 people", "Wages of the town", "as of May", "1 blank row", "No values at all")
	header := d.field(t, "3")
	d.typeInto(t, header, "x")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "That did not work.", "a number such as 1 is expected")
	if header.Text() != "3" {
		t.Errorf("after a row that is none the field says %q, want 3", header.Text())
	}
	d.typeInto(t, header, "99")
	d.strike(t, fyne.KeyEscape)
	if header.Text() != "3" {
		t.Errorf("escape left %q", header.Text())
	}
	d.typeInto(t, header, "1")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "That did not work.", "Go on with wages.csv", "The first rows, as they are in the file")
	d.tap(t, "Go on with wages.csv")
	d.sees(t, "200 people", "The first rows, as they will be read")
	if f := d.session.Data.File(); f.HeaderRow != 3 || header.Text() != "3" {
		t.Errorf("the names are in row %d, and the field says %q; want 3", f.HeaderRow, header.Text())
	}
}

func TestChoosingSheetAndSeparator(t *testing.T) {
	seeded.ForAudits(t)
	d := newSample(t, fyne.NewSize(1280, 800))
	d.pickNth(t, "Responses", 1)
	d.sees(t, "6 columns are missing", "which this sheet does not have")
	d.pickNth(t, "Notes", 0)
	d.sees(t, "4,812 people")
	d.not(t, "missing")
	if got := d.session.Plan(); got.Data.Sheet != "Responses" || len(got.Columns) != 6 {
		t.Errorf("the plan reads sheet %q and publishes %d columns", got.Data.Sheet, len(got.Columns))
	}
	d.session.NewProject()
	d.session.Data.OpenFile(writeText(t, "euro.csv", "name;wage", "Ann;1,5", "Bo;2,5"), plan.Data{})
	d.sees(t, "semicolon ;")
	if c, _ := d.session.Data.File().Column("wage"); c.Min != 0 {
		t.Errorf("1,5 was read as a number with a decimal point: %+v", c)
	}
	d.pickNth(t, "1.5", 1)
	if c, _ := d.session.Data.File().Column("wage"); c.Min != 1.5 || c.Max != 2.5 {
		t.Errorf("with a decimal comma the wages go from %v to %v, want 1.5 to 2.5", c.Min, c.Max)
	}
	d.pickNth(t, "1,5", 3)
	d.pickNth(t, "recognised: UTF-8", 4)
	d.sees(t, "Western European (Windows-1252)", "1.234,5")
	if got := d.session.Plan().Data; got.Encoding != "windows-1252" || got.Thousands != "." || !got.DecimalComma {
		t.Errorf("the plan reads %+v", got)
	}
}

// TestTypingTheSeparator reads a text table whose fields are separated by what no list offers.
func TestTypingTheSeparator(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "odd.txt", "name<>wage", "Ann<>15", "Bo<>20"), plan.Data{})
	d.not(t, "something else")
	d.pickNth(t, "comma ,", 10) // the last choice
	d.sees(t, "something else")
	test.Type(d.window.Canvas().Focused(), "<>")
	d.strike(t, fyne.KeyReturn)
	if f := d.session.Data.File(); f == nil || !slices.Equal(f.Header, []string{"name", "wage"}) || d.session.Plan().Data.Delimiter != "<>" {
		t.Fatalf("the file is read as %+v; the screen says:\n%s", d.session.Plan().Data, d.screen())
	}
	d.sees(t, "something else", "2 people")
	d.pickNth(t, "something else", 0)
	if f := d.session.Data.File(); f == nil || len(f.Header) != 1 {
		t.Errorf("with a comma there are the columns %v", f)
	}
	d.not(t, "something else")
}

// spelledAlike writes the towns of wages in one way.
var spelledAlike = strings.NewReplacer("alderton", "Alderton", "HARBOUR", "Harbour")

func TestDecidingHowATextIsRead(t *testing.T) {
	d := plainDesk(t)
	lines := wages()
	for i := range lines {
		lines[i] = strings.ReplaceAll(spelledAlike.Replace(lines[i]), "n/a", "old")
	}
	d.session.Data.OpenFile(writeText(t, "wages.csv", lines...), plan.Data{})
	d.sees(t, "not published: nothing to decide")
	low, high := int64(15), int64(80)
	d.session.Columns.Publish(plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed})
	d.sees(t, "1 needs your decision", "line 21, column 2 (age) and 2 more", "One thing to decide", "1 thing to decide", "Say how old in line 21")
	d.pickNth(t, "Say how to read it", 0)
	if got := d.published(t, "age").Readings["old"]; got != domain.BlankLabel {
		t.Errorf("old is read as %q, want a blank", got)
	}
	d.sees(t, "nothing to decide", "read as a blank")
	d.not(t, "1 needs your decision")
	d.session.Undo()
	d.sees(t, "1 needs your decision")
}

// Cells of one cause are read by a rule with a button, and as they stand with another one; which they are is shown.
func TestCellsAreReadByARule(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "wages.csv", strings.Split(spelledAlike.Replace(strings.Join(wages(), "\n")), "\n")...), plan.Data{})
	d.sees(t, "3 cells say “n/a”, which seems to mean no answer", "worth a look")
	d.tap(t, "Show the cells")
	d.sees(t, "what is there", "is read as", "a blank")
	d.tap(t, "Close")
	d.tap(t, "Read “n/a” as blank")
	if r := d.session.Plan().Data.Repairs; len(r) != 1 || r[0].Column != "age" {
		t.Fatalf("the plan has %v", r)
	}
	d.sees(t, "Read “n/a” as blank", "Take back", "nothing to decide")
	d.tap(t, "Take back")
	d.sees(t, "worth a look")
	d.tap(t, "Accept the proposal")
	d.session.Undo()
	if r := d.session.Plan().Data.Repairs; len(r) != 0 {
		t.Errorf("after undoing the plan has %v", r)
	}
}

// Long lists of oddities are shown a few at a time.
func TestManyOddities(t *testing.T) {
	lines := []string{"name,age"}
	for i := range 400 {
		lines = append(lines, fmt.Sprintf("a,%d", i%50))
	}
	for i := range 30 {
		lines = append(lines, fmt.Sprintf("a,about %d", i))
	}
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "odd.csv", lines...), plan.Data{})
	low, high := int64(0), int64(50)
	d.session.Columns.Publish(plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed})
	d.sees(t, "30 things found in the file", "30 need your decision", "and 24 more")
	d.not(t, "about 20")
	d.tap(t, "Show more")
	d.sees(t, "about 20", "and 6 more")
	d.tap(t, "Show more")
	d.sees(t, "about 29")
	d.not(t, "Show more")
}

func TestNamingTheDataSet(t *testing.T) {
	d := newSample(t, fyne.NewSize(1280, 800))
	name := d.field(t, "Name of the data set")
	d.typeInto(t, name, "  Clinic   survey 2027 ")
	d.tap(t, "Next") // without enter
	if got := d.session.Plan().DataSet; got != "Clinic survey 2027" {
		t.Errorf("after Next the data set is called %q", got)
	}
	d.frame.Show(0)
	if name.Text() != "Clinic survey 2027" {
		t.Errorf("the field says %q", name.Text())
	}
	d.typeInto(t, name, " ")
	d.tap(t, "Next")
	d.sees(t, "Give a name, so that")
	if got := d.session.Plan().DataSet; got != "Clinic survey 2027" {
		t.Errorf("an empty name was taken over: %q", got)
	}
	d.strike(t, fyne.KeyEscape)
	if name.Text() != "Clinic survey 2027" || name.Problem() != "" {
		t.Errorf("escape left %q and %q", name.Text(), name.Problem())
	}
}

// A project opened without its file asks for that file, and reads it as it says.
func TestOpeningAProjectsFileAgain(t *testing.T) {
	d := plainDesk(t)
	path := writeText(t, "wages.csv", wages()...)
	d.session.Data.OpenFile(path, plan.Data{HeaderRow: 3, DecimalComma: true})
	file := filepath.Join(t.TempDir(), "wages.steward")
	if err := d.session.SaveProject(file); err != nil {
		t.Fatal(err)
	}
	if err := d.session.OpenProject(file); err != nil {
		t.Fatal(err)
	}
	d.sees(t, "Open wages.csv again to go on", "Find the file…")
	d.tap(t, "Find the file…")
	d.sees(t, filepath.Dir(file)) // where the project is
	d.tap(t, "Cancel")
	d.session.Data.OpenFile(path, plan.Data{})
	if got := d.session.Plan().Data; !got.DecimalComma || got.HeaderRow != 3 {
		t.Errorf("the file is read as %+v, want as the project says", got)
	}
	d.session.Data.OpenFile(writeText(t, "other.csv", "a,b", "1,2"), plan.Data{})
	if got := d.session.Plan().Data; got.DecimalComma || got.HeaderRow != 1 {
		t.Errorf("another file is read as %+v", got)
	}
}

// Reading in the background leaves the page as it is, and can be cancelled.
func TestCancellingAnImport(t *testing.T) {
	var work func()
	around := surroundings(t)
	around.Go = func(f func()) { work = f }
	d := newDeskOn(t, around, fyne.NewSize(1280, 800))
	s := d.session
	path := writeText(t, "wages.csv", wages()...)
	s.Data.OpenFile(path, plan.Data{})
	work()
	d.sees(t, "200 people")
	s.Data.OpenFile(writeText(t, "other.csv", "a,b", "1,2"), plan.Data{})
	d.sees(t, "Reading other.csv", "200 people", "Alderton")
	d.disabled(t, "Open another…")
	d.tap(t, "Cancel")
	work()
	d.not(t, "Reading other.csv", "That did not work.")
	d.sees(t, "200 people")
	if s.Data.File().Name != "wages.csv" {
		t.Errorf("%s is open", s.Data.File().Name)
	}
}

// The names of columns are bounded: a broad file shows those in sight only.
func TestABroadFileDrawsWhatIsInSight(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "broad.csv", broad(1000)...), plan.Data{})
	d.sees(t, "question 1")
	d.not(t, "question 999")
	if n := d.count(); n > 2500 {
		t.Errorf("the window holds %d objects", n)
	}
}

// count counts the visible objects of the window.
func (d desk) count() int {
	n := 0
	d.objects(func(fyne.CanvasObject) bool {
		n++
		return true
	})
	return n
}

// broad are the lines of a table with many columns.
func broad(columns int) []string {
	var head, body []string
	for i := range columns {
		head = append(head, fmt.Sprintf("question %d", i+1))
		body = append(body, fmt.Sprint(i%5))
	}
	return []string{strings.Join(head, ","), strings.Join(body, ","), strings.Join(body, ",")}
}

// TestAGermanTableJustOpens reads a table in one region's encoding with semicolons: nothing fails, what was assumed is
// said, and each other choice shows what it would make of the file before it is taken.
func TestAGermanTableJustOpens(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "einwohner.csv", "Name;Bezirk;Gr\xf6\xdfe", "J\xe4ger;S\xfcd;180", "Groth;Nord;170"), plan.Data{})
	d.sees(t, "2 people", "read as Western European (Windows-1252), with a semicolon between the fields", "Jäger", "Größe")
	d.not(t, "That did not work.")
	if got := d.session.Plan().Data; got.Encoding != "windows-1252" || got.Delimiter != ";" {
		t.Errorf("the plan reads %+v", got)
	}
	d.picture(t, "data-german-table")
	d.tap(t, "Western European (Windows-1252)")
	d.sees(t, "GrцЯe")
	d.picture(t, "data-german-encodings")
	d.strike(t, fyne.KeyEscape)
	d.tap(t, "semicolon ;")
	d.sees(t, "3 columns", "1 column")
	d.strike(t, fyne.KeyEscape)
	d.pickNth(t, "semicolon ;", 0)
	d.sees(t, "Western European (Windows-1252)")
	d.not(t, "The file does not state")
}
