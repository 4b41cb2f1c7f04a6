// Package release is the page of the step Release: what is checked before anything is spent, how far a release is, and
// what came of it.
package release

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/budget"
	"steward/gui/session/releasing"
	"steward/gui/steps/page"
	"steward/gui/steps/spend"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/promise"
	"steward/gui/dialogs"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Page is the step "Release": what will be spent and published, the release itself, and
// the results.
type Page struct {
	page.Base
	head    *frames.Question
	lost    *notices.Banner
	missing *notices.Banner // of an earlier release that cannot be shown
	before  *releaseBefore
	during  *releaseDuring
	after   *releaseResults
	further *forms.Button

	sideBefore *fyne.Container
	account    *spend.Card
	protected  *prose.Text
	band       *notices.Badge
	described  *plan.Compiled // what the protection is described of
	adds       *prose.Text    // how it adds to other releases
	drawn      *prose.Text
	saved      *prose.Text
	savedIn    *prose.Text
}

// New returns the page.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Release)}
	p.head = frames.NewQuestion("", "", p.Explain)
	p.lost = notices.NewBanner(notices.Danger, "", nil, nil)
	p.missing = notices.NewBanner(notices.Caution, "", nil, nil)
	p.missing.SetExtra(layouts.Inline(16,
		prose.NewLink(words.T("Choose its record…"), func() { p.OpenRecord(p.Session.Release.RecallFrom) }),
		prose.NewLink(words.T("Go on without it"), p.Session.Release.Again)))
	p.Told.Add(p.lost)
	p.Told.Add(p.missing)
	p.before, p.during, p.after = newReleaseBefore(s), newReleaseDuring(s), newReleaseResults(s)
	p.further = forms.NewButton(words.T("Plan another release"), p.askFurther)
	p.Main = layouts.Stretch(layouts.Gap, p.after.content, 0, p.head, p.before.content, p.during.content, p.after.content)
	p.makeSide()
	return p
}

func (p *Page) makeSide() {
	p.account = spend.NewCard(p.Surroundings)
	p.drawn, p.adds = prose.Body(""), prose.Quiet("")
	p.protected, p.band = prose.Body(""), notices.NewBadge(notices.BadgeGood, "")
	p.saved, p.savedIn = prose.Body(""), prose.Caption("")
	p.sideBefore = layouts.Column(layouts.Gap,
		layouts.Column(6, prose.Strong(words.T("Spent and left")), p.account.Content,
			p.adds),
		page.Section(words.T("Protected"), p.protected, container.NewHBox(p.band)),
		page.Section(words.T("Order of events"),
			prose.Body(words.T("1. The spend is written to the account.")),
			p.drawn,
			prose.Body(words.T("3. You see the numbers, with their error.")),
			prose.Caption(words.T("If the computer stops in between, the spend stays recorded. Nothing is ever released unrecorded.")),
			layouts.Inline(0, prose.NewLink(words.T("What is the account?"), func() { p.Term("ledger") }))),
		page.Section(words.T("Saved in"), p.saved, p.savedIn, prose.Caption(words.T("workbook, tables, summary, record; whole or not at all"))))
	p.Beside = layouts.Column(layouts.Gap, prose.CardTitle(words.T("What this means")), p.sideBefore, p.after.side)
}

// Footer names the button by what it does.
func (p *Page) Footer() *frames.FooterState {
	spends := p.Session.Budget.Spends()
	switch p.Session.Release.Stage() {
	case releasing.Published:
		return &frames.FooterState{Back: words.T("Back"), Extra: p.further, Next: words.T("Next: Summary")}
	case releasing.Preparing, releasing.Drawing:
		return &frames.FooterState{Back: words.T("Back"), Next: words.T("Releasing…"), NextDisabled: true}
	case releasing.Halted:
		return &frames.FooterState{Back: words.T("Back"), Next: words.T("Next: Summary"), NextDisabled: true, Missing: []prose.Span{prose.Plain(p.Session.Release.MayRelease())}}
	case releasing.Lost:
		return p.offer(words.T("Release again and spend another %s", spends))
	}
	return p.offer(Offer(spends))
}

// Offer is the text of the button that releases, and says what it spends.
func Offer(spends string) string { return words.T("Release and spend %s", spends) }

// offer is the footer while there is something to release.
func (p *Page) offer(next string) *frames.FooterState {
	f := &frames.FooterState{Back: words.T("Not yet"), Next: next, NextIcon: fynetheme.NewThemedResource(theme.LockIcon())}
	if missing := p.Session.Release.MayRelease(); missing != "" {
		f.NextDisabled, f.Missing = true, []prose.Span{prose.Plain(missing)}
	}
	return f
}

