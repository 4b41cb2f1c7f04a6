package editors

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Fact is what a FactRow shows.
type Fact struct {
	Ticked bool
	Title  string
	Note   string // after the title, quiet: "single count"
	// State says how the fact stands with the data, in a kind; "" for nothing.
	State     string
	StateKind notices.Kind
	// Price is the fact's price in noise as a badge: "Free", "× 12"; "" for none.
	Price      string
	PriceStyle notices.BadgeStyle
	Why        []prose.Span // a line under the title
	Selected   bool         // the one that is spoken of elsewhere
}

// FactRow is one known fact: a tick, what it is, how it stands with the data, its price in
// noise, and where it has something to set, that under them.
type FactRow struct {
	paint.Widget
	input.Hover
	// OnTicked is told when the person ticks or unticks; OnTapped when they point at the row.
	OnTicked func(on bool)
	OnTapped func()

	fact Fact

	ground, cover *canvas.Rectangle
	check         *forms.Check
	title         *prose.Text
	state         *prose.Text
	stateIcon     *canvas.Image
	price         *notices.Badge
	why           *prose.Text
	extra         fyne.CanvasObject
}

const (
	factPad   = 16
	factStart = 48 // where the words begin
	factTop   = 12
	factIcon  = 16
	factGap   = 12
)

// NewFactRow returns a row; extra may be nil.
func NewFactRow(extra fyne.CanvasObject, ticked func(on bool)) *FactRow {
	f := &FactRow{
		OnTicked: ticked, extra: extra, ground: &canvas.Rectangle{}, cover: &canvas.Rectangle{},
		title: prose.Prose(), state: prose.NewText(theme.SizeTable, theme.Text).OneLine(), stateIcon: paint.NewIcon(),
		price: notices.NewBadge(notices.BadgeGood, ""), why: prose.Quiet(""),
	}
	f.check = forms.NewCheck("", func(on bool) {
		if f.OnTicked != nil {
			f.OnTicked(on)
		}
	})
	f.HoverChanged = f.Refresh
	f.ExtendBaseWidget(f)
	return f
}

// Set shows another fact.
func (f *FactRow) Set(fact Fact) {
	f.fact = fact
	f.check.SetChecked(fact.Ticked)
	f.check.Name = fact.Title
	f.title.Set(prose.Bold(fact.Title))
	if fact.Note != "" {
		f.title.Set(prose.Bold(fact.Title), prose.Span{Text: "   " + fact.Note, Color: theme.QuietText})
	}
	f.state.SetText(fact.State)
	f.price.Set(fact.PriceStyle, fact.Price)
	f.why.Set(fact.Why...)
	f.Refresh()
}

// Check returns the tick, to give it the focus.
func (f *FactRow) Check() *forms.Check { return f.check }

// String returns the words of the row.
func (f *FactRow) String() string {
	return f.title.String() + "\n" + f.fact.State + "\n" + f.fact.Price + "\n" + f.why.String()
}

// Tapped is for Fyne.
func (f *FactRow) Tapped(*fyne.PointEvent) {
	if f.OnTapped != nil {
		f.OnTapped()
	}
}

func (f *FactRow) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{f.ground, f.cover, f.check, f.title, f.stateIcon, f.state, f.price, f.why}
	if f.extra != nil {
		list = append(list, f.extra)
	}
	return list
}

// right returns the width of the state and the price.
func (f *FactRow) right() (width float32) {
	if f.fact.Price != "" {
		width += f.price.MinSize().Width + factGap
	}
	if f.fact.State != "" {
		width += f.state.MinSize().Width + factIcon + 6 + factGap
	}
	return width
}

func (f *FactRow) Least() fyne.Size {
	height := factTop + f.title.MinSize().Height + factTop
	if f.why.String() != "" {
		height += f.why.MinSize().Height + 2
	}
	if f.extra != nil && f.extra.Visible() {
		height += f.extra.MinSize().Height + paint.Dim(f, theme.SizeGap)
	}
	return fyne.NewSize(factStart+f.right()+2*factPad+paint.LeastWidth, height)
}

func (f *FactRow) Restyle() {
	f.ground.FillColor, f.cover.FillColor = paint.Ink(f, theme.Selected), paint.Ink(f, theme.Hover)
	paint.Show(f.ground, f.fact.Selected)
	paint.Show(f.cover, f.Hovered && !f.fact.Selected && f.OnTapped != nil)
	mark, _, _ := f.fact.StateKind.Roles()
	f.state.SetColor(mark)
	if f.fact.State == "" {
		paint.SetIcon(f.stateIcon, nil, "")
	} else {
		paint.SetIcon(f.stateIcon, f.fact.StateKind.Icon(), mark)
	}
	paint.Show(f.price, f.fact.Price != "")
	paint.Show(f.why, f.why.String() != "")
}

func (f *FactRow) Arrange(size fyne.Size) {
	paint.Place(f.ground, 0, 0, size.Width, size.Height)
	paint.Place(f.cover, 0, 0, size.Width, size.Height)
	line := f.title.LineHeight()
	least := f.check.MinSize()
	paint.Place(f.check, factPad, factTop+(line-least.Height)/2, least.Width, least.Height)
	x := size.Width - factPad
	if f.price.Visible() {
		x -= f.price.MinSize().Width
		paint.PlaceMiddle(f.price, x, factTop, line)
		x -= factGap
	}
	if f.fact.State != "" {
		x -= f.state.MinSize().Width
		paint.PlaceMiddle(f.state, x, factTop, line)
		x -= factIcon + 6
		paint.Place(f.stateIcon, x, factTop+(line-factIcon)/2, factIcon, factIcon)
		x -= factGap
	}
	y := factTop + paint.PlaceWide(f.title, factStart, factTop, x-factStart)
	if f.why.Visible() {
		y += 2 + paint.PlaceWide(f.why, factStart, y+2, size.Width-factStart-factPad-60)
	}
	if f.extra != nil && f.extra.Visible() {
		paint.PlaceWide(f.extra, factStart, y+paint.Dim(f, theme.SizeGap), size.Width-factStart-factPad)
	}
}
