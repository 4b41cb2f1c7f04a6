package sensitivity

import (
	"encoding/binary"
	"math"
	"math/big"
	"testing"

	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// Costs of any size compare as exact fractions do.
func TestTallyComparesExactly(t *testing.T) {
	r := seeded.New(20140622, 1)
	number := func(most int64) int64 { return 1 + r.Int64N(most)>>r.IntN(40) }
	equal := 0
	for range 20_000 {
		a := cost{number(math.MaxInt64 - 1), weighted.Weight(number(1 << 40))}
		b := cost{number(math.MaxInt64 - 1), weighted.Weight(number(1 << 40))}
		if r.IntN(4) == 0 { // a multiple of the same
			c, w := number(1<<20), weighted.Weight(number(1<<10))
			x, y := number(1<<10), number(1<<10)
			a, b = cost{c * x * x, w * weighted.Weight(x)}, cost{c * y * y, w * weighted.Weight(y)}
		}
		for _, norm := range []Norm{L1, L2Squared} {
			tl := tally{norm: norm}
			product := new(big.Int).Mul(big.NewInt(a.change), big.NewInt(int64(a.weight)))
			if norm == L2Squared {
				product.Mul(product, big.NewInt(int64(a.weight)))
			}
			var bytes [24]byte
			for i, word := range tl.times(a.change, a.weight) {
				binary.BigEndian.PutUint64(bytes[8*i:], word)
			}
			if new(big.Int).SetBytes(bytes[:]).Cmp(product) != 0 {
				t.Fatalf("norm %d: %v multiply to %x, want %x", norm, a, bytes, product)
			}
			want := tl.size(a).Cmp(tl.size(b))
			if tl.above(a, b) != (want > 0) || tl.above(b, a) != (want < 0) {
				t.Fatalf("norm %d: %v and %v compare as %d", norm, a, b, want)
			}
			if want == 0 {
				equal++
			}
		}
	}
	if equal < 1000 {
		t.Errorf("%d equal costs", equal)
	}
}

// A tally keeps the largest cost, and for each weight the largest change.
func TestTallyKeeps(t *testing.T) {
	r := seeded.New(20140622, 2)
	for range 500 {
		shown := tally{norm: L1, byWeight: make(map[weighted.Weight]int64)}
		largest := make(map[weighted.Weight]int64)
		var best cost
		for range r.IntN(30) {
			c := cost{r.Int64N(20), weighted.Weight(1 + r.IntN(4))}
			shown.show(c.change, c.weight)
			largest[c.weight] = max(largest[c.weight], c.change)
			if shown.above(c, best) {
				best = c
			}
		}
		for w, n := range largest {
			if shown.byWeight[w] != n {
				t.Fatalf("weight %d: %d, want %d", w, shown.byWeight[w], n)
			}
		}
		if shown.above(best, shown.best) || shown.above(shown.best, best) {
			t.Fatalf("best %v, want %v", shown.best, best)
		}
	}
}
