package gui

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

// inset lays one object out with a margin around it, at the height that it needs.
type inset struct{ margin float32 }

func (l *inset) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s := fyne.NewSize(0, 0)
	for _, o := range objects {
		s = s.Max(o.MinSize())
	}
	return s.AddWidthHeight(2*l.margin, 2*l.margin)
}

func (l *inset) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.NewPos(l.margin, l.margin))
		o.Resize(size.SubtractWidthHeight(2*l.margin, 2*l.margin))
	}
}

// columns lays out the rail, the page and the side, and strips under the last two: rail and side with fixed widths, which are
// less in a narrow window; in a very narrow one the side gives way.
type columns struct {
	narrowed func(bool)
	narrow   bool
}

const (
	narrowWidth = 1100 // below this rail and side are slim
	tinyWidth   = 860  // below this the side is left out
	slimSide    = 0.9  // of its width in wider windows
)

// leastWindow is the smallest window that everything can be used in.
var leastWindow = fyne.NewSize(640, 460)

func (*columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastWindow.Width, leastWindow.Height-theme.Size(theme.SizeHeader)-theme.Size(theme.SizeFooter))
}

func (c *columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	rail, side := theme.Size(theme.SizeRail), theme.Size(theme.SizeSide)
	narrow := size.Width < narrowWidth
	if narrow != c.narrow {
		c.narrow = narrow
		c.narrowed(narrow)
	}
	if narrow {
		rail, side = theme.Size(theme.SizeRailSlim), slimSide*side
	}
	if size.Width < tinyWidth {
		side = 0
	}
	strips := objects[3]
	strips.Resize(fyne.NewSize(size.Width-rail, 0)) // their texts break into lines of this width
	foot := strips.MinSize().Height
	place := func(o fyne.CanvasObject, x, y, w, h float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(w, h))
	}
	place(objects[0], 0, 0, rail, size.Height)
	place(objects[1], rail, 0, size.Width-rail-side, size.Height-foot)
	if side == 0 {
		objects[2].Hide()
	} else {
		objects[2].Show()
		place(objects[2], size.Width-side, 0, side, size.Height-foot)
	}
	place(strips, rail, size.Height-foot, size.Width-rail, foot)
}

// footed lays an object out over a foot, which has its height once it has its width.
type footed struct{}

func (footed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	above, foot := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(above.Width, foot.Width), above.Height+foot.Height)
}

func (footed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[1].Resize(fyne.NewSize(size.Width, 0)) // its parts break into lines of this width
	foot := objects[1].MinSize().Height
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(size.Width, size.Height-foot))
	objects[1].Move(fyne.NewPos(0, size.Height-foot))
	objects[1].Resize(fyne.NewSize(size.Width, foot))
}
