// Package budget is the page of the step Privacy and error: the budget, what it buys for each question and by
// which method, the chance of failure, and what was spent before.
package budget

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/budget"
	"steward/gui/session/pictures"
	"steward/gui/steps/outcomes"
	"steward/gui/steps/page"
	"steward/gui/steps/spend"
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

// narrowGap is the space between cards of a page that has to fit into a usual window.
const narrowGap = 8

// Page is the step "Privacy and error": how much error, for how much protection.
type Page struct {
	page.Base
	short *notices.Banner // more than is left would be spent
	lower *forms.Button
	raise *forms.Button
	// giveBack leads to what is set aside, where giving some of it back would do.
	giveBack *forms.Button

	slider   *editors.BudgetSlider
	chance   *chance
	errors   []fyne.CanvasObject // all that needs a question
	notYet   *notices.Banner
	question *forms.Picker
	titles   []string
	share    *prose.Text
	methods  *editors.MethodTable
	listed   []int       // the candidates that the table lists, by their indices
	more     *prose.Link // shows the methods that are left out, or leaves them out again
	every    bool        // all methods are shown
	steady   steady
	standIns *standIns
	curve    *figures.Figure
	drawn    budget.Curve // the curve that is drawn
	curveOf  curveOf      // what it is of
	wish     *wish
	worth    *worth
	choices  *outcomes.ChoiceMethods
	groups   *outcomes.ClusterWays
	madeUp   *outcomes.RecordsQuality

	told    *fyne.Container // what the errors are
	big     *notices.BigFigure
	why     *prose.Text
	gain    *prose.Text // against plain differential privacy
	all     *tables.Table
	account *spend.Card
}

// curveOf is what a curve is of.
type curveOf struct {
	of       *plan.Compiled
	question int
}

// New returns the page.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Budget)}
	p.lower = forms.NewMainButton("", func() {
		if f := s.Session.Balance.Shortfall(); f != nil && f.Lower != "" {
			s.Session.Budget.SetBudget(f.Lower)
		}
	})
	p.raise = forms.NewButton(words.T("Allow more…"), func() { spend.AskLimit(s) })
	p.giveBack = forms.NewButton(words.T("Give back what is set aside…"), func() { s.Account(page.Allowed) })
	p.short = notices.NewBanner(notices.Danger, "", nil, container.NewHBox(p.lower, p.giveBack, p.raise))
	p.short.Hide()
	p.Told.Add(p.short)
	p.makeSlider()
	p.chance = newChance(s)
	p.question = forms.NewPicker(words.T("question"), func(int) { p.Update() })
	p.share = prose.Caption("").OneLine()
	p.methods = editors.NewMethodTable(p.choose)
	p.curve = figures.NewFigure(fyne.NewSize(230, 100), p.Run, nil)
	p.curve.OnMenu = func() []*fyne.MenuItem {
		if p.drawn.Points == nil {
			return nil
		}
		return outcomes.ChartMenu(p.Surroundings, "", p.drawn.File())
	}
	p.wish = newWish(s, p.index)
	p.more = prose.NewLink("", func() {
		p.every = !p.every
		p.Update()
	})
	p.standIns = newStandIns(s, p.index, p.more)
	methods := layouts.NewCard(layouts.Column(0, p.methods, p.standIns.content))
	methods.Flush = true
	p.errors = []fyne.CanvasObject{
		container.New(&askedLine{}, prose.Strong(words.T("Expected error of")).OneLine(), p.question, p.share),
		methods,
		layouts.Split(layouts.Gap, 290, 560,
			layouts.NewTitledCard(words.T("Error against budget"), prose.Caption(words.T("typical error, people")).OneLine(), p.curve),
			layouts.NewTitledCard(words.T("I can live with…"), nil, p.wish.content)),
	}
	p.choices, p.groups, p.madeUp = outcomes.NewChoiceMethods(), outcomes.NewClusterWays(), outcomes.NewRecordsQuality(s)
	p.notYet = notices.NewBanner(notices.Info, "", nil, nil)
	p.Main = layouts.Stretch(narrowGap, p.errors[2], 420,
		frames.NewQuestion(words.T("How much error can you live with?"), words.T("Move the slider and watch the error. Nothing is spent before you say so."), p.Explain),
		layouts.NewCard(layouts.Column(4, p.slider, p.chance.content)), p.notYet, p.errors[0], p.errors[1], p.errors[2], p.choices.Card, p.groups.Card, p.madeUp.Card)
	p.makeSide()
	return p
}

