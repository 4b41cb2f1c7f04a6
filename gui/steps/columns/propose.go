package columns

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// proposeValues shows what the data would propose for the column. It becomes part of the plan
// only when the steward confirms that it is public anyway; until then it is nowhere else.
func (e *columnEditor) proposeValues() {
	found, ok := e.of.Session.Data.File().Column(e.name)
	if !ok {
		return
	}
	c, published := e.of.Session.Columns.Published(e.name)
	if !published {
		kind, _ := columns.Starting(found)
		c = plan.Column{Name: domain.AttributeName(e.name), Kind: kind}
	}
	proposed, err := e.of.Session.Columns.ProposeFor(c)
	if err != nil {
		e.of.Session.Fail(guide.Columns, err)
		return
	}
	proposed.Origin = domain.Confirmed
	e.confirm(proposed, columns.RangesFrom(found), len(proposed.Readings)-len(c.Readings))
}

// proposeTogether shows what the data would propose for all columns that have no values yet. It becomes part of the plan in one edit,
// once the steward confirms that all of it is public anyway. Columns that nothing can be proposed for are named, with the reason.
func (p *Page) proposeTogether() {
	var proposed []plan.Column
	wording, risks := layouts.Column(layouts.Gap), layouts.Column(layouts.Gap)
	told := make(map[string]bool)
	var cannot []notices.Finding
	for _, c := range p.valueless() {
		found, _ := p.Session.Data.File().Column(string(c.Name))
		n, err := p.Session.Columns.ProposeFor(c)
		if err != nil {
			cannot = append(cannot, notices.Finding{Kind: notices.Caution, Title: words.T("Nothing is proposed for %s", c.Name), Detail: words.SentenceOf(err)})
			continue
		}
		n.Origin = domain.Confirmed
		proposed = append(proposed, n)
		wording.Add(prose.Strong(string(c.Name)))
		wording.Add(prose.Prose(prose.Marked(proposalWords(n, columns.RangesFrom(found), len(n.Readings)-len(c.Readings)))...))
		wording.Add(proposalList(n))
		if risk := columns.ProposalRisk(n.Kind); !told[risk] {
			told[risk] = true
			risks.Add(notices.NewBanner(notices.Caution, words.T("They become public."), prose.Marked(risk), nil))
		}
	}
	if len(cannot) > 0 {
		list := notices.NewFindings()
		list.Compact = true
		list.Set(cannot...)
		wording.Add(list)
	}
	wording.Add(risks)
	askIfPublic(p.Window, words.T("Values proposed from the data"), wording, len(proposed) > 0, func() { p.Session.Columns.PublishAll(proposed) })
}

// askIfPublic shows values that were read off the data, and has them used once it is confirmed that they are public, where there are any.
func askIfPublic(w fyne.Window, title string, wording *fyne.Container, any bool, do func()) {
	var d *dialogs.List
	use := forms.NewMainButton(words.T("Use these values"), func() {
		d.Hide()
		do()
	})
	use.Disable()
	if any {
		wording.Add(forms.NewCheck(words.T("These values are public knowledge: everyone could know them without this file."), func(on bool) { input.Enable(use, on) }))
	}
	d = dialogs.NewList(w, title, wording)
	d.Offer(use)
	d.Open()
}

// confirm asks whether proposed values are public; how says what ranges depend on, spellings of
// values are read as others.
func (e *columnEditor) confirm(c plan.Column, how string, spellings int) {
	risk := notices.NewBanner(notices.Caution, words.T("They become public."), prose.Marked(columns.ProposalRisk(c.Kind)), nil)
	wording := layouts.Column(layouts.Gap, prose.Prose(prose.Marked(proposalWords(c, how, spellings))...), proposalList(c), risk)
	askIfPublic(e.of.Window, words.T("Values for %s, proposed from the data", c.Name), wording, true, func() {
		e.of.selected = string(c.Name)
		e.of.Session.Columns.Publish(c)
	})
}

// proposalWords says what would be declared; how says it of ranges.
func proposalWords(c plan.Column, how string, spellings int) string {
	n := c.Regular()
	switch c.Kind {
	case domain.Whole:
		return words.T("Whole numbers from **%s** to **%s**, %s. The ends are rounded outwards.", number(c.Lowest), number(c.Highest), amounts.Several(n, "value", "values"))
	case domain.Ranges:
		return "**" + amounts.Several(n, "range", "ranges") + "** " + how
	}
	if c.Kind == domain.Periods {
		wording := words.T("**%s**. The ends are rounded outwards.", columns.DatesWords(c))
		if c.Dates.Order != domain.YearFirst {
			wording += words.T(" Dates stored as text are read as beginning with %s.", columns.OrderWords(c.Dates.Order))
		}
		return wording
	}
	wording := words.T("**%s**, as they appear in the file. Texts that are not answers can be taken out of the list afterwards.", amounts.Several(n, "value", "values"))
	if spellings > 0 {
		wording += words.N(spellings, " %s other spelling is read as one of these.", " %s other spellings are read as one of these.", amounts.Commas(spellings))
	}
	return wording
}

// proposalRows is how many values are in sight at once.
const proposalRows = 7

// proposalList lists what would be declared; of whole numbers the bounds say all.
func proposalList(c plan.Column) fyne.CanvasObject {
	labels := c.Values
	switch c.Kind {
	case domain.Whole, domain.Periods:
		return container.NewWithoutLayout()
	case domain.Ranges:
		labels = columns.RangeLabels(c)
	}
	grid := tables.NewGrid(26, tables.Column{Width: 52, Align: fyne.TextAlignTrailing, Edge: true}, tables.Column{Width: 200, Grow: true})
	grid.SetMinRows(proposalRows)
	grid.SetRows(len(labels), func(i int) tables.Row {
		return tables.Row{Cells: []tables.Cell{{Text: amounts.Commas(i + 1), Quiet: true}, {Text: labels[i]}}}
	})
	card := layouts.NewCard(grid)
	card.Flush = true
	return card
}
