package steps

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/gui/session"
	"steward/gui/theme"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// questions is the step "Questions": what will be published.
type questions struct {
	page
	table    *editors.QuestionTable
	card     *layouts.Card
	none     *layouts.Card
	selected int

	add    *forms.Menu
	evenly *forms.Button
	remove *forms.Button
	editor *questionEditor
	choice *choiceEditor
	groups *clusterEditor
	madeUp *recordsEditor

	count  *notices.BigFigure
	meter  *figures.Meter
	errors *tables.Listing
	unused *prose.Text
	spread *fyne.Container // what is shown only where something is asked
}

func newQuestions(s Surroundings) *questions {
	p := &questions{page: newPage(s, guide.Questions)}
	p.table = editors.NewQuestionTable()
	p.table.OnSelected = p.choose
	p.table.OnRemoved = p.drop
	p.table.OnShare = func(i int, percent float64) {
		if err := s.Session.SetShare(i, percent); err != nil {
			s.Session.Fail(guide.Questions, err)
		}
	}
	p.card = layouts.NewCard(p.table)
	p.card.Flush = true
	p.none = layouts.NewCard(prose.Quiet(prose.Plain(words.T("Nothing is asked yet. Add a question: each becomes a table of numbers that you publish."))))
	p.add = forms.NewMenu(words.T("Add a question"), p.ask)
	p.add.Importance = widget.HighImportance
	p.evenly = forms.NewButton(words.T("Share evenly"), s.Session.ShareEvenly)
	p.remove = forms.NewIconTextButton(words.T("Remove"), fynetheme.DeleteIcon(), func() { p.drop(p.selected) })
	p.editor, p.choice, p.groups, p.madeUp = newQuestionEditor(p), newChoiceEditor(p), newClusterEditor(p), newRecordsEditor(p)
	p.content = layouts.Column(gap,
		frames.NewQuestion(words.T("What will be published?"), words.T("Each question takes a share of the budget. A larger share means a smaller error."), p.explain),
		p.failure, p.card, p.none,
		container.NewBorder(nil, nil, container.NewHBox(p.add, p.evenly), p.remove),
		p.editor.card, p.choice.card, p.groups.card, p.madeUp.card)
	p.makeSide()
	return p
}

func (p *questions) makeSide() {
	p.count = notices.NewBigFigure("", "")
	p.meter = figures.NewMeter(1, true)
	p.errors = tables.NewListing(tables.ListingColumn{Grow: true}, tables.ListingColumn{Align: fyne.TextAlignTrailing})
	p.unused = prose.Caption()
	p.spread = layouts.Column(8, prose.NewRule(), prose.Strong(words.T("Shares of the budget")), p.meter, prose.NewRule(),
		prose.Strong(words.T("Error, 19 times in 20 within")), p.errors)
	p.side = layouts.Column(8, prose.CardTitle(words.T("What this means")), p.count, p.spread, prose.NewRule(),
		layouts.Column(2, prose.Strong(words.T("Ask less, know it better")),
			prose.Body(words.T("A question more leaves a smaller share for the others. Ask only what you will publish."))),
		p.unused)
}

// ask adds a question of the kind that was chosen in the menu.
func (p *questions) ask(i int) {
	kinds, choices, at, err := session.QuestionKinds(), session.ChoiceKinds(), 0, error(nil)
	switch {
	case i < len(kinds):
		at, err = p.Session.Ask(kinds[i])
	case i < len(kinds)+len(choices):
		at, err = p.Session.AskChoice(choices[i-len(kinds)])
	case i == len(kinds)+len(choices):
		at, err = p.Session.AskClusters()
	default:
		at, err = p.Session.AskSynthetic()
	}
	if err != nil {
		p.Session.Fail(guide.Questions, err)
		return
	}
	p.choose(at)
}

// choose shows another question in the form.
func (p *questions) choose(i int) {
	p.selected = i
	p.editor.fresh()
	p.choice.fresh()
	p.groups.fresh()
	p.madeUp.fresh()
	p.Update()
}

