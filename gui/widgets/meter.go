package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
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
	widget.BaseWidget
}

// NewMeter returns a bar of a total.
func NewMeter(total float64, legend bool, parts ...MeterPart) *Meter { return &Meter{} }

// Set shows another total and other parts.
func (m *Meter) Set(total float64, parts ...MeterPart) {}
