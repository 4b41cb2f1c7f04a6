//go:build audit

package tables

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

func TestListing(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	l := NewListing(ListingColumn{Title: "Question", Grow: true}, ListingColumn{Title: "Within", Align: fyne.TextAlignTrailing})
	l.SetRows([]Text{{prose.Plain("A question with a title that is longer than the room")}, {prose.Bold("15"), prose.Plain(" people")}}, []Text{{prose.Plain("B")}, {}})
	widgettest.Exhibit(t, l, 200, 100)
	text := func(r, k int) string { return l.cells[r][k].String() }
	if len(l.cells) != 2 || text(0, 1) != "15 people" || text(1, 1) != "" {
		t.Errorf("%d rows, with %q and %q", len(l.cells), text(0, 1), text(1, 1))
	}
	l.SetColumns(ListingColumn{}, ListingColumn{}, ListingColumn{})
	l.SetRows([]Text{{prose.Plain("1")}, {prose.Plain("2")}, {prose.Plain("3")}})
	if _, rows := l.lay(200); len(rows) != 1 || len(l.cells[0]) != 3 || rows[0] != 0 {
		t.Errorf("after other columns there are rows at %v, of %d cells", rows, len(l.cells[0]))
	}
}

func TestWorkTableWraps(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	long := strings.Repeat("many words ", 30)
	table := NewWorkTable(make([]fyne.TextAlign, 2), []Text{{prose.Plain("a")}, {prose.Plain("b")}}, []Text{{prose.Plain("short")}, {prose.Plain(long)}})
	widgettest.Exhibit(t, layouts.Column(0, table), 400, 600)
	if width := table.Size().Width; width > 400 {
		t.Errorf("the table is %v wide", width)
	}
	last := table.cells[0][1]
	if bottom := last.Position().Y + last.MinSize().Height; bottom > table.Size().Height || last.Size().Height < 60 {
		t.Errorf("the long cell ends at %v in a table of %v", bottom, table.Size())
	}
	if widths := table.shared(400); widths[0] >= widths[1] {
		a, b := widths[0], widths[1]
		t.Errorf("the short column takes %v, the long one %v", a, b)
	}
}
