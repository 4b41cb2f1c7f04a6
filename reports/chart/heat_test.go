package chart

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
	"steward/reports/model"
)

func heatOf() model.Heat {
	return model.Heat{
		Across: "east", Down: "north", Columns: []string{"0", "1", "2"}, Rows: []string{"b", "a"},
		Values: [][]float64{{1, 50, 100}, {-7, math.NaN(), 30}}, Within: 10.2, Counted: message.Sprintf("people"),
	}
}

// TestHeat draws a map and finds its numbers, and squares that are the darker the larger the number.
func TestHeat(t *testing.T) {
	p := newProbe()
	h := &Heat{heatOf()}
	if err := h.Draw(draw.NewCanvas(p, 400, 200), Light()); err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	for _, w := range p.texts {
		texts[w.text] = true
		for _, c := range w.corners {
			if c.X < -0.5 || c.X > 400.5 || c.Y < -0.5 || c.Y > 200.5 {
				t.Errorf("%q lies outside at %v", w.text, c)
			}
		}
	}
	for _, want := range []string{"east", "north", "0", "2", "a", "b", "50", "100", "-7", "30", "100 people; 19 times in 20 within 11"} {
		if !texts[want] {
			t.Errorf("the map lacks %q: %v", want, texts)
		}
	}
	dark := func(x float64) uint32 {
		r, g, b, _ := between(Light().Background, Light().Chosen, 0.04+0.96*max(x, 0)/100).RGBA()
		return r + g + b
	}
	if dark(100) >= dark(50) || dark(50) >= dark(1) || dark(1) > dark(-7) {
		t.Error("larger numbers are not darker")
	}
	squares := 0
	for _, f := range p.fills {
		if f.max.X-f.min.X > 60 && f.max.X-f.min.X < 200 {
			squares++
		}
	}
	if squares != 5 {
		t.Errorf("%d squares for 5 numbers", squares)
	}
}

func TestHeatRefusesNonsense(t *testing.T) {
	bad := heatOf()
	bad.Values[0][0] = math.Inf(1)
	short := heatOf()
	short.Values[1] = short.Values[1][:2]
	for _, m := range []model.Heat{{}, bad, short} {
		if err := (&Heat{m}).Draw(draw.NewCanvas(newProbe(), vg.Length(400), 200), Light()); err == nil {
			t.Errorf("%v was drawn", m)
		}
	}
}
