package gui_test

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
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

	"steward/core/message"
	"steward/core/seeded"
	"steward/docs"
	"steward/gui/steps/release"
	"steward/gui/words"
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
	row, total := 5, 0
	for i := range 1500 {
		age := any(8 + min(r.IntN(70), r.IntN(70)))
		if i%400 == 120 {
			age = "n/a"
		}
		town := one("Harbour", "Harbour", "Hillside", "Meadows", "Old Mill")
		if i%500 == 40 {
			town = "harbour "
		}
		hours := r.IntN(11)
		write(row, 1000+i, age, town, one("football", "swimming", "tennis", "gymnastics"), hours)
		total += hours
		row++
	}
	write(row, "Total", nil, nil, nil, total)
	path := filepath.Join(dir, "club members.xlsx")
	must(book.SaveAs(path))
	return path
}

// guidePictures is the folder of the guide's pictures beside it.
const guidePictures = "guide"

// guideWalk is a walk of which pictures are taken, and what was read on the way.
type guideWalk struct {
	desk
	seen   strings.Builder
	taken  []string
	folder string // of its pictures
}

// shot reads the screen, and photographs it where STEWARD_GUIDE asks for it.
func (g *guideWalk) shot(t *testing.T, name string) {
	t.Helper()
	g.settled()
	g.seen.WriteString(g.screen() + "\n")
	g.taken = append(g.taken, g.folder+name)
	if dir := os.Getenv("STEWARD_GUIDE"); dir != "" && g.folder != "" {
		f, err := os.Create(filepath.Join(dir, "..", g.folder+name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		small := png.Encoder{CompressionLevel: png.BestCompression}
		if err := small.Encode(f, fewColours(g.window.Canvas().Capture())); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGuide walks as docs/user-guide.md says, from a messy workbook to a verified release, in each language that it is in, and takes
// its pictures (make guide-pictures). What the guide says in bold stood on the screen, and it shows every picture.
func TestGuide(t *testing.T) {
	seeded.ForAudits(t)
	for code, folder := range map[string]string{words.English: "guide/", "de": "guide/de/"} {
		t.Run(code, func(t *testing.T) {
			if code != words.English {
				german(t)
			}
			g := &guideWalk{desk: newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800)), folder: folder}
			g.shot(t, "01-start.png")
			g.frame.Drop(messyWorkbook(t, t.TempDir()))
			g.shot(t, "02-opened.png")
			g.tap(t, words.T("Leave it out"))
			g.tap(t, words.T("Next"))
			g.columns(t)
			g.choices(t)
			g.publish(t)
			g.compare(t, docs.Guide(code))
		})
	}
}

// columns declares three columns, and decides how a text among numbers is read.
func (g *guideWalk) columns(t *testing.T) {
	g.tickColumn(t, "Age")
	g.typeInto(t, g.field(t, words.T("Lowest")), "0")
	g.typeInto(t, g.field(t, words.T("Highest")), "99")
	g.pick(t, words.T("Say why they are public"), words.T("Typed by me, not taken from the data"))
	g.shot(t, "03-age.png")
	for _, column := range []string{"Part of town", "Sport"} {
		g.tickColumn(t, column)
		g.tap(t, words.T("Propose from the data…"))
		if column == "Part of town" {
			g.shot(t, "04-proposed.png")
		}
		test.Tap(g.toggle(t, words.T("These values are public knowledge: everyone could know them without this file.")))
		g.tap(t, words.T("Use these values"))
	}
	g.frame.Show(0)
	g.seen.WriteString(g.screen())
	g.tap(t, words.T("Read %s as blank", words.Say(message.Sprintf("%q", "n/a"))))
	g.sees(t, words.T("nothing to decide"))
	g.shot(t, "05-decided.png")
	g.frame.Show(1)
	g.tap(t, words.T("Next"))
}

// choices keeps the strongest usual secret, states the number of people and asks two questions.
func (g *guideWalk) choices(t *testing.T) {
	g.shot(t, "06-secrets.png")
	g.tap(t, words.T("Next"))
	test.Tap(g.check(t, ""))
	g.sees(t, words.T("agrees with the data"))
	g.shot(t, "07-facts.png")
	g.tap(t, words.T("Next"))
	g.sees(t, words.T("You could begin with"))
	g.seen.WriteString(g.screen())
	g.tap(t, words.T("Ask these %d questions", 2))
	g.shot(t, "08-questions.png")
	g.tap(t, words.T("Next"))
	g.sees(t, words.T("recommended"))
	g.sees(t, words.T("What would help"))
	g.shot(t, "09-error.png")
	g.tap(t, words.T("Give the question three quarters of the budget"))
	g.sees(t, words.T("No number would be too noisy to use."))
	g.tap(t, words.T("Next"))
}

// publish checks the records and releases.
func (g *guideWalk) publish(t *testing.T) {
	g.shot(t, "10-release.png") // every record was checked on the way here
	g.tap(t, release.Offer(words.Number("0.5")))
	g.tap(t, release.Offer(words.Number("0.5"))) // the question's own button
	if g.session.Release.Finished() == nil {
		t.Fatalf("nothing was released; the screen says:\n%s", g.screen())
	}
	g.sees(t, words.T("Budget left for this data set: %s of %s", words.Number("1.5"), "2"))
	g.shot(t, "11-results.png")
	g.tap(t, words.T("Next: Summary"))
	g.sees(t, words.T("Figures computed again"), words.T("all agree"))
	g.shot(t, "12-summary.png")
}

// compare holds the guide's text to the walk.
func (g *guideWalk) compare(t *testing.T, text string) {
	for _, name := range g.taken {
		if !strings.Contains(text, name) {
			t.Errorf("the guide does not show %s", name)
		}
		if _, err := os.Stat(filepath.Join("../docs", name)); err != nil {
			t.Errorf("take the guide's pictures with make guide-pictures: %v", err)
		}
	}
	for _, m := range regexp.MustCompile(`\((`+guidePictures+`/[^)]+\.png)\)`).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(g.taken, m[1]) {
			t.Errorf("the guide shows %s, which the walk does not take", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`\*\*([^*]+)\*\*`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(g.seen.String(), m[1]) {
			t.Errorf("the guide says %q, which did not stand on the screen", m[1])
		}
	}
}

// fewColours returns a picture of the window in its 256 most frequent colours, each other one as the nearest of them: what is drawn there
// has few, and such a picture takes a third of the room.
func fewColours(from image.Image) *image.Paletted {
	counts := make(map[color.Color]int)
	box := from.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			counts[from.At(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int {
		ar, ag, ab, _ := a.RGBA()
		br, bg, bb, _ := b.RGBA()
		return cmp.Or(counts[b]-counts[a], cmp.Compare(ar, br), cmp.Compare(ag, bg), cmp.Compare(ab, bb))
	})
	palette := color.Palette(all[:min(len(all), 256)])
	nearest := make(map[color.Color]uint8)
	for _, c := range all {
		nearest[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(box, palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			out.SetColorIndex(x, y, nearest[from.At(x, y)])
		}
	}
	return out
}
