package steps

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// secrets is the step "Secrets": what must nobody be able to tell?
type secrets struct {
	page
	// One column is looked at: its rule is set, its values are drawn, and two of them, by
	// index, are asked about.
	column   string
	from, to int
	card     session.Card // as shown last

	cards  *widgets.ChoiceList
	banner *widgets.Alert
	agree  *widget.Check
	whole  *widgets.Link
	forget *widgets.Link

	rules   *secretRules
	mend    *fyne.Container
	refused *widgets.Banner
	detail  *widgets.Card
	chosen  *widgets.Badge
	graph   *widgets.SecretGraph
	tell    *secretTell
	means   *secretMeaning

	updating bool
}

func newSecrets(s Surroundings) *secrets {
	p := &secrets{page: newPage(s, guide.Secrets), from: -1, to: -1}
	p.cards = widgets.NewChoiceList(nil, p.choose)
	p.makeBanner()
	p.rules = newSecretRules(p)
	p.graph = widgets.NewSecretGraph(widgets.SecretPicture{From: -1, To: -1})
	p.mend = widgets.Column(8)
	p.refused = widgets.NewBanner(widgets.Caution, "", nil, nil)
	p.refused.Borderless = true
	p.refused.Hide()
	p.chosen = widgets.NewBadge(widgets.BadgeOutline, "chosen")
	p.detail = widgets.NewTitledCard("", p.chosen,
		widgets.Column(8, p.mend, p.rules.head, p.refused, p.graph, p.rules.foot))
	p.tell = newSecretTell(p)
	left := widgets.Column(8, widgets.Caption(widgets.Plain("Strongest first")), p.cards)
	p.content = widgets.Column(gap,
		widgets.NewQuestion("What must nobody be able to tell?", "Choose what stays secret about each person. A weaker choice gives better numbers.", p.explain),
		p.failure, p.banner,
		container.New(&twoColumns{left: 0.385}, left, widgets.Column(gap, p.detail, p.tell.card)))
	p.means = newSecretMeaning()
	p.side = p.means.box
	return p
}

// makeBanner makes the banner with the list of what is not protected, and the yes to it.
func (p *secrets) makeBanner() {
	p.agree = widget.NewCheck("Publish these without noise", func(on bool) {
		if !p.updating {
			p.Session.Agree(on)
		}
	})
	stronger := widgets.NewLink("Choose a stronger card", func() { p.choose(string(session.CardAll)) })
	p.whole = widgets.NewLink("Show the whole list", p.showWhole)
	p.forget = widgets.NewLink("Take the old yes back", func() { p.Session.Agree(false) })
	p.banner = widgets.NewAlert(widgets.Column(2, container.New(outdent{}, p.agree), p.forget, p.whole, stronger))
}

// choose is told the card that the person chooses.
func (p *secrets) choose(id string) {
	if err := p.Session.Choose(session.Card(id)); err != nil {
		p.Session.Fail(guide.Secrets, err)
	}
}

// refuse says why a change was refused, nil for one that was not.
func (p *secrets) refuse(err error) {
	if err != nil {
		p.refused.Set(widgets.Caution, "That does not work.", widgets.Plain(" "+session.Sentence(err.Error())))
	}
	visible(p.refused, err != nil)
	p.Update()
}

// look looks at another column.
func (p *secrets) look(column string) {
	p.column, p.from, p.to = column, -1, -1
	p.refused.Hide()
	p.rules.editing = false
	p.Update()
}

// Update shows the chosen card, its settings and what it means.
func (p *secrets) Update() {
	if p.updating {
		return
	}
	p.updating = true
	defer func() { p.updating = false }()
	p.showFailure()
	p.settle()
	p.showCards()
	p.showMending()
	p.rules.update()
	p.showGraph()
	p.showBanner()
	p.tell.update()
	p.means.update(p)
}