// Next asks once more and then releases.
func (p *Page) Next() bool {
	if p.Session.Release.Finished() != nil {
		return false
	}
	if p.Session.Release.MayRelease() != "" {
		return true
	}
	text := words.T("This will publish %s, spend %s, and cannot be repeated: asking again would spend again and give different numbers.", p.before.numbers(), p.Session.Budget.Spends()) + p.before.numbers().Aside()
	if p.Session.Budget.SpendsNothing() {
		text = words.T("This will publish %s, all of them exactly, and spend nothing.", p.before.numbers())
	}
	if remains := spend.Remains(p.Session, p.Session.Budget.Spending()); remains != "" {
		text += "\n\n" + remains
	}
	dialogs.Ask(p.Window, words.T("Release?"), text, dialogs.Choice{
		Label: Offer(p.Session.Budget.Spends()), Main: true,
		Do: func() { p.Session.Release.Carry(p.Session.Release.Folder(), p.Session.Release.ReleaseBase()) },
	})
	return true
}

// askFurther makes room for another release.
func (p *Page) askFurther() {
	dialogs.Ask(p.Window, words.T("Plan another release?"),
		words.T("The files of this release stay where they are. Another release spends again and gives different numbers, and the two together protect less than either alone."),
		dialogs.Choice{Label: words.T("Plan another release"), Main: true, Do: p.Session.Release.Again})
}

// Update shows what is still missing, how far the release is, or the results.
func (p *Page) Update() {
	p.ShowFailure()
	stage := p.Session.Release.Stage()
	p.showLost(stage)
	p.showMissing()
	shown := func(o fyne.CanvasObject, on bool) {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
	running := stage == releasing.Preparing || stage == releasing.Drawing
	shown(p.before.content, stage == releasing.NotBegun || stage == releasing.Lost)
	shown(p.during.content, running)
	p.during.bar.Set(running)
	shown(p.after.content, stage == releasing.Published)
	shown(p.after.side, stage == releasing.Published)
	shown(p.sideBefore, stage != releasing.Published)
	switch {
	case stage == releasing.Published:
		about := words.T("Noise has been added once. These are the only numbers that leave this computer.")
		switch f := p.Session.Release.Finished(); {
		case f.Earlier:
			about = words.T("This project released these numbers before. They are read again from the record, which is as it was written.")
		case f.Release.Noiseless():
			about = words.T("None of them has noise. These are the only numbers that leave this computer.")
		}
		p.head.SetText(words.T("What was released?"), about)
		p.after.update()
		return
	case stage == releasing.Halted:
		p.head.SetText(words.T("This release is not finished"), words.T("Its budget is spent and its numbers are kept. They become public when all its files are written: see below."))
		return
	case running:
		p.head.SetText(words.T("Releasing"), words.T("This takes a moment. Leave the window open."))
		p.during.update(stage)
	default:
		p.head.SetText(words.T("Release these numbers?"), words.T("A last look before the numbers become public."))
		p.before.update()
	}
	p.updateSide()
}

// showMissing says that the last release of the project cannot be shown again, and why.
func (p *Page) showMissing() {
	at, err := p.Session.Release.Recalled()
	if err == nil {
		p.missing.Hide()
		return
	}
	p.missing.Set(notices.Caution, words.T("This project was released on %s, and that release cannot be shown.", p.Session.Release.Releases()[at]), prose.Plain(" "+words.SentenceOf(err)))
	p.missing.Show()
}

// showLost says that the budget was spent and nothing came of it.
func (p *Page) showLost(stage releasing.Stage) {
	if stage != releasing.Lost {
		p.lost.Hide()
		return
	}
	p.Failure.Hide()
	p.lost.Set(notices.Danger, words.T("The budget is spent, but nothing was published."), prose.Plain(" "+words.T("%s Put that right first. Releasing again spends again.", p.Session.Release.LostWhy())))
	p.lost.Show()
}

// updateSide says what is spent, what is protected and where the files go.
func (p *Page) updateSide() {
	p.account.Update(p.Session.Budget.Spending())
	p.adds.SetText(words.T("What is spent cannot be taken back, and two releases add up."))
	if g := p.Session.Plan().Group; g != nil {
		p.adds.SetText(words.T("What is spent cannot be taken back.") + " " + words.Say(promise.Composes(g)))
	}
	p.drawn.SetText(words.T("2. The noise is drawn and added."))
	if p.Session.Budget.SpendsNothing() {
		p.drawn.SetText(words.T("2. The numbers are counted. None has noise."))
	}
	if folder := p.Session.Release.Folder(); folder != "" {
		p.saved.SetText(filepath.Base(folder))
		p.savedIn.SetText(words.T("in %s", filepath.Dir(folder)))
	}
	c := p.Session.Compiled()
	if c == nil {
		p.described = nil
		p.protected.SetText(words.T("The plan is not complete."))
		p.band.Hide()
		return
	}
	if c == p.described {
		return
	}
	p.described = c
	said, promised := c.Describe(), promise.Of(c)
	p.protected.Set(append([]prose.Span{prose.Plain(strings.TrimSpace(prose.Shortened(words.Say(said.Secret), 320)+" "+words.Say(said.Presence)) + " ")}, prose.Phrased(budget.Guessing(promised))...)...)
	style, word := bandBadge(promised.Band())
	p.band.Set(style, word)
	p.band.Show()
}
