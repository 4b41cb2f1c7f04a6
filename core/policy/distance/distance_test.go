package distance

import (
	"math"
	"math/big"
	"testing"

	"steward/core/seeded"
)

// TestMeasuresAreExact compares distances over several columns, and which are within others, with whole numbers of any size.
func TestMeasuresAreExact(t *testing.T) {
	r := seeded.New(20261129, 1)
	for _, norm := range Norms() {
		m, err := norm.Measure()
		if err != nil {
			t.Fatal(err)
		}
		drawn := func() (Span, *big.Int) {
			var s Span
			exact := new(big.Int)
			for range 1 + r.IntN(3) {
				by := uint64(r.Int64N(4))
				if r.IntN(3) > 0 {
					by = uint64(r.Int64N(Longest / 4))
				}
				s = m.Add(s, by, false)
				one := new(big.Int).SetUint64(by)
				switch norm {
				case L1:
					exact.Add(exact, one)
				case L2:
					exact.Add(exact, one.Mul(one, one))
				case LInf:
					if one.Cmp(exact) > 0 {
						exact = one
					}
				}
			}
			return s, exact
		}
		for range 2000 {
			a, exactA := drawn()
			b, exactB := drawn()
			if got, want := a.Within(b), exactA.Cmp(exactB) <= 0; got != want {
				t.Fatalf("%s: %v within %v is %v", norm, exactA, exactB, got)
			}
			want, over := new(big.Int).Set(exactA), false
			if norm == L2 {
				want.Sqrt(exactA)
				over = new(big.Int).Mul(want, want).Cmp(exactA) < 0
			}
			if n, cut := m.Length(a); n != want.Uint64() || cut != over {
				t.Fatalf("%s: the length of %v is %d, cut %v; want %v, %v", norm, exactA, n, cut, want, over)
			}
		}
	}
	if err := Norm("L3").Check(); err == nil {
		t.Error("L3 is no norm here")
	}
}

// TestOpenIsNotAttained: what comes arbitrarily near to a distance is not within it, and is within all larger ones.
func TestOpenIsNotAttained(t *testing.T) {
	for _, norm := range Norms() {
		m, err := norm.Measure()
		if err != nil {
			t.Fatal(err)
		}
		open := m.Add(m.Add(Span{}, 5, true), 0, false)
		if open.Within(m.Add(Span{}, 5, false)) || !open.Within(m.Add(Span{}, 6, false)) {
			t.Errorf("%s: open at 5 is taken for attained", norm)
		}
	}
	largest, _ := LInf.Measure()
	if s := largest.Add(largest.Add(Span{}, 5, true), 6, false); !s.Within(largest.Add(Span{}, 6, false)) {
		t.Error("a smaller difference that is open makes the largest one open")
	}
}

// TestRing compares the longitudes within a difference and the steps between them with all pairs and a search by breadth.
func TestRing(t *testing.T) {
	r := seeded.New(20261129, 2)
	for range 400 {
		ring := Ring{Turn: 360}
		for at := int64(r.IntN(9)) - 180; at < 180 && len(ring.Lo) < 9; at += 1 + int64(r.IntN(60)) {
			hi := min(at+int64(r.IntN(30)), 180)
			ring.Lo, ring.Hi = append(ring.Lo, at), append(ring.Hi, hi)
			at = hi
		}
		n := len(ring.Lo)
		gap := func(a, b int) int64 { // the least over turns, of any two of their longitudes
			least := int64(math.MaxInt64)
			for _, turn := range []int64{-ring.Turn, 0, ring.Turn} {
				least = min(least, max(ring.Lo[b]+turn-ring.Hi[a], ring.Lo[a]-ring.Hi[b]-turn, 0))
			}
			return least
		}
		within := int64(r.IntN(120))
		for a := range n {
			joined := 0
			for b := range n {
				if a != b && ring.Gap(a, b) != gap(a, b) {
					t.Fatalf("%+v: from %d to %d are %d, want %d", ring, a, b, ring.Gap(a, b), gap(a, b))
				}
				if a != b && gap(a, b) <= within {
					joined++
				}
			}
			if east, west := ring.Around(a, within); east+west != joined {
				t.Fatalf("%+v: %d to the east and %d to the west of %d are within %d, want %d in all", ring, east, west, a, within, joined)
			}
			far := make([]int, n)
			for next, edge := []int{a}, 1; len(next) > 0; edge++ {
				var then []int
				for _, at := range next {
					for b := range n {
						if b != a && far[b] == 0 && at != b && gap(at, b) <= within {
							far[b] = edge
							then = append(then, b)
						}
					}
				}
				next = then
			}
			for b := range n {
				if got, ok := ring.Hops(a, b, within); a != b && (ok != (far[b] > 0) || ok && got != far[b]) {
					t.Fatalf("%+v: %d steps within %d from %d to %d, %v; want %d", ring, got, within, a, b, ok, far[b])
				}
			}
		}
	}
}

// TestBandsAreNoFarther: no two places of two bands are nearer than is told, and the nearest found are hardly farther.
func TestBandsAreNoFarther(t *testing.T) {
	r := seeded.New(20261129, 3)
	band := func() Band {
		a, b := r.Float64()*180-90, r.Float64()*180-90
		return Band{min(a, b), max(a, b)}
	}
	for range 300 {
		a, b, longitudes := band(), band(), r.Float64()*180
		told, nearest := Apart(a, b, longitudes), math.Inf(1)
		const steps = 60
		for i := range steps + 1 {
			for j := range steps + 1 {
				at := a.Lo + (a.Hi-a.Lo)*float64(i)/steps
				to := b.Lo + (b.Hi-b.Lo)*float64(j)/steps
				nearest = min(nearest, Kilometres(at, 0, to, longitudes))
			}
		}
		if told > nearest*(1+1e-9)+1e-6 {
			t.Fatalf("%v and %v, %g degrees apart: %g km are told, and two places are %g apart", a, b, longitudes, told, nearest)
		}
		if step := kilometres(radians(max(a.Hi-a.Lo, b.Hi-b.Lo) / steps)); told < nearest-2*step {
			t.Fatalf("%v and %v, %g degrees apart: %g km are told, and no two places are nearer than %g", a, b, longitudes, told, nearest)
		}
	}
	if same, turned := Kilometres(47.4, 8.5, 52.5, 13.4), Kilometres(47.4, 368.5, 52.5, 13.4-720); math.Abs(same-turned) > 1e-6 {
		t.Errorf("%g and %g km for the same places", same, turned)
	}
}
