package page

import "math"

// polyline is a path of straight pieces.
type polyline struct {
	points []Point
	closed bool
}

// flattened returns a path as straight pieces that leave its curves by no more than fine.
func flattened(p Path, fine float64) (out []polyline) {
	var now polyline
	end := func() {
		if len(now.points) > 1 {
			out = append(out, now)
		}
		now = polyline{}
	}
	for _, s := range p {
		switch s.Kind {
		case Move:
			end()
			now.points = []Point{s.To}
		case Line:
			now.points = append(now.points, s.To)
		case Curve:
			now.points = append(now.points, bent(now.points[len(now.points)-1], s, fine)...)
		case Close:
			now.closed = true
			end()
		}
	}
	end()
	return out
}

// bent returns the points of a curve after its first. The distance of a cubic curve from its
// chord is at most a sixth of the sum of its second differences, and falls with the square
// of the number of pieces.
func bent(from Point, s Segment, fine float64) []Point {
	second := func(a, b, c Point) float64 { return math.Hypot(a.X-2*b.X+c.X, a.Y-2*b.Y+c.Y) }
	away := max(second(from, s.Control[0], s.Control[1]), second(s.Control[0], s.Control[1], s.To)) * 0.75
	pieces := min(max(int(math.Ceil(math.Sqrt(away/max(fine, 1e-9)))), 1), 200)
	out := make([]Point, pieces)
	for i := range out {
		t := float64(i+1) / float64(pieces)
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		out[i] = Point{
			a*from.X + b*s.Control[0].X + c*s.Control[1].X + d*s.To.X,
			a*from.Y + b*s.Control[0].Y + c*s.Control[1].Y + d*s.To.Y,
		}
	}
	return out
}

// dashed cuts a line into the dashes of a pen.
func dashed(p polyline, pen Pen) []polyline {
	period := 0.0
	for _, d := range pen.Dashes {
		period += d
	}
	if !(period > 0) {
		return []polyline{p}
	}
	points := p.points
	if p.closed {
		points = append(append([]Point{}, points...), points[0])
	}
	at, left := dashAt(pen, period)
	var out []polyline
	now := polyline{points: []Point{points[0]}}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		length, done := math.Hypot(to.X-from.X, to.Y-from.Y), 0.0
		for length-done > left {
			done += left
			cut := Point{from.X + (to.X-from.X)*done/length, from.Y + (to.Y-from.Y)*done/length}
			if at%2 == 0 {
				now.points = append(now.points, cut)
				out = append(out, now)
			}
			now = polyline{points: []Point{cut}}
			at = (at + 1) % (2 * len(pen.Dashes))
			left = pen.Dashes[at%len(pen.Dashes)]
		}
		left -= length - done
		if at%2 == 0 {
			now.points = append(now.points, to)
		}
	}
	if at%2 == 0 && len(now.points) > 1 {
		out = append(out, now)
	}
	return out
}

// dashAt returns which of the dashes and gaps a line begins with, and how much of it is
// left. A pattern of an odd number of lengths is used twice, gaps for dashes.
func dashAt(pen Pen, period float64) (at int, left float64) {
	offset := math.Mod(pen.Offset, 2*period)
	if offset < 0 {
		offset += 2 * period
	}
	for {
		length := pen.Dashes[at%len(pen.Dashes)]
		if offset < length {
			return at, length - offset
		}
		offset -= length
		at = (at + 1) % (2 * len(pen.Dashes))
	}
}

// stroke adds the outline of a line of a width: a rectangle for each piece, and a corner
// between neighbours.
func (o *outline) stroke(p polyline, width float64) {
	points := distinct(p.points)
	if p.closed {
		points = distinct(append(points, points[0]))
		points = append(points, points[min(1, len(points)-1)])
	}
	half := width / 2
	for i := 1; i < len(points) && len(distinct(points)) > 1; i++ {
		a, b := points[i-1], points[i]
		n := normal(a, b, half)
		if !p.closed || i < len(points)-1 {
			o.add([]Point{{a.X + n.X, a.Y + n.Y}, {b.X + n.X, b.Y + n.Y}, {b.X - n.X, b.Y - n.Y}, {a.X - n.X, a.Y - n.Y}})
		}
		if i+1 < len(points) {
			o.corner(b, n, normal(b, points[i+1], half))
		}
	}
}

// distinct leaves out points that repeat the one before.
func distinct(points []Point) []Point {
	out := points[:0:0]
	for _, p := range points {
		if n := len(out); n == 0 || math.Hypot(p.X-out[n-1].X, p.Y-out[n-1].Y) > 1e-9 {
			out = append(out, p)
		}
	}
	return out
}

// normal returns the way from the middle of a piece to its left edge.
func normal(a, b Point, half float64) Point {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	return Point{(b.Y - a.Y) / length * half, -(b.X - a.X) / length * half}
}

// sharpest is the cosine of half the turn at which a corner is cut off: a pointed one would
// reach further than ten half-widths, the limit of a PDF page.
const sharpest = 0.1

// corner fills the wedge between two pieces that meet at p, whose normals are n and m.
func (o *outline) corner(p, n, m Point) {
	turn := n.X*m.Y - n.Y*m.X
	if turn == 0 {
		return
	}
	if turn < 0 { // the outer side is the other one; all polygons turn the same way
		n, m = Point{-m.X, -m.Y}, Point{-n.X, -n.Y}
	}
	middle := Point{(n.X + m.X) / 2, (n.Y + m.Y) / 2}
	square, half := middle.X*middle.X+middle.Y*middle.Y, n.X*n.X+n.Y*n.Y
	wedge := []Point{p, {p.X + n.X, p.Y + n.Y}, {p.X + m.X, p.Y + m.Y}}
	if square > half*sharpest*sharpest {
		reach := half / square
		tip := Point{p.X + middle.X*reach, p.Y + middle.Y*reach}
		wedge = []Point{p, {p.X + n.X, p.Y + n.Y}, tip, {p.X + m.X, p.Y + m.Y}}
	}
	o.add(wedge)
}
