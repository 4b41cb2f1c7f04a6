package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// four is the comparison of the sample's first question, in round numbers.
func four() *Methods {
	return &Methods{
		Methods: []Method{
			{"Counting up from the youngest", 5, 15, true},
			{"Blocks of two, then ranges", 13, 35, false},
			{"Each range, then added up", 18, 47, false},
			{"Tree, halving each time", 33, 88, false},
		},
		Plain: []Reference{{"Plain, one record changed", 18}, {"Plain, presence", 29}},
	}
}

func TestMethods(t *testing.T) {
	th := Light()
	m := four()
	probe := drawOn(t, m, 520, m.Height(th), th)
	probe.inside(t, "four methods", 520, m.Height(th))
	probe.apart(t, "four methods")
	for _, s := range []string{"Counting up from the youngest", "recommended", "5", "15", "33", "88", "typical", "19 in 20", "one record changed: 18", "presence: 29"} {
		if !probe.has(s) {
			t.Errorf("the chart does not say %q", s)
		}
	}
	chosen, others := probe.filled(th.Chosen), probe.filled(th.Other)
	if len(chosen) != 1 || len(others) != 3 {
		t.Fatalf("%d and %d bars", len(chosen), len(others))
	}
	unit := float64(chosen[0].max.X-chosen[0].min.X) / 5
	for i, want := range []float64{13, 18, 33} {
		if got := float64(others[i].max.X-others[i].min.X) / unit; math.Abs(got-want) > 0.05 {
			t.Errorf("bar %d shows %.2f, want %v", i, got, want)
		}
	}
	end := 0.0
	for _, s := range probe.strokes { // the longest whisker
		if s.color == th.Text {
			end = max(end, float64(s.max.X-chosen[0].min.X)/unit)
		}
	}
	if math.Abs(end-88) > 0.1 {
		t.Errorf("the longest whisker ends at %.1f, want 88", end)
	}
	dashed := 0
	for _, s := range probe.strokes {
		if s.dashed && s.min.X == s.max.X {
			at := float64(s.min.X-chosen[0].min.X) / unit
			if want := []float64{18, 29}[dashed]; math.Abs(at-want) > 0.1 {
				t.Errorf("line %d stands at %.1f, want %v", dashed, at, want)
			}
			dashed++
		}
	}
	if dashed != 2 {
		t.Errorf("%d lines across", dashed)
	}
}

// TestMethodsBeyond checks that a bad method does not flatten the others, and is marked.
func TestMethodsBeyond(t *testing.T) {
	th := Light()
	m := four()
	m.Methods = append(m.Methods, Method{"Awful", 3300, 8800, false}, Method{"No noise at all", 0, 0, false})
	m.Plain[1].Typical = 5000
	m.Methods[5].HalfWidth = 0
	probe := drawOn(t, m, 520, m.Height(th), th)
	probe.inside(t, "a bad method", 520, m.Height(th))
	for _, s := range []string{"3,300", "8,800", "exact", "presence: 5,000, beyond the scale"} {
		if !probe.has(s) {
			t.Errorf("the chart does not say %q", s)
		}
	}
	// The best half-width above zero sets the scale.
	m.Methods = m.Methods[:5]
	probe = drawOn(t, m, 520, m.Height(th), th)
	if best := probe.filled(th.Chosen)[0]; best.max.X-best.min.X < 4 {
		t.Errorf("the best bar is %.1f points long", best.max.X-best.min.X)
	}
	if arrows := probe.filled(th.Text); len(arrows) != 1 {
		t.Errorf("%d arrows, want one for the method beyond the scale", len(arrows))
	}
}

func TestMethodsManySizes(t *testing.T) {
	for n := 1; n <= 12; n++ {
		m := &Methods{Plain: four().Plain}
		for i := range n {
			m.Methods = append(m.Methods, Method{strings.Repeat("A method of a name ", 1+i%4), float64(i * 7), float64(i * 20), i == n/2})
		}
		for _, w := range []vg.Length{260, 400, 700} {
			h := m.Height(Dark())
			probe := drawOn(t, m, w, h, Dark())
			name := fmt.Sprintf("%d methods on %v", n, w)
			probe.inside(t, name, w, h)
			probe.apart(t, name)
			if !probe.has("recommended") {
				t.Errorf("%s: none is recommended", name)
			}
		}
	}
}

func TestMethodsErrors(t *testing.T) {
	for name, m := range map[string]*Methods{
		"no method":        {},
		"no number":        {Methods: []Method{{"a", math.NaN(), 1, false}}},
		"a negative error": {Methods: []Method{{"a", 1, -1, false}}},
		"an endless one":   {Methods: []Method{{"a", 1, math.Inf(1), false}}},
		"a bad line":       {Methods: []Method{{"a", 1, 1, false}}, Plain: []Reference{{"b", math.NaN()}}},
	} {
		if _, err := m.Image(200, 200, 1, Light()); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
}
