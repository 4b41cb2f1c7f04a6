package data

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/guide"
	"steward/gui/session"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// columnChoice says which column has a meaning of its own and is not published: one of the open
// file, or a name that is typed where the rows are in a database.
type columnChoice struct {
	none    string // what stands for no column, "" where there has to be one
	of      *Page
	content *fyne.Container
	picker  *forms.Picker
	among   *fyne.Container // the picker under its label
	typed   *forms.Field
	headers []string
}

func newColumnChoice(of *Page, label, hint string, take func(column string) error) *columnChoice {
	c := &columnChoice{of: of}
	c.picker = forms.NewPicker(hint, func(i int) {
		if err := take(c.headers[i]); err != nil {
			of.Session.Fail(guide.Data, err)
		}
	})
	c.typed = forms.NewField(label, forms.Taking(take))
	c.typed.SetPlaceHolder(words.T("spelt as in the database"))
	c.among = layouts.Column(0, layouts.Labelled(label, c.picker))
	c.content = layouts.Column(0, c.among, c.typed)
	return c
}

// show shows the column that was chosen.
func (c *columnChoice) show(column string) {
	typed := c.of.Session.Persons.NamesColumns()
	paint.Show(c.typed, typed)
	paint.Show(c.among, !typed)
	c.typed.SetValue(column)
	if typed {
		return
	}
	c.headers = c.of.Session.Data.File().Header
	options := unpublished(c.of.Session, c.headers)
	if c.none != "" {
		c.headers = append([]string{""}, c.headers...)
		options = append([]forms.Option{{Text: c.none}}, options...)
	}
	c.picker.SetOptions(options)
	c.picker.SetSelected(slices.Index(c.headers, column))
}

// unpublished offers the columns of the file, those that are published greyed out.
func unpublished(s *session.Session, header []string) []forms.Option {
	options := make([]forms.Option, len(header))
	for i, h := range header {
		options[i].Text = h
		if _, published := s.Columns.Published(h); published {
			options[i].Disabled, options[i].Note = true, words.T("published: take it out in Columns first")
		}
	}
	return options
}
