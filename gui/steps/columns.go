package steps

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// columns is the step "Columns": which to publish, and what their values are.
type columns struct {
	page
	table    *widgets.Table
	names    []string
	selected int
	editor   *columnEditor
	count    *widgets.BigFigure
	note     *widgets.Text
}

func newColumns(s Surroundings) *columns {
	p := &columns{page: newPage(s, guide.Columns), selected: -1}
	p.table = widgets.NewTable([]widgets.TableColumn{
		{Title: "Column", Bold: true, Grow: true}, {Title: "Published", Width: 90}, {Title: "What it is", Width: 160},
		{Title: "Values", Width: 130}, {Title: "Where they come from", Width: 230},
	}, nil)
	p.table.SetMinRows(6)
	p.table.OnSelected = func(row int) {
		p.selected = row
		p.showEditor()
	}
	p.editor = newColumnEditor(p)
	p.content = widgets.Column(gap,
		widgets.NewQuestion("Which columns do you publish, and what can stand in them?", "Lists and bounds become public. They come from a codebook, from you, or from the data once you confirm that they are public.", p.explain),
		p.failure, widgets.NewCard(p.table), p.editor.card)
	p.count = widgets.NewBigFigure("", "")
	p.note = widgets.Quiet(widgets.Plain("Blank answers and answers that are not listed are counted too, so that nobody disappears. A list that is read off the data tells that somebody gave each answer: confirm it only when that is known anyway."))
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"), p.count, p.note)
	return p
}

// Update lists the file's columns, or the plan's when no file is open.
func (p *columns) Update() {
	p.showFailure()
	p.names = nil
	if f := p.Session.File(); f != nil {
		p.names = f.Header
	} else {
		for _, c := range p.Session.Plan().Columns {
			p.names = append(p.names, string(c.Name))
		}
	}
	rows := make([][]string, len(p.names))
	for i, n := range p.names {
		rows[i] = []string{n, "no", "", "", ""}
		if c, ok := p.Session.Published(n); ok {
			rows[i] = []string{n, "yes", session.KindWords(c.Kind), session.SizeWords(c), session.OriginWords(c.Origin)}
		}
	}
	p.table.SetRows(rows)
	if p.selected < 0 && len(p.names) > 0 {
		p.selected = 0
		for i, n := range p.names {
			if _, ok := p.Session.Published(n); ok {
				p.selected = i
				break
			}
		}
	}
	p.table.SetSelected(p.selected)
	p.showEditor()
	n := len(p.Session.Plan().Columns)
	p.count.Set("You publish", fmt.Sprintf("%d of %d columns", n, max(n, len(p.names))))
}

func (p *columns) showEditor() {
	if p.selected < 0 || p.selected >= len(p.names) {
		p.editor.card.Hide()
		return
	}
	p.editor.card.Show()
	p.editor.show(p.names[p.selected])
}

// columnEditor edits the declaration of one column.
type columnEditor struct {
	of       *columns
	card     *widgets.Card
	name     string
	shown    string // the declaration that the fields show, to leave typing alone
	kind     *widget.Select
	values   *widget.Entry
	lowest   *widget.Entry
	highest  *widget.Entry
	cuts     *widget.Entry
	whole    *widget.Check
	origin   *widget.Select
	blank    *widget.Select
	other    *widget.Select
	fields   *fyne.Container
	found    *widgets.Text
	publish  *widget.Button
	withdraw *widget.Button
}

var kinds = []domain.Kind{domain.List, domain.Ordered, domain.Whole, domain.Ranges}
var origins = []domain.Origin{domain.Codebook, domain.Typed, domain.Confirmed}

const (
	ownCell = "counted by themselves"
	refused = "cannot occur: stop when one does"
	nearest = "counted at the nearest bound"
)

func newColumnEditor(of *columns) *columnEditor {
	e := &columnEditor{of: of, values: widget.NewMultiLineEntry(), lowest: widget.NewEntry(), highest: widget.NewEntry(), cuts: widget.NewEntry()}
	e.values.SetMinRowsVisible(5)
	var kindNames, originNames []string
	for _, k := range kinds {
		kindNames = append(kindNames, session.KindWords(k))
	}
	for _, o := range origins {
		originNames = append(originNames, session.OriginWords(o))
	}
	e.kind = widget.NewSelect(kindNames, func(string) { e.layout() })
	e.origin = widget.NewSelect(originNames, nil)
	e.origin.PlaceHolder = "Say why they are public"
	e.whole = widget.NewCheck("whole numbers only", nil)
	e.blank = widget.NewSelect([]string{ownCell, refused}, nil)
	e.other = widget.NewSelect([]string{ownCell, nearest, refused}, nil)
	e.publish = widget.NewButton("Publish this column", e.apply)
	e.publish.Importance = widget.HighImportance
	e.withdraw = widget.NewButton("Do not publish", func() { of.Session.Withdraw(e.name) })
	e.found = widgets.Caption()
	e.fields = widgets.Column(8)
	e.card = widgets.NewTitledCard("", nil, widgets.Column(gap,
		e.found,
		labelled("What it is", e.kind), e.fields,
		labelled("Where its values come from", e.origin),
		container.NewGridWithColumns(2, labelled("Blank answers are", e.blank), labelled("Answers that are not listed are", e.other)),
		container.NewHBox(e.publish, e.withdraw)))
	return e
}

