package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/gui/session"
	"steward/gui/widgets"
	"steward/gui/words"
)

// TestTermsAreInSight shows the line with the experts' words at the foot of every step: each whole, within the
// side column and over the footer, in both languages, with the usual and the largest text.
func TestTermsAreInSight(t *testing.T) {
	for _, language := range []string{words.English, "de"} {
		t.Run(language, func(t *testing.T) {
			if language == "de" {
				german(t)
			}
			called := make(map[string]bool)
			for _, term := range assets.Glossary(language) {
				called[term.Expert] = true
			}
			size := fyne.NewSize(1024, 700)
			d := newDesk(t, fynetheme.VariantLight, size)
			for _, text := range []int{0, 2} {
				enlarge(text)
				for i, step := range session.Steps() {
					d.frame.Show(i)
					d.settled()
					if shown := d.terms(t, called); shown == 0 {
						t.Errorf("%s, text %d: no term is shown", step, text)
					}
				}
			}
		})
	}
}

// terms counts the links to terms on the screen, and errors for those that are cut off.
func (d desk) terms(t *testing.T, called map[string]bool) (shown int) {
	t.Helper()
	driver, canv := fyne.CurrentApp().Driver(), d.window.Canvas()
	footer := part[*widgets.Footer](t, d, "the footer", nil)
	bottom := driver.AbsolutePositionForObject(footer).Y
	d.objects(func(o fyne.CanvasObject) bool {
		link, ok := o.(*widgets.Link)
		if !ok || !called[link.String()] {
			return true
		}
		shown++
		for _, p := range test.WidgetRenderer(link).Objects() {
			if line, ok := p.(*canvas.Text); ok && line.Visible() {
				at := driver.AbsolutePositionForObject(line)
				if where := at.Add(line.MinSize()); where.X > canv.Size().Width || where.Y > bottom {
					t.Errorf("%q ends at %v, below the footer's %v or beside the window's %v", fmt.Sprint(link), where, bottom, canv.Size().Width)
				}
			}
		}
		return true
	})
	return shown
}
