package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Between lays three objects out in a line: the first and the last share the width, the
// middle one keeps its own.
func Between(first, middle, last fyne.CanvasObject) *fyne.Container {
	return container.New(between{}, first, middle, last)
}

type between struct{}

func (between) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		m := o.MinSize()
		size = fyne.NewSize(size.Width+min(m.Width, 90), max(size.Height, m.Height))
	}
	return size.AddWidthHeight(16, 0)
}

func (between) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	m := objects[1].MinSize()
	each := (size.Width - m.Width - 16) / 2
	objects[0].Resize(fyne.NewSize(each, size.Height))
	objects[0].Move(fyne.Position{})
	objects[1].Resize(m)
	objects[1].Move(fyne.NewPos(each+8, (size.Height-m.Height)/2))
	objects[2].Resize(fyne.NewSize(each, size.Height))
	objects[2].Move(fyne.NewPos(each+m.Width+16, 0))
}
