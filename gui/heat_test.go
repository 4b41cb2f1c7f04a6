package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/seeded"
)

// TestTableAsAMap releases places on a grid and looks at them as a map, then as bars, in the light and in
// the dark.
func TestTableAsAMap(t *testing.T) {
	seeded.ForAudits(t)
	for name, variant := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		t.Run(name, func(t *testing.T) { // in folders of its own, where nothing is known of the other's account
			t.Setenv("TMPDIR", t.TempDir())
			d := newDesk(t, variant, fyne.NewSize(1280, 1000))
			d.session.OpenExample(assets.WorkedExamples()[2])
			d.plain()
			d.session.Release.Review()
			d.session.Release.Carry(t.TempDir(), "map")
			if d.session.Release.Finished() == nil {
				t.Fatal("nothing was released")
			}
			d.frame.Show(6)
			d.touch(t, "Calls on the map")
			d.sees(t, "the stronger the colour, the larger the number", "as a map")
			d.settled().picture(t, "map-"+name)
			d.pick(t, "category", "north: 15")
			d.not(t, "the stronger the colour, the larger the number")
			d.sees(t, "around them where the exact ones lie")
			d.touch(t, "Reasons of calls")
			d.not(t, "as a map")
		})
	}
}
