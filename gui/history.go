package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/session/edits"
	"steward/gui/widgets/input"
	"steward/gui/words"
)

// mostHistory is how many edits the menu of the undo button lists.
const mostHistory = 12

// showHistory says on the buttons what they take back or do again.
func (f *Frame) showHistory() {
	last, can := f.session.History.Undoable()
	next, again := f.session.History.Redoable()
	f.undo.Hint, f.redo.Hint = words.T("Undo"), words.T("Redo")
	if can {
		f.undo.Hint = words.T("Undo: %s", last.What)
	}
	if again {
		f.redo.Hint = words.T("Redo: %s", next.What)
	}
	input.Enable(f.undo, can)
	input.Enable(f.redo, again)
}

// takeBack takes the last edit back, where it can be seen.
func (f *Frame) takeBack() { f.along(f.session.History.Undoable, f.session.Undo) }

// doAgain does the last edit that was taken back again.
func (f *Frame) doAgain() { f.along(f.session.History.Redoable, f.session.Redo) }

// along goes through the history, and to the step that it changes.
func (f *Frame) along(edit func() (edits.Edit, bool), do func()) {
	e, ok := edit()
	if !ok {
		return
	}
	do()
	if e.Step != f.order[f.current] {
		f.show(e.Step)
	}
}

// history opens the menu of what can be taken back: an entry takes back all edits down to it.
func (f *Frame) history(at fyne.Position) {
	var items []*fyne.MenuItem
	for i, e := range f.session.History.List(mostHistory) {
		items = append(items, fyne.NewMenuItem(words.T("Undo: %s", e.What), func() {
			for range i + 1 {
				f.takeBack()
			}
		}))
	}
	if len(items) > 0 {
		widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), f.window.Canvas(), at)
	}
}
