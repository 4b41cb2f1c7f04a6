package sensitivity

import (
	"testing"

	"steward/core/linop"
	"steward/core/seeded"
)

// Sums over boxes and their differences change along no edge by more than is said, and sums by
// exactly that along one, found by looking at every edge and every row.
func TestBoxesAgainstEveryEdge(t *testing.T) {
	tight := 0
	for seed := range uint64(3000) {
		r := seeded.New(77, seed)
		k := 2 + r.IntN(40)
		l := Line{Reach: make([]int, k), Solid: true}
		theta := 1 + r.IntN(k)
		for u := range l.Reach {
			l.Reach[u] = min(u+theta, k-1)
			if seed%2 == 0 {
				l.Reach[u] = u + r.IntN(min(theta, k-1-u)+1)
			}
		}
		l = l.measure()
		var apart, tiled []linop.Interval
		for at := 1 + r.IntN(3); at < k; {
			hi := at + r.IntN(6)
			if hi >= k {
				break
			}
			apart = append(apart, linop.Interval{Lo: at, Hi: hi})
			at = hi + 1 + r.IntN(3)
		}
		width := 1 + r.IntN(k)
		for at := -r.IntN(width); at <= k; at += width {
			tiled = append(tiled, linop.Interval{Lo: at, Hi: at + width - 1})
		}
		sums, differences := 0, 0
		for u, far := range l.Reach {
			for v := u; v <= far; v++ {
				n := 0
				for _, b := range apart {
					n += overlap(b, u+1, v)
				}
				sums = max(sums, n)
				n = 0
				for i := range tiled[1:] {
					d := overlap(tiled[i+1], u+1, v) - overlap(tiled[i], u+1, v)
					n += max(d, -d)
				}
				differences = max(differences, n)
			}
		}
		if got := l.BoxSums(apart); got != int64(sums) {
			t.Fatalf("seed %d: line %v, boxes %v: sums change by %d, not %d", seed, l.Reach, apart, sums, got)
		}
		got := l.BoxDifferences(tiled)
		if got < int64(differences) {
			t.Fatalf("seed %d: line %v, boxes %v: differences change by %d, above %d", seed, l.Reach, tiled, differences, got)
		}
		if got == int64(differences) {
			tight++
		}
	}
	if tight < 1500 {
		t.Errorf("differences change by what is said in %d of 3000 cases", tight)
	}
}

// overlap returns how many of lo..hi are in b.
func overlap(b linop.Interval, lo, hi int) int { return max(min(b.Hi, hi)-max(b.Lo, lo)+1, 0) }
