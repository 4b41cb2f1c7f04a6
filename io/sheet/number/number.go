// Package number reads numbers as text tables write them: with a point or a comma, with marks between
// thousands, as percentages and as amounts of money; and numbers as workbooks store them.
package number

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"steward/core/table"
)

// Is reports whether a text is written like a number, without leading zeros, which codes
// have.
func Is(s string) bool {
	if s == "" || s[0] > '9' {
		return false
	}
	n := Style{Point: '.'}
	_, ok := n.Number(s)
	return ok
}

// Value reads a number, alone or as an amount.
func (n *Style) Value(s string) (float64, bool) {
	x, ok := n.Number(s)
	if !ok {
		x, ok = n.Amount(s)
	}
	return x, ok
}

// Style is how a text table writes numbers.
type Style struct {
	Point     byte     // the decimal mark
	Thousands []string // the marks between groups of three digits, none for no groups
}

// groupings are the marks that can stand between groups of digits. All blanks are alike, and
// so are all apostrophes.
var groupings = [][]string{{","}, {"."}, {" ", "\u00a0", "\u2009", "\u202f"}, {"'", "’"}}

// Grouping returns the marks that are like one, nil for one that cannot be.
func Grouping(mark rune) []string {
	for _, marks := range groupings {
		if slices.Contains(marks, string(mark)) {
			return marks
		}
	}
	return nil
}

// MaxDigits is how many digits of a whole number a double keeps for certain. Longer
// ones (account numbers) stay texts, lest two become one.
const MaxDigits = 15

// PowersOfTen are those that doubles hold exactly together with MaxDigits digits.
var PowersOfTen = [MaxDigits + 1]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// Number reads an optional sign, digits with at most one point, and an optional exponent.
// Whole parts with leading zeros (postcodes, codes) and whole numbers of more than
// maxWholeDigits digits are not numbers. The text is not empty.
func (n *Style) Number(s string) (float64, bool) {
	if c := s[0]; (c < '0' || c > '9') && c != '-' && c != '+' && c != n.Point {
		return 0, false
	}
	for _, mark := range n.Thousands {
		if strings.Contains(s, mark) {
			var ok bool
			if s, ok = n.ungroup(s, mark); !ok {
				return 0, false
			}
			break
		}
	}
	rest := s
	if s[0] == '+' || s[0] == '-' {
		rest = s[1:]
	}
	if x, length := n.Leading(rest); length > 0 && length == len(rest) {
		if s[0] == '-' && x != 0 {
			x = -x
		}
		return x, true
	}
	return n.longNumber(s, rest)
}

// longNumber is number for what has an exponent or many digits. The sign is not part of rest.
func (n *Style) longNumber(s, rest string) (float64, bool) {
	whole := countDigits(rest)
	tail, fraction := rest[whole:], 0
	point := tail != "" && tail[0] == n.Point
	if point {
		fraction = countDigits(tail[1:])
		tail = tail[1+fraction:]
	}
	switch {
	case whole+fraction == 0, whole > 1 && rest[0] == '0', tail != "" && !isExponent(tail):
		return 0, false
	case !point && tail == "" && whole > MaxDigits:
		return 0, false
	case point && n.Point != '.':
		at := len(s) - len(rest) + whole
		s = s[:at] + "." + s[at+1:]
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) {
		return 0, false
	}
	return x + 0, true // -0 becomes 0
}

func countDigits(s string) int {
	i := 0
	for i < len(s) && IsDigit(s[i]) {
		i++
	}
	return i
}

// IsDigit tells the digits of ASCII.
func IsDigit(c byte) bool { return c-'0' <= 9 }

// Leading reads the digits at the beginning of a text, with at most one point among them,
// and returns how many bytes they take: 0 for more of them than a double keeps for certain, and
// for what is no number.
func (n *Style) Leading(s string) (x float64, length int) {
	mantissa, i := uint64(0), 0
	for ; i < len(s) && IsDigit(s[i]); i++ {
		mantissa = 10*mantissa + uint64(s[i]-'0')
	}
	whole, fraction := i, 0
	if i < len(s) && s[i] == n.Point {
		for i++; i < len(s) && IsDigit(s[i]); i++ {
			mantissa = 10*mantissa + uint64(s[i]-'0')
		}
		fraction = i - whole - 1
	}
	if digits := whole + fraction; digits == 0 || digits > MaxDigits || whole > 1 && s[0] == '0' {
		return 0, 0
	}
	// A whole number below 2^53 over an exact power of ten: the quotient is the nearest double
	// (Clinger 1990, "How to read floating point numbers accurately").
	if x = float64(mantissa); fraction > 0 {
		x /= PowersOfTen[fraction]
	}
	return x, i
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
func (n *Style) ungroup(s, mark string) (string, bool) {
	whole, rest := s, ""
	if i := strings.IndexByte(s, n.Point); i >= 0 {
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

// Stored reads an XML double, finite ones only.
func Stored(s string) (float64, bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	return x + 0, err == nil && !math.IsInf(x, 0) // -0 becomes 0
}

// Cell is a cell with a number, in as few digits as tell it apart.
func Cell(x float64) table.Cell {
	return table.Cell{Kind: table.Number, Text: strconv.FormatFloat(x, 'f', -1, 64), Number: x}
}
