package chart_test

import (
	"fmt"
	im "image"
	"image/png"
	"os"
	"steward/core/domain"
	"steward/core/plan"
	"steward/reports/chart"
	"steward/reports/model"
	"steward/reports/model/modeltest"
	"testing"
)

func TestZZ(t *testing.T) {
	p := modeltest.Sample(t)
	p.Questions = append(p.Questions, plan.Question{ID: "d", Title: "d", Kind: "table", Columns: []domain.AttributeName{"district"}}, plan.Question{ID: "d2", Title: "d", Kind: "table", Columns: []domain.AttributeName{"income", "education"}}, plan.Question{ID: "d3", Title: "d", Kind: "table", Columns: []domain.AttributeName{"age", "smoker"}}, plan.Question{ID: "d4", Title: "d", Kind: "table", Columns: []domain.AttributeName{"income"}}, plan.Question{ID: "d5", Title: "d", Kind: "table", Columns: []domain.AttributeName{"education", "district"}}, plan.Question{ID: "d6", Title: "d", Kind: "table", Columns: []domain.AttributeName{"district", "smoker", "education"}})
	r := modeltest.Release(t, p)
	for i := range r.Questions {
		for _, c := range []struct {
			n    string
			w, h int
			th   chart.Theme
		}{{"w", 690, 260, chart.Light()}, {"n", 420, 300, chart.Dark()}, {"h", 800, 0, chart.Light()}} {
			ch := &chart.Results{Picture: model.PictureOf(&r.Questions[i])}
			h := c.h
			if h == 0 {
				h = int(ch.Height(chart.Pixels(c.w), c.th)/0.75) + 1
			}
			img, err := ch.Image(c.w, h, 1.5, c.th)
			if err != nil {
				t.Fatal(err)
			}
			f, _ := os.Create(fmt.Sprintf("/tmp/charts/%d%s.png", i, c.n))
			png.Encode(f, img)
			f.Close()
		}
	}
}
func TestZY(t *testing.T) {
	mk := func(k float64) (o []chart.XY) {
		for b := 0.05; b <= 1.5; b *= 1.15 {
			o = append(o, chart.XY{b, k / b})
		}
		return
	}
	cv := &chart.Curve{Series: []chart.Series{{"your choice", mk(2.5)}, {"plain, change of one record", mk(9)}, {"plain, presence or absence", mk(14.5)}}, Present: 0.5, XName: "budget for the whole release", YName: "typical error, people"}
	cv5 := &chart.Curve{Series: append(append([]chart.Series{}, cv.Series...), chart.Series{"Nested groups with a long name indeed", mk(6)}, chart.Series{"other", mk(4)}), Present: 0.5, XName: "budget for the whole release", YName: "typical error, people"}
	ms := &chart.Methods{Methods: []chart.Method{{"Counting up from the youngest", 5, 15, true}, {"Blocks of two, then ranges", 13, 35, false}, {"Each range, then added up", 18, 47, false}, {"Tree, halving each time", 33, 88, false}}, Plain: []chart.Reference{{"Plain differential privacy, one record changed", 18}, {"Plain differential privacy, one record more or less, at half the budget", 29}}}
	ms2 := &chart.Methods{Methods: append(append([]chart.Method{}, ms.Methods...), chart.Method{"Awful", 3300, 8800, false}, chart.Method{"Exact", 0, 0, false}), Plain: append(ms.Plain[:1:1], chart.Reference{"far", 900})}
	ms2.Methods[5] = chart.Method{"Nothing", 1, 3, false}
	for n, c := range map[string]interface {
		Image(int, int, float64, chart.Theme) (im.Image, error)
	}{"c1": cv, "c5": cv5, "m1": ms, "m2": ms2} {
		for k, th := range map[string]chart.Theme{"l": chart.Light(), "d": chart.Dark()} {
			w, h := 480, 220
			if n[0] == 'm' {
				w = 720
			}
			if k == "d" {
				w = 380
				h = 240
			}
			img, err := c.Image(w, h, 2, th)
			if err != nil {
				t.Fatal(err)
			}
			f, _ := os.Create("/tmp/charts/z" + n + k + ".png")
			png.Encode(f, img)
			f.Close()
		}
	}
}
