package accuracy

import "math"

// mostDecimals is what a number without error is printed with at most.
const mostDecimals = 9

// Decimals returns with how many decimals a number is printed that has a root mean square error: as many as two
// significant digits of the error need, and one at least.
func Decimals(rmse float64) int {
	if !(rmse > 0) {
		return mostDecimals
	}
	return int(min(max(1-math.Floor(math.Log10(rmse)), 1), mostDecimals))
}

// Printed rounds a number to the decimals that its root mean square error leaves it. Records have numbers as they are.
func Printed(x, rmse float64) float64 { return rounded(x, Decimals(rmse), math.Round) }

// Printed rounds an interval outwards, to the decimals of a root mean square error.
func (i Interval) Printed(rmse float64) Interval {
	d := Decimals(rmse)
	return Interval{
		Low:  rounded(i.Low, d, func(x float64) float64 { return math.Floor(x + lastDigits) }),
		High: rounded(i.High, d, func(x float64) float64 { return math.Ceil(x - lastDigits) }),
	}
}

// rounded returns the double nearest to a decimal; numbers too large to have decimals are left as they are.
func rounded(x float64, decimals int, round func(float64) float64) float64 {
	unit := math.Pow10(decimals)
	if math.Abs(x) > 1<<53/unit {
		return x
	}
	return round(x*unit) / unit
}
