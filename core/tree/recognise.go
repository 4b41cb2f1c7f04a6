package tree

import (
	"slices"

	"steward/core/policy"
)

// Of returns the forest that a policy's graph is, with the vertex "not in the file" for
// Outside where it takes part, and false when the graph has a ring. Every other component is
// rooted at its last cell, so that on a line in its order the coordinates are the cumulative
// counts. It does not make the graph: a line of a million cells takes a pass over them, and a
// graph with rings ends the search at the first one. It errors when the domain has too many
// cells to number.
func Of(p *policy.Policy) (f *Forest, ok bool, err error) {
	k, err := p.Domain().Cells()
	if err != nil {
		return nil, false, err
	}
	if !p.Presence() {
		if f, ok := ofLine(p); ok {
			return f, true, nil
		}
	}
	if p.EdgesAtLeast() > float64(k) {
		return nil, false, nil // some of them make a circle
	}
	g := graph{joined: newSets(k + 1), outside: k}
	err = p.Edges(func(e policy.Edge) bool {
		v := g.outside
		if e.V != policy.Absent {
			v = int(e.V)
		}
		ok = g.add(int(e.U), v)
		return ok
	})
	if err != nil || (!ok && len(g.ends) > 0) {
		return nil, false, err
	}
	return g.rooted(p.Domain().Possible), true, nil
}

// ofLine recognises pieces of the line graph by how far its edges reach.
func ofLine(p *policy.Policy) (*Forest, bool) {
	line, ok := p.Line()
	if !ok || !line.Solid() {
		return nil, false
	}
	reach := line.Reach()
	parent := make([]int32, len(reach))
	for u, v := range reach {
		switch v {
		case u:
			parent[u] = Root
		case u + 1:
			parent[u] = int32(v)
		default:
			return nil, false
		}
	}
	return mustNew(parent), true
}

// graph is edges that so far make no ring.
type graph struct {
	joined  sets
	outside int // the number of the vertex beside the cells
	ends    [][2]int32
}

// add adds an edge and reports whether it makes no ring.
func (g *graph) add(u, v int) bool {
	g.ends = append(g.ends, [2]int32{int32(u), int32(v)})
	return g.joined.join(u, v)
}

// rooted hangs the cells on one another from Outside, and from the last cell of each component
// that is not joined to it.
func (g *graph) rooted(possible func(cell int) bool) *Forest {
	first := make([]int32, g.outside+2) // where the neighbours of each vertex begin
	for _, e := range g.ends {
		first[e[0]+1]++
		first[e[1]+1]++
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	at, next := slices.Clone(first), make([]int32, 2*len(g.ends))
	for _, e := range g.ends {
		next[at[e[0]]], next[at[e[1]]] = e[1], e[0]
		at[e[0]]++
		at[e[1]]++
	}
	const unseen = None - 1
	parent := make([]int32, g.outside+1)
	for u := range parent {
		parent[u] = unseen
	}
	hang := func(from int32) {
		for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
			u := queue[0]
			on := u
			if int(u) == g.outside {
				on = Outside
			}
			for _, v := range next[first[u]:first[u+1]] {
				if parent[v] == unseen {
					parent[v] = on
					queue = append(queue, v)
				}
			}
		}
	}
	parent[g.outside] = Root
	hang(int32(g.outside))
	for u := g.outside - 1; u >= 0; u-- {
		switch {
		case parent[u] != unseen:
		case !possible(u):
			parent[u] = None
		default:
			parent[u] = Root
			hang(int32(u))
		}
	}
	return mustNew(parent[:g.outside])
}

// sets are disjoint sets of vertices.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s sets) find(u int32) int32 {
	for s[u] != u {
		s[u] = s[s[u]]
		u = s[u]
	}
	return u
}

// join joins the sets of two vertices and reports whether they were different ones.
func (s sets) join(u, v int) bool {
	a, b := s.find(int32(u)), s.find(int32(v))
	s[max(a, b)] = min(a, b)
	return a != b
}