func (p *Page) makeSlider() {
	s := p.Session
	p.slider = editors.NewBudgetSlider(s.Plan().Budget.Epsilon, func(decimal string) {
		p.showSentence(decimal)
		s.Budget.Try(decimal)
	})
	p.slider.Band = func(decimal string) account.Band {
		promised, _ := s.Budget.Promised(decimal)
		return promised.Band()
	}
	p.slider.OnChangeEnded = func(decimal string) {
		s.Budget.SetBudget(decimal)
		s.Budget.Try(s.Plan().Budget.Epsilon)
	}
	p.slider.OnShowNumber = func(on bool) {
		s.Budget.SetShowsNumber(on)
		p.Update()
	}
}

func (p *Page) makeSide() {
	p.big = notices.NewBigFigure("", "")
	p.why, p.gain = prose.Body(""), prose.Body("")
	p.all = tables.NewTable(
		tables.Column{Title: words.T("Question"), Width: 140, Grow: true},
		tables.Column{Title: words.T("19 in 20"), Width: 84, Align: fyne.TextAlignTrailing, Bold: true},
	)
	p.all.SetMinRows(8)
	p.all.OnSelected = func(row int) {
		p.question.SetSelected(row)
		p.Update()
	}
	p.account = spend.NewCard(p.Surroundings)
	p.worth = newWorth(p.Surroundings, p.standIns.ask)
	p.told = layouts.Column(layouts.Gap, p.big, p.worth.content, page.Section(words.T("What your choices gain"), p.gain), page.Section(words.T("Why this method"), p.why), page.Section(words.T("All questions"), p.all))
	p.Beside = layouts.Column(layouts.Gap, prose.CardTitle(words.T("What this means")), p.told, page.Section(words.T("Spent and left"), p.account.Content),
		widget.NewSeparator(),
		p.standIns.note,
		prose.Caption(words.T("Plain differential privacy, to compare with: one record changed, at the same budget; or one record more or less, at half of it.")),
		prose.NewLink(words.T("What is plain differential privacy?"), func() { p.Term("plain-differential-privacy") }),
		prose.NewLink(words.T("Would it be enough to leave out small numbers?"), func() { p.Help("small-cells") }))
}

// index returns the question that is shown, from 0.
func (p *Page) index() int { return max(p.question.Selected(), 0) }

// choose fixes the method of the question; choosing the recommended one leaves it automatic.
func (p *Page) choose(row int) {
	pv, _ := p.Session.Budget.Look()
	if pv == nil || p.index() >= len(pv.Questions) {
		return
	}
	id := pv.Questions[p.index()].Candidates[p.listed[row]].Info.ID
	if id == p.steady.found {
		id = ""
	}
	p.Session.Questions.Question(p.index()).Change(func(pq *plan.Question) { pq.Mechanism = id })
}

// showSentence says what a budget means.
func (p *Page) showSentence(decimal string) {
	if p.Session.Budget.SpendsNothing() {
		p.slider.SetSentence(prose.Plain(words.T("Everything you ask for is published exactly and spends nothing, wherever the slider is.")))
		return
	}
	if promised, ok := p.Session.Budget.Promised(decimal); ok {
		p.slider.SetSentence(prose.Phrased(budget.Guessing(promised))...)
	}
}

