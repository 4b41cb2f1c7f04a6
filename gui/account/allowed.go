package account

import (
	"fyne.io/fyne/v2"

	"steward/gui/session/accounts"
	"steward/gui/steps/spend"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// allowed says what may be spent, who decided that, what is set aside, and what of that was given back.
func (p *Page) allowed() []fyne.CanvasObject {
	out := sentences(p.shown.Allowed)
	out = append(out, acts(prose.NewLink(words.T("Change what is allowed…"), func() { spend.AskLimit(p.Surroundings) })))
	var aside []fyne.CanvasObject
	for _, r := range p.shown.Reserved {
		aside = append(aside, layouts.Column(2, sentences([]string{r.Said})[0], acts(prose.NewQuietLink(words.T("Give it back…"), func() { p.giveBack(r) }))))
	}
	if len(aside) == 0 {
		aside = sentences([]string{words.T("Nothing is set aside for later releases.")})
	}
	aside = append(aside, sentences(p.shown.Returned)...)
	aside = append(aside, acts(prose.NewLink(words.T("Set a part aside…"), p.setAside)))
	out = append(out, section(words.T("Set aside"), aside...)...)
	var elsewhere []fyne.CanvasObject
	for _, r := range p.shown.Elsewhere {
		elsewhere = append(elsewhere, layouts.Column(2, sentences([]string{r.Said})[0], acts(prose.NewQuietLink(words.T("Give it back…"), func() { p.giveBack(r) }))))
	}
	return append(out, section(words.T("Set aside in the account of a plan that was carried over, or whose carrying over was undone"), elsewhere...)...)
}

// setAside asks what is to be kept for later releases.
func (p *Page) setAside() {
	p.ask(form{
		title: words.T("Set a part aside"), lead: words.T("Releases with this title draw on it automatically, and no others can. It counts against the limit until it is drawn or given back."),
		value: words.T("How much"), second: words.T("Title of the releases that it is for"), why: words.T("Why"), button: words.T("Set it aside"),
		do: func(sum, title string, w accounts.Words, done func(error)) {
			p.Session.Accounts.Reserve(sum, title, w, done)
		},
	})
}

// giveBack asks how much of what was set aside is not needed.
func (p *Page) giveBack(r accounts.Reservation) {
	p.ask(form{
		title: words.T("Give back what was set aside for “%s”", r.Title), lead: words.T("%s of it is left. What is given back can be spent by any release again.", r.Left),
		value: words.T("How much"), empty: words.T("all of it"), why: words.T("Why"), button: words.T("Give it back"),
		do: func(sum, _ string, w accounts.Words, done func(error)) { p.Session.Accounts.Return(r, sum, w, done) },
	})
}
