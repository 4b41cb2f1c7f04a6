package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/core/seeded"
	"steward/gui"
	"steward/gui/words"
)

// TestTheWalkFits goes the guide's way in a small dark window with the largest text, in English and in German, and looks at every page
// afterwards: nothing is wider than the part of the window that it stands in.
func TestTheWalkFits(t *testing.T) {
	seeded.ForAudits(t)
	for _, code := range []string{words.English, "de"} {
		t.Run(code, func(t *testing.T) {
			if code != words.English {
				german(t)
			}
			a := newApp(t, fynetheme.VariantDark)
			a.Preferences().SetString("look", "dark")
			a.Preferences().SetInt("text-size", 2)
			gui.Dress(a)
			g := &guideWalk{desk: newWindow(t, surroundings(t), fyne.NewSize(1024, 700))}
			g.frame.Drop(messyWorkbook(t, t.TempDir()))
			g.tap(t, words.T("Leave it out"))
			g.tap(t, words.T("Next"))
			g.columns(t)
			g.choices(t)
			g.publish(t)
			for i, step := range guide.Steps() {
				g.frame.Show(i)
				g.settled()
				g.picture(t, "fits-"+code+"-"+string(rune('1'+i)))
				for _, wide := range g.tooWide() {
					t.Errorf("%v: %s", step, wide)
				}
			}
		})
	}
}
