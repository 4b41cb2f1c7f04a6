package steps

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// secrets is the step "Secrets": what must nobody be able to tell?
type secrets struct {
	page
	cards      *widgets.ChoiceList
	detail     *widgets.Card
	column     *widget.Select
	within     *widget.Entry
	joined     *widget.Check
	groups     *widget.Entry
	settings   *fyne.Container
	graph      *widgets.SecretGraph
	tellColumn *widget.Select
	from, to   *widget.Select
	told       *widgets.Banner
	banner     *widgets.Banner
	agree      *widget.Check
	hidden     *widgets.Text
	learnt     *widgets.Text
	updating   bool
}

func newSecrets(s Surroundings) *secrets {
	p := &secrets{page: newPage(s, guide.Secrets)}
	var choices []widgets.Choice
	for _, c := range session.Cards() {
		choices = append(choices, widgets.Choice{ID: string(c.Card), Title: c.Headline, Note: c.Line})
	}
	p.cards = widgets.NewChoiceList(choices, func(id string) {
		if err := s.Session.Choose(session.Card(id)); err != nil {
			s.Session.Fail(guide.Secrets, err)
		}
		p.Update()
	})
	p.makeSettings()
	p.graph = widgets.NewSecretGraph(widgets.SecretPicture{From: -1, To: -1})
	p.detail = widgets.NewTitledCard("", widgets.NewBadge(widgets.BadgeOutline, "chosen"), widgets.Column(gap, p.settings, p.graph))
	p.makeTell()
	p.agree = widget.NewCheck("Publish exactly these numbers without noise", func(on bool) {
		if !p.updating {
			s.Session.Agree(on)
		}
	})
	p.banner = widgets.NewBanner(widgets.Danger, "", nil, p.agree)
	tell := widgets.NewTitledCard("Could someone tell?", nil, widgets.Column(gap,
		container.NewGridWithColumns(3, p.tellColumn, p.from, p.to), p.told,
		widgets.Caption(widgets.Plain("This is about what this person's row gives away. What is true of people in general is what the release is for, and is not a secret."))))
	left := widgets.Column(8, widgets.Caption(widgets.Plain("Strongest first")), p.cards)
	p.content = widgets.Column(gap,
		widgets.NewQuestion("What must nobody be able to tell?", "Choose what stays secret about each person. A weaker choice gives better numbers.", p.explain),
		p.failure, p.banner,
		container.New(&twoColumns{left: 0.38}, left, widgets.Column(gap, p.detail, tell)))
	p.hidden, p.learnt = widgets.Body(""), widgets.Body("")
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"), widgets.Strong("Nobody can tell"), p.hidden, widgets.Strong("A reader may learn"), p.learnt)
	return p
}

// makeSettings makes the fields of the cards that have some.
func (p *secrets) makeSettings() {
	p.column = widget.NewSelect(nil, func(string) { p.columnChosen() })
	p.within, p.groups = widget.NewEntry(), widget.NewMultiLineEntry()
	p.within.OnChanged = func(string) { p.change() }
	p.groups.OnChanged = func(string) { p.change() }
	p.groups.SetMinRowsVisible(4)
	p.joined = widget.NewCheck("Hide blank answers among all values", func(bool) { p.change() })
	p.settings = widgets.Column(8)
}

func (p *secrets) makeTell() {
	p.told = widgets.NewBanner(widgets.Info, "", nil, nil)
	p.told.Borderless = true
	p.tellColumn = widget.NewSelect(nil, func(string) {
		if !p.updating {
			p.from.ClearSelected()
			p.to.ClearSelected()
			p.Update()
		}
	})
	p.from = widget.NewSelect(nil, func(string) { p.showTell() })
	p.to = widget.NewSelect(nil, func(string) { p.showTell() })
}

// columnChosen shows the settings of another column.
func (p *secrets) columnChosen() {
	if p.updating {
		return
	}
	name := domain.AttributeName(p.column.Selected)
	if _, has := p.Session.Secret(string(name)); !has {
		kind := plan.Near
		if p.Session.Card() == session.CardGroups {
			kind = plan.Groups
		}
		c, _ := p.Session.Published(string(name))
		p.Session.SetSecret(session.DefaultSecret(c, kind))
		return
	}
	p.Update()
}

