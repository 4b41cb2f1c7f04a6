package frames

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// StepState is how a step of the guide stands.
type StepState int

// The states.
const (
	NotYet    StepState = iota // a number in a circle
	Done                       // a tick
	Attention                  // a triangle with an exclamation mark
)

// RailStep is one step of a Rail.
type RailStep struct {
	Title string
	State StepState
	Note  string // the state in words: "4,812 people", "Needs your yes", "Not yet"
}

// Rail is the list of the guided steps, numbered from 1, at the window's left. It takes the
// focus as a whole: up and down (home, end) move along it, space and enter go there.
type Rail struct {
	paint.Widget
	input.Focus
	OnSelected func(step int)

	steps   []RailStep
	current int
	aimed   int // where the keyboard stands
	narrow  bool
	ground  *canvas.Rectangle
	border  *canvas.Line
	items   []*railItem
}

const (
	railPad        = 10 // around the steps
	railItemHeight = 52
	railGap        = 4
	railSlimPad    = 2 // beside the steps of a slim one
)

// NewRail returns a rail that shows the first step as the current one. selected is told the
// index, from 0, of the step the person wants to go to, even if it is the current one.
func NewRail(steps []RailStep, selected func(step int)) *Rail {
	r := &Rail{OnSelected: selected, ground: &canvas.Rectangle{}, border: &canvas.Line{StrokeWidth: 1}}
	r.FocusChanged = func() {
		r.aimed = r.current
		r.Refresh()
	}
	r.Typed = r.key
	r.ExtendBaseWidget(r)
	r.SetSteps(steps)
	return r
}

// SetSteps shows other steps or other states.
func (r *Rail) SetSteps(steps []RailStep) {
	r.steps = slices.Clone(steps)
	for len(r.items) < len(steps) {
		r.items = append(r.items, newRailItem(r, len(r.items)))
	}
	r.items = r.items[:len(steps)]
	r.Refresh()
}

// SetCurrent shows which step, from 0, the page belongs to.
func (r *Rail) SetCurrent(step int) {
	r.current, r.aimed = step, step
	r.Refresh()
}

// Current returns the step, from 0, that is shown as the page's.
func (r *Rail) Current() int { return r.current }

// SetNarrow puts the titles below the marks and leaves the notes out, for narrow windows.
func (r *Rail) SetNarrow(narrow bool) {
	r.narrow = narrow
	r.Refresh()
}

func (r *Rail) key(key fyne.KeyName) {
	if input.IsTap(key) {
		r.choose(r.aimed)
		return
	}
	r.aimed = input.Step(key, r.aimed, len(r.steps), nil)
	r.Refresh()
}

// choose is what the person does; the owner then calls SetCurrent.
func (r *Rail) choose(step int) {
	r.aimed = step
	if r.OnSelected != nil && step >= 0 && step < len(r.steps) {
		r.OnSelected(step)
	}
}

func (r *Rail) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{r.ground, r.border}
	for _, i := range r.items {
		list = append(list, i)
	}
	return list
}

func (r *Rail) Least() fyne.Size {
	width := paint.Dim(r, theme.SizeRail)
	if r.narrow {
		width = paint.Dim(r, theme.SizeRailSlim)
	}
	n := float32(len(r.steps))
	return fyne.NewSize(width, 2*railPad+n*railItemHeight+max(0, n-1)*railGap)
}

func (r *Rail) Restyle() {
	r.ground.FillColor, r.border.StrokeColor = paint.Ink(r, theme.Background), paint.Ink(r, theme.Line)
	for _, i := range r.items {
		i.Refresh()
	}
}

func (r *Rail) Arrange(size fyne.Size) {
	paint.Place(r.ground, 0, 0, size.Width, size.Height)
	r.border.Position1 = fyne.NewPos(size.Width-0.5, 0)
	r.border.Position2 = fyne.NewPos(size.Width-0.5, size.Height)
	pad := float32(railPad)
	if r.narrow {
		pad = railSlimPad
	}
	// Large text gets more height, as far as there is room.
	n := float32(len(r.items))
	high := max(railItemHeight, min(railItemHeight*paint.Enlarged(r), (size.Height-2*railPad+railGap)/n-railGap))
	for i, item := range r.items {
		paint.Place(item, pad, railPad+float32(i)*(high+railGap), size.Width-2*pad-1, high)
	}
}

// AccessibilityLabel returns the step that is open, or that the keyboard stands on.
func (r *Rail) AccessibilityLabel() string {
	at := r.current
	if r.Focused {
		at = r.aimed
	}
	if at < 0 || at >= len(r.steps) {
		return words.T("Steps")
	}
	return input.Named(words.T("Steps"), r.steps[at].Title)
}
