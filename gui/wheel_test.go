package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"

	"steward/gui/widgets/tables"
)

// TestTheWheelGoesOn turns the wheel over the first rows of a file: the page moves to its end and then they do, and the other way round
// once the rows have the keyboard; and not under a dialog.
func TestTheWheelGoesOn(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1024, 700))
	var rows *tables.Table
	d.objects(func(o fyne.CanvasObject) bool {
		found, ok := o.(*tables.Table)
		if ok && rows == nil {
			rows = found
		}
		return true
	})
	if rows == nil {
		t.Fatal("there are no rows")
	}
	place := func() float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(rows).Y }
	turn := func(by float32) {
		rows.Scroll.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(500, 300)}, Scrolled: fyne.NewDelta(0, by)})
	}
	began := place()
	turn(-40)
	if rows.Scroll.Offset.Y != 0 || place() != began-40 {
		t.Fatalf("the rows are at %v, the page moved by %v", rows.Scroll.Offset, place()-began)
	}
	turn(-1e6)
	bottom := place()
	if turn(-40); rows.Scroll.Offset.Y == 0 || place() != bottom {
		t.Fatalf("at the end of the page the rows are at %v, the page moved by %v", rows.Scroll.Offset, place()-bottom)
	}

	turn(1e6)
	rows.ScrollTo(fyne.Position{})
	d.window.Canvas().Focus(rows)
	if turn(-40); rows.Scroll.Offset.Y == 0 || place() != began {
		t.Fatalf("with the keyboard the rows are at %v, the page moved by %v", rows.Scroll.Offset, place()-began)
	}
	turn(-1e6)
	if place() != began {
		t.Fatal("the page moves while there are rows left")
	}
	d.window.Canvas().Unfocus()
	d.press(fyne.KeyF1)
	if turn(-40); place() != began {
		t.Error("the page moves under the help")
	}
	d.press(fyne.KeyEscape)
	d.window.Canvas().Focus(rows)
	if turn(-40); place() >= began {
		t.Error("the page stays at the end of the rows")
	}
	if rows.Scroll.Offset.X != 0 {
		t.Error("the rows move sideways")
	}
}
