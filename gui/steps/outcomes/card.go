package outcomes

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
)

// listing is a card with a table and what is said of it, which is there where there is something to list.
type listing struct {
	Card  *layouts.Card
	table *tables.Table
	says  *prose.Text
}

// newListing returns a hidden card, with what stands above the table and below.
func newListing(title string, above, below []fyne.CanvasObject) listing {
	l := listing{table: tables.NewTable(), says: prose.Caption("")}
	l.Card = layouts.NewTitledCard(title, nil, layouts.Column(6, slices.Concat(above, []fyne.CanvasObject{l.table, l.says}, below)...))
	l.Card.Hide()
	return l
}

// set lists rows, up to some of them in sight, with what is said of them.
func (l *listing) set(inSight int, columns []tables.Column, rows [][]string, says []string) {
	l.table.SetMinRows(min(len(rows), inSight))
	l.table.SetTexts(columns, rows)
	l.says.SetText(strings.Join(says, " "))
}

// several chooses among outcomes of a kind where there is more than one.
type several struct {
	picker *forms.Picker
	fill   func(i int)
}

func newSeveral(hint string, fill func(i int)) several {
	return several{forms.NewPicker(hint, fill), fill}
}

// show shows a card with the first of some outcomes, and reports whether there are any.
func (s *several) show(card *layouts.Card, n int, title func(i int) string) {
	paint.Show(card, n > 0)
	if n == 0 {
		return
	}
	s.picker.SetList(n, title)
	s.picker.SetSelected(0)
	paint.Show(s.picker, n > 1)
	s.fill(0)
}
