package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// hover is embedded in what changes its look under the pointer.
type hover struct {
	hovered      bool
	hoverChanged func()
}

// MouseIn is for Fyne.
func (h *hover) MouseIn(*desktop.MouseEvent) { h.set(true) }

// MouseMoved is for Fyne.
func (h *hover) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (h *hover) MouseOut() { h.set(false) }

func (h *hover) set(on bool) {
	h.hovered = on
	if h.hoverChanged != nil {
		h.hoverChanged()
	}
}

// focus is embedded in what takes the keyboard.
type focus struct {
	focused      bool
	focusChanged func()
	typed        func(key fyne.KeyName)
}

// FocusGained is for Fyne.
func (f *focus) FocusGained() { f.setFocus(true) }

// FocusLost is for Fyne.
func (f *focus) FocusLost() { f.setFocus(false) }

// TypedRune is for Fyne; no widget here takes text itself.
func (f *focus) TypedRune(rune) {}

// TypedKey is for Fyne. An escape that closes nothing of the widget's own is the window's.
func (f *focus) TypedKey(event *fyne.KeyEvent) {
	if event == nil {
		return
	}
	before := overlays()
	if f.typed != nil {
		f.typed(event.Name)
	}
	if overlays() == before {
		escaped(event)
	}
}

func (f *focus) setFocus(on bool) {
	f.focused = on
	if on {
		inSight()
	}
	if f.focusChanged != nil {
		f.focusChanged()
	}
}

// step returns where a key moves to in a list of n from a place: up, down, home and end. It
// leaves out the places that skip holds for, and returns from where there is nowhere to go.
func step(key fyne.KeyName, from, n int, skip func(int) bool) int {
	start, by := from, 0
	switch key {
	case fyne.KeyUp, fyne.KeyLeft:
		by = -1
		if from < 0 {
			start = n
		}
	case fyne.KeyDown, fyne.KeyRight:
		by = 1
	case fyne.KeyHome:
		start, by = -1, 1
	case fyne.KeyEnd:
		start, by = n, -1
	default:
		return from
	}
	for i := start + by; i >= 0 && i < n; i += by {
		if skip == nil || !skip(i) {
			return i
		}
	}
	return from
}

// AccessibilityRole is for Fyne, which knows buttons, links, texts and containers: what is drawn
// here is used as a button is.
func (f *focus) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
