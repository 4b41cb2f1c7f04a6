package domain

import (
	"fmt"
	"math/big"
	"steward/core/limits"
	"strconv"
	"strings"

	"steward/core/message"
)

// finest is the scale of the finest unit, ten to the limits.MaxFractionDigits.
const finest = int64(1e9)

// parseDecimal reads a plain decimal such as "-12.5" exactly. It refuses exponents,
// fractions, other bases and anything longer than a person would type.
func parseDecimal(s string) (*big.Rat, error) {
	t := strings.TrimSpace(s)
	if n, ok := parseShort(t); ok {
		return new(big.Rat).SetInt64(n), nil
	}
	if t == "" {
		return nil, message.Errorf("nothing where a number is expected")
	}
	if len(t) > 40 || strings.Trim(t, "+-.0123456789") != "" {
		return nil, message.Errorf("found %q where a plain number such as 12.5 is expected", s)
	}
	r, ok := new(big.Rat).SetString(t)
	if !ok {
		return nil, message.Errorf("found %q where a plain number such as 12.5 is expected", s)
	}
	return r, nil
}

// parseShort reads whole numbers of up to 18 digits, as nearly all are, without arithmetic of long ones.
func parseShort(t string) (int64, bool) {
	if len(t) == 0 || len(t) > 18 || strings.Trim(t[1:], "0123456789") != "" || t[0] == '+' {
		return 0, false
	}
	n, err := strconv.ParseInt(t, 10, 64)
	return n, err == nil
}

// units holds decimals as whole multiples of 1/scale.
type units struct {
	scale int64 // a power of ten
}

// commonUnits returns the coarsest power-of-ten unit of which all the decimals are whole
// multiples. It errors when one has more than limits.MaxFractionDigits digits after the point.
func commonUnits(values []*big.Rat) (units, error) {
	scale := int64(1)
	for _, v := range values {
		for !isWhole(v, scale) {
			if scale == finest {
				return units{}, message.Errorf("%s has more than %d digits after the decimal point: shorten it", v.FloatString(12), limits.MaxFractionDigits)
			}
			scale *= 10
		}
	}
	return units{scale}, nil
}

func isWhole(v *big.Rat, scale int64) bool {
	return new(big.Rat).Mul(v, new(big.Rat).SetInt64(scale)).IsInt()
}

// maxUnits keeps sums and differences of positions far from overflow. It stands for the
// open ends, so declared ends lie below it.
const maxUnits = int64(1) << 60

// of returns v in units; v must be a whole multiple.
func (u units) of(v *big.Rat) (int64, error) {
	p := new(big.Rat).Mul(v, new(big.Rat).SetInt64(u.scale))
	if !p.IsInt() || !p.Num().IsInt64() {
		return 0, message.Errorf("%s is too large or too fine", v.FloatString(6))
	}
	n := p.Num().Int64()
	if n >= maxUnits || n <= -maxUnits {
		return 0, message.Errorf("%s is too large", v.FloatString(6))
	}
	return n, nil
}

// text writes a position in units as the shortest plain decimal.
func (u units) text(n int64) string {
	if u.scale == 1 {
		return fmt.Sprint(n)
	}
	s := big.NewRat(n, u.scale).FloatString(limits.MaxFractionDigits)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
