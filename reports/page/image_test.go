package page

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"steward/reports/page/pagetest"
)

var black = color.RGBA{A: 255}

// painted paints marks on a page of 200 by 200 points, in pixels of a quarter of a point.
func painted(t *testing.T, marks ...mark) *image.RGBA {
	t.Helper()
	p := Pages{Width: 200, Height: 200, Pages: []Page{{marks: marks}}}
	img, err := p.Image(context.Background(), 0, 800)
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.RGBA)
}

// blackened returns how much of an image is black, in square points, and the box around it, in
// points.
func blackened(img *image.RGBA) (area, left, right, top, bottom float64) {
	left, top = math.Inf(1), math.Inf(1)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			dark := 1 - float64(img.RGBAAt(x, y).G)/255
			if area += dark / 16; dark < 0.5 {
				continue
			}
			left, right = min(left, float64(x)/4), max(right, float64(x+1)/4)
			top, bottom = min(top, float64(y)/4), max(bottom, float64(y+1)/4)
		}
	}
	return area, left, right, top, bottom
}

// TestTextIsPaintedInItsPlace paints capitals and looks where their ink is.
func TestTextIsPaintedInItsPlace(t *testing.T) {
	for _, x := range []Text{
		{X: 20, Y: 100, Size: 12, Text: "HIH"}, {X: 20.3, Y: 100.9, Size: 9.5, Text: "HHHHHHHH", Bold: true},
		{X: 7.77, Y: 60.1, Size: 30, Text: "HH HH"},
	} {
		x.Color = black
		_, left, right, top, bottom := blackened(painted(t, x))
		const cap, bearing = 0.688, 0.11 // of the size: the height of a capital H, the most beside it
		switch {
		case left < x.X || left > x.X+bearing*x.Size, right > x.X+x.Width() || right < x.X+x.Width()-bearing*x.Size:
			t.Errorf("%+v stands from %.2f to %.2f, want %.2f to %.2f", x, left, right, x.X, x.X+x.Width())
		case math.Abs(bottom-x.Y) > 0.26, math.Abs(top-(x.Y-cap*x.Size)) > 0.26:
			t.Errorf("%+v stands from %.2f down to %.2f, want %.2f to %.2f", x, top, bottom, x.Y-cap*x.Size, x.Y)
		}
	}
	turned := Text{X: 100, Y: 180, Size: 12, Text: "HHHHHH", Turn: 90, Color: black}
	_, left, right, top, bottom := blackened(painted(t, turned))
	if right > 100.26 || left < 100-9 || bottom > 180 || top < 180-turned.Width() || top > 180-turned.Width()+2 {
		t.Errorf("turned text stands at %.1f to %.1f, %.1f to %.1f", left, right, top, bottom)
	}
}

// TestStrokes compares the ink of lines with their length times their width.
func TestStrokes(t *testing.T) {
	line := func(pts ...Point) Path {
		p := Path{{Kind: Move, To: pts[0]}}
		for _, q := range pts[1:] {
			p = append(p, Segment{Kind: Line, To: q})
		}
		return p
	}
	square := append(line(Point{50, 50}, Point{150, 50}, Point{150, 150}, Point{50, 150}), Segment{Kind: Close})
	again := append(line(Point{50, 50}, Point{150, 50}, Point{150, 150}, Point{50, 150}, Point{50, 50}), Segment{Kind: Close})
	circle := rounded(50, 50, 100, 100, 50)
	for _, c := range []struct {
		name string
		path Path
		pen  Pen
		area float64
	}{
		{"level", line(Point{20, 30}, Point{120, 30}), Pen{Width: 3}, 300},
		{"slanting", line(Point{20, 20}, Point{100, 80}), Pen{Width: 3}, 300},
		{"a corner", line(Point{20, 20}, Point{120, 20}, Point{120, 120}), Pen{Width: 4}, 800},
		{"a corner to the left", line(Point{20, 120}, Point{120, 120}, Point{120, 20}), Pen{Width: 4}, 800},
		{"a square", square, Pen{Width: 4}, 1600},
		{"a square that ends where it began", again, Pen{Width: 4}, 1600},
		{"a circle", circle, Pen{Width: 4}, 2 * math.Pi * 50 * 4},
		{"dashes", line(Point{20, 30}, Point{120, 30}), Pen{Width: 3, Dashes: []float64{6, 4}}, 180},
		{"dashes around a corner", line(Point{20, 20}, Point{120, 20}, Point{120, 120}), Pen{Width: 2, Dashes: []float64{15, 5}}, 300},
		{"dashes that begin late", line(Point{20, 30}, Point{120, 30}), Pen{Width: 3, Dashes: []float64{50, 50}, Offset: 25}, 150},
		{"dashes in threes", line(Point{20, 30}, Point{140, 30}), Pen{Width: 3, Dashes: []float64{10, 20, 30}}, 180},
		{"a point", line(Point{20, 30}, Point{20, 30}), Pen{Width: 3}, 0},
		{"there and back", line(Point{20, 30}, Point{120, 30}, Point{20, 30}), Pen{Width: 3}, 300},
	} {
		c.pen.Color = black
		if got, _, _, _, _ := blackened(painted(t, stroke{c.path, c.pen})); math.Abs(got-c.area) > 0.02*c.area+0.5 {
			t.Errorf("%s: %.1f square points are black, want %.1f", c.name, got, c.area)
		}
	}
	if got, _, _, _, _ := blackened(painted(t, fill{circle, black})); math.Abs(got-math.Pi*2500) > 20 {
		t.Errorf("a circle of radius 50 has %.1f square points", got)
	}
	if got, _, _, _, _ := blackened(painted(t, stroke{line(Point{20, 30}, Point{120, 30}), Pen{Width: 0.01, Color: black}})); got < 10 {
		t.Errorf("a hairline of 100 points has %.1f square points of ink: it cannot be seen", got)
	}
	off := fill{box(-500, -500, 100, 100), black}
	if got, _, _, _, _ := blackened(painted(t, off, Text{X: -1e6, Y: 1e6, Size: 9, Text: "far", Color: black})); got != 0 {
		t.Errorf("what is not on the page leaves %.1f square points of ink", got)
	}
}

// TestImageOfAPage checks sizes, and that a cancelled image stops.
func TestImageOfAPage(t *testing.T) {
	pages, err := Set(pagetest.Sample(t), "")
	if err != nil {
		t.Fatal(err)
	}
	img, err := pages.Image(context.Background(), 0, 300)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got != image.Pt(300, 424) {
		t.Errorf("the image is %v, want 300 by 424", got)
	}
	for _, c := range []struct{ page, width int }{{-1, 300}, {len(pages.Pages), 300}, {0, 0}, {0, MostPixels + 1}} {
		if _, err := pages.Image(context.Background(), c.page, c.width); err == nil {
			t.Errorf("page %d in %d pixels was painted", c.page, c.width)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pages.Image(ctx, 0, 300); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Set(pagetest.One(t), "A5"); err == nil || !strings.Contains(err.Error(), "A5") {
		t.Errorf("an unknown size: %v", err)
	}
}