// drop removes a question; undo brings it back.
func (p *questions) drop(i int) {
	p.editor.fresh()
	p.choice.fresh()
	p.groups.fresh()
	p.madeUp.fresh()
	p.Session.RemoveQuestion(i)
}

// Update lists the questions.
func (p *questions) Update() {
	p.showFailure()
	asked := p.Session.Plan().Questions
	rows, shares := make([]editors.Asked, len(asked)), p.Session.Shares()
	for i, q := range asked {
		columns := make([]string, len(q.Columns))
		for k, c := range q.Columns {
			columns[k] = string(c)
		}
		numbers := "–"
		if n := p.Session.Numbers(i); n > 0 {
			numbers = thousandsOf(n)
		}
		title := q.Title
		if strings.TrimSpace(title) == "" {
			title = words.T("No title yet")
		}
		rows[i] = editors.Asked{Title: title, Kind: session.KindOf(q).Name, Columns: columns, Numbers: numbers,
			Share: shares[i].Percent, Spends: words.Number(shares[i].Spends)}
	}
	rows = append(rows, p.choices(shares[len(asked):])...)
	rows = append(rows, p.clusters(shares[len(rows):])...)
	rows = append(rows, p.synthetic(shares[len(rows):])...)
	p.table.Set(rows, p.Session.Plan().Budget.Epsilon)
	p.selected = min(max(p.selected, 0), len(rows)-1)
	p.table.SetSelected(p.selected)
	visible(p.card, len(rows) > 0)
	visible(p.none, len(rows) == 0)
	enable(p.remove, len(rows) > 0)
	enable(p.evenly, len(rows) > 1)
	p.showMenu()
	p.editor.update()
	p.choice.update()
	p.groups.update()
	p.madeUp.update()
	p.showSide(rows)
}

// choices are the rows of percentiles, most common values and best choices.
func (p *questions) choices(shares []session.Share) []editors.Asked {
	var rows []editors.Asked
	for i, q := range p.Session.Plan().Choices {
		columns := []string{string(q.Column)}
		for _, n := range q.By {
			columns = append(columns, string(n))
		}
		values := "–"
		if n := p.Session.ChoiceValues(i); n > 0 {
			values = thousandsOf(n)
		}
		rows = append(rows, editors.Asked{Title: q.Title, Kind: session.ChoiceKindOf(q).Name, Columns: columns, Numbers: values,
			Share: shares[i].Percent, Spends: words.Number(shares[i].Spends)})
	}
	return rows
}

// clusters are the rows of groups of similar people.
func (p *questions) clusters(shares []session.Share) []editors.Asked {
	var rows []editors.Asked
	for i, q := range p.Session.Plan().Clusters {
		columns := make([]string, len(q.Columns))
		for k, c := range q.Columns {
			columns[k] = string(c.Name)
		}
		rows = append(rows, editors.Asked{Title: q.Title, Kind: words.Text(session.ClustersName), Columns: columns, Numbers: thousandsOf(p.Session.ClusterNumbers(i)),
			Share: shares[i].Percent, Spends: words.Number(shares[i].Spends)})
	}
	return rows
}

// synthetic are the rows of tables of made-up records.
func (p *questions) synthetic(shares []session.Share) []editors.Asked {
	var rows []editors.Asked
	for i, q := range p.Session.Plan().Synthetic {
		columns := make([]string, len(q.Columns))
		for k, c := range q.Columns {
			columns[k] = string(c)
		}
		rows = append(rows, editors.Asked{Title: q.Title, Kind: words.Text(session.SyntheticName), Columns: columns, Numbers: words.T("records"),
			Share: shares[i].Percent, Spends: words.Number(shares[i].Spends)})
	}
	return rows
}

// enable lets something be used, or not.
func enable(d fyne.Disableable, on bool) {
	if on == d.Disabled() {
		if on {
			d.Enable()
		} else {
			d.Disable()
		}
	}
}

