package secretgraph

import (
	"cmp"
	"slices"

	"steward/core/message"
)

// Line is what joins the values of a line: straight lines between neighbours, each
// joined to as many as possible, and arches between others. The way between the two values
// that are looked at is kept apart.
type Line struct {
	Straight, WayStraight [][2]int
	Bows, WayBows         [][2]int
	Steps                 int // on the way, -1 for none
	Hop                   int // how many values a step leads on, the same everywhere; 0 where it differs
	// Left says what joins values and is not among these, nothing where all is.
	Left message.Text
}

// mostBows is how many arches are drawn; with more, only those of the values looked at.
const mostBows = 40

// HasBows reports whether there are arches.
func (s Line) HasBows() bool { return len(s.Bows)+len(s.WayBows) > 0 }

// Line returns what joins the values of a picture that is one.
func (p Picture) Line() Line {
	if p.Edges == nil {
		return p.reaching()
	}
	n, two := len(p.Nodes), p.Two()
	edges := validEdges(n, p.Edges)
	shape := Line{Steps: -1}
	onWay := map[[2]int]bool{}
	if two {
		way := shortestWay(n, edges, p.From, p.To)
		shape.Steps = len(way) - 1
		for i := 1; i < len(way); i++ {
			onWay[[2]int{min(way[i-1], way[i]), max(way[i-1], way[i])}] = true
		}
	}
	var neighbours, wayNeighbours [][2]int
	for _, e := range edges {
		switch {
		case e[1]-e[0] == 1 && onWay[e]:
			wayNeighbours = append(wayNeighbours, e)
		case e[1]-e[0] == 1:
			neighbours = append(neighbours, e)
		case onWay[e]:
			shape.WayBows = append(shape.WayBows, e)
		default:
			shape.Bows = append(shape.Bows, e)
		}
	}
	shape.Straight, shape.WayStraight = stretches(neighbours), stretches(wayNeighbours)
	if len(shape.Bows) > mostBows {
		shape.Bows = slices.DeleteFunc(shape.Bows, func(e [2]int) bool {
			return !two || e[0] != p.From && e[0] != p.To && e[1] != p.From && e[1] != p.To
		})
		shape.Bows = shape.Bows[:min(len(shape.Bows), mostBows)]
		shape.Left = message.Sprintf("%d pairs are joined, of which some are drawn", len(edges))
	}
	return shape
}

// reaching returns the shape of a line where each value is joined to all up to its reach, which is the next one where none
// is given. Of a long one only the straight part and the way are told: its arches are never drawn.
func (p Picture) reaching() Line {
	n := len(p.Nodes)
	if n == 0 {
		return Line{Steps: -1}
	}
	if len(p.Reach) != n {
		p.Reach = make([]int, n)
		for i := range p.Reach {
			p.Reach[i] = i + 1
		}
	}
	hop := hopOf(p.Reach)
	if n <= MostBowed {
		edges := [][2]int{}
		for i, r := range p.Reach {
			for j := i + 1; j <= min(r, n-1); j++ {
				edges = append(edges, [2]int{i, j})
			}
		}
		drawn := p
		drawn.Reach, drawn.Edges = nil, edges
		shape := drawn.Line()
		shape.Hop = hop
		if !shape.Left.IsZero() {
			shape.Left = p.hops(hop)
		}
		return shape
	}
	shape := Line{Steps: -1, Hop: hop, Left: p.hops(hop)}
	var next [][2]int
	for i, r := range p.Reach[:n-1] {
		if r > i {
			next = append(next, [2]int{i, i + 1})
		}
	}
	shape.Straight = stretches(next)
	if !p.Two() {
		return shape
	}
	at, to := min(p.From, p.To), max(p.From, p.To)
	shape.Steps = 0
	for ; at < to; shape.Steps++ {
		if p.Reach[at] <= at {
			shape.Steps = -1
			return shape
		}
		at = p.Reach[at]
	}
	shape.WayStraight = [][2]int{{min(p.From, p.To), to}}
	return shape
}

// hops says how far values reach, nothing where that is to the next.
func (p Picture) hops(hop int) message.Text {
	n := len(p.Nodes)
	most := 0
	for i, r := range p.Reach {
		most = max(most, min(r, n-1)-i)
	}
	switch {
	case hop >= n-1:
		return message.Sprintf("each value is joined to every other")
	case hop > 1:
		return message.Sprintf("each value is joined to the next %d", hop)
	case hop == 1 || most <= 1:
		return message.Text{}
	}
	return message.Sprintf("values are joined to as many as %d after them", most)
}

// MostBowed is the longest line whose arches are drawn.
const MostBowed = 16

// hopOf returns by how many values every reach leads on, up to the end of the line; 0 where
// they differ.
func hopOf(reach []int) int {
	n := len(reach)
	hop := min(reach[0], n-1)
	for i, r := range reach {
		if min(r, n-1) != min(i+hop, n-1) {
			return 0
		}
	}
	return hop
}

// validEdges returns the pairs of two of n values, the smaller index first, each once, in
// order.
func validEdges(n int, edges [][2]int) [][2]int {
	var list [][2]int
	for _, e := range edges {
		a, b := min(e[0], e[1]), max(e[0], e[1])
		if a >= 0 && b < n && a != b {
			list = append(list, [2]int{a, b})
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	return slices.Compact(list)
}

// stretches joins sorted pairs of neighbours into as few lines as possible.
func stretches(edges [][2]int) (list [][2]int) {
	for _, e := range edges {
		if n := len(list); n > 0 && list[n-1][1] == e[0] {
			list[n-1][1] = e[1]
			continue
		}
		list = append(list, e)
	}
	return list
}

// shortestWay returns the values on a way with the fewest steps, both ends included; nil if
// there is none. It searches breadth first.
func shortestWay(n int, edges [][2]int, from, to int) []int {
	next := make([][]int, n)
	for _, e := range edges {
		next[e[0]] = append(next[e[0]], e[1])
		next[e[1]] = append(next[e[1]], e[0])
	}
	before := make([]int, n)
	for i := range before {
		before[i] = -1
	}
	before[from] = from
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, v := range next[queue[0]] {
			if before[v] < 0 {
				before[v] = queue[0]
				queue = append(queue, v)
			}
		}
	}
	if before[to] < 0 {
		return nil
	}
	way := []int{to}
	for v := to; v != from; v = before[v] {
		way = append(way, before[v])
	}
	slices.Reverse(way)
	return way
}
