package release

import (
	"fmt"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/guide"
	"steward/core/result"
	"steward/gui/session/releasing"
	"steward/gui/steps/outcomes"
	"steward/gui/steps/page"
	"steward/gui/steps/sums"

	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/session/answers"
	"steward/gui/session/pictures"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// releaseResults shows the released numbers of a question as a chart and as a table.
type releaseResults struct {
	page.Surroundings
	content, side *fyne.Container

	of       *releasing.Finished
	question int
	results  *answers.View // that are shown, nil while none are
	category string
	mapped   bool // the answers are shown as a map
	derived  int  // the table that follows from the answers and is shown, -1 for the answers

	tabs     *forms.Tabs
	picker   *forms.Picker // in place of tabs, when there are many questions
	holder   *fyne.Container
	head     *fyne.Container // the chart's title, and what stands beside it
	title    *prose.Text
	cut      *forms.Picker
	save     *forms.Button
	caption  *prose.Text
	chart    *figures.Figure
	table    *tables.Table
	chosen   *outcomes.ChosenValues
	groups   *outcomes.GroupsFound
	madeUp   *outcomes.RecordsMade
	answers  *fyne.Container // what needs a question with numbers
	done     *notices.Banner
	unusable *page.Withdrawn
	returned *notices.Banner // what a query returned is still there
	since    *prose.Text     // what was changed since in the plan
	earlier  *forms.Picker   // of the releases of the project
	good     *prose.Text
	exact    *prose.Text
	noisy    *prose.Text
	rules    *prose.Text
	misses   *prose.Text
	byRule   *prose.Text       // why nothing is left out by hand
	columns  fyne.CanvasObject // which to use
	sum      *sums.Form
	workbook *forms.Button
	tables   *forms.Button
	record   *forms.Button
	folder   *forms.Button
}

// mostPanels is how many categories are shown side by side at first.
const mostPanels = 4

// mostTabs is how many questions get tabs; more are chosen from a list.
const mostTabs = 5

func newReleaseResults(s page.Surroundings) *releaseResults {
	r := &releaseResults{Surroundings: s, derived: -1}
	r.sum = sums.New(s)
	r.holder = container.NewStack()
	r.picker = forms.NewPicker(words.T("question"), func(i int) { r.show(i) })
	r.title = prose.CardTitle("").OneLine()
	r.cut = forms.NewPicker(words.T("category"), r.chooseCategory)
	r.save = forms.NewIconTextButton(words.T("Chart"), fynetheme.DocumentSaveIcon(), r.saveChart)
	r.caption = prose.Caption("")
	r.chart = figures.NewFigure(fyne.NewSize(300, 190), s.Run, nil)
	r.chart.OnMenu = r.chartMenu
	r.table = tables.NewTable()
	r.table.SetMinRows(5)
	r.head = layouts.Ends(8, r.title, container.NewHBox(r.cut, r.save))
	chart := layouts.NewCard(layouts.Stretch(4, r.chart, 0, r.head, r.caption, r.chart))
	table := layouts.NewCard(r.table)
	table.Flush = true
	shared := container.New(sharedHeight{}, chart, table)
	r.chosen, r.groups, r.madeUp, r.answers = outcomes.NewChosenValues(), outcomes.NewGroupsFound(s), outcomes.NewRecordsMade(s), shared
	r.content = layouts.Stretch(layouts.Gap, shared, 0, r.chosen.Card, r.groups.Card, r.madeUp.Card, r.holder, shared)
	r.makeSide()
	return r
}

func (r *releaseResults) makeSide() {
	r.done = notices.NewBanner(notices.Good, "", nil, nil)
	r.unusable = page.NewWithdrawn(r.Surroundings)
	r.returned = notices.NewBanner(notices.Caution, "", nil, layouts.Inline(0, page.ForgetReturned(r.Surroundings, guide.Release)))
	r.since = prose.Body("")
	r.earlier = forms.NewPicker(words.T("release"), func(i int) { r.Session.Release.Recall(i) })
	r.good, r.noisy, r.exact, r.rules = prose.Body(""), prose.Body(""), prose.Body(""), prose.Body("")
	r.workbook = r.OpenButton(words.T("Workbook (.xlsx)"), fynetheme.GridIcon(), (*releasing.Finished).Workbook)
	r.tables = r.OpenButton(words.T("Tables (.csv)"), fynetheme.ListIcon(), tablesPlace)
	r.record = r.OpenButton(words.T("Record (.json)"), fynetheme.DocumentIcon(), (*releasing.Finished).Record)
	r.folder = r.OpenButton(words.T("Show the folder"), fynetheme.FolderOpenIcon(), (*releasing.Finished).Folder)
	r.misses = prose.Caption(words.T("One interval in twenty misses, by design. This is the error that the protection adds. It is not the sampling error of your survey."))
	r.byRule = prose.Caption(words.T("Numbers that are too noisy are left out by a rule that was set before (in Questions), from noisy answers alone, which costs nothing. Leaving them out by hand after seeing them is not offered: the choice of someone who knows the true numbers would reveal something that no account counts, and more of the remaining intervals would miss than they say."))
	r.columns = page.Section(words.T("Which column to use"),
		prose.Prose(prose.Marked(words.T("**Published**: whole and never below zero. Small counts come out slightly too high on average."))...),
		prose.Prose(prose.Marked(words.T("**19 times in 20**: where the exact number lies, limited to what is possible. The published number always lies there."))...),
		prose.Prose(prose.Marked(words.T("**Unadjusted**: for adding cells up."))...))
	r.side = layouts.Column(layouts.Gap, r.earlier, r.done, r.unusable, r.returned, r.since,
		page.Section(words.T("How good are these numbers?"), r.good, r.noisy, r.exact, r.rules, r.misses, r.byRule), r.columns,
		page.Section(words.T("Add numbers up"), r.sum.Box),
		page.Section(words.T("Take it with you"), r.workbook, r.tables, r.record, r.folder))
}

// tablesPlace returns the one table of a release, or the folder with all of them.
func tablesPlace(f *releasing.Finished) string {
	switch list := f.Tables(); len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return f.Folder()
}

// update shows the finished release.
func (r *releaseResults) update() {
	f := r.Session.Release.Finished()
	if f == nil {
		return
	}
	if f != r.of {
		r.begin(f)
	}
	since := r.Session.Release.SinceRelease()
	r.since.SetOrHide(since)
	r.showEarlier()
	r.remind()
	r.unusable.Update()
	if results := r.Session.Release.Results(r.question); results != nil && results != r.results {
		r.fill(results)
	}
	r.sum.Show(r.question, r.results, r.category)
}

// showEarlier offers the other releases of the project.
func (r *releaseResults) showEarlier() {
	days := r.Session.Release.Releases()
	paint.Show(r.earlier, len(days) > 1)
	at, _ := r.Session.Release.Recalled()
	if at < 0 {
		at = len(days) - 1
	}
	for i := range days {
		days[i] = words.T("Release %d, of %s", i+1, days[i])
	}
	r.earlier.SetTexts(days)
	r.earlier.SetSelected(at)
}

// remind says that what a query returned is still on the disk.
func (r *releaseResults) remind() {
	paint.Show(r.returned, r.Session.Database.FromDatabase())
	switch all := r.Session.Database.Returned(); len(all) {
	case 0:
	case 1:
		r.returned.Set(notices.Caution, words.T("%s is still there.", page.Names(all)[0]),
			prose.Marked(" "+words.T("It says exactly how many there are of each, so it is **as private as the data**. The release no longer needs it."))...)
	default:
		r.returned.Set(notices.Caution, words.T("%s are still there.", page.Listed(all)),
			prose.Marked(" "+words.T("They say exactly how many there are of each and what the columns of the table contain, so they are **as private as the data**. The release no longer needs them."))...)
	}
}

// begin shows a release that was not shown before.
func (r *releaseResults) begin(f *releasing.Finished) {
	r.of = f
	spent := words.Number(f.Release.Epsilon)
	if f.Release.Delta != "" {
		spent = words.T("%s with a chance of failure of %s", spent, words.Number(f.Release.Delta))
	}
	head := words.T("Done. Spent %s.", spent)
	if f.Earlier {
		head = words.T("Released on %s. It spent %s.", words.DayOf(f.Release.Created, words.ShortDate), spent)
	}
	r.done.Set(notices.Good, head, prose.Plain(words.T(" The untouched spreadsheet stays where it was; nothing of it is in the release except what the summary lists.")))
	for button, path := range map[*forms.Button]string{
		r.workbook: f.Workbook(), r.tables: tablesPlace(f), r.record: f.Record(), r.folder: f.Folder(),
	} {
		input.Enable(button, path != "")
	}
	titles := make([]string, len(f.Release.Questions))
	for i := range f.Release.Questions {
		titles[i] = f.Release.Questions[i].Title()
	}
	r.choosers(titles)
	r.chosen.Show(f.Release)
	r.groups.Show(f)
	r.madeUp.Show(f)
	paint.Show(r.answers, len(titles) > 0)
	if len(titles) > 0 {
		r.show(0)
	}
}

// choosers makes what a question is chosen with: nothing for one, tabs for a few, a list for
// many.
func (r *releaseResults) choosers(titles []string) {
	r.tabs = nil
	switch n := len(titles); {
	case n < 2:
		r.holder.Objects = nil
		r.holder.Hide()
		return
	case n <= mostTabs:
		r.tabs = forms.NewTabs(titles, r.show)
		r.holder.Objects = []fyne.CanvasObject{r.tabs}
	default:
		numbered := make([]string, n)
		for i, title := range titles {
			numbered[i] = fmt.Sprintf("%d %s", i+1, title)
		}
		r.picker.SetTexts(numbered)
		r.holder.Objects = []fyne.CanvasObject{r.picker}
	}
	r.holder.Show()
	r.holder.Refresh()
}

// show shows the answers to a question as soon as they are ready.
func (r *releaseResults) show(question int) {
	r.question, r.results = question, nil
	r.picker.SetSelected(question)
	r.title.SetText(r.of.Release.Questions[question].Title())
	r.caption.SetText(words.T("Preparing the numbers…"))
	r.cut.Hide()
	r.save.Disable()
	r.chart.SetDraw(nil)
	r.table.SetColumns()
	r.update()
}

// fill shows answers.
func (r *releaseResults) fill(results *answers.View) {
	r.results, r.category, r.derived, r.mapped = results, "", -1, false
	if derived := results.DerivedTitles(); len(results.Categories)+len(derived) > 0 {
		options := []string{words.T("all numbers")}
		if len(results.Categories) > 0 {
			options[0] = words.T("all of %s", results.Column)
		}
		for _, c := range results.Categories {
			options = append(options, results.Column+": "+c)
		}
		options = append(options, derived...)
		if results.HasMap() {
			options = append(options, words.T("as a map"))
		}
		r.cut.SetTexts(options)
		if many := len(results.Categories) > mostPanels; many && results.HasMap() {
			r.mapped = true
			r.cut.SetSelected(len(options) - 1)
		} else if many {
			r.category = results.Categories[0]
			r.cut.SetSelected(1)
		} else {
			r.cut.SetSelected(0)
		}
		r.cut.Show()
	}
	r.save.Enable()
	r.head.Refresh()
	off, exact := results.Good()
	r.good.SetText(off)
	r.exact.SetText(exact)
	r.noisy.SetOrHide(results.Noisy())
	r.rules.SetText(strings.Join(results.Rules(), " "))
	paint.Show(r.rules, len(results.Rules()) > 0)
	paint.Show(r.misses, !results.Exact())
	paint.Show(r.byRule, !results.Exact())
	paint.Show(r.columns, !results.Exact())
	r.showAnswers()
}

// chooseCategory shows the answers in one category, all of them, or the map of them.
func (r *releaseResults) chooseCategory(i int) {
	r.category, r.derived = "", i-1-len(r.results.Categories)
	if r.mapped = r.derived >= len(r.results.DerivedTitles()); r.mapped {
		r.derived = -1
	} else if i > 0 && r.derived < 0 {
		r.category = r.results.Categories[i-1]
	}
	r.sum.Show(r.question, r.results, r.category)
	r.showAnswers()
}

// showAnswers draws the chart and fills the table.
func (r *releaseResults) showAnswers() {
	results, category := r.results, r.category
	mapped := r.mapped
	caption := results.Drawn(mapped)
	if note := results.Note(category); note != "" && !mapped {
		caption += " " + note
	}
	r.caption.SetText(caption)
	r.chart.SetDraw(func(spec figures.FigureSpec) (image.Image, error) {
		if mapped {
			return results.DrawMap(pictures.Spec(spec))
		}
		return results.Draw(category, pictures.Spec(spec))
	})
	switch {
	case r.derived >= 0:
		r.showDerived()
		return
	case category == "" && results.HasGrid():
		r.showGrid()
		return
	}
	var columns []tables.Column
	for _, k := range results.Keys(category) {
		columns = append(columns, tables.Column{Title: k})
	}
	for _, t := range answers.ValueColumns() {
		columns = append(columns, tables.Column{Title: t, Align: fyne.TextAlignTrailing, Width: 118})
	}
	columns[len(columns)-2].Width, columns[len(columns)-2].Quiet = 140, true
	columns[len(columns)-3].Bold = true
	r.table.SetColumns(columns...)
	r.table.SetRows(results.Len(category), func(i int) tables.Row { return greyed(columns, results.Row(category, i)) })
	r.content.Refresh()
}

// showGrid fills the table with all numbers as a cross-table.
func (r *releaseResults) showGrid() {
	results := r.results
	down, across := results.GridColumns()
	var columns []tables.Column
	for _, name := range down {
		columns = append(columns, tables.Column{Title: name})
	}
	for _, name := range across {
		columns = append(columns, tables.Column{Title: name, Align: fyne.TextAlignTrailing, Bold: true},
			tables.Column{Title: words.T("19 times in 20"), Align: fyne.TextAlignTrailing, Quiet: true})
	}
	r.table.SetColumns(columns...)
	r.table.SetRows(results.GridLen(), func(i int) tables.Row { return greyed(columns, results.GridRow(i)) })
	r.content.Refresh()
}

// greyed is a row of texts under columns, with numbers that are marked as too noisy in grey.
func greyed(columns []tables.Column, texts []string) tables.Row {
	row := tables.Row{Cells: make([]tables.Cell, len(texts))}
	for i, text := range texts {
		noisy := columns[i].Bold && strings.HasSuffix(text, result.NoisyMark)
		row.Cells[i] = tables.Cell{Text: text, Bold: columns[i].Bold && !noisy, Italic: noisy, Quiet: columns[i].Quiet || noisy}
	}
	return row
}

// showDerived fills the table with percentages, rates or differences; the chart above stays that of
// the numbers they are made of.
func (r *releaseResults) showDerived() {
	heads := r.results.DerivedColumns(r.derived)
	r.caption.SetText(words.T("The table shows: %s. The chart shows the numbers it is made from.", r.results.DerivedTitles()[r.derived]))
	columns := make([]tables.Column, len(heads))
	for i, h := range heads {
		columns[i] = tables.Column{Title: h}
	}
	last := len(columns) - 1
	columns[last-1] = tables.Column{Title: heads[last-1], Align: fyne.TextAlignTrailing, Width: 130, Bold: true}
	columns[last] = tables.Column{Title: heads[last], Align: fyne.TextAlignTrailing, Width: 190, Quiet: true}
	results, table := r.results, r.derived
	r.table.SetColumns(columns...)
	r.table.SetSource(results.DerivedLen(table), func(i int) []string { return results.DerivedRow(table, i) })
	r.content.Refresh()
}

// chartMenu is what can be done with the chart that is shown.
func (r *releaseResults) chartMenu() []*fyne.MenuItem {
	if r.results == nil {
		return nil
	}
	folder := ""
	if r.of != nil {
		folder = r.of.Folder()
	}
	if r.mapped {
		return outcomes.ChartMenu(r.Surroundings, folder, r.results.MapChart())
	}
	return outcomes.ChartMenu(r.Surroundings, folder, r.results.Chart(r.category))
}

// saveChart opens the menu of the kinds of files for the chart under its button.
func (r *releaseResults) saveChart() {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.save).AddXY(0, r.save.Size().Height)
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", r.chartMenu()...), r.Window.Canvas(), at)
}

// sharedHeight lays two objects out one below the other; each gets the height that it needs
// and half of what is left over.
type sharedHeight struct{}

func (sharedHeight) MinSize(objects []fyne.CanvasObject) fyne.Size {
	a, b := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(a.Width, b.Width), a.Height+layouts.Gap+b.Height)
}

func (sharedHeight) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects { // text wraps before its height is asked for
		if now := o.Size(); now.Width != size.Width {
			o.Resize(fyne.NewSize(size.Width, max(now.Height, o.MinSize().Height)))
		}
	}
	first := objects[0].MinSize().Height
	first += max(0, size.Height-first-layouts.Gap-objects[1].MinSize().Height) / 2
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(size.Width, first))
	objects[1].Move(fyne.NewPos(0, first+layouts.Gap))
	objects[1].Resize(fyne.NewSize(size.Width, size.Height-first-layouts.Gap))
}
