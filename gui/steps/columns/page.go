// Package columns is the page of the step Columns: which columns are published, and what values each may have, typed,
// proposed from the data, or read from a codebook, a sheet or the plan of a release.
package columns

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/steps/page"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// Page is the step "Columns": which to publish, and what their values are.
type Page struct {
	page.Base
	table    *tables.Table
	all      []string // the file's columns, then published ones that it lacks
	names    []string // those of them that are listed
	finder   *columnFinder
	blocks   *columnBlocks
	selected string
	// publishable are columns that look like names of persons, of which the steward says
	// that they are not.
	publishable map[string]bool
	editor      *columnEditor
	todo        *notices.Banner
	first       *prose.Link // to the first column that needs something
	together    *prose.Link // proposes values for all that have none
	sources     *columnSources
	fit         *columnsFit
	never       *impossibleEditor
	meant       *columnsSide
}

// New returns the page.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Columns), publishable: make(map[string]bool)}
	p.table = tables.NewGrid(36,
		tables.Column{Title: words.T("Publish"), Width: 68, Align: fyne.TextAlignCenter},
		tables.Column{Title: words.T("Column"), Width: 108, Most: 170},
		tables.Column{Title: words.T("What it is"), Width: 110, Holds: kindCells()},
		tables.Column{Title: words.T("Values"), Width: 156, Grow: true},
		tables.Column{Title: words.T("Count"), Width: 64, Align: fyne.TextAlignTrailing},
		tables.Column{Title: words.T("Comes from"), Width: 102, Holds: originCells()},
	)
	p.table.SetMinRows(7)
	p.table.OnSelected = func(row int) { p.choose(p.names[row]) }
	p.table.OnTicked = func(row int, on bool) { p.tick(p.names[row], on) }
	p.table.OnEntered = func(int) { p.editor.focus() }
	p.finder, p.blocks = newColumnFinder(p), newColumnBlocks(p)
	p.editor = newColumnEditor(p)
	p.todo = notices.NewBanner(notices.Caution, "", nil, nil)
	p.first = prose.NewLink("", nil)
	p.together = prose.NewLink(words.T("Propose values for all of them…"), p.proposeTogether)
	p.todo.SetExtra(layouts.Inline(16, p.first, p.together))
	p.sources, p.fit = newColumnSources(p), newColumnsFit(p)
	p.never = newImpossibleEditor(p)
	p.meant = newColumnsSide(p)
	table := layouts.NewCard(layouts.Column(0, p.finder.content, p.table))
	table.Flush = true
	p.Main = layouts.Column(layouts.Gap,
		frames.NewQuestion(words.T("Which columns will be published?"), words.T("Tick those that your tables need, and say which answers are possible. That must be public knowledge, not taken from the data."), p.Explain),
		table, p.blocks.content, p.fit.card, p.sources.content, p.editor.card, p.never.card)
	p.Told.Add(p.todo)
	p.Beside = p.meant.content
	return p
}

// Footer leaves the footer as it is.
func (p *Page) Footer() *frames.FooterState { return nil }

// Next takes over what is still being typed. Where that cannot be used it stays, at the place
// that says why.
func (p *Page) Next() bool { return p.editor.commit() }

// Update lists the file's columns, and those of the plan that it does not have.
func (p *Page) Update() {
	p.ShowFailure()
	p.all = p.Session.Plan().ColumnNames()
	if f := p.Session.Data.File(); f != nil {
		p.all = slices.Concat(f.Header, p.Session.Columns.Absent())
	}
	p.finder.update()
	p.blocks.update()
	p.names = p.finder.listed()
	rows := make([]tables.Row, len(p.names))
	for i, n := range p.names {
		rows[i] = p.row(n)
	}
	p.table.SetRows(len(rows), func(i int) tables.Row { return rows[i] })
	p.settle()
	p.showTodo()
	p.sources.update()
	p.fit.update()
	p.editor.update()
	p.never.update()
	p.meant.update()
}

// settle sees to it that a column is chosen: the first that is published, or the first that
// could be.
func (p *Page) settle() {
	if !slices.Contains(p.all, p.selected) {
		p.selected = ""
		for _, n := range p.all {
			_, published := p.Session.Columns.Published(n)
			if published {
				p.selected = n
				break
			}
			if p.selected == "" && p.mayPublish(n) {
				p.selected = n
			}
		}
	}
	if at := slices.Index(p.names, p.selected); at != p.table.Selected() {
		p.table.SetSelected(at)
	}
}

// choose shows another column in the editor.
func (p *Page) choose(name string) {
	p.selected = name
	p.Update()
}

