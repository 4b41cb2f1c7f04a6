package lists

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Beyond takes what the wheel scrolls where a list has nothing to scroll to, so that what the list stands in can be scrolled
// while the pointer is over it. The window sets it.
var Beyond func(*fyne.ScrollEvent)

// wheeled scrolls the rows of a list by the wheel, and what is around it once there are no more rows in that direction. A wheel
// that turns up and down never moves the rows sideways.
type wheeled struct{ container.Scroll }

func newWheeled(rows fyne.CanvasObject) *wheeled {
	w := &wheeled{container.Scroll{Content: rows, Direction: container.ScrollBoth}}
	w.ExtendBaseWidget(w)
	return w
}

// Scrolled is for Fyne.
func (w *wheeled) Scrolled(ev *fyne.ScrollEvent) {
	before := w.Offset
	if ev.Scrolled.DX != 0 || w.Content.MinSize().Height > w.Size().Height {
		w.Scroll.Scrolled(ev)
	}
	if w.Offset == before && Beyond != nil {
		Beyond(ev)
	}
}
