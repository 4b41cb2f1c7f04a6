package audit

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"steward/core/policy"
)

// Pair is two data sets that a policy keeps from being told apart.
type Pair struct {
	What string
	// A and B have one count per cell.
	A, B []int64
	// Weight is how much of a claim may be between them: the weight of the edge.
	Weight *big.Rat
}

func (p Pair) String() string { return fmt.Sprintf("%s: %v and %v", p.What, p.A, p.B) }

// Neighbourhood says which data sets are neighbours: those that differ in one person, along
// an edge of the policy, and that agree with the known number of people.
//
// Other facts tie more people together. Which data sets are then neighbours is for the
// package of the facts to say: make those pairs from its definition.
type Neighbourhood struct {
	Policy *policy.Policy
	// Known says that the number of people is a known fact: People. Otherwise nobody knows
	// it.
	Known  bool
	People int64
	// Rows is how many rows a person has at most, all of which may change at once; 0 is
	// read as 1. People then counts rows.
	Rows int
}

// maxCells bounds the domains whose edges are walked over.
const maxCells = 64

// Pairs returns pairs of neighbours for every edge, each in one order only: all rows of one
// person lie at one end of the edge in A and at the other in B (no other way of changing
// them moves a linear answer farther), and everybody else is at the one end, at the other,
// spread over all cells, or, where nobody knows how many there are, not there at all. Noise that does not depend on the data does the same to all of
// these; what looks at the data meets a crowd, a lone person and equals.
//
// With the number of people known, "not in the file" joins two people: one leaves where
// another comes, and the lesser weight of their two edges is between the data sets
// (docs/mathematics.md, "Public facts"). It errors when the domain has more than 64 cells.
func (n Neighbourhood) Pairs() ([]Pair, error) {
	k, err := n.Policy.Domain().Cells()
	if err != nil {
		return nil, err
	}
	if k > maxCells {
		return nil, fmt.Errorf("the domain has %d cells: make a problem of at most %d for the audit", k, maxCells)
	}
	w := neighbours{Neighbourhood: n, cells: k, rows: int64(max(n.Rows, 1))}
	if err := n.Policy.Edges(func(e policy.Edge) bool {
		if e.V != policy.Absent || !n.Known {
			w.along(e)
		}
		return true
	}); err != nil {
		return nil, err
	}
	if n.Known {
		w.exchanges()
	}
	return w.pairs, nil
}

// unknownPeople are the others when nobody knows how many there are.
const unknownPeople = 4

type neighbours struct {
	Neighbourhood
	cells int
	rows  int64
	pairs []Pair
}

// along adds the pairs of an edge.
func (n *neighbours) along(e policy.Edge) {
	rows, others := n.rows, int64(unknownPeople)
	if n.Known {
		rows = min(rows, n.People)
		others = n.People - rows
	}
	if rows == 0 {
		return // with nobody in the file there is nobody to move
	}
	name := fmt.Sprintf("cells %d and %d", e.U, e.V)
	if e.V == policy.Absent {
		name = fmt.Sprintf("cell %d and not in the file", e.U)
	}
	add := func(what string, background []int64) {
		p := Pair{What: name + ", " + what, A: slices.Clone(background), B: slices.Clone(background), Weight: e.Weight.Rat()}
		p.A[e.U] += rows
		if e.V != policy.Absent {
			p.B[e.V] += rows
		}
		n.add(p)
	}
	add("others with the first", n.crowd(e.U, others))
	if e.V != policy.Absent {
		add("others with the second", n.crowd(e.V, others))
	}
	add("others spread", n.spread(others))
	if !n.Known {
		add("no others", make([]int64, n.cells))
	}
}

// crowd returns the counts of so many people in one cell.
func (n *neighbours) crowd(cell policy.Vertex, people int64) []int64 {
	x := make([]int64, n.cells)
	x[cell] = people
	return x
}

// spread returns the counts of so many people dealt out over the possible cells.
func (n *neighbours) spread(people int64) []int64 {
	x := make([]int64, n.cells)
	for cell := 0; people > 0; cell = (cell + 1) % n.cells {
		if n.Policy.Domain().Possible(cell) {
			x[cell]++
			people--
		}
	}
	return x
}

// exchanges adds the pairs in which one person leaves and another comes.
func (n *neighbours) exchanges() {
	for u := range n.cells {
		one, ok := n.Policy.AbsentWeight(policy.Vertex(u))
		if !ok {
			continue
		}
		for v := u + 1; v < n.cells; v++ {
			if other, ok := n.Policy.AbsentWeight(policy.Vertex(v)); ok {
				n.along(policy.Edge{U: policy.Vertex(u), V: policy.Vertex(v), Weight: min(one, other)})
			}
		}
	}
}

// add keeps a pair unless it is there already; of two weights the lesser counts.
func (n *neighbours) add(p Pair) {
	for i, q := range n.pairs {
		if slices.Equal(p.A, q.A) && slices.Equal(p.B, q.B) {
			if p.Weight.Cmp(q.Weight) < 0 {
				n.pairs[i] = p
			}
			return
		}
	}
	n.pairs = append(n.pairs, p)
}

// Distinct returns one pair for each way in which data sets differ, the first: to noise that
// does not depend on the data all others are the same.
func Distinct(pairs []Pair) []Pair {
	seen := make(map[string]bool)
	var out []Pair
	for _, p := range pairs {
		moved := make([]int64, len(p.A))
		for cell := range moved {
			moved[cell] = p.A[cell] - p.B[cell]
		}
		if key := fmt.Sprint(moved, p.Weight); !seen[key] {
			seen[key] = true
			out = append(out, p)
		}
	}
	return out
}

// Hardest returns the pairs with the largest change, at most so many, hardest first; of
// pairs with equal changes the earlier.
func Hardest(pairs []Pair, most int, change func(Pair) float64) []Pair {
	order, size := make([]int, len(pairs)), make([]float64, len(pairs))
	for i, p := range pairs {
		order[i], size[i] = i, change(p)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(size[j], size[i]) })
	var out []Pair
	for _, i := range order[:min(most, len(order))] {
		out = append(out, pairs[i])
	}
	return out
}
