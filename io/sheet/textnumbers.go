package sheet

import (
	"math"
	"strconv"
	"strings"
)

// numbers is how a text table writes numbers.
type numbers struct {
	point     byte     // the decimal mark
	thousands []string // the marks between groups of three digits, none for no groups
}

// groupings are the marks that can stand between groups of digits. All blanks are alike, and
// so are all apostrophes.
var groupings = [][]string{{","}, {"."}, {" ", "\u00a0", "\u2009", "\u202f"}, {"'", "’"}}

// groupingOf returns the marks that are like one, nil for one that cannot be.
func groupingOf(mark rune) []string {
	for _, marks := range groupings {
		for _, m := range marks {
			if m == string(mark) {
				return marks
			}
		}
	}
	return nil
}

// maxWholeDigits is how many digits of a whole number a double keeps for certain. Longer
// ones (account numbers) stay texts, lest two become one.
const maxWholeDigits = 15

// maxExactPower is the largest power of ten that a double holds exactly.
const maxExactPower = 22

var powersOfTen = [maxExactPower + 1]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// number reads an optional sign, digits with at most one point, and an optional exponent.
// Whole parts with leading zeros (postcodes, codes) and whole numbers of more than
// maxWholeDigits digits are not numbers. The text is not empty.
func (n *numbers) number(s string) (float64, bool) {
	if c := s[0]; (c < '0' || c > '9') && c != '-' && c != '+' && c != n.point {
		return 0, false
	}
	for _, mark := range n.thousands {
		if strings.Contains(s, mark) {
			var ok bool
			if s, ok = n.ungroup(s, mark); !ok {
				return 0, false
			}
			break
		}
	}
	i, mantissa := 0, uint64(0)
	if s[0] == '+' || s[0] == '-' {
		i++
	}
	start := i
	for i < len(s) && s[i]-'0' <= 9 {
		mantissa = 10*mantissa + uint64(s[i]-'0')
		i++
	}
	whole, fraction, at := i-start, 0, -1
	if i < len(s) && s[i] == n.point {
		at = i
		for i++; i < len(s) && s[i]-'0' <= 9; i++ {
			mantissa = 10*mantissa + uint64(s[i]-'0')
		}
		fraction = i - at - 1
	}
	if whole+fraction == 0 || whole > 1 && s[start] == '0' {
		return 0, false
	}
	exponent := i < len(s)
	if exponent && !isExponent(s[i:]) {
		return 0, false
	}
	switch {
	case !exponent && at < 0 && whole > maxWholeDigits:
		return 0, false
	case !exponent && whole+fraction <= maxWholeDigits:
		// Whole numbers below 2^53 over an exact power of ten: the quotient is the nearest
		// double (Clinger 1990, "How to read floating point numbers accurately").
		x := float64(mantissa)
		if fraction > 0 {
			x /= powersOfTen[fraction]
		}
		if s[0] == '-' && x != 0 {
			x = -x
		}
		return x, true
	case at >= 0 && n.point != '.':
		s = s[:at] + "." + s[at+1:]
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) {
		return 0, false
	}
	return x + 0, true // -0 becomes 0
}

// isExponent reports whether a text is an e, a sign or none, and digits.
func isExponent(s string) bool {
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// ungroup takes the marks out of the whole part of a number: one to three digits first, then
// groups of three.
func (n *numbers) ungroup(s, mark string) (string, bool) {
	whole, rest := s, ""
	if i := strings.IndexByte(s, n.point); i >= 0 {
		whole, rest = s[:i], s[i:]
	}
	groups := strings.Split(whole, mark)
	for i, g := range groups {
		if i == 0 {
			g = strings.TrimLeft(g, "+-")
		}
		if len(g) > 3 || len(g) == 0 || i > 0 && len(g) < 3 {
			return "", false
		}
	}
	return strings.Join(groups, "") + rest, true
}
