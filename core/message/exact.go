package message

import "math/big"

// Exact writes a fraction exactly: as a decimal where it is one of up to so many digits after the point, and otherwise as a fraction.
func Exact(r *big.Rat, digits int) string {
	if n, exact := r.FloatPrec(); exact && n <= digits {
		return r.FloatString(n)
	}
	return r.RatString()
}
