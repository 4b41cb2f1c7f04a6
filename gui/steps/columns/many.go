package columns

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/columnlist"
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// columnBlocks points out columns that are on one scale and are still to be declared.
type columnBlocks struct {
	of      *Page
	content *notices.Banner
	treat   *prose.Link
	block   columns.Block
}

func newColumnBlocks(of *Page) *columnBlocks {
	b := &columnBlocks{of: of, content: notices.NewBanner(notices.Info, "", nil, nil)}
	b.treat = prose.NewLink(words.T("Treat them all at once…"), func() {
		m := newManyForm(of, of.all)
		m.tick(b.block.Columns)
		m.show()
	})
	b.content.SetExtra(layouts.Inline(0, b.treat))
	b.content.Hide()
	return b
}

func (b *columnBlocks) update() {
	open := slices.DeleteFunc(b.of.Session.Columns.Blocks(), func(k columns.Block) bool { return !b.of.Session.Columns.Undeclared(k.Columns) })
	paint.Show(b.content, len(open) > 0)
	if len(open) == 0 {
		return
	}
	b.block = open[0]
	more := ""
	if n := len(open) - 1; n > 0 {
		more = words.N(n, " %s more group of columns is like that.", " %s more groups of columns are like that.", amounts.Commas(n))
	}
	b.content.Set(notices.Info, words.T("%s columns have answers on one scale.", amounts.Commas(len(b.block.Columns))),
		prose.Plain(words.T("%s: %s different answers.", words.Say(columnlist.Listed(b.block.Columns, b.of.all)), amounts.Commas(len(b.block.Found.Values)))+more))
}

// manyForm declares many columns with the same values, or takes them out, in one stroke.
type manyForm struct {
	of     *Page
	from   []string // the columns that are offered
	listed []string
	ticked map[string]bool

	find    *forms.OptionEntry
	table   *tables.Table
	all     *prose.Link
	none    *prose.Link
	how     *forms.Picker
	ways    []manyWay
	says    *prose.Text
	strays  *notices.Banner
	risk    *notices.Banner
	sure    *forms.Check
	use     *forms.Button
	dialog  *dialogs.List
	content *fyne.Container
}

// manyWay is what can be done with many columns.
type manyWay struct {
	words string
	// declares are the values that they get, nil where they are taken out. found tells that these are read off the data.
	declares *plan.Column
	found    bool
	cannot   string
}

func newManyForm(of *Page, from []string) *manyForm {
	m := &manyForm{of: of, ticked: make(map[string]bool)}
	for _, n := range from {
		if of.mayPublish(n) {
			m.from = append(m.from, n)
		}
	}
	if len(from) < len(of.all) { // the steward has narrowed them down
		m.tick(m.from)
	}
	m.listed = m.from
	m.table = tables.NewGrid(28, tables.Column{Width: 44, Align: fyne.TextAlignCenter}, tables.Column{Title: words.T("Column"), Width: 150, Grow: true}, tables.Column{Title: words.T("Now"), Width: 220, Grow: true})
	m.table.SetMinRows(6)
	m.table.OnSelected = func(int) {}
	m.table.OnEntered = func(row int) { m.table.OnTicked(row, !m.ticked[m.listed[row]]) }
	m.table.OnTicked = func(row int, on bool) {
		m.ticked[m.listed[row]] = on
		m.update()
	}
	m.find = forms.NewOptionEntry(func(text string) {
		m.listed = columnlist.Find(text, m.from)
		m.update()
	}, func(key fyne.KeyName) {
		if key == fyne.KeyEscape {
			m.dialog.Hide()
			return
		}
		m.table.Key(key)
	})
	m.find.SetPlaceHolder(words.T("Find columns (q1..q40)"))
	m.all = prose.NewLink(words.T("Tick all that are listed"), func() {
		m.tick(m.listed)
		m.update()
	})
	m.none = prose.NewLink(words.T("Untick all"), func() {
		clear(m.ticked)
		m.update()
	})
	m.how = forms.NewPicker(words.T("Say what becomes of them"), func(int) {
		m.sure.SetChecked(false)
		m.update()
	})
	m.says = prose.Caption("")
	m.strays, m.risk = notices.NewBanner(notices.Caution, "", nil, nil), notices.NewBanner(notices.Caution, words.T("They become public."), nil, nil)
	m.sure = forms.NewCheck(words.T("These values are public knowledge: everyone could know them without this file."), func(bool) { m.update() })
	m.use = forms.NewMainButton("", m.apply)
	card := layouts.NewCard(m.table)
	card.Flush = true
	m.content = layouts.Column(layouts.Gap,
		prose.Prose(prose.Marked(words.T("What you say here holds for **every column that is ticked**. You can undo it."))...),
		m.find, card, layouts.Inline(16, m.all, m.none), layouts.Labelled(words.T("What becomes of them"), m.how), m.says, m.strays, m.risk, m.sure)
	return m
}

// tick ticks columns, as far as they can be published.
func (m *manyForm) tick(names []string) {
	for _, n := range names {
		m.ticked[n] = slices.Contains(m.from, n)
	}
}

