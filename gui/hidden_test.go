package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/plan"
	"steward/core/seeded"
)

// TestHiddenResults looks at numbers of which some are hidden: as a line, as bars, as a map and in the table, where the word
// stands in their place. Beside them it says which are, and below the chart's title what is drawn of them. The fast run looks at the map only.
func TestHiddenResults(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for name, look := range map[string]struct {
		variant fyne.ThemeVariant
		size    fyne.Size
		german  bool
	}{
		"light":    {fynetheme.VariantLight, fyne.NewSize(1280, 800), false},
		"dark-de":  {fynetheme.VariantDark, fyne.NewSize(1600, 1000), true},
		"small-de": {fynetheme.VariantLight, fyne.NewSize(900, 640), true},
		"small":    {fynetheme.VariantDark, fyne.NewSize(900, 640), false},
	} {
		if name != "light" && !seeded.Audit && os.Getenv("STEWARD_SHOTS") == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			says := []string{"hidden", "left out as unreliable", " hidden number"}
			if look.german {
				speaks(t, "de")
				says = []string{"verborgen", "unzuverlässig weggelassen", " verborgene"}
			}
			for place, project := range map[string]struct {
				open  func(desk)
				times string
				shows []int
			}{
				"sample": {func(d desk) { d.session.OpenSample() }, "0.5", []int{0, 1}},
				"map":    {func(d desk) { d.session.OpenExample(assets.WorkedExamples()[2]) }, "0.7", []int{1}},
			} {
				if place != "map" && !seeded.Audit && os.Getenv("STEWARD_SHOTS") == "" {
					continue
				}
				d := newDesk(t, look.variant, look.size)
				project.open(d)
				d.plain()
				for i := range d.session.Plan().Questions {
					if err := d.session.Questions.Derived(i).SetPublishing(func(p *plan.Publishing) { p.HideTimes = project.times }); err != nil {
						t.Fatal(err)
					}
				}
				d.session.Release.Review()
				d.session.Release.Carry(t.TempDir(), "hidden")
				if d.session.Release.Finished() == nil {
					t.Fatal("nothing was released")
				}
				d.frame.Show(6)
				for _, i := range project.shows {
					d.touch(t, d.session.Plan().Questions[i].Title)
					d.sees(t, says...)
					d.settled().picture(t, fmt.Sprint("hidden-", name, "-", place, i))
				}
			}
		})
	}
}
