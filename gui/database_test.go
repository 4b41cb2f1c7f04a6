package gui_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/database"
	"steward/io/counts"
)

// TestDescribedTableOnScreen saves the query that describes a table under its name, and opens what it returned: of the rows
// that columns are proposed from, which are made, no number is shown.
func TestDescribedTableOnScreen(t *testing.T) {
	d := plainDesk(t)
	d.tap(t, "My data are in a database")
	d.typeInto(t, d.field(t, "Table or view with the rows, spelt as in the database"), "public.survey")
	d.tap(t, "Save the describing query…")
	d.sees(t, "survey columns.sql")
	d.tap(t, "Cancel")
	lines := []string{"steward_description_1,name,type,different,found,n"}
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("1,patient id,bigint,6000000,%d,2", 1000+i))
	}
	lines = append(lines, "2,town,text,3,North,9000000", "2,town,text,3,South,3000000", "2,town,text,3,,7")
	d.session.Data.OpenFile(writeText(t, "survey columns.csv", lines...), plan.Data{})
	d.sees(t, "This describes a table of a database.", "The file describes", "2 columns", "Entries of patient id appear in several rows.")
	d.not(t, "The file contains", "These 2")
	d.tap(t, "People can have several rows")
	d.sees(t, "The order of a person’s rows")
	d.not(t, "As in the file") // a table has no order of its own
	for name, want := range map[string][2]int{"patient id": {6000000, 0}, "town": {2, 7}} {
		if c, ok := d.session.Data.File().Column(name); !ok || c.Distinct != want[0] || c.Kinds[table.Blank] != want[1] {
			t.Errorf("of %s it tells %d different answers and %d blanks", name, c.Distinct, c.Kinds[table.Blank])
		}
	}
}

// TestDataInADatabase asks for the query before and after the plan says what to count, and opens
// what it would return.
func TestDataInADatabase(t *testing.T) {
	d := plainDesk(t)
	d.tap(t, "My data are in a database")
	d.sees(t, "What the queries return is private", "Steward itself opens no connection", "The counts are missing.", "First say what is to be counted.")
	d.not(t, "Save the counting query…")
	d.tap(t, "Close")
	d.not(t, "First say what is to be counted.")
	// Whose row it is, and its weight, can be said without a file: the columns are named by hand.
	d.sees(t, "Who is a row about?")
	d.tap(t, "People can have several rows")
	person := d.field(t, "The column that says whose row it is")
	d.typeInto(t, person, "patient id")
	d.strike(t, fyne.KeyReturn)
	d.tap(t, "Each row stands for several people: it has a survey weight")
	d.typeInto(t, d.field(t, "The column with the weights"), "wt")
	d.strike(t, fyne.KeyReturn)
	if p := d.session.Plan(); p.Rows == nil || p.Rows.Person != "patient id" || p.Weight == nil || p.Weight.Column != "wt" {
		t.Fatalf("the plan has %+v and %+v", p.Rows, p.Weight)
	}
	d.tap(t, "Each row stands for several people: it has a survey weight")
	d.tap(t, "One row for each person")
	lo, hi := int64(18), int64(90)
	d.session.Edit(func(p *plan.Plan) {
		p.DataSet, p.Title = "Survey", "Survey"
		p.Columns = []plan.Column{{Name: "age", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed}}
		p.Questions = []plan.Question{{ID: "a", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}}}
	})
	d.tap(t, "My data are in a database")
	d.picture(t, "data-database")
	d.not(t, "First say what is to be counted.")
	for _, words := range []string{"Save the describing query…", "Save the counting query…", "Save the query that shows what cannot be read…"} {
		d.tap(t, words)
		d.sees(t, "That did not work.", "name the table with the rows")
		// It stands above all that the dialog says, which is longer than its window.
		if screen := d.screen(); strings.Index(screen, "That did not work.") > strings.Index(screen, "Data too large for a spreadsheet") {
			t.Errorf("what did not work is not where it is seen:\n%s", screen)
		}
	}
	d.tap(t, "Close")
	d.tap(t, "My data are in a database")
	d.not(t, "That did not work.")
	d.tap(t, "Close")

	unread, err := d.session.Database.UnreadQuery(database.Engines()[0], "survey")
	if err != nil || !strings.Contains(unread, "What Steward cannot read") {
		t.Errorf("%v: %s", err, unread)
	}
	query, err := d.session.Database.Query(database.Engines()[0], "survey")
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`steward_n_[0-9a-f]{40}`).FindString(query)
	d.session.Data.OpenFile(writeText(t, "counts.csv", "line,c1,"+name, "cell,0,7000", "cell,5,1234", fmt.Sprint("marks,-1,", 7000*counts.Mark(nil)+1234*counts.Mark(map[int]int{1: 5})), "rows,-1,8234"), plan.Data{})
	d.sees(t, "counts.csv", "These are counts from a database.", "no rows to show", "8,234 people")
	d.sees(t, "Who is a row about?")
	d.tap(t, "Rows that cannot be read, and the query…")
	d.sees(t, "Save the query that shows what cannot be read…", "No row is left out because of them")
	d.tap(t, "Close")
	d.not(t, "That did not work.", "7000", "7,000", "1,234", "The first rows, as they will be read")
	d.picture(t, "data-counted")
	for i := range guide.Steps() { // nothing in any step needs the rows
		d.frame.Show(i)
		if strings.Contains(d.screen(), "7,000") {
			t.Errorf("step %d shows a count of a cell", i+1)
		}
	}
	d.session.Release.Review()
	if !d.session.Release.Reviewed() {
		t.Errorf("not reviewed: %v", d.session.Problem())
	}
	d.frame.Show(slices.Index(guide.Steps(), guide.Release))
	d.sees(t, "The counts were checked against the plan")
	d.not(t, "some of its rows do not count")
	// After the release the counts are still there, and go when it is said.
	d.session.Release.Carry(t.TempDir(), "ages")
	if d.session.Release.Finished() == nil {
		t.Fatalf("not released: %v", d.session.Problem())
	}
	d.frame.Show(slices.Index(guide.Steps(), guide.Release))
	d.sees(t, "counts.csv is still there.", "as private as the data")
	d.picture(t, "release-counted")
	returned := d.session.Data.File().Path
	d.tap(t, "Delete what was returned…")
	d.tap(t, "Delete the file")
	d.not(t, "counts.csv is still there.", "That did not work.")
	d.sees(t, "Done. Spent")
	if _, err := os.Stat(returned); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the counts are still there: %v", err)
	}
}
