package weighted

// Closure is the shortest ways between all vertices of a graph (Floyd and Warshall).
type Closure struct {
	Length [][]Weight // Infinite for none
	next   [][]int    // the vertex after the first on the way
}

// ClosureOf works out the closure of n vertices, given the edges.
func ClosureOf(n int, weight func(u, v int) (Weight, bool)) Closure {
	c := Closure{make([][]Weight, n), make([][]int, n)}
	for u := range n {
		c.Length[u], c.next[u] = make([]Weight, n), make([]int, n)
		for v := range n {
			c.Length[u][v], c.next[u][v] = Infinite, v
			if w, joined := weight(u, v); joined {
				c.Length[u][v] = w
			}
		}
		c.Length[u][u] = 0
	}
	for m := range n {
		for u := range n {
			first := c.Length[u][m]
			if first == Infinite || u == m {
				continue
			}
			for v, rest := range c.Length[m] {
				if d := first.Plus(rest); d < c.Length[u][v] {
					c.Length[u][v], c.next[u][v] = d, c.next[u][m]
				}
			}
		}
	}
	return c
}

// Between returns the vertices on the way between two others.
func (c Closure) Between(u, v int) []int {
	var out []int
	for u = c.next[u][v]; u != v; u = c.next[u][v] {
		out = append(out, u)
	}
	return out
}
