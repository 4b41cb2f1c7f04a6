package data

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/data"
	"steward/gui/session/opened"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// dataRows shows the first rows as they will be read, and the row with the names, which can
// be corrected.
type dataRows struct {
	of     *Page
	card   *layouts.Card
	header *forms.Field
	joined *forms.Picker // how many rows hold the names
	rows   fyne.CanvasObject
	count  *prose.Text
	grid   *tables.Table
	shown  any // the file or the attempt whose rows are in the grid
}

func newDataRows(of *Page) *dataRows {
	r := &dataRows{of: of}
	r.header = forms.NewField("", r.commit).Called(words.T("Row of the columns' names"))
	r.header.Wide = 56
	r.joined = forms.NewPicker(words.T("alone"), func(i int) {
		r.of.reread(func(d *plan.Data) { d.HeaderRows = i + 1 })
	})
	r.joined.SetTexts([]string{words.T("alone"), words.T("with 1 above"), words.T("with 2 above")})
	r.rows = container.NewCenter(layouts.Sized(r.joined, 128))
	r.count = prose.Caption("").OneLine()
	r.grid = tables.NewGrid(27)
	r.grid.SetMinRows(9)
	names := prose.Caption(words.T("Column names in row")).OneLine()
	trailing := container.NewHBox(container.NewCenter(names), r.header, r.rows, container.NewCenter(r.count))
	r.card = layouts.NewTitledCard(words.T("The first rows, as they will be read"), trailing, r.grid)
	r.card.Flush = true
	return r
}

// commit reads the file again with another row of names.
func (r *dataRows) commit(text string) string {
	row, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || row < 1 {
		r.of.Session.Fail(guide.Data, words.Errorf("the row with the names of the columns is %q, but a number such as 1 is expected", text))
		return ""
	}
	r.of.reread(func(d *plan.Data) { d.HeaderRow, d.HeaderRows = row, min(d.HeaderRows, row) })
	return ""
}

func (r *dataRows) setHeader(row, joined int) {
	text := ""
	if row > 0 {
		text = strconv.Itoa(row)
	}
	r.header.SetValue(text)
	r.joined.SetSelected(max(joined, 1) - 1)
	paint.Show(r.rows, row > 1) // there is a row above
	for _, o := range []fyne.Disableable{r.header, r.joined} {
		input.Enable(o, r.of.Session.Running() == nil)
	}
}

// showFile shows a file that could be read.
func (r *dataRows) showFile(f *opened.File) {
	r.setHeader(f.HeaderRow, f.HeaderRows)
	r.count.SetText(words.T("%s of %s rows", amounts.Commas(len(f.FirstRows)), amounts.Commas(f.Found.Rows)))
	r.card.SetTitle(words.T("The first rows, as they will be read"))
	if r.shown == f {
		return
	}
	r.shown = f
	columns := []tables.Column{{Align: fyne.TextAlignTrailing, Edge: true}}
	for i := range f.Header {
		c := tables.Column{Title: f.Place(i), Grow: true}
		if f.Numeric(i) {
			c.Align = fyne.TextAlignTrailing
		}
		columns = append(columns, c)
	}
	r.grid.SetColumns(columns...)
	above := len(f.Above)
	r.grid.SetRows(above+1+len(f.FirstRows), func(i int) tables.Row {
		switch {
		case i < above:
			row := gridRow(f.Above[i].Number, under(f.Above[i].Cells, f.At), func(c *tables.Cell) { c.Quiet, c.Italic = true, true })
			row.Loose = true
			return row
		case i == above:
			row := gridRow(f.HeaderRow, f.Header, func(c *tables.Cell) { c.Bold = true })
			row.Head = true
			return row
		}
		return gridRow(f.FirstNumbers[i-above-1], f.FirstRows[i-above-1], nil)
	})
}

// showAttempt shows the first rows of a file that could not be read.
func (r *dataRows) showAttempt(a *data.Attempt) {
	r.setHeader(a.Data.HeaderRow, a.Data.HeaderRows)
	r.count.Set()
	r.card.SetTitle(words.T("The first rows, as they are in the file"))
	if r.shown == a {
		return
	}
	r.shown = a
	width := 0
	for _, row := range a.Top {
		width = max(width, len(row.Cells))
	}
	columns := []tables.Column{{Align: fyne.TextAlignTrailing, Edge: true}}
	for i := range width {
		columns = append(columns, tables.Column{Title: a.ColumnName(i), Grow: true})
	}
	r.grid.SetColumns(columns...)
	r.grid.SetRows(len(a.Top), func(i int) tables.Row {
		row := gridRow(a.Top[i].Number, a.Top[i].Cells, nil)
		row.Head = a.Top[i].Number == a.Data.HeaderRow
		return row
	})
}

// gridRow returns a row with its number before it.
func gridRow(number int, texts []string, dress func(*tables.Cell)) tables.Row {
	row := tables.Row{Cells: []tables.Cell{{Text: amounts.Commas(number), Quiet: true}}}
	for _, t := range texts {
		c := tables.Cell{Text: t}
		if dress != nil {
			dress(&c)
		}
		row.Cells = append(row.Cells, c)
	}
	return row
}

// under returns the cells that stand in some columns.
func under(cells []string, columns []int) []string {
	out := make([]string, len(columns))
	for i, at := range columns {
		if at < len(cells) {
			out[i] = cells[at]
		}
	}
	return out
}
