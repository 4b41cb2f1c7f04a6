package account

import (
	"fyne.io/fyne/v2"

	"steward/gui/dialogs"
	"steward/gui/session/accounts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// ledger says what belongs to the account, and offers what can be done with its ledger as a whole.
func (p *Page) ledger() []fyne.CanvasObject {
	book := p.Session.Accounts
	var out []fyne.CanvasObject
	out = append(out, section(words.T("What belongs to it"), sentences(p.shown.Belongs)...)...)
	links := append(sentences(p.shown.Linked), acts(prose.NewLink(words.T("Another data set is about the same people…"), p.link)))
	out = append(out, section(words.T("The same people"), links...)...)
	out = append(out, section(words.T("Recognised under another name"), p.people()...)...)
	out = append(out, section(words.T("On other computers"),
		prose.Body(words.T("An exported account contains titles, policies, questions and sums, but no records and no answers. If two computers have spent, each from its own copy, merging adds what only the other has, so that all of it counts.")),
		acts(
			prose.NewLink(words.T("Export it…"), func() {
				dialogs.SaveFile(p.Window, "", p.Session.Title()+"-ledger.json", func(path string) { book.Export(path, p.done(words.T("The account was exported."))) })
			}),
			prose.NewLink(words.T("Import one…"), func() { p.choose(func(path string) { book.Import(path, false, p.tells) }) }),
			prose.NewLink(words.T("Merge one that was continued elsewhere…"), func() { p.choose(func(path string) { book.Import(path, true, p.tells) }) })))...)
	out = append(out, section(words.T("After an old copy was put back"),
		prose.Body(words.T("Projects and the records of releases know what was spent. What the accounts lack is added to them.")),
		acts(prose.NewLink(words.T("Look in a folder with releases…"), func() {
			dialogs.OpenFolder(p.Window, "", func(path string) { book.Recover(path, p.tells) })
		})))...)
	return append(out, section(words.T("Forgetting"), p.forgetting()...)...)
}

// people offers to remember whom the account is about.
func (p *Page) people() []fyne.CanvasObject {
	book, keys := p.Session.Accounts, p.Session.Accounts.Keys()
	said := []fyne.CanvasObject{
		prose.Body(words.T("A keyed fingerprint of every released file is kept, to notice when the same file is released under another name. A file that was changed, even in one cell, has a different one: without a sketch nobody notices that the same people are in it.")),
		prose.Body(words.T("A sketch of a key column makes that possible for changed files too: keyed hashes of at most 4,096 of its values. Both stay on this computer and are never exported. Whoever can read the folder of the accounts can test guesses: whether the key of a certain person is in the sketch.")),
	}
	if p.shown.Sketched != "" {
		said = append(said, prose.Body(p.shown.Sketched))
	}
	var links []*prose.Link
	if len(keys) > 0 {
		links = append(links, prose.NewLink(words.T("Remember its people…"), func() {
			p.ask(form{
				title: words.T("Remember the people of this account"), lead: words.T("Choose the column that says who a row is about. It need not be published."),
				pick: words.T("column"), options: keys, button: words.T("Remember them"),
				chosen: func(i int, _ accounts.Words, done func(error)) { book.RememberPeople(keys[i], done) },
			})
		}))
	}
	if p.shown.Sketched != "" {
		links = append(links, prose.NewLink(words.T("Remove the sketch"), func() { book.RememberPeople("", p.done(words.T("No sketch of these people is kept."))) }))
	}
	if len(links) > 0 {
		said = append(said, acts(links...))
	}
	return said
}

// choose asks for an exported ledger.
func (p *Page) choose(then func(path string)) {
	dialogs.OpenFile(p.Window, "", []string{".json"}, then)
}

// tells says how something went.
func (p *Page) tells(said string, err error) { p.done(said)(err) }

// done says how something went once it is done.
func (p *Page) done(said string) func(error) {
	return func(err error) {
		if err != nil {
			dialogs.Plain(p.Window, words.T("That did not work."), wide(prose.Body(words.SentenceOf(err))))
			return
		}
		dialogs.Plain(p.Window, words.T("Done"), wide(prose.Body(said)))
	}
}

// link asks which other data set is about the same people.
func (p *Page) link() {
	p.ask(form{
		title: words.T("The same people"), lead: words.T("What either of the two has spent counts for both from then on, and so does the lower limit. This cannot be taken back."),
		value: words.T("Name of the other data set"), why: words.T("Why"), button: words.T("Link them"),
		do: func(other, _ string, w accounts.Words, done func(error)) { p.Session.Accounts.Link(other, w, done) },
	})
}

// forgetting offers to write over the words of the ledger, or to use it again.
func (p *Page) forgetting() []fyne.CanvasObject {
	book := p.Session.Accounts
	if p.shown.Forgotten {
		return []fyne.CanvasObject{
			prose.Body(words.T("The words of this account were forgotten. What was spent still counts, and nothing can be released until the data set is used again.")),
			acts(prose.NewLink(words.T("Use it again…"), func() {
				p.ask(form{
					title: words.T("Use it again"), why: words.T("Why"), button: words.T("Use it again"),
					do: func(_, _ string, w accounts.Words, done func(error)) { book.Reopen(w, done) },
				})
			})),
		}
	}
	return []fyne.CanvasObject{
		prose.Body(words.T("Titles, policies, questions and names of files can be written over for good. What was spent, the limit and the links stay. Copies in projects are not reached.")),
		acts(prose.NewLink(words.T("Forget the words of this account…"), func() {
			p.ask(form{
				title: words.T("Forget the words of this account"), lead: words.T("They cannot be brought back. Export the account first if they may still be needed."),
				why: words.T("Why"), button: words.T("Forget them"), grave: true,
				do: func(_, _ string, w accounts.Words, done func(error)) { book.Forget(w, done) },
			})
		})),
	}
}
