package columns

import (
	"slices"

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
	lead *prose.Text
	list *notices.Findings
}

func newColumnsFit(of *Page) *columnsFit {
	f := &columnsFit{of: of, lead: prose.Caption(""), list: notices.NewFindings()}
	f.card = layouts.NewTitledCard(words.T("What does not fit the file"), nil, layouts.Column(8, f.lead, f.list))
	return f
}

func (f *columnsFit) update() {
	list := f.of.Session.Columns.Misfits()
	stops := slices.ContainsFunc(list, func(m columns.Misfit) bool { return m.Stops })
	paint.Show(f.card, len(list) > 0)
	f.lead.SetText(words.T("The file contains answers that are not declared. No release stops there: if they are new and public, declare them."))
	if stops {
		f.lead.SetText(words.T("The file contains answers that are not declared, or it has changed. A release would stop there."))
	}
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
