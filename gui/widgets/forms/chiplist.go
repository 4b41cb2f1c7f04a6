package forms

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
)

// ChipList is what was picked, a chip each in a line, and a picker that offers the rest.
type ChipList struct {
	Box *fyne.Container
	// More offers the rest. Where there is none it goes, unless it Stays.
	More  *Picker
	Stays bool

	chips  layouts.Remade
	remove func(name string)
}

// NewChipList returns an empty list. add is told the index of what is picked among what More offers.
func NewChipList(hint string, add func(i int), remove func(name string)) *ChipList {
	l := &ChipList{Box: layouts.Inline(6), remove: remove}
	l.chips.Box = l.Box
	l.More = NewPicker(hint, func(i int) {
		l.More.SetSelected(-1)
		add(i)
	})
	return l
}

// Set shows what was picked, after More was told what it offers. The last ones stay, as many as least.
func (l *ChipList) Set(names []string, least int) {
	l.More.SetSelected(-1)
	input.Enable(l.More, l.More.n > 0)
	more, removable := l.Stays || l.More.n > 0, len(names) > least
	l.chips.Show(fmt.Sprintf("%q %t %t", names, more, removable), func() (objects []fyne.CanvasObject) {
		for _, name := range names {
			var removed func()
			if removable {
				removed = func() { l.remove(name) }
			}
			objects = append(objects, NewChip(name, removed))
		}
		if more {
			objects = append(objects, l.More)
		}
		return objects
	})
}
