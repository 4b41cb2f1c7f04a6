package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Check is a box to tick that has a name, and hands escape on to the window. Its box stands
// flush with the text above it: only the ring of the keyboard reaches out of it. Given less width
// than its words need it breaks them into lines.
type Check struct {
	widget.Check
	// Name is what a box without words is for.
	Name string
}

// NewCheck returns a box that is not ticked.
func NewCheck(text string, changed func(on bool)) *Check {
	c := &Check{}
	c.Text, c.OnChanged = paint.Shown(text), changed
	c.ExtendBaseWidget(c)
	return c
}

// SetChecked ticks the box, or not, without a call back.
func (c *Check) SetChecked(on bool) {
	told := c.OnChanged
	c.OnChanged = nil
	c.Check.SetChecked(on)
	c.OnChanged = told
}

// TypedKey is for Fyne.
func (c *Check) TypedKey(key *fyne.KeyEvent) {
	if !input.Escaped(key) {
		c.Check.TypedKey(key)
	}
}

// AccessibilityLabel returns the box's words, and whether it is ticked.
func (c *Check) AccessibilityLabel() string {
	name := c.Text
	if name == "" {
		name = c.Name
	}
	if c.Checked {
		return words.T("%s, ticked", name)
	}
	return name
}

// AccessibilityRole is for Fyne.
func (c *Check) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// Narrowest returns the width of the widest word, with the box.
func (c *Check) Narrowest() float32 {
	size := theme.Size(theme.SizeBody)
	box := c.MinSize().Width - paint.Measure(c.Text, size, fyne.TextStyle{})
	return box + min(prose.WidestWord([]prose.Span{prose.Plain(c.Text)}, size), paint.LeastWidth)
}

// CreateRenderer is for Fyne.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRenderer{WidgetRenderer: c.Check.CreateRenderer(), check: c, lines: prose.Body(c.Text)}
	for _, o := range r.WidgetRenderer.Objects() {
		if label, ok := o.(*canvas.Text); ok {
			r.label = label
		} else {
			r.box = append(r.box, o)
		}
	}
	return r
}

// checkRenderer shows Fyne's box to tick, and in the place of its line of words several where there is no
// room for one.
type checkRenderer struct {
	fyne.WidgetRenderer
	check *Check
	box   []fyne.CanvasObject
	label *canvas.Text
	lines *prose.Text
}

// checkPad is what Fyne leaves empty before a box.
const checkPad = 8

// folded tells whether the words need several lines.
func (r *checkRenderer) folded() bool {
	width := r.check.Size().Width
	return width > 0 && r.WidgetRenderer.MinSize().Width-checkPad > width+paint.Slack
}

// Objects is for Fyne.
func (r *checkRenderer) Objects() []fyne.CanvasObject {
	if r.folded() {
		return append(r.box[:len(r.box):len(r.box)], r.lines)
	}
	return r.WidgetRenderer.Objects()
}

// MinSize is for Fyne.
func (r *checkRenderer) MinSize() fyne.Size {
	least := r.WidgetRenderer.MinSize().SubtractWidthHeight(checkPad, 0)
	if r.folded() {
		r.place()
		least.Height += r.lines.MinSize().Height - r.lines.LineHeight()
	}
	return least
}

// Layout is for Fyne.
func (r *checkRenderer) Layout(size fyne.Size) {
	folded := r.folded()
	if folded {
		size.Height = r.WidgetRenderer.MinSize().Height
	}
	r.WidgetRenderer.Layout(size.AddWidthHeight(checkPad, 0))
	for _, o := range r.WidgetRenderer.Objects() {
		o.Move(o.Position().SubtractXY(checkPad, 0))
	}
	if folded {
		r.place()
	}
}

// place puts the first of several lines beside the box.
func (r *checkRenderer) place() {
	x, line := r.label.Position().X, r.WidgetRenderer.MinSize().Height
	paint.PlaceWide(r.lines, x, (line-r.lines.LineHeight())/2, r.check.Size().Width-x)
}

// Refresh is for Fyne.
func (r *checkRenderer) Refresh() {
	r.lines.Color = theme.Text
	if r.check.Disabled() {
		r.lines.Color = theme.Disabled
	}
	r.lines.SetText(r.check.Text)
	r.WidgetRenderer.Refresh()
	if size := r.check.Size(); !size.IsZero() {
		r.Layout(size)
	}
}

// FocusGained is for Fyne.
func (c *Check) FocusGained() {
	c.Check.FocusGained()
	input.InSight()
}
