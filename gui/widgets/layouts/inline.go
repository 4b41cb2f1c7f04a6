package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/paint"
)

// Inline places objects side by side at the widths they ask for, gap pixels apart, and
// begins a new line where there is no more room. The objects of a line stand on its middle.
func Inline(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&inlineLayout{gap: gap, middle: true}, objects...)
}

// Centred is like Inline, with each line in the middle of the width.
func Centred(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&inlineLayout{gap: gap, middle: true, centred: true}, objects...)
}

// Fields is like Inline, but the objects of a line begin at its top, as fields with labels
// over them do.
func Fields(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&inlineLayout{gap: gap}, objects...)
}

// inlineLayout remembers the width that it was laid out at, on which its height depends.
type inlineLayout struct {
	gap             float32
	middle, centred bool
	width           float32
}

// mostApart is how far lines are apart at most whose objects have no labels over them.
const mostApart = 8

// apart returns the space between two lines.
func (l *inlineLayout) apart() float32 {
	if l.middle {
		return min(l.gap, mostApart)
	}
	return l.gap
}

// lines breaks objects into lines of a width.
func (l *inlineLayout) lines(objects []fyne.CanvasObject, width float32) (lines [][]fyne.CanvasObject) {
	used := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		w := o.MinSize().Width
		if len(lines) == 0 || used+l.gap+w > width+paint.Slack {
			lines, used = append(lines, nil), -l.gap
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], o)
		used += l.gap + w
	}
	return lines
}

// height returns the height of a line once its objects have their widths.
func (l *inlineLayout) height(line []fyne.CanvasObject, width float32) float32 {
	tall := float32(0)
	for _, o := range line {
		least := o.MinSize()
		if w := min(least.Width, width); o.Size().Width != w {
			o.Resize(fyne.NewSize(w, least.Height))
		}
		tall = max(tall, o.MinSize().Height)
	}
	return tall
}

func (l *inlineLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	y := float32(0)
	for _, line := range l.lines(objects, size.Width) {
		tall, x := l.height(line, size.Width), float32(0)
		if l.centred {
			x = -l.gap
			for _, o := range line {
				x += l.gap + o.MinSize().Width
			}
			x = max(0, (size.Width-x)/2)
		}
		for _, o := range line {
			least, top := o.MinSize(), y
			if l.middle {
				top += (tall - least.Height) / 2
			}
			paint.Place(o, x, top, min(least.Width, size.Width), least.Height)
			x += least.Width + l.gap
		}
		y += tall + l.apart()
	}
}

func (l *inlineLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	width := l.width
	if width <= 0 {
		width = paint.GuessWidth
	}
	var least fyne.Size
	for i, line := range l.lines(objects, width) {
		if i > 0 {
			least.Height += l.apart()
		}
		least.Height += l.height(line, width)
	}
	for _, o := range objects {
		if o.Visible() {
			least.Width = max(least.Width, min(o.MinSize().Width, paint.LeastWidth))
		}
	}
	return least
}
