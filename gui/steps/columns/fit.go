package columns

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/columns"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// columnsFit lists what of the plan does not fit the open file, each with what can be done.
type columnsFit struct {
	of   *Page
	card *layouts.Card
	list *notices.Findings
}

func newColumnsFit(of *Page) *columnsFit {
	f := &columnsFit{of: of, list: notices.NewFindings()}
	f.card = layouts.NewTitledCard(words.T("What does not fit the file"), nil, layouts.Column(8,
		prose.Caption(prose.Plain(words.T("The file holds answers that are not declared, or it has changed. A release would stop there."))), f.list))
	return f
}

func (f *columnsFit) update() {
	var list []columns.Misfit
	for _, m := range f.of.Session.Columns.Misfits() {
		if m.Stops {
			list = append(list, m)
		}
	}
	paint.Show(f.card, len(list) > 0)
	f.list.Set(misfitRows(list, f.mend)...)
}

// mend returns the buttons that mend a misfit.
func (f *columnsFit) mend(m columns.Misfit) fyne.CanvasObject {
	now := f.of.Session
	if m.Kind != columns.MissingColumn {
		if m.Column == f.of.selected {
			return nil // it is in the editor below
		}
		return forms.NewButton(words.T("Show"), func() { f.of.choose(m.Column) })
	}
	var buttons []fyne.CanvasObject
	if m.Instead != "" {
		buttons = append(buttons, forms.NewButton(words.T("Use %s", m.Instead), func() {
			f.of.selected = m.Instead
			now.Columns.UseInstead(m.Column, m.Instead)
		}))
	}
	if _, published := now.Columns.Published(m.Column); published {
		buttons = append(buttons, forms.NewButton(words.T("Take it out"), func() { now.Columns.Withdraw(m.Column) }))
	}
	return container.NewHBox(buttons...)
}
