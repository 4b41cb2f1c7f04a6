package steps

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/workload"
	"steward/gui/session"
	"steward/gui/widgets"
)

// questions is the step "Questions": what will be published.
type questions struct {
	page
	table    *widgets.Table
	selected int
	editor   *fyne.Container
	title    *widget.Entry
	share    *widget.Entry
	ranges   *widget.Entry
	every    *widget.Check
	first    *widget.Select
	second   *widget.Select
	kind     *widget.Select
	updating bool
	meter    *widgets.Meter
	count    *widgets.BigFigure
}

var questionKinds = []workload.Kind{workload.Table, workload.Cumulative, workload.Ranges}

func newQuestions(s Surroundings) *questions {
	p := &questions{page: newPage(s, guide.Questions), selected: -1}
	p.table = widgets.NewTable([]widgets.TableColumn{
		{Title: "Question", Bold: true, Grow: true}, {Title: "What", Width: 130}, {Title: "Columns", Width: 160},
		{Title: "Numbers", Width: 80, Align: fyne.TextAlignTrailing}, {Title: "Share", Width: 70, Align: fyne.TextAlignTrailing},
	}, nil)
	p.table.SetMinRows(4)
	p.table.OnSelected = func(row int) {
		p.selected = row
		p.Update()
	}
	p.kind = widget.NewSelect([]string{"Table of counts", "Counted up, from the lowest", "Ranges"}, nil)
	p.kind.SetSelectedIndex(0)
	p.first, p.second = widget.NewSelect(nil, nil), widget.NewSelect(nil, nil)
	p.first.PlaceHolder, p.second.PlaceHolder = "Column", "and by (if you like)"
	add := widget.NewButton("Add question", p.add)
	add.Importance = widget.HighImportance
	p.makeEditor()
	p.content = widgets.Column(gap,
		widgets.NewQuestion("What will you publish?", "Each question takes a share of the budget: fewer questions are more accurate.", p.explain),
		p.failure,
		widgets.NewCard(widgets.Column(gap, p.table, container.NewBorder(nil, nil, nil, add, container.NewGridWithColumns(3, p.kind, p.first, p.second)))),
		p.editor)
	p.count = widgets.NewBigFigure("", "")
	p.meter = widgets.NewMeter(1, true)
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"), p.count, widgets.Strong("Shares of the budget"), p.meter)
	return p
}

// makeEditor makes the form for the selected question.
func (p *questions) makeEditor() {
	edit := func(f func(q *plan.Question)) {
		if !p.updating {
			p.Session.ChangeQuestion(p.selected, f)
		}
	}
	p.title, p.share, p.ranges = widget.NewEntry(), widget.NewEntry(), widget.NewMultiLineEntry()
	p.title.OnChanged = func(t string) { edit(func(q *plan.Question) { q.Title = t }) }
	p.share.OnChanged = func(t string) { edit(func(q *plan.Question) { q.Share = t }) }
	p.ranges.SetMinRowsVisible(4)
	p.ranges.SetPlaceHolder("18 to 64")
	p.ranges.OnChanged = func(t string) { edit(func(q *plan.Question) { q.Ranges = spans(t) }) }
	p.every = widget.NewCheck("every range", func(on bool) { edit(func(q *plan.Question) { q.Every = on }) })
	remove := widget.NewButton("Remove", func() {
		p.Session.RemoveQuestion(p.selected)
	})
	p.editor = widgets.Column(0, widgets.NewTitledCard("The chosen question", remove, widgets.Column(gap,
		container.NewBorder(nil, nil, nil, container.NewGridWrap(fyne.NewSize(110, 58), labelled("Share", p.share)), labelled("Title", p.title)),
		p.every, labelled("Ranges, one on each line", p.ranges))))
}

// spans reads ranges typed as "18 to 64", one on each line.
func spans(text string) []plan.Span {
	var out []plan.Span
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		from, to, both := strings.Cut(line, " to ")
		if !both {
			to = from
		}
		out = append(out, plan.Span{From: strings.TrimSpace(from), To: strings.TrimSpace(to)})
	}
	return out
}

func spanText(list []plan.Span) string {
	lines := make([]string, len(list))
	for i, s := range list {
		lines[i] = s.From + " to " + s.To
	}
	return strings.Join(lines, "\n")
}

func (p *questions) add() {
	if p.first.Selected == "" {
		p.Session.Fail(guide.Questions, fmt.Errorf("choose the column that the question is about"))
		return
	}
	columns := []domain.AttributeName{domain.AttributeName(p.first.Selected)}
	kind := questionKinds[max(p.kind.SelectedIndex(), 0)]
	if p.second.SelectedIndex() > 0 && p.second.Selected != p.first.Selected {
		if kind != workload.Table {
			p.Session.Fail(guide.Questions, fmt.Errorf("counting up and ranges go along one column: leave the second column out, or choose a table of counts"))
			return
		}
		columns = append(columns, domain.AttributeName(p.second.Selected))
	}
	p.Session.AddQuestion(kind, columns)
	p.selected = len(p.Session.Plan().Questions) - 1
	p.second.SetSelectedIndex(0)
	p.Update()
}

// Update lists the questions.
func (p *questions) Update() {
	p.updating = true
	defer func() { p.updating = false }()
	p.showFailure()
	pl := p.Session.Plan()
	var names []string
	for _, c := range pl.Columns {
		names = append(names, string(c.Name))
	}
	p.first.Options = names
	p.second.Options = append([]string{"nothing else"}, names...)
	rows := make([][]string, len(pl.Questions))
	var parts []widgets.MeterPart
	for i, q := range pl.Questions {
		columns := make([]string, len(q.Columns))
		for k, c := range q.Columns {
			columns[k] = string(c)
		}
		share := fmt.Sprintf("%.0f %%", p.Session.SharePercent(i))
		rows[i] = []string{q.Title, session.KindOfQuestion(q.Kind), strings.Join(columns, ", "), fmt.Sprint(p.Session.Numbers(i)), share}
		parts = append(parts, widgets.MeterPart{Label: q.Title, Value: p.Session.SharePercent(i), ValueText: share, Color: chartColor(i)})
	}
	p.table.SetRows(rows)
	p.meter.Set(100, parts...)
	p.selected = min(p.selected, len(pl.Questions)-1)
	p.table.SetSelected(p.selected)
	p.count.Set("You publish", fmt.Sprintf("%d numbers", p.Session.AllNumbers()))
	if p.selected < 0 {
		p.editor.Hide()
		return
	}
	p.editor.Show()
	p.showQuestion(pl.Questions[p.selected])
}

// showQuestion fills the form, leaving alone what is being typed.
func (p *questions) showQuestion(q plan.Question) {
	focused := p.Window.Canvas().Focused()
	set := func(e *widget.Entry, text string) {
		if e.Text != text && focused != fyne.Focusable(e) {
			e.SetText(text)
		}
	}
	set(p.title, q.Title)
	set(p.share, q.Share)
	set(p.ranges, spanText(q.Ranges))
	p.every.SetChecked(q.Every)
	if workload.Kind(q.Kind) == workload.Ranges {
		p.every.Show()
		p.ranges.Show()
	} else {
		p.every.Hide()
		p.ranges.Hide()
	}
}
