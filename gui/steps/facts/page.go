// Package facts is the page of the step Known facts: what the public knows for certain, with what each fact costs.
package facts

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/session/facts"
	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// Page is the step "Known facts": what the public knows for certain.
type Page struct {
	page.Base
	rows   layouts.Remade
	made   map[facts.ID]*editors.FactRow
	looked facts.ID
	people *forms.Field

	add    *forms.Menu
	editor *factEditor
	how    *readingCard
	apart  *apartCard

	effect  *layouts.Card
	changes *tables.Listing
	at      *prose.Text
	note    *prose.Text

	noise   *notices.BigFigure
	reading *prose.Text
	open    *prose.Text // of which facts it is not known whether they agree
}

// New returns the page.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Facts), made: map[facts.ID]*editors.FactRow{}, looked: facts.People}
	p.people = forms.NewField(words.T("The number as it is published"), forms.Taking(func(text string) error { return s.Session.Facts.StatePeople(words.Typed(text)) }))
	p.people.SetPlaceHolder(words.T("for example 4812"))
	p.rows.Box = layouts.Column(0)
	head := container.NewBorder(nil, nil, nil, prose.Caption(words.T("Price in noise")).OneLine(),
		prose.NewText(theme.SizeCaption, theme.QuietText, prose.Bold(words.T("Tick what is already public.")), prose.Plain(words.T(" The price is what it adds to the noise."))))
	p.editor, p.how, p.apart = newFactEditor(p), newReadingCard(p), newApartCard(p)
	card := layouts.NewCard(layouts.Column(0, layouts.NewGround(theme.Quiet, layouts.Inset(8, 16, head)), prose.NewRule(), p.rows.Box,
		prose.NewRule(), layouts.Inset(10, 16, p.adding())))
	card.Flush = true
	p.changes = tables.NewListing()
	p.at, p.note = prose.Caption("").OneLine(), prose.Quiet("")
	p.effect = layouts.NewTitledCard("", p.at, layouts.Column(8, p.changes, p.note))
	p.Main = layouts.Column(layouts.Gap,
		frames.NewQuestion(words.T("What does the public already know for certain?"), words.T("From other publications. Someone who knows it can combine it with your release, so it must be taken into account."), p.Explain),
		card, p.editor.card, p.effect, p.how.card, p.apart.card)
	p.makeSide()
	return p
}

// Footer leaves the words of the footer as they are.
func (p *Page) Footer() *frames.FooterState { return nil }

// Next asks once whether the public really knows nothing, where no fact is stated.
func (p *Page) Next() bool {
	if !p.Session.Facts.Unasked() {
		return false
	}
	dialogs.Ask(p.Window, words.T("Does the public know nothing for certain?"),
		words.T("Often the number of people is known, from an invitation, a register or an earlier report. Someone who knows it can combine it with your release. What is known and not stated here is not counted."),
		dialogs.Choice{Label: words.T("Nothing is known"), Main: true, Do: func() {
			p.Session.Facts.ConfirmNone()
			p.Go(guide.Questions)
		}})
	return true
}

func (p *Page) makeSide() {
	p.noise = notices.NewBigFigure("", "")
	p.reading, p.open = prose.Caption(""), prose.Quiet("")
	p.Beside = layouts.Column(8, prose.CardTitle(words.T("What this means")), p.noise, p.reading, prose.NewRule(),
		layouts.Column(2, prose.Strong(words.T("Why it must be counted")), prose.Body(words.T("Someone who knows these numbers can combine them with your release."))),
		figures.NewSumChain([]string{words.T("212 + noise"), words.T("187 + noise"), words.T("240 + noise")}, []string{words.T("sum 400"), words.T("sum 425")}),
		prose.Caption(words.T("made-up numbers; the two sums are public")),
		prose.Body(words.T("Sums of neighbours are public, and each number carries noise. Averaging along the chain removes the noise.")),
		prose.NewLink(words.T("See it on your own columns…"), p.demonstrate),
		prose.NewRule(),
		layouts.Column(2, prose.Strong(words.T("When in doubt")), prose.Body(words.T("Leaving out a true fact weakens the protection. Adding one that is not public only makes your numbers less accurate."))),
		prose.NewRule(),
		layouts.Column(2, prose.Strong(words.T("Facts are checked")), prose.Quiet(words.T("A fact is compared with the data before anything is spent. If it is not true, nothing is released.")), p.open),
		prose.NewRule(),
		layouts.Column(2, prose.Strong(words.T("Facts also help")), prose.Quiet(words.T("The published numbers will agree with every fact about a question’s own columns, at no cost; where no such numbers are found, the results say so."))),
		prose.NewRule(),
		prose.Caption(words.T("Earlier noisy releases do not belong here. Steward counts them in the account.")))
}

