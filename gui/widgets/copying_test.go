package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/words"
)

// copied returns what is on the clipboard, as rows of cells.
func copied() [][]string {
	var rows [][]string
	for line := range strings.SplitSeq(strings.TrimSuffix(fyne.CurrentApp().Clipboard().Content(), "\r\n"), "\r\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

func TestTableIsCopiedForASpreadsheet(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	table := NewTable()
	table.SetTexts([]TableColumn{{Title: "group"}, {Title: "people", Align: fyne.TextAlignTrailing}, {Title: "interval"}}, [][]string{
		{"30 to 34", "4,812", "182 to 242"},
		{"=1+1", "−12.5", "a\tb"},
		{"@home", "exact", `say "x"`},
	})
	exhibit(t, table, 600, 300)
	table.TypedShortcut(&fyne.ShortcutCopy{})
	want := "group\tpeople\tinterval\r\n30 to 34\t4812\t182 to 242\r\n'=1+1\t-12.5\t\"a\tb\"\r\n'@home\texact\t\"say \"\"x\"\"\"\r\n"
	if got := fyne.CurrentApp().Clipboard().Content(); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

// Figures of another language are copied as a spreadsheet in that language takes them.
func TestTableIsCopiedInGerman(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = words.Use(words.English) })
	table := NewTable()
	table.SetTexts([]TableColumn{{Title: "Gruppe"}, {Title: "Personen", Align: fyne.TextAlignTrailing}, {Title: "Wert", Align: fyne.TextAlignTrailing}}, [][]string{
		{"30 bis 34", "4.812", "1.234,5"},
		{"-12,5", "−0,25", "12 %"},
		{"+Hafen", "1.000.000", "0,125"},
	})
	exhibit(t, table, 600, 300)
	table.TypedShortcut(&fyne.ShortcutCopy{})
	want := "Gruppe\tPersonen\tWert\r\n30 bis 34\t4812\t1234,5\r\n-12,5\t-0,25\t12 %\r\n'+Hafen\t1000000\t0,125\r\n"
	if got := fyne.CurrentApp().Clipboard().Content(); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

func TestMethodsAreCopied(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	m := NewMethodTable(nil)
	m.Set(Methods{Rows: []MethodRow{
		{Name: "Noise on each cell", Typical: 18, Half: 50, TypicalText: "18", HalfText: "50", Selected: true},
		{Name: "Unfit", Disabled: true},
		{Name: "Sums", Typical: 1800, Half: 5000, TypicalText: "1,800", HalfText: "5,000"},
	}})
	w := exhibit(t, m, 600, 300)
	m.TypedShortcut(&fyne.ShortcutCopy{})
	if got := copied(); len(got) != 3 || got[1][1] != "18" || got[2][2] != "5000" {
		t.Errorf("copied %v", got)
	}
	test.TapSecondary(m.rows)
	if w.Canvas().Overlays().Top() == nil {
		t.Error("a right click opens no menu")
	}
	press(w.Canvas().Focused(), fyne.KeyEscape)
	w.Canvas().Focus(m)
	press(m, fyne.KeyF10)
	if w.Canvas().Overlays().Top() == nil {
		t.Error("the keyboard opens no menu")
	}
}

func TestTableHasAMenu(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	table := NewTable()
	table.SetTexts([]TableColumn{{Title: "a"}}, [][]string{{"1"}, {"2"}, {"3"}})
	w := exhibit(t, table, 300, 300)
	table.rows.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(5, rowTall+5), AbsolutePosition: fyne.NewPos(40, 80)})
	if w.Canvas().Overlays().Top() == nil {
		t.Fatal("a right click opens no menu")
	}
	press(w.Canvas().Focused(), fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if got := copied(); len(got) != 2 || got[1][0] != "2" {
		t.Errorf("copied %v, want the row under the pointer", got)
	}
	w.Canvas().Focus(table)
	press(table, fyne.KeyF10)
	if w.Canvas().Overlays().Top() == nil {
		t.Error("the keyboard opens no menu")
	}
}

func TestGridIsCopied(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	grid := NewGrid(30, TableColumn{}, TableColumn{Title: "column"}, TableColumn{Title: "values", Align: fyne.TextAlignTrailing})
	grid.SetRows(2, func(i int) TableRow {
		return TableRow{Cells: []TableCell{{Tick: []Tick{Ticked, Unticked}[i]}, {Text: "age"}, {Text: "1,000"}}}
	})
	exhibit(t, grid, 400, 200)
	grid.TypedShortcut(&fyne.ShortcutCopy{})
	got := copied()
	if len(got) != 3 || got[1][0] != "✓" || got[2][0] != "" || got[1][2] != "1000" {
		t.Errorf("copied %v", got)
	}
}

func TestCopyingIsBounded(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	table := NewTable(TableColumn{Title: "a"})
	table.SetSource(3*mostCopied, func(int) []string { return []string{"1"} })
	table.TypedShortcut(&fyne.ShortcutCopy{})
	if got := len(copied()); got != mostCopied+1 {
		t.Errorf("%d lines were copied", got)
	}
}

func TestContentsByTheKeyboard(t *testing.T) {
	dress(t, fynetheme.VariantDark)
	var turned []int
	c := NewContents(func(i int) { turned = append(turned, i) })
	c.Set([]ContentsEntry{{"ONE", true}, {"a", false}, {"b", false}, {"TWO", true}, {"c", false}}, 1)
	w := exhibit(t, c, 200, 300)
	w.Canvas().Focus(c.Focus())
	press(c.Focus(), fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	if want := []int{2, 4, 2}; len(turned) != 3 || turned[0] != want[0] || turned[1] != want[1] || turned[2] != want[2] {
		t.Errorf("turned to %v, want %v", turned, want)
	}
	c.rows.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, rowTall/2)}) // a heading
	c.rows.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 1.5*rowTall)})
	if len(turned) != 4 || turned[3] != 1 {
		t.Errorf("turned to %v by the pointer", turned)
	}
}

func TestWorkTableWraps(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	long := strings.Repeat("many words ", 30)
	table := NewWorkTable(make([]fyne.TextAlign, 2), []Cell{{Plain("a")}, {Plain("b")}}, []Cell{{Plain("short")}, {Plain(long)}})
	exhibit(t, Column(0, table), 400, 600)
	if width := table.Size().Width; width > 400 {
		t.Errorf("the table is %v wide", width)
	}
	last := table.cells[1][1]
	if bottom := last.Position().Y + last.MinSize().Height; bottom > table.Size().Height || last.Size().Height < 60 {
		t.Errorf("the long cell ends at %v in a table of %v", bottom, table.Size())
	}
	if a, b := table.widths[0], table.widths[1]; a >= b {
		t.Errorf("the short column takes %v, the long one %v", a, b)
	}
}

func TestFigureHasAMenu(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	f := NewFigure(fyne.NewSize(100, 100), nil, nil)
	w := exhibit(t, f, 200, 200)
	test.TapSecondary(f)
	if w.Canvas().Overlays().Top() != nil {
		t.Error("a picture with which nothing can be done opens a menu")
	}
	f.OnMenu = func() []*fyne.MenuItem { return []*fyne.MenuItem{fyne.NewMenuItem("Save", func() {})} }
	test.TapSecondary(f)
	if w.Canvas().Overlays().Top() == nil {
		t.Error("no menu opened")
	}
}
