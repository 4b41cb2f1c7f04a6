package policy

import (
	"steward/core/message"
)

// Shape says how a graph is best drawn.
type Shape string

// The shapes.
const (
	ShapeLine   Shape = "line"   // values in a row, arcs between near ones
	ShapeGroups Shape = "groups" // values in boxes, all of a box joined
	ShapeRing   Shape = "ring"   // values around a circle
	ShapeGrid   Shape = "grid"   // two columns, one down and one across
	ShapeMatrix Shape = "matrix" // a table of weights
)

// View says what part of a graph to draw. The zero view is the beginning, at a size that
// can be read.
type View struct {
	// First is the first value of each column that is drawn.
	First []int
	// Nodes and Links are the most of each that are drawn; 0 means 48 and 2000.
	Nodes, Links int
}

// Picture is a graph, or a window of it, on the steward's own values, ready to draw.
type Picture struct {
	Shape Shape
	Nodes []Node
	// Links are the edges between the nodes, by the places of their ends in Nodes.
	Links []Link
	// Rows and Columns are the size of a grid.
	Rows, Columns int
	// More is how many possible cells are not drawn, MoreLinks that links are left out.
	More      int
	MoreLinks bool
}

// Node is a cell. Row and Column are its place in a grid.
type Node struct {
	Label       string
	Row, Column int
	// Group is the cell's connected component among the nodes, from 0.
	Group int
	// Absent is the weight of the edge to "not in the file", 0 when there is none.
	Absent Weight
}

// Link is an edge. Kept is the length of the shortest chain between its ends where that is
// known, and else the Weight.
type Link struct {
	From, To     int
	Weight, Kept Weight
}

// Picture returns the picture of a policy over one or two columns, such as a projection to
// them. Special cells are drawn whatever the window. It errors on more columns, on too many
// cells to number, and on a view that begins beyond the values.
func (p *Policy) Picture(v View) (Picture, error) {
	attrs := p.domain.Attributes()
	k, err := p.domain.Cells()
	switch {
	case err != nil:
		return Picture{}, err
	case len(attrs) > 2:
		return Picture{}, message.Errorf("a picture shows one or two columns, not %d: choose them", len(attrs))
	case len(v.First) == 0:
		v.First = make([]int, len(attrs))
	case len(v.First) != len(attrs):
		return Picture{}, message.Errorf("the view begins at %d values where %d columns are drawn", len(v.First), len(attrs))
	}
	for i, a := range attrs {
		if v.First[i] < 0 || v.First[i] >= a.Regular() {
			return Picture{}, message.Errorf("the view begins at value %d of %q, which has %d", v.First[i]+1, a.Name(), a.Regular())
		}
	}
	if v.Nodes <= 0 {
		v.Nodes = 48
	}
	if v.Links <= 0 {
		v.Links = 2000
	}
	d := drawing{policy: p, view: v}
	d.nodes()
	d.picture.More = p.domain.PossibleCells() - len(d.cells)
	d.links(k)
	d.picture.Shape = d.shape()
	return d.picture, nil
}

// drawing is a picture in the making.
type drawing struct {
	policy  *Policy
	view    View
	cells   []int // of the nodes
	picture Picture
}

// nodes draws the cells in the window.
func (d *drawing) nodes() {
	attrs := d.policy.domain.Attributes()
	shown := make([][]int, len(attrs))
	left := d.view.Nodes
	for i, a := range attrs {
		special := a.Size() - a.Regular()
		most := left - special
		if i == 0 && len(attrs) == 2 { // a square, or longer where the other column is short
			most = max(square(left), left/attrs[1].Size()) - special
		}
		for v := d.view.First[i]; v < a.Regular() && v-d.view.First[i] < max(most, 1); v++ {
			shown[i] = append(shown[i], v)
		}
		for v := a.Regular(); v < a.Size(); v++ {
			shown[i] = append(shown[i], v)
		}
		left /= len(shown[i])
	}
	if len(shown) == 1 {
		shown = append(shown, []int{0})
	} else {
		d.picture.Rows, d.picture.Columns = len(shown[0]), len(shown[1])
	}
	for row, a := range shown[0] {
		for column, b := range shown[1] {
			values := []int{a, b}[:len(attrs)]
			cell := d.policy.domain.Index(values)
			if !d.policy.domain.Possible(cell) {
				continue
			}
			n := Node{Label: d.policy.cellLabel(cell), Row: row, Column: column}
			if w, joined := d.policy.AbsentWeight(Vertex(cell)); joined {
				n.Absent = w
			}
			d.cells, d.picture.Nodes = append(d.cells, cell), append(d.picture.Nodes, n)
		}
	}
}

// square returns the largest number whose square is at most n.
func square(n int) int {
	s := 0
	for (s+1)*(s+1) <= n {
		s++
	}
	return s
}

// links draws the edges between the nodes, with what is kept of them where there are few
// enough cells to tell.
func (d *drawing) links(k int) {
	const mostKept = 256
	p := d.policy
	kept := func(_, _ int, w Weight) Weight { return w }
	if k <= mostKept {
		c := closureOf(k+1, func(u, v int) (Weight, bool) { return p.Weight(vertex(u, k), vertex(v, k)) })
		kept = func(u, v int, _ Weight) Weight { return c.length[u][v] }
	}
	groups := newDisjoint(len(d.cells))
	for i, u := range d.cells {
		for j := i + 1; j < len(d.cells); j++ {
			v := d.cells[j]
			w, joined := p.Weight(Vertex(u), Vertex(v))
			if !joined {
				continue
			}
			groups.join(i, j)
			if len(d.picture.Links) < d.view.Links {
				d.picture.Links = append(d.picture.Links, Link{i, j, w, kept(u, v, w)})
			} else {
				d.picture.MoreLinks = true
			}
		}
	}
	of, _ := groups.numbers()
	for i := range d.picture.Nodes {
		d.picture.Nodes[i].Group = of[i]
	}
}

// vertex returns the cell, or Absent for the one behind the last.
func vertex(u, k int) Vertex {
	if u == k {
		return Absent
	}
	return Vertex(u)
}

// shape chooses how to draw.
func (d *drawing) shape() Shape {
	p := d.policy
	if len(p.domain.Attributes()) == 2 {
		return ShapeGrid
	}
	for _, l := range d.picture.Links {
		if l.Weight != d.picture.Links[0].Weight {
			return ShapeMatrix
		}
	}
	part, ok := p.Sole()
	if !ok {
		return ShapeRing
	}
	if b, ok := part.(Partition); ok {
		if _, count, ok := b.Blocks(); ok && count > 1 {
			return ShapeGroups
		} else if ok {
			return ShapeRing
		}
	}
	if r, ok := part.(Reacher); ok && r.Solid() && p.domain.Attributes()[0].HasOrder() {
		return ShapeLine
	}
	if _, ok := part.(*near); ok {
		return ShapeLine
	}
	return ShapeRing
}
