package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui"
)

// tooWide lists what needs more width than the part of the window that it scrolls down in has, the
// innermost parts that do.
func (d desk) tooWide() []string {
	var list []string
	d.objects(func(o fyne.CanvasObject) bool {
		s, ok := o.(*container.Scroll)
		if ok && s.Direction == container.ScrollVerticalOnly && s.Content.MinSize().Width > s.Size().Width+1 {
			list = append(list, widest(s.Content, s.Size().Width))
		}
		return true
	})
	return list
}

// widest follows the parts of an object that need as much width as all of it.
func widest(o fyne.CanvasObject, room float32) string {
	name := fmt.Sprintf("%T %q needs %.0f of %.0f", o, text(o), o.MinSize().Width, room)
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, p := range parts {
		if p.Visible() && p.MinSize().Width > room-96 && p.MinSize().Width >= o.MinSize().Width-96 {
			return name + "\n" + widest(p, room)
		}
	}
	return name
}

// TestLargeTextFits shows every step with the largest text in a small window: nothing may be wider than
// the window has room for, which would be cut off.
func TestLargeTextFits(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1280, 800), fyne.NewSize(1024, 700)} {
		d := newDesk(t, fynetheme.VariantLight, size)
		app := fyne.CurrentApp()
		app.Preferences().SetString("look", "light")
		app.Preferences().SetInt("text-size", 2)
		gui.Look(app)
		look := func(where string) {
			t.Helper()
			d.picture(t, fmt.Sprintf("large-%.0f-%s", size.Width, where))
			for _, what := range d.tooWide() {
				t.Errorf("%v, %s: %s", size, where, what)
			}
		}
		look("empty")
		d.session.OpenSample()
		for i := range 7 {
			d.frame.Show(i)
			look(fmt.Sprint("step ", i+1))
		}
	}
}
