package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Column stacks objects from top to bottom at the full width, gap pixels apart, leaving out
// hidden ones. Unlike container.NewVBox it lays wrapping text out at its new width before it
// asks for its height, so that nothing is cut or overlaps when the width changes.
func Column(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(columnLayout{gap: gap}, objects...)
}

// Inset puts an object inside empty margins (pixels), with Column's care for wrapping text.
func Inset(vertical, horizontal float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(columnLayout{top: vertical, side: horizontal}, object)
}

// unbroken returns the width that an object asks for with the words of its links and checks on one line.
func unbroken(o fyne.CanvasObject) float32 {
	width := o.MinSize().Width
	if c, ok := o.(*fyne.Container); ok {
		if l, ok := c.Layout.(columnLayout); ok {
			for _, part := range c.Objects {
				if part.Visible() {
					width = max(width, unbroken(part)+2*l.side)
				}
			}
		}
	}
	return width
}

type columnLayout struct{ gap, top, side float32 }

func (c columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := c.top
	for _, o := range objects {
		if o.Visible() {
			y += placeWide(o, c.side, y, size.Width-2*c.side) + c.gap
		}
	}
}

func (c columnLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var least fyne.Size
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if b, ok := o.(breaking); ok {
			m.Width = min(m.Width, b.narrowest())
		}
		least.Width = max(least.Width, m.Width)
		least.Height += m.Height
		n++
	}
	least.Height += c.gap*float32(max(n-1, 0)) + 2*c.top
	least.Width += 2 * c.side
	return least
}
