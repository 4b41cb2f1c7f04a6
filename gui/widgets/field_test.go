package widgets_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

// loggedField returns a field in a window that takes over anything but "bad", and what it
// was told.
func loggedField(t *testing.T, f func(func(string) string) *forms.Field) (*forms.Field, fyne.Window, *[]string) {
	t.Helper()
	widgettest.Dress(t, fynetheme.VariantLight)
	log := &[]string{}
	field := f(func(text string) string {
		*log = append(*log, text)
		if text == "bad" {
			return "That is bad."
		}
		return ""
	})
	return field, widgettest.Exhibit(t, layouts.Column(8, field, prose.NewLink("Elsewhere", nil)), 300, 200), log
}

func oneLine(committed func(string) string) *forms.Field { return forms.NewField("Name", committed) }

func TestFieldCommits(t *testing.T) {
	f, w, log := loggedField(t, oneLine)
	f.SetValue("first")
	w.Canvas().Focus(f.Focusable())
	test.Type(f.Focusable(), "x")
	if len(*log) != 0 || !f.Dirty() {
		t.Errorf("typing alone told %q", *log)
	}
	f.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // nothing new
	f.Focusable().TypedRune('y')
	w.Canvas().Unfocus()
	if want := []string{"x", "xy"}; !slices.Equal(*log, want) {
		t.Errorf("told were %q, want %q", *log, want)
	}
}

func TestFieldKeepsWhatCannotBeUsed(t *testing.T) {
	f, w, log := loggedField(t, oneLine)
	f.SetValue("good")
	w.Canvas().Focus(f.Focusable())
	f.Type("bad")
	w.Canvas().Unfocus()
	if f.Text() != "bad" || f.Problem() != "That is bad." || !f.Dirty() {
		t.Errorf("the field holds %q with %q", f.Text(), f.Problem())
	}
	f.SetValue("other") // the state changed meanwhile
	if f.Text() != "bad" {
		t.Errorf("what was typed became %q", f.Text())
	}
	f.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.Text() != "other" || f.Problem() != "" || f.Dirty() {
		t.Errorf("escape left %q with %q", f.Text(), f.Problem())
	}
	if !slices.Equal(*log, []string{"bad"}) {
		t.Errorf("told were %q", *log)
	}
}

// A shortcut that is not about the text comes after what was typed; the test's canvas knows
// no shortcuts, so that it is not seen to arrive.
func TestFieldHandsShortcutsOn(t *testing.T) {
	f, w, log := loggedField(t, oneLine)
	next := &desktop.CustomShortcut{KeyName: fyne.KeyPageDown, Modifier: fyne.KeyModifierControl}
	w.Canvas().Focus(f.Focusable())
	test.Type(f.Focusable(), "typed")
	f.Focusable().(fyne.Shortcutable).TypedShortcut(next)
	if !slices.Equal(*log, []string{"typed"}) {
		t.Errorf("before a shortcut of the window %q was told", *log)
	}
	f.Focusable().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	test.Type(f.Focusable(), "z")
	if f.Text() != "z" {
		t.Errorf("selecting all and typing left %q", f.Text())
	}
}

func TestLongField(t *testing.T) {
	f, w, log := loggedField(t, func(c func(string) string) *forms.Field { return forms.NewLongField("Values", 4, c) })
	w.Canvas().Focus(f.Focusable())
	test.Type(f.Focusable(), "a")
	f.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.Type(f.Focusable(), "b")
	f.Focusable().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl})
	if want := []string{"a\nb"}; !slices.Equal(*log, want) {
		t.Errorf("told were %q, want %q", *log, want)
	}
	if f.Focusable().(fyne.Tabbable).AcceptsTab() {
		t.Error("tab does not leave the field")
	}
	short := forms.NewField("Values", nil)
	if f.MinSize().Height <= short.MinSize().Height+40 {
		t.Errorf("four lines are %v high, one is %v", f.MinSize().Height, short.MinSize().Height)
	}
}

func TestFieldMakesRoomForItsProblem(t *testing.T) {
	f, _, _ := loggedField(t, oneLine)
	before := f.MinSize().Height
	f.SetProblem(strings.Repeat("This cannot be. ", 8))
	if after := f.MinSize().Height; after < before+30 {
		t.Errorf("with a problem of several lines the field grew from %v to %v", before, after)
	}
	shared := ""
	f.OnProblem = func(s string) { shared = s }
	f.SetProblem("Elsewhere.")
	if shared != "Elsewhere." || f.Problem() != "Elsewhere." {
		t.Errorf("the owner was told %q", shared)
	}
}

// Inline breaks its line where there is no room, and is as high as its lines.
func TestInline(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var boxes []fyne.CanvasObject
	for range 4 {
		f := forms.NewField("Wide", nil)
		f.Wide = 100
		boxes = append(boxes, f)
	}
	row := layouts.Fields(10, boxes...)
	widgettest.Exhibit(t, layouts.Column(0, row), 500, 400)
	one := row.MinSize().Height
	for _, b := range boxes {
		if b.Position().Y != 0 {
			t.Errorf("at 500 a field stands at %v", b.Position())
		}
	}
	widgettest.Exhibit(t, layouts.Column(0, row), 220, 400)
	if row.MinSize().Height != 2*one+10 || boxes[2].Position() != fyne.NewPos(0, one+10) {
		t.Errorf("at 220 the row is %v high and the third at %v", row.MinSize().Height, boxes[2].Position())
	}
	boxes[0].Hide()
	row.Refresh()
	if boxes[1].Position() != fyne.NewPos(0, 0) {
		t.Errorf("behind a hidden field the second stands at %v", boxes[1].Position())
	}
}
