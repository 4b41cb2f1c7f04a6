package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// inverse is a curve whose error is k over the budget.
func inverse(name string, k float64) Series {
	s := Series{Name: name}
	for b := 0.05; b <= 1.5; b *= 1.2 {
		s.Points = append(s.Points, XY{b, k / b})
	}
	return s
}

func three() *Curve {
	return &Curve{
		Series:  []Series{inverse("your choice", 2.5), inverse("plain, change of one record", 9), inverse("plain, presence or absence", 14.5)},
		Present: 0.5, XName: "budget for the whole release", YName: "typical error, people",
	}
}

func TestCurve(t *testing.T) {
	th := Light()
	probe := drawOn(t, three(), 320, 180, th)
	probe.inside(t, "three curves", 320, 180)
	probe.apart(t, "three curves")
	for _, s := range []string{"your choice", "5", "plain, change of one record", "18", "plain, presence or absence", "29", "budget for the whole release", "typical error, people"} {
		if !probe.has(s) {
			t.Errorf("the chart does not say %q", s)
		}
	}
	solid, dashed := 0, 0
	for _, s := range probe.strokes {
		if len(s.points) > 5 {
			if s.dashed {
				dashed++
			} else {
				solid++
			}
		}
	}
	if solid != 1 || dashed != 2 {
		t.Errorf("%d solid curves and %d dashed, want 1 and 2", solid, dashed)
	}
	// Marks at the present budget stand above one another, at heights as 5 to 18 to 29.
	var at [3]vg.Point
	for i := range at {
		marks := probe.filled(th.Series[i])
		if len(marks) != 2 {
			t.Fatalf("series %d has %d marks, want one on the curve and one in the legend", i, len(marks))
		}
		at[i] = vg.Point{X: (marks[0].min.X + marks[0].max.X) / 2, Y: (marks[0].min.Y + marks[0].max.Y) / 2}
	}
	if math.Abs(float64(at[0].X-at[1].X)) > 0.5 || math.Abs(float64(at[0].X-at[2].X)) > 0.5 {
		t.Errorf("the marks stand at %v", at)
	}
	if r := float64((at[2].Y - at[0].Y) / (at[1].Y - at[0].Y)); math.Abs(r-24.0/13) > 0.06 {
		t.Errorf("the marks stand at %v", at)
	}
}

// TestCurveLegendIsClear checks that no curve runs through the legend, whatever the sizes
// and numbers of curves.
func TestCurveLegendIsClear(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for _, size := range [][2]vg.Length{{200, 120}, {320, 180}, {500, 200}, {300, 300}} {
			c := three()
			c.Series = c.Series[:1]
			for i := 1; i < n; i++ {
				c.Series = append(c.Series, inverse(strings.Repeat("name ", 1+2*i), float64(3+5*i)))
			}
			name := fmt.Sprintf("%d curves on %v", n, size)
			probe := drawOn(t, c, size[0], size[1], Dark())
			probe.inside(t, name, size[0], size[1])
			if size[0] > 250 {
				probe.apart(t, name)
				l := &budgetCurve{pen: pen{canvasOf(probe, vg.Point{X: size[0], Y: size[1]}), Dark()}, Curve: c}
				l.arrange()
				if l.covered() {
					t.Errorf("%s: a curve runs through the legend", name)
				}
			}
		}
	}
}

// TestCurveIsTallEnough draws curves in narrow windows with large text: where the legend reaches over the present budget the chart
// is taller, and neither a line nor a mark lies under the legend; where there is room it stays low.
func TestCurveIsTallEnough(t *testing.T) {
	for _, names := range [][3]string{
		{"your choice", "plain, change of one record", "plain, presence or absence"},
		{"Ihre Wahl", "gewöhnlich, ein Datensatz", "gewöhnlich, Anwesenheit"},
	} {
		for _, larger := range []vg.Length{1, 1.15, 1.3} {
			for width := vg.Length(190); width <= 420; width += 5 {
				c := &Curve{Series: []Series{inverse(names[0], 3.7), inverse(names[1], 3.8), inverse(names[2], 5.9)}, Present: 0.5}
				th := Light()
				th.Size *= larger
				tall := c.Height(width, 75, th)
				l := &budgetCurve{pen: pen{canvasOf(drawOn(t, c, width, tall, th), vg.Point{X: width, Y: tall}), th}, Curve: c}
				l.arrange()
				if l.covered() || l.key.X < l.x.from && !l.above() {
					t.Errorf("%q at %v x %v, text %v: the legend lies over a curve", names, width, tall, larger)
				}
				if free := width >= 400 && larger == 1; free && tall != 75 {
					t.Errorf("%q at %v: the chart is %v tall", names, width, tall)
				}
			}
		}
	}
}

// TestErrorAt checks the values between points, where errors are inverse to budgets and
// where they are not.
func TestErrorAt(t *testing.T) {
	s := inverse("", 2.5)
	for b := 0.06; b < 1.3; b += 0.031 {
		if got := s.errorAt(b); math.Abs(got-2.5/b) > 1e-9*2.5/b {
			t.Errorf("at %v: %v, want %v", b, got, 2.5/b)
		}
	}
	if !math.IsNaN(s.errorAt(0.01)) || !math.IsNaN(s.errorAt(2)) {
		t.Error("there is an error outside the curve")
	}
	flat := Series{Points: []XY{{0, 4}, {1, 0}}}
	if got := flat.errorAt(0.25); got != 3 {
		t.Errorf("at a quarter of the way from 4 to 0: %v", got)
	}
}

func TestCurveErrors(t *testing.T) {
	for name, c := range map[string]*Curve{
		"no curve":           {},
		"one point":          {Series: []Series{{"a", []XY{{1, 1}}}}},
		"not a number":       {Series: []Series{{"a", []XY{{1, math.NaN()}, {2, 1}}}}},
		"an endless error":   {Series: []Series{{"a", []XY{{1, math.Inf(1)}, {2, 1}}}}},
		"a negative budget":  {Series: []Series{{"a", []XY{{-1, 1}, {2, 1}}}}},
		"budgets that fall":  {Series: []Series{{"a", []XY{{2, 1}, {1, 1}}}}},
		"budgets that stand": {Series: []Series{{"a", []XY{{1, 1}, {1, 1}}}}},
	} {
		if _, err := Image(c, 200, 200, 1, Light()); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
	for name, c := range map[string]*Curve{
		"no error anywhere":      {Series: []Series{{"a", []XY{{0, 0}, {1, 0}}}}, Present: 0.5},
		"a budget off the chart": {Series: []Series{{"a", []XY{{1, 2}, {2, 1}}}}, Present: 9},
	} {
		if _, err := Image(c, 200, 200, 1, Light()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
