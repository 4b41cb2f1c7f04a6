package evidence

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Series is a line or a row of points of a figure.
type Series struct {
	Name string
	Y    []float64 // above zero; NaN where there is none
	// Ours is drawn filled, what others published hollow.
	Ours bool
	// Colour is the number of a colour, one more than its place; 0 gives every series its own.
	Colour int
}

// Figure is a figure with a logarithmic axis of errors.
type Figure struct {
	Title, XLabel, YLabel string
	// X are the places of the values; where Names has any it names them instead.
	X     []float64
	Names []string
	// Joined draws lines between the points, on a logarithmic X.
	Joined bool
	Series []Series
}

// Colours that people who do not tell red from green tell apart (Okabe and Ito 2008), and in print their
// lightness does.
var colours = []color.RGBA{
	{0x00, 0x00, 0x00, 0xFF}, {0xE6, 0x9F, 0x00, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x00, 0x9E, 0x73, 0xFF},
	{0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x72, 0xB2, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF}, {0x80, 0x80, 0x80, 0xFF},
}

// Shapes tell series apart without colours.
var (
	hollow = []draw.GlyphDrawer{draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{}}
	filled = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{}}
)

// WritePNG draws figures side by side, each over its legend; one that has the same series as the
// figure before shares its legend.
func WritePNG(w io.Writer, figures ...Figure) error {
	const side, legend = 9.5 * vg.Centimeter, 2.7 * vg.Centimeter
	canvas := vgimg.NewWith(vgimg.UseWH(side*vg.Length(len(figures)), side+legend), vgimg.UseDPI(110))
	all := draw.New(canvas)
	for i, f := range figures {
		p, err := f.plot()
		if err != nil {
			return err
		}
		x := side * vg.Length(i)
		p.Draw(draw.Canvas{Canvas: canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x + 18, Y: legend}, Max: vg.Point{X: x + side - 6, Y: legend + side - 6}}})
		// An axis would leave as much room above itself as its own label is long.
		label := p.Y.Label.TextStyle
		label.Rotation, label.XAlign = math.Pi/2, draw.XCenter
		all.FillText(label, vg.Point{X: x + 13, Y: legend + side/2}, f.YLabel)
	}
	for i := 0; i < len(figures); {
		next := i + 1
		for next < len(figures) && slices.EqualFunc(figures[i].Series, figures[next].Series, func(a, b Series) bool { return a.Name == b.Name }) {
			next++
		}
		figures[i].legend(draw.Crop(all, side*vg.Length(i)+18, side*vg.Length(next-len(figures))-6, 4, -side))
		i = next
	}
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

func (f Figure) plot() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text = f.Title, f.XLabel
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	switch {
	case len(f.Names) > 0:
		p.NominalX(f.Names...)
	case f.Joined:
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, places(f.X)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = color.Gray{0xDD}
	p.Add(grid)
	for i, s := range f.Series {
		var points plotter.XYs
		for j, y := range s.Y {
			if y <= 0 {
				return nil, fmt.Errorf("figure %q, series %q: %v has no place on a logarithmic axis", f.Title, s.Name, y)
			}
			if !math.IsNaN(y) {
				points = append(points, plotter.XY{X: f.at(i, j), Y: y})
			}
		}
		if len(points) == 0 {
			return nil, fmt.Errorf("figure %q, series %q: there is nothing to draw", f.Title, s.Name)
		}
		line, scatter, err := plotter.NewLinePoints(points)
		if err != nil {
			return nil, fmt.Errorf("figure %q, series %q: %w", f.Title, s.Name, err)
		}
		scatter.GlyphStyle = f.glyph(i)
		line.Color, line.Width = f.colour(i), vg.Points(1)
		if !s.Ours {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
		}
		if f.Joined {
			p.Add(line)
		}
		p.Add(scatter)
	}
	p.Y.Min, p.Y.Max = math.Pow(10, math.Floor(math.Log10(p.Y.Min))), math.Pow(10, math.Ceil(math.Log10(p.Y.Max)))
	if len(f.Names) > 0 {
		p.X.Min, p.X.Max = -0.5, float64(len(f.Names))-0.5
	}
	return p, nil
}

// at returns the place of a point; those of one name stand beside one another.
func (f Figure) at(series, j int) float64 {
	if len(f.Names) == 0 {
		return f.X[j]
	}
	return float64(j) + 0.7*(float64(series)+0.5)/float64(len(f.Series)) - 0.35
}

func (f Figure) glyph(i int) draw.GlyphStyle {
	shapes := hollow
	if f.Series[i].Ours {
		shapes = filled
	}
	return draw.GlyphStyle{Color: f.colour(i), Radius: vg.Points(3), Shape: shapes[i%len(shapes)]}
}

func (f Figure) colour(i int) color.RGBA {
	if c := f.Series[i].Colour; c > 0 {
		i = c - 1
	}
	return colours[i%len(colours)]
}

// legend lists the series in columns.
func (f Figure) legend(c draw.Canvas) {
	const rows = 4
	font := plot.New().Legend.TextStyle
	width := (c.Max.X - c.Min.X) / vg.Length((len(f.Series)+rows-1)/rows)
	for i, s := range f.Series {
		at := vg.Point{X: c.Min.X + width*vg.Length(i/rows), Y: c.Max.Y - 16*vg.Length(i%rows) - 10}
		c.DrawGlyph(f.glyph(i), at)
		c.FillText(font, vg.Point{X: at.X + 9, Y: at.Y - 4}, s.Name)
	}
}

// decades marks powers of ten, and every second where there are many.
type decades struct{}

func (decades) Ticks(low, high float64) []plot.Tick {
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	step := 1 + (last-first)/7
	var out []plot.Tick
	for e := first; e <= last; e += step {
		out = append(out, plot.Tick{Value: math.Pow10(e), Label: fmt.Sprintf("1e%d", e)})
	}
	return out
}

// places marks the values themselves, which rise, and names those that stand apart and the last.
type places []float64

func (p places) Ticks(_, _ float64) []plot.Tick {
	var out []plot.Tick
	named := 0.0
	for i, x := range p {
		tick := plot.Tick{Value: x}
		if x >= 3*named || i == len(p)-1 {
			tick.Label, named = fmt.Sprintf("%g", x), x
		}
		out = append(out, tick)
	}
	return out
}
