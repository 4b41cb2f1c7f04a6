package layouts

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"steward/gui/theme"
)

// Sized gives a control a width, more where the text is larger but no more than there is room for, at the
// left and as high as it needs.
func Sized(o fyne.CanvasObject, width float32) *fyne.Container {
	return container.New(sizedLayout{width}, o)
}

type sizedLayout struct{ width float32 }

func (l sizedLayout) wide() float32 { return l.width * theme.Size(theme.SizeBody) / usualBody }

// usualBody is the size of text that widths are given for.
const usualBody = 14

func (l sizedLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.wide(), objects[0].MinSize().Height)
}

func (l sizedLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.Position{})
	objects[0].Resize(fyne.NewSize(min(l.wide(), size.Width), objects[0].MinSize().Height))
}

// AtLeast takes up room, so that what stands in one box with it has at least a size.
func AtLeast(width, height float32) fyne.CanvasObject {
	room := canvas.NewRectangle(color.Transparent)
	room.SetMinSize(fyne.NewSize(width, height))
	return room
}
