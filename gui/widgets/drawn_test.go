package widgets_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/widgettest"
)

// spoken is a widget that says a word and counts how often it took it over into what it shows.
type spoken struct {
	paint.Widget
	word  string
	line  *canvas.Text
	taken int
}

func newSpoken() *spoken {
	s := &spoken{line: &canvas.Text{}}
	s.ExtendBaseWidget(s)
	return s
}

func (s *spoken) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{s.line} }
func (s *spoken) Arrange(size fyne.Size)     { s.line.Resize(size) }
func (s *spoken) Least() fyne.Size           { return fyne.NewSize(10, 10) }
func (s *spoken) Restyle()                   { s.line.Text, s.taken = s.word, s.taken+1 }

// A page that nobody opened yet is changed without being drawn; once drawn, it shows what it is now and each change.
func TestDrawnFromTheFirstLookOn(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	s := newSpoken()
	for _, s.word = range []string{"one", "two"} {
		s.Refresh()
		s.Hide()
		s.Show()
	}
	if s.taken != 0 {
		t.Errorf("taken over %d times before anyone looked", s.taken)
	}
	s.MinSize()
	if s.line.Text != "two" || s.taken != 1 {
		t.Errorf("first drawn as %q, taken over %d times; want two, once", s.line.Text, s.taken)
	}
	s.word = "three"
	s.Refresh()
	if s.line.Text != "three" {
		t.Errorf("a change of what is drawn shows %q", s.line.Text)
	}

	// A button likewise, whose words make it wide.
	b := forms.NewButton("Go", nil)
	b.Text = "Go on with what was begun"
	b.Refresh()
	wide := b.MinSize().Width
	b.Text = "Go"
	b.Refresh()
	if b.MinSize().Width >= wide {
		t.Error("a button that is drawn keeps its width though its words are shorter")
	}
	b.SetText("Go on with what was begun")
	if b.MinSize().Width != wide {
		t.Error("a button changed before it was drawn has another width than afterwards")
	}
}
