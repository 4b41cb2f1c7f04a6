package optimum

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// coarse returns the problem in which unknowns that all questions count alike are one, and by unknown its number there, none for
// what no question counts; false where that leaves nothing to search for, or takes hardly anything away. What hides its edges
// hides those of the problem, so that its strategies are ones of the problem, with all unknowns of a number counted alike.
func (q *Problem) coarse() (*Problem, []int, bool) {
	out, of := &Problem{known: q.known}, make([]int, len(q.cells))
	var first []int // by number, an unknown
	for i := range of {
		of[i] = none
		if q.gram.At(i, i) == 0 {
			continue
		}
		for g, j := range first {
			if q.gram.At(i, i) == q.gram.At(i, j) && q.gram.At(i, j) == q.gram.At(j, j) {
				of[i] = g
				break
			}
		}
		if of[i] == none {
			of[i] = len(first)
			first = append(first, i)
		}
	}
	if len(first) == 0 || len(first) > len(of)*3/4 {
		return nil, nil, false
	}
	out.gram = mat.NewSymDense(len(first), nil)
	for g, i := range first {
		out.cells = append(out.cells, q.cells[i])
		for h, j := range first[:g+1] {
			out.gram.SetSym(g, h, q.gram.At(i, j))
		}
	}
	number := func(unknown int) int {
		if unknown == none {
			return none
		}
		return of[unknown]
	}
	at := make(map[[2]int]int) // of an edge, by its ends
	for _, e := range q.edges {
		u, v := number(e.u), number(e.v)
		if u == v {
			continue
		}
		ends := [2]int{min(u, v), max(u, v)}
		if k, there := at[ends]; there {
			out.edges[k].weight = min(out.edges[k].weight, e.weight)
			continue
		}
		at[ends] = len(out.edges)
		out.edges = append(out.edges, edge{ends[1], ends[0], e.weight})
	}
	return out, of, len(out.edges) > 0
}

// coarsely searches for a strategy that counts alike what all questions do, from the given starts, and adds what it finds to them.
func (q *Problem) coarsely(ctx context.Context, starts []measured) ([]measured, error) {
	small, of, ok := q.coarse()
	if !ok {
		return starts, nil
	}
	var from []measured
	for _, s := range starts {
		m := measured{s.rows, make([]float64, len(small.cells)*s.rows)}
		for i, g := range of {
			if g != none {
				axpy(1, s.of(i), m.of(g))
			}
		}
		if m = m.merged(); m.rows > 0 {
			from = append(from, m)
		}
	}
	found, err := small.descend(ctx, from, math.Inf(1), coarseDescents, mostSteps)
	if err != nil || found.found.Rows == nil {
		return starts, err
	}
	// Every unknown is barely measured too, so that all are told apart.
	rows, _ := found.found.Rows.Dims()
	lifted := measured{rows + len(of), make([]float64, len(of)*(rows+len(of)))}
	for i, g := range of {
		if g != none {
			for j := range rows {
				lifted.of(i)[j] = found.found.Rows.At(j, g)
			}
		}
		lifted.of(i)[rows+i] = barely
	}
	return append(starts, lifted), nil
}

// barely is the first weight of an unknown that need not be told from others, where the most that an edge changes is 1.
const barely = 0.01
