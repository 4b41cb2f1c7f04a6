package figures

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Zoom is how large a PageView shows a page.
type Zoom int

// The zooms.
const (
	FitPage  Zoom = iota // all of the page is in sight
	FitWidth             // as wide as there is room
	Original             // as large as on paper, at 96 pixels to the inch
)

// zoomWords name the zooms.
var zoomWords = []string{words.Key("Fit page"), words.Key("Fit width"), words.Key("Original size")}

// PageView shows the pages of a document one at a time, with a bar to turn them and to
// choose how large they are. It takes the focus: left, right, page up, page down, home and
// end turn the pages, up and down scroll.  The wheel scrolls the page of the window first until it has the focus.
type PageView struct {
	paint.Widget
	input.Focus

	pages         int
	width, height float32 // of a page, in pixels at its original size
	draw          func(page int) Draw
	page          int
	zoom          Zoom
	short         bool // which page is open stands there in figures alone

	ground, desk   *canvas.Rectangle
	rule           *canvas.Line
	previous, next *forms.IconButton
	words          *prose.Text
	choose         *forms.Picker
	figure         *Figure
	sheet          *canvas.Rectangle
	scroll         *input.Wheeled
	holder         *fyne.Container
	halo           *canvas.Rectangle
}

const (
	pageBar    = 40
	pageMargin = 14
	pageLeast  = 240
	barRoom    = 24 // between the parts of the bar
)

// NewPageView returns a view without pages. run has the pages drawn; see Figure.
func NewPageView(run Run) *PageView {
	v := &PageView{
		width: 794, height: 1123, ground: &canvas.Rectangle{}, desk: &canvas.Rectangle{}, sheet: &canvas.Rectangle{},
		rule: &canvas.Line{StrokeWidth: 1}, words: prose.Prose().OneLine(), halo: paint.NewHalo(0),
		figure: NewFigure(fyne.NewSize(1, 1), run, nil),
	}
	v.previous = forms.NewIconButton(fynetheme.NavigateBackIcon(), words.T("Previous page"), func() { v.Turn(v.page - 1) })
	v.next = forms.NewIconButton(fynetheme.NavigateNextIcon(), words.T("Next page"), func() { v.Turn(v.page + 1) })
	zooms := make([]string, len(zoomWords))
	for i, z := range zoomWords {
		zooms[i] = words.Text(z)
	}
	v.choose = forms.NewPicker(words.T("Size of the page"), func(i int) { v.SetZoom(Zoom(i)) })
	v.choose.SetTexts(zooms)
	v.choose.SetSelected(int(FitPage))
	v.holder = container.New(&paperLayout{v}, v.sheet, v.figure)
	v.scroll = input.NewWheeled(v.holder, func() bool { return !v.Focused })
	v.FocusChanged = v.Refresh
	v.Typed = v.key
	v.ExtendBaseWidget(v)
	return v
}

// SetPages shows another document: so many pages of a width and a height (pixels at the
// original size), each drawn by what draw returns for it, counted from 0. The view stays on
// its page if there still is one.
func (v *PageView) SetPages(n int, width, height float32, draw func(page int) Draw) {
	v.pages, v.width, v.height, v.draw = n, width, height, draw
	v.page = min(max(v.page, 0), max(n-1, 0))
	v.showPage()
}

// Turn shows a page, counted from 0, from its top; beyond the ends it does nothing.
func (v *PageView) Turn(page int) {
	if page < 0 || page >= v.pages || page == v.page {
		return
	}
	v.page = page
	v.scroll.Offset = fyne.Position{}
	v.showPage()
}

// Page returns the page that is shown, counted from 0.
func (v *PageView) Page() int { return v.page }

// SetZoom shows the pages larger or smaller.
func (v *PageView) SetZoom(z Zoom) {
	if z < FitPage || z > Original || z == v.zoom {
		return
	}
	v.zoom = z
	v.choose.SetSelected(int(z))
	v.scroll.Offset = fyne.Position{}
	v.Refresh()
}

func (v *PageView) showPage() {
	if v.draw != nil && v.pages > 0 {
		v.figure.SetDraw(v.draw(v.page))
	} else {
		v.figure.SetDraw(nil)
	}
	v.Refresh()
}

func (v *PageView) key(key fyne.KeyName) {
	switch key {
	case fyne.KeyLeft, fyne.KeyPageUp:
		v.Turn(v.page - 1)
	case fyne.KeyRight, fyne.KeyPageDown:
		v.Turn(v.page + 1)
	case fyne.KeyHome:
		v.Turn(0)
	case fyne.KeyEnd:
		v.Turn(v.pages - 1)
	case fyne.KeyUp:
		v.scroll.Scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 60)})
	case fyne.KeyDown:
		v.scroll.Scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -60)})
	}
}

// Tapped is for Fyne.
func (v *PageView) Tapped(*fyne.PointEvent) { input.FocusOn(v) }

func (v *PageView) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.ground, v.desk, v.previous, v.words, v.next, v.choose, v.rule, v.scroll, v.halo}
}

