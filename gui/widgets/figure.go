package widgets

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// FigureSpec is what a Figure asks a picture for.
type FigureSpec struct {
	Width, Height int     // in pixels of the screen
	Scale         float32 // pixels of the screen per device-independent pixel
	Dark          bool    // whether the window is dark now
}

// Draw draws a picture. It may be called on any goroutine, and must use nothing of the user
// interface.
type Draw func(spec FigureSpec) (image.Image, error)

// Run does a piece of work and then calls done on the user interface's goroutine. Synchronous
// (the default) does both at once; a window passes one that works in a goroutine and calls
// done through fyne.Do.
type Run func(work, done func())

// Synchronous does the work and calls done, on the goroutine it is called on.
func Synchronous(work, done func()) {
	work()
	done()
}

// Figure shows a picture that is drawn for the exact size it has on the screen, and again
// when that or the theme changes. A picture that comes late is dropped.
type Figure struct {
	widget.BaseWidget
}

// NewFigure returns a figure of at least a size. A nil run is Synchronous; a nil draw shows
// nothing.
func NewFigure(least fyne.Size, run Run, draw Draw) *Figure { return &Figure{} }

// SetDraw shows another picture.
func (f *Figure) SetDraw(draw Draw) {}
