package forms

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// NumberRange is the range of a NumberSlider.
type NumberRange struct {
	Label          string  // before the slider, bold: "Age"; "" for none
	Min, Max, Step float64 // Step 0 for 1
	MinLabel       string  // at the slider's left end; "" for Min in figures
	MaxLabel       string  // at its right end: "30 years"; "" for Max in figures
	Unit           string  // after the entry, and stripped from what is typed: "%"
}

// NumberSlider is a slider and an entry for the same number. What is typed need not be on a
// step but must be in the range; otherwise a line says what is expected and nothing changes.
type NumberSlider struct {
	paint.Widget
	// OnChanged is told each new value as the person drags or types; the owner waits for
	// the end of a drag if its work is slow.
	OnChanged func(value float64)
	// OnChangeEnded, if set, is told the value when a drag, a key or typing has ended.
	OnChangeEnded func(value float64)

	limits   NumberRange
	value    float64
	told     float64 // what was set, or told to OnChangeEnded last
	pending  bool    // changed since OnChangeEnded
	label    *prose.Text
	low      *prose.Text
	high     *prose.Text
	unit     *prose.Text
	track    *Track
	entry    *NumberEntry
	problem  *prose.Text
	disabled bool
}

const sliderEntry = 64 // width of the entry

// NewNumberSlider returns a slider at value, brought into the range.
func NewNumberSlider(r NumberRange, value float64, changed func(value float64)) *NumberSlider {
	n := &NumberSlider{
		OnChanged: changed, value: value,
		label: prose.Strong("").OneLine(), unit: prose.Quiet("").OneLine(),
		low: prose.Caption("").OneLine(), high: prose.Caption("").OneLine(),
		problem: prose.NewText(theme.SizeCaption, theme.Danger),
	}
	n.track = NewTrack(n.dragged, func(float64) { n.end() }, n.step)
	n.entry = NewNumberEntry(n.typed, n.end, n.step)
	n.problem.Hide()
	n.ExtendBaseWidget(n)
	n.SetRange(r)
	return n
}

// SetRange shows another range; the value is brought into it.
func (n *NumberSlider) SetRange(r NumberRange) {
	if r.Step <= 0 {
		r.Step = 1
	}
	r.Max = max(r.Max, r.Min)
	if r.MinLabel == "" {
		r.MinLabel = numbers.ShownFigures(r.Min, r.Step)
	}
	if r.MaxLabel == "" {
		r.MaxLabel = numbers.ShownFigures(r.Max, r.Step)
	}
	n.limits = r
	n.label.SetText(r.Label)
	n.track.Name, n.entry.Name = r.Label, r.Label
	if r.Label == "" {
		n.track.Name, n.entry.Name = words.T("Number"), words.T("Number")
	}
	n.low.SetText(r.MinLabel)
	n.high.SetText(r.MaxLabel)
	n.unit.SetText(r.Unit)
	n.SetValue(n.value)
}

// SetValue shows another value, brought into the range.
func (n *NumberSlider) SetValue(value float64) {
	n.told = min(max(value, n.limits.Min), n.limits.Max)
	n.show(n.told)
}

// show shows a value as the present one.
func (n *NumberSlider) show(value float64) {
	n.value = min(max(value, n.limits.Min), n.limits.Max)
	n.track.Set(n.at(n.value))
	if typed, err := n.parse(n.entry.Text); err != nil || typed != n.value {
		n.entry.Set(numbers.ShownFigures(n.value, n.limits.Step))
	}
	n.complain("")
}

// Value returns the value.
func (n *NumberSlider) Value() float64 { return n.value }

// Entry returns the entry, to give it the focus.
func (n *NumberSlider) Entry() fyne.Focusable { return n.entry }

// Enable lets the value be changed.
func (n *NumberSlider) Enable() { n.setDisabled(false) }

// Disable greys the slider and the entry.
func (n *NumberSlider) Disable() { n.setDisabled(true) }

// Disabled tells whether the slider is greyed.
func (n *NumberSlider) Disabled() bool { return n.disabled }

func (n *NumberSlider) setDisabled(disabled bool) {
	n.disabled = disabled
	input.Enable(n.track, !disabled)
	input.Enable(n.entry, !disabled)
	n.Refresh()
}

// at returns the place of a value on the track.
func (n *NumberSlider) at(value float64) float64 {
	if n.limits.Max == n.limits.Min {
		return 0
	}
	return (value - n.limits.Min) / (n.limits.Max - n.limits.Min)
}

