package dialogs

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// nameKeys stands between the keyboard and the name that Fyne's dialog to save a file has typed into
// at first: that entry would keep the escape key to itself.
type nameKeys struct {
	widget.BaseWidget
	to     *widget.Entry
	window fyne.Window
}

// escapable lets escape close the dialog that was opened last, though a name is being typed in it.
func escapable(w fyne.Window) {
	popup := popupOn(w.Canvas().Overlays().Top())
	if popup == nil {
		return
	}
	content, ok := popup.Content.(*fyne.Container)
	to := entryIn(popup.Content)
	if !ok || to == nil {
		return
	}
	k := &nameKeys{to: to, window: w}
	k.ExtendBaseWidget(k)
	content.Objects = append([]fyne.CanvasObject{k}, content.Objects...)
	content.Refresh()
	w.Canvas().Focus(k)
}

// popupOn returns what an overlay shows. Fyne's overlays are of a type of its own, which has it in a
// field named Content; nil where that is not so.
func popupOn(overlay fyne.CanvasObject) *widget.PopUp {
	v := reflect.Indirect(reflect.ValueOf(overlay))
	if v.Kind() != reflect.Struct {
		return nil
	}
	field := v.FieldByName("Content")
	if !field.IsValid() || !field.CanInterface() {
		return nil
	}
	popup, _ := field.Interface().(*widget.PopUp)
	return popup
}

// entryIn finds the entry among a dialog's parts.
func entryIn(o fyne.CanvasObject) *widget.Entry {
	switch o := o.(type) {
	case *widget.Entry:
		return o
	case *container.Scroll:
		return entryIn(o.Content)
	case *fyne.Container:
		for _, part := range o.Objects {
			if e := entryIn(part); e != nil {
				return e
			}
		}
	}
	return nil
}

// FocusGained is for Fyne.
func (k *nameKeys) FocusGained() { k.to.FocusGained() }

// FocusLost is for Fyne.
func (k *nameKeys) FocusLost() { k.to.FocusLost() }

// TypedRune is for Fyne.
func (k *nameKeys) TypedRune(r rune) { k.to.TypedRune(r) }

// TypedKey is for Fyne.
func (k *nameKeys) TypedKey(key *fyne.KeyEvent) {
	if key.Name != fyne.KeyEscape {
		k.to.TypedKey(key)
	} else if typed := k.window.Canvas().OnTypedKey(); typed != nil {
		typed(key) // the window closes what lies over it
	}
}

// TypedShortcut is for Fyne.
func (k *nameKeys) TypedShortcut(s fyne.Shortcut) { k.to.TypedShortcut(s) }

// AccessibilityLabel returns what is typed.
func (k *nameKeys) AccessibilityLabel() string { return k.to.PlaceHolder }

// AccessibilityRole is for Fyne.
func (k *nameKeys) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer is for Fyne.
func (k *nameKeys) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}
