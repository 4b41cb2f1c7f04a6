// Package decimal reads and writes the numbers of plans: plain decimals, such as 0.25.
package decimal

import (
	"math/big"
	"strconv"
	"strings"

	"steward/core/message"
)

// Of writes a number as a plan does: a plain decimal, of twelve digits at most, so that
// what comes of adding and subtracting decimals in floating point looks like one.
func Of(x float64) string {
	if short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64); err == nil {
		x = short
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Exact writes a fraction as a plain decimal where it is one.
func Exact(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact {
		return r.FloatString(digits)
	}
	return r.RatString()
}

// Read reads a plain decimal above zero.
func Read(s string) (*big.Rat, error) {
	t := strings.TrimSpace(s)
	if t == "" || len(t) > 30 || strings.Trim(t, "0123456789.") != "" {
		return nil, message.Errorf("found %q where a number above zero such as 5 is expected", s)
	}
	r, ok := new(big.Rat).SetString(t)
	if !ok || r.Sign() <= 0 {
		return nil, message.Errorf("found %q where a number above zero such as 5 is expected", s)
	}
	return r, nil
}
