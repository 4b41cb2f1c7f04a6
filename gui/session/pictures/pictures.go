// Package pictures draws charts for a screen: at the size that they have on it, in the window's colours, size of text and
// language. Every page of the session that has a chart draws it so.
package pictures

import (
	"image"

	"gonum.org/v1/plot/vg"

	"steward/core/policy/weighted"
	"steward/gui/words"
	"steward/reports/chart"
	"steward/reports/secretgraph"
)

// Spec is what a chart is drawn for: a size in pixels of the screen, how many of them make one of the window's, how much larger
// than usual its text is, and whether the window is dark.
type Spec struct {
	Width, Height int
	Scale, Text   float32
	Dark          bool
}

// Draw draws a chart.
func (s Spec) Draw(d chart.Drawing) (image.Image, error) {
	density := max(float64(s.Scale), 0.1)
	return chart.Image(d, max(int(float64(s.Width)/density), 1), max(int(float64(s.Height)/density), 1), density, s.Theme())
}

// Theme is the chart's colours, its size of text, and the language of its figures and its own words.
func (s Spec) Theme() chart.Theme {
	th := chart.Light()
	if s.Dark {
		th = chart.Dark()
	}
	if s.Text > 0 {
		th.Size *= vg.Length(s.Text)
	}
	th.Say, th.Figure = words.Say, words.Number
	return th
}

// Secrets is a picture of what a policy joins.
type Secrets struct{ Of secretgraph.Picture }

// Summary says in words what it shows.
func (s Secrets) Summary() string { return words.Say(s.Of.Summary()) }

// Chart is its drawing.
func (s Secrets) Chart() *chart.Secrets { return &chart.Secrets{Picture: s.Of} }

// File returns the picture of what is kept secret about a column, for a file.
func (s Secrets) File(column string) Chart {
	return Chart{Name: words.T("Secrets of %s", column), Drawing: s.Chart(), Tall: int(s.Tall(fileWidth, 1)) + 1}
}

// Tall returns the height that the picture takes at a width, in pixels of the window, where text is so much larger than usual.
func (s Secrets) Tall(width, text float32) float32 {
	tall := s.Chart().Height(chart.Pixels(int(width)), Spec{Text: text}.Theme())
	return float32(tall / chart.Pixels(1))
}

// SomeAges is a picture for explanations, whose values are made up.
func SomeAges() Secrets {
	return Secrets{secretgraph.Picture{
		Kind: secretgraph.OnLine, From: 1, To: 4, Note: secretgraph.Steps(3 * weighted.One),
		Nodes: []string{"18–22", "23–27", "28–32", "33–37", "38–42", "43–47", "48–52"},
	}}
}
