package input

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// Escaped hands an escape key on to the window that something lies over, and reports whether it was one.
func Escaped(key *fyne.KeyEvent) bool {
	if key.Name != fyne.KeyEscape {
		return false
	}
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if typed := w.Canvas().OnTypedKey(); typed != nil && w.Canvas().Overlays().Top() != nil {
			typed(key)
			return true
		}
	}
	return true
}

// overlays counts what lies over the windows.
func overlays() int {
	n := 0
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		n += len(w.Canvas().Overlays().List())
	}
	return n
}

// HandOn hands a shortcut on to the window that an object is in.
func HandOn(o fyne.CanvasObject, shortcut fyne.Shortcut) {
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(o).(fyne.Shortcutable); ok {
		c.TypedShortcut(shortcut)
	}
}

// OpensMenu tells whether a key opens the menu of what has the focus.
func OpensMenu(key fyne.KeyName) bool { return key == desktop.KeyMenu || key == fyne.KeyF10 }

// OpenMenu opens a menu at a place in the window of an object; at nil in its upper left corner.
func OpenMenu(o fyne.CanvasObject, at *fyne.Position, items []*fyne.MenuItem) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil || len(items) == 0 {
		return
	}
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(8, 8)
	if at != nil {
		place = *at
	}
	for _, i := range items {
		i.Label = paint.Shown(i.Label)
	}
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), c, place)
}

// IsTap tells whether a key taps what has the focus.
func IsTap(key fyne.KeyName) bool {
	return key == fyne.KeySpace || key == fyne.KeyReturn || key == fyne.KeyEnter
}

// Taps returns what a widget does with a key (Focus.Typed) that is tapped by those of all buttons, and by some others.
func Taps(tapped func(*fyne.PointEvent), others ...fyne.KeyName) func(fyne.KeyName) {
	return func(key fyne.KeyName) {
		if IsTap(key) || slices.Contains(others, key) {
			tapped(nil)
		}
	}
}

// FocusOn gives a widget the keyboard, when it is in a window.
func FocusOn(w fyne.Focusable) {
	o, ok := w.(fyne.CanvasObject)
	if !ok {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		c.Focus(w)
	}
}

// Pointer is the cursor over what can be tapped.
func Pointer(enabled bool) desktop.Cursor {
	if enabled {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// Call calls a callback that may not be set.
func Call(f func()) {
	if f != nil {
		f()
	}
}

// Named is a name with what is there at present, if anything is.
func Named(name, now string) string {
	if name == "" || now == "" {
		return name + now
	}
	return words.T("%s: %s", name, now)
}

// EditsText tells whether a key, with ctrl or alt, moves in a text or changes it.
func EditsText(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyHome, fyne.KeyEnd,
		fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyInsert:
		return true
	}
	return false
}

// Enable lets something be used, or not.
func Enable(w fyne.Disableable, on bool) {
	switch {
	case on == !w.Disabled():
	case on:
		w.Enable()
	default:
		w.Disable()
	}
}
