package lists

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Beyond scrolls what a list stands in by the wheel while the pointer is over the list, and tells whether that moved. The window
// sets it.
var Beyond func(*fyne.ScrollEvent) bool

// wheeled scrolls the rows of a list by the wheel, and what is around it once there are no more rows in that direction. Where rows
// are only looked at it is the other way round until the list has the keyboard: whoever scrolls down a page does not get stuck in a
// table on the way. A wheel that turns up and down never moves the rows sideways.
type wheeled struct {
	container.Scroll
	list *List
}

func newWheeled(list *List) *wheeled {
	w := &wheeled{container.Scroll{Content: list.Rows, Direction: container.ScrollBoth}, list}
	w.ExtendBaseWidget(w)
	return w
}

// Scrolled is for Fyne.
func (w *wheeled) Scrolled(ev *fyne.ScrollEvent) {
	if ev.Scrolled.DX == 0 && w.list.looked() && beyond(ev) {
		return
	}
	before := w.Offset
	if ev.Scrolled.DX != 0 || w.Content.MinSize().Height > w.Size().Height {
		w.Scroll.Scrolled(ev)
	}
	if w.Offset == before {
		beyond(ev)
	}
}

func beyond(ev *fyne.ScrollEvent) bool { return Beyond != nil && Beyond(ev) }