// settle sees to it that a column with values is looked at: one that has a rule of its own,
// where the card has such rules.
func (p *secrets) settle() {
	card := p.Session.Card()
	_, own := p.Session.Secret(p.column)
	_, published := p.Session.Published(p.column)
	ruled := card.Ruled() || card == session.CardColumns
	if !published || (card != p.card && ruled && !own) {
		p.column, p.from, p.to = "", -1, -1
		for _, c := range p.Session.Plan().Columns {
			if _, own := p.Session.Secret(string(c.Name)); own || p.column == "" && !ruled {
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

func (p *secrets) showCards() {
	var choices []widgets.Choice
	for _, c := range session.Cards() {
		choice := widgets.Choice{ID: string(c.Card), Title: c.Headline, Note: c.Line}
		if reason := p.Session.CannotChoose(c.Card); reason != "" {
			choice.Note, choice.Disabled = reason, c.Card != p.card
		}
		choices = append(choices, choice)
	}
	p.cards.SetChoices(choices)
	p.cards.SetSelected(string(p.card))
	p.detail.SetTitle(session.WordsOf(p.card).Headline)
}

// showMending lists the secrets that no longer fit the columns, with what can be done.
func (p *secrets) showMending() {
	var rows []fyne.CanvasObject
	for _, m := range p.Session.Mendings() {
		rows = append(rows, widgets.NewBanner(widgets.Caution, "", []widgets.Span{widgets.Plain(m.Problem)},
			widgets.NewLink(m.Remedy, func() { p.Session.Mend(m) })))
	}
	visible(p.mend, len(rows) > 0)
	fill(p.mend, rows...)
	if len(rows) > 0 && p.Session.Problem() == nil {
		visible(p.failure, false) // says the same
	}
}

// showBanner says what the choice lets anyone learn exactly.
func (p *secrets) showBanner() {
	shown, cut := p.Session.Shown()
	agreement := p.Session.Agreement()
	visible(p.banner, len(shown) > 0 || agreement == session.OldAgreed)
	visible(p.whole, cut)
	visible(p.forget, agreement == session.OldAgreed)
	visible(p.agree, len(shown) > 0)
	if len(shown) == 0 {
		p.banner.Set(widgets.Caution, "Your yes has no list.", widgets.Plain(" You agreed to publish numbers without noise that this choice does not show any more."))
		return
	}
	const people = "how many people are "
	text := []widgets.Span{widgets.Plain(" Anyone may learn exactly ")}
	for i, s := range shown {
		if i > 0 && i == len(shown)-1 {
			text = append(text, widgets.Plain("; and "))
		} else if i > 0 {
			text = append(text, widgets.Plain("; "))
		}
		if i > 0 && strings.HasPrefix(shown[i-1], people) {
			s = strings.TrimPrefix(s, people)
		}
		text = append(text, widgets.Italic(s))
	}
	p.banner.Set(widgets.Danger, "Not protected by this choice.", append(text, widgets.Plain("."))...)
	p.agree.SetChecked(agreement == session.Agreed)
}

// showWhole opens the whole list of what is shown exactly.
func (p *secrets) showWhole() {
	lines := []fyne.CanvasObject{widgets.Body("Anyone may learn exactly:")}
	for _, s := range p.Session.Disclosed() {
		lines = append(lines, widgets.Body("•  "+s))
	}
	list := container.NewVScroll(widgets.Column(8, lines...))
	list.SetMinSize(fyne.NewSize(480, 320))
	dialog.ShowCustom("Not protected by this choice", "Close", list, p.Window)
}

// mostDrawn is the largest number of values that are drawn.
const mostDrawn = 5000

// showGraph draws the policy on the values of the column that is looked at.
func (p *secrets) showGraph() {
	a, ok := p.Session.Column(p.column)
	if !ok || a.Size() > mostDrawn || p.rules.editing {
		visible(p.graph, false)
		return
	}
	picture := widgets.SecretPicture{Kind: widgets.GraphComplete, Nodes: a.Labels(), From: p.from, To: p.to}
	if t, ok := p.Session.Could(p.column, p.from, p.to); ok && t.Steps > 0 {
		picture.Note = t.Apart
	}
	drawn := true
	secret, own := p.Session.Secret(p.column)
	switch {
	case own && secret.Kind == plan.Groups:
		p.groupPicture(&picture)
	case own && secret.Kind != plan.Everything:
		picture.Kind = widgets.GraphLine
		picture.Nodes = picture.Nodes[:a.Regular()]
		drawn = p.linePicture(&picture, secret)
	case p.Session.Plan().Secrets.Presence:
		picture.Kind = widgets.GraphStar
	}
	if n := len(picture.Nodes); picture.Kind != widgets.GraphGroups && (picture.From >= n || picture.To >= n) {
		picture.From, picture.To = -1, -1 // a special cell stands on no line
	}
	visible(p.graph, drawn)
	p.graph.Set(picture)
}

// linePicture draws what joins the values of a column along a line; it returns false where
// there is too much to draw.
func (p *secrets) linePicture(picture *widgets.SecretPicture, secret plan.Secret) bool {
	switch secret.Kind {
	case plan.Near:
		picture.Reach = p.Session.Reach(p.column)
		p.wayAround(picture)
		return true
	case plan.Graded: // along the line each is joined to the next, by what is between them
		return len(secret.Columns) == 1
	case plan.Public:
		picture.Edges = [][2]int{}
		return true
	}
	edges, ok := p.Session.Edges(p.column)
	picture.Edges = edges
	return ok
}

// wayAround says so where two values are nearer to one another through a value that is not on
// the line than along it.
func (p *secrets) wayAround(picture *widgets.SecretPicture) {
	told, ok := p.Session.Could(p.column, p.from, p.to)
	at, to := min(p.from, p.to), max(p.from, p.to)
	if !ok || told.Steps == 0 || to >= len(picture.Reach) {
		return
	}
	along := 0
	for ; at < to && picture.Reach[at] > at; along++ {
		at = picture.Reach[at]
	}
	if at >= to && along <= told.Steps {
		return
	}
	through := "“not in the file”"
	if special := p.Session.Specials(p.column); len(special) > 0 && !p.Session.Plan().Secrets.Presence {
		through = special[0]
	}
	picture.Around = true
	picture.Note += ", through " + through
}

// groupPicture draws a box for each group.
func (p *secrets) groupPicture(picture *widgets.SecretPicture) {
	g, ok := p.Session.Grouping(p.column)
	if !ok {
		return
	}
	picture.Kind = widgets.GraphGroups
	boxes := make([]widgets.GraphGroup, len(g.Names))
	at := make([]int, len(g.Values)) // the place in its box
	for i, name := range g.Names {
		boxes[i].Title = name
	}
	of := g.Of
	for v, group := range of {
		if group < 0 {
			continue // a special cell by itself is not drawn
		}
		at[v] = len(boxes[of[v]].Nodes)
		boxes[of[v]].Nodes = append(boxes[of[v]].Nodes, g.Values[v])
	}
	place := func(v int) int {
		if v < 0 || v >= len(of) || of[v] < 0 {
			return -1
		}
		n := at[v]
		for _, b := range boxes[:of[v]] {
			n += len(b.Nodes)
		}
		return n
	}
	picture.Groups, picture.From, picture.To = boxes, place(p.from), place(p.to)
}
