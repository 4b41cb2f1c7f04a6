package policy

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

// lineOf returns the line that parts over one column make that are lines themselves, given
// what becomes of the reach of a value; nil when they are none.
func lineOf(parts []Part, combine func(a, b int) int) *line {
	var reach []int
	for _, p := range parts {
		r, ok := p.(Reacher)
		if !ok || len(p.Attributes()) > 1 || !r.Solid() {
			return nil
		}
		own := r.Reach()
		for u := range own {
			if u > 0 && own[u] < own[u-1] {
				return nil
			}
		}
		if reach == nil {
			reach = own
			continue
		}
		for u := range reach {
			reach[u] = combine(reach[u], own[u])
		}
	}
	l := reaching(reach)
	return &l
}
