package widgets_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

// box is an object of a least size.
func box(width, height float32) *canvas.Rectangle {
	b := canvas.NewRectangle(nil)
	b.SetMinSize(fyne.NewSize(width, height))
	return b
}

func TestStretch(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	a, b, c, hidden := box(10, 20), box(10, 30), box(10, 40), box(10, 50)
	hidden.Hide()
	s := layouts.Stretch(5, b, 100, a, b, hidden, c)
	if got := s.MinSize(); got != fyne.NewSize(10, 100) {
		t.Errorf("least size %v", got)
	}
	for _, k := range []struct{ height, stretched, last float32 }{{100, 30, 60}, {130, 60, 90}, {500, 100, 130}, {50, 30, 60}} {
		s.Resize(fyne.NewSize(200, k.height))
		if b.Size() != fyne.NewSize(200, k.stretched) || c.Position().Y != k.last || a.Size().Height != 20 {
			t.Errorf("in %v: the middle is %v, the last stands at %v", k.height, b.Size(), c.Position())
		}
	}
	b.Hide()
	s.Resize(fyne.NewSize(200, 300))
	if c.Position().Y != 25 || c.Size().Height != 40 {
		t.Errorf("without the middle the last is %v at %v", c.Size(), c.Position())
	}
}

func TestSplit(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	a, b := box(10, 20), box(10, 50)
	s := layouts.Split(10, 100, 300, a, b)
	for _, k := range []struct {
		size fyne.Size
		want string
	}{
		{fyne.NewSize(400, 80), "{290 80} at {0 0}, {100 80} at {300 0}"},
		{fyne.NewSize(300, 20), "{190 50} at {0 0}, {100 50} at {200 0}"},
		{fyne.NewSize(200, 100), "{200 40} at {0 0}, {200 50} at {0 50}"},
	} {
		s.Resize(k.size)
		if got := fmt.Sprintf("%v at %v, %v at %v", a.Size(), a.Position(), b.Size(), b.Position()); got != k.want {
			t.Errorf("in %v: %s, want %s", k.size, got, k.want)
		}
	}
	if got := s.MinSize(); got.Height != 80 {
		t.Errorf("one below the other it needs %v", got)
	}
	part := layouts.Split(0, 0.25, 0, a, b)
	part.Resize(fyne.NewSize(400, 60))
	if a.Size().Width != 300 || b.Size().Width != 100 {
		t.Errorf("a quarter of 400 is %v", b.Size())
	}
}

// A column asks for a text's height only when it knows its width, at once and not a frame
// later.
func TestColumnKnowsTheHeightOfText(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	first, second := prose.Body(widgettest.Sentence), prose.Body("below")
	hidden := prose.Body("not to be seen")
	hidden.Hide()
	column := layouts.Column(8, first, hidden, layouts.Inset(4, 10, second))
	column.Resize(fyne.NewSize(150, 400))
	below := column.Objects[2]
	if got, want := below.Position().Y, first.MinSize().Height+8; got != want {
		t.Errorf("the second begins at %v, want %v", got, want)
	}
	if got := second.Position(); got != fyne.NewPos(10, 4) {
		t.Errorf("inset object is at %v, want (10, 4)", got)
	}
	if got, want := column.MinSize().Height, first.MinSize().Height+8+second.MinSize().Height+8; got != want {
		t.Errorf("least height = %v, want %v", got, want)
	}
}
