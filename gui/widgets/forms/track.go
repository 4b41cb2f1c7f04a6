package forms

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// Track is a slider from 0 to 1 with the look of the window. What a place on it means, and
// where the keys lead, is its owner's.
type Track struct {
	widget.Slider
	Name string       // what it sets, for those who do not see it
	step func(by int) // left and right, 1; page up and page down, 10; home and end, far

	line, active *canvas.Rectangle
	thumb, halo  *canvas.Circle
	keyboard     bool
}

const (
	TrackHeight = 24
	trackLine   = 4
	TrackThumb  = 16
	TrackEnd    = 14.5 // where widget.Slider has its ends, with this theme's sizes
	trackFar    = 1 << 30
)

func NewTrack(changed, ended func(at float64), step func(by int)) *Track {
	t := &Track{
		step: step, line: &canvas.Rectangle{CornerRadius: 2}, active: &canvas.Rectangle{CornerRadius: 2},
		thumb: &canvas.Circle{}, halo: &canvas.Circle{},
	}
	t.Max, t.OnChanged, t.OnChangeEnded = 1, changed, ended
	t.ExtendBaseWidget(t)
	return t
}

// Set puts the thumb at a place without calling back.
func (t *Track) Set(at float64) {
	t.Value = min(max(at, 0), 1)
	t.Refresh()
}

// TypedKey is for Fyne.
func (t *Track) TypedKey(event *fyne.KeyEvent) {
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
func (t *Track) FocusGained() {
	t.keyboard = true
	t.Slider.FocusGained()
}

// FocusLost is for Fyne.
func (t *Track) FocusLost() {
	t.keyboard = false
	t.Slider.FocusLost()
}

// CreateRenderer is for Fyne.
func (t *Track) CreateRenderer() fyne.WidgetRenderer { return paint.NewRenderer(t) }

func (t *Track) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.line, t.active, t.halo, t.thumb}
}

func (t *Track) Least() fyne.Size { return fyne.NewSize(2*TrackEnd+60, TrackHeight) }

// MinSize is for Fyne.
func (t *Track) MinSize() fyne.Size { return t.BaseWidget.MinSize() }

func (t *Track) Restyle() {
	role := theme.Primary
	if t.Disabled() {
		role = theme.Disabled
	}
	t.line.FillColor, t.active.FillColor = paint.Ink(t, theme.Line), paint.Ink(t, role)
	t.thumb.FillColor, t.thumb.StrokeColor, t.thumb.StrokeWidth = paint.Ink(t, role), paint.Ink(t, theme.Surface), 2
	t.halo.FillColor = color.Transparent
	if t.keyboard && !t.Disabled() {
		t.halo.FillColor = paint.Ink(t, theme.Focus)
	}
}

func (t *Track) Arrange(size fyne.Size) {
	middle := size.Height / 2
	x := TrackEnd + float32(t.Value)*(size.Width-2*TrackEnd)
	paint.Place(t.line, TrackEnd-TrackThumb/2, middle-trackLine/2, size.Width-2*TrackEnd+TrackThumb, trackLine)
	paint.Place(t.active, TrackEnd-TrackThumb/2, middle-trackLine/2, x-TrackEnd+TrackThumb/2, trackLine)
	paint.Place(t.thumb, x-TrackThumb/2, middle-TrackThumb/2, TrackThumb, TrackThumb)
	paint.Place(t.halo, x-TrackThumb/2-4, middle-TrackThumb/2-4, TrackThumb+8, TrackThumb+8)
}

// AccessibilityLabel returns what the slider sets.
func (t *Track) AccessibilityLabel() string { return t.Name }

// AccessibilityRole is for Fyne.
func (t *Track) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
