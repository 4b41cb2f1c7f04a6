package secretgraph

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// The way is as short as Floyd and Warshall's distances say, and runs along the pairs.
func TestShortestWay(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		node := rapid.IntRange(-1, n)
		raw := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int {
			return [2]int{node.Draw(t, "a"), node.Draw(t, "b")}
		}), 0, 14).Draw(t, "edges")
		edges := validEdges(n, raw)
		if !slices.IsSortedFunc(edges, func(a, b [2]int) int { return a[0]*n + a[1] - b[0]*n - b[1] }) {
			t.Fatalf("edges %v are not in order", edges)
		}
		const far = 1000
		dist := make([][]int, n)
		for i := range dist {
			dist[i] = slices.Repeat([]int{far}, n)
			dist[i][i] = 0
		}
		for _, e := range edges {
			dist[e[0]][e[1]], dist[e[1]][e[0]] = 1, 1
		}
		for k := range n {
			for i := range n {
				for j := range n {
					dist[i][j] = min(dist[i][j], dist[i][k]+dist[k][j])
				}
			}
		}
		from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
		way := shortestWay(n, edges, from, to)
		if dist[from][to] == far {
			if way != nil {
				t.Fatalf("way %v between what is not connected", way)
			}
			return
		}
		if len(way)-1 != dist[from][to] || way[0] != from || way[len(way)-1] != to {
			t.Fatalf("way %v from %d to %d, want %d steps", way, from, to, dist[from][to])
		}
		for i := 1; i < len(way); i++ {
			if dist[way[i-1]][way[i]] != 1 {
				t.Fatalf("way %v jumps from %d to %d", way, way[i-1], way[i])
			}
		}
	})
}

// A line whose pairs are left out is the line that has each value and the next.
func TestChainIsTheLineOfNeighbours(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p := Picture{Nodes: make([]string, n), Edges: [][2]int{}}
		for i := 1; i < n; i++ {
			p.Edges = append(p.Edges, [2]int{i, i - 1})
		}
		p.From, p.To = rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
		want := p.Line()
		p.Edges = nil
		want.Hop = min(1, n-1) // which pairs do not tell
		if got := p.Line(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("shape %v, want %v", got, want)
		}
	})
}
