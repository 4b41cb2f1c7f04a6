package steps

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// twoColumns lays two objects out side by side, the left with a part of the width, and one
// under the other where there is no room for that.
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
	return gap
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
		below := placeAt(objects[0], fyne.Position{}, size.Width)
		placeAt(objects[1], fyne.NewPos(0, below+t.gapOver(objects[1])), size.Width)
		return
	}
	w := max((size.Width-gap)*t.left, min(leftLeast, size.Width*0.45))
	placeAt(objects[0], fyne.Position{}, w)
	placeAt(objects[1], fyne.NewPos(w+gap, 0), size.Width-gap-w)
}

// placeAt places an object at a width and returns the height it then needs: text is laid out
// at its width before it is asked.
func placeAt(o fyne.CanvasObject, at fyne.Position, width float32) float32 {
	o.Move(at)
	o.Resize(fyne.NewSize(width, o.MinSize().Height))
	height := o.MinSize().Height
	o.Resize(fyne.NewSize(width, height))
	return height
}

// between lays three objects out in a line: the first and the last share the width, the
// middle one keeps its own.
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

// middled puts wrapping text into the middle of a line that something else makes higher.
func middled(o fyne.CanvasObject) *fyne.Container { return container.New(middle{}, o) }

type middle struct{}

func (middle) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (middle) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := placeAt(objects[0], fyne.Position{}, size.Width)
	objects[0].Move(fyne.NewPos(0, max(size.Height-height, 0)/2))
}

// worded shows a sentence of the session's.
func worded(sentence words.Phrase) []prose.Span {
	out := make([]prose.Span, len(sentence))
	for i, w := range sentence {
		out[i] = prose.Span{Text: w.Text, Bold: w.Strong, Italic: w.Name}
	}
	return out
}

// phrased shows a text whose parts were marked with session.AsName and session.AsStrong.
func phrased(text string) []prose.Span { return worded(words.Marked(text)) }

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
