//go:build audit

package tables

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/lists"
	"steward/gui/widgets/widgettest"
)

// bigTable returns a table of n rows whose first cell is the row's number.
func bigTable(n int) *Table {
	t := NewTable(Column{Title: "row", Align: fyne.TextAlignTrailing}, Column{Title: "text", Grow: true})
	t.SetSource(n, func(i int) []string { return []string{fmt.Sprint(i), fmt.Sprintf("row %d", i)} })
	return t
}

func TestTableShowsRowsAndTakesShortOnes(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := NewTable()
	table.SetTexts(sampleColumns(), [][]string{{"2", "R-1", "47", "Harbour", "no", "30k", "3"}, {"3", "R-2"}, nil})
	widgettest.Exhibit(t, table, 700, 200)
	shown := widgettest.TextsIn(table)
	for _, want := range []string{"respondent", "Harbour", "R-2"} {
		if !strings.Contains(shown, want) {
			t.Errorf("shows %q, want %q in it", shown, want)
		}
	}
	if got, want := table.MinSize().Height, float32(tableHead+3*lists.RowTall); got != want {
		t.Errorf("least height of 3 rows = %v, want %v", got, want)
	}
	table.SetSource(0, nil)
	if got, want := table.MinSize().Height, float32(tableHead+lists.RowTall); got != want {
		t.Errorf("least height without rows = %v, want %v", got, want)
	}
}

func TestTableAlignsNumbersRight(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := NewTable()
	table.SetTexts([]Column{{Title: "n", Width: 100, Align: fyne.TextAlignTrailing}}, [][]string{{"7"}, {"1,097"}})
	widgettest.Exhibit(t, table, 300, 200)
	for _, s := range widgettest.Sights(table) {
		if text, ok := s.Object.(*canvas.Text); ok {
			if end := text.Position().X + text.Size().Width; text.Alignment != fyne.TextAlignTrailing || end != 100-tablePad {
				t.Errorf("%q is aligned %d and ends at %v, want at the right, %v", text.Text, text.Alignment, end, 100-tablePad)
			}
		}
	}
}

// A table of a million rows draws a handful, and none before it has a size.
func TestTableDrawsOnlyWhatIsInSight(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := bigTable(1_000_000)
	if got := len(widgettest.Sights(table)); got > 40 {
		t.Errorf("before it has a size it has %d objects", got)
	}
	widgettest.Exhibit(t, table, 500, 400)
	if from, to := table.Sight(); to-from < 8 || to-from > 14 {
		t.Errorf("rows %d to %d drawn at a height of 400", from, to)
	}
	if got := table.Count; got != PageRows {
		t.Errorf("%d rows on a page, want %d", got, PageRows)
	}
	wide := make([]Column, 16384)
	cells := make([]string, len(wide))
	for i := range wide {
		wide[i].Title, cells[i] = fmt.Sprint("column ", i), fmt.Sprint(i)
	}
	table.SetTexts(wide, [][]string{cells, cells})
	if from, to := table.columnsInSight(); to-from < 4 || to-from > 20 {
		t.Errorf("cells %d to %d drawn of a row of %d", from, to, len(wide))
	}
	table.ScrollTo(fyne.NewPos(1e9, 0))
	if shown := widgettest.TextsIn(table); !strings.Contains(shown, "16383") || strings.Contains(shown, "column 0 ") {
		t.Errorf("at the far right it shows %q", shown)
	}
}

func TestTableTurnsPages(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := bigTable(25_000)
	widgettest.Exhibit(t, table, 500, 400)
	if shown := widgettest.TextsIn(table); !strings.Contains(shown, "Rows 1 to 10,000 of 25,000") || !table.pager.previous.Disabled() {
		t.Errorf("first page shows %q", shown)
	}
	test.Tap(table.pager.next)
	test.Tap(table.pager.next)
	shown := widgettest.TextsIn(table)
	if !strings.Contains(shown, "Rows 20,001 to 25,000 of 25,000") || !strings.Contains(shown, "row 20000") || !table.pager.next.Disabled() {
		t.Errorf("last page shows %q", shown)
	}
	test.Tap(table.pager.next) // disabled
	if table.page != 2 {
		t.Errorf("page %d, want 2", table.page)
	}
	table.SetSelected(12_345)
	if shown := widgettest.TextsIn(table); !strings.Contains(shown, "row 12345") || table.page != 1 {
		t.Errorf("after SetSelected page %d shows %q", table.page, shown)
	}
	table.SetSelected(25_000)
	if table.Selected() != -1 {
		t.Errorf("a row that is not there is selected: %d", table.Selected())
	}
}

