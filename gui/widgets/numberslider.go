package widgets

import "fyne.io/fyne/v2/widget"

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
	widget.BaseWidget
	// OnChanged is told each new value as the person drags or types; the owner waits for
	// the end of a drag if its work is slow.
	OnChanged func(value float64)
	// OnChangeEnded, if set, is told the value when a drag, a key or typing has ended.
	OnChangeEnded func(value float64)
}

// NewNumberSlider returns a slider at value, brought into the range.
func NewNumberSlider(r NumberRange, value float64, changed func(value float64)) *NumberSlider {
	return &NumberSlider{OnChanged: changed}
}

// SetRange shows another range; the value is brought into it.
func (n *NumberSlider) SetRange(r NumberRange) {}

// SetValue shows another value, brought into the range.
func (n *NumberSlider) SetValue(value float64) {}

// Value returns the value.
func (n *NumberSlider) Value() float64 { return 0 }

// Enable lets the value be changed.
func (n *NumberSlider) Enable() {}

// Disable greys the slider and the entry.
func (n *NumberSlider) Disable() {}
