package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"

	"steward/core/seeded"
)

// TestFocusComesIntoSight goes through every page by the keyboard: what has it is always in sight, at least
// half of it where it is tall.
func TestFocusComesIntoSight(t *testing.T) {
	seeded.ForAudits(t)
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	size := fyne.NewSize(1024, 700)
	d := newSampleDesk(t, surroundings(t), size)
	d.quicker()
	const header, footer = 48, 56
	seen := 0
	for i := range 7 {
		d.frame.Show(i)
		d.settled()
		for range 60 {
			d.window.Canvas().FocusNext()
			o, ok := d.window.Canvas().Focused().(fyne.CanvasObject)
			if !ok {
				continue
			}
			at, room := place(o)
			inHeader := at.Y+room.Height <= header
			inFooter := at.Y >= size.Height-footer
			if inHeader || inFooter && at.Y+room.Height <= size.Height {
				continue
			}
			seen++
			enough := room.Height
			if enough > 96 {
				enough = max(96, min(enough, size.Height-header-footer)/2)
			}
			if min(at.Y+room.Height, size.Height-footer)-max(at.Y, header) < enough-1 {
				t.Errorf("step %d: the keyboard is on a %T out of sight, from %v to %v", i+1, o, at.Y, at.Y+room.Height)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d things were looked at", seen)
	}
}
