package facts

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"steward/core/attack"
	"steward/gui/dialogs"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// demonstrate works the averaging attack on the plan's own columns with made-up counts, and
// shows what comes out.
func (p *Page) demonstrate() {
	c := p.Session.Compiled()
	if c == nil {
		dialogs.Show(p.Window, words.T(attackTitle), prose.Body(words.T("The example uses your own columns, secrets and budget. Finish them first: the list on the left shows where something is missing.")))
		return
	}
	var a attack.Shown
	var err error
	p.Run(func() { a, err = attack.Show(context.Background(), c) }, func() {
		if err != nil {
			dialogs.Show(p.Window, words.T(attackTitle), prose.Body(words.SentenceOf(err)))
			return
		}
		dialogs.Show(p.Window, words.T(attackTitle), attackPage(a, words.SayAll(a.Advice(c.Plan.Facts))))
	})
}

const attackTitle = "How averaging removes the noise"

// attackPage lays the attack out: what is seen, how good the guesses are, and what to do.
func attackPage(a attack.Shown, advice []string) fyne.CanvasObject {
	parts := make([]fyne.CanvasObject, 0, len(a.Explanation)+len(advice)+3)
	for _, s := range words.SayAll(a.Explanation) {
		parts = append(parts, prose.Body(s))
	}
	right := func(title string) tables.ListingColumn {
		return tables.ListingColumn{Title: title, Align: fyne.TextAlignTrailing}
	}
	table := tables.NewListing(tables.ListingColumn{Title: words.T("Numbers averaged"), Grow: true},
		right(words.T("Off by, facts left out")), right(words.T("Exact, in 100")), right(words.T("Off by, facts counted")), right(words.T("Exact, in 100")))
	rows := make([][]tables.Text, len(a.Rows))
	for i, r := range a.Rows {
		for _, text := range []string{fmt.Sprint(r.Used), words.Say(r.Plain.Off()), fmt.Sprint(r.Plain.TimesIn100()), words.Say(r.Guarded.Off()), fmt.Sprint(r.Guarded.TimesIn100())} {
			rows[i] = append(rows[i], tables.Text{prose.Plain(words.Number(text))})
		}
	}
	table.SetRows(rows...)
	parts = append(parts, table, prose.NewRule(), prose.Strong(words.T("What to do")))
	for _, s := range advice {
		parts = append(parts, prose.Body(s))
	}
	return layouts.Column(8, parts...)
}
