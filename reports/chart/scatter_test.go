package chart

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
	"steward/reports/model"
)

// groupsByTwo are three groups by age and income, one too small.
func groupsByTwo() *Scatter {
	return &Scatter{Picture: model.Scatter{Panels: []model.ScatterPanel{{
		X: model.ScatterAxis{Name: message.Verbatim("age"), Low: 15, High: 90}, Y: model.ScatterAxis{Name: message.Verbatim("income"), High: 100},
		Dots: []model.Dot{
			{Label: "1", X: 25, Y: 20, XError: 2, YError: 4, Size: 400},
			{Label: "2", X: 45, Y: 60, XError: 1, YError: 1, Size: 100},
			{Label: "3", X: 70, Y: 35, XError: 30, YError: 90, Size: 1, Faint: true},
		},
	}}}}
}

// TestScatter looks at places, areas and errors of what is drawn, and that nothing lies outside.
func TestScatter(t *testing.T) {
	th := Light()
	s := groupsByTwo()
	for _, width := range []vg.Length{180, 420} {
		probe := drawOn(t, s, width, s.Height(width, th), th)
		probe.inside(t, "three groups", width, s.Height(width, th))
		for _, text := range []string{"age", "income", "1", "2", "3"} {
			if !probe.has(text) {
				t.Errorf("the chart does not say %q", text)
			}
		}
		discs, centres := probe.filled(th.Band), probe.filled(th.Chosen)
		if len(discs) != 3 || len(centres) != 3 {
			t.Fatalf("%d circles and %d centres", len(discs), len(centres))
		}
		if ratio := float64((discs[0].max.X - discs[0].min.X) / (discs[1].max.X - discs[1].min.X)); math.Abs(ratio-2) > 0.05 {
			t.Errorf("four times as many people have a circle %.2f times as wide", ratio)
		}
		middle := func(i int) (x, y float64) {
			return float64(centres[i].min.X+centres[i].max.X) / 2, float64(centres[i].min.Y+centres[i].max.Y) / 2
		}
		x0, y0 := middle(0)
		x1, y1 := middle(1)
		x2, y2 := middle(2)
		if got := (x1 - x0) / (x2 - x0); math.Abs(got-20.0/45) > 0.01 {
			t.Errorf("along age the second group lies at %v", got)
		}
		if got := (y2 - y0) / (y1 - y0); math.Abs(got-15.0/40) > 0.01 {
			t.Errorf("along income the third group lies at %v", got)
		}
	}
	s.Picture.Panels = append(s.Picture.Panels, s.Picture.Panels[0], s.Picture.Panels[0])
	probe := drawOn(t, s, 500, s.Height(500, th), th)
	probe.inside(t, "three panels", 500, s.Height(500, th))
	if n := len(probe.filled(th.Band)); n != 9 {
		t.Errorf("%d circles in three panels", n)
	}
}

// TestScatterRefuses errors instead of drawing what is no number, or nothing.
func TestScatterRefuses(t *testing.T) {
	c := draw.NewCanvas(newProbe(), 300, 200)
	if err := (&Scatter{}).Draw(c, Light()); err == nil {
		t.Error("no groups are drawn")
	}
	s := groupsByTwo()
	s.Picture.Panels[0].Dots[1].YError = math.NaN()
	if err := s.Draw(c, Light()); err == nil {
		t.Error("an error that is no number is drawn")
	}
}
