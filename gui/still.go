package gui

import (
	"fyne.io/fyne/v2"
)

// hold remembers where on the page the keyboard is: at what was clicked or typed into last. What it returns scrolls the page so that
// this stands there again, whatever has come or gone above it meanwhile, so that nothing moves away under the pointer.
func (f *Frame) hold() (keep func()) {
	held, _ := f.window.Canvas().Focused().(fyne.CanvasObject)
	before, there := f.onPage(held)
	if !there || before < 0 || before > f.page.Size().Height {
		return func() {}
	}
	return func() {
		now, there := f.onPage(held)
		if !there || now == before {
			return
		}
		most := f.page.Content.Size().Height - f.page.Size().Height
		f.page.Offset.Y = max(0, min(f.page.Offset.Y+now-before, most))
		f.page.Refresh()
	}
}

// onPage returns how far below the top of the part of the page that is seen an object stands, and whether the page has it.
func (f *Frame) onPage(o fyne.CanvasObject) (float32, bool) {
	if o == nil || f.window.Canvas().Overlays().Top() != nil || !o.Visible() {
		return 0, false
	}
	driver := fyne.CurrentApp().Driver()
	if driver.CanvasForObject(o) != f.window.Canvas() {
		return 0, false
	}
	at, page := driver.AbsolutePositionForObject(o), driver.AbsolutePositionForObject(f.page)
	if at.X < page.X || at.X >= page.X+f.page.Size().Width {
		return 0, false // in the rail, in the side, or nowhere
	}
	return at.Y - page.Y, true
}
