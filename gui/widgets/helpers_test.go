package widgets

import (
	"fmt"
	"slices"
	"steward/gui/theme"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
)

// dress gives the tests' app the window's theme in a variant, and an empty clipboard.
func dress(t testing.TB, variant fyne.ThemeVariant) {
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

// exhibit shows a widget at a size in a window of its own.
func exhibit(t testing.TB, object fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	w := test.NewTempWindow(t, container.NewWithoutLayout())
	w.SetPadded(false)
	w.SetContent(container.NewStack(canvas.NewRectangle(fynetheme.Color(theme.Background)), object))
	w.Resize(fyne.NewSize(width, height))
	settle(w)
	return w
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

// press sends keys to what has the keyboard.
func press(o fyne.Focusable, keys ...fyne.KeyName) {
	for _, k := range keys {
		o.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// seen is an object in sight: where it is in the window, and within which of our widgets.
type seen struct {
	object   fyne.CanvasObject
	at       fyne.Position
	owner    Drawn
	ownerAt  fyne.Position
	scrolled bool // inside a scroll or a clip, where parts may lie outside on purpose
}

// sights lists all visible objects below another.
func sights(root fyne.CanvasObject) []seen {
	var list []seen
	var walk func(o fyne.CanvasObject, s seen)
	walk = func(o fyne.CanvasObject, s seen) {
		if !o.Visible() {
			return
		}
		s.object, s.at = o, s.at.Add(o.Position())
		if w, ok := o.(Drawn); ok {
			s.owner, s.ownerAt = w, s.at
		}
		list = append(list, s)
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child, s)
			}
		case *container.Scroll, *container.Clip:
			s.scrolled = true
			for _, child := range test.WidgetRenderer(o.(fyne.Widget)).Objects() {
				walk(child, s)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child, s)
			}
		}
	}
	walk(root, seen{})
	return list
}

// textsIn returns all texts in sight below an object.
func textsIn(o fyne.CanvasObject) string {
	var list []string
	for _, s := range sights(o) {
		if text, ok := s.object.(*canvas.Text); ok && text.Text != "" {
			list = append(list, text.Text)
		}
	}
	return strings.Join(list, " | ")
}

// wordsOf lists the texts in sight.
func wordsOf(o fyne.CanvasObject) []string {
	var list []string
	for _, s := range sights(o) {
		if text, ok := s.object.(*canvas.Text); ok && text.Text != "" {
			list = append(list, text.Text)
		}
	}
	return list
}

func count[T fyne.CanvasObject](list []fyne.CanvasObject) (n int) {
	for _, o := range list {
		if _, ok := o.(T); ok {
			n++
		}
	}
	return n
}

// copied returns what is on the clipboard, as rows of cells.
func copied() [][]string {
	var rows [][]string
	for line := range strings.SplitSeq(strings.TrimSuffix(fyne.CurrentApp().Clipboard().Content(), "\r\n"), "\r\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

// log keeps what callbacks are told.
type log struct{ told []string }

func (l *log) number(v float64) { l.told = append(l.told, fmt.Sprint(v)) }

func (l *log) numberEnded(v float64) { l.told = append(l.told, fmt.Sprint("end ", v)) }

func (l *log) text(s string) { l.told = append(l.told, s) }

func (l *log) textEnded(s string) { l.told = append(l.told, "end "+s) }

// want compares what was told since the last time.
func (l *log) want(t *testing.T, what string, want ...string) {
	t.Helper()
	if !slices.Equal(l.told, want) {
		t.Errorf("%s told %q, want %q", what, l.told, want)
	}
	l.told = nil
}

// firstOf returns the first object of a type in sight below another.
func firstOf[T any](o fyne.CanvasObject) (found T) {
	for _, s := range sights(o) {
		if found, ok := s.object.(T); ok {
			return found
		}
	}
	return found
}

func manyOptions(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("value ", i)
	}
	return list
}

// pull drags a slider's thumb to a part of its way and lets go.
func pull(k fyne.Draggable, part float64) {
	const end = 14.5 // from the slider's edge
	x := end + float32(part)*(k.(fyne.CanvasObject).Size().Width-2*end)
	k.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 5)}})
	k.DragEnd()
}

// variants are the two looks of the window.
func variants() map[string]fyne.ThemeVariant {
	return map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark}
}
