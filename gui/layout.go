package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
)

func ctrl(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
}

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

// columns lays out the rail, the page and the side: the outer two with fixed widths, and
// the side left out when the window is narrow.
type columns struct{}

// narrow is the width below which the side column gives way to the page.
const narrow = 1100

func (columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(theme.Size(theme.SizeRail)+420, 380)
}

func (columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	rail, side := theme.Size(theme.SizeRail), theme.Size(theme.SizeSide)
	if size.Width < narrow {
		side = 0
	}
	place := func(o fyne.CanvasObject, x, w float32) {
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w, size.Height))
	}
	place(objects[0], 0, rail)
	place(objects[1], rail, size.Width-rail-side)
	if side == 0 {
		objects[2].Hide()
	} else {
		objects[2].Show()
		place(objects[2], size.Width-side, side)
	}
}
