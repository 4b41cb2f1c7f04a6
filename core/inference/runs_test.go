package inference

import (
	"testing"

	"steward/core/seeded"
)

// The bounds of a run are those of the counts that meet the sums, by trying all of them.
func TestRunBoundsByTrying(t *testing.T) {
	r := seeded.New(21, 22)
	for range 150 {
		const k, most = 5, 4
		truth := counts(r, k, 2)
		sums := []Sum{told(truth, runOf(0, k-1))}
		if sums[0].Total > most {
			continue
		}
		for range r.IntN(4) {
			a, b := r.IntN(k), r.IntN(k)
			sums = append(sums, told(truth, runOf(min(a, b), max(a, b))))
		}
		var least, upper [k][k]int64
		for i := range least {
			for j := range least[i] {
				least[i][j], upper[i][j] = unbounded, -1
			}
		}
		x := make([]int64, k)
		var try func(i int)
		try = func(i int) {
			if i < k {
				for x[i] = 0; x[i] <= most; x[i]++ {
					try(i + 1)
				}
				return
			}
			for _, s := range sums {
				if told(x, s.Cells).Total != s.Total {
					return
				}
			}
			for lo := range k {
				for hi := lo; hi < k; hi++ {
					n := told(x, runOf(lo, hi)).Total
					least[lo][hi], upper[lo][hi] = min(least[lo][hi], n), max(upper[lo][hi], n)
				}
			}
		}
		try(0)
		runs := NewRuns(k, sums)
		for lo := range k {
			for hi := lo; hi < k; hi++ {
				a, b, bounded := runs.Bounds(lo, hi)
				if a != least[lo][hi] || b != upper[lo][hi] || !bounded {
					t.Fatalf("sums %v: cells %d to %d hold from %d to %d, got %d to %d", sums, lo, hi, least[lo][hi], upper[lo][hi], a, b)
				}
			}
		}
	}
}

func TestRunBoundsWithoutSums(t *testing.T) {
	runs := NewRuns(10, []Sum{{[]int32{2, 4}, 3}, {[]int32{5, 6}, 4}})
	for _, c := range []struct {
		lo, hi      int
		least, most int64
		bounded     bool
	}{{5, 6, 4, 4, true}, {4, 6, 4, 0, false}, {5, 5, 0, 4, true}, {0, 9, 4, 0, false}, {2, 4, 0, 0, false}} {
		least, most, bounded := runs.Bounds(c.lo, c.hi)
		if least != c.least || bounded != c.bounded || bounded && most != c.most {
			t.Errorf("%d to %d: %d to %d, %v", c.lo, c.hi, least, most, bounded)
		}
	}
	many := make([]Sum, maxPoints)
	for i := range many {
		many[i] = Sum{[]int32{int32(i)}, 1}
	}
	if _, _, bounded := NewRuns(maxPoints, many).Bounds(3, 3); bounded {
		t.Error("more ends than are looked at gave a bound")
	}
}
