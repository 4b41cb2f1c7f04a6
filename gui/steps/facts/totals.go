package facts

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/session/facts"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// totalsForm is the totals of one or more columns: a field for every combination of values, or
// where those are many, lines as a spreadsheet has them.
type totalsForm struct {
	of      *Page
	columns *forms.ChipList
	rest    []domain.AttributeName
	cells   *fyne.Container
	made    []*forms.Field
	text    *forms.Field
	none    *forms.Check
	nobody  *fyne.Container // with the box to tick
	much    *prose.Text
	buttons *fyne.Container
	content *fyne.Container
}

// mostFields is how many combinations have a field each.
const mostFields = 60

func newTotalsForm(of *Page) *totalsForm {
	t := &totalsForm{of: of, cells: layouts.Fields(12), much: prose.Caption("")}
	t.columns = forms.NewChipList(words.T("Add a column"), func(i int) {
		of.change(func(d *facts.Draft) { d.Columns = append(slices.Clone(d.Columns), t.rest[i]) })
	}, func(column string) {
		of.change(func(d *facts.Draft) {
			d.Columns = slices.DeleteFunc(slices.Clone(d.Columns), func(n domain.AttributeName) bool { return string(n) == column })
		})
	})
	t.text = forms.NewLongField(words.T("Labels and number, separated by tabs, one line for each"), 10, forms.Taking(of.Session.Facts.PasteNumbers))
	t.none = forms.NewCheck(words.T("It is known that nobody has a combination without a number"), func(on bool) {
		of.change(func(d *facts.Draft) { d.NobodyElse = on })
	})
	t.nobody = layouts.Inline(0, t.none)
	paste := forms.NewIconTextButton(words.T("Paste from a spreadsheet"), fynetheme.ContentPasteIcon(), t.paste)
	read := forms.NewIconTextButton(words.T("Read from a sheet…"), fynetheme.FolderOpenIcon(), func() {
		of.OpenSheet(of.Session.Facts.ReadNumbers)
	})
	t.buttons = layouts.Inline(8, paste, read)
	t.content = layouts.Column(layouts.Gap, layouts.Labelled(words.T("Totals by"), t.columns.Box),
		layouts.Column(8, prose.Caption(words.T("Number of people; leave empty what is not known")), t.cells, t.text, t.much, t.buttons), t.nobody)
	return t
}

// paste takes the numbers from the clipboard.
func (t *totalsForm) paste() {
	err := t.of.Session.Facts.PasteNumbers(fyne.CurrentApp().Clipboard().Content())
	t.of.change(func(d *facts.Draft) {
		if err != nil {
			d.Trouble = words.Sentence(words.T("What was copied cannot be read: %s", words.Error(err)))
		}
	})
}

func (t *totalsForm) fields() []*forms.Field {
	if t.text.Visible() {
		return []*forms.Field{t.text}
	}
	return t.made[:len(t.cells.Objects)]
}

func (t *totalsForm) update(d *facts.Draft, another bool) {
	t.showColumns(d)
	labels, possible := t.of.Session.Facts.DraftRows()
	few := len(labels) <= mostFields
	paint.Show(t.cells, few && len(labels) > 0)
	paint.Show(t.text, !few)
	paint.Show(t.buttons, len(labels) > 0)
	t.much.Set()
	if d.Numbers == nil {
		t.much.SetText(words.T("These columns have too many combinations to type. Cancel, and import the numbers from a sheet."))
	}
	paint.Show(t.much, d.Numbers == nil)
	given := 0
	for _, n := range d.Numbers {
		if strings.TrimSpace(n) != "" {
			given++
		}
	}
	paint.Show(t.nobody, given > 0 && given < count(possible))
	t.none.SetChecked(d.NobodyElse)
	if !few {
		t.updateText(d, labels, possible, another)
		return
	}
	t.updateCells(d, labels, possible, another)
}

func count(list []bool) int {
	n := 0
	for _, on := range list {
		if on {
			n++
		}
	}
	return n
}

// updateCells shows a field for every combination that can occur.
func (t *totalsForm) updateCells(d *facts.Draft, labels [][]string, possible []bool, another bool) {
	for len(t.made) < len(labels) {
		k := len(t.made)
		f := peopleField(t.of, "", func(d *facts.Draft, text string) { d.Numbers[k] = text })
		f.Wide = 150
		t.made = append(t.made, f)
	}
	objects := make([]fyne.CanvasObject, len(labels))
	for k, l := range labels {
		f := t.made[k]
		f.SetLabel(strings.Join(l, " × "))
		if another {
			f.Reset(d.Numbers[k])
		}
		f.SetValue(d.Numbers[k])
		paint.Show(f, possible[k])
		objects[k] = f
	}
	if !slices.Equal(objects, t.cells.Objects) {
		layouts.Fill(t.cells, objects...)
	}
}

// updateText shows lines to type into.
func (t *totalsForm) updateText(d *facts.Draft, labels [][]string, possible []bool, another bool) {
	lines := make([]string, 0, len(labels))
	for k, l := range labels {
		if possible[k] {
			lines = append(lines, strings.Join(amounts.Values(l), "\t")+"\t"+d.Numbers[k])
		}
	}
	text := strings.Join(lines, "\n")
	if another {
		t.text.Reset(text)
	}
	t.text.SetValue(text)
}

// showColumns shows the columns of the totals. The last one has to stay.
func (t *totalsForm) showColumns(d *facts.Draft) {
	t.rest = t.of.ColumnsBeside(d.Columns)
	t.columns.More.SetTexts(domain.Texts(t.rest))
	t.columns.Set(domain.Texts(d.Columns), 1)
}
