package forms

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/widgettest"
)

// open opens a picker and returns its list and the window.
func open(t *testing.T, p *Picker) (*optionList, fyne.Window) {
	t.Helper()
	w := widgettest.Exhibit(t, layouts.Inset(10, 10, p), 400, 500)
	test.Tap(p)
	if p.list == nil || w.Canvas().Overlays().Top() == nil {
		t.Fatal("the list did not open")
	}
	return p.list, w
}

func TestPickerIsUsedByKeys(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var told []int
	p := NewPicker("Column", func(i int) { told = append(told, i) })
	p.SetOptions([]Option{{Text: "a"}, {Text: "b", Disabled: true, Note: "not now"}, {Text: "c"}})
	if p.String() != "" || !strings.Contains(widgettest.TextsIn(p), "Column") {
		t.Errorf("nothing is chosen, but the box says %q", widgettest.TextsIn(p))
	}
	_, w := open(t, p)
	focus := w.Canvas().Focused()
	widgettest.Press(focus, fyne.KeyDown, fyne.KeyReturn) // from the first past the greyed one
	if !slices.Equal(told, []int{2}) || p.String() != "c" || p.list != nil {
		t.Fatalf("told %v, shows %q", told, p.String())
	}
	if w.Canvas().Focused() != fyne.Focusable(p) {
		t.Error("the keyboard did not come back to the box")
	}
	widgettest.Press(p, fyne.KeySpace)
	widgettest.Press(w.Canvas().Focused(), fyne.KeyUp, fyne.KeyEscape)
	widgettest.Press(p, fyne.KeyDown)
	widgettest.Press(w.Canvas().Focused(), fyne.KeyReturn) // the same again
	if !slices.Equal(told, []int{2}) {
		t.Errorf("told %v after nothing was changed", told)
	}
	widgettest.Press(p, fyne.KeyReturn)
	test.TapCanvas(w.Canvas(), placeOn(t, p.list, "b"))
	if p.list == nil || !slices.Equal(told, []int{2}) {
		t.Error("a greyed option was chosen")
	}
	widgettest.Press(w.Canvas().Focused(), fyne.KeyHome, fyne.KeyEnter)
	if !slices.Equal(told, []int{2, 0}) {
		t.Errorf("told %v", told)
	}
	p.Disable()
	test.Tap(p)
	if p.list != nil {
		t.Error("a greyed box opened")
	}
	p.SetTexts(nil)
	p.Enable()
	test.Tap(p)
	if p.list != nil || p.Selected() != -1 {
		t.Error("a box without options opened, or has a choice")
	}
}

// placeOn returns where a text stands in an open list.
func placeOn(t *testing.T, l *optionList, text string) fyne.Position {
	t.Helper()
	for _, s := range widgettest.Sights(l) {
		if c, ok := s.Object.(*canvas.Text); ok && c.Text == text {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(c).AddXY(2, 4)
		}
	}
	t.Fatalf("%q is not listed", text)
	return fyne.Position{}
}

func TestPickerFindsAmongMany(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	chosen, asked := -1, 0
	p := NewPicker("Value", func(i int) { chosen = i })
	p.SetSource(100_000, func(i int) Option { asked++; return Option{Text: fmt.Sprint("value ", i)} })
	p.SetSelected(70_000)
	asked = 0
	l, w := open(t, p)
	if asked > 400 {
		t.Errorf("%d of 100,000 options were asked for to open the list", asked)
	}
	if shown := widgettest.TextsIn(l); !strings.Contains(shown, "value 70000") {
		t.Errorf("the chosen value is not in sight: %s", shown)
	}
	for _, s := range widgettest.Sights(l) {
		if c, ok := s.Object.(*canvas.Text); ok && c.Text != "" && c.Size().Width <= 0 {
			t.Errorf("%q has no room", c.Text)
		}
	}
	test.Type(w.Canvas().Focused(), "99 ")
	widgettest.Press(w.Canvas().Focused(), fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyReturn)
	if chosen != 99 {
		t.Errorf("chose %d, want the first that has 99 in it", chosen)
	}
	l, w = open(t, p)
	test.Type(w.Canvas().Focused(), "nowhere")
	if !strings.Contains(widgettest.TextsIn(l), noneFound) {
		t.Errorf("nothing is found, but the list says %q", widgettest.TextsIn(l))
	}
	widgettest.Press(w.Canvas().Focused(), fyne.KeyReturn, fyne.KeyDown, fyne.KeyEscape)
	if chosen != 99 {
		t.Errorf("chose %d where nothing was found", chosen)
	}
}

// A list opens where there is room, within the window.
func TestListsOpenInsideTheWindow(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	for _, y := range []float32{0, 200, 440} {
		p := NewPicker("Value", nil)
		p.SetTexts(widgettest.ManyOptions(40))
		w := widgettest.Exhibit(t, layouts.Inset(y, 250, p), 400, 500)
		test.Tap(p)
		at, size := p.popup.Position(), p.list.Size()
		if at.X < 0 || at.Y < 0 || at.X+size.Width > 400.5 || at.Y+size.Height > 500.5 || size.Height < 3*lists.RowTall {
			t.Errorf("under a box at %v the list is at %v with %v in %v", y, at, size, w.Canvas().Size())
		}
	}
}

func TestMenu(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	chosen := -1
	m := NewMenu("Add", func(i int) { chosen = i })
	w := widgettest.Exhibit(t, layouts.Inset(10, 10, m), 500, 400)
	test.Tap(m)
	if w.Canvas().Overlays().Top() != nil {
		t.Error("a menu without options opened")
	}
	m.SetOptions([]Option{{Text: "One", Note: "cannot be", Disabled: true}, {Text: "Two", Note: "can"}})
	test.Tap(m)
	widgettest.Press(w.Canvas().Focused(), fyne.KeyReturn)
	if chosen != 1 || m.list != nil {
		t.Errorf("chose %d", chosen)
	}
}

func TestChip(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	gone := 0
	c := NewChip("age", func() { gone++ })
	widgettest.Exhibit(t, c, 200, 40)
	test.Tap(c)
	widgettest.Press(c, fyne.KeyDelete, fyne.KeyBackspace, fyne.KeySpace, fyne.KeyA)
	if gone != 4 {
		t.Errorf("taken away %d times, want 4", gone)
	}
	stays := NewChip("age", nil)
	test.Tap(stays)
	if stays.MinSize().Width >= c.MinSize().Width {
		t.Error("a chip that stays has room for a cross")
	}
}

// Options are as wide as there is room, and shortened where there is not.
func TestOptionsAreWhole(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	for _, width := range []float32{120, 400} {
		list := newOptionList(3, func(i int) Option {
			return Option{Text: fmt.Sprint("Option ", i), Note: "what it does", Disabled: i == 1}
		}, 0, nil, func() {})
		widgettest.Exhibit(t, list, width, 200)
		for _, s := range widgettest.Sights(list) {
			if text, ok := s.Object.(*canvas.Text); ok && text.Size().Width+1.5 < text.MinSize().Width {
				t.Errorf("at %v %q has %v of width, needs %v", width, text.Text, text.Size().Width, text.MinSize().Width)
			}
		}
	}
}
