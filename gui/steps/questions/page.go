// Package questions is the page of the step Questions: what is to be published, a form for each kind of it.
package questions

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/amounts"
	"steward/gui/session/questions"
	"steward/gui/steps/outcomes"
	"steward/gui/steps/page"

	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/theme"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// Page is the step "Questions": what will be published.
type Page struct {
	page.Base
	table    *editors.QuestionTable
	card     *layouts.Card
	none     *layouts.Card
	begin    *fyne.Container // the questions that one could begin with, in it
	selected int

	add    *forms.Menu
	each   *forms.Button // a table for each column
	evenly *forms.Button
	remove *forms.Button
	forms  []outputForm

	count  *notices.BigFigure
	meter  *figures.Meter
	errors *tables.Listing
	unused *prose.Text
	spread *fyne.Container // what is shown only where something is asked
}

// New returns the page.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Questions)}
	p.table = editors.NewQuestionTable()
	p.table.OnSelected = p.choose
	p.table.OnRemoved = p.drop
	p.table.OnShare = func(i int, percent float64) {
		if err := s.Session.Questions.SetShare(i, percent); err != nil {
			s.Session.Fail(guide.Questions, err)
		}
	}
	p.card = layouts.NewCard(p.table)
	p.card.Flush = true
	p.begin = layouts.Column(8)
	p.none = layouts.NewCard(layouts.Column(layouts.Gap, prose.Quiet(words.T("There are no questions yet. Add one: each becomes a table of numbers that you publish.")), p.begin))
	p.add = forms.NewMenu(words.T("Add a question"), p.ask)
	p.add.Importance = widget.HighImportance
	p.each = forms.NewButton(words.T("A table for each column"), p.askEach)
	p.evenly = forms.NewButton(words.T("Share evenly"), s.Session.Questions.ShareEvenly)
	p.remove = forms.NewIconTextButton(words.T("Remove"), fynetheme.DeleteIcon(), func() { p.drop(p.selected) })
	question, choice, groups, records := newQuestionEditor(p), newChoiceEditor(p), newClusterEditor(p), newRecordsEditor(p)
	p.forms = []outputForm{question, choice, groups, records}
	p.Main = layouts.Column(layouts.Gap,
		frames.NewQuestion(words.T("What will be published?"), words.T("Each question takes a share of the budget. A larger share means a smaller error."), p.Explain),
		container.NewBorder(nil, nil, container.NewHBox(p.add, p.evenly, p.each), p.remove), // above what grows, and what goes last, so that they stay in place
		p.card, p.none,
		question.card, choice.card, groups.card, records.card)
	p.makeSide()
	return p
}

func (p *Page) makeSide() {
	p.count = notices.NewBigFigure("", "")
	p.meter = figures.NewMeter(1, true)
	p.errors = tables.NewListing(tables.ListingColumn{Grow: true}, tables.ListingColumn{Align: fyne.TextAlignTrailing})
	p.unused = prose.Caption("")
	p.spread = layouts.Column(8, prose.NewRule(), prose.Strong(words.T("Shares of the budget")), p.meter, prose.NewRule(),
		prose.Strong(words.T("Error, 19 times in 20 within")), p.errors)
	p.Beside = layouts.Column(8, prose.CardTitle(words.T("What this means")), p.count, p.spread, prose.NewRule(),
		layouts.Column(2, prose.Strong(words.T("Ask for less, know it better")),
			prose.Body(words.T("Every additional question leaves a smaller share for the others. Ask only for what you will publish."))),
		p.unused)
}

// ask adds a question of the kind that was chosen in the menu.
func (p *Page) ask(i int) {
	at, err := p.Session.Questions.Offers()[i].Ask()
	if err != nil {
		p.Session.Fail(guide.Questions, err)
		return
	}
	p.choose(at)
}

// leastEach is from how many columns without a table of their own all of them can be asked for in a stroke.
const leastEach = 8

// showSuggested shows the questions that one could begin with, and a button that asks them.
func (p *Page) showSuggested() {
	all := p.Session.Questions.Suggested()
	paint.Show(p.begin, len(all) > 0)
	if len(all) == 0 {
		return
	}
	parts := []fyne.CanvasObject{prose.NewRule(), prose.Strong(words.T("You could begin with"))}
	for _, q := range all {
		line := words.T("%s: %s", questions.KindOf(q).Name, q.Title)
		if n := p.Session.Questions.NumbersOf(q); n > 0 {
			line = words.N(n, "%s (%s number)", "%s (%s numbers)", line, amounts.Commas(n))
		}
		parts = append(parts, prose.Body("•  "+line))
	}
	label := words.T("Ask this question")
	if len(all) > 1 {
		label = words.T("Ask these %d questions", len(all))
	}
	ask := forms.NewButton(label, p.Session.Questions.AskSuggested)
	layouts.Fill(p.begin, append(parts, layouts.Inline(0, ask))...)
}

