package secrets

import (
	"fyne.io/fyne/v2"

	"steward/core/plan/secret"
	"steward/gui/session/amounts"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// tableForm is the table of distances between the values of a column: a pair is chosen in it and
// its distance typed under it, or the whole is read from a sheet.
type tableForm struct {
	box    *fyne.Container
	of     *Page
	table  *tables.DistanceTable
	pair   *forms.Field
	every  *forms.Field
	unit   *forms.Field
	places *fyne.Container
	labels []string
	note   *prose.Text
	large  *prose.Text
	edit   *fyne.Container
	keyed  bool // whether the field was entered from the table
}

// unitOfPlaces stands in the field for the kilometres of one step at first.
const unitOfPlaces = "10"

func newTableForm(of *Page) *tableForm {
	t := &tableForm{of: of, note: prose.Caption(""), large: prose.Caption("")}
	t.table = tables.NewDistanceTable()
	t.table.OnSelected = func(u, v int) { t.show(u, v) }
	t.table.OnTyped = func(r rune) {
		t.keyed = true
		of.Window.Canvas().Focus(t.pair.Focusable())
		if r != 0 {
			t.pair.Focusable().TypedRune(r) // over what stands there, which is selected
		}
	}
	t.table.OnCleared = func() {
		u, v := t.table.Selected()
		of.refuse(of.rule().SetDistance(u, v, ""))
	}
	t.pair = forms.NewField(" ", func(text string) string {
		u, v := t.table.Selected()
		if err := of.rule().SetDistance(u, v, text); err != nil {
			return words.SentenceOf(err)
		}
		if t.keyed { // goes on in the table
			t.keyed = false
			of.Window.Canvas().Focus(t.table)
		}
		return ""
	})
	t.pair.SetPlaceHolder(words.T("nothing joins them"))
	t.pair.Wide = 190
	t.every = ruleField(words.T("Or every two"), func(text string) error {
		if text == "" {
			return nil
		}
		err := of.rule().SetAllDistances(text)
		if err == nil {
			t.every.Reset("")
		}
		return err
	})
	t.every.SetPlaceHolder(words.T("for example 1"))
	t.unit = ruleField(words.T("For places: one step, in kilometres"), func(text string) error { _, err := secrets.Number(text); return err })
	t.unit.Reset(unitOfPlaces)
	t.note.SetText(words.T("1 is the whole budget; at 2, answers are hidden half as well. The stronger the colour of a square, the better its two answers are hidden; a corner marks pairs that are hidden better than entered. You can type in the table and use the arrow keys and Delete."))
	sheet := of.importLink(words.T("Import a table…"), secrets.Rule.Import)
	places := of.importLink(words.T("Import places with coordinates…"), func(at secrets.Rule, path string) {
		at.ImportPlaces(path, t.unit.Text())
	})
	t.places = layouts.Sized(t.unit, 220)
	t.edit = layouts.Column(8, t.table, layouts.Fields(12, t.pair, t.every), t.note)
	t.box = layouts.Column(8, t.edit, t.large,
		layouts.Inline(16, sheet, places), t.places,
		prose.Caption(words.T("A table has the values as headings of its columns and of its rows; or each row has two values and their distance. For places, each row has a value, its latitude and its longitude, and the distance is turned into steps of so many kilometres.")))
	return t
}

func (t *tableForm) update(secret secret.Secret, _ secrets.Form) bool {
	table, ok := t.of.rule().Table()
	paint.Show(t.edit, ok)
	paint.Show(t.large, !ok)
	if !ok {
		t.large.SetText(words.T("%s: there are too many values to show as a table. You can read the table again from a sheet.", secrets.RuleLine(secret)))
		return true
	}
	t.labels = amounts.Values(table.Labels)
	t.table.Set(tables.Distances{Labels: t.labels, Entered: table.Entered, Far: table.Far, Differs: table.Differs})
	u, v := t.table.Selected()
	t.label(u, v)
	t.pair.SetValue(t.entered(u, v))
	return true
}

// show shows another pair in the field, and asks about it.
func (t *tableForm) show(u, v int) {
	t.label(u, v)
	t.pair.Reset(t.entered(u, v))
	if len(t.of.inside) == 0 {
		t.of.from, t.of.to = v, u
	}
	t.of.Update()
}

func (t *tableForm) label(u, v int) {
	if u != v && max(u, v) < len(t.labels) {
		t.pair.SetLabel(words.T("%s and %s are apart by", t.labels[v], t.labels[u]))
	}
}

func (t *tableForm) entered(u, v int) string {
	table, ok := t.of.rule().Table()
	if !ok || u == v || max(u, v) >= len(table.Labels) {
		return ""
	}
	return words.Number(table.Entered[u][v])
}
