package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/seeded"
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

// TestKeepStill uses the window while work goes on, with the setting that nothing may move: then no animation
// begins. Without it one does before long, or this would find none.
func TestKeepStill(t *testing.T) {
	seeded.ForAudits(t)
	for _, still := range []bool{false, true} {
		t.Run(fmt.Sprint("still ", still), func(t *testing.T) {
			counted := &moved{App: newApp(t, fynetheme.VariantLight)}
			counted.Preferences().SetBool("reduced-motion", still)
			gui.Dress(counted)
			var later []func() // what is to be done away from the window
			around := surroundings(t)
			around.Go = func(f func()) { later = append(later, f) }
			d := newWindow(t, around, fyne.NewSize(1280, 800))
			s, w := d.session, d.window
			look := func() { // at the work under way, until it is done
				d.screen() // draws
				for len(later) > 0 {
					f := later[0]
					later = later[1:]
					f()
				}
			}
			s.OpenSample()
			d.quicker()
			look()
			for i := range 7 {
				d.frame.Show(i)
				look()
				for range 30 { // entries blink where they are
					w.Canvas().FocusNext()
				}
				if !still && counted.begun > 0 {
					return
				}
			}
			d.frame.Show(5)
			d.tap(t, "Back")
			d.frame.Show(6)
			s.Release.Review()
			look()
			s.Release.Carry(t.TempDir(), "still")
			look()
			if s.Release.Finished() == nil {
				t.Fatal("nothing was released")
			}
			if still && counted.begun > 0 {
				t.Errorf("%d animations began while nothing may move", counted.begun)
			}
			if !still && counted.begun == 0 {
				t.Error("no animation began as usual, so that this finds none")
			}
		})
	}
}
