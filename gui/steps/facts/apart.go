package facts

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	session "steward/gui/session/facts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// apartCard answers whether releases about separate groups can be made separately.
type apartCard struct {
	of     *Page
	card   *layouts.Card
	column *forms.Picker
	names  []string
	asked  string
	answer *prose.Text
	sets   *tables.Listing
	note   *prose.Text
	about  *forms.Picker
	box    fyne.CanvasObject // it stands in
	groups []plan.Answers    // that can be chosen after everybody
}

func newApartCard(of *Page) *apartCard {
	a := &apartCard{of: of, answer: prose.Strong(""), sets: tables.NewListing(), note: prose.Caption("")}
	a.column = forms.NewPicker(words.T("Column of the groups"), func(i int) {
		a.asked = a.names[i]
		of.Update()
	})
	a.about = forms.NewPicker(words.T("This release is about"), func(i int) {
		if i == 0 {
			of.Session.Facts.SetGroup("", nil)
			return
		}
		g := a.groups[i-1]
		of.Session.Facts.SetGroup(string(g.Column), g.Values)
	})
	a.box = layouts.Labelled(words.T("This release is about"), layouts.Sized(a.about, 320))
	a.sets.SetColumns(tables.ListingColumn{Title: words.T("Groups"), Least: 120}, tables.ListingColumn{Title: words.T("What it costs"), Grow: true})
	a.card = layouts.NewTitledCard(words.T("Can I make a separate release for each group?"), nil, layouts.Column(8,
		prose.Quiet(words.T("Other releases, each only about the people with one value of a column:")), layouts.Sized(a.column, 200), a.answer, a.sets, a.note, a.box))
	return a
}

// mostSets is how many sets of groups are listed.
const mostSets = 12

func (a *apartCard) update() {
	names, unfit := a.of.Session.Facts.ApartColumns()
	paint.Show(a.card, len(names) > 0)
	a.names = names
	var options []forms.Option
	for i, n := range names {
		options = append(options, forms.Option{Text: n, Note: unfit[i], Disabled: unfit[i] != ""})
	}
	a.column.SetOptions(options)
	chosen, values := a.of.Session.Facts.Group()
	if a.asked == "" {
		a.asked = chosen
	}
	at := slices.Index(names, a.asked)
	a.offer(nil, chosen, values)
	a.column.SetSelected(at)
	paint.Show(a.answer, false)
	paint.Show(a.sets, false)
	paint.Show(a.note, false)
	if at < 0 {
		return
	}
	found, ok := a.of.Session.Facts.Apart(a.asked)
	switch {
	case !ok:
		a.say(words.T("This cannot be answered while something is missing in the columns, the secrets or the facts."))
		return
	case !found.Ready:
		a.say(words.T("Working it out …"))
		return
	case found.Problem != "":
		a.say(found.Problem)
		return
	}
	a.answer.Set(prose.Bold(found.Answer))
	paint.Show(a.answer, true)
	var rows [][]tables.Text
	why := ""
	for i, s := range found.Sets {
		if i == mostSets {
			break
		}
		rows = append(rows, []tables.Text{{prose.Bold(s.String())}, {prose.Plain(s.Cost)}})
		if why == "" || s.Adds {
			why = s.Why
		}
	}
	a.sets.SetRows(rows...)
	paint.Show(a.sets, true)
	a.say(strings.TrimSpace(why + " " + found.Change))
	a.offer(found.Sets, chosen, values)
}

// offer lists whom the release can be about: everybody, each set of groups that no secret leads out of, and what is chosen.
func (a *apartCard) offer(sets []session.ApartSet, column string, values []string) {
	a.groups = nil
	options, at := []forms.Option{{Text: words.T("everybody in the file")}}, 0
	add := func(of string, group []string) {
		g := plan.Answers{Column: domain.AttributeName(of), Values: group}
		a.groups, options = append(a.groups, g), append(options, forms.Option{Text: words.Say(g.Said())})
	}
	if len(sets) > 1 {
		for _, s := range sets {
			if s.Adds || len(s.Groups) == 1 {
				add(a.asked, s.Groups)
				continue
			}
			for _, g := range s.Groups { // facts tie them, and no secret leads from one to another
				add(a.asked, []string{g})
			}
		}
	}
	if len(values) > 0 {
		if at = 1 + slices.IndexFunc(a.groups, func(g plan.Answers) bool { return column == string(g.Column) && slices.Equal(g.Values, values) }); at == 0 {
			add(column, values)
			at = len(options) - 1
		}
	}
	a.about.SetOptions(options)
	a.about.SetSelected(at)
	paint.Show(a.box, len(options) > 1)
}

func (a *apartCard) say(wording string) {
	a.note.SetOrHide(wording)
}
