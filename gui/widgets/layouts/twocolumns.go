package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/paint"
)

// TwoColumns lays two objects out side by side, the left with a part of the width but no less than a card
// needs, and one under the other where there is no room for that.
func TwoColumns(left float32, a, b fyne.CanvasObject) *fyne.Container {
	return container.New(&twoColumns{left: left}, a, b)
}

type twoColumns struct {
	left  float32
	width float32 // laid out last, on which the height depends
}

// leftLeast is the width that the left one gets as far as there is room: that of a card.
const leftLeast = 272

// stackBelow is the width below which one stands under the other.
const stackBelow = 560

func (t *twoColumns) stacked() bool { return t.width > 0 && t.width < stackBelow }

// gapOver returns the gap over the lower of two, none if there is nothing in it.
func (t *twoColumns) gapOver(o fyne.CanvasObject) float32 {
	if o.MinSize().Height == 0 {
		return 0
	}
	return Gap
}

func (t *twoColumns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	l, r := objects[0].MinSize(), objects[1].MinSize()
	if t.stacked() {
		return fyne.NewSize(max(l.Width, r.Width), l.Height+t.gapOver(objects[1])+r.Height)
	}
	return fyne.NewSize(max(l.Width, r.Width), max(l.Height, r.Height))
}

func (t *twoColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	t.width = size.Width
	if t.stacked() {
		below := paint.PlaceWide(objects[0], 0, 0, size.Width)
		paint.PlaceWide(objects[1], 0, below+t.gapOver(objects[1]), size.Width)
		return
	}
	w := max((size.Width-Gap)*t.left, min(leftLeast, size.Width*0.45))
	paint.PlaceWide(objects[0], 0, 0, w)
	paint.PlaceWide(objects[1], w+Gap, 0, size.Width-Gap-w)
}
