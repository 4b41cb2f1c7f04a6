// Package secrets is the page of the step Secrets: the cards to choose from, the form of each kind of rule, pictures of
// them, and in words what stays hidden. What it shows and does is gui/session/secrets.
package secrets

import (
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/session/pictures"
	"steward/gui/session/secrets"
	"steward/gui/steps/outcomes"
	"steward/gui/steps/page"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// secrets is the step "Secrets": what must nobody be able to tell?
type Page struct {
	page.Base
	secrets *secrets.Step
	// One column is looked at: its rule is set, its values are drawn, and two of them, by
	// index, are asked about.
	column   string
	from, to int
	// Of a rule that other columns share, two of their values are asked about as well; of one
	// that others are put together in, one of these is looked at.
	beside map[string][2]int
	inside []int
	card   secrets.Card // as shown last

	cards  *forms.ChoiceList
	banner *notices.Alert
	agree  *forms.Check
	whole  *prose.Link
	forget *prose.Link

	rules   *secretRules
	mend    *fyne.Container
	refused *notices.Banner
	detail  *layouts.Card
	chosen  *notices.Badge
	graph   *figures.Figure
	tell    *secretTell
	across  *secretsAcross
	means   *secretMeaning

	updating bool
}

// New returns the page.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Secrets), secrets: s.Session.Secrets, from: -1, to: -1, beside: map[string][2]int{}}
	p.cards = forms.NewChoiceList(nil, p.choose)
	p.makeBanner()
	p.rules = newSecretRules(p)
	p.graph = figures.NewFigure(fyne.NewSize(leastGraph, 0), s.Run, nil)
	p.mend = layouts.Column(8)
	p.refused = notices.NewInlay(notices.Caution)
	p.chosen = notices.NewBadge(notices.BadgeOutline, words.T("chosen"))
	p.detail = layouts.NewTitledCard("", p.chosen,
		layouts.Column(8, p.mend, p.rules.head, p.refused, p.graph, p.rules.foot))
	p.tell = newSecretTell(p)
	p.across = newSecretsAcross(p)
	left := layouts.Column(8, prose.Caption(words.T("Strongest first")), p.cards)
	p.Main = layouts.Column(layouts.Gap,
		frames.NewQuestion(words.T("What must nobody be able to tell?"), words.T("Choose what stays secret about each person. A weaker choice gives better numbers."), p.Explain),
		layouts.TwoColumns(0.385, left, layouts.Column(layouts.Gap, p.detail, p.tell.card, p.across.card)))
	p.means = newSecretMeaning()
	p.Beside = p.means.box
	return p
}

// makeBanner makes the banner with the list of what is not protected, and the yes to it.
func (p *Page) makeBanner() {
	p.agree = forms.NewCheck(words.T("Publish these without noise"), func(on bool) {
		p.secrets.Agree(on)
	})
	stronger := prose.NewLink(words.T("Choose a stronger card"), func() { p.choose(string(secrets.CardAll)) })
	p.whole = prose.NewLink(words.T("Show the whole list"), p.showWhole)
	p.forget = prose.NewLink(words.T("Withdraw the old consent"), func() { p.secrets.Agree(false) })
	p.banner = notices.NewAlert(layouts.Column(2, p.agree, p.forget, p.whole, stronger))
	p.Told.Add(p.banner)
}

// choose is told the card that the person chooses.
func (p *Page) choose(id string) {
	if err := p.secrets.Choose(secrets.Card(id)); err != nil {
		p.Session.Fail(guide.Secrets, err)
	}
}

// refuse says why a change was refused, nil for one that was not.
func (p *Page) refuse(err error) {
	if err != nil {
		p.refused.Set(notices.Caution, words.T("That does not work."), prose.Plain(" "+words.SentenceOf(err)))
	}
	paint.Show(p.refused, err != nil)
	p.Update()
}

// look looks at another column.
func (p *Page) look(column string) {
	p.column, p.from, p.to, p.inside = column, -1, -1, nil
	p.refused.Hide()
	p.rules.editing = false
	p.Update()
}

// at is where the rule is that is looked at.
func (p *Page) at() secrets.RuleAt {
	return secrets.RuleAt{Column: p.column, Inside: p.inside}
}

