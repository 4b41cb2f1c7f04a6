package widgets_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/frames"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

// TestMarkup holds the structure and the words of some widgets to files under testdata. A
// file that differs is written to testdata/failed: look at it, then move it over the old one.
func TestMarkup(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	rail := frames.NewRail(shownSteps(), nil)
	rail.SetCurrent(2)
	footer := frames.NewFooter(nil, nil)
	footer.Set(frames.FooterState{Back: "Back", Next: "Next", NextDisabled: true, Missing: prose.Marked("Accept the *list*.")})
	cases := []struct {
		file          string
		object        fyne.CanvasObject
		width, height float32
	}{
		{"rail.xml", rail, 212, 500},
		{"footer-blocked.xml", footer, 1000, 56},
		{"badge.xml", notices.NewBadge(notices.BadgeOutline, "chosen"), 80, 20},
		{"banner.xml", notices.NewBanner(notices.Caution, "Less well hidden.", prose.Marked("The odds can shift by **12**."), nil), 300, 70},
	}
	for _, c := range cases {
		test.AssertRendersToMarkup(t, c.file, widgettest.Exhibit(t, c.object, c.width, c.height).Canvas())
	}
}
