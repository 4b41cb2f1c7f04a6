package plan

import "strconv"

// DecimalOf writes a number as a plan does: a plain decimal, of twelve digits at most, so that
// what comes of adding and subtracting decimals in floating point looks like one.
func DecimalOf(x float64) string {
	if short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64); err == nil {
		x = short
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
