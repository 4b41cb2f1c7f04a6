package widgets

import (
	"fyne.io/fyne/v2"
)

// key moves the selection, or scrolls a table that is only read.
func (t *Table) key(key fyne.KeyName) {
	if opensMenu(key) {
		t.menu(nil, max(t.selected-t.page*PageRows, -1))
		return
	}
	switch key {
	case fyne.KeyLeft:
		t.scrollTo(t.scroll.Offset.SubtractXY(mostColumn/2, 0))
		return
	case fyne.KeyRight:
		t.scrollTo(t.scroll.Offset.AddXY(mostColumn/2, 0))
		return
	}
	if t.n == 0 {
		return
	}
	if t.OnSelected == nil {
		first := int(t.scroll.Offset.Y / tableRow)
		if row := t.moved(key, first); row != first {
			t.scrollTo(fyne.NewPos(t.scroll.Offset.X, float32(row)*tableRow))
		}
		return
	}
	from := -1
	if t.selected >= 0 && t.selected/PageRows == t.page {
		from = t.selected % PageRows
	}
	if row := t.moved(key, from); row != from {
		t.choose(row)
	}
}

// moved returns the row of the page that a key leads to from another; -1 stands before the
// first.
func (t *Table) moved(key fyne.KeyName, from int) int {
	sight := max(1, int(t.bodyHeight(t.Size().Height)/tableRow)-1)
	to := from
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
		to = t.pageRows() - 1
	default:
		return from
	}
	return min(max(to, 0), t.pageRows()-1)
}

// scrollTo scrolls to an offset as far as there is something to see.
func (t *Table) scrollTo(offset fyne.Position) {
	size := t.Size()
	right := t.contentWidth() - size.Width
	bottom := float32(t.pageRows())*tableRow - t.bodyHeight(size.Height)
	t.scroll.Offset = fyne.NewPos(
		min(max(offset.X, 0), max(right, 0)),
		min(max(offset.Y, 0), max(bottom, 0)),
	)
	t.Refresh()
}

// reveal scrolls so that a row of the page is in sight.
func (t *Table) reveal(row int) {
	if t.Size().IsZero() {
		return
	}
	top := float32(row) * tableRow
	height := t.bodyHeight(t.Size().Height)
	offset := t.scroll.Offset
	switch {
	case top < offset.Y:
		offset.Y = top
	case top+tableRow > offset.Y+height:
		offset.Y = top + tableRow - height
	default:
		return
	}
	t.scrollTo(offset)
}
