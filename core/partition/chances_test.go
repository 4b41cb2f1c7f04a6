package partition

import (
	"math"
	"math/big"
	"testing"
)

// The chance of an interval is that of all partitions with it, added up.
func TestChances(t *testing.T) {
	for _, z := range [][]int64{{4}, {0, 7}, {0, 0, 5}, {2, 2, 8, 8}, {1, 9, 9, 9, 3, 3}, {0, 0, 0, 900, 0}} {
		for _, epsilon := range []*big.Rat{big.NewRat(1, 100), big.NewRat(1, 2), big.NewRat(3, 1)} {
			e, _ := epsilon.Float64()
			want := make(map[[2]int]float64)
			p := law(z, e)
			for i, ends := range partitions(len(z)) {
				from := 0
				for _, to := range ends {
					want[[2]int{from, to}] += p[i]
					from = to
				}
			}
			sum := 0.0
			err := mustLaw(t, epsilon).Chances(z, func(from, to int, chance float64) {
				sum += chance * float64(to-from)
				at := [2]int{from, to}
				if math.Abs(chance-want[at]) > 1e-9 {
					t.Errorf("%v at %s: interval %v has chance %v, want %v", z, epsilon.RatString(), at, chance, want[at])
				}
				delete(want, at)
			})
			if err != nil {
				t.Fatal(err)
			}
			for at, chance := range want {
				if chance > 1e-9 {
					t.Errorf("%v at %s: interval %v of chance %v is missing", z, epsilon.RatString(), at, chance)
				}
			}
			if math.Abs(sum-float64(len(z))) > 1e-9 {
				t.Errorf("%v: entries are in %v intervals", z, sum)
			}
		}
	}
	if err := mustLaw(t, big.NewRat(1, 1)).Chances(nil, func(int, int, float64) {}); err == nil {
		t.Error("no entries were taken")
	}
}
