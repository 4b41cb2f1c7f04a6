package policy

import "steward/core/domain"

// Part is the secrets of one column, or of a few columns that are tied by a common
// distance: a graph over the combinations of their values. Vertices are numbered row-major
// as in a domain over the part's columns. All edges of a part weigh the same.
type Part interface {
	// Attributes returns the columns, in the order of the numbering.
	Attributes() []*domain.Attribute
	// Size returns the number of combinations of values.
	Size() int
	// Joined reports whether two different combinations are secret from one another.
	Joined(u, v int) bool
	// Neighbours calls yield for each combination joined to u until yield returns false.
	Neighbours(u int, yield func(v int) bool)
	// Distance returns the least number of edges between u and v, and false when no
	// chain of edges joins them.
	Distance(u, v int) (int, bool)
	// Components returns for each combination the number of its connected component,
	// numbered from 0 in order of first appearance, and how many there are.
	Components() (component []int, count int)
	// Project returns the part that remains for some of its columns (positions in
	// Attributes, rising, at least one): two combinations are joined when any
	// combinations that agree with them on those columns are.
	Project(keep []int) Part
	// Secret says in words what nobody can tell; Expert says it in the field's terms.
	Secret() string
	Expert() string
}

// Reacher is a Part over one column whose values stand in a line and which can say at once
// how far its edges reach.
type Reacher interface {
	// Reach returns for each value the highest value joined to it, or the value itself
	// when none above is. Sensitivities of nested and of disjoint runs need no more.
	Reach() []int
	// Solid reports whether every value between a value and its reach is joined to it, so
	// that the reach describes the whole graph.
	Solid() bool
}

// graph is a graph of n vertices for searches.
type graph struct {
	n          int
	neighbours func(u int, yield func(v int) bool)
}

// distance returns the number of edges between two vertices, and false when there is no
// way. It stops at the first way: in dense graphs few vertices have to be left.
func (g graph) distance(from, to int) (int, bool) {
	if from == to {
		return 0, true
	}
	d := make([]int, g.n) // one more than the distance, 0 for not yet seen
	d[from] = 1
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		u := queue[0]
		g.neighbours(u, func(v int) bool {
			if d[v] == 0 {
				d[v] = d[u] + 1
				queue = append(queue, v)
			}
			return v != to
		})
		if d[to] > 0 {
			return d[to] - 1, true
		}
	}
	return 0, false
}
