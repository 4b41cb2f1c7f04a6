package weighted

import "slices"

// Line is a graph over values that stand in a line in which each is joined to all up to
// some highest one, its reach, and no value reaches less far than one before it.
type Line struct {
	Highest []int // the highest value joined to each, itself when none above is
	Lowest  []int // the lowest
}

// NewLine returns the line of n values in which two are joined as the function says, which
// holds for nearer values when it does for farther ones.
func NewLine(n int, joined func(u, v int) bool) Line {
	reach := make([]int, n)
	for u, v := 0, 0; u < n; u++ {
		v = max(u, v)
		for v+1 < n && joined(u, v+1) {
			v++
		}
		reach[u] = v
	}
	return Reaching(reach)
}

// Reaching returns the line of a reach that nowhere falls.
func Reaching(reach []int) Line {
	l := Line{reach, make([]int, len(reach))}
	for v, u := 0, 0; v < len(reach); v++ {
		for reach[u] < v {
			u++
		}
		l.Lowest[v] = u
	}
	return l
}

// Jumps returns how many edges lead from one value to another, jumping each time to the
// farthest value that is still joined, and false when none do.
func (l Line) Jumps(u, v int) (int, bool) {
	steps := 0
	for at, to := min(u, v), max(u, v); at < to; steps++ {
		if l.Highest[at] == at {
			return 0, false
		}
		at = min(l.Highest[at], to)
	}
	return steps, true
}

// Joined reports whether two values are.
func (l Line) Joined(u, v int) bool { return u != v && l.Lowest[u] <= v && v <= l.Highest[u] }

// Length returns the length of a shortest way between two values by edges of a weight.
func (l Line) Length(u, v int, w Weight) Weight {
	steps, ok := l.Jumps(u, v)
	if !ok {
		return Infinite
	}
	return w.Repeated(steps)
}

// Components returns the connected component of each value, and how many there are.
func (l Line) Components() (component []int, count int) {
	component = make([]int, len(l.Highest))
	for v := range component {
		if v > 0 && l.Highest[v-1] < v {
			count++
		}
		component[v] = count
	}
	return component, count + 1
}

// Even returns how far every value reaches, as far as there are values, and false when not
// all reach equally far.
func (l Line) Even() (int, bool) {
	length := l.Highest[0]
	for u, v := range l.Highest {
		if v != min(u+length, len(l.Highest)-1) {
			return 0, false
		}
	}
	return length, true
}

// EvenLine is a line whose edges all weigh the same: what a part that is one knows of its graph.
type EvenLine struct {
	Line Line
	Edge Weight // what each weighs
}

// Components returns the connected component of each value, and how many there are.
func (g EvenLine) Components() ([]int, int) { return g.Line.Components() }

// Reach returns the highest value joined to each, itself when none above is.
func (g EvenLine) Reach() []int { return slices.Clone(g.Line.Highest) } // who asks may change it

// Solid says that every value between a value and its reach is joined to it.
func (g EvenLine) Solid() bool { return true }

// Weight returns the weight of the edge between two values, and false when they are not joined.
func (g EvenLine) Weight(u, v int) (Weight, bool) {
	if !g.Line.Joined(u, v) {
		return 0, false
	}
	return g.Edge, true
}

// Neighbours calls yield for each value joined to one, until yield returns false.
func (g EvenLine) Neighbours(u int, yield func(v int, w Weight) bool) {
	for v := g.Line.Lowest[u]; v <= g.Line.Highest[u]; v++ {
		if v != u && !yield(v, g.Edge) {
			return
		}
	}
}

// Distance returns the length of a shortest way between two values.
func (g EvenLine) Distance(u, v int) Weight { return g.Line.Length(u, v, g.Edge) }