// change puts what the fields say into the plan.
func (p *secrets) change() {
	if p.updating || p.column.Selected == "" {
		return
	}
	secret, ok := p.Session.Secret(p.column.Selected)
	if !ok {
		return
	}
	secret.BlanksJoined = p.joined.Checked
	if secret.Kind == plan.Near {
		secret.Within = strings.TrimSpace(p.within.Text)
	} else {
		secret.Groups = parseGroups(p.groups.Text)
	}
	p.Session.SetSecret(secret)
}

// parseGroups reads lines such as "North: Alderton, Brookside".
func parseGroups(text string) []plan.Group {
	var out []plan.Group
	for _, line := range strings.Split(text, "\n") {
		name, values, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		g := plan.Group{Name: strings.TrimSpace(name)}
		for _, v := range strings.Split(values, ",") {
			if v = strings.TrimSpace(v); v != "" {
				g.Values = append(g.Values, v)
			}
		}
		out = append(out, g)
	}
	return out
}

func groupText(groups []plan.Group) string {
	lines := make([]string, len(groups))
	for i, g := range groups {
		lines[i] = g.Name + ": " + strings.Join(g.Values, ", ")
	}
	return strings.Join(lines, "\n")
}

// Update shows the chosen card, its settings and what it means.
func (p *secrets) Update() {
	p.updating = true
	defer func() { p.updating = false }()
	p.showFailure()
	card := p.Session.Card()
	p.cards.SetSelected(string(card))
	for _, c := range session.Cards() {
		if c.Card == card {
			p.detail.SetTitle(c.Headline)
			p.hidden.SetText(c.Hidden)
			p.learnt.SetText(c.Learnt)
		}
	}
	p.showSettings(card)
	p.showBanner()
	p.showTellColumns()
	p.showGraph(card)
	p.showAnswer()
}

// showSettings fills the fields of the card.
func (p *secrets) showSettings(card session.Card) {
	var names []string
	for _, c := range p.Session.Plan().Columns {
		if (card == session.CardNear && c.Kind != domain.List) || (card == session.CardGroups && c.Kind == domain.List) {
			names = append(names, string(c.Name))
		}
	}
	if len(names) == 0 || (card != session.CardNear && card != session.CardGroups) {
		p.settings.Hide()
		return
	}
	p.settings.Show()
	p.column.Options = names
	if _, has := p.Session.Secret(p.column.Selected); !has || p.column.Selected == "" {
		for _, n := range names {
			if _, has := p.Session.Secret(n); has {
				p.column.SetSelected(n)
				break
			}
		}
	}
	secret, _ := p.Session.Secret(p.column.Selected)
	focused := p.Window.Canvas().Focused()
	p.joined.SetChecked(secret.BlanksJoined)
	if card == session.CardNear {
		if focused != fyne.Focusable(p.within) && p.within.Text != secret.Within {
			p.within.SetText(secret.Within)
		}
		fill(p.settings, container.NewGridWithColumns(2, labelled("Column", p.column), labelled("Hidden within", p.within)), p.joined,
			widgets.Caption(widgets.Plain("Otherwise anyone may learn how many answers are blank. Hiding them puts every two answers at most two steps apart, so the noise grows.")),
			widgets.Caption(widgets.Plain(p.others(names))))
		return
	}
	if text := groupText(secret.Groups); focused != fyne.Focusable(p.groups) && p.groups.Text != text {
		p.groups.SetText(text)
	}
	fill(p.settings, labelled("Column", p.column), labelled("Groups, one on each line (name: value, value, …)", p.groups), p.joined)
}

// others says how the other columns are kept secret.
func (p *secrets) others(shown []string) string {
	var whole, near []string
	for _, c := range p.Session.Plan().Columns {
		if s, ok := p.Session.Secret(string(c.Name)); ok && s.Kind == plan.Near {
			near = append(near, fmt.Sprintf("%s within %s", c.Name, s.Within))
		} else if !ok {
			whole = append(whole, string(c.Name))
		}
	}
	text := "Small differences: " + strings.Join(near, "; ") + "."
	if len(whole) > 0 {
		text += " Any answer: " + strings.Join(whole, ", ") + "."
	}
	return text
}