// rule is the rule that is looked at.
func (p *Page) rule() secrets.Rule { return p.secrets.At(p.at()) }

// lookInto looks at another of the rules that the column's is made of.
func (p *Page) lookInto(at secrets.RuleAt) {
	p.inside = at.Inside
	p.refused.Hide()
	p.rules.editing = false
	p.Update()
}

// asked returns the columns whose values are asked about, and these: those of the rule of the
// column that is looked at, in its order.
func (p *Page) asked() (columns []string, from, to []int) {
	rule, own := p.secrets.Secret(p.column)
	if !own || len(rule.Columns) < 2 {
		return []string{p.column}, []int{p.from}, []int{p.to}
	}
	for _, n := range rule.Columns {
		columns = append(columns, string(n))
		two := p.beside[string(n)]
		if string(n) == p.column {
			two = [2]int{p.from, p.to}
		}
		from, to = append(from, two[0]), append(to, two[1])
	}
	return columns, from, to
}

// Update shows the chosen card, its settings and what it means.
func (p *Page) Update() {
	if p.updating {
		return
	}
	p.updating = true
	defer func() { p.updating = false }()
	p.ShowFailure()
	p.settle()
	p.showCards()
	p.showMending()
	p.rules.update()
	p.showGraph()
	p.showBanner()
	p.tell.update()
	p.across.update()
	p.means.update(p)
}

// settle sees to it that a column with values is looked at: one that has a rule of its own,
// where the card has such rules.
func (p *Page) settle() {
	card := p.secrets.Card()
	_, own := p.secrets.Secret(p.column)
	_, published := p.Session.Columns.Published(p.column)
	ruled := card.Ruled() || card == secrets.CardColumns
	if !published || (card != p.card && ruled && !own) {
		p.column, p.from, p.to, p.inside = "", -1, -1, nil
		for _, c := range p.Session.Plan().Columns {
			if _, own := p.secrets.Secret(string(c.Name)); own || p.column == "" && !ruled {
				p.column = string(c.Name)
				break
			}
		}
		if columns := p.Session.Plan().Columns; p.column == "" && len(columns) > 0 {
			p.column = string(columns[0].Name)
		}
	}
	if card != p.card {
		p.refused.Hide()
	}
	p.card = card
	for len(p.inside) > 0 {
		if _, there := p.rule().Secret(); there {
			break
		}
		p.inside = p.inside[:len(p.inside)-1]
	}
	p.settleBeside()
	a, ok := p.Session.Column(p.column)
	if !ok || a.Size() < 2 {
		p.from, p.to = -1, -1
		return
	}
	if p.from < 0 || p.to < 0 || p.from >= a.Size() || p.to >= a.Size() {
		p.from, p.to = a.Regular()/3, min(2*a.Regular()/3, a.Size()-1)
		if p.from == p.to {
			p.from, p.to = 0, 1
		}
	}
}

// settleBeside sees to it that values of the other columns of a rule are asked about: those of the
// first listed pair, or the same ones on both sides, at first.
func (p *Page) settleBeside() {
	rule, _ := p.secrets.Secret(p.column)
	if pairs, ok := p.secrets.At(secrets.On(p.column)).Pairs(); ok && len(rule.Columns) > 1 && len(pairs) > 0 && p.from < 0 {
		for i, n := range rule.Columns {
			if two := [2]int{pairs[0].U[i], pairs[0].V[i]}; min(two[0], two[1]) < 0 {
				continue // of a value that the column no longer has
			} else if string(n) == p.column {
				p.from, p.to = two[0], two[1]
			} else {
				p.beside[string(n)] = two
			}
		}
	}
	for _, n := range rule.Columns {
		a, ok := p.Session.Column(string(n))
		if !ok {
			continue
		}
		if two, known := p.beside[string(n)]; !known || max(two[0], two[1]) >= a.Size() {
			p.beside[string(n)] = [2]int{a.Regular() / 3, a.Regular() / 3}
		}
	}
}

func (p *Page) showCards() {
	var choices []forms.Choice
	for _, c := range secrets.Cards() {
		choice := forms.Choice{ID: string(c.Card), Title: c.Headline, Note: c.Line}
		if reason := p.secrets.CannotChoose(c.Card); reason != "" {
			choice.Note, choice.Disabled = reason, c.Card != p.card
		}
		choices = append(choices, choice)
	}
	p.cards.SetChoices(choices)
	p.cards.SetSelected(string(p.card))
	p.detail.SetTitle(p.secrets.Headline())
}

