package columns

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"steward/gui/session/amounts"
	"steward/gui/session/columns"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// listEditor edits the values of a list: a table of them that can be put in order, a line to
// add some, and for longer work all of them as a text.
type listEditor struct {
	of      *columnEditor
	content *fyne.Container
	values  []string

	table              *tables.Table
	add                *forms.Field
	up, down           *forms.Button
	remove             *forms.Button
	asList, asText     *fyne.Container
	text               *forms.Field
	toText, toList     *prose.Link
	sorted, reversed   *prose.Link
	coarser            *prose.Link
	textMode           bool
	count, order, hint *prose.Text
}

// textValues is up to how many values are edited as a text: an entry draws all its lines.
const textValues = 1000

func newListEditor(of *columnEditor) *listEditor {
	l := &listEditor{of: of, count: prose.Caption(""), hint: prose.Caption("")}
	l.order = prose.Caption(words.T("The order matters: neighbours in this list are next to each other in what follows."))
	l.table = tables.NewGrid(28, tables.Column{Width: 56, Align: fyne.TextAlignTrailing, Edge: true}, tables.Column{Width: 120, Grow: true})
	l.table.SetMinRows(7)
	l.table.OnSelected = func(int) { l.enable() }
	l.table.OnMoved = l.move
	l.table.OnRemoved = l.drop
	l.up = forms.NewIconTextButton(words.T("Up"), fynetheme.MoveUpIcon(), func() { l.move(l.table.Selected(), -1) })
	l.down = forms.NewIconTextButton(words.T("Down"), fynetheme.MoveDownIcon(), func() { l.move(l.table.Selected(), 1) })
	l.remove = forms.NewIconTextButton(words.T("Remove"), fynetheme.ContentRemoveIcon(), func() { l.drop(l.table.Selected()) })
	l.add = forms.NewField(words.T("Add values: one, or several separated by commas, then Enter"), l.addValues)
	l.text = forms.NewLongField(words.T("One value on each line, or all on one line, separated by commas"), 8, l.setText)
	l.toText = prose.NewLink(words.T("Edit as a text"), func() { l.setMode(true) })
	l.toList = prose.NewLink(words.T("Done"), func() {
		l.text.Commit()
		if l.text.Problem() == "" {
			l.setMode(len(l.values) == 0)
		}
	})
	l.sorted = prose.NewLink(words.T("Sort"), func() { l.change(sortedValues(l.values)) })
	l.reversed = prose.NewLink(words.T("Reverse"), func() {
		values := slices.Clone(l.values)
		slices.Reverse(values)
		l.change(values)
	})
	l.coarser = prose.NewLink(words.T("Coarser values from a sheet…"), l.readCoarser)
	l.hint.SetText(words.T("Alt+Up and Alt+Down move the chosen value, Delete removes it."))
	buttons := container.NewVBox(l.up, l.down, l.remove)
	frame := layouts.NewCard(l.table)
	frame.Flush = true
	l.asList = layouts.Column(8, container.NewBorder(nil, nil, nil, container.NewPadded(buttons), frame), l.add,
		container.NewHBox(l.toText, layout.NewSpacer(), l.sorted, spaceBetween(), l.reversed), l.hint)
	l.asText = layouts.Column(8, l.text, layouts.Inline(0, l.toList))
	l.content = layouts.Column(6, l.order, l.asList, l.asText, l.count, layouts.Inline(0, l.coarser))
	return l
}

func (l *listEditor) fields() []*forms.Field { return []*forms.Field{l.add, l.text} }

// show shows the values of a column.
func (l *listEditor) show(c plan.Column, another bool) {
	same := slices.Equal(l.values, c.Values)
	l.values = c.Values
	paint.Show(l.order, c.Kind == domain.Ordered)
	if another {
		l.add.Reset("")
		l.text.Reset("")
		l.textMode = len(c.Values) == 0
		l.table.SetSelected(-1)
	}
	if l.textMode { // an entry that nobody sees would be drawn all the same
		l.text.SetValue(columns.FormatValues(c.Values))
	}
	if another || !same {
		l.table.SetRows(len(c.Values), func(i int) tables.Row {
			return tables.Row{Cells: []tables.Cell{{Text: amounts.Commas(i + 1), Quiet: true}, {Text: c.Values[i]}}}
		})
	}
	l.count.SetText(amounts.Several(len(l.values), "value", "values") + ".")
	paint.Show(l.count, len(l.values) > 0)
	l.arrange()
}

// setMode shows the values as a text or as a table.
func (l *listEditor) setMode(text bool) {
	l.textMode = text
	if text {
		l.text.Reset(columns.FormatValues(l.values))
	}
	l.arrange()
	l.content.Refresh()
	l.of.of.Main.Refresh()
	if text {
		l.of.of.Window.Canvas().Focus(l.text.Focusable())
	}
}

func (l *listEditor) arrange() {
	paint.Show(l.asText, l.textMode)
	paint.Show(l.asList, !l.textMode)
	paint.Show(l.toList, len(l.values) > 0)
	paint.Show(l.toText, len(l.values) <= textValues)
	l.enable()
}

// enable greys what does nothing for the chosen value.
func (l *listEditor) enable() {
	at := l.table.Selected()
	input.Enable(l.up, at > 0)
	input.Enable(l.down, at >= 0 && at < len(l.values)-1)
	input.Enable(l.remove, at >= 0)
}

// change puts other values into the plan.
func (l *listEditor) change(values []string) {
	l.of.typed(func(c *plan.Column) { c.Values = values })
}

// setText takes the text over.
func (l *listEditor) setText(text string) string {
	values := columns.ParseValues(text)
	if n := len(values); n > textValues && strings.Count(text, "\n") < n {
		return words.T("These are %s values; up to %s can be edited as a text.", amounts.Commas(n), amounts.Commas(textValues))
	}
	l.change(values)
	return ""
}

// addValues adds what was typed at the end.
func (l *listEditor) addValues(text string) string {
	more := columns.ParseValues(text)
	if len(more) == 0 {
		l.add.Reset("")
		return ""
	}
	values, twice := columns.AddValues(l.values, more)
	if len(values) == len(l.values) {
		return words.T("%s is already in the list.", amounts.Named(twice))
	}
	l.change(values)
	l.add.Reset("")
	l.table.SetSelected(len(values) - 1)
	l.enable()
	return ""
}

// move moves a value up or down.
func (l *listEditor) move(at, by int) {
	to := at + by
	if at < 0 || to < 0 || to >= len(l.values) {
		return
	}
	values := slices.Clone(l.values)
	values[at], values[to] = values[to], values[at]
	l.change(values)
	l.table.SetSelected(to)
	l.enable()
}

// drop removes a value.
func (l *listEditor) drop(at int) {
	if at < 0 || at >= len(l.values) {
		return
	}
	l.change(slices.Delete(slices.Clone(l.values), at, at+1))
	l.table.SetSelected(min(at, len(l.values)-1))
	l.enable()
}

// sortedValues returns values without regard to case, and alike ones by their letters.
func sortedValues(values []string) []string {
	out := slices.Clone(values)
	slices.SortFunc(out, func(a, b string) int {
		if c := strings.Compare(strings.ToLower(a), strings.ToLower(b)); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return out
}