func (v *PageView) Least() fyne.Size { return fyne.NewSize(pageLeast, pageBar+pageLeast) }

func (v *PageView) Restyle() {
	radius := paint.Dim(v, theme.SizeCardEdge)
	v.ground.FillColor, v.ground.StrokeColor = paint.Ink(v, theme.Surface), paint.Ink(v, theme.Line)
	v.ground.StrokeWidth, v.ground.CornerRadius = 1, radius
	v.desk.FillColor, v.desk.BottomLeftCornerRadius, v.desk.BottomRightCornerRadius = paint.Ink(v, theme.Quiet), radius, radius
	v.sheet.FillColor = paint.Ink(v, theme.Surface) // until the page is Drawn, which is white paper
	v.sheet.StrokeColor, v.sheet.StrokeWidth = paint.Ink(v, theme.Line), 1
	paint.Show(v.sheet, v.pages > 0)
	v.rule.StrokeColor = paint.Ink(v, theme.Line)
	paint.StyleHalo(v, v.halo, v.Focused)
	v.showWords()
	input.Enable(v.previous, v.page > 0)
	input.Enable(v.next, v.page+1 < v.pages)
}

// showWords says which page is open, in figures alone where there is little room.
func (v *PageView) showWords() {
	switch {
	case v.pages == 0:
		v.words.Set(prose.Plain(words.T("No page yet")))
	case v.short:
		v.words.Set(prose.Bold(fmt.Sprint(v.page+1)), prose.Plain(fmt.Sprintf(" / %d", v.pages)))
	default:
		v.words.Set(prose.Plain(words.T("Page ")), prose.Bold(fmt.Sprint(v.page+1)), prose.Plain(words.T(" of %d", v.pages)))
	}
}

// barWidth returns how wide the bar is with all its words.
func (v *PageView) barWidth() float32 {
	size := paint.Dim(v, theme.SizeBody)
	said := paint.Measure(words.T("Page ")+fmt.Sprint(v.pages)+words.T(" of %d", v.pages), size, fyne.TextStyle{Bold: true})
	return v.previous.MinSize().Width + said + v.next.MinSize().Width + v.choose.MinSize().Width + barRoom
}

func (v *PageView) Arrange(size fyne.Size) {
	paint.Place(v.ground, 0, 0, size.Width, size.Height)
	paint.Place(v.desk, 1, pageBar, size.Width-2, size.Height-pageBar-1)
	paint.Place(v.halo, 1, 1, size.Width-2, size.Height-2)
	v.short = size.Width > 0 && size.Width < v.barWidth()
	v.showWords()
	x := float32(4)
	x += paint.PlaceMiddle(v.previous, x, 0, pageBar)
	x += paint.PlaceMiddle(v.words, x+2, 0, pageBar) + 4
	x += paint.PlaceMiddle(v.next, x, 0, pageBar)
	width := min(v.choose.MinSize().Width, max(0, size.Width-x-8))
	height := min(v.choose.MinSize().Height, pageBar-6)
	paint.Place(v.choose, size.Width-width-6, (pageBar-height)/2, width, height)
	v.rule.Position1, v.rule.Position2 = fyne.NewPos(0, pageBar-0.5), fyne.NewPos(size.Width, pageBar-0.5)
	paint.Place(v.scroll, 1, pageBar, size.Width-2, size.Height-pageBar-1)
	v.scroll.Refresh()
}

// paper returns the size of the page in a size of the desk.
func (v *PageView) paper(desk fyne.Size) fyne.Size {
	scale := float32(1)
	wide, high := (desk.Width-2*pageMargin)/v.width, (desk.Height-2*pageMargin)/v.height
	switch v.zoom {
	case FitPage:
		scale = min(wide, high)
	case FitWidth:
		scale = wide
	}
	scale = max(scale, 0.05)
	return fyne.NewSize(v.width*scale, v.height*scale)
}

// paperLayout places the page on the desk.
type paperLayout struct{ view *PageView }

func (p *paperLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	if p.view.zoom == FitPage || p.view.scroll == nil {
		return fyne.NewSize(1, 1)
	}
	size := p.view.paper(p.view.scroll.Size()).AddWidthHeight(2*pageMargin, 2*pageMargin)
	if p.view.zoom == FitWidth {
		size.Width = 1
	}
	return size
}

func (p *paperLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	desk := size
	if p.view.zoom != FitPage && p.view.scroll != nil {
		desk = p.view.scroll.Size()
	}
	paper := p.view.paper(desk)
	x, y := max(pageMargin, (size.Width-paper.Width)/2), float32(pageMargin) // at the top, where one begins to read
	paint.Place(objects[0], x-1, y-1, paper.Width+2, paper.Height+2)
	paint.Place(objects[1], x, y, paper.Width, paper.Height)
}

// AccessibilityLabel returns which page is open.
func (v *PageView) AccessibilityLabel() string {
	return input.Named(words.T("Pages"), v.words.String())
}
