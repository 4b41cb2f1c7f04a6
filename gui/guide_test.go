package gui_test

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/xuri/excelize/v2"

	"steward/core/seeded"
)

// messyWorkbook writes a workbook as people keep them: a title over the table, names of columns in the
// fourth row, answers spelled in several ways, numbers that are none, and a total at the end.
func messyWorkbook(t *testing.T, dir string) string {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	book := excelize.NewFile()
	must(book.SetSheetName("Sheet1", "Members"))
	write := func(row int, cells ...any) { must(book.SetSheetRow("Members", fmt.Sprintf("A%d", row), &cells)) }
	write(1, "Sports club Westmarsh, members")
	write(2, "as of January 2026, from the office's list")
	write(4, "No", "Age", "Part of town", "Sport", "Hours a week")
	r := seeded.New(7, 2026)
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	row := 5
	for i := range 1500 {
		age := any(8 + min(r.IntN(70), r.IntN(70)))
		if i%400 == 120 {
			age = "n/a"
		}
		town := one("Harbour", "Harbour", "Hillside", "Meadows", "Old Mill")
		if i%500 == 40 {
			town = "harbour "
		}
		write(row, 1000+i, age, town, one("football", "swimming", "tennis", "gymnastics"), r.IntN(11))
		row++
	}
	write(row, "Total", nil, nil, nil, 7500)
	path := filepath.Join(dir, "club members.xlsx")
	must(book.SaveAs(path))
	return path
}

// guideText is what the walk is written down in, guidePictures the folder of its pictures beside it.
const (
	guideText     = "../docs/user-guide.md"
	guidePictures = "guide"
)

// guideWalk is a walk of which pictures are taken, and what was read on the way.
type guideWalk struct {
	desk
	seen  strings.Builder
	taken []string
}

// shot reads the screen, and photographs it where STEWARD_GUIDE asks for it.
func (g *guideWalk) shot(t *testing.T, name string) {
	t.Helper()
	g.settled()
	g.seen.WriteString(g.screen() + "\n")
	g.taken = append(g.taken, name)
	if dir := os.Getenv("STEWARD_GUIDE"); dir != "" {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		small := png.Encoder{CompressionLevel: png.BestCompression}
		if err := small.Encode(f, g.window.Canvas().Capture()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGuide walks as docs/user-guide.md says, from a messy workbook to a verified release, and takes
// its pictures (make guide-pictures). What the guide says in bold stood on the screen, and it shows
// every picture.
func TestGuide(t *testing.T) {
	seeded.ForAudits(t)
	g := &guideWalk{desk: newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))}
	g.shot(t, "01-start.png")
	g.frame.Drop(messyWorkbook(t, t.TempDir()))
	g.sees(t, "1,501 people", "Looks like a row of totals")
	g.shot(t, "02-opened.png")
	g.tap(t, "Leave it out")
	g.sees(t, "1,500 people")
	g.tap(t, "Next")
	g.columns(t)
	g.choices(t)
	g.publish(t)
	g.compare(t)
}

// columns declares three columns, and decides how a text among numbers is read.
func (g *guideWalk) columns(t *testing.T) {
	g.tickColumn(t, "Age")
	g.typeInto(t, g.field(t, "Lowest"), "0")
	g.typeInto(t, g.field(t, "Highest"), "99")
	g.pick(t, "Say why they are public", "Typed by me, not read off the data")
	g.shot(t, "03-age.png")
	for _, column := range []string{"Part of town", "Sport"} {
		g.tickColumn(t, column)
		g.tap(t, "Propose from the data…")
		if column == "Part of town" {
			g.shot(t, "04-proposed.png")
		}
		test.Tap(g.toggle(t, "These values are public knowledge: everyone could know them without this file."))
		g.tap(t, "Use these values")
	}
	g.frame.Show(0)
	g.seen.WriteString(g.screen())
	g.tap(t, `Read "n/a" as blank`)
	g.sees(t, "nothing to decide")
	g.shot(t, "05-decided.png")
	g.frame.Show(1)
	g.tap(t, "Next")
}

// choices keeps the strongest usual secret, states the number of people and asks two questions.
func (g *guideWalk) choices(t *testing.T) {
	g.shot(t, "06-secrets.png")
	g.tap(t, "Next")
	test.Tap(g.check(t, ""))
	g.sees(t, "agrees with the data")
	g.shot(t, "07-facts.png")
	g.tap(t, "Next")
	g.sees(t, "You could begin with")
	g.seen.WriteString(g.screen())
	g.tap(t, "Ask these 2 questions")
	g.shot(t, "08-questions.png")
	g.tap(t, "Next")
	g.sees(t, "recommended")
	g.sees(t, "What would help")
	g.shot(t, "09-error.png")
	g.tap(t, "Give the question three quarters of the budget")
	g.sees(t, "No number would be too noisy to use")
	g.tap(t, "Next")
}

// publish checks the records and releases.
func (g *guideWalk) publish(t *testing.T) {
	g.shot(t, "10-release.png") // every record was checked on the way here
	g.tap(t, "Release and spend 0.5")
	g.tap(t, "Release and spend 0.5") // the question's own button
	if g.session.Finished() == nil {
		t.Fatalf("nothing was released; the screen says:\n%s", g.screen())
	}
	g.sees(t, "1.5 of 2")
	g.shot(t, "11-results.png")
	g.tap(t, "Next: Summary")
	g.sees(t, "Figures computed again", "all agree")
	g.shot(t, "12-summary.png")
}

// compare holds the guide's text to the walk.
func (g *guideWalk) compare(t *testing.T) {
	text, err := os.ReadFile(guideText)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range g.taken {
		if !strings.Contains(string(text), guidePictures+"/"+name) {
			t.Errorf("the guide does not show %s", name)
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(guideText), guidePictures, name)); err != nil {
			t.Errorf("take the guide's pictures with make guide-pictures: %v", err)
		}
	}
	for _, m := range regexp.MustCompile(guidePictures+`/([^)]+\.png)`).FindAllStringSubmatch(string(text), -1) {
		if !slices.Contains(g.taken, m[1]) {
			t.Errorf("the guide shows %s, which the walk does not take", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`\*\*([^*]+)\*\*`).FindAllStringSubmatch(string(text), -1) {
		if !strings.Contains(g.seen.String(), m[1]) {
			t.Errorf("the guide says %q, which did not stand on the screen", m[1])
		}
	}
}
