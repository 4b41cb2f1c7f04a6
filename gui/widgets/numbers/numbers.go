package numbers

import (
	"math"
	"strconv"
	"strings"

	"steward/gui/words"
)

// Decimal reads what a person types for a number, without its unit, as a decimal with a
// point. A comma is the decimal mark unless it may stand for thousands ("1,000"), which is
// not guessed at in English; other languages say which it is.
func Decimal(text, unit string) (string, error) {
	s := strings.TrimSpace(text)
	s = words.Typed(strings.TrimSpace(strings.TrimSuffix(s, unit)))
	if whole, part, ok := strings.Cut(s, ","); ok && len(part) != 3 && !strings.ContainsAny(whole+part, ".,") {
		s = whole + "." + part
	}
	ok := s != "" && strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") <= 1 && s != "."
	if strings.HasPrefix(s, "-") {
		inner, err := Decimal(s[1:], "")
		return "-" + inner, err
	}
	if !ok {
		return "", words.Errorf("found %q where a number is expected", text)
	}
	return s, nil
}

// ShownFigures is figures as the language in use writes them.
func ShownFigures(value, step float64) string { return words.Number(Figures(value, step)) }

// Figures writes a number in as many decimals as a step has, without trailing zeros.
func Figures(value, step float64) string {
	places := 0
	for s := step; places < 9 && math.Abs(s-math.Round(s)) > 1e-9*s; s *= 10 {
		places++
	}
	rounded := strconv.FormatFloat(value, 'f', places, 64)
	exact := strconv.FormatFloat(value, 'f', -1, 64)
	if typed, err := strconv.ParseFloat(rounded, 64); err == nil && math.Abs(typed-value) <= 1e-9*math.Abs(value) {
		exact = rounded
	}
	if strings.Contains(exact, ".") {
		exact = strings.TrimRight(strings.TrimRight(exact, "0"), ".")
	}
	return exact
}

// Thousands writes a number with commas between groups of three.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return words.Number(s)
}

// TwoDigits writes a number above zero in two significant digits.
func TwoDigits(v float64) string {
	places := max(0, 1-int(math.Floor(math.Log10(v)+1e-12)))
	s := strconv.FormatFloat(v, 'f', places, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}