func TestTableSelection(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := bigTable(50)
	w := widgettest.Exhibit(t, table, 500, tableHead+5*lists.RowTall)
	test.TapCanvas(w.Canvas(), fyne.NewPos(100, tableHead+2*lists.RowTall+5))
	if table.Selected() != -1 {
		t.Errorf("a table that is only read selected row %d", table.Selected())
	}
	var told []int
	table.OnSelected = func(row int) { told = append(told, row) }
	test.TapCanvas(w.Canvas(), fyne.NewPos(100, tableHead+2*lists.RowTall+5))
	if w.Canvas().Focused() != fyne.Focusable(table) {
		t.Errorf("a tap does not give the table the keyboard")
	}
	widgettest.Press(table, fyne.KeyDown, fyne.KeyUp, fyne.KeyPageDown, fyne.KeyEnd, fyne.KeyDown, fyne.KeyHome, fyne.KeyUp, fyne.KeyA)
	if want := []int{2, 3, 2, 6, 49, 0}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	widgettest.Press(table, fyne.KeyEnd)
	if shown := widgettest.TextsIn(table); !strings.Contains(shown, "row 49") {
		t.Errorf("the selected row is not in sight: %q", shown)
	}
	table.SetSource(1, func(int) []string { return []string{"1", "a"} })
	if table.Selected() != -1 {
		t.Errorf("row %d of 1 is selected", table.Selected())
	}
}

func TestTableOnlyReadScrollsByKeys(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := bigTable(50)
	widgettest.Exhibit(t, table, 500, tableHead+5*lists.RowTall)
	widgettest.Press(table, fyne.KeyPageDown, fyne.KeyDown)
	if shown := widgettest.TextsIn(table); !strings.Contains(shown, "row 5") || strings.Contains(shown, "row 4 ") {
		t.Errorf("after page down and down it shows %q", shown)
	}
	widgettest.Press(table, fyne.KeyEnd)
	if shown := widgettest.TextsIn(table); !strings.Contains(shown, "row 49") {
		t.Errorf("at the end it shows %q", shown)
	}
	widgettest.Press(table, fyne.KeyHome, fyne.KeyUp, fyne.KeyLeft, fyne.KeyRight)
	if shown := widgettest.TextsIn(table); !strings.Contains(shown, "row 0") {
		t.Errorf("at the start it shows %q", shown)
	}
}

// Where everything fits there is no scroll to catch the wheel of the page around it.
func TestTableThatFitsDoesNotCatchTheWheel(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := bigTable(3)
	widgettest.Exhibit(t, table, 500, 400)
	if slices.Contains(table.Parts(), fyne.CanvasObject(table.Scroll)) {
		t.Errorf("a table that fits has its scroll in the tree")
	}
	table.SetRows(100, table.row)
	if !slices.Contains(table.Parts(), fyne.CanvasObject(table.Scroll)) {
		t.Errorf("a table that does not fit has no scroll")
	}
}

func TestTableWidths(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := NewTable()
	table.SetTexts([]Column{
		{Title: "a", Width: 50},
		{Title: "b", Grow: true},
		{Title: "c"},
		{Title: "d"},
	}, [][]string{{"x", "x", strings.Repeat("long ", 100), "x"}})
	widgettest.Exhibit(t, table, 900, 200)
	width := func(i int) float32 { return table.starts[i+1] - table.starts[i] }
	if width(0) != 50 || width(2) != mostColumn || width(3) != LeastColumn {
		t.Errorf("widths %v, want 50, …, %d and %d", table.starts, mostColumn, LeastColumn)
	}
	if end := table.starts[4]; end < 899 || end > 901 {
		t.Errorf("columns end at %v, want 900: the growing one takes what is left", end)
	}
}

func sampleColumns() []Column {
	return []Column{
		{Title: "", Width: 48, Quiet: true, Align: fyne.TextAlignTrailing},
		{Title: "respondent", Quiet: true},
		{Title: "age", Align: fyne.TextAlignTrailing},
		{Title: "district", Bold: true},
		{Title: "smoker"},
		{Title: "income"},
		{Title: "visits", Align: fyne.TextAlignTrailing},
	}
}
