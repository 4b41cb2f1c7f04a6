package session

import (
	"context"
	"fmt"
	"image"

	"steward/reports/chart"
	"steward/reports/model"
)

// curveBudgets are the budgets of the curve of error against budget.
var curveBudgets = []string{"0.05", "0.1", "0.15", "0.2", "0.3", "0.4", "0.5", "0.7", "1", "1.5", "2", "3"}

// curveState is the curve of one question under the present plan, computed in the
// background.
type curveState struct {
	question int
	points   []Point
	busy     bool
}

// Curve returns the error of a question against the budget, or nil while it is being
// computed; it starts computing it when needed. It returns nil for good while the plan has
// issues.
func (s *Session) Curve(question int) []Point {
	c := &s.preview.curve
	if c.question != question {
		*c = curveState{question: question}
	}
	if c.points != nil || c.busy || s.compiled == nil || question >= len(s.compiled.Problems) {
		return c.points
	}
	c.busy = true
	number, compiled := s.preview.number, s.compiled
	s.around.Go(func() {
		points, err := Curve(context.Background(), compiled, question, curveBudgets)
		s.around.Dispatch(func() {
			if s.preview.number != number || s.preview.curve.question != question {
				return
			}
			s.preview.curve.busy = false
			if err == nil {
				s.preview.curve.points = points
				s.changed()
			}
		})
	})
	return c.points
}

// Picture is what a chart is drawn for: a size in pixels of the screen, how many of them
// make one of the window's, and whether the window is dark.
type Picture struct {
	Width, Height int
	Scale         float32
	Dark          bool
}

func (p Picture) theme() chart.Theme {
	if p.Dark {
		return chart.Dark()
	}
	return chart.Light()
}

// size returns the picture's size at density 1, and the density.
func (p Picture) size() (w, h int, density float64) {
	density = max(float64(p.Scale), 0.1)
	return max(int(float64(p.Width)/density), 1), max(int(float64(p.Height)/density), 1), density
}

// DrawCurve draws errors against the budget for the whole release, with a mark at the
// present one.
func DrawCurve(points []Point, present float64, p Picture) (image.Image, error) {
	if len(points) < 2 {
		return nil, fmt.Errorf("the curve is still being worked out")
	}
	k := chart.Curve{
		Series:  []chart.Series{{Name: "your choice"}, {Name: "plain, change of one record"}, {Name: "plain, presence or absence"}},
		Present: present, XName: "budget for the whole release", YName: "typical error, people",
	}
	for _, pt := range points {
		for i, y := range []float64{pt.Own.Typical, pt.Changed.Typical, pt.Present.Typical} {
			k.Series[i].Points = append(k.Series[i].Points, chart.XY{Budget: pt.Epsilon, Error: y})
		}
	}
	w, h, density := p.size()
	return k.Image(w, h, density, p.theme())
}

// DrawResults draws the released answers of a question with their intervals.
func (f *Finished) DrawResults(question int, p Picture) (image.Image, error) {
	r := chart.Results{Picture: model.PictureOf(&f.Release.Questions[question])}
	w, h, density := p.size()
	return r.Image(w, h, density, p.theme())
}
