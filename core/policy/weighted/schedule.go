package weighted

import "slices"

// way is a shortest chain of edges of one graph between two of its vertices.
type way struct {
	length Weight
	// edges are the weights of the edges in order, each as often as it follows itself; nil
	// when only the length is known.
	edges []Stretch
}

// Stretch is a number of edges of the same weight.
type Stretch struct {
	Weight Weight
	Edges  int
}

// Guided is a Graph that can tell the edges of a shortest chain, which not all weigh the same;
// nil when it cannot for these two.
type Guided interface {
	Guide(u, v int) []Stretch
}

// wayOf returns a shortest way of a graph between two different vertices.
func wayOf(p Graph, from, to int) way {
	w := way{length: p.Distance(from, to)}
	lightest, heaviest := p.Weights()
	switch direct, joined := p.Weight(from, to); {
	case w.length == Infinite:
	case joined && direct == w.length:
		w.edges = []Stretch{{direct, 1}}
	case lightest == heaviest:
		w.edges = []Stretch{{lightest, int(w.length / lightest)}}
	default:
		if g, ok := p.(Guided); ok {
			w.edges = g.Guide(from, to)
		}
	}
	return w
}

// schedule returns the length of a chain that goes all of the ways, up to together of them
// a step at a time; a step weighs as much as its heaviest edge.
//
// The length is the least there is when one way may go at a time (the sum of the lengths),
// when all edges weigh the same (the longest way, or all edges dealt out evenly, whichever
// takes more steps), and when it is that of the longest way, as when no more
// ways than may go together are single edges. Otherwise it is an upper bound: other ways of
// the same graphs might share their steps better.
func schedule(ways []way, together int) Weight {
	var sum Weight
	known := true
	for _, w := range ways {
		sum = sum.Plus(w.length)
		known = known && w.edges != nil
	}
	switch {
	case len(ways) < 2 || together == 1:
		return sum
	case together == 0:
		return Infinite
	}
	if n, w, even := sameWeight(ways); known && even {
		most := 0
		for _, way := range ways {
			most = max(most, way.steps())
		}
		return w.Repeated(max(most, (n+together-1)/together))
	}
	if !known {
		return min(sum, oneByOne(ways, together))
	}
	return min(sum, byTurns(ways, together))
}

// steps returns the number of edges of a way.
func (w way) steps() int {
	n := 0
	for _, s := range w.edges {
		n += s.Edges
	}
	return n
}

// sameWeight returns the number of all edges and their weight when that is the same for all.
func sameWeight(ways []way) (n int, weight Weight, ok bool) {
	for _, w := range ways {
		for _, s := range w.edges {
			if n > 0 && s.Weight != weight {
				return 0, 0, false
			}
			n, weight = n+s.Edges, s.Weight
		}
	}
	return n, weight, true
}

// oneByOne goes the ways whose edges are not known one after the other, the rest by turns.
func oneByOne(ways []way, together int) Weight {
	var sum Weight
	var rest []way
	for _, w := range ways {
		if w.edges == nil {
			sum = sum.Plus(w.length)
		} else {
			rest = append(rest, w)
		}
	}
	if len(rest) > 0 {
		sum = sum.Plus(schedule(rest, together))
	}
	return sum
}

// byTurns lets the way with the longest rest take its next step, and with it those of the
// others whose next step is no heavier, the longest rests first. Steps that repeat are
// taken at once as often as the choice stays the same.
func byTurns(ways []way, together int) Weight {
	const mostTurns = 1 << 16
	rests := make([]rest, len(ways))
	for i, w := range ways {
		rests[i] = rest{w.length, slices.Clone(w.edges)}
	}
	var length Weight
	for range mostTurns {
		slices.SortStableFunc(rests, func(a, b rest) int { return int(min(max(b.length-a.length, -1), 1)) })
		if rests[0].length == 0 {
			return length
		}
		step, left := rests[0].edges[0].Weight, together
		for i := range rests {
			r := &rests[i]
			if left > 0 && r.length > 0 && r.edges[0].Weight <= step {
				r.take()
				left--
			}
		}
		length = length.Plus(step)
	}
	return Infinite // too long to tell; going one by one is the bound then
}

// rest is what is left of a way.
type rest struct {
	length Weight
	edges  []Stretch
}

// take takes the next edge.
func (r *rest) take() {
	r.length -= r.edges[0].Weight
	if r.edges[0].Edges--; r.edges[0].Edges == 0 {
		r.edges = r.edges[1:]
	}
}
