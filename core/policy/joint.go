package policy

// joint is what happens when up to together of several parts may change along an edge, each
// along an edge of its own graph: the one place that says how parts are put together, for
// policies and for products.
//
// The edge weighs as much as the heaviest of the edges it is made of. Three things speak
// for that. Edges that weigh the same make edges of that weight, as in attribute secrets
// with any number of answers together. The metrics d_i of the parts make the metric
// max d_i when all may change together, and their sum when one may, so nothing that was
// stated is strengthened unawares. The least of the weights would: there along one light
// edge and back along another, a heavy part's pairs would come as near as twice the
// lightest of all. The sum of the weights would make together of no effect.
type joint struct {
	parts    []Part
	together int
}

// weight returns the weight of the edge between two combinations, of which vertices tells
// what they are in each part, and false when they are not joined.
func (j joint) weight(vertices func(i int) (from, to int)) (Weight, bool) {
	changed, heaviest := 0, Weight(0)
	for i, part := range j.parts {
		from, to := vertices(i)
		if from == to {
			continue
		}
		w, joined := part.Weight(from, to)
		if changed++; !joined || changed > j.together {
			return 0, false
		}
		heaviest = max(heaviest, w)
	}
	return heaviest, changed > 0
}

// weights returns bounds on the weights of all edges: an edge of one part is an edge.
func (j joint) weights() (lightest, heaviest Weight) {
	lightest = Infinite
	for _, part := range j.parts {
		l, h := part.Weights()
		lightest, heaviest = min(lightest, l), max(heaviest, h)
	}
	if j.together == 0 {
		return Infinite, 0
	}
	return lightest, heaviest
}

// changes is a walk over the ways to change a combination.
type changes struct {
	from  func(i int) int           // the vertex of each part
	shift func(i, from, to int) int // by how much the combination's number changes with it
	v     int                       // the combination so far
	yield func(v int, w Weight) bool

	part, left int
	weight     Weight
}

// neighbours calls yield for every combination that the one of the changes is joined to.
func (j joint) neighbours(c changes) {
	c.part, c.left, c.weight = 0, j.together, 0
	j.change(c)
}

// change walks over the ways to change the parts from c.part on, at most c.left of them.
func (j joint) change(c changes) bool {
	if c.part == len(j.parts) || c.left == 0 {
		return c.weight == 0 || c.yield(c.v, c.weight)
	}
	stay := c
	stay.part++
	if !j.change(stay) {
		return false
	}
	from, more := c.from(c.part), true
	j.parts[c.part].Neighbours(from, func(to int, w Weight) bool {
		next := c
		next.part, next.left, next.weight = c.part+1, c.left-1, max(c.weight, w)
		next.v += c.shift(c.part, from, to)
		more = j.change(next)
		return more
	})
	return more
}

// components combines the components of the parts: whatever the number of parts that may
// change together, a combination reaches exactly those whose parts each can be reached.
func (j joint) components(component []int, vertex func(i, u int) int) int {
	of := make([][]int, len(j.parts))
	counts := make([]int, len(j.parts))
	total := 1
	for i, part := range j.parts {
		of[i], counts[i] = part.Components()
		total *= counts[i]
	}
	if total == 1 {
		return 1
	}
	number := make(numbering)
	for u := range component {
		key := 0
		for i := range j.parts {
			key = key*counts[i] + of[i][vertex(i, u)]
		}
		component[u] = number.of(key)
	}
	return len(number)
}

// distance returns the length of a chain of edges between two combinations, as schedule
// tells it; Infinite when one of the parts cannot get there.
func (j joint) distance(vertices func(i int) (from, to int)) Weight {
	var ways []way
	for i, part := range j.parts {
		from, to := vertices(i)
		if from == to {
			continue
		}
		w := wayOf(part, from, to)
		if w.length == Infinite {
			return Infinite
		}
		ways = append(ways, w)
	}
	return schedule(ways, j.together)
}
