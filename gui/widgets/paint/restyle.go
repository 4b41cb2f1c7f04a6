package paint

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Restyle shows an object and all that is in it in the theme in use. Fyne does that for what is in the
// window while the theme changes; what comes into the window later still has the old one's sizes and
// colours.
func Restyle(o fyne.CanvasObject) {
	for _, part := range PartsOf(o) {
		if part != nil {
			Restyle(part)
		}
	}
	o.Refresh()
}

// PartsOf returns what an object is made of, as far as it is one of ours or of Fyne's that hold others.
func PartsOf(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *container.Scroll:
		return []fyne.CanvasObject{o.Content}
	case *container.Clip:
		return []fyne.CanvasObject{o.Content}
	case *widget.PopUp:
		return []fyne.CanvasObject{o.Content}
	case Drawn:
		return o.Parts()
	}
	// What lies over a window is of a type of Fyne's own, with the popup in a field of that name.
	if v := reflect.Indirect(reflect.ValueOf(o)); v.Kind() == reflect.Struct {
		if field := v.FieldByName("Content"); field.IsValid() && field.CanInterface() {
			if content, ok := field.Interface().(fyne.CanvasObject); ok {
				return []fyne.CanvasObject{content}
			}
		}
	}
	return nil
}