// Update shows the errors under the present plan, or under the budget that the slider tries.
func (p *Page) Update() {
	p.ShowFailure()
	p.showShortfall()
	tried := p.Session.Budget.Tried()
	p.slider.SetBudget(tried)
	p.slider.SetShowNumber(p.Session.Budget.ShowsNumber())
	p.showSentence(tried)
	spends := tried
	if p.Session.Budget.SpendsNothing() {
		spends = "0"
	}
	p.account.Update(spends)
	p.showQuestions()
	p.chance.update(nil)
	if p.Session.Compiled() == nil {
		p.showNotYet()
		return
	}
	p.notYet.Hide()
	asked := len(p.Session.Plan().Questions) > 0
	p.showsErrors(asked)
	paint.Show(p.told, asked)
	p.wish.update()
	p.showCurve()
	pv, current := p.Session.Budget.Look()
	if pv == nil {
		p.showNothing()
		return
	}
	p.choices.Show(pv.Choices)
	p.groups.Show(pv.Clusters)
	p.madeUp.Show(pv.Synthetic)
	if asked {
		p.showErrors(pv, current)
	}
}

// showNothing shows that errors are being worked out, and no number of another question or plan meanwhile.
func (p *Page) showNothing() {
	p.standIns.update(preview.Question{})
	p.big.Set("", words.T("Working it out…"))
	p.share.SetText(words.T("working it out…"))
	p.listed = nil
	p.methods.Set(editors.Methods{})
	p.more.Hide()
	p.why.SetText("")
	p.gain.SetText("")
	p.worth.content.Hide()
	rows := make([][]string, len(p.titles))
	for i, q := range p.Session.Plan().Questions {
		rows[i] = []string{q.Title, "…"}
	}
	p.all.SetSource(len(rows), func(i int) []string { return rows[i] })
	p.choices.Card.Hide()
	p.groups.Card.Hide()
	p.madeUp.Card.Hide()
}

// showsErrors shows or hides all that needs a question.
func (p *Page) showsErrors(on bool) {
	for _, o := range p.errors {
		paint.Show(o, on)
	}
}

// showNotYet says that the plan has to be completed before errors can be told.
func (p *Page) showNotYet() {
	p.showsErrors(false)
	p.told.Hide()
	p.choices.Card.Hide()
	p.groups.Card.Hide()
	p.madeUp.Card.Hide()
	p.notYet.Hide()
	for i, step := range guide.Steps() {
		if issues := p.Session.Issues(step); len(issues) > 0 && step != guide.Budget {
			p.notYet.Set(notices.Info, words.T("The plan is not complete."), prose.Plain(" "+words.Sentence(words.Say(issues[0].Message))))
			fix := forms.NewMainButton(page.StepName(i, step), func() { p.Go(step) })
			p.notYet.SetExtra(container.NewHBox(fix))
			p.notYet.Show()
			return
		}
	}
}

// showShortfall says that more would be spent than is left, and what can be done.
func (p *Page) showShortfall() {
	f := p.Session.Balance.Shortfall()
	if f == nil {
		p.short.Hide()
		return
	}
	p.short.Set(notices.Danger, words.T("More than is left."), prose.Plain(" "+f.String()))
	if f.Lower == "" {
		p.lower.Hide()
	} else {
		p.lower.SetText(words.T("Lower it to %s", words.Number(f.Lower)))
		p.lower.Show()
	}
	paint.Show(p.giveBack, f.Aside != "")
	if f.Raise == "" || f.Aside != "" {
		p.raise.Hide()
	} else {
		p.raise.SetText(words.T("Allow more…"))
		if f.Everybodys {
			p.raise.SetText(words.T("Raise the limit…"))
		}
		p.raise.Show()
	}
	p.short.Show()
}

// showQuestions lists the questions to choose from.
func (p *Page) showQuestions() {
	pl := p.Session.Plan()
	titles := make([]string, len(pl.Questions))
	for i, q := range pl.Questions {
		titles[i] = fmt.Sprintf("%d %s", i+1, q.Title)
	}
	if !slices.Equal(titles, p.titles) {
		p.titles = titles
		p.question.SetTexts(titles)
	}
	p.question.SetSelected(min(p.index(), len(titles)-1))
}