// showMending lists the secrets that no longer fit the columns, with what can be done.
func (p *Page) showMending() {
	var rows []fyne.CanvasObject
	for _, m := range p.secrets.Mendings() {
		links := []fyne.CanvasObject{prose.NewLink(m.Remedy, m.Mend)}
		if m.At.Column != "" && m.At.Column != p.column {
			links = append(links, prose.NewLink(words.T("Look at this rule"), func() { p.look(m.At.Column) }))
		}
		rows = append(rows, notices.NewBanner(notices.Caution, "", []prose.Span{prose.Plain(m.Problem)}, layouts.Inline(16, links...)))
	}
	paint.Show(p.mend, len(rows) > 0)
	layouts.Fill(p.mend, rows...)
	// What was tried at a rule and failed is said there.
	if f := p.Session.Problem(); f != nil && f.Step == guide.Secrets {
		paint.Show(p.Failure, false)
		p.refused.Set(notices.Caution, words.T("That did not work."), prose.Plain(" "+f.Message))
		p.refused.Show()
	}
}

// showGraph draws the policy on the values of the column that is looked at, or of the columns
// that share its rule; for one that goes value by value its table is the picture.
func (p *Page) showGraph() {
	form, _ := p.secrets.At(secrets.On(p.column)).Form()
	p.rules.values.showShades(form.Editor == secrets.ValuesEditor)
	_, from, to := p.asked()
	picture, ok := p.secrets.Picture(p.column, from, to)
	paint.Show(p.graph, ok && !p.rules.editing)
	if !ok {
		p.graph.OnMenu = nil
		return
	}
	shown := pictures.Secrets{Of: picture}
	p.graph.SetScene(shown, func(spec figures.FigureSpec) (image.Image, error) { return pictures.Spec(spec).Draw(shown.Chart()) })
	p.graph.OnMenu = func() []*fyne.MenuItem {
		return outcomes.ChartMenu(p.Surroundings, "", shown.File(p.column))
	}
}

// leastGraph is how wide a picture of secrets is at least.
const leastGraph = 240

// showBanner says what the choice lets anyone learn exactly.
func (p *Page) showBanner() {
	shown, cut := p.secrets.Shown()
	agreement := p.secrets.Agreement()
	paint.Show(p.banner, len(shown) > 0 || agreement == secrets.OldAgreed)
	paint.Show(p.whole, cut)
	paint.Show(p.forget, agreement == secrets.OldAgreed)
	paint.Show(p.agree, len(shown) > 0)
	if len(shown) == 0 {
		p.banner.Set(notices.Caution, words.T("Your consent has no list."), prose.Plain(words.T(" You agreed to publish numbers without noise that this choice no longer discloses.")))
		return
	}
	people := words.T("how many people are ")
	text := []prose.Span{prose.Plain(words.T(" Anyone may learn exactly "))}
	for i, s := range shown {
		if i > 0 && i == len(shown)-1 {
			text = append(text, prose.Plain(words.T("; and ")))
		} else if i > 0 {
			text = append(text, prose.Plain("; "))
		}
		if i > 0 && strings.HasPrefix(shown[i-1], people) {
			s = strings.TrimPrefix(s, people)
		}
		text = append(text, prose.Italic(s))
	}
	kind := notices.Caution // a choice like any other, unless its numbers go out as they are
	if agreement == secrets.Agreed {
		kind = notices.Danger
	}
	p.banner.Set(kind, words.T("Not protected by this choice."), append(text, prose.Plain("."))...)
	p.agree.SetChecked(agreement == secrets.Agreed)
}

// showWhole opens the whole list of what is shown exactly.
func (p *Page) showWhole() {
	lines := []fyne.CanvasObject{prose.Body(words.T("Anyone may learn exactly:"))}
	for _, s := range p.secrets.Disclosed() {
		lines = append(lines, prose.Body("•  "+s))
	}
	list := container.NewVScroll(layouts.Column(8, lines...))
	list.SetMinSize(fyne.NewSize(480, 320))
	dialogs.Plain(p.Window, words.T("Not protected by this choice"), list)
}
