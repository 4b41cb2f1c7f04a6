package widgets_test

import (
	"fmt"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/seeded"
	"steward/gui/theme"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/widgettest"
)

// TestNoTextIsCut looks at every text of the gallery, at its own width and at others: it has
// the room it needs and lies inside its widget.
func TestNoTextIsCut(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	const rounding = 1.5
	looked := 0
	for _, p := range pages() {
		for _, width := range []float32{p.width, p.width * 0.8, p.width * 1.5} {
			if p.name == "frame" && width < p.width {
				continue // the window has a least width of its own
			}
			content := layouts.Inset(24, 24, p.make())
			widgettest.Exhibit(t, content, max(width, content.MinSize().Width), p.height*2)
			for _, s := range widgettest.Sights(content) {
				text, ok := s.Object.(*canvas.Text)
				if !ok || s.Owner == nil || text.Text == "" {
					continue
				}
				looked++
				where := fmt.Sprintf("page %s at %v: %q in %T", p.name, width, text.Text, s.Owner)
				if least := text.MinSize(); text.Size().Width+rounding < least.Width {
					t.Errorf("%s: has %v of width, needs %v", where, text.Size().Width, least.Width)
				}
				if s.Scrolled {
					continue
				}
				low := s.At.Subtract(s.OwnerAt)
				high := low.AddXY(text.Size().Width, text.Size().Height)
				size := s.Owner.Size()
				if low.X < -rounding || low.Y < -rounding || high.X > size.Width+rounding || high.Y > size.Height+rounding {
					t.Errorf("%s: lies at %v to %v, outside of %v", where, low, high, size)
				}
			}
		}
	}
	if looked < 1000 {
		t.Errorf("looked at %d texts only", looked)
	}
}

// TestNothingOverlapsInAColumn looks at the gallery's columns: what stands below begins
// where what is above ends.
func TestNothingOverlapsInAColumn(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	for _, p := range pages() {
		content := layouts.Inset(24, 24, p.make())
		widgettest.Exhibit(t, content, max(p.width*0.7, content.MinSize().Width), p.height*2)
		for _, s := range widgettest.Sights(content) {
			column, ok := s.Object.(*fyne.Container)
			if !ok {
				continue
			}
			if _, ok := column.Layout.(layouts.ColumnLayout); !ok {
				continue
			}
			bottom := float32(0)
			for _, child := range column.Objects {
				if child.Visible() && child.Position().Y < bottom {
					t.Errorf("page %s: %T begins at %v, above %v", p.name, child, child.Position().Y, bottom)
				}
				bottom = child.Position().Y + child.Size().Height
				if least := child.MinSize().Height; child.Size().Height < least {
					t.Errorf("page %s: %T has %v of height, needs %v", p.name, child, child.Size().Height, least)
				}
			}
		}
	}
}

// paletteOf returns the colours of a variant, with the overlays.
func paletteOf(variant fyne.ThemeVariant) map[color.NRGBA]bool {
	roles := append([]fyne.ThemeColorName{
		theme.Background, theme.Surface, theme.Quiet, theme.Line, theme.Control, theme.Text, theme.QuietText,
		theme.Primary, theme.OnPrimary, theme.Selected, theme.Disabled, theme.Hover, theme.Focus,
		theme.Good, theme.GoodGround, theme.Caution, theme.CautionGround, theme.CautionLine, theme.CautionMark,
		theme.Danger, theme.DangerGround, theme.DangerLine, theme.Bar, theme.Other,
		fynetheme.ColorNameScrollBar, fynetheme.ColorNameScrollBarBackground,
	}, theme.Charts()...)
	set := map[color.NRGBA]bool{{}: true} // nothing at all
	for _, r := range roles {
		set[color.NRGBAModel.Convert(theme.New().Color(r, variant)).(color.NRGBA)] = true
	}
	return set
}

