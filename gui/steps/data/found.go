package data

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/steps/oddities"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataFound lists what was noticed in the file, and lets the steward say how texts that do
// not fit are to be read.
type dataFound struct {
	of       *Page
	card     *layouts.Card
	list     *oddities.List
	unlisted *prose.Text
	badge    *notices.Badge
	all      *forms.Button // accepts all that is proposed
	offer    *fyne.Container
}

func newDataFound(of *Page) *dataFound {
	f := &dataFound{of: of, list: oddities.New(of.Session, of.Window), unlisted: prose.Caption(""), badge: notices.NewBadge(notices.BadgeGood, "")}
	f.all = forms.NewButton("", of.Session.Columns.AcceptProposals)
	f.offer = layouts.Column(6, prose.Body(words.T("Steward proposes how to read the cells that do not fit, going by most cells of their column, and which rows of totals to leave out. The file stays as it is; what you accept is kept in the plan and can be undone.")), layouts.Inline(0, f.all))
	f.card = layouts.NewTitledCard("", f.badge, layouts.Column(6, f.offer, f.list.Content, f.unlisted))
	return f
}

func (f *dataFound) update() {
	file := f.of.Session.Data.File()
	if file == nil {
		return
	}
	list, unlisted := f.of.Session.Columns.Oddities()
	open, _ := f.of.Session.Columns.OpenOddities()
	title := words.T("%s found in the file", things(len(list)+unlisted))
	if !file.TextTable {
		title = words.T("%s found in sheet %s", things(len(list)+unlisted), file.Sheet)
	}
	f.card.SetTitle(title)
	switch open {
	case 0:
		f.badge.Set(notices.BadgeGood, words.T("nothing to decide"))
		if f.of.Session.Columns.Proposals() > 0 || slices.ContainsFunc(list, func(o columns.Oddity) bool { return o.State == columns.Advised }) {
			f.badge.Set(notices.BadgeCaution, words.T("worth a look"))
		}
	case 1:
		f.badge.Set(notices.BadgeCaution, words.T("1 needs your decision"))
	default:
		f.badge.Set(notices.BadgeCaution, words.T("%d need your decision", open))
	}
	f.card.SetTrailing(f.badge)
	f.showOffer(list)
	f.list.Show(list)
	paint.Show(f.unlisted, unlisted > 0)
	if unlisted > 0 {
		f.unlisted.SetText(words.T("and %s more cells that are not listed here. What you decide about a text holds for all of them.", amounts.Commas(unlisted)))
	}
}

// showOffer offers to accept all that is proposed. It stays where it is afterwards.
func (f *dataFound) showOffer(list []columns.Oddity) {
	proposed := f.of.Session.Columns.Proposals()
	accepted := slices.ContainsFunc(list, func(o columns.Oddity) bool { return o.Repair != nil && o.Repair.InForce })
	paint.Show(f.offer, proposed > 0 || accepted)
	input.Enable(f.all, proposed > 0)
	f.all.SetText(words.T("All proposals are accepted"))
	switch proposed {
	case 0:
	case 1:
		f.all.SetText(words.T("Accept the proposal"))
	default:
		f.all.SetText(words.T("Accept all %s proposals", amounts.Commas(proposed)))
	}
}

// things counts what was noticed.
func things(n int) string {
	if n == 0 {
		return words.T("Nothing odd")
	}
	return amounts.Several(n, "thing", "things")
}
