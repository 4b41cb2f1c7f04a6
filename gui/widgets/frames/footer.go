package frames

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// FooterState is what a Footer shows. An empty word leaves its button out.
type FooterState struct {
	Back         string // "Back"
	BackDisabled bool
	Missing      []prose.Span      // what is missing for Next, as a sentence; nil for nothing
	Extra        fyne.CanvasObject // stands before Next: "Not yet"; nil for nothing
	Next         string            // "Next", "Release and spend 0.5"
	NextIcon     fyne.Resource     // nil for none
	NextDisabled bool
}

// Footer is the bar at the window's bottom: Back at the page's left edge, then at the right
// the sentence that says what is missing, and Next in the primary colour.
type Footer struct {
	paint.Widget
	OnBack, OnNext func()

	state      FooterState
	narrow     bool
	ground     barGround
	back, next *forms.Button
	mark       *canvas.Image
	missing    *prose.Text
}

const missingIcon = 16

// NewFooter returns a bar with "Back" and "Next".
func NewFooter(back, next func()) *Footer {
	f := &Footer{
		OnBack: back, OnNext: next, ground: newBarGround(), mark: paint.NewIcon(),
		missing: prose.NewText(theme.SizeTable, theme.QuietText),
		state:   FooterState{Back: words.T("Back"), Next: words.T("Next")},
	}
	f.back = forms.NewButton("", func() { input.Call(f.OnBack) })
	f.next = forms.NewMainButton("", func() { input.Call(f.OnNext) })
	f.ExtendBaseWidget(f)
	return f
}

// Set shows another state.
func (f *Footer) Set(state FooterState) {
	f.state = state
	f.missing.Set(state.Missing...)
	f.Refresh()
}

// SetNarrow moves Back to the left edge, to go with a narrow rail.
func (f *Footer) SetNarrow(narrow bool) {
	f.narrow = narrow
	f.Refresh()
}

// Back returns the button Back, to give it the focus.
func (f *Footer) Back() *forms.Button { return f.back }

// Next returns the button Next, to give it the focus.
func (f *Footer) Next() *forms.Button { return f.next }

func (f *Footer) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{f.ground.surface, f.ground.line, f.back, f.mark, f.missing}
	if f.state.Extra != nil {
		list = append(list, f.state.Extra)
	}
	return append(list, f.next)
}

func (f *Footer) Least() fyne.Size {
	width := f.backStart() + headerPad
	height := paint.Dim(f, theme.SizeFooter)
	for _, o := range []fyne.CanvasObject{f.back, f.missing, f.state.Extra, f.next} {
		if o != nil && o.Visible() {
			least := o.MinSize()
			width += least.Width + paint.Dim(f, theme.SizeWideGap)
			height = max(height, least.Height+paint.Dim(f, theme.SizeGap))
		}
	}
	return fyne.NewSize(width, height)
}

// backStart returns where Back begins: at the page's left edge.
func (f *Footer) backStart() float32 {
	if f.narrow {
		return headerPad
	}
	return paint.Dim(f, theme.SizeRail) + paint.Dim(f, theme.SizeMargin)
}

func (f *Footer) Restyle() {
	f.ground.style(f)
	set := func(b *forms.Button, word string, disabled bool) {
		b.Text = word
		paint.Show(b, word != "")
		input.Enable(b, !disabled)
		b.Refresh()
	}
	f.next.Icon = f.state.NextIcon
	set(f.back, f.state.Back, f.state.BackDisabled)
	set(f.next, f.state.Next, f.state.NextDisabled)
	paint.SetIcon(f.mark, theme.WarningIcon(), theme.CautionMark)
	paint.Show(f.mark, len(f.state.Missing) > 0)
	paint.Show(f.missing, len(f.state.Missing) > 0)
}

func (f *Footer) Arrange(size fyne.Size) {
	f.ground.place(size, 0.5)
	back := paint.PlaceMiddle(f.back, f.backStart(), 0, size.Height)
	objects := []fyne.CanvasObject{f.next}
	if f.state.Extra != nil {
		objects = []fyne.CanvasObject{f.state.Extra, f.next}
	}
	gap := paint.Dim(f, theme.SizeWideGap)
	right := paint.FromRight(objects, size.Width-headerPad, size.Height, gap)
	if !f.missing.Visible() {
		return
	}
	left := f.backStart() + gap
	if f.back.Visible() {
		left += back + gap
	}
	room := max(0, right-left-missingIcon-gap)
	width := min(f.missing.NaturalWidth(), room)
	x := right - width
	height := paint.PlaceWide(f.missing, x, 0, width)
	paint.Place(f.missing, x, (size.Height-height)/2, width, height)
	paint.Place(f.mark, x-missingIcon-8, (size.Height-missingIcon)/2, missingIcon, missingIcon)
}
