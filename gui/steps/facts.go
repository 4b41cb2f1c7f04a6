package steps

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/guide"
	"steward/gui/session"
	"steward/gui/theme"
	"steward/gui/widgets"
	"steward/gui/words"
)

// facts is the step "Known facts": what the public knows for certain.
type facts struct {
	page
	rows   *fyne.Container
	made   map[session.FactID]*widgets.FactRow
	listed string // which facts the rows show
	looked session.FactID
	people *widgets.Field

	add    *widgets.Menu
	editor *factEditor
	how    *readingCard
	apart  *apartCard

	effect  *widgets.Card
	changes *widgets.Listing
	at      *widgets.Text
	note    *widgets.Text

	noise   *widgets.BigFigure
	reading *widgets.Text
}

func newFacts(s Surroundings) *facts {
	p := &facts{page: newPage(s, guide.Facts), made: map[session.FactID]*widgets.FactRow{}, looked: session.FactPeople}
	p.people = widgets.NewField(words.T("The number as it is published"), func(text string) string {
		if err := s.Session.StatePeople(words.Typed(text)); err != nil {
			return words.SentenceOf(err)
		}
		return ""
	})
	p.people.SetPlaceHolder(words.T("for example 4812"))
	p.rows = widgets.Column(0)
	head := container.NewBorder(nil, nil, nil, widgets.Caption(widgets.Plain(words.T("Price in noise"))).OneLine(),
		widgets.Caption(widgets.Bold(words.T("Tick what is public already.")), widgets.Plain(words.T(" The price is what it adds to the noise."))))
	p.editor, p.how, p.apart = newFactEditor(p), newReadingCard(p), newApartCard(p)
	card := widgets.NewCard(widgets.Column(0, widgets.NewGround(theme.Quiet, widgets.Inset(8, 16, head)), widgets.NewRule(), p.rows,
		widgets.NewRule(), widgets.Inset(10, 16, p.adding())))
	card.Flush = true
	p.changes = widgets.NewListing()
	p.at, p.note = widgets.Caption().OneLine(), widgets.Quiet()
	p.effect = widgets.NewTitledCard("", p.at, widgets.Column(8, p.changes, p.note))
	p.content = widgets.Column(gap,
		widgets.NewQuestion(words.T("What does the public already know for certain?"), words.T("From other publications. Someone who knows it can combine it with your release, so it must be counted."), p.explain),
		p.failure, card, p.editor.card, p.effect, p.how.card, p.apart.card)
	p.makeSide()
	return p
}

func (p *facts) makeSide() {
	p.noise = widgets.NewBigFigure("", "")
	p.reading = widgets.Caption()
	p.side = widgets.Column(8, widgets.CardTitle(words.T("What this means")), p.noise, p.reading, widgets.NewRule(),
		widgets.Column(2, widgets.Strong(words.T("Why it must be counted")), widgets.Body(words.T("Someone who knows these numbers can combine them with your release."))),
		widgets.NewSumChain([]string{words.T("212 + noise"), words.T("187 + noise"), words.T("240 + noise")}, []string{words.T("sum 400"), words.T("sum 425")}),
		widgets.Caption(widgets.Plain(words.T("made-up numbers; the two sums are public"))),
		widgets.Body(words.T("Sums of neighbours are public, and each number carries noise. Averaging along the chain removes the noise.")),
		widgets.NewLink(words.T("See it on your own columns…"), p.demonstrate),
		widgets.NewRule(),
		widgets.Column(2, widgets.Strong(words.T("When in doubt")), widgets.Body(words.T("Leaving out a true fact weakens the protection. Adding one that is not public only makes your numbers less accurate."))),
		widgets.NewRule(),
		widgets.Column(2, widgets.Strong(words.T("Facts are checked")), widgets.Quiet(widgets.Plain(words.T("A fact is compared with the data before anything is spent. If it is not true, nothing is released.")))),
		widgets.NewRule(),
		widgets.Column(2, widgets.Strong(words.T("Facts also help")), widgets.Quiet(widgets.Plain(words.T("The tidied numbers will agree with every fact about a question’s own columns, at no cost.")))),
		widgets.NewRule(),
		widgets.Caption(widgets.Plain(words.T("Earlier noisy releases do not belong here. Steward counts them in the ledger."))))
}

// Update shows the facts and what they cost.
func (p *facts) Update() {
	p.showFailure()
	list := p.Session.Facts()
	p.makeRows(list)
	ticked := 0
	for _, f := range list {
		if f.Ticked {
			ticked++
		}
		p.made[f.ID].Set(widgets.Fact{
			Ticked: f.Ticked, Title: f.Title, Note: f.Note,
			State: f.Stands, StateKind: map[session.Standing]widgets.Kind{session.Agrees: widgets.Good, session.Differs: widgets.Danger}[f.Standing],
			Price: priceOf(f.Factor), PriceStyle: priceStyle(f.Factor),
			Why: []widgets.Span{widgets.Plain(f.Why)}, Selected: len(list) > 1 && f.ID == p.looked,
		})
		if f.ID == session.FactPeople {
			p.people.SetValue(words.Number(f.Number))
		}
	}
	p.showAdding()
	p.editor.update()
	p.how.update()
	p.apart.update()
	p.showNoise(ticked)
	p.showEffect(list)
}