// askEach asks for a table for each column that is alone in none.
func (p *Page) askEach() {
	at, err := p.Session.Questions.AskEach()
	if err != nil {
		p.Session.Fail(guide.Questions, err)
		return
	}
	p.choose(at)
}

// choose shows another question in the form.
func (p *Page) choose(i int) {
	p.selected = i
	p.fresh()
	p.Update()
}

func (p *Page) fresh() {
	for _, f := range p.forms {
		f.fresh()
	}
}

// drop removes a question; undo brings it back.
func (p *Page) drop(i int) {
	p.fresh()
	p.Session.Questions.Remove(i)
}

// Update lists the questions.
func (p *Page) Update() {
	p.ShowFailure()
	asked := p.Session.Questions.Asked()
	rows := make([]editors.Asked, len(asked))
	for i, a := range asked {
		numbers := "–"
		switch {
		case a.Records:
			numbers = words.T("records")
		case a.Numbers > 0:
			numbers = amounts.Commas(a.Numbers)
		}
		if strings.TrimSpace(a.Title) == "" {
			asked[i].Title = words.T("No title yet")
		}
		rows[i] = editors.Asked{Title: asked[i].Title, Kind: a.Kind, Columns: a.Columns, Numbers: numbers,
			Share: a.Share.Percent, Spends: words.Number(a.Share.Spends)}
		if a.Exact {
			rows[i].Free = words.T("exact: costs nothing")
		}
	}
	p.table.Set(rows, p.Session.Plan().Budget.Epsilon)
	p.selected = min(max(p.selected, 0), len(rows)-1)
	p.table.SetSelected(p.selected)
	paint.Show(p.card, len(rows) > 0)
	paint.Show(p.none, len(rows) == 0)
	p.showSuggested()
	input.Enable(p.remove, len(rows) > 0)
	input.Enable(p.evenly, len(rows) > 1)
	paint.Show(p.each, len(p.Session.Questions.WithoutTable()) >= leastEach)
	p.showMenu()
	for _, f := range p.forms {
		f.update()
	}
	p.showSide(asked)
}

func (p *Page) showMenu() {
	var options []forms.Option
	for _, offer := range p.Session.Questions.Offers() {
		o := forms.Option{Text: offer.Name, Note: offer.Explanation}
		if offer.Cannot != "" {
			o.Note, o.Disabled = offer.Cannot, true
		}
		options = append(options, o)
	}
	p.add.SetOptions(options)
}

// mostBeside is how many questions the side column lists.
const mostBeside = 8

// showSide shows what the questions mean for one another.
func (p *Page) showSide(rows []questions.Asked) {
	count := words.T("from 1 question")
	if len(rows) != 1 {
		count = words.T("from %d questions", len(rows))
	}
	numbers := p.Session.Questions.Counts()
	if aside := numbers.Aside(); aside != "" {
		count += "." + aside
	}
	p.count.Set("", numbers.String(), prose.Plain(count))
	paint.Show(p.spread, len(rows) > 0)
	preview := p.Session.Budget.Preview()
	var parts []figures.MeterPart
	var errors [][]tables.Text
	rest := 100.0
	for i, r := range rows {
		if i == mostBeside-1 && len(rows) > mostBeside {
			parts = append(parts, figures.MeterPart{Label: words.T("%d more", len(rows)-i), Value: rest, ValueText: percent(rest), Color: theme.Other})
			errors = append(errors, []tables.Text{{prose.Plain(words.T("and %d more", len(rows)-i))}, {}})
			break
		}
		share := r.Share.Percent
		rest -= share
		parts = append(parts, figures.MeterPart{Label: r.Title, Value: share, ValueText: percent(share), Color: theme.Chart(i)})
		within := tables.Text{prose.Plain("…")}
		if off := outcomes.OutlookOf(p.Session, i, preview.Output(r.ID)); off.Short != "" {
			within = tables.Text{prose.Bold(off.Short), prose.Plain(" " + off.Unit)}
			if r.Fate == plan.WillBeLeftOut {
				within = tables.Text{prose.Plain(words.T("left out"))}
			}
		} else if p.Session.Compiled() == nil {
			within = tables.Text{prose.Plain("–")}
		}
		errors = append(errors, []tables.Text{{prose.Plain(r.Title)}, within})
	}
	p.meter.Set(100, parts...)
	p.errors.SetRows(errors...)
	p.unused.Set()
	if unasked := p.Session.Questions.Unasked(); len(unasked) > 0 && len(rows) > 0 {
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

// outputForm is the form for one kind of output.
type outputForm interface {
	fresh() // forgets what was typed and refused, for another output
	update()
}

// shown returns the chosen output if it is of a kind, with its number among those, which is -1 otherwise.
func shown[T any](p *Page) (of T, at int, ok bool) {
	s := p.Session.Plan()
	for i, o := range s.Outputs() {
		if q, is := any(o).(*T); is {
			if i == p.selected {
				return *q, at, true
			}
			at++
		}
	}
	return of, -1, false
}
