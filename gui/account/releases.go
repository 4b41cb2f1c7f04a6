package account

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/dialogs"
	"steward/gui/session/accounts"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// mostReleases is how many releases are listed at first.
const mostReleases = 20

// releases lists the releases about these people, the latest first.
func (p *Page) releases() []fyne.CanvasObject {
	out := sentences(p.shown.Sums[:min(len(p.shown.Sums), 1)])
	list := p.shown.Releases
	if !p.every {
		list = list[:min(len(list), mostReleases)]
	}
	for _, r := range list {
		out = append(out, p.release(r))
	}
	if left := len(p.shown.Releases) - len(list); left > 0 {
		out = append(out, prose.NewLink(words.N(left, "Show %d earlier release", "Show %d earlier releases", left), func() {
			p.every = true
			p.fill()
		}))
	}
	return append(out, sentences(p.shown.Doubts)...)
}

// release is the card of a release.
func (p *Page) release(r accounts.Release) fyne.CanvasObject {
	parts := []fyne.CanvasObject{prose.Body(r.Loss)}
	for _, said := range r.Withdrawn {
		parts = append(parts, notices.NewBanner(notices.Caution, words.T("Not to be used."), []prose.Span{prose.Plain(" " + strings.Replace(said, "..", ".", 1))}, nil))
	}
	lists := []struct {
		one, many string
		list      []string
	}{
		{words.T("Question: %s.", strings.Join(r.Questions, "")), words.T("Questions: %s.", strings.Join(r.Questions, "; ")), r.Questions},
		{words.T("Taken as known: %s.", strings.Join(r.Facts, "")), words.T("Taken as known: %s.", strings.Join(r.Facts, "; ")), r.Facts},
		{words.T("Anyone may learn exactly: %s.", strings.Join(r.Open, "")), words.T("Anyone may learn exactly: %s.", strings.Join(r.Open, "; ")), r.Open},
		{words.T("Note: %s.", strings.Join(r.Notes, "")), words.T("Notes: %s.", strings.Join(r.Notes, "; ")), r.Notes},
		{words.T("Not found near this project: %s.", strings.Join(r.Missing, "")), words.T("Not found near this project: %s.", strings.Join(r.Missing, ", ")), r.Missing},
	}
	for _, l := range lists {
		switch len(l.list) {
		case 0:
		case 1:
			parts = append(parts, prose.Small(strings.Replace(l.one, "..", ".", 1)))
		default:
			parts = append(parts, prose.Small(l.many))
		}
	}
	if r.Unsaid {
		parts = append(parts, p.know(r)...)
	}
	parts = append(parts, p.open(r), acts(append(p.annotate(r), p.withdraw(r)...)...))
	day := r.Day
	if r.DataSet != p.shown.DataSet {
		day = words.T("%s, “%s”", r.Day, r.DataSet)
	}
	return layouts.NewTitledCard(r.Title, prose.Caption(day).OneLine(), layouts.Column(6, parts...))
}

// open offers the files of a release that are there.
func (p *Page) open(r accounts.Release) fyne.CanvasObject {
	var links []*prose.Link
	for _, path := range r.Files {
		links = append(links, prose.NewQuietLink(filepath.Base(path), func() { p.Open(path) }))
	}
	if len(r.Missing) > 0 {
		links = append(links, prose.NewQuietLink(words.T("Find them…"), func() { dialogs.OpenFolder(p.Window, "", p.Session.Accounts.Locate) }))
	}
	return acts(links...)
}

// know says that the account lacks what a release took as known, and offers to take it from its record where that was found.
func (p *Page) know(r accounts.Release) []fyne.CanvasObject {
	said := prose.Small(words.T("The account does not say what this release took as known: accounts of earlier versions never do."))
	if r.Record == "" {
		return []fyne.CanvasObject{said}
	}
	return []fyne.CanvasObject{said, acts(prose.NewQuietLink(words.T("Add what its record says"), func() {
		p.Session.Accounts.Know(r, p.done(words.T("What this release took as known counts for all releases from now on.")))
	}))}
}

// annotate offers to add words to a release.
func (p *Page) annotate(r accounts.Release) []*prose.Link {
	return []*prose.Link{prose.NewQuietLink(words.T("Add a note…"), func() {
		p.ask(form{
			title: words.T("A note on “%s”", r.Title), lead: words.T("The note appears below the release in the account; nothing about the release changes."),
			why: words.T("Your note"), button: words.T("Add it"),
			do: func(_, _ string, w accounts.Words, done func(error)) { p.Session.Accounts.Annotate(r, w, done) },
		})
	})}
}

// withdraw offers to say that a release is not to be used any more; nothing where it cannot be said.
func (p *Page) withdraw(r accounts.Release) []*prose.Link {
	if r.Record == "" || r.Replaced {
		return nil
	}
	book := p.Session.Accounts
	return []*prose.Link{prose.NewQuietLink(words.T("Withdraw it…"), func() {
		others := book.Instead(p.shown, r)
		options := []string{words.T("no other release")}
		for _, o := range others {
			options = append(options, words.T("“%s”, of %s", o.Title, o.Day))
		}
		p.ask(form{
			title: words.T("Withdraw “%s”", r.Title), lead: words.T("What it revealed cannot be taken back, and what it spent stays spent. Its files stay as they are; a notice for readers is written beside them, with your name and reason, to be published where the release is."),
			pick: words.T("What takes its place"), options: options, why: words.T("Why"), button: words.T("Withdraw it"), grave: true,
			chosen: func(i int, w accounts.Words, done func(error)) {
				var instead *accounts.Release
				if i > 0 {
					instead = &others[i-1]
				}
				book.Withdraw(r, instead, w, func(notice string, err error) {
					if done(err); err == nil {
						p.done(words.T("It is withdrawn. The notice for its readers is %s.", notice))(nil)
					}
				})
			},
		})
	})}
}
