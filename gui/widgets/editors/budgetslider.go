package editors

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"steward/core/account"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// The ends of the budget slider. What is typed may lie outside, within core/limits.
const (
	budgetLeast   = 0.01
	budgetMost    = 5.0
	budgetDefault = "0.5"
	budgetEntry   = 64 // width of the entry
	budgetHead    = 26 // height of the line over the slider
)

// BudgetSlider sets the budget of a release, epsilon, without saying so: a slider from "More
// protection" (0.01) to "More accuracy" (5) on a logarithmic scale, the band in words as a
// badge, the number behind a toggle, and a sentence underneath. A typed budget may lie
// outside the slider, within core/limits.
type BudgetSlider struct {
	paint.Widget
	// OnChanged is told each new budget as a decimal, exactly as typed or in two
	// significant digits: what account.ParseEpsilon reads.
	OnChanged func(decimal string)
	// OnChangeEnded, if set, is told the budget when a drag, a key or typing has ended.
	OnChangeEnded func(decimal string)
	// Band says how well a budget protects; nil looks at nothing but the budget.
	Band func(decimal string) account.Band
	// OnShowNumber, if set, is told whether the person wants to see the number.
	OnShowNumber func(show bool)

	text     string // the budget, as a decimal
	pending  bool
	left     *prose.Text
	right    *prose.Text
	badge    *notices.Badge
	toggle   *forms.Check
	entry    *forms.NumberEntry
	track    *forms.Track
	warning  *prose.Text // the rest of the band's words, or what is wrong with what was typed
	sentence *prose.Text
}

// NewBudgetSlider returns a slider at a budget as a decimal ("0.5"). A budget that cannot be
// read is shown as 0.5.
func NewBudgetSlider(decimal string, changed func(decimal string)) *BudgetSlider {
	b := &BudgetSlider{
		OnChanged: changed, text: budgetDefault,
		left: prose.Strong(words.T("More protection")).OneLine(), right: prose.Strong(words.T("More accuracy")).OneLine(),
		badge: notices.NewBadge(notices.BadgeGood, ""), warning: prose.NewText(theme.SizeTable, theme.Caution),
		sentence: prose.NewText(theme.SizeTable, theme.Text),
	}
	b.toggle = forms.NewCheck(words.T("show the number"), func(on bool) {
		paint.Show(b.entry, on)
		b.Refresh()
		if b.OnShowNumber != nil {
			b.OnShowNumber(on)
		}
	})
	b.track = forms.NewTrack(b.dragged, func(float64) { b.end() }, b.step)
	b.entry = forms.NewNumberEntry(b.typed, b.end, b.step)
	b.track.Name, b.entry.Name = input.Named(words.T("More protection"), words.T("More accuracy")), words.T("Budget")
	b.entry.Hide()
	b.ExtendBaseWidget(b)
	b.SetBudget(decimal)
	return b
}

// SetBudget shows another budget. One that cannot be read changes nothing.
func (b *BudgetSlider) SetBudget(text string) {
	if e, err := account.ParseEpsilon(text); err == nil {
		b.text = strings.TrimSpace(text)
		b.track.Set(budgetPlace(e.Float()))
	} else {
		b.track.Set(budgetPlace(b.Value()))
	}
	if typed, err := numbers.Decimal(b.entry.Text, ""); err != nil || typed != b.text {
		b.entry.Set(words.Number(b.text))
	}
	b.showBand()
	b.Refresh()
}

// Budget returns the budget as a decimal.
func (b *BudgetSlider) Budget() string { return b.text }

// Value returns the budget as a number, for drawing.
func (b *BudgetSlider) Value() float64 {
	e, err := account.ParseEpsilon(b.text)
	if err != nil {
		return budgetLeast
	}
	return e.Float()
}

// SetSentence shows the guarantee in words under the slider.
func (b *BudgetSlider) SetSentence(spans ...prose.Span) {
	b.sentence.Set(spans...)
	b.Refresh()
}

// SetShowNumber shows or hides the number.
func (b *BudgetSlider) SetShowNumber(on bool) {
	b.toggle.SetChecked(on)
	paint.Show(b.entry, on)
	b.Refresh()
}

// Enable lets the budget be changed.
func (b *BudgetSlider) Enable() {
	b.track.Enable()
	b.entry.Enable()
}

// Disable greys the slider.
func (b *BudgetSlider) Disable() {
	b.track.Disable()
	b.entry.Disable()
}

// showBand says in words how well the budget protects.
func (b *BudgetSlider) showBand() {
	band := account.BandOf(b.Value(), 0)
	if b.Band != nil {
		band = b.Band(b.text)
	}
	word, rest, _ := strings.Cut(words.Say(band.Said()), ": ")
	style, role := notices.BadgeGood, theme.Caution
	switch band {
	case account.Weak:
		style = notices.BadgeCaution
	case account.VeryWeak:
		style, role = notices.BadgeDanger, theme.Danger
	}
	b.badge.Set(style, word)
	b.warning.Color = role
	b.warn(rest)
}

// warn shows a line of warning as a sentence; "" for none.
func (b *BudgetSlider) warn(wording string) {
	if first, n := utf8.DecodeRuneInString(wording); n > 0 {
		wording = strings.TrimSuffix(string(unicode.ToUpper(first))+wording[n:], ".") + "."
	}
	b.warning.Set(prose.Plain(wording))
	b.Refresh()
}

