package noise

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is not a fraction", text)
	}
	return r
}

func TestNewScale(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"20", "20/1"},
		{"4/6", "2/3"},
		{"0.01", "1/100"},
		{"1000003/1048576", "1000003/1048576"},
		{"9007199254740992/9007199254740991", "9007199254740992/9007199254740991"},
		{"1/9007199254740992", "1/9007199254740992"},
		// The terms do not fit: up to a multiple of 2^-20, in lowest terms.
		{"9007199254740994/9007199254740993", "1048577/1048576"},
		{"1/9007199254740993", "1/1048576"},
		{"0.50000000000000000001", "524289/1048576"},
		{"0.49999999999999999999", "1/2"},
		{"8589934591.99999999999", "8589934592/1"},
		// Beyond 2^33 up to a whole number.
		{"8589934592.00000001", "8589934593/1"},
		{"1099511627775.00000000001", "1099511627776/1"},
		{"1099511627775.5", "2199023255551/2"},
		{"1099511627776", "1099511627776/1"},
	} {
		s, err := NewScale(rat(t, c.in))
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if s.String() != c.want {
			t.Errorf("%s: got %s, want %s", c.in, s, c.want)
		}
	}
}

func TestNewScaleRefuses(t *testing.T) {
	for _, c := range []struct{ in, say string }{
		{"0", "above zero"},
		{"-1/2", "found -1/2"},
		{"1099511627776.0000000001", "the largest is 2^40"},
		{"1e30", "the largest is 2^40"},
	} {
		s, err := NewScale(rat(t, c.in))
		if err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: got %v, %v; want an error with %q", c.in, s, err, c.say)
		}
		if !s.IsZero() {
			t.Errorf("%s: a refused scale is %v, want the zero Scale", c.in, s)
		}
	}
	if _, err := NewScale(nil); err == nil {
		t.Error("nil was taken for a scale")
	}
}

// TestNewScaleRoundsUp: never below what was asked, by less than the stated step above, both terms
// in bounds, exact when they fit, the argument untouched, and rounding again changes nothing.
func TestNewScaleRoundsUp(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		num, den := term(t, "numerator"), term(t, "denominator")
		asked := new(big.Rat).SetFrac(num, den)
		before := asked.String()
		s, err := NewScale(asked)
		if tooLarge := asked.Cmp(big.NewRat(MaxScale, 1)) > 0; tooLarge || err != nil {
			if !tooLarge || err == nil {
				t.Fatalf("%v: got %v, %v", asked, s, err)
			}
			return
		}
		if asked.String() != before {
			t.Fatalf("the argument changed from %s to %v", before, asked)
		}
		if s.num > maxTerm || s.den > maxTerm || s.num == 0 {
			t.Fatalf("%v: the terms of %v are out of bounds", asked, s)
		}
		got := s.Rat()
		above := new(big.Rat).Sub(got, asked)
		step := big.NewRat(1, 1<<20)
		if asked.Cmp(big.NewRat(1<<33, 1)) > 0 {
			step.SetInt64(1)
		}
		if above.Sign() < 0 || above.Cmp(step) >= 0 {
			t.Fatalf("%v: rounded to %v, off by %v", asked, s, above)
		}
		if asked.Num().BitLen() <= 53 && asked.Denom().BitLen() <= 53 && above.Sign() != 0 {
			t.Fatalf("%v fits and was changed to %v", asked, s)
		}
		if again, err := NewScale(got); err != nil || again != s {
			t.Fatalf("%v rounds to %v, %v", s, again, err)
		}
		if f, _ := got.Float64(); f != s.Float() {
			t.Fatalf("%v: Float is %v, the nearest is %v", s, s.Float(), f)
		}
	})
}

// term draws a whole number from 1 to about 2^140, small ones as often as large ones.
func term(t *rapid.T, label string) *big.Int {
	bytes := rapid.SliceOfN(rapid.Byte(), 0, 17).Draw(t, label)
	n := new(big.Int).SetBytes(bytes)
	return n.Add(n, big.NewInt(1))
}

func TestZeroScale(t *testing.T) {
	var s Scale
	if !s.IsZero() || s.String() != "unset" {
		t.Errorf("the zero Scale says %v and %q", s.IsZero(), s)
	}
	if (Scale{1, 3}).IsZero() {
		t.Error("1/3 says that it is zero")
	}
}

func TestFloatIsFinite(t *testing.T) {
	for _, s := range []Scale{{1, maxTerm}, {MaxScale, 1}, {maxTerm, 1 << 13}} {
		if f := s.Float(); !(f > 0) || math.IsInf(f, 0) {
			t.Errorf("%v as a float64 is %v", s, f)
		}
	}
}
