package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
)

// track is a slider from 0 to 1 with the look of the window. What a place on it means, and
// where the keys lead, is its owner's.
type track struct {
	widget.Slider
	name string       // what it sets, for those who do not see it
	step func(by int) // left and right, 1; page up and page down, 10; home and end, far

	line, active *canvas.Rectangle
	thumb, halo  *canvas.Circle
	keyboard     bool
}

const (
	trackHeight = 24
	trackLine   = 4
	trackThumb  = 16
	trackEnd    = 14.5 // where widget.Slider has its ends, with this theme's sizes
	trackFar    = 1 << 30
)

func newTrack(changed, ended func(at float64), step func(by int)) *track {
	t := &track{
		step: step, line: &canvas.Rectangle{CornerRadius: 2}, active: &canvas.Rectangle{CornerRadius: 2},
		thumb: &canvas.Circle{}, halo: &canvas.Circle{},
	}
	t.Max, t.OnChanged, t.OnChangeEnded = 1, changed, ended
	t.ExtendBaseWidget(t)
	return t
}

// set puts the thumb at a place without calling back.
func (t *track) set(at float64) {
	t.Value = min(max(at, 0), 1)
	t.Refresh()
}

// TypedKey is for Fyne.
func (t *track) TypedKey(event *fyne.KeyEvent) {
	if t.Disabled() {
		return
	}
	by, ok := map[fyne.KeyName]int{
		fyne.KeyLeft: -1, fyne.KeyDown: -1, fyne.KeyRight: 1, fyne.KeyUp: 1,
		fyne.KeyPageDown: -10, fyne.KeyPageUp: 10, fyne.KeyHome: -trackFar, fyne.KeyEnd: trackFar,
	}[event.Name]
	if ok {
		t.step(by)
	}
}

// FocusGained is for Fyne.
func (t *track) FocusGained() {
	t.keyboard = true
	t.Slider.FocusGained()
}

// FocusLost is for Fyne.
func (t *track) FocusLost() {
	t.keyboard = false
	t.Slider.FocusLost()
}

// CreateRenderer is for Fyne.
func (t *track) CreateRenderer() fyne.WidgetRenderer { return newRenderer(t) }

func (t *track) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.line, t.active, t.halo, t.thumb}
}

func (t *track) Least() fyne.Size { return fyne.NewSize(2*trackEnd+60, trackHeight) }

// MinSize is for Fyne.
func (t *track) MinSize() fyne.Size { return t.BaseWidget.MinSize() }

func (t *track) Restyle() {
	role := theme.Primary
	if t.Disabled() {
		role = theme.Disabled
	}
	t.line.FillColor, t.active.FillColor = ink(t, theme.Line), ink(t, role)
	t.thumb.FillColor, t.thumb.StrokeColor, t.thumb.StrokeWidth = ink(t, role), ink(t, theme.Surface), 2
	t.halo.FillColor = color.Transparent
	if t.keyboard && !t.Disabled() {
		t.halo.FillColor = ink(t, theme.Focus)
	}
}

func (t *track) Arrange(size fyne.Size) {
	middle := size.Height / 2
	x := trackEnd + float32(t.Value)*(size.Width-2*trackEnd)
	place(t.line, trackEnd-trackThumb/2, middle-trackLine/2, size.Width-2*trackEnd+trackThumb, trackLine)
	place(t.active, trackEnd-trackThumb/2, middle-trackLine/2, x-trackEnd+trackThumb/2, trackLine)
	place(t.thumb, x-trackThumb/2, middle-trackThumb/2, trackThumb, trackThumb)
	place(t.halo, x-trackThumb/2-4, middle-trackThumb/2-4, trackThumb+8, trackThumb+8)
}

// AccessibilityLabel returns what the slider sets.
func (t *track) AccessibilityLabel() string { return t.name }

// AccessibilityRole is for Fyne.
func (t *track) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