// snap returns the value on a step nearest to another.
func (n *NumberSlider) snap(value float64) float64 {
	steps := math.Round((value - n.limits.Min) / n.limits.Step)
	snapped := n.limits.Min + steps*n.limits.Step
	if text, err := strconv.ParseFloat(numbers.Figures(snapped, n.limits.Step), 64); err == nil {
		snapped = text // 0.3, not 0.30000000000000004
	}
	return min(max(snapped, n.limits.Min), n.limits.Max)
}

func (n *NumberSlider) dragged(at float64) {
	n.change(n.snap(n.limits.Min + at*(n.limits.Max-n.limits.Min)))
}

func (n *NumberSlider) step(by int) {
	n.change(n.snap(n.value + float64(by)*n.limits.Step))
	n.end()
}

func (n *NumberSlider) typed(text string) {
	value, err := n.parse(text)
	if err != nil || value < n.limits.Min || value > n.limits.Max {
		n.forget()
		r := n.limits
		n.complain(words.T("Type a number from %s to %s.", numbers.ShownFigures(r.Min, r.Step), numbers.ShownFigures(r.Max, r.Step)))
		return
	}
	n.change(value)
}

// forget takes back what was typed on the way to what cannot be used: "50" of "500".
func (n *NumberSlider) forget() {
	if !n.pending {
		return
	}
	n.pending, n.value = false, n.told
	n.track.Set(n.at(n.value))
	if n.OnChanged != nil {
		n.OnChanged(n.value)
	}
}

func (n *NumberSlider) parse(text string) (float64, error) {
	s, err := numbers.Decimal(text, n.limits.Unit)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(s, 64)
}

// change is what the person does.
func (n *NumberSlider) change(value float64) {
	changed := value != n.value
	n.show(value)
	if !changed {
		return
	}
	n.pending = true
	if n.OnChanged != nil {
		n.OnChanged(value)
	}
}

func (n *NumberSlider) end() {
	if !n.pending {
		return
	}
	n.pending, n.told = false, n.value
	if n.OnChangeEnded != nil {
		n.OnChangeEnded(n.value)
	}
}

// complain shows what is expected; "" for nothing.
func (n *NumberSlider) complain(problem string) {
	if n.problem.Visible() == (problem != "") && n.problem.String() == problem {
		return
	}
	n.problem.SetText(problem)
	paint.Show(n.problem, problem != "")
	n.Refresh()
}

// Problem returns what is wrong with what was typed, "" for nothing.
func (n *NumberSlider) Problem() string { return n.problem.String() }

func (n *NumberSlider) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{n.label, n.low, n.track, n.high, n.entry, n.unit, n.problem}
}

// least returns the width that all needs on one line.
func (n *NumberSlider) least() float32 {
	gap := paint.Dim(n, theme.SizeGap)
	width := n.track.MinSize().Width + sliderEntry*paint.Enlarged(n)
	for _, t := range []*prose.Text{n.label, n.low, n.high, n.unit} {
		if w := t.MinSize().Width; w > 0 {
			width += w + gap
		}
	}
	return width
}

// over tells whether the label stands over the slider, for want of room beside it.
func (n *NumberSlider) over(width float32) bool {
	return width > 0 && n.label.String() != "" && width < n.least()
}

func (n *NumberSlider) Least() fyne.Size {
	width := n.least()
	if label := n.label.MinSize().Width; label > 0 {
		width = max(width-label-paint.Dim(n, theme.SizeGap), label)
	}
	size := fyne.NewSize(width, n.entry.MinSize().Height)
	if n.over(n.Size().Width) {
		size.Height += n.label.LineHeight()
	}
	if n.problem.Visible() {
		size.Height += n.problem.MinSize().Height
	}
	return size
}

func (n *NumberSlider) Arrange(size fyne.Size) {
	gap, entry := paint.Dim(n, theme.SizeGap), sliderEntry*paint.Enlarged(n)
	height := n.entry.MinSize().Height
	x, y := float32(0), float32(0)
	before := []*prose.Text{n.label, n.low}
	if n.over(size.Width) {
		y = n.label.LineHeight()
		paint.PlaceMiddle(n.label, 0, 0, y)
		before = before[1:]
	}
	for _, t := range before {
		if w := paint.PlaceMiddle(t, x, y, height); w > 0 {
			x += w + gap
		}
	}
	right := size.Width
	if w := n.unit.MinSize().Width; w > 0 {
		right -= w
		paint.PlaceMiddle(n.unit, right, y, height)
		right -= gap
	}
	right -= entry
	paint.Place(n.entry, right, y, entry, height)
	right -= n.high.MinSize().Width + gap
	paint.PlaceMiddle(n.high, right, y, height)
	paint.Place(n.track, x-gap/2, y+(height-TrackHeight)/2, right-x, TrackHeight)
	if n.problem.Visible() {
		paint.PlaceWide(n.problem, 0, y+height+2, size.Width)
	}
}
