package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// key does what a key asks for.
func (g *Grid) key(key fyne.KeyName) {
	if opensMenu(key) {
		g.menu(nil, g.selected)
		return
	}
	switch key {
	case fyne.KeyLeft:
		g.scrollTo(g.scroll.Offset.SubtractXY(mostColumn/2, 0))
	case fyne.KeyRight:
		g.scrollTo(g.scroll.Offset.AddXY(mostColumn/2, 0))
	case fyne.KeySpace:
		g.tick(g.selected)
	case fyne.KeyReturn, fyne.KeyEnter:
		if g.OnEntered != nil && g.selected >= 0 {
			g.OnEntered(g.selected)
		}
	case fyne.KeyDelete, fyne.KeyBackspace:
		if g.OnRemoved != nil && g.selected >= 0 {
			g.OnRemoved(g.selected)
		}
	default:
		g.move(key)
	}
}

// move moves the selection, or scrolls a grid that is only read.
func (g *Grid) move(key fyne.KeyName) {
	if g.n == 0 {
		return
	}
	from := g.selected
	if g.OnSelected == nil {
		from = int(g.scroll.Offset.Y / g.rowTall)
	}
	sight, to := max(1, int(g.bodyTall()/g.rowTall)-1), from
	switch key {
	case fyne.KeyUp:
		to--
	case fyne.KeyDown:
		to++
	case fyne.KeyPageUp:
		to -= sight
	case fyne.KeyPageDown:
		to += sight
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = g.n - 1
	default:
		return
	}
	to = min(max(to, 0), g.n-1)
	switch {
	case to == from:
	case g.OnSelected == nil:
		g.scrollTo(fyne.NewPos(g.scroll.Offset.X, float32(to)*g.rowTall))
	default:
		g.choose(to)
	}
}

// TypedShortcut is for Fyne: alt with up and down moves the selected row, and copying copies the
// grid. All other shortcuts are the window's.
func (g *Grid) TypedShortcut(shortcut fyne.Shortcut) {
	if _, ok := shortcut.(*fyne.ShortcutCopy); ok {
		toClipboard(g.sheet(0, g.n))
		return
	}
	if s, ok := shortcut.(*desktop.CustomShortcut); ok && s.Modifier == fyne.KeyModifierAlt && g.OnMoved != nil && g.selected >= 0 {
		switch s.KeyName {
		case fyne.KeyUp:
			g.OnMoved(g.selected, -1)
			return
		case fyne.KeyDown:
			g.OnMoved(g.selected, 1)
			return
		}
	}
	handOn(g, shortcut)
}

// scrollTo scrolls to an offset as far as there is something to see.
func (g *Grid) scrollTo(offset fyne.Position) {
	g.scroll.Offset = offset
	g.keepInside()
	g.Refresh()
}

// keepInside brings the offset to where there is something to see.
func (g *Grid) keepInside() {
	size := g.Size()
	if size.IsZero() {
		return
	}
	right := g.contentWidth() - size.Width
	bottom := float32(g.n)*g.rowTall - g.bodyTall()
	g.scroll.Offset = fyne.NewPos(
		min(max(g.scroll.Offset.X, 0), max(right, 0)),
		min(max(g.scroll.Offset.Y, 0), max(bottom, 0)),
	)
}

// reveal scrolls so that a row is in sight.
func (g *Grid) reveal(row int) {
	if g.Size().IsZero() {
		return
	}
	top, height, offset := float32(row)*g.rowTall, g.bodyTall(), g.scroll.Offset
	switch {
	case top < offset.Y:
		offset.Y = top
	case top+g.rowTall > offset.Y+height:
		offset.Y = top + g.rowTall - height
	default:
		return
	}
	g.scrollTo(offset)
}
