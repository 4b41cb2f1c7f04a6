//go:build audit

package figures

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/widgettest"
)

func TestFigureIsDrawnForItsSize(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var asked []FigureSpec
	f := NewFigure(fyne.NewSize(100, 50), nil, func(s FigureSpec) (image.Image, error) {
		asked = append(asked, s)
		return image.NewNRGBA(image.Rect(0, 0, s.Width, s.Height)), nil
	})
	shown := func() image.Point { return f.image.Image.Bounds().Size() }
	w := widgettest.Exhibit(t, f, 300, 200)
	if got := shown(); got != image.Pt(300, 200) || f.wanted != (FigureSpec{300, 200, 1, 1, false}) {
		t.Errorf("shows %v, wants %+v", got, f.wanted)
	}
	n := len(asked)
	f.Refresh()
	f.Refresh()
	if len(asked) != n {
		t.Errorf("drawn again without need")
	}
	widgettest.Dress(t, fynetheme.VariantDark)
	if len(asked) != n+1 || !asked[n].Dark {
		t.Errorf("after the theme changed: %+v, %d times", asked[n-1:], len(asked)-n)
	}
	w.Resize(fyne.NewSize(400, 200))
	if got := shown(); got.X != 400 {
		t.Errorf("after a resize it shows %v", got)
	}
	if f.MinSize() != fyne.NewSize(100, 50) {
		t.Errorf("least size %v", f.MinSize())
	}
}

// A picture that comes late, after another was asked for, is dropped.
func TestFigureDropsLatePictures(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var waiting []func()
	run := func(work, done func()) {
		waiting = append(waiting, func() {
			work()
			done()
		})
	}
	first, second := image.NewNRGBA(image.Rect(0, 0, 1, 1)), image.NewNRGBA(image.Rect(0, 0, 2, 2))
	f := NewFigure(fyne.NewSize(10, 10), run, func(FigureSpec) (image.Image, error) { return first, nil })
	f.Resize(fyne.NewSize(40, 40))
	f.SetDraw(func(FigureSpec) (image.Image, error) { return second, nil })
	f.Resize(fyne.NewSize(50, 50))
	if len(waiting) != 1 || f.image.Visible() {
		t.Fatalf("%d pictures are drawn at a time, want 1; shown %v", len(waiting), f.image.Visible())
	}
	waiting[0]()
	if len(waiting) != 2 || f.image.Image != nil {
		t.Fatalf("after the late picture %d were Drawn, and %v is shown", len(waiting), f.image.Image)
	}
	waiting[1]()
	if f.image.Image != image.Image(second) || !f.image.Visible() || len(waiting) != 2 {
		t.Errorf("the late picture is shown, or more are drawn: %d", len(waiting))
	}
}

// Sizes that a layout passes through again and again are drawn once.
func TestFigureKeepsPictures(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	drawn := 0
	f := NewFigure(fyne.NewSize(10, 10), nil, func(s FigureSpec) (image.Image, error) {
		drawn++
		return image.NewNRGBA(image.Rect(0, 0, s.Width, s.Height)), nil
	})
	for range 10 {
		f.Resize(fyne.NewSize(40, 40))
		f.Resize(fyne.NewSize(40, 90))
	}
	if drawn != 2 || f.image.Image.Bounds().Dy() != 90 {
		t.Errorf("two sizes were drawn %d times; %v is shown", drawn, f.image.Image.Bounds())
	}
	for h := range 50 {
		f.Resize(fyne.NewSize(40, float32(100+h)))
	}
	if len(f.kept) > mostFigures {
		t.Errorf("%d pictures are kept", len(f.kept))
	}
	f.SetDraw(nil)
	if len(f.kept) > 0 {
		t.Error("pictures of what is no longer shown are kept")
	}
}

func TestFigureSaysWhatWentWrong(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	f := NewFigure(fyne.NewSize(10, 10), nil, func(FigureSpec) (image.Image, error) {
		return nil, errors.New("the chart has no room")
	})
	widgettest.Exhibit(t, f, 300, 100).Canvas().Capture()
	if shown := widgettest.TextsIn(f); !strings.Contains(shown, "no room") {
		t.Errorf("shows %q", shown)
	}
	f.SetDraw(waves)
	if shown := widgettest.TextsIn(f); shown != "" || !f.image.Visible() {
		t.Errorf("after a good picture it shows %q", shown)
	}
}

func TestMeter(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	m := NewMeter(2, true, MeterPart{Label: "spent", Value: 0.5, ValueText: "0.5"}, MeterPart{Label: "this", Value: 1, ValueText: "1"})
	widgettest.Exhibit(t, m, 400, 100)
	const gap = 2
	if got := m.bars[0].Size().Width; got != 100-gap {
		t.Errorf("0.5 of 2 at 400 is %v wide, want %v", got, 100-gap)
	}
	if at, wide := m.bars[1].Position().X, m.bars[1].Size().Width; at != 100 || wide != 200-gap {
		t.Errorf("1 of 2 is at %v, %v wide; want 100 and %v", at, wide, 200-gap)
	}
	if shown := widgettest.TextsIn(m); shown != "spent | 0.5 | this | 1" {
		t.Errorf("legend %q", shown)
	}
	m.Set(1, MeterPart{Value: 0.6}, MeterPart{Value: 0.7}, MeterPart{Value: -1})
	m.Resize(fyne.NewSize(400, m.MinSize().Height))
	for i, bar := range m.bars {
		if end := bar.Position().X + bar.Size().Width; end > 400 || bar.Size().Width < 0 {
			t.Errorf("part %d of more than all ends at %v of 400", i, end)
		}
	}
	m.Set(0, MeterPart{Value: 1})
	if got := m.bars[0].Size().Width; got != 0 {
		t.Errorf("a part of nothing is %v wide", got)
	}
	if _, ok := m.Parts()[0].(*canvas.Rectangle); !ok {
		t.Errorf("the bar has no ground")
	}
}

// waves draws a curve, as a chart would be drawn for a figure.
func waves(spec FigureSpec) (image.Image, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, spec.Width, spec.Height))
	ground := color.NRGBA{0xF1, 0xF3, 0xF2, 0xFF}
	if spec.Dark {
		ground = color.NRGBA{0x26, 0x2C, 0x31, 0xFF}
	}
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	for x := range spec.Width {
		y := int(float64(spec.Height) * (0.5 - 0.4*math.Sin(float64(x)/20)))
		picture.Set(x, y, color.NRGBA{0, 0x72, 0xB2, 0xFF})
	}
	return picture, nil
}

func TestFigureHasAMenu(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	f := NewFigure(fyne.NewSize(100, 100), nil, nil)
	w := widgettest.Exhibit(t, f, 200, 200)
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

// tall is a scene that is half as tall as wide, in larger text twice.
type tall struct{}

func (tall) Summary() string                  { return "what it shows" }
func (tall) Tall(width, text float32) float32 { return width / 2 * text * text }

// A figure of a scene is as tall as that is at its width, and says it in words.
func TestFigureOfAScene(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	f := NewFigure(fyne.NewSize(100, 0), nil, nil)
	if f.Summary() != "" || f.MinSize().Height != 0 {
		t.Errorf("without a scene it says %q and takes %v", f.Summary(), f.MinSize())
	}
	f.SetScene(tall{}, waves)
	widgettest.Exhibit(t, f, 300, 200)
	if f.MinSize() != fyne.NewSize(100, 150) || f.AccessibilityLabel() != "what it shows" || !f.image.Visible() {
		t.Errorf("it takes %v and says %q", f.MinSize(), f.AccessibilityLabel())
	}
}
