package figures

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// MeterPart is one stretch of a Meter.
type MeterPart struct {
	Label     string
	Value     float64             // in the unit of the total; not negative
	ValueText string              // as the legend shows it: "40 %"
	Color     fyne.ThemeColorName // a role of package theme; "" for the primary colour
}

// Meter is a bar of which parts are taken, from the left; the rest is left. With a legend
// it lists the parts under the bar.
type Meter struct {
	paint.Widget
	total  float64
	legend bool
	parts  []MeterPart

	track  *canvas.Rectangle
	bars   []*canvas.Rectangle
	keys   []*canvas.Rectangle
	labels []*prose.Text
	values []*prose.Text
}

const (
	meterHeight = 14
	meterThick  = 20 // with several parts, which are told apart by colour
	meterLine   = 20 // of the legend
	meterKey    = 10
	meterLeast  = 120
)

// NewMeter returns a bar of a total.
func NewMeter(total float64, legend bool, parts ...MeterPart) *Meter {
	m := &Meter{legend: legend, track: &canvas.Rectangle{}}
	m.ExtendBaseWidget(m)
	m.Set(total, parts...)
	return m
}

// Set shows another total and other parts.
func (m *Meter) Set(total float64, parts ...MeterPart) {
	m.total, m.parts = total, parts
	for len(m.bars) < len(parts) {
		m.bars = append(m.bars, &canvas.Rectangle{})
		m.keys = append(m.keys, &canvas.Rectangle{})
		m.labels = append(m.labels, prose.NewText(theme.SizeCaption, theme.Text).OneLine())
		m.values = append(m.values, prose.NewText(theme.SizeCaption, theme.Text).OneLine())
	}
	n := len(parts)
	m.bars, m.keys, m.labels, m.values = m.bars[:n], m.keys[:n], m.labels[:n], m.values[:n]
	m.Refresh()
}

func (m *Meter) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{m.track}
	for i := range m.parts {
		list = append(list, m.bars[i])
		if m.legend {
			list = append(list, m.keys[i], m.labels[i], m.values[i])
		}
	}
	return list
}

func (m *Meter) barHeight() float32 {
	if len(m.parts) > 1 {
		return meterThick
	}
	return meterHeight
}

func (m *Meter) Least() fyne.Size {
	size := fyne.NewSize(meterLeast, m.barHeight())
	if m.legend {
		size.Height += paint.Dim(m, theme.SizeGap) + meterLine*float32(len(m.parts))
	}
	return size
}

func (m *Meter) Restyle() {
	m.track.FillColor, m.track.CornerRadius = paint.Ink(m, theme.Line), 2
	for i, p := range m.parts {
		role := p.Color
		if role == "" {
			role = theme.Primary
		}
		m.bars[i].FillColor, m.bars[i].CornerRadius = paint.Ink(m, role), 2
		m.keys[i].FillColor = paint.Ink(m, role)
		m.labels[i].Set(prose.Plain(p.Label))
		m.values[i].Set(prose.Plain(p.ValueText))
	}
}

// fraction returns the part of the bar that a value takes, beside what is taken already. A
// bar is never overfull.
func (m *Meter) fraction(value, taken float64) float64 {
	if m.total <= 0 || value <= 0 {
		return 0
	}
	return min(value/m.total, 1-taken)
}

func (m *Meter) Arrange(size fyne.Size) {
	paint.Place(m.track, 0, 0, size.Width, m.barHeight())
	taken := 0.0
	for i, p := range m.parts {
		f := m.fraction(p.Value, taken)
		x := float32(taken) * size.Width
		width := float32(f) * size.Width
		if taken += f; i < len(m.parts)-1 || taken < 1 {
			width -= 2 // a gap tells neighbours apart without colour
		}
		paint.Place(m.bars[i], x, 0, max(0, width), m.barHeight())
	}
	if !m.legend {
		return
	}
	y := m.barHeight() + paint.Dim(m, theme.SizeGap)
	for i := range m.parts {
		paint.Place(m.keys[i], 0, y+(meterLine-meterKey)/2, meterKey, meterKey)
		value := m.values[i].MinSize().Width
		height := m.labels[i].LineHeight()
		paint.Place(m.labels[i], meterKey+6, y+(meterLine-height)/2, max(0, size.Width-value-meterKey-14), height)
		paint.Place(m.values[i], size.Width-value, y+(meterLine-height)/2, value, height)
		y += meterLine
	}
}
