package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"steward/core/message"
	"steward/core/seeded"
	"steward/reports/model"
)

// picture makes one up: panels x points, with labels.
func picture(panels, points int, label func(i int) string) model.Picture {
	p := model.Picture{Counted: message.Sprintf("people"), Axis: message.Verbatim("district"), PanelAxis: "smoker"}
	for k := range panels {
		panel := model.Panel{Title: fmt.Sprintf("value %d", k)}
		for i := range points {
			panel.Points = append(panel.Points, around(label(i), 100+80*math.Sin(float64(i+k)), 30))
		}
		p.Panels = append(p.Panels, panel)
	}
	return p
}

// around is a point whose interval is around its value.
func around(label string, value, half float64) model.Point {
	return model.Point{Label: label, Value: value, Low: max(value-half, 0), High: value + half}
}

func number(i int) string { return fmt.Sprint(i) }
func place(i int) string  { return fmt.Sprintf("Place name %d", i) }

// TestResultsStayOnTheCanvas draws pictures of many shapes in many sizes: nothing reaches
// out, and no text lies on another.
func TestResultsStayOnTheCanvas(t *testing.T) {
	long := func(i int) string { return strings.Repeat("long name ", 1+i%30) + fmt.Sprint(i) }
	hostile := func(i int) string {
		return []string{"=1+1", "😀", "עברית", "<b>", "W", "(blank)", strings.Repeat("W", 300), "[U+202E]x", "a\nb", ""}[i%10] + fmt.Sprint(i)
	}
	for _, labels := range []struct {
		name string
		of   func(int) string
	}{{"numbers", number}, {"places", place}, {"long", long}, {"hostile", hostile}} {
		for _, ordered := range []bool{false, true} {
			for _, shape := range [][2]int{{1, 1}, {1, 2}, {1, 5}, {1, 14}, {1, 60}, {1, 61}, {1, 97}, {1, 400}, {2, 5}, {3, 14}, {5, 8}, {12, 31}} {
				for _, size := range [][2]vg.Length{{500, 200}, {240, 150}, {360, 300}, {700, 120}, {500, 420}} {
					p := picture(shape[0], shape[1], labels.of)
					p.Ordered = ordered
					name := fmt.Sprintf("%s, ordered %v, %d x %d on %v", labels.name, ordered, shape[0], shape[1], size)
					probe := drawOn(t, &Results{p}, size[0], size[1], Paper())
					probe.inside(t, name, size[0], size[1])
					if shape[0] <= 3 { // twelve panels on a stamp are crowded
						probe.apart(t, name)
					}
				}
			}
		}
	}
}

// TestResultsBars checks that each answer has its bar and each interval its whisker, and
// that both are where the scale says.
func TestResultsBars(t *testing.T) {
	th := Light()
	p := model.Picture{Counted: message.Sprintf("people"), Axis: message.Verbatim("x"), Panels: []model.Panel{{Points: []model.Point{
		around("a", 100, 40), around("b", 50, 0), around("c", -20, 60), around("d", 10, 60),
	}}}}
	probe := drawOn(t, &Results{p}, 400, 200, th)
	bars := probe.filled(th.Bar)
	if len(bars) != 4 {
		t.Fatalf("%d bars for 4 answers", len(bars))
	}
	high := func(i int) float64 { return float64(bars[i].max.Y - bars[i].min.Y) }
	unit := high(0) / 100
	for i, want := range []float64{100, 50, 20, 10} {
		if math.Abs(high(i)-want*unit) > 0.01 {
			t.Errorf("bar %d is %.2f high, want %.2f", i, high(i), want*unit)
		}
	}
	if bars[2].max.Y > bars[0].min.Y+0.01 {
		t.Error("a negative answer stands above zero")
	}
	zero := bars[0].min.Y
	for i, want := range map[int][2]float64{0: {60, 140}, 2: {0, 40}, 3: {0, 70}} {
		x := (bars[i].min.X + bars[i].max.X) / 2
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, s := range probe.strokes {
			if s.color == th.Text && s.min.X == s.max.X && math.Abs(float64(s.min.X-x)) < 0.01 {
				lo, hi = min(lo, float64(s.min.Y-zero)/unit), max(hi, float64(s.max.Y-zero)/unit)
			}
		}
		if math.Abs(lo-want[0]) > 0.1 || math.Abs(hi-want[1]) > 0.1 {
			t.Errorf("the whisker of answer %d goes from %.1f to %.1f, want %v", i, lo, hi, want)
		}
	}
}