// Update shows the facts and what they cost.
func (p *Page) Update() {
	p.ShowFailure()
	list := p.Session.Facts.List()
	p.makeRows(list)
	ticked := 0
	for _, f := range list {
		if f.Ticked {
			ticked++
		}
		p.made[f.ID].Set(editors.Fact{
			Ticked: f.Ticked, Title: f.Title, Note: f.Note,
			State: f.Stands, StateKind: map[facts.Standing]notices.Kind{facts.Agrees: notices.Good, facts.Differs: notices.Danger}[f.Standing],
			Price: priceOf(f.Factor), PriceStyle: priceStyle(f.Factor),
			Why: []prose.Span{prose.Plain(f.Why)}, Selected: len(list) > 1 && f.ID == p.looked,
		})
		if f.ID == facts.People {
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
func (p *Page) makeRows(list []facts.Fact) {
	key := ""
	for _, f := range list {
		key += string(f.ID) + "\n"
	}
	p.rows.Show(key, func() (objects []fyne.CanvasObject) {
		for i, f := range list {
			if i > 0 {
				objects = append(objects, prose.NewRule())
			}
			if p.made[f.ID] == nil {
				p.made[f.ID] = p.makeRow(f)
			}
			objects = append(objects, p.made[f.ID])
		}
		return objects
	})
}

func (p *Page) makeRow(f facts.Fact) *editors.FactRow {
	var extra fyne.CanvasObject
	id := f.ID
	switch {
	case id == facts.People:
		extra = layouts.Sized(p.people, 220)
	case f.Own:
		extra = layouts.Inline(16, prose.NewLink(words.T("Edit"), func() { p.edit(id) }), prose.NewLink(words.T("Remove"), func() { p.Session.Facts.Remove(id) }))
	default:
		extra = layouts.Inline(0, prose.NewLink(words.T("Edit in Columns"), func() { p.Go(guide.Columns) }))
	}
	row := editors.NewFactRow(extra, func(on bool) {
		p.looked = id
		if err := p.Session.Facts.Tick(id, on); err != nil {
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
func (p *Page) edit(id facts.ID) {
	p.Session.Facts.Edit(id)
	p.Reveal(p.editor.card)
}

func priceOf(factor int) string {
	switch factor {
	case facts.Unpriced:
		return "…"
	case 0:
		return words.T("Refused")
	case 1:
		return words.T("Free")
	}
	return fmt.Sprintf("× %d", factor)
}

func priceStyle(factor int) notices.BadgeStyle {
	switch {
	case factor == facts.Unpriced:
		return notices.BadgeNeutral
	case factor > 4 || factor == 0:
		return notices.BadgeDanger
	case factor > 1:
		return notices.BadgeCaution
	}
	return notices.BadgeGood
}

// showNoise shows the price of all facts together.
func (p *Page) showNoise(ticked int) {
	above := words.T("With no fact ticked")
	switch ticked {
	case 0:
	case 1:
		above = words.T("With the 1 fact ticked")
	default:
		above = words.T("With the %d facts ticked", ticked)
	}
	p.showReading()
	p.open.SetOrHide(p.Session.Facts.Unchecked())
	switch factor := p.Session.Facts.Factor(); factor {
	case facts.Unpriced:
		p.noise.Set(above, words.T("noise × …"), prose.Plain(words.T("being worked out")))
	case 0:
		p.noise.Set(above, words.T("no bound"), prose.Plain(words.T("what the facts tie together cannot be bounded")))
	case 1:
		p.noise.Set(above, words.T("noise × 1"), prose.Plain(words.T("no extra noise is needed")))
	default:
		p.noise.Set(above, words.T("noise × %d", factor), prose.Plain(words.T("to hide people’s answers that are tied together")))
	}
}

// showEffect compares the errors with the fact that is looked at and without it.
func (p *Page) showEffect(list []facts.Fact) {
	var fact facts.Fact
	for _, f := range list {
		if f.ID == p.looked {
			fact = f
		}
	}
	effect, ok := p.Session.Facts.Effect(fact.ID)
	paint.Show(p.effect, ok)
	if !ok {
		return
	}
	title, other := words.T("If I tick “%s”", nameOf(fact)), words.T("With the fact")
	if fact.Ticked {
		title, other = words.T("If I untick “%s”", nameOf(fact)), words.T("Without it")
	}
	p.effect.SetTitle(title)
	p.at.SetText(words.T("19 times in 20 within, %s", p.Session.Secrets.BudgetWords()))
	paint.Show(p.changes, effect.Ready)
	switch {
	case effect.Problem != "":
		p.note.SetText(effect.Problem)
		return
	case !effect.Ready:
		p.note.SetText(words.T("Working out the errors …"))
		return
	}
	p.changes.SetColumns(tables.ListingColumn{Title: words.T("Question"), Grow: true},
		tables.ListingColumn{Title: words.T("Now"), Align: fyne.TextAlignTrailing, Least: 100}, tables.ListingColumn{Title: other, Align: fyne.TextAlignTrailing, Least: 110})
	rows := make([][]tables.Text, len(effect.Rows))
	same := true
	for i, r := range effect.Rows {
		now, then := r.Without, r.With
		if fact.Ticked {
			now, then = then, now
		}
		figure := prose.Bold(amounts.People(then))
		if then > 1.005*now {
			figure.Color = theme.Danger
		}
		same = same && then <= 1.005*now && then >= 0.995*now
		rows[i] = []tables.Text{{prose.Plain(r.Question)},
			{prose.Bold(amounts.People(now)), prose.Plain(" " + p.Session.Counted())}, {figure, prose.Plain(" " + p.Session.Counted())}}
	}
	p.changes.SetRows(rows...)
	p.note.Set()
	switch {
	case same:
		p.note.SetText(words.T("No error changes."))
	case fact.Ticked:
		p.note.SetText(words.T("Untick it only if the public does not know it: leaving out a true fact weakens the protection."))
	}
}

// nameOf is what a fact is called without its number.
func nameOf(f facts.Fact) string {
	if f.ID == facts.People {
		return words.T("Number of people")
	}
	return f.Title
}
