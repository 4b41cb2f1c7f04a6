package policy

import "slices"

// line is a graph over values that stand in a line in which each is joined to all up to
// some highest one, its reach, and no value reaches less far than one before it.
type line struct {
	reach []int // the highest value joined to each, itself when none above is
	down  []int // the lowest
}

// newLine returns the line of n values in which two are joined as the function says, which
// holds for nearer values when it does for farther ones.
func newLine(n int, joined func(u, v int) bool) line {
	reach := make([]int, n)
	for u, v := 0, 0; u < n; u++ {
		v = max(u, v)
		for v+1 < n && joined(u, v+1) {
			v++
		}
		reach[u] = v
	}
	return reaching(reach)
}

// reaching returns the line of a reach that nowhere falls.
func reaching(reach []int) line {
	l := line{reach, make([]int, len(reach))}
	for v, u := 0, 0; v < len(reach); v++ {
		for reach[u] < v {
			u++
		}
		l.down[v] = u
	}
	return l
}

// jumps returns how many edges lead from one value to another, jumping each time to the
// farthest value that is still joined, and false when none do.
func (l line) jumps(u, v int) (int, bool) {
	steps := 0
	for at, to := min(u, v), max(u, v); at < to; steps++ {
		if l.reach[at] == at {
			return 0, false
		}
		at = min(l.reach[at], to)
	}
	return steps, true
}

// joined reports whether two values are.
func (l line) joined(u, v int) bool { return u != v && l.down[u] <= v && v <= l.reach[u] }

// length returns the length of a shortest way between two values by edges of a weight.
func (l line) length(u, v int, w Weight) Weight {
	steps, ok := l.jumps(u, v)
	if !ok {
		return Infinite
	}
	return w.repeated(steps)
}

func (l line) components() (component []int, count int) {
	component = make([]int, len(l.reach))
	for v := range component {
		if v > 0 && l.reach[v-1] < v {
			count++
		}
		component[v] = count
	}
	return component, count + 1
}

// even returns how far every value reaches, as far as there are values, and false when not
// all reach equally far.
func (l line) even() (int, bool) {
	length := l.reach[0]
	for u, v := range l.reach {
		if v != min(u+length, len(l.reach)-1) {
			return 0, false
		}
	}
	return length, true
}

// lineGraph is a line whose edges all weigh the same: what a part that is one knows of its graph.
type lineGraph struct {
	line
	weight Weight
}

func (g lineGraph) Components() ([]int, int) { return g.components() }
func (g lineGraph) Reach() []int             { return slices.Clone(g.reach) } // who asks may change it
func (g lineGraph) Solid() bool              { return true }

func (g lineGraph) Weight(u, v int) (Weight, bool) {
	if !g.joined(u, v) {
		return 0, false
	}
	return g.weight, true
}

func (g lineGraph) Neighbours(u int, yield func(v int, w Weight) bool) {
	for v := g.down[u]; v <= g.reach[u]; v++ {
		if v != u && !yield(v, g.weight) {
			return
		}
	}
}

func (g lineGraph) Distance(u, v int) Weight { return g.length(u, v, g.weight) }

// straight is a part made of others whose graph is a line, which answers before the part does.
type straight struct {
	lineGraph
	behind
}

type behind struct{ Part }

func (p straight) Project([]int) Part        { return p }
func (p straight) abridge(without bool) Part { return abridge(p.Part, without) }

// straightened returns a part made of others over the same columns, as a line where it is one, given what becomes of the reach of a
// value.
func straightened(whole Part, parts []Part, combine func(a, b int) int) Part {
	lightest, heaviest := whole.Weights()
	if lightest != heaviest {
		return whole
	}
	var reach []int
	for _, p := range parts {
		r, ok := p.(Reacher)
		if light, heavy := p.Weights(); !ok || len(p.Attributes()) > 1 || !r.Solid() || heavy > 0 && light != heavy {
			return whole
		}
		own := r.Reach()
		if !slices.IsSorted(own) {
			return whole
		}
		if reach == nil {
			reach = own
			continue
		}
		for u := range reach {
			reach[u] = combine(reach[u], own[u])
		}
	}
	return straight{lineGraph{reaching(reach), heaviest}, behind{whole}}
}