// TestResultsForms checks which form is chosen for which picture.
func TestResultsForms(t *testing.T) {
	for _, c := range []struct {
		name           string
		picture        model.Picture
		ordered        bool
		size           vg.Point
		lying          bool
		bars, dots     int
		across, labels int
	}{
		{"few with short names", picture(1, 5, number), false, vg.Point{X: 500, Y: 200}, false, 5, 0, 1, 5},
		{"many with long names", picture(1, 20, place), false, vg.Point{X: 400, Y: 300}, true, 20, 0, 1, 20},
		{"no height for rows", picture(1, 20, place), false, vg.Point{X: 400, Y: 120}, false, 20, 0, 1, 0},
		{"a table of two columns", picture(3, 14, place), false, vg.Point{X: 500, Y: 260}, true, 42, 0, 3, 14},
		{"an ordered table of two columns", picture(3, 40, number), true, vg.Point{X: 500, Y: 260}, false, 120, 0, 2, 0},
		{"a long line", picture(1, 97, number), true, vg.Point{X: 500, Y: 200}, false, 0, 0, 1, 10},
		{"a long list", picture(1, 97, place), false, vg.Point{X: 500, Y: 200}, false, 0, 97, 1, 0},
	} {
		c.picture.Ordered = c.ordered
		th := Paper()
		probe := drawOn(t, &Results{c.picture}, c.size.X, c.size.Y, th)
		l, err := (&Results{c.picture}).layout(pen{canvasOf(probe, c.size), th})
		if err != nil {
			t.Fatal(err)
		}
		labels := 0
		for _, x := range probe.texts {
			if slices.Contains(l.labels, x.text) {
				labels++
			}
		}
		if l.lying != c.lying || l.across != c.across {
			t.Errorf("%s: lying %v, %d in a row", c.name, l.lying, l.across)
		}
		if bars := len(probe.filled(th.Bar)); bars != c.bars {
			t.Errorf("%s: %d bars, want %d", c.name, bars, c.bars)
		}
		if dots := len(probe.filled(th.Chosen)); dots != c.dots {
			t.Errorf("%s: %d dots, want %d", c.name, dots, c.dots)
		}
		if c.labels > 0 && labels < c.labels {
			t.Errorf("%s: %d labels, want %d", c.name, labels, c.labels)
		}
	}
}

// TestResultsBand checks that a long line has its band, and that blanks stand apart from it.
func TestResultsBand(t *testing.T) {
	p := picture(1, 98, number)
	p.Ordered = true
	p.Panels[0].Points[97].Label, p.Panels[0].Points[97].Apart = "(blank)", true
	th := Light()
	probe := drawOn(t, &Results{p}, 500, 200, th)
	bands := probe.filled(th.Band)
	if len(bands) != 1 || len(bands[0].points) != 2*97 {
		t.Fatalf("the band has %d pieces", len(bands))
	}
	if dots := probe.filled(th.Chosen); len(dots) != 1 || dots[0].min.X <= bands[0].max.X {
		t.Error("the blanks do not stand apart from the line")
	}
	if !probe.has("(blank)") || !probe.has("90") {
		t.Error("the axis lacks its labels")
	}
}

// TestResultsErrors hands over what cannot be drawn.
func TestResultsErrors(t *testing.T) {
	for name, c := range map[string]model.Picture{
		"nothing":        {},
		"an empty panel": {Panels: []model.Panel{{}}},
		"no number":      {Panels: []model.Panel{{Points: []model.Point{{Value: math.NaN()}}}}},
		"an endless one": {Panels: []model.Panel{{Points: []model.Point{{High: math.Inf(1)}}}}},
		"no interval":    {Panels: []model.Panel{{Points: []model.Point{{Low: 1}}}}},
	} {
		r := Results{c}
		if _, err := Image(&r, 100, 100, 1, Light()); err == nil {
			t.Errorf("%s is drawn", name)
		}
		if h := r.Height(100, Light()); h != 0 {
			t.Errorf("%s takes a height of %v", name, h)
		}
	}
}

// TestHeight checks that a chart draws as meant in the height that it asks for.
func TestHeight(t *testing.T) {
	for _, p := range []model.Picture{picture(1, 14, place), picture(3, 14, place), picture(1, 97, number), picture(6, 8, place)} {
		for _, w := range []vg.Length{300, 500} {
			r := Results{p}
			h := r.Height(w, Paper())
			if h < 60 || h > 900 {
				t.Errorf("%d panels of %d ask for a height of %v", len(p.Panels), len(p.Panels[0].Points), h)
			}
			free, err := r.layout(pen{canvasOf(newProbe(), vg.Point{X: w, Y: math.MaxFloat32}), Paper()})
			if err != nil {
				t.Fatal(err)
			}
			there, err := r.layout(pen{canvasOf(newProbe(), vg.Point{X: w, Y: h}), Paper()})
			if err != nil {
				t.Fatal(err)
			}
			if free.lying != there.lying {
				t.Errorf("%d panels of %d lie down only when they have more than the height they ask for", len(p.Panels), len(p.Panels[0].Points))
			}
		}
	}
}

// TestAxis checks the ticks of axes on random ranges.
func TestAxis(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		lo := -rapid.Float64Range(0, 1e6).Draw(t, "lo")
		hi := rapid.Float64Range(1e-3, 1e9).Draw(t, "hi")
		most := rapid.IntRange(2, 9).Draw(t, "most")
		from, to, marks := axis(lo, hi, most)
		if slack := 1e-8 * (hi - lo); from > lo+slack || to < hi-slack {
			t.Fatalf("the axis goes from %v to %v", from, to)
		}
		if len(marks) < 2 || len(marks) > most+4 {
			t.Fatalf("%d ticks of at most %d: %v", len(marks), most, marks)
		}
		for i, m := range marks {
			if m < from-1e-6*(to-from) || m > to+1e-6*(to-from) || i > 0 && m <= marks[i-1] {
				t.Fatalf("ticks %v from %v to %v", marks, from, to)
			}
		}
		if to-from > 1.5*(hi-lo) {
			t.Fatalf("the axis from %v to %v wastes more than it shows of %v to %v", from, to, lo, hi)
		}
	})
	for x, want := range map[float64]string{0: "0", 1000: "1,000", -2500: "-2,500", 0.25: "0.25", 1234567.5: "1,234,567.5", 1e-9: "1e-09"} {
		if got := tickText(x); got != want {
			t.Errorf("tickText(%v) = %q, want %q", x, got, want)
		}
	}
}
