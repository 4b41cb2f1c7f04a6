package gui_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/core/noise/noisetest"
	"steward/gui"
	"steward/gui/session"
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
		app := test.NewTempApp(t)
		counted := &moved{App: app}
		counted.Preferences().SetBool("reduced-motion", still)
		gui.Dress(counted)
		var later []func() // what is to be done away from the window
		s := session.New(session.Surroundings{
			Go:  func(f func()) { later = append(later, f) },
			Now: time.Now, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "Steward test", Optima: &optima,
		})
		w := test.NewTempWindow(t, nil)
		d := desk{s, w, gui.New(s, w, func(string) {})}
		t.Cleanup(d.frame.Wait)
		w.SetContent(d.frame.Content())
		w.Resize(fyne.NewSize(1280, 800))
		look := func() { // at the work under way, until it is done
			d.screen() // draws
			for len(later) > 0 {
				f := later[0]
				later = later[1:]
				f()
			}
		}
		s.OpenSample()
		look()
		for i := range 7 {
			d.frame.Show(i)
			look()
			for range 30 { // entries blink where they are
				w.Canvas().FocusNext()
			}
		}
		d.frame.Show(5)
		d.tap(t, "Back")
		d.frame.Show(6)
		s.Review()
		look()
		s.Carry(t.TempDir(), "still")
		look()
		if s.Finished() == nil {
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
