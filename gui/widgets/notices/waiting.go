package notices

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Waiting is a bar that moves while something goes on of which nobody knows how long it takes. Fyne's
// own moves for good once it was shown, hidden or not, so that an idle window would be drawn again
// all the time; and it moves even where the settings want nothing to.
type Waiting struct {
	Content *fyne.Container
	bar     *widget.ProgressBarInfinite
}

// NewWaiting returns a bar that does not move yet.
func NewWaiting() *Waiting { return &Waiting{Content: container.NewStack()} }

// Set has the bar move, or takes it away.
func (w *Waiting) Set(moving bool) {
	moving = moving && fyne.CurrentApp().Settings().ShowAnimations()
	switch {
	case moving && w.bar == nil:
		w.bar = widget.NewProgressBarInfinite()
		w.Content.Objects = []fyne.CanvasObject{w.bar}
	case !moving && w.bar != nil:
		w.bar.Stop()
		w.bar, w.Content.Objects = nil, nil
	default:
		return
	}
	w.Content.Refresh()
}
