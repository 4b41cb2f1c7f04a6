package noise

import (
	"math"
	"math/big"
	"steward/core/seeded"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func lattice(t rapid.TB, num, den int64) Lattice {
	t.Helper()
	l, err := NewLattice(big.NewRat(num, den))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLatticeRoundTrip: a multiple of the step is itself, anything else moves by at most half a
// step, and the way back is exact.
func TestLatticeRoundTrip(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		l := lattice(t, rapid.Int64Range(1, 1<<53).Draw(t, "num"), rapid.Int64Range(1, 1<<53).Draw(t, "den"))
		k := rapid.Int64().Draw(t, "steps")
		if got, err := l.RoundRat(l.Rat(k)); err != nil || got != k {
			t.Fatalf("step %v: %d steps come back as %d, %v", l, k, got, err)
		}
		if f, _ := l.Rat(k).Float64(); f != l.Float(k) {
			t.Fatalf("step %v: %d steps are %v, the nearest float64 is %v", l, k, l.Float(k), f)
		}
		x := []float64{rapid.Float64().Draw(t, "x")}
		steps := make([]int64, 1)
		if err := l.Round(x, steps); err != nil {
			most := new(big.Rat).Mul(l.Step(), big.NewRat(math.MaxInt64, 1))
			if v := new(big.Rat).SetFloat64(x[0]); v.Abs(v).Cmp(most) <= 0 {
				t.Fatalf("step %v: %v: %v", l, x[0], err)
			}
			return
		}
		off := new(big.Rat).Sub(l.Rat(steps[0]), new(big.Rat).SetFloat64(x[0]))
		half := new(big.Rat).Mul(l.Step(), big.NewRat(1, 2))
		if c := off.Abs(off).Cmp(half); c > 0 {
			t.Fatalf("step %v: %v is rounded to %d steps, off by %v", l, x[0], steps[0], off)
		}
		x[0] = -x[0]
		if minus := steps[0]; l.Round(x, steps) == nil && steps[0] != -minus {
			t.Fatalf("step %v: %v goes to %d steps and minus that to %d", l, -x[0], minus, steps[0])
		}
	})
}

func TestLatticeRound(t *testing.T) {
	l := lattice(t, 1, 8)
	x := []float64{0, 0.0625, -0.0625, 0.0624, 1, -3.3, 1e15, math.SmallestNonzeroFloat64}
	want := []int64{0, 1, -1, 0, 8, -26, 8e15, 0}
	steps := make([]int64, len(x))
	if err := l.Round(x, steps); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if steps[i] != want[i] {
			t.Errorf("%v is %d steps of 1/8, want %d", x[i], steps[i], want[i])
		}
	}
	for _, c := range []struct {
		x   float64
		say string
	}{{math.NaN(), "number 1 is NaN"}, {math.Inf(-1), "number 1 is -Inf"}, {1e20, "coarser"}, {-math.MaxFloat64, "coarser"}} {
		if err := l.Round([]float64{1, c.x}, steps[:2]); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%v: got %v, want an error with %q", c.x, err, c.say)
		}
	}
}

func TestNewLattice(t *testing.T) {
	for text, say := range map[string]string{
		"0": "above zero", "-1/3": "-1/3", "1/9007199254740993": "2^53", "9007199254740993": "2^53",
	} {
		if l, err := NewLattice(rat(t, text)); err == nil || !strings.Contains(err.Error(), say) || !l.IsZero() {
			t.Errorf("%s: got %v, %v; want an error with %q", text, l, err, say)
		}
	}
	if _, err := NewLattice(nil); err == nil {
		t.Error("nil was taken for a step")
	}
	if got := lattice(t, 4, 6).String(); got != "2/3" {
		t.Errorf("4/6 is %q", got)
	}
	if got := (Lattice{}).String(); got != "unset" {
		t.Errorf("the zero Lattice is %q", got)
	}
}