func (p *Page) showErrors(pv *preview.Preview, current bool) {
	present := current && p.Session.Budget.Tried() == p.Session.Plan().Budget.Epsilon
	q := p.steady.hold(p.Session.Compiled(), p.index(), pv.Questions[min(p.index(), len(pv.Questions)-1)], present)
	share := words.T("its share: %.0f %%, that is %s", p.Session.Questions.SharePercent(p.index()), spend.Share(q.Problem.Budget.Rat()))
	if q.Problem.Gaussian { // it is the squares that add up
		share = words.T("its share: %.0f %%", p.Session.Questions.SharePercent(p.index()))
	}
	if q.Problem.Exact {
		share = words.T("exact: costs nothing")
	}
	if !current {
		share = words.T("working it out…")
	}
	p.share.SetText(share)
	p.chance.update(&q)
	p.showMethods(q)
	chosen := q.Of().Summary
	paint.Show(p.errors[2], chosen.Exact < chosen.Answers) // what is exact needs no budget
	if chosen.Exact == chosen.Answers {
		p.big.Set(words.T("All of these numbers are"), words.T("exact"), prose.Plain(words.T("nothing you keep secret could change them, or you agreed to publish them")))
	} else {
		above := words.T("Half of the numbers are within")
		if !current {
			above = words.T("Working it out. So far, half of the numbers are within")
		}
		p.big.Set(above, words.Say(chosen.Typically())+" "+p.Session.InWords(p.index()), prose.Marked(words.T("19 times in 20 within **%s**%s", words.Say(chosen.Within()), prose.Escape(outcomes.Measured(q))))...)
	}
	p.worth.content.Show()
	p.worth.update(&q, p.index(), present)
	p.gain.Set(prose.Marked(p.Session.Budget.Compare(q))...)
	why := p.steady.says()
	if p.steady.found != "" {
		why = strings.TrimSpace(p.Session.Budget.WhyMethod(q) + " " + why)
	}
	parts := []string{why, words.Say(q.WithChance()), words.Say(q.Contradiction())}
	p.why.SetText(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "))
	rows := make([][]string, len(pv.Questions))
	for i, each := range pv.Questions {
		rows[i] = []string{each.Question.Title, outcomes.PlusMinus(each)}
		if p.Session.Questions.Question(i).Fate() == plan.WillBeLeftOut {
			rows[i][1] = words.T("left out")
		}
	}
	p.all.SetSource(len(rows), func(i int) []string { return rows[i] })
	p.all.SetSelected(p.index())
}

// showCurve draws the error against the budget once it is worked out; until then the last
// one of the same question stays.
func (p *Page) showCurve() {
	c := p.Session.Budget.Curve(p.index())
	if of := p.Session.Compiled(); c == nil && (p.curveOf.question != p.index() || p.curveOf.of != of) {
		p.drawn = budget.Curve{}
		p.curve.SetScene(nil, nil)
	}
	if c != nil {
		p.curveOf = curveOf{p.Session.Compiled(), p.index()}
	}
	if c == nil || c.Present == p.drawn.Present && slices.Equal(c.Points, p.drawn.Points) {
		return
	}
	p.drawn = *c
	p.curve.SetScene(c, func(spec figures.FigureSpec) (image.Image, error) { return pictures.Spec(spec).Draw(c.Drawing()) })
}

// askedLine lays out the line over the methods: words, a choice as wide as it needs, and
// words at the right end.
type askedLine struct{}

func (askedLine) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[0].MinSize().Width+160, objects[1].MinSize().Height)
}

func (askedLine) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	wording, choice, share := objects[0], objects[1], objects[2]
	middle := func(o fyne.CanvasObject, x, width float32) {
		height := o.MinSize().Height
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
		o.Resize(fyne.NewSize(max(width, 0), height))
	}
	x := wording.MinSize().Width
	middle(wording, 0, x)
	x += theme.Size(theme.SizeWideGap)
	right := min(share.MinSize().Width, size.Width/2)
	room := size.Width - x - right - theme.Size(theme.SizeWideGap)
	if room < 140 { // the choice matters more
		right, room = 0, size.Width-x
	}
	middle(choice, x, min(room, 340))
	middle(share, size.Width-right, right)
	if right == 0 {
		share.Hide()
	} else {
		share.Show()
	}
}
