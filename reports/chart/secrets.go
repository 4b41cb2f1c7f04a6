package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/reports/model"
)

// Secrets draws what a policy joins among the values of a column: the values in a row, and an arc
// over each pair of them that nobody may tell apart.
type Secrets struct{ Graph model.Graph }

// The sizes of the picture, in sizes of text.
const (
	secretsArcs   = 5.2 // the height of the highest arc
	secretsLabels = 3.2 // two rows of labels
	secretsTitle  = 1.6
)

// Height returns the height in which the picture is drawn.
func (s *Secrets) Height(th Theme) vg.Length {
	return vg.Length(s.arcs()+secretsLabels+secretsTitle) * th.Size
}

// arcs returns the height that the arcs need, in sizes of text.
func (s *Secrets) arcs() float64 {
	widest := 0
	for _, j := range s.Graph.Joined {
		widest = max(widest, j.To-j.From)
	}
	return min(0.8+0.75*float64(widest), secretsArcs)
}

// Draw draws the picture onto all of a canvas. It does not error: any graph can be drawn.
func (s *Secrets) Draw(c draw.Canvas, th Theme) error {
	p := pen{c, th}
	p.background()
	n := len(s.Graph.Values)
	if n == 0 {
		return nil
	}
	title := p.plain(Printable(s.Graph.Title), 0)
	title.font = bold
	title.text = fit(title.text, bold, th.Size, c.Max.X-c.Min.X)
	p.write(title, vg.Point{X: c.Min.X, Y: c.Max.Y - th.Size*0.7})
	// Half a place more stands before what is apart from the order.
	places := make([]float64, n)
	at := 0.5
	for i := range places {
		if s.Graph.Apart[i] {
			at += 0.5
		}
		places[i] = at
		at++
	}
	slot := (c.Max.X - c.Min.X) / vg.Length(max(at-0.5, 6))
	base := c.Min.Y + secretsLabels*th.Size
	x := func(i int) vg.Length { return c.Min.X + slot*vg.Length(places[i]) }
	room := vg.Length(s.arcs())*th.Size - 0.5*th.Size
	widest := 0.0
	for _, j := range s.Graph.Joined {
		widest = max(widest, places[j.To]-places[j.From])
	}
	for _, j := range s.Graph.Joined {
		high := room * vg.Length((places[j.To]-places[j.From])/widest)
		p.arch(x(j.From), x(j.To), base, high)
		if j.Weight != "" && len(s.Graph.Joined) <= 12 {
			label := p.quiet(j.Weight, -0.5)
			label.size = th.Size * 0.85
			top := vg.Point{X: (x(j.From) + x(j.To)) / 2, Y: base + high*0.97}
			half := widthOf(label.text, label.font, label.size)/2 + 1
			p.box(th.Background, vg.Point{X: top.X - half, Y: top.Y - label.size*0.5}, vg.Point{X: top.X + half, Y: top.Y + label.size*0.5})
			p.write(label, top)
		}
	}
	for i, value := range s.Graph.Values {
		p.dot(vg.Point{X: x(i), Y: base})
		// Labels stand in two rows, so that each has the room of two; those at the ends less, since
		// they may not stand over.
		share := vg.Length(1.85)
		if i == 0 || i == n-1 {
			share = 1.4
		}
		label := p.quiet(fit(Printable(value), regular, th.Size*0.9, slot*share), -0.5)
		label.size = th.Size * 0.9
		half := widthOf(label.text, label.font, label.size)/2 + 1
		mid := min(max(x(i), c.Min.X+half), c.Max.X-half)
		p.write(label, vg.Point{X: mid, Y: base - th.Size*vg.Length(1.1+1.15*float64(i%2))})
	}
	return nil
}

// arch draws half an ellipse between two points of the base line.
func (p pen) arch(from, to, base, high vg.Length) {
	const pieces = 24
	mid, wide := (from+to)/2, (to-from)/2
	pts := make([]vg.Point, pieces+1)
	for k := range pts {
		sin, cos := math.Sincos(math.Pi * float64(k) / pieces)
		pts[k] = vg.Point{X: mid - wide*vg.Length(cos), Y: base + high*vg.Length(sin)}
	}
	p.line(p.th.Chosen, 0.7, pts...)
}

// dot draws a value.
func (p pen) dot(at vg.Point) {
	const r = 2.1
	pts := make([]vg.Point, 12)
	for k := range pts {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(len(pts)))
		pts[k] = vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
	}
	p.FillPolygon(p.th.Text, pts)
}