// tick publishes a column, or takes it out with all that needs it.
func (p *Page) tick(name string, on bool) {
	p.selected = name
	if !on {
		p.Session.Columns.Withdraw(name)
		return
	}
	c := plan.Column{Name: domain.AttributeName(name), Kind: domain.List}
	if found, ok := p.Session.Data.File().Column(name); ok {
		c.Kind, c.Dates = columns.Starting(found)
	}
	p.Session.Columns.Publish(c)
}

// mayPublish tells whether a column can be published: the ones that say whose row it is
// or what it weighs cannot, nor can those that look like names or numbers of persons, unless the steward says
// that they are none.
func (p *Page) mayPublish(name string) bool {
	if p.Session.Persons.KeptOut(name) != "" {
		return false
	}
	found, ok := p.Session.Data.File().Column(name)
	return !ok || !columns.Identifies(found) || p.publishable[name]
}

// row is the line of a column in the table.
func (p *Page) row(name string) tables.Row {
	c, published := p.Session.Columns.Published(name)
	found, inFile := p.Session.Data.File().Column(name)
	cells := []tables.Cell{{Tick: tables.Unticked}, {Text: name, Bold: true}, notPublished(), {Text: words.T("stays in your file"), Quiet: true}, {}, {}}
	if !published {
		switch {
		case p.Session.Persons.KeptOut(name) != "":
			cells[3].Text, cells[0].Tick = p.Session.Persons.KeptOut(name), tables.TickOff
		case inFile && columns.Identifies(found):
			cells[3].Text = words.T("tells people apart")
			if !p.mayPublish(name) {
				cells[0].Tick = tables.TickOff
			}
		}
		return tables.Row{Cells: cells}
	}
	cells[0].Tick = tables.Ticked
	cells[2] = kindCell(c.Kind)
	cells[3] = tables.Cell{Text: columns.ValuesLine(c), Quiet: true}
	if n := c.Regular(); n > 0 {
		cells[4].Text = amounts.Commas(n)
	}
	cells[5] = originCell(c.Origin)
	switch {
	case p.Session.Data.File() != nil && !inFile:
		cells[5] = badged(words.T("missing"), notices.BadgeDanger)
	case p.Session.Columns.ColumnIssue(c) != "":
		cells[5] = toDo()
	}
	return tables.Row{Cells: cells}
}

// kindCells are what can be said of what columns are.
func kindCells() []tables.Cell {
	cells := []tables.Cell{notPublished()}
	for _, k := range kinds {
		cells = append(cells, kindCell(k))
	}
	return cells
}

func kindCell(k domain.Kind) tables.Cell { return tables.Cell{Text: columns.ShortKindWords(k)} }

func notPublished() tables.Cell { return tables.Cell{Text: words.T("Not published"), Quiet: true} }

// originCells are what can be said of where values come from in a file that has every column.
func originCells() []tables.Cell {
	cells := []tables.Cell{toDo()}
	for _, o := range []domain.Origin{domain.Codebook, domain.Typed, domain.Confirmed} {
		cells = append(cells, originCell(o))
	}
	return cells
}

func originCell(o domain.Origin) tables.Cell { return badged(columns.OriginWords(o), originBadge(o)) }

func toDo() tables.Cell { return badged(words.T("to do"), notices.BadgeCaution) }

func badged(text string, look notices.BadgeStyle) tables.Cell {
	return tables.Cell{Text: text, Badged: true, Badge: look}
}

// originBadge is the look of an origin.
func originBadge(o domain.Origin) notices.BadgeStyle {
	switch o {
	case domain.Codebook:
		return notices.BadgeOutline
	case domain.Confirmed:
		return notices.BadgeGood
	case domain.Typed:
		return notices.BadgeNeutral
	}
	return notices.BadgeCaution
}

// showTodo names the columns, other than the one in the editor, that need something.
func (p *Page) showTodo() {
	var open []string
	for _, c := range p.Session.Plan().Columns {
		if string(c.Name) != p.selected && p.Session.Columns.ColumnIssue(c) != "" {
			open = append(open, string(c.Name))
		}
	}
	paint.Show(p.todo, len(open) > 0)
	if len(open) == 0 {
		return
	}
	wording := words.N(len(open), "%s more column needs something:", "%s more columns need something:", amounts.Commas(len(open)))
	p.todo.Set(notices.Caution, wording, prose.Plain(amounts.Named(open)+"."))
	p.first.SetText(words.T("Go to %s", open[0]))
	p.first.OnTapped = func() { p.choose(open[0]) }
	paint.Show(p.together, len(p.valueless()) > 1)
}

// valueless are the published columns of the open file that have no values yet.
func (p *Page) valueless() []plan.Column {
	return slices.DeleteFunc(slices.Clone(p.Session.Plan().Columns), func(c plan.Column) bool {
		_, inFile := p.Session.Data.File().Column(string(c.Name))
		return !inFile || c.Regular() > 0
	})
}
