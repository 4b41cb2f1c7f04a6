// Package data is the page of the step Your data: the file or database to read, its first rows, what is odd in it, and
// whom a row is about.
package data

import (
	"path/filepath"
	"reflect"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/session/data"
	"steward/gui/session/opened"
	"steward/gui/steps/page"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Page is the step "Your data": which spreadsheet, and how it is read.
type Page struct {
	page.Base
	start *dataStart
	bar   *dataBar
	rows  *dataRows
	found *dataFound
	who   *dataWho
	set   *dataSet
	base  *dataBase
	plain *notices.Banner // that the file holds counts
	tells *notices.Banner // that it describes a table
	meant *dataSide
	asked *data.Locked // that a password was asked for
}

// New returns the page.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Data)}
	p.start = newDataStart(p)
	p.bar = newDataBar(p)
	p.rows = newDataRows(p)
	p.found = newDataFound(p)
	p.who = newDataWho(p)
	p.set = newDataSet(p)
	p.base = newDataBase(p)
	p.plain = p.base.countedBanner()
	p.tells = p.base.describedBanner()
	p.meant = newDataSide(p)
	p.Main = layouts.Column(layouts.Gap,
		frames.NewQuestion(words.T("Which spreadsheet holds the people?"), words.T("Drop a file here at any time. It is only read: it stays where it is and is never changed."), p.Explain),
		p.start.content, p.bar.card, p.plain, p.tells, p.rows.card, p.found.card, p.who.card, p.set.card, p.base.content)
	p.Beside = p.meant.content
	return p
}

// Footer leaves the footer as it is.
func (p *Page) Footer() *frames.FooterState { return nil }

// Next takes over what is still being typed. Where that cannot be used it stays, at the field
// that says why.
func (p *Page) Next() bool {
	fields := []*forms.Field{p.set.name}
	named := p.Session.Persons.NamesColumns()
	if p.Session.Plan().Rows != nil {
		if fields = append(fields, p.who.atMost); named {
			fields = append(fields, p.who.person.typed)
		}
	}
	if p.Session.Plan().Weight != nil {
		if fields = append(fields, p.who.weight.step, p.who.weight.most); named {
			fields = append(fields, p.who.weight.column.typed)
		}
	}
	for _, f := range fields {
		if f.Commit(); f.Problem() != "" {
			p.Window.Canvas().Focus(f.Focusable())
			return true
		}
	}
	return false
}

// choose asks for a spreadsheet. That of a project lies beside it more often than not.
func (p *Page) choose() {
	folder := ""
	if path := p.Session.Path(); path != "" && p.Session.Data.File() == nil {
		folder = filepath.Dir(path)
	}
	dialogs.OpenFile(p.Window, folder, opened.SheetEndings(), p.Take)
}

// reread reads the file again with another way of reading it.
func (p *Page) reread(change func(*plan.Data)) {
	var path string
	var d plan.Data
	if a := p.Session.Data.Attempt(); a != nil {
		path, d = a.Path, a.Data
	} else if f := p.Session.Data.File(); f != nil {
		path, d = f.Path, p.Session.Plan().Data
	} else {
		return
	}
	before := d
	change(&d)
	if reflect.DeepEqual(d, before) {
		return
	}
	d.Reviewed = nil
	p.Session.Data.OpenFile(path, d)
}

// Update shows the file, or the place to drop one.
func (p *Page) Update() {
	f, a := p.Session.Data.File(), p.Session.Data.Attempt()
	p.showProblem()
	if l := p.Session.Data.Locked(); l != nil && l != p.asked {
		p.asked = l
		p.askPassword(l)
	}
	paint.Show(p.start.content, f == nil && a == nil)
	p.start.update()
	paint.Show(p.bar.card, f != nil || a != nil)
	counted := f != nil && f.Counted && a == nil
	described := f != nil && f.Described && a == nil
	paint.Show(p.plain, counted)
	paint.Show(p.tells, described)
	paint.Show(p.base.content, f != nil)
	paint.Show(p.rows.card, (f != nil || a != nil) && !counted && !described)
	switch {
	case a != nil:
		p.bar.show(a.Layout, a.Data)
		p.rows.showAttempt(a)
	case f != nil:
		p.bar.show(f.Layout, p.Session.Plan().Data)
		p.rows.showFile(f)
	}
	p.found.update()
	paint.Show(p.found.card, f != nil && a == nil && !counted && !described)
	elsewhere := f == nil && a == nil && p.base.used()
	paint.Show(p.who.card, f != nil && a == nil || elsewhere)
	p.who.update()
	p.set.update()
	paint.Show(p.set.card, f != nil || elsewhere || p.Session.Plan().DataSet != "")
	p.meant.update()
}

// askPassword asks for the password of a workbook and opens it.
func (p *Page) askPassword(l *data.Locked) {
	dialogs.Password(p.Window, l.Name, l.Wrong, func(password string) { p.Session.Data.Unlock(l, password) })
}

// showProblem shows what went wrong with the file, and what can be done about it.
func (p *Page) showProblem() {
	problem := p.Session.Problem()
	if problem == nil || problem.Step != p.Step {
		p.Failure.Hide()
		return
	}
	text := problem.Message
	a, f := p.Session.Data.Attempt(), p.Session.Data.File()
	switch {
	case a != nil && f != nil:
		text += words.T(" Below are its first rows: say how it is to be read, or go on with %s, which is still open.", f.Name)
	case a != nil:
		text += words.T(" Below are its first rows: say how it is to be read.")
	case f != nil:
		text += words.T(" %s is still open, as it was.", f.Name)
	}
	p.Failure.Set(notices.Danger, words.T("That did not work."), prose.Plain(text))
	p.Failure.SetExtra(nil)
	if l := p.Session.Data.Locked(); l != nil {
		p.Failure.SetExtra(layouts.Inline(0, prose.NewLink(words.T("Enter the password…"), func() { p.askPassword(l) })))
	} else if f != nil {
		p.Failure.SetExtra(layouts.Inline(0, prose.NewLink(words.T("Go on with %s", f.Name), p.Session.Dismiss)))
	}
	p.Failure.Show()
}

// distinctSpan says what a column that tells people apart says about rows.
func distinctSpan(f *opened.File) prose.Span {
	for _, c := range f.Found.Columns {
		if !columns.Identifies(c) {
			continue
		}
		if f.Described { // its rows are made, and not all that the column holds is in them
			break
		}
		if missing := f.Found.Rows - c.Distinct; c.Distinct <= opened.DistinctExact && missing > 0 {
			return prose.Plain(words.T("In %s, %s entries appear more than once: see whether these are the same people.", c.Name, amounts.Commas(missing)))
		}
		return prose.Plain(words.T("The entries in %s tell the rows apart, which fits.", c.Name))
	}
	return prose.Plain("")
}
