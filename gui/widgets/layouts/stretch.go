package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/paint"
)

// Stretch is Column with one of its objects that takes the height that is left over,
// up to most pixels; 0 for no limit.
func Stretch(gap float32, grows fyne.CanvasObject, most float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&stretchLayout{ColumnLayout{Gap: gap}, grows, most}, objects...)
}

type stretchLayout struct {
	ColumnLayout
	grows fyne.CanvasObject
	most  float32
}

func (s *stretchLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := s.top
	type placed struct{ y, height float32 }
	places := make([]placed, len(objects))
	for i, o := range objects {
		if o.Visible() {
			height := heightAt(o, size.Width-2*s.side)
			places[i] = placed{y, height}
			y += height + s.Gap
		}
	}
	spare := max(0, size.Height-s.top-(y-s.Gap))
	moved := float32(0)
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		height := places[i].height
		if o == s.grows {
			if s.most > 0 {
				spare = max(0, min(spare, s.most-height))
			}
			height += spare
		}
		paint.Place(o, s.side, places[i].y+moved, size.Width-2*s.side, height)
		if o == s.grows {
			moved = spare
		}
	}
}

// heightAt returns the height that an object needs at a width. It leaves an object that has
// the width as high as it is, so that nothing is laid out twice.
func heightAt(o fyne.CanvasObject, width float32) float32 {
	if now := o.Size(); now.Width != width {
		o.Resize(fyne.NewSize(max(width, 0), max(now.Height, o.MinSize().Height)))
	}
	return o.MinSize().Height
}

// Split lays two objects out side by side, gap pixels apart, both as high as the higher: the
// right has a width (pixels) of its own, or where that is not above 1, a part of the whole.
// In less than least pixels they stand one below the other.
func Split(gap, right, least float32, a, b fyne.CanvasObject) *fyne.Container {
	return container.New(&splitLayout{gap, right, least, 0}, a, b)
}

type splitLayout struct {
	gap, right, least float32
	width             float32 // that it was last laid out for
}

// widths returns the widths of the two, and whether they stand side by side.
func (s *splitLayout) widths(width float32) (left, right float32, beside bool) {
	if width < s.least {
		return width, width, false
	}
	right = s.right
	if right <= 1 {
		right *= width - s.gap
	}
	return width - s.gap - right, right, true
}

func (s *splitLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	a, b := objects[0].MinSize(), objects[1].MinSize()
	if _, _, beside := s.widths(s.width); beside && s.width > 0 {
		return fyne.NewSize(min(a.Width+s.gap+b.Width, s.least), max(a.Height, b.Height))
	}
	return fyne.NewSize(max(a.Width, b.Width), a.Height+s.gap+b.Height)
}

func (s *splitLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	s.width = size.Width
	left, right, beside := s.widths(size.Width)
	if !beside {
		height, rest := heightAt(objects[0], left), heightAt(objects[1], right)
		height += max(0, size.Height-height-s.gap-rest)
		paint.Place(objects[0], 0, 0, left, height)
		paint.Place(objects[1], 0, height+s.gap, right, rest)
		return
	}
	height := max(heightAt(objects[0], left), heightAt(objects[1], right), size.Height)
	paint.Place(objects[0], 0, 0, left, height)
	paint.Place(objects[1], left+s.gap, 0, right, height)
}
