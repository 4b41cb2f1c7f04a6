package columns

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/steps/oddities"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// columnEditor edits the declaration of the chosen column. Every change goes into the plan
// at once; what is being typed does when the typing ends.
type columnEditor struct {
	of    *Page
	name  string
	shown domain.Kind // of the column, as the fields show it
	card  *layouts.Card

	lead    *prose.Text
	warning *notices.Banner
	allow   *prose.Link // for a column that looks like a name
	publish *forms.Button
	adding  *fyne.Container // the button publish
	propose *forms.Button

	body     *fyne.Container
	kind     *forms.Picker
	origin   *forms.Picker
	origins  []domain.Origin
	public   *prose.Text
	issue    *notices.Banner
	list     *listEditor
	whole    *wholeEditor
	ranges   *rangesEditor
	dates    *datesEditor
	special  *specialEditor
	readings *readingsEditor
	outside  *notices.Banner
	odd      *oddities.List
	uses     *prose.Text

	drafts map[string]map[int]string // what was typed and could not be used, by column and field
}

// kinds are the kinds of column in the order in which they are offered.
var kinds = []domain.Kind{domain.List, domain.Ordered, domain.Whole, domain.Ranges, domain.Periods}

func newColumnEditor(of *Page) *columnEditor {
	e := &columnEditor{of: of, drafts: make(map[string]map[int]string)}
	e.lead, e.uses, e.public = prose.Caption(""), prose.Caption(""), prose.Caption("")
	e.warning = notices.NewBanner(notices.Caution, "", nil, nil)
	e.allow = prose.NewLink(words.T("This column does not identify anyone"), func() {
		of.publishable[e.name] = true
		of.Update()
	})
	e.publish = forms.NewMainButton("", func() { of.tick(e.name, true) })
	e.adding = layouts.Inline(0, e.publish)
	e.propose = forms.NewButton(words.T("Propose from the data…"), e.proposeValues)
	e.kind = forms.NewPicker(words.T("What it is"), func(i int) { e.edit(func(c *plan.Column) { *c = columns.Recast(*c, kinds[i]) }) })
	e.kind.SetList(len(kinds), func(i int) string { return columns.KindWords(kinds[i]) })
	e.origin = forms.NewPicker(words.T("Say why they are public"), func(i int) {
		e.edit(func(c *plan.Column) { c.Origin = e.origins[i] })
	})
	e.issue = notices.NewBanner(notices.Caution, "", nil, nil)
	e.outside = notices.NewInlay(notices.Info)
	e.list, e.whole, e.ranges = newListEditor(e), newWholeEditor(e), newRangesEditor(e)
	e.dates = newDatesEditor(e)
	e.special, e.readings = newSpecialEditor(e), newReadingsEditor(e)
	e.odd = oddities.New(of.Session, of.Window)
	e.body = layouts.Column(layouts.Gap,
		layouts.Split(16, 0.5, 420, layouts.Labelled(words.T("What it is"), e.kind), layouts.Labelled(words.T("Where its values come from"), e.origin)),
		e.public, e.issue, e.list.content, e.whole.content, e.ranges.content, e.dates.content,
		prose.NewRule(), e.special.content, e.outside, e.odd.Content, e.readings.content, e.uses)
	e.card = layouts.NewTitledCard("", e.propose, layouts.Column(layouts.Gap, e.lead, e.warning, e.adding, e.body))
	return e
}

// fields are the fields of the editor, always in this order.
func (e *columnEditor) fields() []*forms.Field {
	return slices.Concat(e.whole.fields(), e.ranges.fields(), e.list.fields(), e.dates.fields())
}

// commit takes over what is being typed. Where that cannot be used it gives the keyboard to
// the field and returns true.
func (e *columnEditor) commit() bool {
	for _, f := range e.fields() {
		if f.Visible() {
			f.Commit()
		}
	}
	for _, f := range e.fields() {
		if f.Problem() != "" {
			e.of.Window.Canvas().Focus(f.Focusable())
			return true
		}
	}
	return false
}

// focus gives the keyboard to the first control.
func (e *columnEditor) focus() {
	if e.body.Visible() {
		e.of.Window.Canvas().Focus(e.kind)
	} else if e.adding.Visible() {
		e.of.Window.Canvas().Focus(e.publish)
	}
}

