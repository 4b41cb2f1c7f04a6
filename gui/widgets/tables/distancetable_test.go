//go:build audit

package tables

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/widgettest"
)

// distances is a table of n values on a line, of which the ends are not joined.
func distances(n int) Distances {
	d := Distances{}
	for u := range n {
		d.Labels = append(d.Labels, fmt.Sprint("value ", u))
		entered, far, differs := make([]string, n), make([]float64, n), make([]bool, n)
		for v := range n {
			if u != v && u+v != n-1 {
				apart := max(u-v, v-u)
				entered[v], far[v] = fmt.Sprint(apart), float64(apart)
				differs[v] = apart > 3
			}
		}
		d.Entered, d.Far, d.Differs = append(d.Entered, entered), append(d.Far, far), append(d.Differs, differs)
	}
	return d
}

// Every pair of a small table has one square, and the keys lead to each of them.
func TestDistanceTableIsReachedByKeys(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	table := NewDistanceTable()
	table.Set(distances(6))
	widgettest.Exhibit(t, table, 480, 300)
	if len(table.cells) != 15 {
		t.Fatalf("%d squares for 15 pairs", len(table.cells))
	}
	var told [2]int
	table.OnSelected = func(u, v int) { told = [2]int{u, v} }
	seen := map[[2]int]bool{{1, 0}: true}
	for range 4 {
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		u, _ := table.Selected()
		for v := range u {
			if got := told; v > 0 {
				table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
				if got == told {
					t.Fatalf("right of %v leads nowhere", got)
				}
			}
			u, v := table.Selected()
			seen[[2]int{u, v}] = true
		}
	}
	if len(seen) != 15 {
		t.Errorf("the keys lead to %d of 15 pairs", len(seen))
	}
	var typed rune
	cleared := false
	table.OnTyped, table.OnCleared = func(r rune) { typed = r }, func() { cleared = true }
	table.TypedRune('7')
	if typed != '7' {
		t.Error("a figure is not told")
	}
	if table.TypedRune('x'); typed != '7' {
		t.Error("a letter is told")
	}
	if table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete}); !cleared {
		t.Error("delete is not told")
	}
	for i, at := range table.places {
		table.Tapped(&fyne.PointEvent{Position: at.AddXY(3, 3)})
		if u, v := table.Selected(); table.cells[i] != [2]int{u, v} {
			t.Errorf("a tap on %v chose %d and %d", table.cells[i], u, v)
		}
	}
}

// Of many values the chosen pair is always in sight, and nothing lies beyond the edges.
func TestDistanceTableShowsTheChosenPair(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantDark)
	table := NewDistanceTable()
	table.Set(distances(90))
	for _, width := range []float32{260, 420, 900} {
		widgettest.Exhibit(t, table, width, 600)
		for _, pair := range [][2]int{{1, 0}, {89, 88}, {89, 0}, {50, 40}, {60, 20}} {
			table.Select(pair[0], pair[1])
			found := false
			for i, c := range table.cells {
				found = found || c == pair
				if at := table.places[i]; at.X < 0 || at.X+table.side > width+1 || at.Y+tableRowTall > table.MinSize().Height+1 {
					t.Fatalf("at %v the square of %v lies at %v", width, c, at)
				}
			}
			if !found {
				t.Errorf("at %v the pair %v is not drawn", width, pair)
			}
		}
	}
	if got, want := table.Summary(), "table of 90 values, 3960 distances, 3698 kept nearer"; got != want {
		t.Errorf("summary %q, want %q", got, want)
	}
}

// Figures can be read on every shade, light and dark.
func TestFiguresAreReadOnEveryShade(t *testing.T) {
	for name, variant := range widgettest.Variants() {
		widgettest.Dress(t, variant)
		g := NewDistanceTable()
		for _, far := range []float64{0, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 50} {
			ground := mixed(paint.Ink(g, theme.Surface), paint.Ink(g, theme.Chart1), shadeOf(far))
			if got := contrast(ground, paint.Ink(g, theme.Text)); got < 4.5 {
				t.Errorf("%s: at %v steps the contrast is %.2f to 1", name, far, got)
			}
		}
	}
}

// contrast returns how well two colours can be told apart, from 1 to 21 (WCAG 2.1, contrast ratio).
func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}
