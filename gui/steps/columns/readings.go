package columns

import (
	"maps"
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/session/columns"
	"steward/gui/steps/oddities"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// readingsEditor lists texts of a column that are read as something else: "unknown" as a
// blank, "Harbor" as Harbour.
type readingsEditor struct {
	of      *columnEditor
	content *fyne.Container
	list    *notices.Findings
	form    *fyne.Container
	open    *fyne.Container
	text    *forms.Field
	target  *forms.Picker
	add     *forms.Button
	offers  []columns.Reading
	shown   map[string]string
}

func newReadingsEditor(of *columnEditor) *readingsEditor {
	r := &readingsEditor{of: of, list: notices.NewFindings()}
	r.list.Compact = true
	r.text = forms.NewField(words.T("Text in the file"), nil)
	r.text.SetPlaceHolder(words.T("for example unknown"))
	r.text.Wide = 160
	r.target = forms.NewPicker(words.T("is read as …"), nil)
	r.add = forms.NewButton(words.T("Add"), r.addReading)
	r.open = layouts.Inline(0, prose.NewLink(words.T("Read a text as something else…"), func() {
		r.form.Show()
		r.open.Hide()
		of.of.Main.Refresh()
		of.of.Window.Canvas().Focus(r.text.Focusable())
	}))
	r.form = layouts.Fields(layouts.Gap, r.text, layouts.Labelled(words.T("Is"), layouts.Sized(r.target, 200)), layouts.Labelled(" ", r.add))
	r.form.Hide()
	r.content = layouts.Column(6, r.list, r.open, r.form)
	return r
}

func (r *readingsEditor) addReading() {
	text := r.text.Text()
	if i := r.target.Selected(); text != "" && i >= 0 {
		r.text.Reset("")
		r.of.of.Session.Columns.Read(r.of.name, text, r.offers[i].Target)
		return
	}
	r.text.SetProblem(words.T("Type the text, and choose what it is read as."))
	r.of.of.Main.Refresh()
}

func (r *readingsEditor) show(c plan.Column, another bool) {
	attr, err := c.Attribute()
	paint.Show(r.content, err == nil || len(c.Readings) > 0)
	if another {
		r.form.Hide()
		r.open.Show()
		r.text.Reset("")
	}
	if err == nil {
		r.offers = columns.Readings(attr)
		r.target.SetList(len(r.offers), func(i int) string { return r.offers[i].Words })
	}
	if maps.Equal(r.shown, c.Readings) && !another {
		return
	}
	r.shown = c.Readings
	var rows []notices.Finding
	for i, text := range slices.Sorted(maps.Keys(c.Readings)) {
		if i == 2*oddities.Few {
			rows = append(rows, notices.Finding{Title: words.T("and %d more", len(c.Readings)-i)})
			break
		}
		rows = append(rows, notices.Finding{
			Kind: notices.Good, Title: words.T("“%s” is %s", text, columns.ReadAs(c.Readings[text])),
			Action: forms.NewIconButton(fynetheme.CancelIcon(), words.T("Undo the reading of %s", text), func() {
				r.of.of.Session.Columns.Read(string(c.Name), text, "")
			}),
		})
	}
	r.list.Set(rows...)
	paint.Show(r.list, len(rows) > 0)
}
