package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"steward/gui/widgets/forms"
)

// quietAt returns a window on the sample at one of its steps, whose work in the background is
// never done once the sample is open: for what does not wait for it.
func quietAt(t *testing.T, step int) desk {
	t.Helper()
	quiet := false
	around := surroundings(t)
	around.Go = func(f func()) {
		if !quiet {
			f()
		}
	}
	d := newSampleDesk(t, around, fyne.NewSize(1280, 1600))
	quiet = true
	d.frame.Show(step)
	return d.settled()
}

// part returns the first object on the screen of a type that a test likes.
func part[T fyne.CanvasObject](t *testing.T, d desk, what string, like func(T) bool) T {
	t.Helper()
	var found T
	ok := false
	d.objects(func(o fyne.CanvasObject) bool {
		if p, is := o.(T); is && (like == nil || like(p)) {
			found, ok = p, true
		}
		return !ok
	})
	if !ok {
		t.Fatalf("%s is not on the screen, which says:\n%s", what, d.screen())
	}
	return found
}

// picker returns the box that chooses what its hint says.
func (d desk) picker(t *testing.T, hint string) *forms.Picker {
	t.Helper()
	return part(t, d, hint, func(p *forms.Picker) bool { return p.AccessibilityLabel() == hint })
}

// pick opens a box and presses on one of its options.
func (d desk) pick(t *testing.T, hint, option string) {
	t.Helper()
	test.Tap(d.picker(t, hint))
	d.touch(t, option)
}

// pickTyped opens a box over many options, types a part of one and presses enter.
func (d desk) pickTyped(t *testing.T, hint, words string) {
	t.Helper()
	test.Tap(d.picker(t, hint))
	test.Type(d.window.Canvas().Focused(), words)
	d.keys(t, fyne.KeyReturn)
}

// touch presses on the first place where a text is drawn.
func (d desk) touch(t *testing.T, words string) {
	t.Helper()
	text := part(t, d, words, func(c *canvas.Text) bool { return c.Text == words })
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(text)
	test.TapCanvas(d.window.Canvas(), at.AddXY(3, 5))
}

// keys presses keys where the keyboard is.
func (d desk) keys(t *testing.T, names ...fyne.KeyName) {
	t.Helper()
	for _, name := range names {
		on := d.window.Canvas().Focused()
		if on == nil {
			t.Fatalf("%s is pressed, but nothing has the keyboard", name)
		}
		on.TypedKey(&fyne.KeyEvent{Name: name})
	}
}

// check returns the check with some words; "" for one without.
func (d desk) check(t *testing.T, words string) *forms.Check {
	t.Helper()
	return part(t, d, words, func(c *forms.Check) bool { return c.Text == words })
}

// line is what text is typed into, whatever its type.
type line interface {
	fyne.CanvasObject
	fyne.Focusable
	fyne.Shortcutable
	SelectedText() string
}

// into gives the keyboard to the line that holds a text, or whose placeholder it is, with all
// of it selected.
func (d desk) into(t *testing.T, holds string) line {
	t.Helper()
	found := part(t, d, "a line with "+holds, func(l line) bool { return says(l, holds) })
	d.window.Canvas().Focus(found)
	found.TypedShortcut(&fyne.ShortcutSelectAll{})
	return found
}

// writes replaces what a line holds, and presses enter.
func (d desk) writes(t *testing.T, holds, text string) {
	t.Helper()
	l := d.into(t, holds)
	if text == "" {
		l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	}
	test.Type(l, text)
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}