func (p *questions) showMenu() {
	var options []forms.Option
	for _, k := range session.QuestionKinds() {
		o := forms.Option{Text: k.Name, Note: k.Explanation}
		if reason := p.Session.CannotAsk(k); reason != "" {
			o.Note, o.Disabled = reason, true
		}
		options = append(options, o)
	}
	for _, k := range session.ChoiceKinds() {
		o := forms.Option{Text: k.Name, Note: k.Explanation}
		if reason := p.Session.CannotAskChoice(k); reason != "" {
			o.Note, o.Disabled = reason, true
		}
		options = append(options, o)
	}
	groups := forms.Option{Text: words.Text(session.ClustersName), Note: words.Text(session.ClustersExplained)}
	if reason := p.Session.CannotAskClusters(); reason != "" {
		groups.Note, groups.Disabled = reason, true
	}
	records := forms.Option{Text: words.Text(session.SyntheticName), Note: words.Text(session.SyntheticExplained)}
	if reason := p.Session.CannotAskSynthetic(); reason != "" {
		records.Note, records.Disabled = reason, true
	}
	p.add.SetOptions(append(options, groups, records))
}

// mostBeside is how many questions the side column lists.
const mostBeside = 8

// showSide shows what the questions mean for one another.
func (p *questions) showSide(rows []editors.Asked) {
	count := words.T("from 1 question")
	if len(rows) != 1 {
		count = words.T("from %d questions", len(rows))
	}
	p.count.Set("", words.T("%s numbers", thousandsOf(p.Session.AllNumbers())), prose.Plain(count))
	visible(p.spread, len(rows) > 0)
	preview := p.Session.Preview()
	var parts []figures.MeterPart
	var errors [][]tables.Text
	rest := 100.0
	for i, r := range rows {
		if i == mostBeside-1 && len(rows) > mostBeside {
			parts = append(parts, figures.MeterPart{Label: words.T("%d more", len(rows)-i), Value: rest, ValueText: percent(rest), Color: theme.Other})
			errors = append(errors, []tables.Text{{prose.Plain(words.T("and %d more", len(rows)-i))}, {}})
			break
		}
		rest -= r.Share
		parts = append(parts, figures.MeterPart{Label: r.Title, Value: r.Share, ValueText: percent(r.Share), Color: chartColor(i)})
		within := tables.Text{prose.Plain("…")}
		if preview != nil && i < len(preview.Questions) {
			q := preview.Questions[i]
			half := people(q.Candidates[q.Chosen].Summary.HalfWidth)
			within = tables.Text{prose.Bold(half), prose.Plain(" " + p.Session.InWords(i))}
		} else if fall, unit, ok := choiceError(preview, i); ok {
			within = tables.Text{prose.Bold(fall), prose.Plain(" " + unit)}
		} else if more, unit, ok := clusterError(preview, i); ok {
			within = tables.Text{prose.Bold(more), prose.Plain(" " + unit)}
		} else if off, unit, ok := recordsError(preview, i); ok {
			within = tables.Text{prose.Bold(off), prose.Plain(" " + unit)}
		} else if p.Session.Compiled() == nil {
			within = tables.Text{prose.Plain("–")}
		}
		errors = append(errors, []tables.Text{{prose.Plain(r.Title)}, within})
	}
	p.meter.Set(100, parts...)
	p.errors.SetRows(errors...)
	p.unused.Set()
	if unasked := p.Session.Unasked(); len(unasked) > 0 && len(rows) > 0 {
		verb := words.N(len(unasked), " is among your columns and in no question. That costs nothing.", " are among your columns and in no question. That costs nothing.")
		if len(unasked) > 6 {
			unasked = append(unasked[:5:5], words.T("%d more", len(unasked)-5))
		}
		p.unused.Set(prose.Italic(strings.Join(unasked, ", ")), prose.Plain(verb))
	}
}

// percent writes a share in per cent with the digits that matter.
func percent(x float64) string {
	digits := 0
	if x < 10 && x != float64(int(x)) {
		digits = 1
	}
	return words.Number(strconv.FormatFloat(x, 'f', digits, 64) + " %")
}
