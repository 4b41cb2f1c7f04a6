package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// Pane is something to read that scrolls where there is no room for all of it. It takes the
// focus: up and down, page up and page down, home and end scroll.
type Pane struct {
	paint.Widget
	input.Focus
	name   string
	scroll *container.Scroll
	halo   *canvas.Rectangle
}

const (
	paneLine = 36 // how far a key scrolls that goes a line
	panePad  = 8  // around what is in it, with room for a bar to scroll by and for rings of its own
)

// PaneSide is how far what is in a pane stands from its sides, for what has to stand below it.
const PaneSide = panePad + paint.HaloWidth

// NewPane returns something to read; name is what it is, for those who do not see it.
func NewPane(name string, content fyne.CanvasObject) *Pane {
	p := &Pane{name: name, scroll: container.NewVScroll(Inset(panePad-paint.HaloWidth, panePad, content)), halo: paint.NewHalo(2)}
	p.FocusChanged, p.Typed = p.Refresh, p.key
	p.ExtendBaseWidget(p)
	return p
}

// key scrolls.
func (p *Pane) key(key fyne.KeyName) {
	page := max(p.scroll.Size().Height-paneLine, paneLine)
	most := p.scroll.Content.MinSize().Height
	by, ok := map[fyne.KeyName]float32{
		fyne.KeyUp: -paneLine, fyne.KeyDown: paneLine, fyne.KeyPageUp: -page, fyne.KeyPageDown: page, fyne.KeySpace: page,
		fyne.KeyHome: -most, fyne.KeyEnd: most,
	}[key]
	if ok {
		p.ScrollTo(p.scroll.Offset.Y + by)
	}
}

// ScrollTo scrolls so that what is at a height stands at the top, as far as there is more below.
func (p *Pane) ScrollTo(y float32) {
	most := p.scroll.Content.MinSize().Height - p.scroll.Size().Height
	p.scroll.Offset.Y = max(min(y, most), 0)
	p.scroll.Refresh()
}

// Offset returns how far it is scrolled.
func (p *Pane) Offset() float32 { return p.scroll.Offset.Y }

// Natural returns the size at which nothing has to be scrolled.
func (p *Pane) Natural() fyne.Size {
	return p.scroll.Content.MinSize().AddWidthHeight(2*paint.HaloWidth, 2*paint.HaloWidth)
}

// Disabled tells whether there is nothing to scroll: then the keyboard goes past it.
func (p *Pane) Disabled() bool { return p.scroll.Content.MinSize().Height <= p.scroll.Size().Height }

// Enable is for Fyne, which asks what can be used whether it is disabled; a pane knows by itself.
func (p *Pane) Enable() {}

// Disable is for Fyne.
func (p *Pane) Disable() {}

// AccessibilityLabel returns the name.
func (p *Pane) AccessibilityLabel() string { return p.name }

// AccessibilityRole is for Fyne.
func (p *Pane) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (p *Pane) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{p.scroll, p.halo} }

func (p *Pane) Least() fyne.Size {
	return p.scroll.MinSize().AddWidthHeight(2*paint.HaloWidth, 2*paint.HaloWidth)
}

func (p *Pane) Restyle() { paint.StyleHalo(p, p.halo, p.Focused) }

func (p *Pane) Arrange(size fyne.Size) {
	paint.Place(p.scroll, paint.HaloWidth, paint.HaloWidth, size.Width-2*paint.HaloWidth, size.Height-2*paint.HaloWidth)
	paint.PlaceHalo(p.halo, paint.HaloWidth, paint.HaloWidth, size.Width-2*paint.HaloWidth, size.Height-2*paint.HaloWidth)
}
