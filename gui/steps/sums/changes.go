package sums

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/dialogs"
	"steward/gui/session/sums"
	"steward/gui/steps/page"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// changes shows by how much the answers to one question after the other have changed since an earlier release.
type changes struct {
	since    sums.Since
	question *forms.Picker
	says     *prose.Text // what answers count, and how many only one of the releases has
	table    *tables.Table
	all      fyne.CanvasObject
}

// showChanges opens a page with all changes since an earlier release.
func showChanges(s page.Surroundings, since sums.Since) {
	c := newChanges(since)
	dialogs.Wide(s.Window, words.T("Changes since %s", since.Name), c.all, c.question)
}

func newChanges(since sums.Since) *changes {
	c := &changes{since: since, says: prose.Caption(""), table: tables.NewTable()}
	c.question = forms.NewPicker(words.T("question"), c.show)
	c.question.SetList(len(since.Changes), func(i int) string { return since.Changes[i].Question })
	says := words.T("Computed from unadjusted numbers. The noise of two releases is drawn separately, so a change over several years is no further off than one over a single year: take it from the first release and the last, and do not add up the changes between them. One interval in twenty misses.")
	if at, err := time.Parse(time.RFC3339, since.Released); err == nil {
		says = words.T("The earlier release is of %s.", words.Date(at)) + " " + says
	}
	above := []fyne.CanvasObject{prose.Caption(says), c.question, c.says}
	for _, left := range since.Left {
		above = append(above, prose.Caption(words.Say(left)))
	}
	c.all = container.NewBorder(layouts.Column(8, above...), nil, nil, nil, c.table)
	c.question.SetSelected(0)
	c.show(0)
	return c
}

// show shows the changes of the answers to a question.
func (c *changes) show(question int) {
	change := c.since.Changes[question]
	var columns []tables.Column
	for _, key := range change.Heads(words.Say) {
		columns = append(columns, tables.Column{Title: key})
	}
	for _, title := range []string{words.T("earlier"), words.T("later")} {
		columns = append(columns, tables.Column{Title: title, Align: fyne.TextAlignTrailing})
	}
	columns = append(columns, tables.Column{Title: words.T("change"), Grow: true})
	c.table.SetColumns(columns...)
	c.table.SetSource(len(change.Answers), func(i int) []string { return c.since.Row(question, i) })
	said := words.T("Counted in %s.", words.Say(change.Unit()))
	if change.Apart > 0 {
		said += " " + words.T("%d answers are in only one of the two releases.", change.Apart)
	}
	c.says.SetText(said)
}
