package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Hover is embedded in what changes its look under the pointer.
type Hover struct {
	Hovered      bool
	HoverChanged func()
}

// MouseIn is for Fyne.
func (h *Hover) MouseIn(*desktop.MouseEvent) { h.set(true) }

// MouseMoved is for Fyne.
func (h *Hover) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (h *Hover) MouseOut() { h.set(false) }

func (h *Hover) set(on bool) {
	h.Hovered = on
	if h.HoverChanged != nil {
		h.HoverChanged()
	}
}

// Focus is embedded in what takes the keyboard.
type Focus struct {
	Focused      bool
	FocusChanged func()
	Typed        func(key fyne.KeyName)
}

// FocusGained is for Fyne.
func (f *Focus) FocusGained() { f.setFocus(true) }

// FocusLost is for Fyne.
func (f *Focus) FocusLost() { f.setFocus(false) }

// TypedRune is for Fyne; no widget here takes text itself.
func (f *Focus) TypedRune(rune) {}

// TypedKey is for Fyne. An escape that closes nothing of the widget's own is the window's.
func (f *Focus) TypedKey(event *fyne.KeyEvent) {
	if event == nil {
		return
	}
	before := overlays()
	if f.Typed != nil {
		f.Typed(event.Name)
	}
	if overlays() == before {
		Escaped(event)
	}
}

func (f *Focus) setFocus(on bool) {
	f.Focused = on
	if on {
		InSight()
	}
	if f.FocusChanged != nil {
		f.FocusChanged()
	}
}

// Step returns where a key moves to in a list of n from a place: up, down, home and end. It
// leaves out the places that skip holds for, and returns from where there is nowhere to go.
func Step(key fyne.KeyName, from, n int, skip func(int) bool) int {
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
func (f *Focus) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
