package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// Radio is a line of words of which one is chosen. It takes the focus as a whole: left and right,
// home and end choose.
type Radio struct {
	paint.Widget
	input.Hover
	input.Focus
	OnChosen func(i int)

	name    string
	options []string
	chosen  int

	rings, dots []*canvas.Circle
	texts       []*canvas.Text
	halo        *canvas.Rectangle
}

const (
	radioRing = 16
	radioDot  = 8
	radioGap  = 8  // between a ring and its words
	radioNext = 20 // between a choice and the next
	radioTall = 30
)

// NewRadio returns a line of words with one of them chosen. name is what is chosen, for those who
// do not see what it stands under.
func NewRadio(name string, options []string, now int, chosen func(i int)) *Radio {
	r := &Radio{OnChosen: chosen, name: name, options: options, chosen: now, halo: paint.NewHalo(2)}
	for _, o := range options {
		r.rings, r.dots = append(r.rings, &canvas.Circle{StrokeWidth: 2}), append(r.dots, &canvas.Circle{})
		r.texts = append(r.texts, &canvas.Text{Text: paint.Shown(o)})
	}
	r.FocusChanged = r.Refresh
	r.Typed = func(key fyne.KeyName) { r.choose(input.Step(key, r.chosen, len(r.options), nil)) }
	r.ExtendBaseWidget(r)
	return r
}

// AccessibilityLabel returns what is chosen.
func (r *Radio) AccessibilityLabel() string { return input.Named(r.name, r.options[r.chosen]) }

// Tapped is for Fyne.
func (r *Radio) Tapped(event *fyne.PointEvent) {
	for i := range r.options {
		if start, end := r.span(i); event.Position.X >= start && event.Position.X < end {
			r.choose(i)
		}
	}
	input.FocusOn(r)
}

// choose chooses another of the words.
func (r *Radio) choose(i int) {
	if i == r.chosen {
		return
	}
	r.chosen = i
	r.Refresh()
	if r.OnChosen != nil {
		r.OnChosen(i)
	}
}

// Options returns the words.
func (r *Radio) Options() []string { return r.options }

// Choose chooses one of the words, as the person does.
func (r *Radio) Choose(i int) { r.choose(i) }

// span returns where a choice begins and ends.
func (r *Radio) span(i int) (start, end float32) {
	for k := range i {
		start += radioRing + radioGap + r.texts[k].MinSize().Width + radioNext
	}
	return start, start + radioRing + radioGap + r.texts[i].MinSize().Width
}

func (r *Radio) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{r.halo}
	for i := range r.options {
		list = append(list, r.rings[i], r.dots[i], r.texts[i])
	}
	return list
}

func (r *Radio) Least() fyne.Size {
	_, width := r.span(len(r.options) - 1)
	return fyne.NewSize(width+2, max(radioTall, r.texts[0].MinSize().Height))
}

func (r *Radio) Restyle() {
	for i, t := range r.texts {
		t.Color, t.TextSize = paint.Ink(r, theme.Text), paint.Dim(r, theme.SizeBody)
		r.rings[i].StrokeColor, r.dots[i].FillColor = paint.Ink(r, theme.QuietText), paint.Ink(r, theme.Primary)
		if i == r.chosen {
			r.rings[i].StrokeColor = paint.Ink(r, theme.Primary)
		}
		paint.Show(r.dots[i], i == r.chosen)
	}
	paint.StyleHalo(r, r.halo, r.Focused)
}

func (r *Radio) Arrange(size fyne.Size) {
	for i, t := range r.texts {
		x, _ := r.span(i)
		paint.Place(r.rings[i], x, (size.Height-radioRing)/2, radioRing, radioRing)
		paint.Place(r.dots[i], x+(radioRing-radioDot)/2, (size.Height-radioDot)/2, radioDot, radioDot)
		paint.Place(t, x+radioRing+radioGap, (size.Height-t.MinSize().Height)/2, t.MinSize().Width, t.MinSize().Height)
	}
	paint.PlaceHalo(r.halo, 0, 0, r.Least().Width, size.Height)
}
