package secrets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// middled puts wrapping text into the middle of a line that something else makes higher.
func middled(o fyne.CanvasObject) *fyne.Container { return container.New(middle{}, o) }

type middle struct{}

func (middle) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (middle) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := paint.PlaceWide(objects[0], 0, 0, size.Width)
	objects[0].Move(fyne.NewPos(0, max(size.Height-height, 0)/2))
}

// namesOf joins names by "and".
func namesOf(names []string) string {
	out := ""
	for i, n := range names {
		if out = n; i > 0 {
			out = words.T("%s and %s", namesOf(names[:i]), n)
		}
	}
	return out
}
