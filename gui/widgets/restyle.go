package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Restyle shows an object and all that is in it in the theme in use. Fyne does that for what is in the
// window while the theme changes; what comes into the window later still has the old one's sizes and
// colours.
func Restyle(o fyne.CanvasObject) {
	for _, part := range parts(o) {
		if part != nil {
			Restyle(part)
		}
	}
	o.Refresh()
}

// parts returns what is in an object, as far as it does not restyle that itself.
func parts(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *container.Scroll:
		return []fyne.CanvasObject{o.Content}
	case *container.Clip:
		return []fyne.CanvasObject{o.Content}
	case Drawn:
		return o.Parts()
	}
	return nil
}