// budgetPlace returns the place of a budget on the slider, between 0 and 1.
func budgetPlace(epsilon float64) float64 {
	at := math.Log(epsilon/budgetLeast) / math.Log(budgetMost/budgetLeast)
	return min(max(at, 0), 1)
}

// budgetAt returns the budget at a place on the slider, in two significant digits.
func budgetAt(place float64) string {
	return numbers.TwoDigits(budgetLeast * math.Pow(budgetMost/budgetLeast, place))
}

// budgetLadder lists the budgets that the keys lead to: ten in each power of ten.
func budgetLadder() (list []float64) {
	for _, power := range []float64{0.01, 0.1, 1} {
		for _, m := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8} {
			if v := m * power; v <= budgetMost*1.001 {
				list = append(list, v)
			}
		}
	}
	return list
}

func (b *BudgetSlider) step(by int) {
	ladder, value := budgetLadder(), b.Value()
	const near = 1e-9
	i := 0 // the first rung not below the value
	for i < len(ladder) && ladder[i] < value*(1-near) {
		i++
	}
	between := i == len(ladder) || ladder[i] > value*(1+near)
	if between && by > 0 {
		i--
	}
	i = min(max(i+by, 0), len(ladder)-1)
	b.change(numbers.TwoDigits(ladder[i]))
	b.end()
}

func (b *BudgetSlider) dragged(at float64) { b.change(budgetAt(at)) }

func (b *BudgetSlider) typed(text string) {
	s, err := numbers.Decimal(text, "")
	if err != nil {
		s = text // account says what is wrong with it
	}
	if _, err := account.ParseEpsilon(s); err != nil {
		b.warning.Color = theme.Danger
		b.warn(words.Error(err))
		return
	}
	b.change(s)
}

// change is what the person does.
func (b *BudgetSlider) change(text string) {
	changed := text != b.text
	b.SetBudget(text)
	if !changed {
		return
	}
	b.pending = true
	if b.OnChanged != nil {
		b.OnChanged(b.text)
	}
}

func (b *BudgetSlider) end() {
	if !b.pending {
		return
	}
	b.pending = false
	if b.OnChangeEnded != nil {
		b.OnChangeEnded(b.text)
	}
}

func (b *BudgetSlider) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{b.left, b.right, b.badge, b.entry, b.toggle, b.track, b.warning, b.sentence}
}

// middleWidth returns the width of what stands between the two ends' words.
func (b *BudgetSlider) middleWidth() float32 {
	width := b.badge.MinSize().Width + paint.Dim(b, theme.SizeWideGap) + b.toggle.MinSize().Width
	if b.entry.Visible() {
		width += budgetEntry*paint.Enlarged(b) + paint.Dim(b, theme.SizeWideGap)
	}
	return width
}

// ends tells whether the ends' words stand beside the middle, or under the slider for want
// of room.
func (b *BudgetSlider) ends(width float32) (beside bool) {
	words := max(b.left.MinSize().Width, b.right.MinSize().Width)
	return width >= b.middleWidth()+2*(words+paint.Dim(b, theme.SizeWideGap))
}

func (b *BudgetSlider) Least() fyne.Size {
	gap := paint.Dim(b, theme.SizeGap)
	words := b.left.MinSize().Width + gap + b.right.MinSize().Width
	size := fyne.NewSize(max(b.middleWidth(), words), budgetHead+forms.TrackHeight)
	if !b.ends(b.Size().Width) {
		size.Height += b.left.LineHeight()
	}
	for _, t := range []*prose.Text{b.warning, b.sentence} {
		if t.Visible() {
			size.Height += t.MinSize().Height + gap/2
		}
	}
	return size
}

func (b *BudgetSlider) Restyle() {
	paint.Show(b.warning, b.warning.String() != "")
	paint.Show(b.sentence, b.sentence.String() != "")
}

func (b *BudgetSlider) Arrange(size fyne.Size) {
	gap, head := paint.Dim(b, theme.SizeGap), float32(budgetHead)
	x := max(0, (size.Width-b.middleWidth())/2)
	x += paint.PlaceMiddle(b.badge, x, 0, head) + paint.Dim(b, theme.SizeWideGap)
	if b.entry.Visible() {
		height := b.entry.MinSize().Height // reaches a little beyond the line
		paint.Place(b.entry, x, (head-height)/2, budgetEntry*paint.Enlarged(b), height)
		x += budgetEntry*paint.Enlarged(b) + paint.Dim(b, theme.SizeWideGap)
	}
	paint.Place(b.toggle, x, 0, b.toggle.MinSize().Width, head)
	y := head
	const hang = forms.TrackEnd - forms.TrackThumb/2 // the track's own margin, so that its line is flush
	paint.Place(b.track, -hang, y, size.Width+2*hang, forms.TrackHeight)
	y += forms.TrackHeight
	right := size.Width - b.right.MinSize().Width
	if b.ends(size.Width) {
		paint.PlaceMiddle(b.left, 0, 0, head)
		paint.PlaceMiddle(b.right, right, 0, head)
	} else {
		paint.PlaceMiddle(b.left, 0, y, b.left.LineHeight())
		paint.PlaceMiddle(b.right, right, y, b.left.LineHeight())
		y += b.left.LineHeight()
	}
	for _, t := range []*prose.Text{b.warning, b.sentence} {
		if t.Visible() {
			y += gap / 2
			y += paint.PlaceWide(t, 0, y, size.Width)
		}
	}
}
