// Package widgettest is what tests of widgets share: the theme, a window to show them in, and what is in sight of it.
package widgettest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// Dress gives the tests' app the window's theme in a variant, and an empty clipboard.
func Dress(t testing.TB, variant fyne.ThemeVariant) {
	t.Helper()
	fyne.SetCurrentApp(sharedApp) // some tests set one of their own
	sharedApp.Clipboard().SetContent("")
	if themes[variant] == nil {
		themes[variant] = theme.Forced(variant)
	}
	if sharedApp.Settings().Theme() != themes[variant] {
		sharedApp.Settings().SetTheme(themes[variant])
	}
}

// Exhibit shows a widget at a size in a window of its own.
func Exhibit(t testing.TB, object fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	w := test.NewTempWindow(t, container.NewWithoutLayout())
	t.Cleanup(func() { Forget(t, w) })
	w.SetPadded(false)
	w.SetContent(container.NewStack(canvas.NewRectangle(fynetheme.Color(theme.Background)), object))
	w.Resize(fyne.NewSize(width, height))
	settle(w)
	return w
}

// Forget has Fyne let go of what is in a window, which without a display it would keep until the process ends.
// Of a benchmark's windows it does keep it.
func Forget(tb testing.TB, w fyne.Window) {
	t, ok := tb.(*testing.T)
	if !ok {
		return
	}
	for _, o := range append(w.Canvas().Overlays().List(), w.Content()) {
		forget(t, o)
	}
}

func forget(t *testing.T, o fyne.CanvasObject) {
	switch o := o.(type) {
	case *fyne.Container:
		for _, part := range o.Objects {
			forget(t, part)
		}
	case fyne.Widget:
		for _, part := range test.TempWidgetRenderer(t, o).Objects() {
			forget(t, part)
		}
	}
}

// settle lays a window out again: text that wraps learns its height at its width.
func settle(w fyne.Window) {
	size := w.Canvas().Size()
	for range 2 {
		w.Resize(size.AddWidthHeight(1, 1))
		w.Resize(size)
	}
}

// What the tests of this package share: the app, since a new one, like a new theme, would read all fonts again.
var (
	sharedApp = test.NewApp()
	themes    = map[fyne.ThemeVariant]fyne.Theme{}
)

// Press sends keys to what has the keyboard.
func Press(o fyne.Focusable, keys ...fyne.KeyName) {
	for _, k := range keys {
		o.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// Seen is an object in sight: where it is in the window, and within which of our widgets.
type Seen struct {
	Object   fyne.CanvasObject
	At       fyne.Position
	Owner    paint.Drawn
	OwnerAt  fyne.Position
	Scrolled bool // inside a scroll or a clip, where parts may lie outside on purpose
}

// Sights lists all visible objects below another.
func Sights(root fyne.CanvasObject) []Seen {
	var list []Seen
	var walk func(o fyne.CanvasObject, s Seen)
	walk = func(o fyne.CanvasObject, s Seen) {
		if !o.Visible() {
			return
		}
		s.Object, s.At = o, s.At.Add(o.Position())
		if w, ok := o.(paint.Drawn); ok {
			s.Owner, s.OwnerAt = w, s.At
		}
		list = append(list, s)
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child, s)
			}
		case *container.Scroll, *container.Clip:
			s.Scrolled = true
			for _, child := range test.WidgetRenderer(o.(fyne.Widget)).Objects() {
				walk(child, s)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child, s)
			}
		}
	}
	walk(root, Seen{})
	return list
}

// TextsIn returns all texts in sight below an object.
func TextsIn(o fyne.CanvasObject) string {
	var list []string
	for _, s := range Sights(o) {
		if text, ok := s.Object.(*canvas.Text); ok && text.Text != "" {
			list = append(list, text.Text)
		}
	}
	return strings.Join(list, " | ")
}

// WordsOf lists the texts in sight.
func WordsOf(o fyne.CanvasObject) []string {
	var list []string
	for _, s := range Sights(o) {
		if text, ok := s.Object.(*canvas.Text); ok && text.Text != "" {
			list = append(list, text.Text)
		}
	}
	return list
}

func Count[T fyne.CanvasObject](list []fyne.CanvasObject) (n int) {
	for _, o := range list {
		if _, ok := o.(T); ok {
			n++
		}
	}
	return n
}

// Copied returns what is on the clipboard, as rows of cells.
func Copied() [][]string {
	var rows [][]string
	for line := range strings.SplitSeq(strings.TrimSuffix(fyne.CurrentApp().Clipboard().Content(), "\r\n"), "\r\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

// Log keeps what callbacks are told.
type Log struct{ Told []string }

func (l *Log) Number(v float64) { l.Told = append(l.Told, fmt.Sprint(v)) }

func (l *Log) NumberEnded(v float64) { l.Told = append(l.Told, fmt.Sprint("end ", v)) }

func (l *Log) Text(s string) { l.Told = append(l.Told, s) }

func (l *Log) TextEnded(s string) { l.Told = append(l.Told, "end "+s) }

// Want compares what was told since the last time.
func (l *Log) Want(t *testing.T, what string, want ...string) {
	t.Helper()
	if !slices.Equal(l.Told, want) {
		t.Errorf("%s told %q, want %q", what, l.Told, want)
	}
	l.Told = nil
}

// FirstOf returns the first object of a type in sight below another.
func FirstOf[T any](o fyne.CanvasObject) (found T) {
	for _, s := range Sights(o) {
		if found, ok := s.Object.(T); ok {
			return found
		}
	}
	return found
}

func ManyOptions(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("value ", i)
	}
	return list
}

// Pull drags a slider's thumb to a part of its way and lets go.
func Pull(k fyne.Draggable, part float64) {
	const end = 14.5 // from the slider's edge
	x := end + float32(part)*(k.(fyne.CanvasObject).Size().Width-2*end)
	k.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 5)}})
	k.DragEnd()
}

// Variants are the two looks of the window.
func Variants() map[string]fyne.ThemeVariant {
	return map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark}
}

// Sentence is a text that has to be wrapped.
const Sentence = "Suppose someone knows everything about everybody else, and thinks two answers equally likely."
