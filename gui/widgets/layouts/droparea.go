package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// DropArea is the place that asks for a file to be dropped: a surface in a dashed border,
// a large icon and under it an object, both in the middle.
type DropArea struct {
	paint.Widget
	icon    fyne.Resource
	ground  *canvas.Rectangle
	mark    *canvas.Image
	content fyne.CanvasObject
	dashed  fyne.Size // that the broken line is drawn for
	dashes  []fyne.CanvasObject
}

const (
	dropPad  = 40 // above and below
	dropIcon = 48
	dropMost = 520 // width of the content
)

// NewDropArea returns an area with an icon over an object.
func NewDropArea(icon fyne.Resource, content fyne.CanvasObject) *DropArea {
	d := &DropArea{icon: icon, ground: &canvas.Rectangle{}, mark: paint.NewIcon(), content: content}
	d.ExtendBaseWidget(d)
	return d
}

func (d *DropArea) Parts() []fyne.CanvasObject {
	list := append([]fyne.CanvasObject{d.ground}, d.dashes...)
	return append(list, d.mark, d.content)
}

func (d *DropArea) Least() fyne.Size {
	least := d.content.MinSize()
	return fyne.NewSize(least.Width+2*paint.Dim(d, theme.SizeCardPad), least.Height+dropIcon+paint.Dim(d, theme.SizeWideGap)+2*dropPad)
}

func (d *DropArea) Restyle() {
	d.dashed = fyne.Size{}
	d.ground.FillColor, d.ground.CornerRadius = paint.Ink(d, theme.Surface), paint.Dim(d, theme.SizeCardEdge)
	paint.SetIcon(d.mark, d.icon, theme.Primary)
}

func (d *DropArea) Arrange(size fyne.Size) {
	paint.Place(d.ground, 0, 0, size.Width, size.Height)
	if size != d.dashed { // new lines would have the window lay everything out again, for ever
		d.dash(size)
	}
	room := size.Width - 2*paint.Dim(d, theme.SizeCardPad)
	width := min(room, dropMost)
	paint.Place(d.mark, (size.Width-dropIcon)/2, dropPad, dropIcon, dropIcon)
	paint.PlaceWide(d.content, (size.Width-width)/2, dropPad+dropIcon+paint.Dim(d, theme.SizeWideGap), width)
}

// dash draws the broken line around the area.
func (d *DropArea) dash(size fyne.Size) {
	p := &paint.Pen{W: d}
	const edge, stroke, gap = 0.75, 6, 4
	for _, side := range [][2]fyne.Position{
		{fyne.NewPos(edge, edge), fyne.NewPos(size.Width-edge, edge)},
		{fyne.NewPos(edge, size.Height-edge), fyne.NewPos(size.Width-edge, size.Height-edge)},
		{fyne.NewPos(edge, edge), fyne.NewPos(edge, size.Height-edge)},
		{fyne.NewPos(size.Width-edge, edge), fyne.NewPos(size.Width-edge, size.Height-edge)},
	} {
		p.Broken(side[0], side[1], theme.Control, 1.5, stroke, gap)
	}
	d.dashes, d.dashed = p.Shapes, size
}
