// Package account is the page of an account, which opens over the window: everything that was ever told about the people whom
// the project is about, what all of it tells together, what is allowed, and what can be noted in the ledger.
package account

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/dialogs"
	"steward/gui/session/accounts"
	"steward/gui/steps/page"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Page is the page of the account while it is open.
type Page struct {
	page.Surroundings
	shown  accounts.Overview
	tabs   *forms.Tabs
	holder *fyne.Container
	every  bool // all releases are listed
	asked  asked
}

// Open opens the page.
func Open(s page.Surroundings) *Page {
	p := &Page{Surroundings: s, holder: container.NewStack()}
	p.tabs = forms.NewTabs([]string{words.T("Releases"), words.T("Together"), words.T("Allowed"), words.T("The account")}, func(int) { p.fill() })
	s.Session.Accounts.Seek()
	p.shown = s.Session.Accounts.Overview()
	p.fill()
	dialogs.Wide(s.Window, words.T("The account of “%s”", s.Session.Title()), container.NewBorder(p.tabs, nil, nil, nil, p.holder), p.tabs)
	return p
}

// Show shows a part of the page.
func (p *Page) Show(at page.AccountPart) { p.tabs.Choose(int(at)) }

// Update shows the account as it is now.
func (p *Page) Update() {
	if now := p.Session.Accounts.Overview(); !reflect.DeepEqual(now, p.shown) {
		p.shown = now
		p.fill()
	}
}

// fill shows the page that was chosen.
func (p *Page) fill() {
	at := p.tabs.Chosen()
	parts := []fyne.CanvasObject{p.head()}
	if p.shown.Problem == "" && !p.shown.Reading {
		parts = append(parts, [...]func() []fyne.CanvasObject{p.releases, p.together, p.allowed, p.ledger}[at]()...)
	}
	name := words.T("The account of “%s”", p.Session.Title())
	p.holder.Objects = []fyne.CanvasObject{layouts.NewPane(name, layouts.Inset(12, 8, layouts.Column(12, parts...)))}
	p.holder.Refresh()
}

// head says what is wrong with the ledger, or nothing.
func (p *Page) head() fyne.CanvasObject {
	switch {
	case p.shown.Problem != "":
		return notices.NewBanner(notices.Danger, words.T("The account needs attention"), []prose.Span{prose.Plain(" " + p.shown.Problem)}, nil)
	case p.shown.Reading:
		return prose.Body(words.T("The account is being read…"))
	}
	return layouts.Column(0)
}

// sentences are some sentences, each in lines of its own.
func sentences(list []string) (out []fyne.CanvasObject) {
	for _, s := range list {
		out = append(out, prose.Prose(prose.Phrased(words.Marked(s))...))
	}
	return out
}

// section is a titled part of the page; nothing where it has no parts.
func section(title string, parts ...fyne.CanvasObject) []fyne.CanvasObject {
	if len(parts) == 0 {
		return nil
	}
	return []fyne.CanvasObject{layouts.Column(6, append([]fyne.CanvasObject{prose.Strong(title)}, parts...)...)}
}

// acts are links to what can be done, beside one another as far as there is room.
func acts(links ...*prose.Link) fyne.CanvasObject {
	var list []fyne.CanvasObject
	for _, l := range links {
		list = append(list, l)
	}
	return layouts.Inline(16, list...)
}
