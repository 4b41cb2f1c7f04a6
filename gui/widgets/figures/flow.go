package figures

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// FlowBox is one box of a Flow: a title, a quiet line under it and the words on the arrow to
// the next box.
type FlowBox struct {
	Title, Note string
	Then        string
	// Private marks what never leaves the person's hands.
	Private bool
}

// Flow is a picture of boxes from left to right with arrows between them.
type Flow struct {
	paint.Picture
	boxes []FlowBox
}

const (
	flowHeight = 64
	flowArrow  = 68 // between two boxes
	flowLeast  = 96 // width of a box
)

// NewFlow returns a picture of the boxes.
func NewFlow(boxes ...FlowBox) *Flow {
	f := &Flow{boxes: boxes}
	f.ExtendBaseWidget(f)
	return f
}

func (f *Flow) Least() fyne.Size {
	n := float32(len(f.boxes))
	return fyne.NewSize(n*flowLeast+max(n-1, 0)*flowArrow, flowHeight)
}

// Paint is for Picture.
func (f *Flow) Paint(p *paint.Pen, size fyne.Size) {
	n := float32(len(f.boxes))
	arrow := float32(flowArrow)
	for _, b := range f.boxes { // longer where what stands over it needs it and the boxes leave it
		arrow = max(arrow, paint.Measure(b.Then, paint.Dim(f, theme.SizeCaption), fyne.TextStyle{})+8)
	}
	if n > 1 {
		arrow = max(min(arrow, (size.Width-n*flowLeast)/(n-1)), flowArrow)
	}
	width := (size.Width - (n-1)*arrow) / n
	middle := float32(flowHeight) / 2
	for i, b := range f.boxes {
		x := float32(i) * (width + arrow)
		ground, line := theme.Surface, theme.Line
		if b.Private {
			ground, line = theme.CautionGround, theme.CautionLine
		}
		p.Box(fyne.NewPos(x, 0), fyne.NewSize(width, flowHeight), ground, line)
		title := paint.Label{Text: b.Title, Size: theme.SizeTable, Role: theme.Text, Bold: true, Align: fyne.TextAlignCenter, Room: width - 12}
		note := paint.Label{Text: b.Note, Size: theme.SizeCaption, Role: theme.QuietText, Align: fyne.TextAlignCenter, Room: width - 12}
		top := middle - 10
		if b.Note != "" {
			top = middle - 20
			p.Text(fyne.NewPos(x+width/2, middle+2), note)
		}
		p.Text(fyne.NewPos(x+width/2, top), title)
		if i == len(f.boxes)-1 {
			continue
		}
		from, to := fyne.NewPos(x+width+6, middle), fyne.NewPos(x+width+arrow-6, middle)
		p.Line(from, to, theme.QuietText, 1.5)
		p.Line(to, to.AddXY(-6, -4), theme.QuietText, 1.5)
		p.Line(to, to.AddXY(-6, 4), theme.QuietText, 1.5)
		p.Text(fyne.NewPos((from.X+to.X)/2, middle-20), paint.Label{Text: b.Then, Size: theme.SizeCaption, Role: theme.QuietText, Align: fyne.TextAlignCenter, Room: arrow - 4})
	}
}
