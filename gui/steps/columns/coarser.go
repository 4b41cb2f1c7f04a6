package columns

import (
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/notices"
	"steward/gui/words"
)

// coarserShown is how many groups, and how many values of each, are listed.
const coarserShown = 12

// readCoarser asks for a sheet that says to which coarser value each value belongs.
func (l *listEditor) readCoarser() {
	l.of.of.OpenSheet(l.useCoarser)
}

// useCoarser shows a coarser list and asks what it is for.
func (l *listEditor) useCoarser(path string) {
	now, w := l.of.of.Session, l.of.of.Window
	list, err := now.Columns.ReadCoarser(path, l.of.name)
	if err != nil {
		dialogs.Faults(w, words.T("These coarser values cannot be used"), err)
		return
	}
	var rows []notices.Finding
	for i, g := range list.Groups {
		if i == coarserShown {
			rows = append(rows, notices.Finding{Title: words.T("and %d more", len(list.Groups)-i)})
			break
		}
		values := g.Values
		if more := len(values) - coarserShown; more > 0 {
			values = append(values[:coarserShown:coarserShown], others(more))
		}
		rows = append(rows, notices.Finding{Kind: notices.Good, Title: g.Name, Detail: amounts.Named(values)})
	}
	if n := len(list.Beside); n > 0 {
		rows = append(rows, notices.Finding{Kind: notices.Info, Title: words.N(n, "%s value of the list is not in %s", "%s values of the list are not in %s", amounts.Commas(n), list.Column), Detail: words.N(n, "It is left out.", "They are left out.")})
	}
	complete := len(list.Missing) == 0
	if !complete {
		missing := list.Missing
		if more := len(missing) - coarserShown; more > 0 {
			missing = append(missing[:coarserShown:coarserShown], others(more))
		}
		rows = append(rows, notices.Finding{Kind: notices.Danger, Title: words.N(len(list.Missing), "%s value has no coarser value", "%s values have no coarser value", amounts.Commas(len(list.Missing))), Detail: words.T("%s. Complete the sheet, or take them out of the list.", amounts.Named(missing))})
	}
	var d *dialogs.List
	publish := forms.NewMainButton(words.T("Publish the coarser values"), func() {
		d.Hide()
		now.Columns.Recode(list)
	})
	hide := forms.NewButton(words.T("Keep it, hide inside each"), func() {
		d.Hide()
		now.Columns.HideInside(list)
	})
	input.Enable(publish, complete)
	input.Enable(hide, complete && len(l.values) > 0)
	lead := words.T("**%s** puts the values of %s into **%s**. Publish those instead, or publish %s as it is and keep secret which value of its group someone has: then **anyone may learn which group they are in**. You can undo this.",
		list.Name, list.Column, amounts.Several(len(list.Groups), "coarser value", "coarser values"), list.Column)
	d = dialogs.NewList(w, words.T("Coarser values for %s", list.Column), dialogs.Findings(lead, rows, words.T("The list has to be public, like that of a country's regions.")))
	d.Offer(hide, publish)
	d.Open()
}

// others counts values beside those that are listed.
func others(n int) string { return words.N(n, "%s other", "%s others", amounts.Commas(n)) }
