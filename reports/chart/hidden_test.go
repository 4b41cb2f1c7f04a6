package chart

import (
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
	"steward/reports/model"
)

// forms are pictures of every form that answers are drawn in, on a canvas of a size.
var forms = map[string]struct {
	picture func() model.Picture
	size    vg.Point
}{
	"upright bars": {func() model.Picture { return picture(1, 5, number) }, vg.Point{X: 500, Y: 200}},
	"lying bars":   {func() model.Picture { return picture(1, 20, place) }, vg.Point{X: 400, Y: 300}},
	"panels":       {func() model.Picture { return picture(3, 14, place) }, vg.Point{X: 500, Y: 260}},
	"dots":         {func() model.Picture { return picture(1, 97, place) }, vg.Point{X: 500, Y: 200}},
	"a line": {func() model.Picture {
		p := picture(1, 97, number)
		p.Ordered = true
		return p
	}, vg.Point{X: 500, Y: 200}},
}

// A hidden number has no bar, no dot and no place on the line, but its interval; and whatever it is, the same is drawn.
func TestHiddenNumbersAreNotDrawn(t *testing.T) {
	th := Light()
	for name, form := range forms {
		marks := func(p *probe) int { return len(p.filled(th.Bar)) + len(p.filled(th.Chosen)) }
		drawn := func(change func(points []model.Point)) *probe {
			p := form.picture()
			change(p.Panels[0].Points)
			return drawOn(t, &Results{p}, form.size.X, form.size.Y, th)
		}
		shown := drawn(func([]model.Point) {})
		hidden := drawn(func(points []model.Point) { points[2].Hidden = true })
		if name == "a line" {
			if whole, broken := lineOf(shown, th), lineOf(hidden, th); len(whole) != 1 || len(broken) != 2 || len(broken[0].points)+len(broken[1].points) != 96 {
				t.Errorf("%s: %d pieces, and %d around a hidden number", name, len(whole), len(broken))
			}
		} else if got, want := marks(hidden), marks(shown)-1; got != want {
			t.Errorf("%s: %d marks, want %d", name, got, want)
		}
		noisy := drawn(func(points []model.Point) { points[2].Noisy = true })
		if name != "a line" && reflect.DeepEqual(noisy.fills, shown.fills) {
			t.Errorf("%s: a number that is too noisy to be used is drawn like any other", name)
		}
		for _, value := range []float64{-400, 0, 1e6} {
			other := drawn(func(points []model.Point) { points[2].Hidden, points[2].Value = true, value })
			if !reflect.DeepEqual(other.fills, hidden.fills) || !reflect.DeepEqual(other.strokes, hidden.strokes) || !reflect.DeepEqual(other.texts, hidden.texts) {
				t.Errorf("%s: that a hidden number is %v can be seen", name, value)
			}
		}
		longer := drawn(func(points []model.Point) { points[2].Hidden, points[2].Low = true, points[2].Low-5 })
		if reflect.DeepEqual(longer.fills, hidden.fills) && reflect.DeepEqual(longer.strokes, hidden.strokes) {
			t.Errorf("%s: the interval of a hidden number is not drawn", name)
		}
	}
}

// lineOf returns the pieces of the line that joins answers.
func lineOf(p *probe, th Theme) []shape {
	var out []shape
	for _, s := range p.strokes {
		if s.color == th.Chosen {
			out = append(out, s)
		}
	}
	return out
}

// A number between two hidden ones has a dot, and where all are hidden the band of their intervals is left.
func TestHiddenNumbersOfALine(t *testing.T) {
	th := Light()
	p := forms["a line"].picture()
	points := p.Panels[0].Points
	for i := range points {
		points[i].Hidden = i != 40
	}
	alone := drawOn(t, &Results{p}, 500, 200, th)
	if dots, pieces := alone.filled(th.Chosen), lineOf(alone, th); len(dots) != 1 || len(pieces) != 0 {
		t.Errorf("%d dots and %d pieces of a line for one number", len(dots), len(pieces))
	}
	points[40].Hidden = true
	none := drawOn(t, &Results{p}, 500, 200, th)
	if bands := none.filled(th.Band); len(bands) != 1 || len(bands[0].points) != 2*97 || len(none.filled(th.Chosen)) != 0 {
		t.Errorf("where all are hidden there are %d bands and %d dots", len(bands), len(none.filled(th.Chosen)))
	}
}

// A hidden number of a map has a dash in place of its square, and the key says what that is; a combination that cannot occur
// has nothing.
func TestHiddenNumbersOfAMap(t *testing.T) {
	th := Light()
	squares := func(h model.Heat) (filled, dashes int, told bool) {
		t.Helper()
		p := newProbe()
		if err := (&Heat{h}).Draw(draw.NewCanvas(p, 400, 200), th); err != nil {
			t.Fatal(err)
		}
		p.inside(t, "a map", 400, 200)
		large := func(s shape) bool { return s.max.X-s.min.X > 60 && s.max.X-s.min.X < 200 }
		for _, s := range p.fills {
			if large(s) {
				filled++
			}
		}
		return filled, len(p.strokes), p.has("hidden")
	}
	h := heatOf()
	if filled, dashes, told := squares(h); filled != 5 || dashes != 0 || told {
		t.Errorf("without hidden numbers %d squares, %d dashes, told of: %v", filled, dashes, told)
	}
	h.Values[0][2], h.Hidden = math.NaN(), [][]bool{{false, false, true}, {false, false, false}}
	if filled, dashes, told := squares(h); filled != 4 || dashes != 2 || !told {
		t.Errorf("with a hidden number %d squares, %d dashes, told of: %v", filled, dashes, told)
	}
	h.Counted = message.Sprintf("people in a very long description of what is counted here, which takes all of the room")
	squares(h) // stays inside
}
