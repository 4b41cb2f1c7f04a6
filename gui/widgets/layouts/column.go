package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Gap is the space between cards.
const Gap = 12

// Column stacks objects from top to bottom at the full width, gap pixels apart, leaving out
// hidden ones. Unlike container.NewVBox it lays wrapping text out at its new width before it
// asks for its height, so that nothing is cut or overlaps when the width changes.
func Column(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(ColumnLayout{Gap: gap}, objects...)
}

// Labelled puts a label over a control.
func Labelled(label string, o fyne.CanvasObject) *fyne.Container {
	return Column(4, prose.Caption(label), o)
}

// Fill replaces a container's objects.
func Fill(c *fyne.Container, objects ...fyne.CanvasObject) {
	c.Objects = objects
	c.Refresh()
}

// Inset puts an object inside empty margins (pixels), with Column's care for wrapping text.
func Inset(vertical, horizontal float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(ColumnLayout{top: vertical, side: horizontal}, object)
}

// Unbroken returns the width that an object asks for with the words of its links and checks on one line.
func Unbroken(o fyne.CanvasObject) float32 {
	width := o.MinSize().Width
	if c, ok := o.(*fyne.Container); ok {
		if l, ok := c.Layout.(ColumnLayout); ok {
			for _, part := range c.Objects {
				if part.Visible() {
					width = max(width, Unbroken(part)+2*l.side)
				}
			}
		}
	}
	return width
}

type ColumnLayout struct{ Gap, top, side float32 }

func (c ColumnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := c.top
	for _, o := range objects {
		if o.Visible() {
			y += paint.PlaceWide(o, c.side, y, size.Width-2*c.side) + c.Gap
		}
	}
}

func (c ColumnLayout) MinSize(objects []fyne.CanvasObject) (least fyne.Size) {
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if b, ok := o.(paint.Breaking); ok {
			m.Width = min(m.Width, b.Narrowest())
		}
		least.Width = max(least.Width, m.Width)
		least.Height += m.Height
		n++
	}
	least.Height += c.Gap*float32(max(n-1, 0)) + 2*c.top
	least.Width += 2 * c.side
	return least
}
