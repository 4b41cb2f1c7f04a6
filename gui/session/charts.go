package session

import (
	"image"

	"steward/reports/chart"
	"steward/reports/model"
)

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

// Draw draws the typical errors, in people, against the budget for the whole release, with a
// mark at the present one.
func (c *Curve) Draw(p Picture) (image.Image, error) {
	k := chart.Curve{
		Series:  []chart.Series{{Name: "your choice"}, {Name: "plain, change of one record"}, {Name: "plain, presence or absence"}},
		Present: c.Present, XName: "budget for the whole release",
	}
	for _, pt := range c.Points {
		for i, y := range []float64{pt.Own.Typical, pt.Changed.Typical, pt.Present.Typical} {
			k.Series[i].Points = append(k.Series[i].Points, chart.XY{Budget: pt.Epsilon, Error: y})
		}
	}
	w, h, density := p.size()
	return k.Image(w, h, density, p.theme())
}

// DrawResults draws the released answers of a question with their intervals.
func (f *Finished) DrawResults(question int, p Picture) (image.Image, error) {
	r := chart.Results{Picture: model.PictureOf(&f.Release.Questions[question], f.Release.InWords(question))}
	w, h, density := p.size()
	return r.Image(w, h, density, p.theme())
}
