package account

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"steward/core/limits"
	"steward/core/message"
)

// Delta is the chance of a case that a promise does not cover, an exact fraction between
// limits.MinDelta and limits.MaxDelta. The zero value is no such case: a pure promise. Values
// do not change.
type Delta struct{ r *big.Rat }

// ParseDelta reads the chance of failure as a person types it: a plain decimal such as
// 0.000001, at least limits.MinDelta and below limits.MaxDelta. Empty is no chance at all. The
// error says what was found and what is expected.
func ParseDelta(s string) (Delta, error) {
	t := strings.TrimSpace(s)
	if t == "" {
		return Delta{}, nil
	}
	if len(t) > 30 || strings.Trim(t, "0123456789.") != "" || strings.Count(t, ".") > 1 || t == "." {
		return Delta{}, message.Errorf("the chance of failure is %q, which is not a plain number: type a number such as 0.000001", s)
	}
	r, ok := new(big.Rat).SetString(t)
	if !ok {
		return Delta{}, message.Errorf("the chance of failure is %q, which is not a plain number: type a number such as 0.000001", s)
	}
	return DeltaOf(r)
}

// DeltaOf returns the chance of an exact fraction, with the bounds of ParseDelta.
func DeltaOf(r *big.Rat) (Delta, error) {
	lo, _ := new(big.Rat).SetString(limits.MinDelta)
	hi, _ := new(big.Rat).SetString(limits.MaxDelta)
	switch {
	case r.Sign() == 0:
		return Delta{}, message.Errorf("the chance of failure is zero: leave it out, or type a number such as 0.000001")
	case r.Cmp(lo) < 0:
		return Delta{}, message.Errorf("the chance of failure is %s, but the least is %s", r.FloatString(18), limits.MinDelta)
	case r.Cmp(hi) >= 0:
		return Delta{}, message.Errorf("the chance of failure is %s, but it must be below %s: among so many people someone would be exposed; type a number such as 0.000001", Delta{r}, limits.MaxDelta)
	}
	return Delta{new(big.Rat).Set(r)}, nil
}

// IsZero reports whether there is no chance of failure.
func (d Delta) IsZero() bool { return d.r == nil }

// Rat returns the chance exactly, 0 for none; the caller owns it.
func (d Delta) Rat() *big.Rat {
	if d.r == nil {
		return new(big.Rat)
	}
	return new(big.Rat).Set(d.r)
}

// Float returns the nearest float64 to the chance.
func (d Delta) Float() float64 { f, _ := d.Rat().Float64(); return f }

// String writes the chance exactly, as a decimal where that is possible; empty for none.
func (d Delta) String() string {
	if d.r == nil {
		return ""
	}
	return message.Exact(d.r, 30)
}

// InWords writes the chance as the screens do: "1 in 1,000,000". The chance is stated no smaller
// than it is. It is empty for none.
func (d Delta) InWords() message.Text {
	if d.r == nil {
		return message.Text{}
	}
	return message.Sprintf("1 in %s", oneIn(d.Float()))
}

// oneIn writes the whole number below 1/delta, so that the chance is stated no smaller than it
// is, but for the last digits of 1/delta.
func oneIn(delta float64) string { return Commas(fmt.Sprintf("%.0f", math.Floor(1/delta*(1+1e-12)))) }

// Large reports whether the chance is above one in so many people: then it would allow a release
// that shows one of them, chosen at random, exactly.
func (d Delta) Large(people int64) bool {
	return d.r != nil && people > 0 && d.r.Cmp(big.NewRat(1, people)) > 0
}

// UsualDelta returns the chance that is proposed: one in a million, or less where so many people
// are known to be in the file that 1/(10 n^1.1) is less; a decimal with one digit that matters.
func UsualDelta(people int64) string {
	const usual = 1e-6
	least := usual
	if people > 0 {
		least = math.Min(usual, 1/(10*math.Pow(float64(people), 1.1)))
	}
	if least == usual {
		return "0.000001"
	}
	power := math.Floor(math.Log10(least))
	digit := math.Max(1, math.Floor(least/math.Pow(10, power)*(1+1e-12)))
	text := strconv.FormatFloat(digit*math.Pow(10, power), 'f', int(-power), 64)
	if _, err := ParseDelta(text); err != nil {
		return limits.MinDelta
	}
	return text
}
