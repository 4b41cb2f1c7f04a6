package weighted

// Joint is what happens when up to together of several graphs may change vertex along an edge, each
// along one of its own: the one place that says how the parts of
// secrets are put together, for policies and for products.
//
// The edge weighs as much as the heaviest of the edges it is made of. Three things speak
// for that. Edges that weigh the same make edges of that weight, as in attribute secrets
// with any number of answers together. The metrics d_i of the parts make the metric
// max d_i when all may change together, and their sum when one may, so nothing that was
// stated is strengthened unawares. The least of the weights would: there along one light
// edge and back along another, a heavy part's pairs would come as near as twice the
// lightest of all. The sum of the weights would make together of no effect.
type Joint[G Graph] struct {
	Parts    []G
	Together int // 0 for no edges
}

// Weight returns the weight of the edge between two combinations, of which vertices tells
// what they are in each part, and false when they are not joined.
func (j Joint[G]) Weight(vertices func(i int) (from, to int)) (Weight, bool) {
	changed, heaviest := 0, Weight(0)
	for i, part := range j.Parts {
		from, to := vertices(i)
		if from == to {
			continue
		}
		w, joined := part.Weight(from, to)
		if changed++; !joined || changed > j.Together {
			return 0, false
		}
		heaviest = max(heaviest, w)
	}
	return heaviest, changed > 0
}

// Weights returns bounds on the weights of all edges: an edge of one part is an edge.
func (j Joint[G]) Weights() (lightest, heaviest Weight) {
	lightest = Infinite
	for _, part := range j.Parts {
		l, h := part.Weights()
		lightest, heaviest = min(lightest, l), max(heaviest, h)
	}
	if j.Together == 0 {
		return Infinite, 0
	}
	return lightest, heaviest
}

// Changes is a walk over the ways to change a combination.
type Changes struct {
	From  func(i int) int           // the vertex of each part
	Shift func(i, from, to int) int // by how much the combination's number changes with it
	V     int                       // the combination so far
	Yield func(v int, w Weight) bool

	part, left int
	weight     Weight
}

// Neighbours calls yield for every combination that the one of the changes is joined to.
func (j Joint[G]) Neighbours(c Changes) {
	c.part, c.left, c.weight = 0, j.Together, 0
	j.change(c)
}

// change walks over the ways to change the parts from c.part on, at most c.left of them.
func (j Joint[G]) change(c Changes) bool {
	if c.part == len(j.Parts) || c.left == 0 {
		return c.weight == 0 || c.Yield(c.V, c.weight)
	}
	stay := c
	stay.part++
	if !j.change(stay) {
		return false
	}
	from, more := c.From(c.part), true
	j.Parts[c.part].Neighbours(from, func(to int, w Weight) bool {
		next := c
		next.part, next.left, next.weight = c.part+1, c.left-1, max(c.weight, w)
		next.V += c.Shift(c.part, from, to)
		more = j.change(next)
		return more
	})
	return more
}

// Components combines the components of the parts: whatever the number of parts that may
// change together, a combination reaches exactly those whose parts each can be reached.
func (j Joint[G]) Components(component []int, vertex func(i, u int) int) int {
	of := make([][]int, len(j.Parts))
	counts := make([]int, len(j.Parts))
	total := 1
	for i, part := range j.Parts {
		of[i], counts[i] = part.Components()
		total *= counts[i]
	}
	if total == 1 {
		return 1
	}
	number := make(Numbering)
	for u := range component {
		key := 0
		for i := range j.Parts {
			key = key*counts[i] + of[i][vertex(i, u)]
		}
		component[u] = number.Of(key)
	}
	return len(number)
}

// Distance returns the length of a chain of edges between two combinations, as schedule
// tells it; Infinite when one of the parts cannot get there.
func (j Joint[G]) Distance(vertices func(i int) (from, to int)) Weight {
	var ways []way
	for i, part := range j.Parts {
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
	return schedule(ways, j.Together)
}
