package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Beyond scrolls what a Wheeled stands in by the wheel while the pointer is over it, and tells whether that moved. The window
// sets it.
var Beyond func(*fyne.ScrollEvent) bool

// Wheeled scrolls its content by the wheel, and what is around it once there is no more in that direction. Where its content is only
// looked at it is the other way round: whoever scrolls down a page does not get stuck on the way. A wheel that turns up and down never
// moves the content sideways.
type Wheeled struct {
	container.Scroll
	looked func() bool
}

// NewWheeled returns content that scrolls both ways; looked tells whether it is only looked at now.
func NewWheeled(content fyne.CanvasObject, looked func() bool) *Wheeled {
	w := &Wheeled{container.Scroll{Content: content, Direction: container.ScrollBoth}, looked}
	w.ExtendBaseWidget(w)
	return w
}

// Scrolled is for Fyne.
func (w *Wheeled) Scrolled(ev *fyne.ScrollEvent) {
	if ev.Scrolled.DX == 0 && w.looked() && beyond(ev) {
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