// edit changes the declaration. Values that the steward types count as typed until he says
// where they come from.
func (e *columnEditor) edit(change func(*plan.Column)) {
	c, published := e.of.Session.Columns.Published(e.name)
	if !published {
		return
	}
	change(&c)
	e.of.Session.Columns.Publish(c)
}

// typed changes values as edit does, and has them count as typed where nothing else was said.
func (e *columnEditor) typed(change func(*plan.Column)) {
	e.edit(func(c *plan.Column) {
		change(c)
		if c.Origin == "" {
			c.Origin = domain.Typed
		}
	})
}

// update shows the chosen column.
func (e *columnEditor) update() {
	paint.Show(e.card, e.of.selected != "")
	if e.of.selected != e.name {
		e.keepDrafts()
		e.name = e.of.selected
		e.fill(true)
		e.bringDrafts()
		return
	}
	e.fill(false)
}

// fill shows the column as the plan has it; another column than before takes the place of
// whatever was typed.
func (e *columnEditor) fill(another bool) {
	c, published := e.of.Session.Columns.Published(e.name)
	found, inFile := e.of.Session.Data.File().Column(e.name)
	e.card.SetTitle(e.name)
	e.showLead(published)
	paint.Show(e.propose, inFile && !found.Key && (published || e.of.mayPublish(e.name)) && found.Distinct > 0)
	e.card.SetTrailing(e.propose)
	e.publish.SetText(words.T("Publish %s", e.name))
	e.adding.Refresh()
	paint.Show(e.adding, !published && e.of.mayPublish(e.name))
	paint.Show(e.body, published)
	if !published {
		for _, f := range e.fields() {
			f.Reset("")
		}
		return
	}
	another = another || c.Kind != e.shown // what was typed for another kind has no place any more
	e.shown = c.Kind
	e.kind.SetSelected(slices.Index(kinds, c.Kind))
	e.showOrigin(c)
	named := c.Kind.OfNames()
	paint.Show(e.list.content, named)
	paint.Show(e.whole.content, c.Kind == domain.Whole)
	paint.Show(e.ranges.content, c.Kind == domain.Ranges)
	paint.Show(e.dates.content, c.Kind == domain.Periods)
	e.list.show(c, another)
	e.whole.show(c, another)
	e.ranges.show(c, another)
	e.dates.show(c, another)
	e.special.show(c)
	e.readings.show(c, another)
	e.issue.SetOrHide(notices.Caution, e.of.Session.Columns.ColumnIssue(c))
	e.showOutside(c)
	e.showOdd()
	e.showUses()
}

// showLead says what is in the file, and what speaks against publishing it.
func (e *columnEditor) showLead(published bool) {
	e.lead.Hide()
	e.warning.Hide()
	e.warning.SetExtra(nil)
	found, inFile := e.of.Session.Data.File().Column(e.name)
	switch {
	case e.of.Session.Data.File() == nil:
		e.lead.Set(prose.Plain(words.T("Open the spreadsheet in Your data to compare its answers with what you declare here.")))
	case !inFile:
		e.warning.Set(notices.Danger, words.T("The open file has no such column."), prose.Plain(words.T("Choose the sheet that has it in Your data, or untick it.")))
		e.warning.Show()
	case e.of.Session.Persons.SaysWhose(e.name):
		e.warning.Set(notices.Caution, words.T("This column says whose row it is."), prose.Plain(words.T("Publishing it would say who is in the file, and how often, so it stays there. It cannot be published as long as Your data uses it for that.")))
		e.warning.Show()
	case e.of.Session.Persons.SaysWeight(e.name):
		e.warning.Set(notices.Caution, words.T("This column says how many people a row stands for."), prose.Plain(words.T("Each row counts by this weight, which is hidden together with the row. The column cannot be published as long as Your data uses it for that.")))
		e.warning.Show()
	case found.Key:
		e.warning.Set(notices.Caution, words.T("This column tells people apart."), prose.Plain(words.T("The entries of %s look like people’s numbers or names. Publishing it would say who is in the file, so it stays there, and none of its entries is proposed as a value.", e.name)))
		if !published && !e.of.mayPublish(e.name) {
			e.warning.SetExtra(layouts.Inline(0, e.allow))
		}
		e.warning.Show()
	case columns.Identifies(found):
		e.warning.Set(notices.Caution, words.T("This column tells people apart."), prose.Plain(words.T("Nearly every row has its own entry in %s: a person’s name or number. Publishing it would say who is in the file, so it stays there.", e.name)))
		if !published && !e.of.mayPublish(e.name) {
			e.warning.SetExtra(layouts.Inline(0, e.allow))
		}
		e.warning.Show()
	}
	paint.Show(e.lead, inFile || e.of.Session.Data.File() == nil)
	if inFile {
		e.lead.Set(prose.Plain(words.T("In the file: %s. For your eyes only.", columns.FoundWords(found))))
	}
	if c, _ := e.of.Session.Columns.Published(e.name); c.Label != "" {
		spans := []prose.Span{prose.Bold(c.Label)}
		if e.lead.Visible() {
			spans = append(spans, prose.Plain("  "+e.lead.String()))
		}
		e.lead.Set(spans...)
		e.lead.Show()
	}
}

