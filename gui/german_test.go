package gui_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/nextyear"
	"steward/gui/words"
)

// german has the window speak German until the test ends, and returns what lists the texts that
// were asked for since and have no German.
func german(t *testing.T) (missed func() []string) {
	t.Helper()
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	heard := map[string]bool{}
	words.OnMissing(func(english string) {
		mu.Lock()
		defer mu.Unlock()
		heard[english] = true
	})
	t.Cleanup(func() {
		words.OnMissing(nil)
		if err := words.Use(words.English); err != nil {
			t.Fatal(err)
		}
	})
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		var list []string
		for text := range heard {
			list = append(list, text)
		}
		slices.Sort(list)
		return list
	}
}

// englishWords are those that hardly any English sentence does without and no German one has.
var englishWords = regexp.MustCompile(`(?i)\((blank|other|total)\)|(^|[\s(])(the|of|and|is|are|with|from|that|which|this|your|has|have|nobody|people)([\s,.:;)]|$)`)

// englishFigure is a number with a decimal point in a text; three digits behind it may be thousands. Ranges of values
// ("4.9 to under 5.2") are called in the window as in the files of a release, and definitions as in their papers.
var (
	englishFigure = regexp.MustCompile(`(\pL.*[\s(±–]|^)\d+\.(\d{1,2}|\d{4,})[\s,;:)%].*\pL`)
	asInFiles     = regexp.MustCompile(`\d to u|Definition \d`)
)

// english lists the lines of the screen with English words or figures, what the plan and the file call things left out.
func (d desk) english() []string {
	var out []string
	own := ownTexts(d.session.Plan())
	if f := d.session.Data.File(); f != nil {
		own = append(own, f.Name)
	}
	slices.SortFunc(own, func(a, b string) int { return len(b) - len(a) })
	for _, line := range strings.Split(d.screen(), "\n") {
		rest := line
		for _, text := range own {
			rest = strings.ReplaceAll(rest, text, "…")
			if head, _ := strings.CutSuffix(strings.TrimRight(line, ","), "…"); strings.Contains(text, head) {
				rest = "" // a title shortened, or a line of one
			}
		}
		if englishWords.MatchString(rest) || englishFigure.MatchString(rest) && !asInFiles.MatchString(rest) {
			out = append(out, line)
		}
	}
	return out
}

// ownTexts are what a plan calls its columns, values and questions, which no language changes.
func ownTexts(p plan.Plan) []string {
	own := append([]string{p.Title, nextyear.Following(p.Title), p.DataSet, p.Data.Sheet}, p.Titles()...)
	for _, c := range p.Columns {
		own = append(own, string(c.Name), c.Label, c.Blank.Value, c.Other.Value)
		own = append(own, c.Values...)
	}
	for _, f := range p.Facts.Stated {
		own = append(own, f.Title)
	}
	return slices.DeleteFunc(own, func(s string) bool { return strings.TrimSpace(s) == "" })
}

// TestGermanStory goes from the empty window to a verified release in German, and finds no text that
// was left in English on the way.
func TestGermanStory(t *testing.T) {
	seeded.ForAudits(t)
	t.Setenv("TMPDIR", t.TempDir()) // the sample is written there
	missed := german(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 1600))
	look := func(where string) {
		t.Helper()
		for _, line := range d.english() {
			t.Errorf("%s: %q is left in English", where, line)
		}
	}
	look("empty")
	d.session.OpenSample()
	d.quicker()
	for i := range 7 {
		d.frame.Show(i)
		look(fmt.Sprint("step ", i+1))
	}
	d.tap(t, "Jeden Datensatz prüfen")
	look("checked")
	d.tap(t, "Veröffentlichen und 0,5 ausgeben")
	look("asked once more")
	d.tap(t, "Veröffentlichen und 0,5 ausgeben")
	done := d.session.Release.Finished()
	if done == nil {
		t.Fatalf("nothing was released; the screen says:\n%s", d.screen())
	}
	for i := range done.Release.Questions {
		d.tab(t, i)
		look("released")
	}
	d.frame.Show(7)
	look("summary")
	d.session.Summary.Verify(done.Record())
	look("verified")
	for _, text := range missed() {
		t.Errorf("%q has no German", text)
	}
}

// TestGermanExamples looks at every step of the worked examples in German.
func TestGermanExamples(t *testing.T) {
	seeded.ForAudits(t)
	missed := german(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 1600))
	for _, e := range assets.WorkedExamples() {
		d.session.OpenExample(e)
		if p := d.session.Problem(); p != nil {
			t.Fatalf("%s: %v", e.Name, p)
		}
		for i := range 8 {
			d.frame.Show(i)
			for _, line := range d.english() {
				t.Errorf("%s, step %d: %q is left in English", e.Name, i+1, line)
			}
		}
	}
	for _, text := range missed() {
		t.Errorf("%q has no German", text)
	}
}
