package cluster

import (
	"testing"

	"steward/core/seeded"
)

// TestWidestIsThatOfAllPairs compares the largest squared distance of cells with that of all pairs, and where too few pairs may be
// looked at, what is returned is no less.
func TestWidestIsThatOfAllPairs(t *testing.T) {
	tried, bounds := 0, 0
	for seed := range uint64(seeded.Often(300, 2000)) {
		r, ok := randomClustering(t, seed)
		if !ok {
			continue
		}
		m := r.measured()
		m.squared = true
		groups := make([][]int32, len(m.about))
		for cell, g := range m.of {
			if g >= 0 {
				groups[g] = append(groups[g], int32(cell))
			}
		}
		for _, cells := range groups {
			if len(cells) < 2 {
				continue
			}
			want := int64(0)
			for i, u := range cells {
				for _, v := range cells[:i] {
					want = max(want, m.between(int(u), int(v)))
				}
			}
			tried++
			if got, ok := m.widest(cells, maxPairs); !ok || got != want {
				t.Errorf("seed %d: %d of %d cells, and all pairs give %d", seed, got, len(cells), want)
			}
			got, ok := m.widest(cells, 0)
			if got < want || ok && got != want {
				t.Errorf("seed %d: without looking at pairs %d (exact: %v), and all pairs give %d", seed, got, ok, want)
			}
			if !ok {
				bounds++
			}
		}
	}
	if tried < 100 || bounds < 10 {
		t.Errorf("%d groups, of %d of them a bound", tried, bounds)
	}
}

// BenchmarkWidest finds the two farthest cells of a disc, of which very many are nearly as far apart.
func BenchmarkWidest(b *testing.B) {
	c := asks(b, grid(b, []int{512, 512}), 2)
	m := &measure{c: c, of: make([]int16, c.cells), about: [][]int64{{0, 0}}, squared: true}
	var cells []int32
	for cell := range m.of {
		if x, y := c.at(cell, 0)-256, c.at(cell, 1)-256; x*x+y*y <= 250*250 {
			cells = append(cells, int32(cell))
		}
	}
	for b.Loop() {
		m.widest(cells, maxPairs)
	}
}
