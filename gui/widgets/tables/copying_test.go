//go:build audit

package tables

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/lists"
	"steward/gui/widgets/widgettest"
	"steward/gui/words"
)

func TestTableIsCopiedForASpreadsheet(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := NewTable()
	table.SetTexts([]Column{{Title: "group"}, {Title: "people", Align: fyne.TextAlignTrailing}, {Title: "interval"}}, [][]string{
		{"30 to 34", "4,812", "182 to 242"},
		{"=1+1", "−12.5", "a\tb"},
		{"@home", "exact", `say "x"`},
	})
	widgettest.Exhibit(t, table, 600, 300)
	table.TypedShortcut(&fyne.ShortcutCopy{})
	want := "group\tpeople\tinterval\r\n30 to 34\t4812\t182 to 242\r\n'=1+1\t-12.5\t\"a\tb\"\r\n'@home\texact\t\"say \"\"x\"\"\"\r\n"
	if got := fyne.CurrentApp().Clipboard().Content(); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

// Figures of another language are copied as a spreadsheet in that language takes them.
func TestTableIsCopiedInGerman(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = words.Use(words.English) })
	table := NewTable()
	table.SetTexts([]Column{{Title: "Gruppe"}, {Title: "Personen", Align: fyne.TextAlignTrailing}, {Title: "Wert", Align: fyne.TextAlignTrailing}}, [][]string{
		{"30 bis 34", "4.812", "1.234,5"},
		{"-12,5", "−0,25", "12 %"},
		{"+Hafen", "1.000.000", "0,125"},
	})
	widgettest.Exhibit(t, table, 600, 300)
	table.TypedShortcut(&fyne.ShortcutCopy{})
	want := "Gruppe\tPersonen\tWert\r\n30 bis 34\t4812\t1234,5\r\n-12,5\t-0,25\t12 %\r\n'+Hafen\t1000000\t0,125\r\n"
	if got := fyne.CurrentApp().Clipboard().Content(); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

func TestTableHasAMenu(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := NewTable()
	table.SetTexts([]Column{{Title: "a"}}, [][]string{{"1"}, {"2"}, {"3"}})
	w := widgettest.Exhibit(t, table, 300, 300)
	table.Rows.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(5, lists.RowTall+5), AbsolutePosition: fyne.NewPos(40, 80)})
	if w.Canvas().Overlays().Top() == nil {
		t.Fatal("a right click opens no menu")
	}
	widgettest.Press(w.Canvas().Focused(), fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if got := widgettest.Copied(); len(got) != 2 || got[1][0] != "2" {
		t.Errorf("copied %v, want the row under the pointer", got)
	}
	w.Canvas().Focus(table)
	widgettest.Press(table, fyne.KeyF10)
	if w.Canvas().Overlays().Top() == nil {
		t.Error("the keyboard opens no menu")
	}
}

func TestGridIsCopied(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	grid := NewGrid(30, Column{}, Column{Title: "column"}, Column{Title: "values", Align: fyne.TextAlignTrailing})
	grid.SetRows(2, func(i int) Row {
		return Row{Cells: []Cell{{Tick: []Tick{Ticked, Unticked}[i]}, {Text: "age"}, {Text: "1,000"}}}
	})
	widgettest.Exhibit(t, grid, 400, 200)
	grid.TypedShortcut(&fyne.ShortcutCopy{})
	got := widgettest.Copied()
	if len(got) != 3 || got[1][0] != "✓" || got[2][0] != "" || got[1][2] != "1000" {
		t.Errorf("copied %v", got)
	}
}

func TestCopyingIsBounded(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := NewTable(Column{Title: "a"})
	table.SetSource(3*mostCopied, func(int) []string { return []string{"1"} })
	table.TypedShortcut(&fyne.ShortcutCopy{})
	if got := len(widgettest.Copied()); got != mostCopied+1 {
		t.Errorf("%d lines were copied", got)
	}
}
