package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/preview/previewtest"
	"steward/core/seeded"
	"steward/gui"
)

// countingDesk is a window whose animations are counted as they begin.
func countingDesk(t *testing.T, still bool) (desk, *moved) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	counted := &moved{App: newApp(t, fynetheme.VariantLight)}
	counted.Preferences().SetBool("reduced-motion", still)
	gui.Dress(counted)
	around := surroundings(t)
	around.Planner = previewtest.Glances{Planner: planner} // nobody asks which methods are best
	return newWindow(t, around, fyne.NewSize(1024, 700)), counted
}

// stir moves the pointer over everything on the screen, and the keyboard through it.
func (d desk) stir() {
	d.objects(func(o fyne.CanvasObject) bool {
		if h, ok := o.(desktop.Hoverable); ok {
			h.MouseIn(&desktop.MouseEvent{})
			h.MouseOut()
		}
		return true
	})
	for range 30 {
		d.window.Canvas().FocusNext()
	}
}

// TestTheTourKeepsStill takes the tour with the setting that nothing may move: no animation begins, as none does
// in TestEverythingThatOpens. Without the setting some do, or both would find none.
func TestTheTourKeepsStill(t *testing.T) {
	seeded.ForAudits(t)
	for _, still := range []bool{true, false} {
		t.Run(fmt.Sprint("still ", still), func(t *testing.T) {
			d, counted := countingDesk(t, still)
			d.tap(t, "Take the tour")
			for range 7 {
				d.stir()
				if !still && counted.begun > 0 {
					return
				}
				d.tap(t, "Next stop")
			}
			d.tap(t, "Done")
			d.tap(t, "Settings")
			d.stir()
			if still && counted.begun > 0 {
				t.Errorf("%d animations began", counted.begun)
			}
			if !still && counted.begun == 0 {
				t.Error("no animation began as usual, so that this finds none")
			}
		})
	}
}

// TestKeepingStillBeginsAtOnce chooses the setting while something moves: that stops, and nothing begins.
func TestKeepingStillBeginsAtOnce(t *testing.T) {
	seeded.ForAudits(t)
	d, counted := countingDesk(t, false)
	d.session.OpenSample()
	d.tap(t, "Settings")
	motion := part(t, d, "the choice of motion", func(r interface {
		fyne.CanvasObject
		Options() []string
		Choose(int)
	}) bool {
		return len(r.Options()) == 2 && r.Options()[1] == "Keep still"
	})
	motion.Choose(1)
	begun := counted.begun
	d.stir()
	d.press(fyne.KeyEscape)
	d.frame.Show(3)
	d.stir()
	if counted.begun != begun {
		t.Errorf("%d animations began after the choice", counted.begun-begun)
	}
}
