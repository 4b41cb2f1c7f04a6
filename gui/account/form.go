package account

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/gui/dialogs"
	"steward/gui/session/accounts"
	"steward/gui/steps/spend"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// form asks for what an act takes: up to two values, who does it, and why.
type form struct {
	title, lead   string
	value, second string // what is asked for; "" for nothing
	empty         string // what the first value is when nothing is typed
	pick          string // what is chosen among options; "" for nothing
	options       []string
	why, button   string
	grave         bool // it loses something
	do            func(value, second string, w accounts.Words, done func(error))
	chosen        func(option int, w accounts.Words, done func(error)) // instead, where there are options
}

// dialogWidth is as much as the smallest window has room for.
const dialogWidth = 520

// wide gives something the width of a dialog.
func wide(parts ...fyne.CanvasObject) fyne.CanvasObject {
	return layouts.Column(8, append([]fyne.CanvasObject{layouts.AtLeast(dialogWidth, 0)}, parts...)...)
}

// ask opens a form. It closes when the act is done, and else says why it was not.
func (p *Page) ask(f form) {
	var d *dialog.CustomDialog
	var parts []fyne.CanvasObject
	var first fyne.Focusable
	problem := prose.Problem()
	var act func()
	entry := func(name, empty string) *forms.Entry {
		e := forms.NewNamedEntry(name, "", empty)
		e.OnSubmitted = func(string) { act() }
		if first == nil && name != "" {
			first = e
		}
		return e
	}
	if f.lead != "" {
		parts = append(parts, prose.Body(f.lead))
	}
	value, second := entry(f.value, f.empty), entry(f.second, "")
	for _, e := range []*forms.Entry{value, second} {
		if e.Name != "" {
			parts = append(parts, layouts.Labelled(e.Name, e))
		}
	}
	picker := forms.NewPicker(f.pick, nil)
	if f.chosen != nil {
		picker.SetTexts(f.options)
		picker.SetSelected(0)
		first, parts = picker, append(parts, layouts.Labelled(f.pick, picker))
	}
	why, by := entry(f.why, words.T("a few words")), entry(words.T("Who"), words.T("a name or an office"))
	by.SetText(p.Session.Balance.By())
	if f.why != "" {
		parts = append(parts, container.NewGridWithColumns(2, layouts.Labelled(why.Name, why), layouts.Labelled(by.Name, by)))
	}
	act = func() {
		do := func(w accounts.Words, done func(error)) { f.do(value.Text, second.Text, w, done) }
		if f.chosen != nil {
			do = func(w accounts.Words, done func(error)) { f.chosen(picker.Selected(), w, done) }
		}
		do(accounts.Words{By: by.Text, Why: why.Text}, func(err error) {
			if err != nil {
				problem.SetText(words.SentenceOf(err))
				d.Resize(d.MinSize())
				return
			}
			fyne.CurrentApp().Preferences().SetString(spend.SettingBy, p.Session.Balance.By())
			d.Hide()
		})
	}
	does := forms.NewMainButton(f.button, act)
	if f.grave {
		does.Importance = widget.DangerImportance
	}
	d = dialogs.Form(p.Window, f.title, wide(append(parts, problem)...), first, does)
}
