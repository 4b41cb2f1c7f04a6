package widgets

import "fyne.io/fyne/v2/widget"

// BudgetSlider sets the budget of a release, epsilon, without saying so: a slider from "More
// protection" (0.01) to "More accuracy" (5) on a logarithmic scale, the band in words as a
// badge, the number behind a toggle, and a sentence underneath. A typed budget may lie
// outside the slider, within core/limits.
type BudgetSlider struct {
	widget.BaseWidget
	// OnChanged is told each new budget as a decimal, exactly as typed or in two
	// significant digits: what account.ParseEpsilon reads.
	OnChanged func(decimal string)
	// OnChangeEnded, if set, is told the budget when a drag, a key or typing has ended.
	OnChangeEnded func(decimal string)
	// OnShowNumber, if set, is told whether the person wants to see the number.
	OnShowNumber func(show bool)
}

// NewBudgetSlider returns a slider at a budget as a decimal ("0.5"). A budget that cannot be
// read is shown as 0.5.
func NewBudgetSlider(decimal string, changed func(decimal string)) *BudgetSlider {
	return &BudgetSlider{OnChanged: changed}
}

// SetBudget shows another budget.
func (b *BudgetSlider) SetBudget(decimal string) {}

// Budget returns the budget as a decimal.
func (b *BudgetSlider) Budget() string { return "" }

// SetSentence shows the guarantee in words under the slider.
func (b *BudgetSlider) SetSentence(spans ...Span) {}

// SetShowNumber shows or hides the number.
func (b *BudgetSlider) SetShowNumber(show bool) {}

// Enable lets the budget be changed.
func (b *BudgetSlider) Enable() {}

// Disable greys the slider.
func (b *BudgetSlider) Disable() {}
