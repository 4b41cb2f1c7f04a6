package gui_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui"
)

// moved counts the animations that are begun.
type moved struct {
	fyne.App
	begun int
}

// Driver is for Fyne.
func (m *moved) Driver() fyne.Driver { return movedDriver{m.App.Driver(), m} }

type movedDriver struct {
	fyne.Driver
	of *moved
}

// StartAnimation is for Fyne.
func (d movedDriver) StartAnimation(a *fyne.Animation) {
	d.of.begun++
	d.Driver.StartAnimation(a)
}

// TestKeepStill uses the window while work goes on, as usual and with the setting that nothing may
// move: then no animation begins.
func TestKeepStill(t *testing.T) {
	for _, still := range []bool{false, true} {
		var later []func() // what the session wants done away from the window
		d := newDeskOn(t, fynetheme.VariantLight, fyne.NewSize(1280, 800), func(f func()) { later = append(later, f) })
		work := func() {
			for len(later) > 0 {
				f := later[0]
				later = slices.Delete(later, 0, 1)
				f()
			}
		}
		counted := &moved{App: fyne.CurrentApp()}
		counted.Preferences().SetBool("reduced-motion", still)
		gui.Dress(counted)
		d.session.OpenSample()
		d.window.Canvas().Capture() // of the work under way
		work()
		for i := range 7 {
			d.frame.Show(i)
			d.window.Canvas().Capture()
			work()
			for range 40 {
				d.window.Canvas().FocusNext()
				if b, ok := d.window.Canvas().Focused().(fyne.Tappable); ok && d.window.Canvas().Overlays().Top() == nil {
					_ = b
				}
			}
			d.window.Canvas().Capture()
		}
		test.Tap(part(t, d, "Back", func(b interface {
			fyne.CanvasObject
			fyne.Tappable
		}) bool {
			return text(b) == "Back"
		}))
		d.session.Review()
		d.window.Canvas().Capture()
		work()
		d.session.Carry(t.TempDir(), "still")
		d.frame.Show(6)
		d.window.Canvas().Capture() // of a release under way
		work()
		if d.session.Finished() == nil {
			t.Fatal("nothing was released")
		}
		if still && counted.begun > 0 {
			t.Errorf("%d animations began while nothing may move", counted.begun)
		}
		if !still && counted.begun == 0 {
			t.Error("no animation began as usual, so that this finds none")
		}
	}
}
