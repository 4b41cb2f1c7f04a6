//go:build audit

package tables

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/notices"
	"steward/gui/widgets/widgettest"
)

// sampleGrid returns a grid of n rows with a box, a name and a badge.
func sampleGrid(n int) *Table {
	g := NewGrid(30, Column{Title: "Publish", Width: 70}, Column{Title: "Column", Grow: true}, Column{Title: "From", Width: 90})
	g.SetRows(n, func(i int) Row {
		return Row{Cells: []Cell{{Tick: Unticked}, {Text: fmt.Sprintf("row %d", i), Bold: true}, {Text: "typed", Badged: true}}}
	})
	return g
}

func TestGridKeys(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var log []string
	g := sampleGrid(100)
	g.OnSelected = func(row int) { log = append(log, fmt.Sprint("select ", row)) }
	g.OnTicked = func(row int, on bool) { log = append(log, fmt.Sprint("tick ", row, on)) }
	g.OnEntered = func(row int) { log = append(log, fmt.Sprint("enter ", row)) }
	g.OnMoved = func(row, by int) { log = append(log, fmt.Sprint("move ", row, by)) }
	g.OnRemoved = func(row int) { log = append(log, fmt.Sprint("remove ", row)) }
	w := widgettest.Exhibit(t, g, 400, 32+300)
	w.Canvas().Focus(g)
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyDown, fyne.KeySpace, fyne.KeyPageDown, fyne.KeyUp, fyne.KeyReturn, fyne.KeyDelete, fyne.KeyEnd, fyne.KeyDown, fyne.KeyHome} {
		g.TypedKey(&fyne.KeyEvent{Name: k})
	}
	g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt})
	want := []string{"select 0", "tick 0 true", "select 9", "select 8", "enter 8", "remove 8", "select 99", "select 0", "move 0 1"}
	if !slices.Equal(log, want) {
		t.Errorf("the keys did %q, want %q", log, want)
	}
}

func TestGridTaps(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var log []string
	g := sampleGrid(5)
	g.OnSelected = func(row int) { log = append(log, fmt.Sprint("select ", row)) }
	g.OnTicked = func(row int, on bool) { log = append(log, fmt.Sprint("tick ", row, on)) }
	w := widgettest.Exhibit(t, g, 400, 240)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(g)
	for _, p := range []fyne.Position{{X: 30, Y: 32 + 75}, {X: 200, Y: 32 + 105}, {X: 200, Y: 32 + 170}} { // row 2, row 3, below
		test.TapCanvas(w.Canvas(), at.Add(p))
	}
	if want := []string{"select 2", "tick 2 true", "select 3"}; !slices.Equal(log, want) {
		t.Errorf("the taps did %q, want %q", log, want)
	}
	if w.Canvas().Focused() != fyne.Focusable(g) {
		t.Error("a tap did not give the grid the keyboard")
	}
}

func TestGridTicksOnlyWhatCanBe(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	g := NewGrid(30, Column{Width: 60})
	g.SetRows(2, func(i int) Row { return Row{Cells: []Cell{{Tick: []Tick{TickOff, NoTick}[i]}}} })
	g.OnSelected = func(int) {}
	g.OnTicked = func(row int, on bool) { t.Errorf("row %d was ticked", row) }
	widgettest.Exhibit(t, g, 200, 100)
	for range 2 {
		g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		g.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	}
}

// Only what is in sight is Drawn, and what is in sight stays there when rows change.
func TestGridDrawsWhatIsInSight(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	g := sampleGrid(5000)
	g.OnSelected = func(int) {}
	widgettest.Exhibit(t, g, 400, 32+300)
	if n := len(widgettest.Sights(g)); n > 120 {
		t.Errorf("%d objects for ten rows", n)
	}
	g.SetSelected(4000)
	if words := widgettest.WordsOf(g); !slices.Contains(words, "row 4000") || slices.Contains(words, "row 3") {
		t.Errorf("with row 4000 chosen in sight are %q", words)
	}
	g.SetRows(4500, func(i int) Row { return Row{Cells: []Cell{{}, {Text: fmt.Sprint("other ", i)}}} })
	if words := widgettest.WordsOf(g); !slices.Contains(words, "other 4000") || g.Selected() != 4000 {
		t.Errorf("after other rows in sight are %q", words)
	}
	g.SetRows(2, func(i int) Row { return Row{Cells: []Cell{{}, {Text: fmt.Sprint("few ", i)}}} })
	if words := widgettest.WordsOf(g); !slices.Contains(words, "few 0") || g.Selected() != -1 {
		t.Errorf("after fewer rows in sight are %q, chosen %d", words, g.Selected())
	}
	if g.SetRows(PageRows+1, func(int) Row { return Row{} }); g.Len() != PageRows+1 || g.Count != PageRows {
		t.Errorf("%d rows, %d of them on the page", g.Len(), g.Count)
	}
}

func TestGridScrollsSideways(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var columns []Column
	var cells []Cell
	for i := range 200 {
		columns = append(columns, Column{Title: fmt.Sprint("C", i), Width: 80, Grow: true})
		cells = append(cells, Cell{Text: fmt.Sprint("cell ", i)})
	}
	g := NewGrid(30, columns...)
	g.SetRows(3, func(int) Row { return Row{Cells: cells} })
	widgettest.Exhibit(t, g, 400, 150)
	if words := widgettest.WordsOf(g); !slices.Contains(words, "cell 4") || slices.Contains(words, "cell 6") {
		t.Errorf("in sight are %q", words)
	}
	for range 10 {
		g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	}
	words := widgettest.WordsOf(g)
	if slices.Contains(words, "cell 4") || !slices.Contains(words, "cell 18") || !slices.Contains(words, "C18") {
		t.Errorf("after going right in sight are %q", words)
	}
}

// Long words end in dots and stay in their column.
func TestGridShortensWords(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	g := NewGrid(30, Column{Title: "A rather long title", Width: 70, Grow: true}, Column{Width: 70, Grow: true})
	g.SetRows(1, func(int) Row {
		return Row{Cells: []Cell{{Text: "a rather long text"}, {Text: "a rather long badge", Badged: true, Badge: notices.BadgeCaution}}}
	})
	widgettest.Exhibit(t, g, 140, 100)
	for _, s := range widgettest.Sights(g) {
		if text, ok := s.Object.(*canvas.Text); ok {
			if text.MinSize().Width > 70 || text.Text[len(text.Text)-len("…"):] != "…" {
				t.Errorf("%q is %v wide", text.Text, text.MinSize().Width)
			}
		}
	}
}

// A title over a table reaches over the blank cells beside it, and widens no column.
func TestGridLooseRow(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	title := "The members of a club, as of January"
	g := NewGrid(30, Column{Align: fyne.TextAlignTrailing}, Column{}, Column{Grow: true})
	rows := []Row{{Loose: true, Cells: []Cell{{Text: title}, {}, {}}}, {Cells: []Cell{{Text: "1"}, {Text: "2"}, {Text: "3"}}}}
	g.SetRows(len(rows), func(i int) Row { return rows[i] })
	widgettest.Exhibit(t, g, 400, 100)
	if g.starts[1] > 60 {
		t.Errorf("the first column is %v wide", g.starts[1])
	}
	if words := widgettest.WordsOf(g); !slices.Contains(words, title) {
		t.Errorf("in sight are %q", words)
	}
	rows[0].Cells[1].Text = "x"
	g.Refresh()
	if words := widgettest.WordsOf(g); slices.Contains(words, title) {
		t.Errorf("the title is written over the cell beside it: %q", words)
	}
}