// TestAllFollowTheTheme switches the gallery from light to dark: every colour of our widgets
// is then the dark palette's.
func TestAllFollowTheTheme(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	shown := make(map[string]fyne.CanvasObject)
	for _, p := range pages() {
		shown[p.name] = layouts.Inset(24, 24, p.make())
		widgettest.Exhibit(t, shown[p.name], p.width, p.height)
	}
	widgettest.Dress(t, fynetheme.VariantDark)
	for name, content := range shown {
		for _, s := range widgettest.Sights(content) {
			isDark(t, name, s)
		}
	}
}

// isDark fails unless an object of ours is drawn in colours of the dark palette.
func isDark(t *testing.T, page string, s widgettest.Seen) {
	t.Helper()
	if s.Owner == nil {
		return
	}
	for _, c := range colorsOf(s.Object) {
		if c != nil && !darkPalette[color.NRGBAModel.Convert(c).(color.NRGBA)] {
			t.Errorf("page %s: %T in %T has colour %v, which is not of the dark palette", page, s.Object, s.Owner, c)
		}
	}
}

var darkPalette = paletteOf(fynetheme.VariantDark)

// colorsOf returns the colours that an object is drawn in.
func colorsOf(o fyne.CanvasObject) []color.Color {
	switch o := o.(type) {
	case *canvas.Text:
		return []color.Color{o.Color}
	case *canvas.Line:
		return []color.Color{o.StrokeColor}
	case *canvas.Circle:
		return []color.Color{o.FillColor, strokeOf(o.StrokeColor, o.StrokeWidth)}
	case *canvas.Rectangle:
		return []color.Color{o.FillColor, strokeOf(o.StrokeColor, o.StrokeWidth)}
	case *canvas.BezierCurve:
		return []color.Color{o.StrokeColor}
	}
	return nil
}

func strokeOf(c color.Color, width float32) color.Color {
	if width == 0 {
		return nil
	}
	return c
}

// TestSizesAreSane shows each page in very little and in very much room: nothing fails, and
// the least size is neither nothing nor absurd.
func TestSizesAreSane(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantDark)
	for _, p := range pages() {
		for _, size := range []fyne.Size{{Width: 1, Height: 1}, {Width: 90, Height: 40}, {Width: 1800, Height: 1100}} {
			content := layouts.Inset(24, 24, p.make())
			w := widgettest.Exhibit(t, content, size.Width, size.Height)
			if seeded.Audit || size.Width < 1000 { // TestGallery paints them larger
				w.Canvas().Capture()
			}
			least := content.MinSize()
			if least.Width < 100 || least.Height < 60 || least.Width > 1200 || least.Height > 6000 {
				t.Errorf("page %s at %v: least size %v", p.name, size, least)
			}
		}
	}
}

// The widgets for choosing keep the rules of the gallery: no text is cut or lies outside, and
// all follow light and dark.
func TestChoosingWidgetsAreWhole(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	shown := make(map[string]fyne.CanvasObject)
	for _, p := range choosingPages() {
		for _, wide := range []float32{1, 0.75, 1.6} {
			content := layouts.Inset(24, 24, p.make())
			widgettest.Exhibit(t, content, max(p.width*wide, content.MinSize().Width), p.height*2)
			shown[fmt.Sprint(p.name, " at ", wide)] = content
		}
	}
	widgettest.Dress(t, fynetheme.VariantDark)
	for name, content := range shown {
		for _, s := range widgettest.Sights(content) {
			isDark(t, name, s)
			text, ok := s.Object.(*canvas.Text)
			if !ok || s.Owner == nil || text.Text == "" || s.Scrolled {
				continue
			}
			if least := text.MinSize(); text.Size().Width+1.5 < least.Width {
				t.Errorf("page %s: %q in %T has %v of width, needs %v", name, text.Text, s.Owner, text.Size().Width, least.Width)
			}
			low := s.At.Subtract(s.OwnerAt)
			if size := s.Owner.Size(); low.X < -1.5 || low.Y < -1.5 || low.X+text.Size().Width > size.Width+1.5 || low.Y+text.Size().Height > size.Height+1.5 {
				t.Errorf("page %s: %q in %T lies at %v, outside of %v", name, text.Text, s.Owner, low, size)
			}
		}
	}
}