func (m *manyForm) show() {
	m.dialog = dialogs.NewList(m.of.Window, words.T("Many columns at once"), m.content)
	m.dialog.Offer(m.use)
	m.update()
	m.how.SetSelected(0)
	m.update()
	m.dialog.Open()
	m.of.Window.Canvas().Focus(m.find)
}

// chosen returns the ticked columns in the order of the file.
func (m *manyForm) chosen() []string {
	return slices.DeleteFunc(slices.Clone(m.from), func(n string) bool { return !m.ticked[n] })
}

// way returns what is to become of them.
func (m *manyForm) way() (manyWay, bool) {
	if i := m.how.Selected(); i >= 0 && i < len(m.ways) {
		return m.ways[i], m.ways[i].cannot == ""
	}
	return manyWay{}, false
}

func (m *manyForm) update() {
	chosen := m.chosen()
	m.findWays(chosen)
	m.table.SetRows(len(m.listed), func(i int) tables.Row {
		n := m.listed[i]
		cells := []tables.Cell{{Tick: tables.Unticked}, {Text: n, Bold: true}, {Text: words.T("Not published"), Quiet: true}}
		if m.ticked[n] {
			cells[0].Tick = tables.Ticked
		}
		if c, published := m.of.Session.Columns.Published(n); published {
			cells[2] = tables.Cell{Text: columns.ShortKindWords(c.Kind) + ": " + columns.ValuesLine(c)}
		}
		return tables.Row{Cells: cells}
	})
	way, can := m.way()
	off := m.offValues(way, can, chosen)
	paint.Show(m.strays, len(off) > 0)
	m.strays.Set(notices.Caution, words.N(len(off), "%s column has other answers too.", "%s columns have other answers too.", amounts.Commas(len(off))), prose.Plain(words.T("%s: they follow the rule for other answers.", words.Say(columnlist.Listed(off, m.of.all)))))
	reads := can && way.found
	paint.Show(m.risk, reads)
	paint.Show(m.sure, reads)
	if reads {
		m.risk.Set(notices.Caution, words.T("They become public."), prose.Marked(columns.ProposalRisk(way.declares.Kind))...)
	}
	m.says.SetText(way.cannot)
	if can && way.declares != nil {
		m.says.SetText(columns.KindWords(way.declares.Kind) + ": " + strings.Join(firstValues(*way.declares), ", "))
	}
	m.use.SetText(words.N(len(chosen), "Use for %s column", "Use for %s columns", amounts.Commas(len(chosen))))
	if way.declares == nil && can {
		m.use.SetText(words.N(len(chosen), "Do not publish %s column", "Do not publish %s columns", amounts.Commas(len(chosen))))
	}
	input.Enable(m.use, can && len(chosen) > 0 && (!reads || m.sure.Checked))
	m.content.Refresh()
}

// offValues returns the ticked columns with answers that the chosen values do not have.
func (m *manyForm) offValues(way manyWay, can bool, chosen []string) []string {
	if !can || way.declares == nil || way.found {
		return nil
	}
	return m.of.Session.Columns.Strays(*way.declares, chosen)
}

// findWays offers the values that are found in the columns together, those of each column that is declared, and to take them
// out.
func (m *manyForm) findWays(chosen []string) {
	m.ways = m.ways[:0]
	if m.of.Session.Data.File() != nil {
		way := manyWay{words: words.T("the values found in all of them"), found: true}
		if c, err := m.of.Session.Columns.ProposeTogether(chosen); err != nil {
			way.cannot = words.SentenceOf(err)
		} else {
			c.Origin = domain.Confirmed
			way.declares = &c
		}
		m.ways = append(m.ways, way)
	}
	for _, c := range m.of.Session.Plan().Columns {
		if c.Regular() > 0 && m.of.Session.Columns.ColumnIssue(c) == "" {
			m.ways = append(m.ways, manyWay{words: words.T("as for %s", c.Name), declares: &c})
		}
	}
	m.ways = append(m.ways, manyWay{words: words.T("they are not published")})
	at := m.how.Selected()
	m.how.SetSource(len(m.ways), func(i int) forms.Option {
		o := forms.Option{Text: m.ways[i].words, Note: m.ways[i].cannot, Disabled: m.ways[i].cannot != ""}
		if c := m.ways[i].declares; c != nil {
			o.Note = columns.ValuesLine(*c)
		}
		return o
	})
	m.how.SetSelected(at)
}

// mostNamed is how many values are named.
const mostNamed = 12

func firstValues(c plan.Column) []string {
	a, err := c.As("a", "").Attribute()
	if err != nil {
		return nil
	}
	labels := a.Labels()[:a.Regular()]
	if len(labels) > mostNamed {
		labels = append(labels[:mostNamed-1:mostNamed-1], "…", labels[len(labels)-1])
	}
	return labels
}

func (m *manyForm) apply() {
	way, can := m.way()
	if !can {
		return
	}
	chosen := m.chosen()
	m.dialog.Hide()
	if way.declares == nil {
		m.of.Session.Columns.Withdraw(chosen...)
		return
	}
	m.of.Session.Columns.DeclareAll(chosen, *way.declares)
}
