package counts

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"steward/core/domain"
)

// maxNumber is the longest text that a query reads as a number. Longer ones, which nobody
// writes, are counted as unreadable.
const maxNumber = 300

// The forms of numbers, as regular expressions that every dialect reads alike. A whole number
// of a text table has no zeros before it and at most 15 digits; others are texts, which a
// column of numbers reads as numbers all the same where they are plain decimals.
const (
	decimal      = "^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$"
	shortWhole   = "^[+-]?(0|[1-9][0-9]{0,14})$"
	withPoint    = "^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$"
	withExponent = "^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$"
	maxDecimal   = 40
)

// numberSQL is the double that a text in a column of numbers stands for, NULL where it is none.
func numberSQL(w writer, t string) string {
	return "CASE WHEN " + w.matches(t, decimal) + " AND length(" + t + ") <= " + strconv.Itoa(maxDecimal) + " THEN " + w.short(t) +
		" WHEN (" + w.matches(t, withPoint) + " OR " + w.matches(t, withExponent) + ") AND length(" + t + ") <= " + strconv.Itoa(maxNumber) +
		" THEN " + w.double(t) + " END"
}

// numberOfPerson is the double of a text that a text table holds as a number, NULL for others.
// Minus zero is zero.
func numberOfPerson(w writer, t string) string {
	return "CASE WHEN " + w.matches(t, shortWhole) + " THEN " + w.short(t) +
		" + 0 WHEN (" + w.matches(t, withPoint) + " OR " + w.matches(t, withExponent) + ") AND length(" + t + ") <= " + strconv.Itoa(maxNumber) +
		" THEN " + w.double(t) + " + 0 END"
}

// doubleOf writes a double exactly.
func doubleOf(w writer, x float64) string {
	if x == math.Trunc(x) && math.Abs(x) <= 1<<53 {
		return strconv.FormatInt(int64(x), 10)
	}
	return "CAST('" + strconv.FormatFloat(x, 'g', -1, 64) + "' AS " + w.doubleType() + ")"
}

// ends returns the ends of the ranges as the doubles that numbers are compared with: where each
// begins, and where the last one ends. Open ends are infinite.
func ends(a *domain.Attribute) (starts []float64, top float64) {
	units := a.Units()
	// The quotient is taken of doubles, as when a row is read.
	double := func(i int, high bool) float64 {
		lo, hi := a.Ends(i)
		end, open := lo, math.Inf(-1)
		if high {
			end, open = hi, math.Inf(1)
		}
		if end == nil {
			return open
		}
		u, _ := new(big.Rat).Mul(end, new(big.Rat).SetInt64(units)).Float64()
		return u / float64(units)
	}
	for i := range a.Regular() {
		starts = append(starts, double(i, false))
	}
	return starts, double(a.Regular()-1, true)
}

// tree writes the search for the code of a place among sorted ones: code lo+i where the places
// before[i] and before[i+1] enclose it. Less says that it lies before a place.
func tree(before []string, lo int, less func(string) string) string {
	if len(before) == 0 {
		return strconv.Itoa(lo)
	}
	mid := len(before) / 2
	var b strings.Builder
	b.WriteString("CASE WHEN " + less(before[mid]) + " THEN " + tree(before[:mid], lo, less))
	b.WriteString(" ELSE " + tree(before[mid+1:], lo+mid+1, less) + " END")
	return b.String()
}
