package gui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/words"
)

// visitsPlan reads the file of visitsFile: one row of each patient counts, and a row is left out that reads like any record.
func visitsPlan() plan.Plan {
	return plan.Plan{
		Version: plan.Version, DataSet: "Visits", Title: "Visits", Budget: plan.Budget{Epsilon: "1"}, Rows: &plan.Rows{Person: "patient", AtMost: 1},
		Data:      plan.Data{LeaveOut: "3"},
		Columns:   []plan.Column{{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Typed}},
		Questions: []plan.Question{{ID: "q", Title: "Wards", Kind: "table", Columns: []domain.AttributeName{"ward"}}},
	}
}

func visitsFile(t *testing.T) string {
	lines := []string{"patient,ward"}
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("P-%03d,%s", i%30, []string{"East", "West", "", "Nowhere"}[i%4]))
	}
	return writeText(t, "visits.csv", lines...)
}

// The last page says what became of every row, stops where rows are left out that read like any record, and says that every record
// was checked only where all of them count.
func TestEveryRowIsSeen(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(visitsFile(t), plan.Data{})
	d.session.Edit(func(p *plan.Plan) { *p = visitsPlan() })
	d.session.Data.OpenFile(d.session.Data.File().Path, visitsPlan().Data)
	d.frame.Show(atRelease)
	d.tap(t, "Check every record")
	d.sees(t, "Rows 3 are left out, but look like any other record")
	d.not(t, "Every record was checked against the plan", "The file was checked, and some of its rows do not count")
	d.tap(t, "They are not records")
	d.sees(t, "The file was checked, and some of its rows do not count", "The file has 41 rows:")
	d.not(t, "Every record was checked against the plan")
	d.tap(t, "What became of every row")
	d.sees(t, "The 41 rows of the file", "1  left out, as said in step Your data", "The 39 records among them", "9  beyond those that each person may have", "ward: none of the declared values")
	rows := filepath.Join(t.TempDir(), "visits")
	d.session.Rows.Write("beyond", rows)
	text, err := os.ReadFile(rows + ".private.csv")
	if err != nil || strings.Count(string(text), "\n") != 2+9 {
		t.Errorf("%v\n%s", err, text)
	}

	d = plainDesk(t)
	d.session.Data.OpenFile(visitsFile(t), plan.Data{})
	whole := visitsPlan()
	whole.Rows, whole.Data = nil, plan.Data{OneRowEach: true}
	d.session.Edit(func(p *plan.Plan) { *p = whole })
	d.frame.Show(atRelease)
	d.tap(t, "Check every record")
	d.sees(t, "Every record was checked against the plan")
}

// TestEveryRowLooks takes pictures into the folder that STEWARD_SHOTS names, for people to look at.
func TestEveryRowLooks(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for _, look := range []struct {
		name, language string
		variant        fyne.ThemeVariant
		size           fyne.Size
	}{{"light-en", "en", fynetheme.VariantLight, fyne.NewSize(1280, 800)}, {"dark-de", "de", fynetheme.VariantDark, fyne.NewSize(900, 700)}} {
		if err := words.Use(look.language); err != nil {
			t.Fatal(err)
		}
		d := newDesk(t, look.variant, look.size)
		d.session.Data.OpenFile(visitsFile(t), plan.Data{})
		d.session.Edit(func(p *plan.Plan) { *p = visitsPlan() })
		d.session.Data.OpenFile(d.session.Data.File().Path, visitsPlan().Data)
		d.frame.Show(atRelease)
		d.session.Release.Review()
		d.settled().picture(t, "everyrow-"+look.name+"-stopped")
		d.session.Release.ReviewSure()
		d.settled().picture(t, "everyrow-"+look.name+"-checked")
		d.tap(t, words.T("What became of every row"))
		d.settled().picture(t, "everyrow-"+look.name+"-lines")
		d.tap(t, words.T("Show the rows"))
		d.settled().picture(t, "everyrow-"+look.name+"-rows")
	}
	if err := words.Use(words.English); err != nil {
		t.Fatal(err)
	}
}
