// Package oddities lists what is odd in a file and lets the steward say how it is to be read, for the whole file and for
// a column of it.
package oddities

import (
	"reflect"
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/repair"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/session/data"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// List shows oddities, a few at first, with a choice of readings beside those that can
// be read in another way.
type List struct {
	session *session.Session
	Content *notices.Findings
	window  fyne.Window
	shown   []columns.Oddity
	most    int
}

// Few is how many oddities are shown at first, and how many more at a time.
const Few = 6

// New returns an empty list.
func New(s *session.Session, w fyne.Window) *List {
	return &List{session: s, window: w, Content: notices.NewFindings(), most: Few}
}

// Show shows oddities; a list that is the same as before stays as it is, with the keyboard.
func (l *List) Show(list []columns.Oddity) {
	list = inPlace(list, l.shown)
	if reflect.DeepEqual(list, l.shown) {
		return
	}
	l.shown = list
	l.fill()
}

// inPlace puts oddities where they stood before, so that nothing moves under the pointer as one after another is decided. Where
// something needs a decision that did not before, as after other columns were chosen, it stands first again.
func inPlace(list, before []columns.Oddity) []columns.Oddity {
	stood := func(o columns.Oddity) int {
		return slices.IndexFunc(before, func(b columns.Oddity) bool {
			return b.Column == o.Column && b.Address == o.Address && (b.Repair == nil) == (o.Repair == nil)
		})
	}
	list = slices.Clone(list)
	for _, o := range list {
		if at := stood(o); o.Needs() && (at < 0 || !before[at].Needs()) {
			return list
		}
	}
	place := func(o columns.Oddity) int {
		if at := stood(o); at >= 0 {
			return at
		}
		return len(before) // what is new stands last
	}
	slices.SortStableFunc(list, func(a, b columns.Oddity) int { return place(a) - place(b) })
	return list
}

func (l *List) fill() {
	var rows []notices.Finding
	for i, o := range l.shown {
		if i == l.most {
			more := prose.NewLink(words.T("Show more"), func() {
				l.most += 3 * Few
				l.fill()
			})
			rows = append(rows, notices.Finding{Title: words.T("and %d more", len(l.shown)-i), Action: more})
			break
		}
		rows = append(rows, l.row(o))
	}
	l.Content.Set(rows...)
}

func (l *List) row(o columns.Oddity) notices.Finding {
	f := notices.Finding{Title: o.Address, Detail: words.Sentence(o.Words), Note: o.Now}
	if o.More > 0 {
		f.Title += words.T(" and %d more", o.More)
	}
	switch o.State {
	case columns.Open, columns.Advised:
		f.Kind = notices.Caution
	case columns.Settled:
		f.Kind = notices.Good
	}
	if len(o.Readings) > 0 {
		f.Note = ""
		if o.Chosen < 0 && o.State == columns.Settled {
			f.Note = o.Now
		}
		f.Action = l.picker(o)
	}
	if o.Repair != nil { // which tells itself how many cells there are
		f.Title, f.Note = o.Column, ""
		if (o.State == columns.Settled || o.State == columns.Open) && !o.Repair.InForce {
			f.Detail += " " + words.Sentence(o.Now)
		}
		f.Action = l.rules(o)
	}
	if o.Several != nil {
		f.Note = ""
		f.Action = l.options(o)
	}
	if o.Fix != nil {
		f.Detail += " " + words.Sentence(o.Now)
		f.Note = ""
		f.Action = prose.NewLink(words.Say(o.Fix.Words), func() { l.session.Columns.ReadMended(*o.Fix) })
	}
	return f
}

// rulesWide is how wide what is done with the cells of a cause is.
const rulesWide = 230

// rules lets the steward have cells read by a rule, take it back, and look at the cells. What a rule does stands where it was chosen.
func (l *List) rules(o columns.Oddity) fyne.CanvasObject {
	r := o.Repair
	if r.Cells == 0 {
		return l.takeBack(r.Choices[0].Rules)
	}
	show := prose.NewQuietLink(words.T("Show the cells"), func() { l.showCells(o) })
	if r.InForce {
		does := prose.NewLink(words.Say(r.Choices[0].Said()), nil)
		does.Disable()
		return layouts.Sized(layouts.Column(4, does, layouts.Inline(16, l.takeBack(r.Choices[0].Rules), show)), rulesWide)
	}
	var list []fyne.CanvasObject
	for _, c := range r.Choices {
		list = append(list, prose.NewLink(words.Say(c.Said()), func() { l.session.Columns.ByRule(c.Rules...) }))
	}
	return layouts.Sized(layouts.Column(4, append(list, show)...), rulesWide)
}

// takeBack has cells no longer read by rules.
func (l *List) takeBack(rules []repair.Rule) fyne.CanvasObject {
	return prose.NewQuietLink(words.T("Take back"), func() { l.session.Columns.NotByRule(rules...) })
}

// options lets the steward have cells read as several answers, and take that back.
func (l *List) options(o columns.Oddity) fyne.CanvasObject {
	link := prose.NewLink(words.T("Read as one column for each option"), func() { l.session.Columns.ReadSplit(o.Several.Split) })
	if o.Several.InForce {
		link = prose.NewLink(words.T("Take back"), func() { l.session.Columns.NotSplit(o.Several.Split) })
	}
	return layouts.Sized(link, rulesWide)
}

// showCells lists the cells that a rule reads, or would.
func (l *List) showCells(o columns.Oddity) {
	l.session.Data.CellsBehind(*o.Repair, func(cells []data.CellRead) {
		list := tables.NewListing(tables.ListingColumn{Title: words.T("Cell")}, tables.ListingColumn{Title: words.T("what is there"), Grow: true}, tables.ListingColumn{Title: words.T("is read as"), Grow: true})
		rows := make([][]string, len(cells))
		for i, c := range cells {
			rows[i] = []string{c.Address, c.Before, c.After}
		}
		list.SetTexts(rows...)
		content := layouts.Column(layouts.Gap, list)
		if o.Repair.Cells > len(cells) {
			content.Add(prose.Caption(words.T("These are the first %s of %s cells. steward inspect lists all of them.", amounts.Commas(len(cells)), amounts.Commas(o.Repair.Cells))))
		}
		dialogs.Show(l.window, words.Sentence(o.Words), content)
	})
}

// picker lets the steward say how a text is to be read.
func (l *List) picker(o columns.Oddity) *forms.Picker {
	hint := words.T("Say how to read it")
	if o.State == columns.Settled {
		hint = words.T("Read it differently")
	}
	p := forms.NewPicker(hint, nil)
	p.SetList(len(o.Readings), func(i int) string { return o.Readings[i].Words })
	p.SetSelected(o.Chosen)
	p.OnChanged = func(i int) { l.session.Columns.Read(o.Column, o.Text, o.Readings[i].Target) }
	return p
}
