package gui_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/words"
)

func waysFile(t *testing.T) string {
	lines := []string{"town,ways"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("%s,%s", []string{"North", "South"}[i%2], []string{"bus; car", "car", "bike; bus", "", "bus; car; bike"}[i%5]))
	}
	return writeText(t, "ways.csv", lines...)
}

// Cells with several answers are found in the first step and read as a column for each option with one click, which are counted as
// one answer, and as they stand with another.
func TestSeveralAnswersAreOffered(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(waysFile(t), plan.Data{})
	d.session.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{{Name: "town", Kind: "list", Values: []string{"North", "South"}, Origin: "typed"}, {Name: "ways", Kind: "list", Values: []string{"car"}, Origin: "typed"}}
	})
	d.sees(t, "contain several answers with")
	d.tap(t, "Read as one column for each option")
	header := d.session.Data.File().Header
	if want := []string{"town", "ways", "ways: bike", "ways: bus", "ways: car"}; !slices.Equal(header, want) {
		t.Fatalf("the columns are %q", header)
	}
	if p := d.session.Plan(); len(p.Columns) != 4 || p.Columns[1].PartOf != "ways" || len(p.Data.Splits) != 1 || d.session.Secrets.Joint().Answers() != 2 {
		t.Errorf("%d answers in %+v", d.session.Secrets.Joint().Answers(), p.Columns)
	}
	if issues := d.session.Issues(guide.Columns); len(issues) > 0 {
		t.Errorf("issues %v", issues)
	}
	d.sees(t, "are read as one yes-or-no column for each option")
	d.tap(t, "Take back")
	if p := d.session.Plan(); len(p.Columns) != 1 || p.Data.Splits != nil || len(d.session.Data.File().Header) != 2 {
		t.Errorf("taken back: %+v", p)
	}
}

// TestSeveralAnswersLook takes pictures into the folder that STEWARD_SHOTS names, for people to look at.
func TestSeveralAnswersLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for _, look := range []struct {
		language string
		variant  fyne.ThemeVariant
		size     fyne.Size
	}{{"en", fynetheme.VariantLight, fyne.NewSize(1280, 800)}, {"de", fynetheme.VariantDark, fyne.NewSize(900, 700)}} {
		if err := words.Use(look.language); err != nil {
			t.Fatal(err)
		}
		d := newDesk(t, look.variant, look.size)
		d.session.Data.OpenFile(waysFile(t), plan.Data{})
		d.settled().picture(t, "several-"+look.language+"-found")
		d.tap(t, words.T("Read as one column for each option"))
		d.settled().picture(t, "several-"+look.language+"-read")
		d.frame.Show(secretsStep - 1)
		d.settled().picture(t, "several-"+look.language+"-columns")
	}
	if err := words.Use(words.English); err != nil {
		t.Fatal(err)
	}
}
