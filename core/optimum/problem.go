package optimum

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// ErrLarge is wrapped by errors about problems that are too large.
var ErrLarge = message.New("too large for dense matrices")

// none stands for no unknown: "not in the file", or the cell of a component that the others
// and the component's total leave no freedom.
const none = -1

// Problem is questions under a policy in the coordinates in which both are of full rank: the
// counts of all possible cells but one of each component that is not joined to "not in the
// file". What is left out are the components' totals, which no edge changes.
type Problem struct {
	unknown []int // by cell; none for what is left out and for impossible cells
	cells   []int // by unknown
	root    []int // by cell, the cell left out of its component; none where all are kept
	gram    *mat.SymDense
	edges   []edge
	known   bool
}

// edge changes unknown u by one and v by minus one, each divided by its weight.
type edge struct {
	u, v   int
	weight float64
}

// New returns the problem of questions over the cells of a policy. known says that the number
// of records is public: answers may then make use of it, so that what an edge to "not in the
// file" changes alone need not be hidden from them; what remains is that any two cells that
// are joined to it lie two such edges apart. It errors with ErrLarge where dense matrices
// would be too large.
func New(op linop.Operator, p *policy.Policy, known bool) (*Problem, error) {
	k, err := p.Domain().Cells()
	if err != nil {
		return nil, err
	}
	if k > limits.MaxDenseCells {
		return nil, message.Errorf("%w: %d cells are more than %d", ErrLarge, k, limits.MaxDenseCells)
	}
	if op.Columns() != k {
		return nil, message.Errorf("the queries are over %d cells, and the policy over %d", op.Columns(), k)
	}
	full, err := gram(op)
	if err != nil {
		return nil, err
	}
	q := &Problem{known: known}
	if err := q.choose(p, k); err != nil {
		return nil, err
	}
	if len(q.cells) == 0 {
		return q, nil
	}
	q.reduce(full)
	return q, q.addEdges(p)
}

// choose numbers the unknowns.
func (q *Problem) choose(p *policy.Policy, k int) error {
	of, count, err := p.Components()
	if err != nil {
		return err
	}
	open, last := make([]bool, count), make([]int, count) // joined to "not in the file"; the last cell
	for u, c := range of {
		if c < 0 {
			continue
		}
		last[c] = u
		if _, absent := p.AbsentWeight(policy.Vertex(u)); absent && !q.known {
			open[c] = true
		}
	}
	q.unknown, q.root = make([]int, k), make([]int, k)
	for u, c := range of {
		q.unknown[u], q.root[u] = none, none
		if c < 0 {
			continue
		}
		if !open[c] {
			q.root[u] = last[c]
		}
		if q.root[u] != u {
			q.unknown[u] = len(q.cells)
			q.cells = append(q.cells, u)
		}
	}
	return nil
}

// reduce takes the column of each component's root off those of its other cells.
func (q *Problem) reduce(full *mat.SymDense) {
	n := len(q.cells)
	q.gram = mat.NewSymDense(n, nil)
	at := func(u, v int) float64 {
		if u == none || v == none {
			return 0
		}
		return full.At(u, v)
	}
	for i, u := range q.cells {
		r := q.root[u]
		for j := i; j < n; j++ {
			v := q.cells[j]
			s := q.root[v]
			q.gram.SetSym(i, j, at(u, v)-at(r, v)-at(u, s)+at(r, s))
		}
	}
}

func (q *Problem) addEdges(p *policy.Policy) error {
	tooMany := false
	var absent []edge
	err := p.Edges(func(e policy.Edge) bool {
		w := float64(e.Weight) / float64(weighted.One)
		if e.V == policy.Absent && q.known {
			absent = append(absent, edge{q.of(e.U), none, w})
			return true
		}
		q.edges = append(q.edges, edge{q.of(e.U), q.of(e.V), w})
		tooMany = len(q.edges) > limits.MaxDenseEdges
		return !tooMany
	})
	if tooMany || len(q.edges)+len(absent)*len(absent)/2 > limits.MaxDenseEdges {
		return message.Errorf("%w: more than %d secret pairs", ErrLarge, limits.MaxDenseEdges)
	}
	for i, a := range absent {
		for _, b := range absent[:i] {
			q.edges = append(q.edges, edge{a.u, b.u, a.weight + b.weight})
		}
	}
	return err
}

func (q *Problem) of(v policy.Vertex) int {
	if v == policy.Absent {
		return none
	}
	return q.unknown[v]
}

// Unknowns returns the number of unknowns.
func (q *Problem) Unknowns() int { return len(q.cells) }

// Cells returns the cell of each unknown.
func (q *Problem) Cells() []int { return q.cells }

// allJoined reports whether any two of the unknowns and of what is no unknown are joined, all alike.
func (q *Problem) allJoined() bool {
	n := len(q.cells)
	if n == 0 || len(q.edges) != n*(n+1)/2 {
		return false
	}
	joined := make(map[[2]int]bool, len(q.edges))
	for _, e := range q.edges {
		ends := [2]int{min(e.u, e.v), max(e.u, e.v)}
		if e.weight != q.edges[0].weight || e.u == e.v || joined[ends] {
			return false
		}
		joined[ends] = true
	}
	return true
}

// Interchangeable reports whether all cells may change places: the number of records is public, any two cells are joined, all
// alike, and what is asked is the count of every cell.
func (q *Problem) Interchangeable() bool {
	if !slices.ContainsFunc(q.root, func(cell int) bool { return cell != none }) || !q.allJoined() {
		return false
	}
	one := q.gram.At(0, 0) // without the cell that the others leave no freedom, each counts twice with itself
	for i := range q.cells {
		for j := range i {
			if q.gram.At(i, i) != one || 2*q.gram.At(j, i) != one {
				return false
			}
		}
	}
	return true
}

// laplacian returns Σ p_e d dᵀ.
func (q *Problem) laplacian(p []float64) *mat.SymDense { return laplacian(len(q.cells), q.edges, p) }

// laplacian is that of edges between n unknowns.
func laplacian(n int, edges []edge, p []float64) *mat.SymDense {
	m := make([]float64, n*n)
	for i, e := range edges {
		c := p[i] / (e.weight * e.weight)
		if e.u >= 0 {
			m[e.u*n+e.u] += c
		}
		if e.v >= 0 {
			m[e.v*n+e.v] += c
		}
		if e.u >= 0 && e.v >= 0 {
			m[e.u*n+e.v] -= c
			m[e.v*n+e.u] -= c
		}
	}
	return mat.NewSymDense(n, m)
}

// leverages writes dᵀXd of every edge and returns the largest.
func (q *Problem) leverages(dst []float64, x *mat.SymDense) float64 {
	most := 0.0
	for i, e := range q.edges {
		g := 0.0
		if e.u >= 0 {
			g += x.At(e.u, e.u)
		}
		if e.v >= 0 {
			g += x.At(e.v, e.v)
		}
		if e.u >= 0 && e.v >= 0 {
			g -= 2 * x.At(e.u, e.v)
		}
		dst[i] = math.Max(g, 0) / (e.weight * e.weight) // below zero by rounding only
		most = math.Max(most, dst[i])
	}
	return most
}