func labelled(label string, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.Column(4, widgets.Caption(widgets.Plain(label)), o)
}

// show fills the fields from the plan, or from what was found in the data.
func (e *columnEditor) show(name string) {
	c, published := e.of.Session.Published(name)
	found, inFile := e.of.Session.File().Column(name)
	if !published {
		c, _ = session.Propose(found)
		c.Name = domain.AttributeName(name)
	}
	key := fmt.Sprintf("%+v %v", c, published)
	if c.Lowest != nil && c.Highest != nil {
		key += fmt.Sprint(*c.Lowest, *c.Highest)
	}
	if key == e.shown {
		return
	}
	e.shown, e.name = key, name
	e.card.SetTitle(name)
	e.found.Set()
	if inFile {
		e.found.Set(widgets.Plain(fmt.Sprintf("In the file: %d different answers.", found.Distinct)))
	}
	e.values.SetText(strings.Join(c.Values, "\n"))
	e.lowest.SetText(number(c.Lowest))
	e.highest.SetText(number(c.Highest))
	e.cuts.SetText(strings.Join(cutPoints(c.Ranges), ", "))
	e.whole.SetChecked(c.WholeNumbers)
	for i, k := range kinds {
		if k == c.Kind {
			e.kind.SetSelectedIndex(i)
		}
	}
	e.origin.ClearSelected()
	for i, o := range origins {
		if o == c.Origin {
			e.origin.SetSelectedIndex(i)
		}
	}
	e.blank.SetSelected(specialWords(c.Blank))
	e.other.SetSelected(specialWords(c.Other))
	e.withdraw.Hide()
	e.publish.SetText("Publish this column")
	if published {
		e.publish.SetText("Apply")
		e.withdraw.Show()
	}
	e.layout()
}

func number(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func specialWords(s plan.Special) string {
	switch s.Rule {
	case domain.Refuse:
		return refused
	case domain.Nearest:
		return nearest
	case domain.AsValue:
		return "counted as " + s.Value
	}
	return ownCell
}

func specialOf(words string, was plan.Special) plan.Special {
	switch words {
	case refused:
		return plan.Special{Rule: domain.Refuse}
	case nearest:
		return plan.Special{Rule: domain.Nearest}
	case ownCell:
		return plan.Special{Rule: domain.OwnCell}
	}
	return was
}

// layout shows the fields of the chosen kind.
func (e *columnEditor) layout() {
	i := e.kind.SelectedIndex()
	if i < 0 {
		return
	}
	values := labelled("Values, one on each line", e.values)
	switch kinds[i] {
	case domain.Ordered:
		fill(e.fields, labelled("Values in their order, one on each line", e.values))
	case domain.Whole:
		fill(e.fields, container.NewGridWithColumns(2, labelled("Lowest", e.lowest), labelled("Highest", e.highest)))
	case domain.Ranges:
		fill(e.fields, labelled("Where a new range begins, with commas between (the first range is open below, the last above)", e.cuts), e.whole)
	default:
		fill(e.fields, values)
	}
	e.card.Refresh()
}

// apply puts the declaration into the plan.
func (e *columnEditor) apply() {
	was, _ := e.of.Session.Published(e.name)
	c := plan.Column{Name: domain.AttributeName(e.name), Kind: kinds[max(e.kind.SelectedIndex(), 0)], Readings: was.Readings}
	if i := e.origin.SelectedIndex(); i >= 0 {
		c.Origin = origins[i]
	}
	c.Blank, c.Other = specialOf(e.blank.Selected, was.Blank), specialOf(e.other.Selected, was.Other)
	switch c.Kind {
	case domain.Whole:
		c.Lowest, c.Highest = whole(e.lowest.Text), whole(e.highest.Text)
	case domain.Ranges:
		c.WholeNumbers = e.whole.Checked
		c.Ranges = fromCuts(e.cuts.Text, c.WholeNumbers)
	default:
		for _, line := range strings.Split(e.values.Text, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				c.Values = append(c.Values, line)
			}
		}
	}
	e.of.Session.Publish(c)
}

func whole(s string) *int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// cutPoints returns where ranges begin, the first left out when it is open below.
func cutPoints(ranges []plan.Range) []string {
	var out []string
	for _, r := range ranges {
		if r.From != "" {
			out = append(out, r.From)
		}
	}
	return out
}

// fromCuts makes ranges that begin at the given numbers. Text that is no number is kept, so
// that the plan's check can name it.
func fromCuts(text string, wholeNumbers bool) []plan.Range {
	cuts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == ' ' })
	if len(cuts) == 0 {
		return nil
	}
	end := func(next string) string {
		if n, err := strconv.ParseInt(next, 10, 64); err == nil && wholeNumbers {
			return strconv.FormatInt(n-1, 10)
		}
		return next
	}
	out := []plan.Range{{To: end(cuts[0])}}
	for i, c := range cuts {
		r := plan.Range{From: c}
		if i+1 < len(cuts) {
			r.To = end(cuts[i+1])
		}
		out = append(out, r)
	}
	return out
}
