package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/dialogs"
	"steward/gui/words"
)

// keys are what the keyboard does everywhere in the window, as the help lists it.
func keys() []dialogs.Key {
	return []dialogs.Key{
		{Keys: words.T("Tab, Shift+Tab"), Does: words.T("to the next or the previous thing that can be used")},
		{Keys: words.T("Space, Enter"), Does: words.T("use it")},
		{Keys: words.T("Arrow keys"), Does: words.T("move along steps, cards, lists and sliders")},
		{Keys: words.T("Page Up, Page Down"), Does: words.T("scroll the text that has the keyboard focus")},
		{Keys: words.T("Ctrl+Page Down, Ctrl+Page Up"), Does: words.T("the next or the previous step")},
		{Keys: words.T("Ctrl+1 … Ctrl+8"), Does: words.T("a step, by its number")},
		{Keys: words.T("Ctrl+Z, Ctrl+Shift+Z"), Does: words.T("take back, do again")},
		{Keys: words.T("Ctrl+O, Ctrl+S"), Does: words.T("open a project or a spreadsheet, save the project")},
		{Keys: words.T("Ctrl+Shift+S"), Does: words.T("save under another name")},
		{Keys: words.T("Ctrl+N"), Does: words.T("begin a new project")},
		{Keys: words.T("Ctrl+B"), Does: words.T("the account of these people")},
		{Keys: words.T("Ctrl+E"), Does: words.T("the expert view, on and off")},
		{Keys: words.T("Ctrl+Plus, Ctrl+Minus, Ctrl+0"), Does: words.T("larger, smaller and normal text")},
		{Keys: words.T("Ctrl+C"), Does: words.T("in a table: copy it for a spreadsheet")},
		{Keys: words.T("Shift+F10, right click"), Does: words.T("what can be done with a table or a chart")},
		{Keys: words.T("F1 or Ctrl+H"), Does: words.T("help")},
		{Keys: words.T("Ctrl+Q"), Does: words.T("quit")},
		{Keys: words.T("Escape"), Does: words.T("close what has opened over the window")},
	}
}

func shortcut(key fyne.KeyName, more ...fyne.KeyModifier) fyne.Shortcut {
	modifier := fyne.KeyModifierShortcutDefault
	for _, m := range more {
		modifier |= m
	}
	return &desktop.CustomShortcut{KeyName: key, Modifier: modifier}
}

// shortcuts makes the usual keys work.
func (f *Frame) shortcuts() {
	c := f.window.Canvas()
	always := func(s fyne.Shortcut, do func()) { c.AddShortcut(s, func(fyne.Shortcut) { do() }) }
	add := func(s fyne.Shortcut, do func()) {
		always(s, func() {
			if c.Overlays().Top() == nil { // what lies over the window comes first
				do()
			}
		})
	}
	add(&fyne.ShortcutUndo{}, f.takeBack)
	add(&fyne.ShortcutRedo{}, f.doAgain)
	add(shortcut(fyne.KeyZ, fyne.KeyModifierShift), f.doAgain)
	add(shortcut(fyne.KeyS), f.saveProject)
	add(shortcut(fyne.KeyS, fyne.KeyModifierShift), f.saveAs)
	add(shortcut(fyne.KeyO), f.openFile)
	add(shortcut(fyne.KeyN), func() { f.leave(f.newProject) })
	add(shortcut(fyne.KeyQ), f.close)
	add(shortcut(fyne.KeyH), f.help)
	add(shortcut(fyne.KeyE), f.expert.toggle)
	add(shortcut(fyne.KeyB), f.openAccount)
	resize := func(by int) func() { return func() { f.setText(textSize(fyne.CurrentApp()) + by) } }
	always(shortcut(fyne.KeyPlus), resize(1))
	always(shortcut(fyne.KeyEqual), resize(1)) // on whose key plus is
	always(shortcut(fyne.KeyEqual, fyne.KeyModifierShift), resize(1))
	always(shortcut(fyne.KeyPlus, fyne.KeyModifierShift), resize(1))
	always(shortcut(fyne.KeyMinus), resize(-1))
	always(shortcut(fyne.Key0), func() { f.setText(0) })
	add(shortcut(fyne.KeyPageDown), func() { f.move(1) })
	add(shortcut(fyne.KeyPageUp), func() { f.move(-1) })
	for i := range f.order {
		add(shortcut(fyne.KeyName(rune('1'+i))), func() { f.Show(i) })
	}
	c.SetOnTypedKey(func(k *fyne.KeyEvent) {
		switch k.Name {
		case fyne.KeyF1:
			f.help()
		case fyne.KeyEscape:
			if top := c.Overlays().Top(); top != nil {
				top.Hide()
				c.Overlays().Remove(top)
			}
		}
	})
}

// help opens the help at the present step.
func (f *Frame) help() { f.helpAt(dialogs.Topic(f.order[f.current])) }

// helpAt opens the help at a topic.
func (f *Frame) helpAt(topic string) {
	dialogs.Help(f.window, topic, dialogs.Manual{Steps: f.order, Keys: keys(), About: dialogs.AboutProgram(f.session.Program())})
}

// term opens the glossary at a term.
func (f *Frame) term(term string) { f.helpAt(dialogs.TopicGlossary + ":" + term) }