// showBanner says what the choice lets anyone learn exactly.
func (p *secrets) showBanner() {
	c := p.Session.Compiled()
	if c == nil || len(c.Disclosed) == 0 {
		p.banner.Hide()
		return
	}
	p.banner.Set(widgets.Danger, "Not protected by this choice.", widgets.Plain(" Anyone may learn exactly: "+strings.Join(c.Disclosed, "; ")+". If that is not acceptable, choose "), widgets.Italic("Everything about a person"), widgets.Plain("."))
	p.agree.SetChecked(c.Agreed)
	p.banner.Show()
}

// showTellColumns offers the columns and their values.
func (p *secrets) showTellColumns() {
	c := p.Session.Compiled()
	var names []string
	for _, col := range p.Session.Plan().Columns {
		names = append(names, string(col.Name))
	}
	p.tellColumn.Options = names
	if p.tellColumn.Selected == "" && len(names) > 0 {
		p.tellColumn.SetSelected(names[0])
		for _, n := range names {
			if _, has := p.Session.Secret(n); has {
				p.tellColumn.SetSelected(n)
				break
			}
		}
	}
	if c == nil {
		return
	}
	attr, ok := c.Domain.Attribute(domain.AttributeName(p.tellColumn.Selected))
	if !ok || attr.Size() > 2000 {
		return
	}
	p.from.Options, p.to.Options = attr.Labels(), attr.Labels()
	if p.from.SelectedIndex() < 0 && attr.Size() > 1 {
		p.from.SetSelectedIndex(attr.Regular() / 3)
		p.to.SetSelectedIndex(min(2*attr.Regular()/3, attr.Size()-1))
	}
}

func (p *secrets) showTell() {
	if !p.updating {
		p.updating = true
		p.showGraph(p.Session.Card())
		p.showAnswer()
		p.updating = false
	}
}

// showAnswer answers for the two chosen values.
func (p *secrets) showAnswer() {
	t, ok := p.Session.Could(p.tellColumn.Selected, p.from.SelectedIndex(), p.to.SelectedIndex())
	if !ok {
		p.told.Hide()
		return
	}
	kind := map[session.Level]widgets.Kind{session.Reassuring: widgets.Good, session.Cautious: widgets.Caution, session.Alarming: widgets.Danger}[t.Level]
	p.told.Set(kind, t.Verdict, widgets.Plain(" "+t.Sentence))
	p.told.Show()
}

// showGraph draws the policy on the values of the column that is looked at.
func (p *secrets) showGraph(card session.Card) {
	c := p.Session.Compiled()
	if c == nil {
		p.graph.Hide()
		return
	}
	attr, ok := c.Domain.Attribute(domain.AttributeName(p.tellColumn.Selected))
	if !ok || attr.Size() > 2000 {
		p.graph.Hide()
		return
	}
	p.graph.Show()
	picture := widgets.SecretPicture{Kind: widgets.GraphComplete, Nodes: attr.Labels(), From: p.from.SelectedIndex(), To: p.to.SelectedIndex()}
	secret, has := p.Session.Secret(string(attr.Name()))
	switch {
	case has && secret.Kind == plan.Near:
		picture.Kind = widgets.GraphLine
		picture.Nodes = picture.Nodes[:attr.Regular()]
		picture.Edges = p.Session.Edges(string(attr.Name()))
		picture.From, picture.To = onLine(picture.From, attr), onLine(picture.To, attr)
	case has && secret.Kind == plan.Groups:
		picture.Kind = widgets.GraphGroups
		for _, g := range secret.Groups {
			picture.Groups = append(picture.Groups, widgets.GraphGroup{Title: g.Name, Nodes: g.Values})
		}
		picture.From, picture.To = -1, -1
	case card == session.CardPresence:
		picture.Kind = widgets.GraphStar
	}
	p.graph.Set(picture)
}

func onLine(i int, a *domain.Attribute) int {
	if i >= a.Regular() {
		return -1
	}
	return i
}

// twoColumns lays two objects out side by side, the left with a part of the width.
type twoColumns struct{ left float32 }

func (t *twoColumns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	l, r := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(l.Width+r.Width+gap, max(l.Height, r.Height))
}

func (t *twoColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w := (size.Width - gap) * t.left
	objects[0].Resize(fyne.NewSize(w, objects[0].MinSize().Height))
	objects[0].Move(fyne.NewPos(0, 0))
	objects[1].Resize(fyne.NewSize(size.Width-gap-w, objects[1].MinSize().Height))
	objects[1].Move(fyne.NewPos(w+gap, 0))
}