// showOrigin shows where the values come from, and what that claims.
func (e *columnEditor) showOrigin(c plan.Column) {
	e.origins = []domain.Origin{domain.Codebook, domain.Typed}
	texts := []string{words.T("From a codebook that is public"), words.T("Typed by me, not taken from the data")}
	if c.Origin == domain.Confirmed {
		e.origins = append(e.origins, domain.Confirmed)
		texts = append(texts, words.T("Found in the data, confirmed as public"))
	}
	e.origin.SetTexts(texts)
	e.origin.SetSelected(slices.Index(e.origins, c.Origin))
	e.public.SetText(words.T("You confirmed that these values are public knowledge. The summary says so."))
	paint.Show(e.public, c.Origin == domain.Confirmed)
}

// showOutside compares the column with the file.
func (e *columnEditor) showOutside(c plan.Column) {
	o, ok := e.of.Session.Columns.Outside(c)
	e.outside.Hide()
	if !ok || o.Count == 0 && !o.BlanksStop {
		return
	}
	kind := notices.Info
	if o.Stops || o.BlanksStop {
		kind = notices.Caution
	}
	e.outside.Set(kind, "", prose.Plain(strings.TrimSpace(words.Say(o.Said())+" "+words.Say(o.BlanksSaid()))))
	e.outside.Show()
}

// showOdd lists the cells of the column that need a decision.
func (e *columnEditor) showOdd() {
	all, _ := e.of.Session.Columns.Oddities()
	var mine []columns.Oddity
	for _, o := range all {
		if o.Column == e.name && len(o.Readings) > 0 && (o.State == columns.Open || o.Chosen >= 0) {
			mine = append(mine, o)
		}
	}
	e.odd.Show(mine)
	paint.Show(e.odd.Content, len(mine) > 0)
}

// showUses says what goes with the column when it is taken out.
func (e *columnEditor) showUses() {
	u := e.of.Session.Columns.Uses(e.name)
	var parts []string
	for i, q := range u.Questions {
		if i == 3 {
			parts = append(parts, words.T("%d more", len(u.Questions)-i))
			break
		}
		parts = append(parts, words.T("“%s”", q))
	}
	if u.Secrets > 0 {
		parts = append(parts, amounts.Several(u.Secrets, "secret", "secrets"))
	}
	if u.Impossible > 0 {
		parts = append(parts, amounts.Several(u.Impossible, "combination that cannot occur", "combinations that cannot occur"))
	}
	paint.Show(e.uses, len(parts) > 0)
	if len(parts) > 0 {
		users := 1
		if len(parts) > 1 || u.Secrets+u.Impossible > 1 {
			users = 2
		}
		e.uses.SetText(words.N(users,
			"Used by %s, which is removed with the column if you untick it, and needs another look when its values change.",
			"Used by %s. They are removed with the column if you untick it, and need another look when its values change.", amounts.Named(parts)))
	}
}

// keepDrafts remembers what was typed and could not be used.
func (e *columnEditor) keepDrafts() {
	delete(e.drafts, e.name)
	for i, f := range e.fields() {
		if f.Dirty() && f.Problem() != "" {
			if e.drafts[e.name] == nil {
				e.drafts[e.name] = make(map[int]string)
			}
			e.drafts[e.name][i] = f.Text()
		}
	}
}

// bringDrafts shows again what was typed in this column and could not be used.
func (e *columnEditor) bringDrafts() {
	typed := e.drafts[e.name]
	for i, f := range e.fields() {
		if text, ok := typed[i]; ok {
			f.Type(text)
			f.Commit()
		}
	}
}