// makeRows makes the rows where other facts are listed than before.
func (p *facts) makeRows(list []session.Fact) {
	key := ""
	for _, f := range list {
		key += string(f.ID) + "\n"
	}
	if key == p.listed {
		return
	}
	p.listed = key
	var objects []fyne.CanvasObject
	for i, f := range list {
		if i > 0 {
			objects = append(objects, widgets.NewRule())
		}
		if p.made[f.ID] == nil {
			p.made[f.ID] = p.makeRow(f)
		}
		objects = append(objects, p.made[f.ID])
	}
	fill(p.rows, objects...)
}

func (p *facts) makeRow(f session.Fact) *widgets.FactRow {
	var extra fyne.CanvasObject
	id := f.ID
	switch {
	case id == session.FactPeople:
		extra = sized(p.people, 220)
	case f.Own:
		extra = widgets.Inline(16, widgets.NewLink(words.T("Edit"), func() { p.edit(id) }), widgets.NewLink(words.T("Remove"), func() { p.Session.RemoveFact(id) }))
	default:
		extra = leftmost(widgets.NewLink(words.T("Edit in Columns"), func() { p.Go(guide.Columns) }))
	}
	row := widgets.NewFactRow(extra, func(on bool) {
		p.looked = id
		if err := p.Session.Tick(id, on); err != nil {
			p.Update() // takes the tick back
			p.Window.Canvas().Focus(p.people.Focusable())
			p.people.SetProblem(words.SentenceOf(err))
		}
	})
	row.OnTapped = func() {
		p.looked = id
		p.Update()
	}
	return row
}

// edit opens the form on a fact.
func (p *facts) edit(id session.FactID) {
	p.Session.EditFact(id)
	p.Reveal(p.editor.card)
}

func priceOf(factor int) string {
	switch factor {
	case session.Unpriced:
		return "…"
	case 0:
		return words.T("Refused")
	case 1:
		return words.T("Free")
	}
	return fmt.Sprintf("× %d", factor)
}

func priceStyle(factor int) widgets.BadgeStyle {
	switch {
	case factor == session.Unpriced:
		return widgets.BadgeNeutral
	case factor > 4 || factor == 0:
		return widgets.BadgeDanger
	case factor > 1:
		return widgets.BadgeCaution
	}
	return widgets.BadgeGood
}

// showNoise shows the price of all facts together.
func (p *facts) showNoise(ticked int) {
	above := words.T("With no fact ticked")
	switch ticked {
	case 0:
	case 1:
		above = words.T("With the 1 fact ticked")
	default:
		above = words.T("With the %d facts ticked", ticked)
	}
	p.showReading()
	switch factor := p.Session.Factor(); factor {
	case session.Unpriced:
		p.noise.Set(above, words.T("noise × …"), widgets.Plain(words.T("being worked out")))
	case 0:
		p.noise.Set(above, words.T("no bound"), widgets.Plain(words.T("what the facts tie together cannot be bounded")))
	case 1:
		p.noise.Set(above, words.T("noise × 1"), widgets.Plain(words.T("no extra noise is needed")))
	default:
		p.noise.Set(above, words.T("noise × %d", factor), widgets.Plain(words.T("to hide %d people’s answers that are tied together", factor)))
	}
}

// showEffect compares the errors with the fact that is looked at and without it.
func (p *facts) showEffect(list []session.Fact) {
	var fact session.Fact
	for _, f := range list {
		if f.ID == p.looked {
			fact = f
		}
	}
	effect, ok := p.Session.Effect(fact.ID)
	visible(p.effect, ok)
	if !ok {
		return
	}
	title, other := words.T("If I tick “%s”", nameOf(fact)), words.T("With the fact")
	if fact.Ticked {
		title, other = words.T("If I untick “%s”", nameOf(fact)), words.T("Without it")
	}
	p.effect.SetTitle(title)
	p.at.SetText(words.T("19 times in 20 within, %s", p.Session.BudgetWords()))
	visible(p.changes, effect.Ready)
	switch {
	case effect.Problem != "":
		p.note.Set(widgets.Plain(effect.Problem))
		return
	case !effect.Ready:
		p.note.Set(widgets.Plain(words.T("Working out the errors …")))
		return
	}
	p.changes.SetColumns(widgets.ListingColumn{Title: words.T("Question"), Grow: true},
		widgets.ListingColumn{Title: words.T("Now"), Align: fyne.TextAlignTrailing, Least: 100}, widgets.ListingColumn{Title: other, Align: fyne.TextAlignTrailing, Least: 110})
	rows := make([][]widgets.Cell, len(effect.Rows))
	same := true
	for i, r := range effect.Rows {
		now, then := r.Without, r.With
		if fact.Ticked {
			now, then = then, now
		}
		figure := widgets.Bold(people(then))
		if then > 1.005*now {
			figure.Color = theme.Danger
		}
		same = same && then <= 1.005*now && then >= 0.995*now
		rows[i] = []widgets.Cell{{widgets.Plain(r.Question)},
			{widgets.Bold(people(now)), widgets.Plain(" " + p.Session.Counted())}, {figure, widgets.Plain(" " + p.Session.Counted())}}
	}
	p.changes.SetRows(rows...)
	p.note.Set()
	switch {
	case same:
		p.note.Set(widgets.Plain(words.T("No error changes.")))
	case fact.Ticked:
		p.note.Set(widgets.Plain(words.T("Untick it only if the public does not know it: leaving out a true fact weakens the protection.")))
	}
}

// nameOf is what a fact is called without its number.
func nameOf(f session.Fact) string {
	if f.ID == session.FactPeople {
		return words.T("Number of people")
	}
	return f.Title
}
